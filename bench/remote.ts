/**
 * Calls and streams between two processes: `npm run bench -- remote`, or `tsx bench/remote.ts [transport] [rounds]`.
 * For each transport, the first contender is the floor, and the results of the others are ratios to it. They take
 * turns, so that a noisy machine is equally noisy for all. Each server runs in its own process.
 */
import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { provideNeeds } from "../scripts/test-needs.ts";
import { startBroker } from "../tests/support/broker-servers.ts";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { median, ratiosOf } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";
import type { Connection, Contender } from "./remote/contender.ts";
import { orders } from "./small-operation.ts";

const outstanding = 100;
const callMs = 400;
const sequentialCalls = 300;
const streamedItems = 100_000;

const [onlyTransport, givenRounds = "7"] = process.argv.slice(2);
const rounds = Number(givenRounds);

await ensureSubPackage("bench/remote");
await ensureBuilt();
const { env, missing } = await provideNeeds(["bench"]);
Object.assign(process.env, env);
for (const line of missing) console.error(`missing ${line}`);
const { contenders } = await import("./remote/contenders.ts");
for (const [transport, entrants] of Object.entries(contenders)) {
  if (onlyTransport !== undefined && onlyTransport !== transport) continue;
  if (missing.some((line) => line.startsWith(`${transport}:`))) continue;
  await compare(transport, entrants);
}

interface Entrant {
  readonly name: string;
  readonly connection: Connection;
  readonly server: ChildProcess;
  readonly callsPerSecond: number[];
  readonly latency: number[];
  readonly itemsPerSecond: number[];
}

async function compare(transport: string, list: readonly Contender[]): Promise<void> {
  const broker = transport === "nats" || transport === "redis" ? await startBroker(transport) : undefined;
  const entrants: Entrant[] = [];
  try {
    for (const [index, contender] of list.entries()) {
      entrants.push(await enter(contender, { transport, index, url: broker?.url ?? "" }));
    }
    // The first round warms up the compilers.
    for (let round = 0; round <= rounds; round++) {
      for (const entrant of entrants) await measureRound(entrant, round > 0);
    }
    print(transport, entrants);
  } finally {
    for (const { connection, server } of entrants) {
      await connection.close();
      server.kill();
    }
    await broker?.stop();
  }
}

async function enter(
  contender: Contender,
  { transport, index, url }: { transport: string; index: number; url: string },
): Promise<Entrant> {
  const server = fork(join(import.meta.dirname, "remote/server.ts"), [transport, String(index), url], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const address = await new Promise<string>((resolve, reject) => {
    server.stdout?.once("data", (data: Buffer) => resolve(String(data).trim()));
    server.once("exit", () => reject(new Error(`the server of ${contender.name} has ended`)));
  });
  const connection = await contender.connect(address, url);
  return { name: contender.name, connection, server, callsPerSecond: [], latency: [], itemsPerSecond: [] };
}

async function measureRound(entrant: Entrant, counts: boolean): Promise<void> {
  const { connection, callsPerSecond, latency, itemsPerSecond } = entrant;
  const throughput = await callsIn(connection, callMs);
  const sequential = await sequentialLatency(connection);
  const items = connection.stream === undefined ? undefined : await itemRate(connection.stream);
  if (!counts) return;
  callsPerSecond.push(throughput);
  latency.push(sequential);
  if (items !== undefined) itemsPerSecond.push(items);
}

async function callsIn({ call }: Connection, ms: number): Promise<number> {
  const start = performance.now();
  const end = start + ms;
  let calls = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await call(orders[calls++ % orders.length] ?? failNoOrder());
    }
  };
  await Promise.all(Array.from({ length: outstanding }, worker));
  return (calls / (performance.now() - start)) * 1000;
}

async function sequentialLatency({ call }: Connection): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < sequentialCalls; index++) {
    const start = performance.now();
    await call(orders[index % orders.length] ?? failNoOrder());
    times.push(performance.now() - start);
  }
  return median(times) * 1000;
}

async function itemRate(stream: NonNullable<Connection["stream"]>): Promise<number> {
  const start = performance.now();
  const received = await stream(streamedItems);
  if (received !== streamedItems) throw new Error(`${received} of ${streamedItems} items arrived`);
  return (streamedItems / (performance.now() - start)) * 1000;
}

function failNoOrder(): never {
  throw new Error("no order");
}

function print(transport: string, entrants: readonly Entrant[]): void {
  const [floor] = entrants;
  const width = Math.max(...entrants.map(({ name }) => name.length));
  console.log(`\n${transport}: ${rounds} rounds, in turns; ratios are medians of each round's`);
  console.log(`  ${"".padEnd(width)}  ${outstanding} outstanding calls    sequential latency   streamed items`);
  for (const entrant of entrants) {
    const row = [
      cell(entrant.callsPerSecond, floor?.callsPerSecond, "/s"),
      cell(entrant.latency, floor?.latency, " us"),
      cell(entrant.itemsPerSecond, floor?.itemsPerSecond, "/s"),
    ];
    console.log(`  ${entrant.name.padEnd(width)}  ${row.map((text) => text.padStart(20)).join("  ")}`);
    if (floor !== undefined && entrant.name.startsWith("ours")) record(`${transport}: ${entrant.name}`, entrant, floor);
  }
}

function record(name: string, own: Entrant, floor: Entrant): void {
  recordRatio(
    `${name}: ${outstanding} outstanding calls`,
    "higher",
    ratiosOf(own.callsPerSecond, floor.callsPerSecond),
  );
  recordRatio(`${name}: sequential latency`, "lower", ratiosOf(own.latency, floor.latency));
  if (floor.itemsPerSecond.length > 0)
    recordRatio(`${name}: streamed items`, "higher", ratiosOf(own.itemsPerSecond, floor.itemsPerSecond));
}

function cell(own: readonly number[], floor: readonly number[] | undefined, unit: string): string {
  if (own.length === 0) return "-";
  const value = `${Math.round(median(own)).toLocaleString("en")}${unit}`;
  if (floor === undefined || floor.length === 0) return value;
  return `${value} ${median(ratiosOf(own, floor)).toFixed(2)}x`;
}
