import { setTimeout as sleep } from "node:timers/promises";
import { createSeededRandom } from "../support/seeded-random.ts";
import { planCall } from "./call-plan.ts";
import type { CallReport } from "./call-report.ts";
import { makeCall, type ChaosClient } from "./make-call.ts";

export interface Traffic {
  readonly caller: string;
  readonly prefix: string;
  readonly seed: number;
  /** Calls at a time. */
  readonly lanes: number;
  /** Calls in all. */
  readonly calls: number;
  readonly onReport: (report: CallReport) => void;
}

/** A lane waits this long after a call that did not start. Without responders, calls would only pile up. */
const waitAfterRefusalMs = 100;

/** Makes calls until all are made or `stopped` aborts. Resolves when every started call has ended. */
export async function runLanes(client: ChaosClient, traffic: Traffic, stopped: AbortSignal): Promise<void> {
  const { caller, prefix, lanes, calls, onReport } = traffic;
  const random = createSeededRandom(traffic.seed);
  let begun = 0;
  const runLane = async (): Promise<void> => {
    while (begun < calls && !stopped.aborted) {
      const plan = planCall(`${prefix}${begun++}`, random);
      const report = await makeCall(client, caller, plan);
      onReport(report);
      if (report.phase === "notStarted") await sleep(waitAfterRefusalMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
}
