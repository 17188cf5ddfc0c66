/**
 * Every fault once: on a broker or through a hub. The seed says which fault falls to which of the three, and they take
 * their faults at the same time, because most of it is waiting. Then calls that an upstream serves. `npm run soak` causes
 * every fault everywhere, many times.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { slices } from "../support/slices.ts";
import { watchLeftovers } from "../../src/testing/leftovers.ts";
import { announceSeed, createSeededRandom, type SeededRandom } from "../support/seeded-random.ts";
import type { MeetingKind } from "./call-report.ts";
import { ChaosStage } from "./chaos-stage.ts";
import { faultNames, faults, type FaultName } from "./faults.ts";
import { nameOfPath, runUpstream, upstreamPaths } from "./upstream-stage.ts";

const settings = { heartbeatMs: 400, slackMs: 1_500 };
/** Long enough that callers must notice. */
const holdMs = 3 * settings.heartbeatMs + settings.slackMs;
const seed = announceSeed(undefined);
const randoms = {
  redis: createSeededRandom(seed),
  nats: createSeededRandom(seed + 1),
  hub: createSeededRandom(seed + 2),
};
const leftovers = watchLeftovers();
const stages: ChaosStage[] = [];
const meetings = (["redis", "nats", "hub"] as const).filter((meeting) => !isLeftOut(meeting));

afterAll(() => leftovers.expectNothingLeft());

describe("when peers meet at a broker or a hub", () => {
  beforeAll(async () => {
    await Promise.all(meetings.map(async (meeting) => stages.push(await ChaosStage.start({ meeting, ...settings }))));
  });

  // Fifteen peers: they would send heartbeats until the end.
  afterAll(async () => {
    const problems = await Promise.all(stages.map((stage) => stage.close()));
    expect(problems.flat()).toEqual([]);
  });

  it.each(inRounds(faultNames, seed, meetings))(
    "ends each call exactly once with a true outcome, and calls succeed again, when %s",
    async (_names, round) => {
      const problems = await Promise.all(
        [...round].map(([meeting, name]) => runFault(name, stageOf(meeting), randoms[meeting])),
      );
      expect(problems.flat()).toEqual([]);
    },
  );

  // The faults alone make some ten thousand, but a slow machine makes fewer.
  it("has judged the outcomes and phases of 2,000 calls", async () => {
    const missing = slices.chaosCalls - stages.reduce((sum, { reports }) => sum + reports.length, 0);
    const calls = Math.max(0, Math.ceil(missing / stages.length / 2));
    await Promise.all(stages.map((stage) => stage.beginTraffic({ prefix: "last-", seed, lanes: 6, calls })));
    await Promise.all(stages.map((stage) => stage.trafficEnded()));
    const all = stages.flatMap(({ reports }) => reports);
    expect(all.length).toBeGreaterThanOrEqual(slices.chaosCalls);
    expect(all.some(({ plan: { hasIds }, outcome }) => hasIds === true && outcome === "result")).toBe(true);
  });
});

describe("when an upstream that serves the calls breaks", () => {
  it.each(upstreamPaths.map((path) => [nameOfPath(path), path] as const))(
    "reports no phase that the upstream's log of runs refutes: %s",
    async (_name, path) => {
      const { problems, calls } = await runUpstream({ path, seed, calls: slices.upstreamCalls, lanes: 16 });
      expect(problems).toEqual([]);
      expect(calls).toBe(slices.upstreamCalls);
    },
  );
});

type Round = ReadonlyMap<MeetingKind, FaultName>;

/** Deals the faults in their order. The seed turns the order of the meetings, so that each fault visits all of them. */
function inRounds(names: readonly FaultName[], turn: number, among: readonly MeetingKind[]): Array<[string, Round]> {
  return Array.from({ length: Math.ceil(names.length / among.length) }, (_, index) => {
    const dealt = names.slice(index * among.length, (index + 1) * among.length);
    const round = new Map(dealt.map((name, place) => [among[(place + turn) % among.length] as MeetingKind, name]));
    return [Array.from(round, ([meeting, name]) => `${name} (${meeting})`).join(", "), round];
  });
}

function stageOf(meeting: MeetingKind): ChaosStage {
  const stage = stages.find(({ options }) => options.meeting === meeting);
  if (stage === undefined) throw new Error(`no stage for ${meeting}`);
  return stage;
}

async function runFault(name: FaultName, stage: ChaosStage, random: SeededRandom): Promise<string[]> {
  const before = stage.reports.length;
  const responder = random.pick(stage.responders);
  const caller = random.pick(stage.callers);
  await stage.beginTraffic({ prefix: `${before}-`, seed: random.between(0, 1e9), lanes: 6 });
  await sleep(300);
  await faults[name]({ stage, random, responder, caller, holdMs });
  await sleep(300);
  await stage.stopTraffic();
  await stage.expectRecovery();
  const problems = await stage.problems(before);
  return problems.map((problem) => `${stage.options.meeting}: ${problem}`);
}
