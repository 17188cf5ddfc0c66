import { readFile, writeFile } from "node:fs/promises";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadConfig } from "../../src/entries/hub.ts";
import { projectRoot } from "../support/run-program.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

const env = { CRM_SECRET: "a-secret", REPORTS_KEY: "a-key", REPORTS_SECRET: "a-secret" };

const load = async (text: string) => {
  const cwd = makeTempFolder("documented");
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  await writeFile(join(cwd, "operations.config.json"), text);
  return await loadConfig(undefined, { cwd, env });
};

describe("when a config follows the documentation", () => {
  it("is accepted, for each sample of the guide", async () => {
    const page = await readFile(join(projectRoot, "docs/guide/logins.md"), "utf8");
    const samples = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, text = ""]) => text);
    expect(samples).toHaveLength(5);
    for (const sample of samples) await load(sample);
  });

  it("is accepted, for the example", async () => {
    const { config } = await load(await readFile(join(projectRoot, "examples/logins.config.json"), "utf8"));
    expect(Object.keys(config.mcpServers ?? {})).toEqual(["linear", "notion", "reports"]);
  });
});

describe("when the login of a server makes no sense", () => {
  it("refuses callers' logins to an API whose config does not say how to log in", async () => {
    const config = { openapi: { a: { document: "a.json", login: "caller" } } };
    await expect(load(JSON.stringify(config))).rejects.toThrow('needs "oauth"');
  });

  it("refuses a grant for an API without the settings that the grant needs", async () => {
    const config = { openapi: { a: { document: "a.json", oauth: { grant: "jwt_bearer", clientId: "x" } } } };
    await expect(load(JSON.stringify(config))).rejects.toThrow("needs assertion or assertionFile");
  });

  it.each([
    [{ command: "x", oauth: {} }, 'is for servers with a "url"'],
    [{ url: "https://a.example", headers: { Authorization: "Bearer x" }, oauth: {} }, "would be ignored"],
    [{ url: "https://a.example", oauth: { grant: "client_credentials" } }, "needs clientId for the grant"],
    [{ url: "https://a.example", oauth: { clientID: "x" } }, "clientID"],
    [{ command: "x", login: "caller" }, 'is "caller", but this server takes no login'],
    [{ url: "https://a.example", login: "caller", isolation: "shared" }, "its own session"],
    [
      {
        url: "https://a.example",
        login: "caller",
        oauth: { grant: "client_credentials", clientId: "x", clientSecret: "y" },
      },
      "logs no person in",
    ],
  ])("refuses %j", async (server, message) => {
    await expect(load(JSON.stringify({ mcpServers: { a: server } }))).rejects.toThrow(message);
  });
});
