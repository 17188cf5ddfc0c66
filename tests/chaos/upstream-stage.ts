/** Calls of operations that an upstream serves, while the upstream and everything on the way to it break. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endWithParent } from "../support/end-with-parent.ts";
import { readRanLog } from "../support/ran-log.ts";
import type { SeededRandom } from "../support/seeded-random.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { watchStalls } from "../support/stall-meter.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { planCall } from "./call-plan.ts";
import type { CallPlan, CallReport } from "./call-report.ts";
import { makeCall, type ChaosClient } from "./make-call.ts";
import { describeEnds } from "./run-chaos.ts";
import { importThroughHub, importUpstream, type UpstreamClient } from "./upstream-client.ts";
import {
  longestFaultMs,
  startUpstream,
  upstreamSources,
  type UpstreamFault,
  type UpstreamProcess,
  type UpstreamSource,
} from "./upstream-process.ts";
import { judge, type ProcessStall } from "./verdict.ts";

/** From the caller to the upstream, directly or through a hub. */
export interface UpstreamPath {
  readonly source: UpstreamSource;
  readonly isThroughHub: boolean;
}

export const upstreamPaths: readonly UpstreamPath[] = [false, true].flatMap((isThroughHub) =>
  upstreamSources.map((source) => ({ source, isThroughHub })),
);

export function nameOfPath({ source, isThroughHub }: UpstreamPath): string {
  return isThroughHub ? `hub in front of ${source}` : source;
}

export interface UpstreamOptions {
  readonly path: UpstreamPath;
  readonly seed: number;
  readonly lanes: number;
  /** How long calls are made, unless `calls` says how many. */
  readonly ms?: number;
  readonly calls?: number;
  readonly print?: (line: string) => void;
}

export interface UpstreamResult {
  readonly problems: readonly string[];
  readonly calls: number;
  readonly faults: number;
}

const slackMs = 20_000;

/** Makes the calls, and judges each by the upstream's log of runs. */
export async function runUpstream(options: UpstreamOptions): Promise<UpstreamResult> {
  const { source, isThroughHub } = options.path;
  const folder = makeTempFolder("upstream");
  const releaseFolder = endWithParent({ folder });
  const ranLog = join(folder, "ran.log");
  const stalls: ProcessStall[] = [];
  const stopWatch = watchStalls((stall) => stalls.push({ ...stall, of: "runner" }));
  const over = new AbortController();
  const random = createSeededRandom(options.seed + 1);
  let upstream: UpstreamProcess | undefined;
  let client: UpstreamClient | undefined;
  try {
    const msBetweenDeaths = isThroughHub ? 11_000 : 0;
    upstream = await startUpstream({ source, folder, ranLog, random, msBetweenDeaths });
    client = await (isThroughHub ? importThroughHub(upstream.config, random) : importUpstream(upstream.config));
    const reports: CallReport[] = [];
    const trouble = makeTrouble([...upstream.faults, ...client.faults], random, over.signal);
    await runCalls(client, options, (report) => reports.push(report));
    over.abort();
    const faults = await trouble;
    // A request that a proxy or a stopped process held may still start.
    await sleep(longestFaultMs);
    const runs = readRanLog(ranLog);
    options.print?.(`${nameOfPath(options.path)}: ${describeEnds(reports)}`);
    const problems = judge({ reports, runs, deaths: [], heartbeatMs: 0, slackMs, stalls });
    return { problems, calls: reports.length, faults };
  } finally {
    over.abort();
    stopWatch();
    await client?.close();
    await upstream?.close();
    rmSync(folder, { recursive: true, force: true });
    releaseFolder();
  }
}

async function runCalls(client: ChaosClient, options: UpstreamOptions, onReport: (report: CallReport) => void) {
  const { seed, path, calls = Infinity, ms = Infinity } = options;
  const random = createSeededRandom(seed);
  const end = calls === Infinity ? Date.now() + ms : Infinity;
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < calls && Date.now() < end) {
      const report = await makeCall(client, "runner", planFor(path, `${path.source}-${begun++}`, random));
      onReport(report);
      // A hub takes a second to restart. Calls that fail meanwhile say little.
      if (report.phase === "notStarted") await sleep(path.isThroughHub ? 300 : 20);
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
}

/**
 * More calls run short of time than on a bus: a deadline during a hanging request shows whether phases are known or
 * guessed.
 */
function planFor({ source }: UpstreamPath, key: string, random: SeededRandom): CallPlan {
  const plan = planCall(key, random);
  const short = random.chance(0.2) ? { deadlineMs: random.between(1, 60) } : {};
  // MCP has no streams.
  const isStream = plan.kind === "SUBSCRIPTION" && source !== "openapi";
  // Nothing on these paths resumes a stream.
  return { ...plan, ...short, hasIds: false, ...(isStream && { kind: "MUTATION", items: 0 }) };
}

async function makeTrouble(faults: readonly UpstreamFault[], random: SeededRandom, over: AbortSignal): Promise<number> {
  let count = 0;
  while (!over.aborted) {
    await random.pick(faults)(over);
    count++;
    await sleep(random.between(100, 2_000));
  }
  return count;
}
