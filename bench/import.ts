/**
 * `tsx bench/import.ts [runs]` compares a cold import of the built main entry with that of an empty module and of zod,
 * each in a fresh process. They take turns, so that a noisy machine is equally noisy for all.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { median } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

const runs = Number(process.argv[2] ?? 41);
const budgetMs = 40;
const budgetOfZod = 0.5;

/** Milliseconds of one import. */
interface Cost {
  readonly time: number;
  /** Processor time in all threads. Other work on the machine affects it less. */
  readonly processor: number;
}

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "operations-bench-"));
try {
  const emptyModule = join(folder, "empty.js");
  writeFileSync(emptyModule, "export {};\n");
  const modules = {
    empty: pathToFileURL(emptyModule).href,
    zod: import.meta.resolve("zod"),
    entry: new URL("../dist/index.js", import.meta.url).href,
  };
  const costs: Record<keyof typeof modules, Cost[]> = { empty: [], zod: [], entry: [] };
  const names = Object.keys(modules) as (keyof typeof modules)[];
  for (const name of names) importOnce(modules[name]); // the first run reads from disk
  for (let run = 0; run < runs; run++) for (const name of names) costs[name].push(importOnce(modules[name]));
  report(costs);
} finally {
  rmSync(folder, { recursive: true });
}

/** One `import()` in a new process. */
function importOnce(url: string): Cost {
  const program = `
    const before = process.cpuUsage();
    const start = performance.now();
    await import(${JSON.stringify(url)});
    const time = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify({ time, processor: (user + system) / 1000 }));`;
  const args = ["--input-type=module", "--eval", program];
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  // Without tsx, which may run this script.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return JSON.parse(execFileSync(process.execPath, args, { cwd, env, encoding: "utf8" })) as Cost;
}

function report({ empty, zod, entry }: Record<"empty" | "zod" | "entry", readonly Cost[]>): void {
  const time = (costs: readonly Cost[]): number => median(costs.map((cost) => cost.time));
  const processor = (costs: readonly Cost[]): number => median(costs.map((cost) => cost.processor));
  const line = (name: string, costs: readonly Cost[]): string =>
    `  ${name}${time(costs).toFixed(1).padStart(7)} ms${processor(costs).toFixed(1).padStart(8)} ms of the processor`;
  const over = time(entry) - time(empty);
  const ofZod = processor(entry) / processor(zod);
  console.log(`cold import, median of ${runs} runs each`);
  console.log(line("empty module", empty));
  console.log(line("zod         ", zod));
  console.log(line("main entry  ", entry));
  console.log(`  over empty   ${over.toFixed(1)} ms, budget ${budgetMs} ms (${(over / budgetMs).toFixed(2)}x)`);
  console.log(`  of zod's     ${ofZod.toFixed(2)}x of the processor's time, budget ${budgetOfZod}x`);
  const emptyTime = time(empty);
  recordRatio(
    "main entry over an empty module",
    "lower",
    entry.map((cost) => cost.time / emptyTime),
  );
  recordRatio(
    "main entry over zod, time of the processor",
    "lower",
    entry.map((cost, run) => cost.processor / (zod[run]?.processor ?? NaN)),
  );
}
