/** The middle value. For an even count, the upper of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const found = sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)];
  if (found === undefined) throw new Error("no values");
  return found;
}

/** The value of each round, divided by that of the floor. */
export function ratiosOf(own: readonly number[], floor: readonly number[]): number[] {
  return own.map((sample, round) => sample / (floor[round] ?? Number.NaN));
}
