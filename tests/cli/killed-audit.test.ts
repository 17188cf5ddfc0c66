/** What the audit of a hub that is killed holds of the calls that were running. */
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "../support/free-port.ts";
import { until } from "../support/until.ts";
import { startCLI } from "./support/run-cli.ts";
import { createWorkspace } from "./support/workspace.ts";
import type { Workspace } from "./support/workspace.ts";

const KEY = "the-key-of-an-agent-1";
const operations = `
import { appendFileSync } from "node:fs";
const shared = { namespace: "work", version: "1.0.0", type: "MUTATION", description: "d", inputSchema: true, outputSchema: true, accessControl: { requiredScopes: [] } };
const begin = (key) => appendFileSync("began.txt", key + "\\n");
export const hang = { ...shared, name: "hang", handler: (key) => { begin(key); return new Promise(() => {}); } };
export const nest = { ...shared, name: "nest", handler: (key, { env }) => env.work.hang(key) };
`;

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
}, 60_000);
afterAll(() => workspace.close());

it("names every MUTATION whose handler had begun, and no end of it", async () => {
  const port = await findFreePort();
  await writeFile(workspace.path("work.mjs"), operations);
  await workspace.writeConfig({
    local: { modules: ["work.mjs"] },
    serve: { port, keys: [{ id: "agent", key: KEY }] },
    audit: { file: "audit.jsonl" },
  });
  const hub = startCLI(workspace, ["serve", "--json"]);
  await hub.printed(/"http":"[^"]+"/);
  const call = (path: string, key: string): Promise<unknown> =>
    fetch(`http://127.0.0.1:${port}/work/${path}`, {
      method: "POST",
      headers: { "x-api-key": KEY, "content-type": "application/json", "operation-request-id": key },
      body: JSON.stringify(key),
    }).catch(() => undefined);
  const keys = Array.from({ length: 10 }, (_, index) => `key-${index}`);
  const calls = [...keys.map((key) => call("hang", key)), call("nest", "nested")];
  const began = async (): Promise<string[]> =>
    (await readFile(workspace.path("began.txt"), "utf8").catch(() => "")).split("\n").filter(Boolean);
  await until(async () => (await began()).length === 11);
  hub.child.kill("SIGKILL");
  await Promise.all([hub.ended, ...calls]);
  const lines = (await readFile(workspace.path("audit.jsonl"), "utf8"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.every(({ event, outcome }) => event === "begin" && outcome === undefined)).toBe(true);
  const inFlight = lines.filter(({ operation }) => operation === "work.hang");
  expect(inFlight).toHaveLength(11);
  for (const key of keys) expect(inFlight.map(({ requestId }) => requestId)).toContain(key);
  expect(inFlight.filter(({ parentRequestId }) => parentRequestId === "nested")).toHaveLength(1);
}, 60_000);
