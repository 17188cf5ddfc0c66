/** `check` starts the hub as `serve` does: what one refuses, the other refuses in the same words. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { access, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { runCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

it.each([
  ["a host that is none", { serve: { host: "300.1.1.1", port: 0 } }, /refused\.json:1:\d+: serve\.host: /],
  [
    "a certificate that is not there",
    { serve: { tls: { cert: "a.pem", key: "b.pem" } } },
    /:1:\d+: serve\.tls: The hub can't use serve\.tls: there is no file \S+[ab]\.pem/,
  ],
  ["a key file that is none", { serve: { keysFile: "refused.json", port: 0 } }, /refused\.json/],
  [
    "an audit file in no folder",
    { audit: { file: "none/audit.jsonl" }, serve: { port: 0 } },
    /:1:\d+: audit: The audit can't be written: there is no folder \S+none/,
  ],
  ["an audit file that is a folder", { audit: { file: "." }, serve: { port: 0 } }, /:1:\d+: audit: .* is a folder/],
  ["a vault at no Redis server", { vault: { redis: "http://a" } }, /:1:\d+: vault\.redis: .*redis:\/\/ or rediss/],
])("both refuse %s, and say where", async (_what, config, place) => {
  await writeFile(workspace.path("refused.json"), JSON.stringify(config));
  const [checked, served] = [
    await runCLI(workspace, ["check", "--config", "refused.json"]),
    await runCLI(workspace, ["serve", "--config", "refused.json"]),
  ];
  expect(checked.stderr).toMatch(place);
  expect([checked.code, checked.stderr]).toEqual([served.code, served.stderr]);
  expect(checked.code).not.toBe(0);
});

it("check warns of a port that is taken now, in the words of serve, and leaves no key behind", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await writeFile(workspace.path("taken.json"), JSON.stringify({ serve: { port } }));
  const key = workspace.path("state/operations/key");
  await rm(key, { force: true });
  const { code, stdout } = await runCLI(workspace, ["check", "--config", "taken.json"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /! .*taken\.json:1:\d+: serve\.port: The hub can't listen on 127\.0\.0\.1:\d+: another program/,
  );
  await expect(access(key)).rejects.toThrow("ENOENT");
});
