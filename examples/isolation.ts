/**
 * Two callers of one MCP server that counts: by default they share its count, with `isolation` each has its own. Exits
 * non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSources } from "../src/entries/hub.ts";

// A server with state: it remembers how often it was called.
const server = `
import { createInterface } from "node:readline";
let count = 0;
const results = {
  initialize: () => ({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "counter", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "next", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: String(++count) }] }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method]?.() ?? {} }));
});
`;
const folder = await mkdtemp(join(tmpdir(), "isolation-example-"));
await writeFile(join(folder, "counter.mjs"), server);
const counter = { command: process.execPath, args: ["counter.mjs"] };

const sources = await openSources({
  folder,
  config: { mcpServers: { shared: counter, own: { ...counter, isolation: "caller", idleMs: 60_000 } } },
});
await sources.ready;

const next = async (source: string, id: string): Promise<string> => {
  const { data } = await sources.registry.execute(`${source}.next`, {}, { identity: { id, scopes: [] } });
  return (data as Array<{ text: string }>)[0]?.text ?? "";
};
const mixed = [await next("shared", "ann"), await next("shared", "bob"), await next("shared", "ann")];
assert.deepEqual(mixed, ["1", "2", "3"]);
console.log("shared:", mixed.join(", "));

const own = [await next("own", "ann"), await next("own", "bob"), await next("own", "ann")];
assert.deepEqual(own, ["1", "1", "2"]);
console.log("one count per caller:", own.join(", "));

const { sessions } = sources.statuses().find(({ name }) => name === "own") ?? {};
assert.equal(sessions?.running, 2);
console.log("sessions:", sessions);

await sources.close({ graceMs: 0 });
await rm(folder, { recursive: true });
