/** How a benchmark passes its ratios to `npm run bench -- --record`, which started it. */
import { appendFileSync } from "node:fs";
import { median, quantile } from "./median.ts";

/** A ratio between ours and something that ran at the same time, so that it means the same on another day. */
export interface Ratio {
  readonly name: string;
  /** The median of all rounds, and the middle half of them. All three are equal for values that do not vary. */
  readonly ratio: number;
  readonly from: number;
  readonly to: number;
  readonly better: "lower" | "higher";
}

/** Names the file that collects the ratios of a benchmark, one line each. */
export const ratiosVariable = "OPERATIONS_BENCH_RATIOS";

/** Stores a ratio, given as one value or as the values of all rounds, if this run is recorded. */
export function recordRatio(name: string, better: Ratio["better"], values: number | readonly number[]): void {
  const rounds = typeof values === "number" ? [values] : values;
  if (rounds.length === 0) return;
  keepRatio({ name, better, ratio: median(rounds), from: quantile(rounds, 0.25), to: quantile(rounds, 0.75) });
}

function keepRatio(ratio: Ratio): void {
  const file = process.env[ratiosVariable];
  const rounded = (_key: string, value: unknown): unknown =>
    typeof value === "number" ? Number(value.toPrecision(4)) : value;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(ratio, rounded)}\n`);
}
