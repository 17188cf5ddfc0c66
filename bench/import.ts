/**
 * `tsx bench/import.ts [runs]` compares a cold import of the built main entry with that of an empty module, each in a
 * fresh process. The two take turns, so that a noisy machine is equally noisy for both.
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
const entry = new URL("../dist/index.js", import.meta.url).href;
const budgetMs = 40;

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "operations-bench-"));
try {
  const emptyModule = join(folder, "empty.js");
  writeFileSync(emptyModule, "export {};\n");
  const empty = pathToFileURL(emptyModule).href;
  const times: { empty: number[]; entry: number[] } = { empty: [], entry: [] };
  importOnce(entry); // the first run reads from disk
  for (let run = 0; run < runs; run++) {
    times.empty.push(importOnce(empty));
    times.entry.push(importOnce(entry));
  }
  report(median(times.empty), median(times.entry));
  const emptyTime = median(times.empty);
  recordRatio(
    "main entry over an empty module",
    "lower",
    times.entry.map((time) => time / emptyTime),
  );
} finally {
  rmSync(folder, { recursive: true });
}

/** Milliseconds of one `import()` in a new process. */
function importOnce(url: string): number {
  const program = `const start = performance.now(); await import(${JSON.stringify(url)}); console.log(performance.now() - start);`;
  const args = ["--input-type=module", "--eval", program];
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  // Without tsx, which may run this script.
  const { NODE_OPTIONS: _, ...env } = process.env;
  return Number(execFileSync(process.execPath, args, { cwd, env, encoding: "utf8" }));
}

function report(empty: number, entry: number): void {
  const over = entry - empty;
  console.log(`cold import, median of ${runs} runs each`);
  console.log(`  empty module   ${empty.toFixed(1)} ms`);
  console.log(`  main entry     ${entry.toFixed(1)} ms   ${(entry / empty).toFixed(1)}x`);
  console.log(`  over empty     ${over.toFixed(1)} ms   budget ${budgetMs} ms (${(over / budgetMs).toFixed(2)}x)`);
}
