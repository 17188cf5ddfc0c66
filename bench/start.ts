/**
 * `tsx bench/start.ts [runs]` measures what a start of the command costs. It compares `operations call` of a local
 * operation with Node and the import of the operation's module, and measures how soon `operations serve` answers once
 * its first source is ready.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { root } from "../scripts/run-command.ts";
import { median, ratiosOf } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";

const runs = Number(process.argv[2] ?? 21);
const serveRuns = Math.min(runs, 7);
const callBudget = 1.5;
const serveBudgetMs = 300;

const operation = `
  import { defineOperation, Type } from "@alkdev/operations";
  export default defineOperation({
    name: "add", namespace: "math", version: "1.0.0", type: "QUERY", description: "Adds.",
    inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
    outputSchema: Type.Object({ sum: Type.Number() }),
    accessControl: { requiredScopes: [] },
    handler: async ({ a, b }) => ({ sum: a + b }),
  });`;
/** Prints the processor time of a whole process, in microseconds, when it ends. */
const reporter = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  process.getBuiltinModule("node:fs").writeSync(2, "\\nprocessor " + (user + system));
});`;

await ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), "operations-bench-"));
// Without tsx, which may run this script, and with no hub other than our own.
const { NODE_OPTIONS: _, ...inherited } = process.env;
const env = { ...inherited, HOME: folder, XDG_STATE_HOME: join(folder, "state"), XDG_RUNTIME_DIR: folder };
const command = join(root, "dist", "cli", "bin.js");
try {
  mkdirSync(join(folder, "node_modules", "@alkdev"), { recursive: true });
  symlinkSync(root, join(folder, "node_modules", "@alkdev", "operations"));
  writeFileSync(join(folder, "add.js"), operation);
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "report.js"), reporter);
  writeFileSync(join(folder, "operations.config.json"), '{ "local": { "modules": ["./add.js"] } }');
  compareCalls();
  await timeServe();
} finally {
  rmSync(folder, { recursive: true });
}

function compareCalls(): void {
  const floor: number[] = [];
  const calls: number[] = [];
  const runFloor = (): number => processorTime(["--input-type=module", "--eval", 'await import("./add.js")']);
  const runCall = (): number => processorTime([command, "call", "math.add", "--a", "1", "--b", "2", "--no-hub"]);
  // The first run of each reads from disk.
  runFloor();
  runCall();
  for (let run = 0; run < runs; run++) {
    floor.push(runFloor());
    calls.push(runCall());
  }
  const ratios = ratiosOf(calls, floor);
  console.log(`a call of a local operation by the command, median of ${runs} runs each (time of the processor)`);
  console.log(`  node, and the import of its module   ${median(floor).toFixed(0)} ms`);
  console.log(`  operations call                      ${median(calls).toFixed(0)} ms`);
  console.log(`  ratio                                ${median(ratios).toFixed(2)}x, budget ${callBudget}x`);
  recordRatio("operations call over node and the import of its module", "lower", ratios);
}

/** Milliseconds of processor time that a whole process takes, in all threads. */
function processorTime(args: readonly string[]): number {
  const all = ["--import", "./report.js", ...args];
  const output = execFileSync("/bin/sh", ["-c", 'exec "$0" "$@" 2>&1', process.execPath, ...all], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  const found = /processor (\d+)$/.exec(output)?.[1];
  if (found === undefined) throw new Error(`the program did not tell its time: ${output}`);
  return Number(found) / 1000;
}

async function timeServe(): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < serveRuns; run++) times.push(await timeToFirstAnswer());
  const worst = Math.max(...times);
  console.log(`\noperations serve, from the moment that its source is ready to its first answer, ${serveRuns} runs`);
  console.log(`  median ${median(times).toFixed(0)} ms, longest ${worst.toFixed(0)} ms, budget ${serveBudgetMs} ms`);
  recordRatio(
    "first answer of serve over its budget",
    "lower",
    times.map((time) => time / serveBudgetMs),
  );
}

interface LogLine {
  readonly msg: string;
  readonly time: string;
  readonly url?: string;
}

/** Milliseconds between the line of the log that says "source ready" and the whole answer of a call. */
async function timeToFirstAnswer(): Promise<number> {
  const hub = spawn(process.execPath, [command, "serve", "--port", "0"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const exited = new Promise((resolve) => hub.once("exit", resolve));
  try {
    let url: string | undefined;
    for await (const line of createInterface({ input: hub.stderr })) {
      const { msg, time, url: found } = JSON.parse(line) as LogLine;
      url ??= found;
      if (msg !== "source ready" || url === undefined) continue;
      await callOnce(url);
      return Date.now() - Date.parse(time);
    }
    throw new Error("the hub ended before its source was ready");
  } finally {
    hub.kill("SIGTERM");
    await exited;
  }
}

async function callOnce(url: string): Promise<void> {
  const key = readFileSync(join(folder, "state", "operations", "key"), "utf8").trim();
  const answer = await fetch(`${url}/math/add`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: '{"a":1,"b":2}',
  });
  const body = await answer.text();
  if (!answer.ok || !body.includes("3")) throw new Error(`the hub answered ${answer.status}: ${body}`);
}
