/** A workload that logs in with the JWT of its platform (RFC 7523). It reads the file again for each token. */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { openSources } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { startProtectedServer } from "./protected-server.ts";
import { startTokenServer } from "./token-server.ts";

beforeAll(() => ensureSubPackage("tests/logins"), 600_000);

const ends: Array<() => unknown> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("when a platform provides a JWT for the workload", () => {
  it("exchanges it for a token, and reads the file again for the next one", async () => {
    const { provider, asked, close } = await startTokenServer({
      accepts: ({ assertion = "" }) => assertion.startsWith("jwt-"),
    });
    ends.push(() => close());
    const server = await startProtectedServer(provider);
    ends.push(() => server.close());
    const folder = makeTempFolder("workload");
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    await writeFile(join(folder, "token"), "jwt-1\n");
    const oauth = { grant: "jwt_bearer" as const, clientId: "workload", assertionFile: "token" };
    const config = { mcpServers: { notes: { url: server.url, oauth } }, vault: { folder: "vault" } };
    const sources = await openSources({ config, folder });
    ends.push(() => sources.close({ graceMs: 0 }));
    await sources.ready;
    expect(asked[0]).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "jwt-1",
      client_id: "workload",
    });
    await writeFile(join(folder, "token"), "jwt-2\n");
    await expect
      .poll(
        async () => {
          await sources.registry.execute("notes.who_am_i", {});
          return asked.at(-1)?.["assertion"];
        },
        { timeout: 30_000, interval: 200 },
      )
      .toBe("jwt-2");
  });

  it("does not use a refused JWT again, and says what to check", async () => {
    const { provider, asked, close } = await startTokenServer({ accepts: () => false });
    ends.push(() => close());
    const server = await startProtectedServer(provider);
    ends.push(() => server.close());
    const folder = makeTempFolder("workload");
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    const oauth = { grant: "jwt_bearer" as const, clientId: "workload", assertion: "an expired one" };
    const config = { mcpServers: { notes: { url: server.url, oauth } }, vault: { folder: "vault" } };
    const sources = await openSources({ config, folder }, { retry: { minDelay: 60_000, maxDelay: 60_000 } });
    ends.push(() => sources.close({ graceMs: 0 }));
    await sources.ready;
    expect(sources.statuses()[0]).toMatchObject({
      state: "failed",
      error: expect.stringContaining("refused the workload's JWT") as string,
    });
    expect(asked).toHaveLength(1);
  });
});
