/** Puts a hub under a steady load from another process, then stops it while calls are in flight. */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { median, quantile } from "../median.ts";
import type { Order, Receipt } from "../small-operation.ts";
import { startServer } from "./child.ts";
import type { ServerProcess } from "./child.ts";
import type { HubAnswer, HubStart } from "./hub-talk.ts";
import type { LoadConnection, LoadInterface } from "./load-interfaces.ts";

const sampleMs = 5000;
const tickMs = 5;
/** The heap may grow by this factor after the warm-up. More growth is not noise. */
const mostGrowth = 1.1;

interface Counts {
  sent: number;
  right: number;
  wrong: number;
  lost: number;
  readonly latencies: number[];
}

type Hub = ServerProcess<HubStart>;

export interface LoadOptions {
  readonly seconds: number;
  readonly connectionCount?: number;
  readonly callsPerSecond?: number;
  readonly print?: (line: string) => void;
}

/** Returns what went wrong. */
export async function runLoad({ name, open }: LoadInterface, options: LoadOptions): Promise<string[]> {
  const { seconds, connectionCount = 200, callsPerSecond = 5000, print = console.log } = options;
  const hub = await startServer<HubStart>("hub-server.ts", [], ["--expose-gc"]);
  const connections = await Promise.all(Array.from({ length: connectionCount }, () => open(hub.start)));
  print(
    `\nA hub with ${connectionCount} connections over ${name} and ${callsPerSecond} calls per second for ${seconds} s`,
  );
  const counts: Counts = { sent: 0, right: 0, wrong: 0, lost: 0, latencies: [] };
  const samples: HubAnswer[] = [];
  const stopSampling = sampleMemory(hub, (state) => {
    samples.push(state);
    print(describeSample(state, counts));
  });
  const before = await hub.ask<HubAnswer>("state");
  const elapsed = await sendSteadily(connections, counts, { seconds, callsPerSecond });
  stopSampling();
  const after = await hub.ask<HubAnswer>("state");
  const cpu = (after.cpuMicros - before.cpuMicros) / counts.sent;
  print(
    `  ${counts.sent} calls in ${elapsed.toFixed(1)} s (${Math.round(counts.sent / elapsed)} per second): ${counts.right} right, ${counts.wrong} wrong, ${counts.lost} lost`,
  );
  print(
    `  latency ${quantile(counts.latencies, 0.5).toFixed(1)} ms median, ${quantile(counts.latencies, 0.99).toFixed(1)} ms at 99 %; ${cpu.toFixed(1)} us of the hub's processor per call`,
  );
  const problems =
    counts.right === counts.sent ? [] : [`${counts.lost} calls were lost, ${counts.wrong} answered wrongly`];
  return [...problems, ...judgeMemory(samples, print), ...(await stopInFlight(hub, connections, print))];
}

/** Sends the calls that are due at each tick. A late tick sends more, which keeps the rate on a busy machine. */
async function sendSteadily(
  connections: readonly LoadConnection[],
  counts: Counts,
  { seconds, callsPerSecond }: { seconds: number; callsPerSecond: number },
): Promise<number> {
  const start = performance.now();
  const total = seconds * callsPerSecond;
  const pending = new Set<Promise<void>>();
  while (counts.sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * callsPerSecond));
    for (; counts.sent < due; counts.sent++) {
      const connection = connections[counts.sent % connections.length] as LoadConnection;
      const call = callOnce(connection, counts).finally(() => pending.delete(call));
      pending.add(call);
    }
    await sleep(tickMs);
  }
  await Promise.all(pending);
  return (performance.now() - start) / 1000;
}

async function callOnce(connection: LoadConnection, counts: Counts): Promise<void> {
  const number = counts.sent;
  const start = performance.now();
  try {
    const answer = await connection.call("place", orderOf(number));
    // One in ten is enough for the quantiles and keeps this process small.
    if (number % 10 === 0) counts.latencies.push(performance.now() - start);
    if (isRight(answer, number)) counts.right++;
    else counts.wrong++;
  } catch {
    counts.lost++;
  }
}

function orderOf(number: number): Order {
  return { item: `item ${number}`, amount: (number % 1000) + 1, price: 2 };
}

function isRight(answer: unknown, number: number): boolean {
  const { item, amount, price } = orderOf(number);
  const receipt = answer as Partial<Receipt> | undefined;
  return receipt?.item === item && receipt.total === amount * price;
}

function sampleMemory(hub: Hub, onSample: (state: HubAnswer) => void): () => void {
  const timer = setInterval(() => void hub.ask<HubAnswer>("state").then(onSample), sampleMs);
  return () => clearInterval(timer);
}

function describeSample({ rss, heapUsed }: HubAnswer, { right, wrong }: Counts): string {
  const done = (right + wrong).toLocaleString("en").padStart(9);
  return `  ${done} calls answered   heap ${megabytes(heapUsed)}   RSS ${megabytes(rss)}`;
}

/** Drops the first third of the samples as warm-up, and compares the later half of the rest with the earlier half. */
function judgeMemory(samples: readonly HubAnswer[], print: (line: string) => void): string[] {
  const warm = samples.slice(Math.ceil(samples.length / 3));
  const half = Math.floor(warm.length / 2);
  if (half < 2) {
    print("  too short a run to judge memory: give it more time");
    return [];
  }
  const growthOf = (pick: (state: HubAnswer) => number): number =>
    median(warm.slice(-half).map(pick)) / median(warm.slice(0, half).map(pick));
  const [heap, rss] = [growthOf(({ heapUsed }) => heapUsed), growthOf(({ rss: bytes }) => bytes)];
  print(`  after warm-up: heap ${percent(heap)}, RSS ${percent(rss)}`);
  return heap > mostGrowth ? [`memory grows: the heap by ${percent(heap)}`] : [];
}

/** Stops the hub while every connection has a slow call in flight. */
async function stopInFlight(
  hub: Hub,
  connections: readonly LoadConnection[],
  print: (line: string) => void,
): Promise<string[]> {
  const calls = connections.map(async (connection, number) =>
    isRight(await connection.call("slow", orderOf(number)), number),
  );
  const settled = Promise.allSettled(calls);
  while ((await hub.ask<HubAnswer>("state")).slowCalls < connections.length) await sleep(10);
  hub.kill("SIGTERM");
  const finished = (await settled).filter((result) => result.status === "fulfilled" && result.value).length;
  const code = await hub.exited;
  const outcome = `SIGTERM with ${calls.length} calls in flight: ${finished} finished, exit code ${code}`;
  print(`  ${outcome}`);
  connections.forEach((connection) => connection.close());
  return finished === calls.length && code === 0 ? [] : [outcome];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function percent(growth: number): string {
  return `${growth >= 1 ? "+" : ""}${((growth - 1) * 100).toFixed(1)} %`;
}
