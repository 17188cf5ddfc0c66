/**
 * `tsx bench/mcp-client/stdio-pair.ts <calls at once>` calls a tool over stdio by the bare SDK and through a registry,
 * each with its own server, in turns. Prints one `PairTimes` as JSON.
 */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type * as FromMCP from "../../src/entries/from-mcp.ts";
import type * as Main from "../../src/entries/index.ts";
import { loadDist } from "../many/load-dist.ts";

// The published form: `tsx` names every closure when it is made, which costs time, but leaves the SDK unchanged.
const { createMCPClient } = await loadDist<typeof FromMCP>("from-mcp");
const { OperationRegistry } = await loadDist<typeof Main>("index");

/** Microseconds per call, one of each list for each round. */
export interface PairTimes {
  readonly bare: SideTimes;
  readonly ours: SideTimes;
}

export interface SideTimes {
  /** Processor time of this process: the client's. */
  readonly processor: number[];
  /** Until the answer, with the server's work and all waiting. */
  readonly elapsed: number[];
}

interface Side extends SideTimes {
  readonly call: () => Promise<unknown>;
}

const atOnce = Number(process.argv[2] ?? 1);
const callsPerRound = 500;
const rounds = 16;
const warmUpRounds = 8;

const command = process.execPath;
const args = [join(import.meta.dirname, "..", "..", "tests", "mcp", "servers", "raw-stdio-server.js")];
const input = { message: "hello", count: 3 };

const client = new Client({ name: "bare", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
const own = await createMCPClient("bench", { command, args });
const registry = new OperationRegistry();
own.attach(registry);

const bare = sideOf(() => client.callTool({ name: "echo", arguments: input }));
const ours = sideOf(() => registry.execute("bench.echo", input));
for (let round = -warmUpRounds; round < rounds; round++) {
  // They also take turns at going first, because the second pays for the garbage of the first.
  for (const side of round % 2 === 0 ? [bare, ours] : [ours, bare]) await measureRound(side, round >= 0);
}
await own.close();
await client.close();
const times: PairTimes = { bare, ours };
console.log(JSON.stringify(times));

function sideOf(call: Side["call"]): Side {
  return { call, processor: [], elapsed: [] };
}

async function measureRound({ call, processor, elapsed }: Side, counts: boolean): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  for (let done = 0; done < callsPerRound; done += atOnce) await Promise.all(Array.from({ length: atOnce }, call));
  const { user, system } = process.cpuUsage(before);
  if (!counts) return;
  processor.push((user + system) / callsPerRound);
  elapsed.push(((performance.now() - start) * 1000) / callsPerRound);
}
