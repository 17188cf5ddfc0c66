/** Every fault once on each broker; `npm run chaos` has more of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrokerKind } from "../support/broker-servers.ts";
import { watchLeftovers } from "../support/leftovers.ts";
import { announceSeed, createSeededRandom } from "../support/seeded-random.ts";
import { ChaosStage } from "./chaos-stage.ts";
import { faultNames, faults } from "./faults.ts";

const random = createSeededRandom(announceSeed(undefined));
const settings = { heartbeatMs: 400, slackMs: 1_500 };
/** Long enough for callers to have to learn of it. */
const holdMs = 3 * settings.heartbeatMs + settings.slackMs;
const leftovers = watchLeftovers();

// At the same time: most of it is waiting.
describe.concurrent.each<BrokerKind>(["redis", "nats"])("on %s, when", (broker) => {
  let stage: ChaosStage;

  beforeAll(async () => {
    stage = await ChaosStage.start({ broker, ...settings });
  });
  afterAll(async () => {
    expect(await stage.close()).toEqual([]);
  });

  it.sequential.each(faultNames)("%s, each call ends once and truly, and calls succeed again", async (name) => {
    const before = stage.reports.length;
    const [responder, caller] = [random.pick(stage.responders), random.pick(stage.callers)];
    await stage.beginTraffic({ prefix: `${before}-`, seed: random.between(0, 1e9), lanes: 6 });
    await sleep(300);
    await faults[name]({ stage, random, responder, caller, holdMs });
    await sleep(300);
    await stage.stopTraffic();
    await stage.expectRecovery();
    expect(await stage.problems(before)).toEqual([]);
  });
});

afterAll(() => leftovers.expectNothingLeft());
