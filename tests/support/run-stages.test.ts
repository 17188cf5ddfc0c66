import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runStages, tableOf } from "../../scripts/run-stages.ts";
import type { Stage, Step } from "../../scripts/run-stages.ts";

beforeEach(() => {
  vi.spyOn(console, "log").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

const passes: Step = () => Promise.resolve(0);

const outcomesOf = async (stages: readonly Stage[], steps: Record<string, Step>): Promise<unknown> =>
  (await runStages(stages, steps)).map(({ name, code }) => [name, code]);

describe("when steps are in lanes of one stage", () => {
  it("runs the lanes side by side, with the name of the step before each line", async () => {
    const labels: unknown[] = [];
    let meet = (): void => undefined;
    const met = new Promise<number>((resolve) => (meet = () => resolve(0)));
    const steps: Record<string, Step> = {
      // Ends only once the other lane has reached its second step.
      waits: (label) => {
        labels.push(label);
        return met;
      },
      first: passes,
      second: (label) => {
        labels.push(label);
        meet();
        return passes();
      },
    };
    expect(await outcomesOf([[["waits"], ["first", "second"]]], steps)).toHaveLength(3);
    expect(labels).toEqual(["waits │", "second │"]);
  });

  it("leaves the lines of a single lane unchanged", async () => {
    const step = vi.fn<Step>(passes);
    await runStages([[["only"]]], { only: step });
    expect(step).toHaveBeenCalledWith(undefined);
  });
});

describe("when a step fails", () => {
  it.each([
    ["with an exit code", (): Promise<number> => Promise.resolve(3), 3],
    ["with an error", (): Promise<number> => Promise.reject(new Error("no room on the disk")), 1],
  ])("%s, starts no further step, and waits for those that run", async (_how, fails, code) => {
    const later = vi.fn<Step>(passes);
    let hasEnded = false;
    const steps: Record<string, Step> = {
      fails,
      later,
      runs: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        hasEnded = true;
        return 0;
      },
    };
    expect(
      await outcomesOf(
        [
          [
            ["fails", "later"],
            ["runs", "later"],
          ],
          [["later"]],
        ],
        steps,
      ),
    ).toEqual([
      ["fails", code],
      ["runs", 0],
    ]);
    expect([hasEnded, later.mock.calls]).toEqual([true, []]);
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
