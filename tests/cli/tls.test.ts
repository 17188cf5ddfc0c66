/** The command at a hub with TLS. The hub's certificate comes from a private authority that only its operator knows. */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHub } from "../../src/entries/hub.ts";
import type { RunningHub } from "../../src/entries/hub.ts";
import { makeAuthority } from "../support/certificates.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { runCLI } from "./support/run-cli.ts";
import type { CLIResult } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const KEY = "a-key-for-tests-long-enough";
let workspace: Workspace;
let hub: RunningHub;
let folder: string;
beforeAll(async () => {
  workspace = await createWorkspace();
  folder = makeTempFolder("cli-tls");
  const [authority, stranger] = await Promise.all([makeAuthority("ours"), makeAuthority("another")]);
  const { cert, key } = await authority.issue("the hub");
  const files = { "cert.pem": cert, "key.pem": key, "ca.pem": authority.cert, "other-ca.pem": stranger.cert };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  const serve = { keys: [{ id: "ada", key: KEY, scopes: ["*"] }], tls: { cert: "cert.pem", key: "key.pem" } };
  const config = { log: { level: "silent" as const }, serve };
  hub = await startHub({ config, folder }, { port: 0, stateFolder: folder });
  hub.registry.register({
    name: "greet",
    namespace: "demo",
    version: "1.0.0",
    type: "QUERY",
    description: "Says hello",
    inputSchema: { type: "object" },
    outputSchema: { type: "string" },
    accessControl: { requiredScopes: [] },
    handler: () => "hello over TLS",
  });
}, 600_000);
afterAll(async () => {
  await hub.close({ graceMs: 0 });
  await workspace.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(authority?: string): Promise<CLIResult> {
  const args = ["call", "demo.greet", "--hub", hub.endpoints.http, "--key", KEY];
  return await runCLI(workspace, args, authority === undefined ? {} : { env: { NODE_EXTRA_CA_CERTS: authority } });
}

describe("when a hub has a certificate from a private authority", () => {
  it("calls it if NODE_EXTRA_CA_CERTS names that authority", async () => {
    expect(hub.endpoints.http).toMatch(/^https:/);
    expect(await call(join(folder, "ca.pem"))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("hello over TLS") as string,
    });
  });

  it("sends nothing without that authority, and says what to set", async () => {
    for (const authority of [undefined, join(folder, "other-ca.pem")]) {
      const { code, stdout, stderr } = await call(authority);
      expect(code).not.toBe(0);
      expect(stdout).not.toContain("hello");
      expect(stderr).toContain("is not trusted");
      expect(stderr).toContain("Set NODE_EXTRA_CA_CERTS");
    }
  });
});
