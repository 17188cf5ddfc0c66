import type { Timing } from "./measure.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

/**
 * Prints one row per timing: time per call, the ratio to the first row (the median of each round's), the middle half of
 * all rounds. Records our ratios.
 */
export function printTable(timings: readonly Timing[], { title }: { readonly title: string }): void {
  const width = Math.max(...timings.map(({ name }) => name.length));
  console.log(`\n${title}`);
  console.log(`  ${"".padEnd(width)}  ${"per call".padStart(9)}  ${"ratio".padStart(7)}  middle half of the rounds`);
  for (const { name, ns, from, to, ratios, isPeer } of timings) {
    const ratio = `${formatRatio(median(ratios))}x`;
    const spread = `${formatTime(from)} to ${formatTime(to)}`;
    console.log(`  ${name.padEnd(width)}  ${formatTime(ns).padStart(9)}  ${ratio.padStart(7)}  ${spread}`);
    if (isPeer || name === timings[0]?.name) continue;
    recordRatio(`${title}: ${name}`, "lower", ratios);
  }
}

export function formatRatio(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 2 : 0);
}

function formatTime(ns: number): string {
  const [value, unit] = ns < 1e3 ? [ns, "ns"] : ns < 1e6 ? [ns / 1e3, "us"] : [ns / 1e6, "ms"];
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
