import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runSteps, tableOf } from "../../scripts/run-steps.ts";
import type { PlannedStep, Step } from "../../scripts/run-steps.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

const passes: Step = () => Promise.resolve(0);

const outcomesOf = async (plan: readonly PlannedStep[], steps: Record<string, Step>): Promise<unknown> =>
  (await runSteps(plan, steps)).map(({ name, code }) => [name, code]);

/** A step that ends when the test says so, and the number of its starts. */
function held(): { readonly step: Step; readonly end: () => void; readonly starts: () => number } {
  let starts = 0;
  let end = (_code: number): void => undefined;
  const ended = new Promise<number>((resolve) => (end = resolve));
  const step: Step = () => {
    starts++;
    return ended;
  };
  return { step, end: () => end(0), starts: () => starts };
}

/** Everything that can start without another end has started. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("when several steps are ready", () => {
  it("runs three at a time, and beside them those that only wait", async () => {
    const steps = { waits: held(), one: held(), two: held(), three: held(), four: held() };
    const run = outcomesOf(
      [{ name: "waits", needsNoSlot: true }, { name: "one" }, { name: "two" }, { name: "three" }, { name: "four" }],
      Object.fromEntries(Object.entries(steps).map(([name, { step }]) => [name, step])),
    );
    const started = (): number[] => Object.values(steps).map(({ starts }) => starts());
    await settled();
    expect(started()).toEqual([1, 1, 1, 1, 0]);
    steps.waits.end();
    await settled();
    expect(started()).toEqual([1, 1, 1, 1, 0]);
    steps.two.end();
    await settled();
    expect(started()).toEqual([1, 1, 1, 1, 1]);
    steps.one.end();
    steps.three.end();
    steps.four.end();
    expect(await run).toHaveLength(5);
  });

  it("starts a step only when those before it have passed, and lets a later one go first", async () => {
    const first = held();
    const order: string[] = [];
    const noted = (name: string): Step => {
      return () => {
        order.push(name);
        if (name === "independent") first.end();
        return passes();
      };
    };
    const run = outcomesOf(
      [{ name: "first" }, { name: "second", after: ["first", "not in the plan"] }, { name: "independent" }],
      { first: first.step, second: noted("second"), independent: noted("independent") },
    );
    await run;
    expect(order).toEqual(["independent", "second"]);
  });

  it("puts the name of the step before each line, but not if a step runs alone", async () => {
    const step = vi.fn<Step>(passes);
    await runSteps([{ name: "one" }, { name: "two" }], { one: step, two: step });
    expect(step.mock.calls).toEqual([["one │"], ["two │"]]);
    await runSteps([{ name: "waits", needsNoSlot: true }, { name: "only" }], { waits: passes, only: step });
    expect(step).toHaveBeenLastCalledWith(undefined);
  });

  it("refuses steps that wait for each other", async () => {
    const plan = [
      { name: "hen", after: ["egg"] },
      { name: "egg", after: ["hen"] },
    ];
    await expect(runSteps(plan, { hen: passes, egg: passes })).rejects.toThrow("wait for each other: hen, egg");
  });
});

describe("when a step fails", () => {
  it.each([
    ["with an exit code", (): Promise<number> => Promise.resolve(3), 3],
    ["with an error", (): Promise<number> => Promise.reject(new Error("no room on the disk")), 1],
  ])("%s, starts no further step, and waits for those that run", async (_how, fails, code) => {
    const later = vi.fn<Step>(passes);
    const runs = held();
    const run = outcomesOf(
      [{ name: "fails" }, { name: "runs" }, { name: "too" }, { name: "later" }, { name: "last", after: ["runs"] }],
      { fails, runs: runs.step, too: runs.step, later, last: later },
    );
    await settled();
    runs.end();
    expect(await run).toEqual([
      ["fails", code],
      ["runs", 0],
      ["too", 0],
    ]);
    expect(later.mock.calls).toEqual([]);
  });
});

it("prints the seconds of each step in a table", () => {
  const results = [
    { name: "lint", code: 0, seconds: 31.25 },
    { name: "unit", code: 1, seconds: 400 },
  ];
  expect(tableOf(results, 410.04).split("\n")).toEqual([
    "  step         seconds",
    "✔ lint            31.3",
    "✘ unit           400.0",
    "  all            410.0",
  ]);
});
