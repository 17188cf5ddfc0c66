/**
 * Every fault once, on both brokers and through a hub at the same time, because most of it is waiting. Then calls that
 * an upstream serves. `npm run soak` runs more of it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isLeftOut } from "../support/left-out.ts";
import { slices } from "../support/slices.ts";
import { watchLeftovers } from "../../src/testing/leftovers.ts";
import { announceSeed, createSeededRandom, type SeededRandom } from "../support/seeded-random.ts";
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

beforeAll(async () => {
  await Promise.all(meetings.map(async (meeting) => stages.push(await ChaosStage.start({ meeting, ...settings }))));
});

afterAll(async () => {
  const problems = await Promise.all(stages.map((stage) => stage.close()));
  expect(problems.flat()).toEqual([]);
  await leftovers.expectNothingLeft();
});

describe.each(faultNames)("when %s", (name) => {
  it("ends each call exactly once with a true outcome, and calls succeed again", async () => {
    const problems = await Promise.all(stages.map((stage) => runFault(name, stage, randoms[stage.options.meeting])));
    expect(problems.flat()).toEqual([]);
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
