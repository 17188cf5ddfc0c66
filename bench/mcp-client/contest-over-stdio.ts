/**
 * Compares the clients over stdio by their processor time, in several processes.
 *
 * The time until an answer says little here. Each client has its own server, and a call one after the other is mostly
 * two processes that wake each other. How long each waits for a processor depends on where the scheduler puts the two
 * servers, and that stays so for a whole run. It also depends on the session: Linux shares processors out by session,
 * and we start a server in one of its own. The bare SDK against itself, with one server started by `setsid`, has read
 * from 0.43x to 3.29x on a busy machine; by processor time it read 0.90x to 1.11x.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, ratiosOf } from "../median.ts";
import { formatRatio } from "../print-table.ts";
import { recordRatio } from "../record-ratio.ts";
import type { PairTimes } from "./stdio-pair.ts";

const processes = 7;
const program = join(import.meta.dirname, "stdio-pair.ts");
const run = promisify(execFile);

export async function contestOverStdio(title: string, atOnce: number): Promise<void> {
  const pairs: PairTimes[] = [];
  while (pairs.length < processes) {
    const { stdout } = await run(process.execPath, ["--import", "tsx", program, String(atOnce)]);
    pairs.push(JSON.parse(stdout) as PairTimes);
  }
  console.log(`\n${title}, in ${processes} processes`);
  console.log(`  ${"".padEnd(18)}  processor time per call  until the answer`);
  for (const [side, name] of [["bare", "bare SDK, callTool"] as const, ["ours", "registry.execute"] as const]) {
    const typical = (kind: "processor" | "elapsed"): string =>
      `${median(pairs.map((pair) => median(pair[side][kind]))).toFixed(0)} us`;
    console.log(`  ${name.padEnd(18)}  ${typical("processor").padStart(23)}  ${typical("elapsed").padStart(16)}`);
  }
  const processor = pairs.map(({ bare, ours }) => median(ratiosOf(ours.processor, bare.processor)));
  const elapsed = pairs.map(({ bare, ours }) => median(ratiosOf(ours.elapsed, bare.elapsed)));
  console.log(`  calls per processor time: ${spread(processor)} of the SDK's (budget: 1x or more)`);
  console.log(`  calls per second: ${spread(elapsed)} of the SDK's (no budget: mostly the scheduler's)`);
  recordRatio(`${title}: registry.execute, processor time`, "lower", processor);
}

/** How many times as many calls, from the times of a call. */
function spread(times: readonly number[]): string {
  const rates = times.map((time) => 1 / time);
  return `${formatRatio(median(rates))}x (${formatRatio(Math.min(...rates))}x to ${formatRatio(Math.max(...rates))}x)`;
}
