/**
 * Compares the HTTP throughput of three servers. They take turns in short rounds, each in its own process, with the same
 * client. It prints calls per second and processor time per call, which says more on a shared machine.
 */
import { performance } from "node:perf_hooks";
import { median, ratiosOf } from "../median.ts";
import { recordRatio } from "../record-ratio.ts";
import { orders } from "../small-operation.ts";
import type { Order } from "../small-operation.ts";
import { startServer } from "./child.ts";
import type { ServerProcess } from "./child.ts";
import { KeepAliveConnection, post } from "./client.ts";
import { contenders } from "./contenders.ts";
import type { HTTPContender } from "./contenders.ts";

const connections = 50;
const roundMs = 400;

interface Entrant {
  readonly contender: HTTPContender;
  readonly server: ServerProcess<{ url: string }>;
  readonly open: readonly KeepAliveConnection[];
  readonly callsPerSecond: number[];
  readonly cpuPerCall: number[];
}

export async function compareThroughput(rounds: number): Promise<void> {
  const entrants: Entrant[] = [];
  for (const [index, contender] of contenders.entries()) {
    const server = await startServer<{ url: string }>("http-server.ts", [String(index)]);
    const open = await Promise.all(
      Array.from({ length: connections }, () => KeepAliveConnection.open(server.start.url)),
    );
    entrants.push({ contender, server, open, callsPerSecond: [], cpuPerCall: [] });
  }
  // The first rounds warm up the compilers.
  for (let round = -3; round < rounds; round++) {
    for (const entrant of entrants) await measureRound(entrant, round >= 0);
  }
  print(entrants, rounds);
  for (const { open, server } of entrants) {
    open.forEach((connection) => connection.close());
    server.kill("SIGKILL");
    await server.exited;
  }
}

async function measureRound({ contender, server, open, callsPerSecond, cpuPerCall }: Entrant, counts: boolean) {
  const requests = orders.map((order) => ({
    text: post({ path: contender.path, body: JSON.stringify(contender.toBody(order)) }),
    order,
  }));
  const before = await cpuOf(server);
  const start = performance.now();
  const end = start + roundMs;
  let calls = 0;
  const work = async (connection: KeepAliveConnection): Promise<void> => {
    while (performance.now() < end) {
      const { text, order } = requests[calls++ % requests.length] as (typeof requests)[number];
      const { status, body } = await connection.send(text);
      if (status !== 200 || !isReceipt(contender.fromBody(JSON.parse(body)), order)) {
        throw new Error(`${contender.name} answered ${status}: ${body}`);
      }
    }
  };
  await Promise.all(open.map(work));
  const seconds = (performance.now() - start) / 1000;
  const cpu = (await cpuOf(server)) - before;
  if (!counts) return;
  callsPerSecond.push(calls / seconds);
  cpuPerCall.push(cpu / calls);
}

function isReceipt(value: unknown, { item, amount, price }: Order): boolean {
  const receipt = value as { item?: unknown; total?: unknown };
  return receipt.item === item && receipt.total === amount * price;
}

async function cpuOf(server: ServerProcess<unknown>): Promise<number> {
  return (await server.ask<{ cpuMicros: number }>("cpu")).cpuMicros;
}

function print(entrants: readonly Entrant[], rounds: number): void {
  const [floor] = entrants;
  if (floor === undefined) return;
  const width = Math.max(...entrants.map(({ contender }) => contender.name.length));
  console.log(`\nHTTP, one validated operation: ${rounds} rounds in turns, ${connections} connections; medians`);
  console.log(`  ${"".padEnd(width)}  ${"calls per second".padStart(18)}  ${"processor time per call".padStart(24)}`);
  for (const { contender, callsPerSecond, cpuPerCall } of entrants) {
    const rate = `${Math.round(median(callsPerSecond)).toLocaleString("en")} ${ratio(callsPerSecond, floor.callsPerSecond)}`;
    const cpu = `${median(cpuPerCall).toFixed(1)} us ${ratio(cpuPerCall, floor.cpuPerCall)}`;
    console.log(`  ${contender.name.padEnd(width)}  ${rate.padStart(18)}  ${cpu.padStart(24)}`);
    if (contender.name !== "this package") continue;
    recordRatio("HTTP calls per second", "higher", ratiosOf(callsPerSecond, floor.callsPerSecond));
    recordRatio("HTTP processor time per call", "lower", ratiosOf(cpuPerCall, floor.cpuPerCall));
  }
  console.log(`  ratios are to ${floor.contender.name}: medians of each round's`);
}

function ratio(own: readonly number[], floor: readonly number[]): string {
  return `${median(ratiosOf(own, floor)).toFixed(2)}x`;
}
