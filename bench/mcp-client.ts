/**
 * Compares calls of an MCP tool through the registry with `callTool` of the bare SDK, one at a time and fifty at once.
 * Over HTTP both call the same server. Budget: at least the SDK's calls per second, over stdio of processor time.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import type * as FromMCP from "../src/entries/from-mcp.ts";
import type * as Main from "../src/entries/index.ts";
import { loadDist } from "./many/load-dist.ts";
import { measure } from "./measure.ts";
import { contestOverStdio } from "./mcp-client/contest-over-stdio.ts";
import { median } from "./median.ts";
import { formatRatio, printTable } from "./print-table.ts";

// Measures the published form: `tsx` names every closure when it is made, which costs time, but leaves the SDK
// unchanged.
await ensureBuilt();
const { createMCPClient } = await loadDist<typeof FromMCP>("from-mcp");
const { OperationRegistry } = await loadDist<typeof Main>("index");

interface Contest {
  readonly title: string;
  readonly bare: Client;
  readonly url: string;
}

const input = { message: "hello", count: 3 };
const atOnce = 50;

// All requests of the bare SDK share one signal, and Node's `fetch` leaves a listener on it with each: in 6,400 calls,
// 50 at a time, Node warned 2,116 times, and never in as many of ours. One line is enough.
let warnings = 0;
process.removeAllListeners("warning");
process.on("warning", ({ name }) => void (warnings += name === "MaxListenersExceededWarning" ? 1 : 0));

await contestOverStdio("stdio, one after the other", 1);
await contestOverStdio(`stdio, ${atOnce} at once`, atOnce);
for (const era of ["legacy", "modern"] as const) await contestOverHttp(era);
if (warnings > 0) console.log(`\nNode warned ${warnings} times about listeners that the bare SDK left on its signal.`);

async function contestOverHttp(era: "legacy" | "modern"): Promise<void> {
  const program = join(import.meta.dirname, "mcp-http-server.ts");
  const server = spawn(process.execPath, ["--import", "tsx", program, era], { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = (await once(createInterface({ input: server.stdout }), "line")) as [string];
  const bare = new Client({ name: "bare", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await bare.connect(new StreamableHTTPClientTransport(new URL(url)));
  await contest({ title: `HTTP, ${era} era`, bare, url });
  server.kill();
}

async function contest({ title, bare, url }: Contest): Promise<void> {
  const client = await createMCPClient("bench", { url });
  const registry = new OperationRegistry();
  client.attach(registry);
  const callBare = (): Promise<unknown> => bare.callTool({ name: "act", arguments: input });
  const callOurs = (): Promise<unknown> => registry.execute("bench.act", input);
  await compare(`${title}, one after the other`, callBare, callOurs);
  const many = (call: () => Promise<unknown>) => (): Promise<unknown> =>
    Promise.all(Array.from({ length: atOnce }, call));
  await compare(`${title}, ${atOnce} at once`, many(callBare), many(callOurs));
  await client.close();
  await bare.close();
}

async function compare(title: string, bare: () => Promise<unknown>, ours: () => Promise<unknown>): Promise<void> {
  const candidates = [
    { name: "bare SDK, callTool", inputs: [undefined], run: bare },
    { name: "registry.execute", inputs: [undefined], run: ours },
  ];
  const timings = await measure(candidates, { seconds: 4, warmUpMs: 1500 });
  printTable(timings, { title });
  const [, own] = timings;
  if (own !== undefined)
    console.log(`  calls per second: ${formatRatio(1 / median(own.ratios))}x of the SDK's (budget: 1x or more)`);
}
