/**
 * `npm test` runs all checks, the quickest to find a mistake first. The first failure ends the run.
 *
 *     npm test                             everything
 *     npm test -- typecheck unit           only these steps, in this order
 *     npm test -- unit -- src/schema       the rest goes to vitest: here a filter by path
 */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { ensureBuilt } from "./ensure-built.ts";
import { localTool, root, runCommand } from "./run-command.ts";
import { provideNeeds } from "./test-needs.ts";

interface Run {
  env: NodeJS.ProcessEnv;
  vitestArgs: string[];
}

type Step = (run: Run) => Promise<number>;

const steps: Record<string, Step> = {
  typecheck: async ({ env }) =>
    (await runCommand(localTool("tsc"), ["--noEmit"], { env })) ||
    // Entries that run everywhere must compile without Node's types.
    (await runCommand(localTool("tsc"), ["--noEmit", "-p", "tsconfig.neutral.json"], { env })) ||
    runCommand(localTool("tsc"), ["--noEmit", "-p", "explorer"], { env }),
  unit: (run) => vitest(["unit", "suites"], run),
  build: ({ env }) => runScript("scripts/build.ts", env),
  package: ({ env }) => onceBuilt(() => runScript("scripts/check-package.ts", env)),
  built: (run) => onceBuilt(() => vitest(["built"], run)),
  e2e: (run) => onceBuilt(() => vitest(["e2e"], run)),
  examples: ({ env }) => runExamples(env),
};

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const divider = args.includes("--") ? args.indexOf("--") : args.length;
  const named = args.slice(0, divider);
  const unknown = named.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(", ")} (there are: ${Object.keys(steps).join(", ")})`);
    return 2;
  }
  const chosen = named.length > 0 ? named : Object.keys(steps);
  const env = await prepare(chosen);
  if (env === undefined) return 1;
  return await runSteps(chosen, { env, vitestArgs: args.slice(divider + 1) });
}

async function prepare(chosen: string[]): Promise<NodeJS.ProcessEnv | undefined> {
  const { env, missing } = await provideNeeds(chosen);
  for (const line of missing) console.error(`missing ${line}`);
  const mayLeaveOut = process.env["CI"] !== "true";
  return missing.length === 0 || mayLeaveOut ? { ...process.env, ...env } : undefined;
}

async function runSteps(chosen: string[], run: Run): Promise<number> {
  for (const name of chosen) {
    const started = performance.now();
    console.log(`\n▶ ${name}`);
    const code = (await steps[name]?.(run)) ?? 0;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? "✔" : "✘"} ${name} ${seconds} s`);
    if (code !== 0) return code;
  }
  return 0;
}

/** A step may run without `build`, so this builds where `dist` is missing or old. */
async function onceBuilt(work: () => Promise<number>): Promise<number> {
  await ensureBuilt();
  return await work();
}

function vitest(projects: string[], { env, vitestArgs }: Run): Promise<number> {
  const selected = projects.flatMap((project) => ["--project", project]);
  return runCommand(localTool("vitest"), ["run", ...selected, ...vitestArgs], { env });
}

async function runExamples(env: NodeJS.ProcessEnv): Promise<number> {
  const folder = join(root, "examples");
  const files = existsSync(folder) ? (await readdir(folder)).filter(isExample).sort() : [];
  for (const file of files) {
    const code = await runScript(`examples/${file}`, env);
    if (code !== 0) return code;
  }
  return 0;
}

/** Not `start.ts`, which runs until it is stopped. A test in tests/hub runs it. */
function isExample(name: string): boolean {
  return name.endsWith(".ts") && name !== "start.ts";
}

function runScript(path: string, env: NodeJS.ProcessEnv): Promise<number> {
  return runCommand(localTool("tsx"), [path], { env });
}
