import type { Timing } from "./measure.ts";

export interface TableOptions {
  readonly title: string;
  /** What the ratios are to; the first by default. */
  readonly baseline?: Timing | undefined;
  /** Printed behind the row of that name. */
  readonly notes?: Readonly<Record<string, string>>;
}

/** One row per timing: time per call, the middle half of all rounds, and the ratio to the baseline. */
export function printTable(
  timings: readonly Timing[],
  { title, baseline = timings[0], notes = {} }: TableOptions,
): void {
  const width = Math.max(...timings.map(({ name }) => name.length));
  console.log(`\n${title}`);
  console.log(`  ${"".padEnd(width)}  ${"per call".padStart(9)}  ${"ratio".padStart(7)}  middle half of the rounds`);
  for (const { name, ns, from, to } of timings) {
    const ratio = baseline === undefined ? "" : `${formatRatio(ns / baseline.ns)}x`;
    const row = `  ${name.padEnd(width)}  ${formatTime(ns).padStart(9)}  ${ratio.padStart(7)}  `;
    const spread = `${formatTime(from)} to ${formatTime(to)}`;
    console.log(row + (name in notes ? `${spread.padEnd(22)}  ${notes[name]}` : spread));
  }
}

export function formatRatio(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 2 : 0);
}

function formatTime(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, "ns"] : ns < 1e6 ? [ns / 1e3, "us"] : [ns / 1e6, "ms"];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
