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
  /** Further header lines. */
  readonly headers?: readonly string[];
  /** Whether to record its ratios. */
  readonly isOurs?: boolean;
  toBody(this: void, input: TInput): unknown;
  isAnswer(this: void, body: unknown, input: TInput): boolean;
}

export interface CompareOptions<TInput> {
  readonly title: string;
  /** A prefix for the name in the record. */
  readonly record: string;
  readonly inputs: readonly TInput[];
  readonly rounds: number;
  /** The name of a further contender to compare ours with. */
  readonly against?: string;
  start(this: void, index: number): Promise<ServerProcess<{ url: string }>>;
}

const connections = 50;
const callsPerRound = 500;
/** The calls before measuring, so that the compilers have finished. */
const WARM_UP = 5000;

interface Entrant<TInput> {
  readonly contender: ServedContender<TInput>;
  readonly server: ServerProcess<{ url: string }>;
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
    const { path, headers = [], toBody } = contender;
    const requests = inputs.map((input) => ({
      text: post({ path, body: JSON.stringify(toBody(input)), headers }),
      input,
    }));
    entrants.push({ contender, server, requests, callsPerSecond: [], cpuPerCall: [] });
  }
  for (const entrant of entrants) await makeCalls(entrant, WARM_UP);
  for (let round = 0; round < rounds; round++) {
    // Each round begins with a different contender.
    const first = round % entrants.length;
    for (const entrant of [...entrants.slice(first), ...entrants.slice(0, first)]) {
      const { callsPerSecond, cpuPerCall } = await makeCalls(entrant, callsPerRound);
      entrant.callsPerSecond.push(callsPerSecond);
      entrant.cpuPerCall.push(cpuPerCall);
    }
  }
  print(entrants, options);
  for (const { server } of entrants) {
    server.kill("SIGTERM");
    await server.exited;
  }
}

interface Measured {
  readonly callsPerSecond: number;
  readonly cpuPerCall: number;
}

async function makeCalls<TInput>(entrant: Entrant<TInput>, count: number): Promise<Measured> {
  const { contender, server, requests } = entrant;
  const call = async (connection: KeepAliveConnection, index: number): Promise<void> => {
    const { text, input } = requests[index % requests.length] as (typeof requests)[number];
    const { status, body } = await connection.send(text);
    if (status !== 200 || !contender.isAnswer(JSON.parse(body), input)) {
      throw new Error(`${contender.name} answered ${status}: ${body}`);
    }
  };
  // The connections of the last round may be gone: servers close idle connections after some seconds.
  const open = await Promise.all(Array.from({ length: connections }, () => KeepAliveConnection.open(server.start.url)));
  await Promise.all(open.map(call));
  let calls = 0;
  const before = await cpuOf(server);
  const start = performance.now();
  const work = async (connection: KeepAliveConnection): Promise<void> => {
    while (calls < count) await call(connection, calls++);
  };
  await Promise.all(open.map(work));
  const seconds = (performance.now() - start) / 1000;
  const cpu = (await cpuOf(server)) - before;
  open.forEach((connection) => connection.close());
  return { callsPerSecond: calls / seconds, cpuPerCall: cpu / calls };
}

async function cpuOf(server: ServerProcess<unknown>): Promise<number> {
  return (await server.ask<{ cpuMicros: number }>("cpu")).cpuMicros;
}

function print<TInput>(
  entrants: ReadonlyArray<Entrant<TInput>>,
  { title, record, rounds, against }: CompareOptions<TInput>,
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
  const other = entrants.find(({ contender }) => contender.name === against);
  if (other === undefined) return;
  for (const { contender, callsPerSecond, cpuPerCall } of ours) {
    const rate = ratio(callsPerSecond, other.callsPerSecond);
    console.log(
      `  ${contender.name}, to ${against}: ${rate} calls, ${ratio(cpuPerCall, other.cpuPerCall)} processor time`,
    );
    recordRatio(
      `${record}, ${contender.name}, to ${against}`,
      "higher",
      ratiosOf(callsPerSecond, other.callsPerSecond),
    );
  }
}

function ratio(own: readonly number[], floor: readonly number[]): string {
  return `${median(ratiosOf(own, floor)).toFixed(2)}x`;
}
