import { describe, expect, it } from "vitest";
import { adviceOn, adviceOnRest, isSafeToRepeat } from "./advice.ts";
import { ERROR_TABLE } from "./error-table.ts";
import type { CallPhase } from "./error-table.ts";

const PHASES: readonly CallPhase[] = ["notStarted", "started", "unknown"];
const OPERATIONS = ["QUERY", "MUTATION", "SUBSCRIPTION", undefined].flatMap((type) =>
  [true, false, undefined].map((idempotent) => ({ type, idempotent })),
);

describe("when an error advises about repeating its call", () => {
  it("warns exactly where a repetition may do the work twice, whether or not the error is retryable", () => {
    for (const operation of OPERATIONS)
      for (const phase of [...PHASES, undefined])
        for (const retryable of [true, false]) {
          const isSafe = operation.type === "QUERY" || operation.idempotent === true || phase === "notStarted";
          expect(isSafeToRepeat(operation, phase)).toBe(isSafe);
          expect(adviceOn({ retryable, phase }, operation)).toBe(
            !isSafe
              ? "It may have run: check before you repeat it."
              : retryable
                ? "Trying again later may help."
                : undefined,
          );
        }
  });

  it("asks for less of an answer only where the call can be made again", () => {
    const rest = (operation: { type: string; idempotent?: boolean }): string => adviceOnRest(operation);
    expect(rest({ type: "QUERY" })).toMatch(/^Call it again for less/);
    expect(rest({ type: "MUTATION", idempotent: true })).toMatch(/^Call it again for less/);
    expect(rest({ type: "MUTATION" })).toBe("It has run: check before you repeat it.");
  });

  it("leaves repetition out of the advice for the codes, which know neither type nor phase", () => {
    for (const { advice } of Object.values(ERROR_TABLE)) expect(advice).not.toMatch(/\b(?:again|retry)\b|\brepeat/i);
  });
});
