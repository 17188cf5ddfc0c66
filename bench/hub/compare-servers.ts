/**
 * Compares servers by their calls per second and their processor time per call, which says more on a shared machine. They
 * take turns in short rounds, each in its own process, with the same client.
 */
import { performance } from "node:perf_hooks";
import { median, ratiosOf } from "../median.ts";
import { recordRatio } from "../record-ratio.ts";
import type { ServerProcess } from "./child.ts";
import { KeepAliveConnection, post } from "./client.ts";

export interface ServedContender<TInput> {
  readonly name: string;
  readonly path: string;
  /** Lines of further headers. */
  readonly headers?: readonly string[];
  /** Whether its ratios are recorded. */
  readonly isOurs?: boolean;
  toBody(this: void, input: TInput): unknown;
  isAnswer(this: void, body: unknown, input: TInput): boolean;
}

export interface CompareOptions<TInput> {
  readonly title: string;
  /** Before the name in the record. */
  readonly record: string;
  readonly inputs: readonly TInput[];
  readonly rounds: number;
  start(this: void, index: number): Promise<ServerProcess<{ url: string }>>;
}

const connections = 50;
const roundMs = 400;
/** Rounds until the compilers have done their work. */
const WARM_UP = 5;

interface Entrant<TInput> {
  readonly contender: ServedContender<TInput>;
  readonly server: ServerProcess<{ url: string }>;
  readonly open: readonly KeepAliveConnection[];
  readonly requests: ReadonlyArray<{ readonly text: string; readonly input: TInput }>;
  readonly callsPerSecond: number[];
  readonly cpuPerCall: number[];
}

/** The first contender is the floor: the ratios of the others are to it. */
export async function compareServers<TInput>(
  contenders: ReadonlyArray<ServedContender<TInput>>,
  options: CompareOptions<TInput>,
): Promise<void> {
  const { inputs, rounds, start } = options;
  const entrants: Array<Entrant<TInput>> = [];
  for (const [index, contender] of contenders.entries()) {
    const server = await start(index);
    const open = await Promise.all(
      Array.from({ length: connections }, () => KeepAliveConnection.open(server.start.url)),
    );
    const { path, headers = [], toBody } = contender;
    const requests = inputs.map((input) => ({
      text: post({ path, body: JSON.stringify(toBody(input)), headers }),
      input,
    }));
    entrants.push({ contender, server, open, requests, callsPerSecond: [], cpuPerCall: [] });
  }
  for (let round = -WARM_UP; round < rounds; round++) {
    // Each round begins with another one.
    const first = (round + WARM_UP) % entrants.length;
    for (const entrant of [...entrants.slice(first), ...entrants.slice(0, first)]) {
      await measureRound(entrant, round >= 0);
    }
  }
  print(entrants, options);
  for (const { open, server } of entrants) {
    open.forEach((connection) => connection.close());
    server.kill("SIGTERM");
    await server.exited;
  }
}

async function measureRound<TInput>(entrant: Entrant<TInput>, counts: boolean): Promise<void> {
  const { contender, server, open, requests, callsPerSecond, cpuPerCall } = entrant;
  const before = await cpuOf(server);
  const start = performance.now();
  const end = start + roundMs;
  let calls = 0;
  const work = async (connection: KeepAliveConnection): Promise<void> => {
    while (performance.now() < end) {
      const { text, input } = requests[calls++ % requests.length] as (typeof requests)[number];
      const { status, body } = await connection.send(text);
      if (status !== 200 || !contender.isAnswer(JSON.parse(body), input)) {
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

async function cpuOf(server: ServerProcess<unknown>): Promise<number> {
  return (await server.ask<{ cpuMicros: number }>("cpu")).cpuMicros;
}

function print<TInput>(
  entrants: ReadonlyArray<Entrant<TInput>>,
  { title, record, rounds }: CompareOptions<TInput>,
): void {
  const [floor] = entrants;
  if (floor === undefined) return;
  const ours = entrants.filter(({ contender }) => contender.isOurs === true);
  const width = Math.max(...entrants.map(({ contender }) => contender.name.length));
  console.log(`\n${title}: ${rounds} rounds in turns, ${connections} connections; medians`);
  console.log(`  ${"".padEnd(width)}  ${"calls per second".padStart(18)}  ${"processor time per call".padStart(24)}`);
  for (const { contender, callsPerSecond, cpuPerCall } of entrants) {
    const rate = `${Math.round(median(callsPerSecond)).toLocaleString("en")} ${ratio(callsPerSecond, floor.callsPerSecond)}`;
    const cpu = `${median(cpuPerCall).toFixed(1)} us ${ratio(cpuPerCall, floor.cpuPerCall)}`;
    console.log(`  ${contender.name.padEnd(width)}  ${rate.padStart(18)}  ${cpu.padStart(24)}`);
    if (contender.isOurs !== true) continue;
    const name = ours.length === 1 ? record : `${record}, ${contender.name}`;
    recordRatio(`${name} calls per second`, "higher", ratiosOf(callsPerSecond, floor.callsPerSecond));
    recordRatio(`${name} processor time per call`, "lower", ratiosOf(cpuPerCall, floor.cpuPerCall));
  }
  console.log(`  ratios are to ${floor.contender.name}: medians of each round's`);
}

function ratio(own: readonly number[], floor: readonly number[]): string {
  return `${median(ratiosOf(own, floor)).toFixed(2)}x`;
}
