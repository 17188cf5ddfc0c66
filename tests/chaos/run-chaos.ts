import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom, type SeededRandom } from "../support/seeded-random.ts";
import type { CallReport, MeetingKind } from "./call-report.ts";
import { ChaosStage, type Slot } from "./chaos-stage.ts";
import { faultNames, faults, type FaultName } from "./faults.ts";
import { measureDetection } from "./verdict.ts";

export interface ChaosOptions {
  readonly meeting: MeetingKind;
  readonly seed: number;
  /** How long calls are made, unless `calls` says how many. */
  readonly ms: number;
  /** By both callers together. */
  readonly calls?: number;
  readonly print: (line: string) => void;
}

export interface ChaosResult {
  readonly problems: readonly string[];
  readonly calls: number;
  readonly faults: number;
}

const heartbeatMs = 500;
const slackMs = 1_500;
const lanesOfCalls = 32;
const lanesOfFaults = 2;
const progressMs = 10_000;

/** Causes random faults, up to two at a time, for as long as calls are made. */
export async function runChaos({ meeting, seed, ms, calls, print }: ChaosOptions): Promise<ChaosResult> {
  const stage = await ChaosStage.start({ meeting, heartbeatMs, slackMs });
  const happened = new Map<FaultName, number>();
  const say = (what: string): void => print(`${meeting}: ${what}`);
  const progress = setInterval(() => say(describeProgress(stage.reports, happened)), progressMs);
  const over = new AbortController();
  let stop: NodeJS.Timeout | undefined;
  try {
    const limit = calls === undefined ? {} : { calls: Math.ceil(calls / 2) };
    await stage.beginTraffic({ prefix: "", seed, lanes: lanesOfCalls, ...limit });
    // A caller that ended itself fails `trafficEnded` below.
    if (calls === undefined) stop = setTimeout(() => void stage.stopTraffic().catch(() => undefined), ms);
    const busy = new Set<Slot>();
    const troubles = Array.from({ length: lanesOfFaults }, (_, lane) =>
      makeTrouble({ stage, random: createSeededRandom(seed + 1_000 + lane), happened, busy, over: over.signal }),
    );
    // The lanes of faults end only when told to, or by failing.
    await Promise.race([stage.trafficEnded(), Promise.all(troubles)]);
    over.abort();
    await Promise.all(troubles);
    await stage.expectRecovery();
    const soFar = await stage.problems();
    say(describeProgress(stage.reports, happened));
    say(describeDetection(measureDetection(stage.evidence())));
    const problems = new Set([...soFar, ...(await stage.close())]);
    return { problems: [...problems], calls: stage.reports.length, faults: sum(happened.values()) };
  } finally {
    over.abort();
    clearTimeout(stop);
    clearInterval(progress);
    await stage.destroy();
  }
}

interface Trouble {
  readonly stage: ChaosStage;
  readonly random: SeededRandom;
  readonly happened: Map<FaultName, number>;
  readonly busy: Set<Slot>;
  readonly over: AbortSignal;
}

async function makeTrouble({ stage, random, happened, busy, over }: Trouble): Promise<void> {
  while (!over.aborted) {
    const name = random.pick(faultNames);
    const responder = random.pick(stage.responders.filter((slot) => !busy.has(slot)));
    const caller = random.pick(stage.callers.filter((slot) => !busy.has(slot)));
    const holdMs = random.between(50, 3 * heartbeatMs + 1_000);
    busy.add(responder).add(caller);
    await faults[name]({ stage, random, responder, caller, holdMs, over });
    busy.delete(responder);
    busy.delete(caller);
    happened.set(name, (happened.get(name) ?? 0) + 1);
    await sleep(random.between(0, 1_500));
  }
}

function describeProgress(reports: readonly CallReport[], happened: ReadonlyMap<FaultName, number>): string {
  return `${reports.length} calls ended under ${sum(happened.values())} faults: ${describeEnds(reports)}`;
}

/** How often calls ended in each way. */
export function describeEnds(reports: readonly CallReport[]): string {
  const ends = new Map<string, number>();
  for (const { outcome, code, phase } of reports) {
    const end = outcome === "error" ? `${code}/${phase}` : outcome;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  return [...ends]
    .toSorted((a, b) => b[1] - a[1])
    .map(([end, count]) => `${end} ${count}`)
    .join(", ");
}

function describeDetection(times: readonly number[]): string {
  if (times.length === 0) return "no killed responder had a call";
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)];
  const heartbeats = (Math.max(...times) / heartbeatMs).toFixed(1);
  return `killed responders: ${times.length} callers learned after ${median} ms (median), at most ${heartbeats} heartbeats`;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const each of numbers) total += each;
  return total;
}
