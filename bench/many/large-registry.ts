/** What a very large registry costs its users. */
import type * as Main from "../../src/entries/index.ts";
import type * as Search from "../../src/entries/search.ts";
import type * as HTTP from "../../src/entries/serve-http.ts";
import type * as MCP from "../../src/entries/serve-mcp.ts";
import { median } from "../median.ts";
import { loadDist } from "./load-dist.ts";

const VERBS = ["create", "read", "update", "remove", "list", "archive", "share", "count", "export", "verify"];
const THINGS = [
  "order",
  "invoice",
  "customer",
  "parcel",
  "refund",
  "article",
  "review",
  "contract",
  "payment",
  "ticket",
];
const SIZES = [1000, 10_000, 100_000];

export async function measureLargeRegistry(): Promise<void> {
  const rows = new Map<string, number[]>();
  const keep = (name: string, ms: number): void => void rows.set(name, [...(rows.get(name) ?? []), ms]);
  for (const size of SIZES) await measure(size, keep);
  console.log(`\nA registry of many operations (ms; heap in MB)`);
  console.log(`  ${"".padEnd(44)}${SIZES.map((size) => size.toLocaleString("en").padStart(10)).join("")}`);
  for (const [name, times] of rows) {
    console.log(`  ${name.padEnd(44)}${times.map((ms) => ms.toFixed(ms < 10 ? 3 : 0).padStart(10)).join("")}`);
  }
}

async function measure(size: number, keep: (name: string, ms: number) => void): Promise<void> {
  const { defineOperation, OperationRegistry, Type } = await loadDist<typeof Main>("index");
  const { createSearch } = await loadDist<typeof Search>("search");
  const { serveHTTP } = await loadDist<typeof HTTP>("serve-http");
  const { serveMCP } = await loadDist<typeof MCP>("serve-mcp");
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const inputSchema = Type.Object({ id: Type.Integer() });
  const outputSchema = Type.Object({ id: Type.Integer() });
  const definitions = Array.from({ length: size }, (_, index) => {
    const [verb, thing] = [VERBS[index % 10], THINGS[Math.floor(index / 10) % 10]];
    return defineOperation({
      namespace: `team${Math.floor(index / 100)}`,
      name: `${verb}_${thing}`,
      version: "1.0.0",
      type: "QUERY",
      description: `The ${thing} of team ${Math.floor(index / 100)}: ${verb} it`,
      inputSchema,
      outputSchema,
      accessControl: { requiredScopes: [] },
      handler: ({ id }) => ({ id }),
    });
  });
  const registry = new OperationRegistry();
  keep("register all", await timed(() => void registry.registerAll(definitions)));
  globalThis.gc?.();
  keep("heap", (process.memoryUsage().heapUsed - before) / 1e6);
  keep("list a namespace", await medianOf(() => registry.list({ namespace: "team7" })));
  const search = createSearch(registry);
  keep("search: the first, which makes the index", await timed(() => search.search("refund of team 7")));
  keep("search", await medianOf(() => search.search("export the contract of team 3")));
  const http = serveHTTP(registry, { anonymous: true });
  const call = async (): Promise<void> => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: '{"id":1}' };
    const response = await http.fetch(new Request("http://localhost/team9/read_order", init));
    if (!response.ok) throw new Error(await response.text());
    await response.text();
  };
  keep("HTTP: the first call", await timed(call));
  keep("HTTP: a call", await medianOf(call));
  await http.close();
  for (const [name, searchAbove] of [
    ["tools/list, a page of all", Infinity] as const,
    ["tools/list, with search", 60] as const,
  ]) {
    const mcp = serveMCP(registry, { searchAbove, anonymous: true });
    const list = async (): Promise<void> => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: META } });
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/list",
      };
      const response = await mcp.fetch(new Request("http://localhost/mcp", { method: "POST", headers, body }));
      const text = await response.text();
      if (!response.ok || text.includes('"error"')) throw new Error(text.slice(0, 500));
    };
    keep(`${name}: the first`, await timed(list));
    keep(name, await medianOf(list));
    await mcp.close();
  }
}

const META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures after two warm-up runs. */
async function medianOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 22; run++) times.push(await timed(work));
  return median(times.slice(2));
}
