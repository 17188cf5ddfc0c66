/**
 * A hub whose MCP clients run programs: one call of `run_code` instead of one for each order, and only the sum comes back.
 * Exits non-zero if anything goes wrong.
 */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startHub } from "../src/entries/hub.ts";

const folder = await mkdtemp(join(tmpdir(), "code-mode-example-"));
await writeFile(
  join(folder, "shop.mjs"),
  `const base = { namespace: "shop", version: "1.0.0", type: "QUERY", accessControl: { requiredScopes: [] }, outputSchema: true };
  export const list = { ...base, name: "list", description: "The ids of all orders", inputSchema: {}, handler: () => [1, 2, 3, 4, 5] };
  export const order = { ...base, name: "order", description: "One order", handler: ({ id }) => ({ id, total: id * 10, lines: Array(100).fill("a long line") }),
    inputSchema: { type: "object", properties: { id: { type: "number" } }, required: ["id"] } };`,
);
const key = "the-key-of-the-agent";
const hub = await startHub(
  {
    folder,
    config: {
      local: { modules: ["shop.mjs"] },
      codeMode: { calls: 50 },
      log: { level: "warn" },
      serve: { keys: [{ id: "agent", key }] },
    },
  },
  { port: 0, stateFolder: folder, waitForSources: true },
);

const client = new Client({ name: "example", version: "1.0.0" });
await client.connect(
  new StreamableHTTPClientTransport(new URL(hub.endpoints.mcp as string), {
    requestInit: { headers: { "x-api-key": key } },
  }),
);
const { tools } = await client.listTools();
assert.ok(tools.some(({ name }) => name === "run_code"));

const answer = await client.callTool({
  name: "run_code",
  arguments: {
    code: `
      const { data: ids } = await env.shop.list({});
      const orders = await Promise.all(ids.map((id: number) => env.shop.order({ id })));
      return orders.reduce((sum, { data }) => sum + data.total, 0);`,
  },
});
const { result, calls } = answer.structuredContent as { result: number; calls: unknown[] };
console.log(`The program made ${calls.length} calls, and the model reads: ${result}`);
assert.equal(result, 150);

// A failing program says where it failed, so that the model can fix it.
const failed = await client.callTool({
  name: "run_code",
  arguments: { code: "const id = 1;\nawait env.shop.order({});" },
});
assert.ok(failed.isError);
console.log((failed.content as Array<{ text: string }>)[0]?.text);

await client.close();
await hub.close();
await rm(folder, { recursive: true });
