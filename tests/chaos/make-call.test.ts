import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../support/seeded-random.ts";
import { planCall } from "./call-plan.ts";
import type { CallPlan, CallReport } from "./call-report.ts";
import { runLanes } from "./caller-lanes.ts";
import { makeCall, type ChaosAnswer, type ChaosClient } from "./make-call.ts";

const query: CallPlan = { key: "q", kind: "QUERY", handlerMs: 0, items: 0 };
const stream: CallPlan = { key: "s", kind: "SUBSCRIPTION", handlerMs: 0, items: 3 };
const lost = Object.assign(new Error("gone"), { code: "CONNECTION_LOST", phase: "started" });

function clientOf(items: () => AsyncIterator<ChaosAnswer, unknown, undefined>): ChaosClient {
  return { call: () => Promise.resolve({ by: "r", n: 0 }), stream: items };
}

async function* itemsOf(...numbers: number[]): AsyncGenerator<ChaosAnswer> {
  for (const n of numbers) yield { by: "r", n };
}

describe("when a call is made", () => {
  it("reports its result", async () => {
    const report = await makeCall(clientOf(itemsOf), "c", query);
    expect(report).toMatchObject({ outcome: "result", by: "r", caller: "c", plan: query });
  });

  it("reports its error, with code and phase", async () => {
    const report = await makeCall({ ...clientOf(itemsOf), call: () => Promise.reject(lost) }, "c", query);
    expect(report).toMatchObject({ outcome: "error", code: "CONNECTION_LOST", phase: "started" });
  });

  it("reports an error that is not a `CallError`", async () => {
    const report = await makeCall({ ...clientOf(itemsOf), call: () => Promise.reject(new Error("odd")) }, "c", query);
    expect(report.wrong).toContain("odd");
  });
});

describe("when a stream is followed", () => {
  it("counts its items", async () => {
    const report = await makeCall(
      clientOf(() => itemsOf(0, 1, 2)),
      "c",
      stream,
    );
    expect(report).toMatchObject({ outcome: "result", received: 3 });
    expect(report.wrong).toBeUndefined();
  });

  it("notices a gap", async () => {
    const report = await makeCall(
      clientOf(() => itemsOf(0, 2)),
      "c",
      stream,
    );
    expect(report.wrong).toContain("item 2 came where 1 was due");
  });

  it("keeps the items before an error", async () => {
    async function* broken(): AsyncGenerator<ChaosAnswer> {
      yield* itemsOf(0, 1);
      throw lost;
    }
    expect(await makeCall(clientOf(broken), "c", stream)).toMatchObject({ outcome: "error", received: 2, by: "r" });
  });

  it("notices an item after the end", async () => {
    let asked = 0;
    const endless = (): AsyncIterator<ChaosAnswer, unknown, undefined> => ({
      next: () => Promise.resolve(asked++ === 0 ? { done: true, value: undefined } : { value: { by: "r", n: 0 } }),
    });
    expect((await makeCall(clientOf(endless), "c", stream)).wrong).toContain("after the end");
  });
});

describe("when lanes run", () => {
  it("makes the requested number of calls, each with its own key, and the same calls for the same seed", async () => {
    const plans = async (seed: number): Promise<CallPlan[]> => {
      const reports: CallReport[] = [];
      const onReport = (report: CallReport): void => void reports.push(report);
      const traffic = { caller: "c", prefix: "k", seed, lanes: 1, calls: 50, onReport };
      await runLanes(clientOf(itemsOf), traffic, new AbortController().signal);
      return reports.map(({ plan }) => plan);
    };
    const first = await plans(1);
    expect(new Set(first.map(({ key }) => key)).size).toBe(50);
    expect(await plans(1)).toEqual(first);
    expect(await plans(2)).not.toEqual(first);
  });

  it("stops when told to", async () => {
    const stop = new AbortController();
    let ended = 0;
    const onReport = (): void => {
      if (++ended === 5) stop.abort();
    };
    const traffic = { caller: "c", prefix: "k", seed: 1, lanes: 2, calls: 1_000, onReport };
    await runLanes(clientOf(itemsOf), traffic, stop.signal);
    expect(ended).toBeLessThan(10);
  });

  it("mixes all kinds, and plans aborts and deadlines", () => {
    const random = createSeededRandom(3);
    const plans = Array.from({ length: 500 }, (_, index) => planCall(`k${index}`, random));
    expect(new Set(plans.map(({ kind }) => kind)).size).toBe(3);
    expect(plans.some(({ abortAfterMs }) => abortAfterMs !== undefined)).toBe(true);
    expect(plans.some(({ deadlineMs }) => deadlineMs !== undefined)).toBe(true);
  });
});
