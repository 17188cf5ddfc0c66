import { CallError } from "../errors/call-error.ts";
import { LONGEST_DELAY } from "../shared/time/deadline-timer.ts";
import type { CodeLimits } from "./executor/code-executor.ts";

export const DEFAULT_CODE_LIMITS: CodeLimits = {
  timeout: 60_000,
  computeTime: 5000,
  memory: 64 * 2 ** 20,
  codeLength: 100_000,
  calls: 100,
  parallelCalls: 8,
  inputLength: 1_000_000,
  outputLength: 4_000_000,
};

/** The smallest and largest value of each limit. */
export const CODE_LIMIT_RANGES: Readonly<Record<keyof CodeLimits, readonly [min: number, max: number]>> = {
  timeout: [1, LONGEST_DELAY],
  computeTime: [1, 600_000],
  memory: [2 ** 20, 512 * 2 ** 20],
  codeLength: [1, 10_000_000],
  calls: [0, 1_000_000],
  parallelCalls: [1, 1000],
  inputLength: [2, 50_000_000],
  outputLength: [1, 50_000_000],
};

/** The limits with their defaults in place. */
export function toCodeLimits(given: Partial<CodeLimits> = {}): CodeLimits {
  const chosen = Object.entries(given).filter(([, value]) => (value as unknown) !== undefined);
  const limits: CodeLimits = { ...DEFAULT_CODE_LIMITS, ...Object.fromEntries(chosen) };
  for (const [name, [min, max]] of Object.entries(CODE_LIMIT_RANGES)) {
    const value: unknown = limits[name as keyof CodeLimits];
    if (typeof value === "number" && value >= min && value <= max) continue;
    throw new CallError("VALIDATION_ERROR", `limits.${name} is ${String(value)}: give a number from ${min} to ${max}.`);
  }
  return limits;
}
