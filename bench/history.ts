/**
 * The ratios of each landing, in one file each under `bench/history/`, and what has become worse since the previous
 * one.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { root } from "../scripts/run-command.ts";
import { formatRatio } from "./print-table.ts";
import type { Ratio } from "./record-ratio.ts";

export interface Landing {
  readonly date: string;
  /** Ends with `-dirty` if the tree had uncommitted changes. */
  readonly commit: string;
  readonly machine: { readonly cores: number; readonly node: string; readonly platform: string };
  readonly ratios: readonly Ratio[];
}

const folder = join(import.meta.dirname, "history");

/** Two runs of the same code differ by this much, even if the rounds of each agree. */
const noise = 0.1;
/** For values that are measured once because they hardly vary: sizes, and the heap after a collection. */
const noiseOfExact = 0.02;

/** Records a landing, and returns the name of its file. Names sort by date. */
export function recordLanding(ratios: readonly Ratio[]): string {
  const date = new Date().toISOString();
  const commit = execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], {
    cwd: root,
    encoding: "utf8",
  });
  const machine = {
    cores: availableParallelism(),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
  const landing: Landing = { date, commit: commit.trim(), machine, ratios };
  const name = `${date.slice(0, 16).replace("T", "-").replace(":", "")}-${landing.commit}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${JSON.stringify(landing, undefined, 2)}\n`);
  return `bench/history/${name}`;
}

/** Prints the newest landing beside the one before. */
export function compareLandings(): void {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  const [before, now] = names.slice(-2).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Landing);
  if (before === undefined || now === undefined) {
    console.log("There are not two landings to compare yet: `npm run bench -- --record` adds one.");
    return;
  }
  console.log(`\nbefore  ${describe(before)}\nnow     ${describe(now)}`);
  if (describeMachine(before) !== describeMachine(now))
    console.log("The machines differ, so the ratios may differ too.");
  printRows(before, now);
}

function printRows(before: Landing, now: Landing): void {
  const old = new Map(before.ratios.map((ratio) => [ratio.name, ratio]));
  const width = Math.max(...now.ratios.map(({ name }) => name.length));
  console.log(`\n${"".padEnd(width)}  ${"before".padStart(8)}  ${"now".padStart(8)}  better is`);
  let losses = 0;
  for (const ratio of now.ratios) {
    const earlier = old.get(ratio.name);
    const isWorse = earlier !== undefined && isLoss(earlier, ratio);
    if (isWorse) losses++;
    const cells = [earlier === undefined ? "-" : `${formatRatio(earlier.ratio)}x`, `${formatRatio(ratio.ratio)}x`];
    const row = `${ratio.name.padEnd(width)}  ${cells.map((text) => text.padStart(8)).join("  ")}  ${ratio.better}`;
    console.log(isWorse ? `${row}   WORSE` : row);
  }
  const gone = before.ratios.filter(({ name }) => now.ratios.every((ratio) => ratio.name !== name));
  if (gone.length > 0) console.log(`\nnot measured this time: ${gone.map(({ name }) => name).join("; ")}`);
  console.log(`\n${losses} worse by more than the noise`);
}

/** Worse by more than the noise, and the middle halves of the two do not overlap. */
export function isLoss(before: Ratio, now: Ratio): boolean {
  const allowed = 1 + (now.from === now.to && before.from === before.to ? noiseOfExact : noise);
  return now.better === "lower"
    ? now.ratio > before.ratio * allowed && now.from > before.to
    : now.ratio < before.ratio / allowed && now.to < before.from;
}

function describe(landing: Landing): string {
  return `${landing.date.slice(0, 10)}  ${landing.commit}  ${describeMachine(landing)}`;
}

function describeMachine({ machine }: Landing): string {
  return `${machine.cores} cores, Node ${machine.node}, ${machine.platform}`;
}
