/**
 * `npm test` runs all checks, the ones that find mistakes quickly first. After a failure no further step starts.
 *
 *     npm test                             everything
 *     npm test -- typecheck unit           only these steps
 *     npm test -- unit -- src/schema       the rest goes to vitest: here a filter by path
 */
import { performance } from "node:perf_hooks";
import { ensureBuilt } from "./ensure-built.ts";
import { localTool, runCommand } from "./run-command.ts";
import { runExamples } from "./run-examples.ts";
import { runSteps, tableOf } from "./run-steps.ts";
import type { PlannedStep, Step } from "./run-steps.ts";
import { provideNeeds } from "./test-needs.ts";

/**
 * In the order in which they start: what finds mistakes quickly first. `unit` takes longest. Beside it, `docs` computes
 * while `built` waits, and `e2e` follows.
 */
const plan: readonly PlannedStep[] = [
  { name: "needs", needsNoSlot: true },
  { name: "lint" },
  { name: "build" },
  { name: "typecheck" },
  { name: "examples", after: ["build"] },
  // It installs its own tools, and fills the time until the others have what they need.
  { name: "package", after: ["build"] },
  { name: "unit", after: ["needs"] },
  { name: "docs", after: ["needs", "build"] },
  { name: "built", after: ["needs", "build"] },
  { name: "e2e", after: ["needs", "build"] },
];
const names = plan.map(({ name }) => name);

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const started = performance.now() - secondsBefore() * 1000;
  const divider = args.includes("--") ? args.indexOf("--") : args.length;
  const named = args.slice(0, divider);
  const unknown = named.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`no such step: ${unknown.join(", ")} (there are: ${names.join(", ")})`);
    return 2;
  }
  const chosen = named.length > 0 ? named : names;
  const results = await runSteps(
    plan.filter(({ name }) => name === "needs" || chosen.includes(name)),
    stepsOf(chosen, args.slice(divider + 1)),
  );
  if (results.length > 2) console.log(`\n${tableOf(results, (performance.now() - started) / 1000)}`);
  return results.find(({ code }) => code !== 0)?.code ?? 0;
}

/** `.ci/run` says how long it has run already. */
function secondsBefore(): number {
  return Number(process.env["CI_SECONDS_BEFORE_TESTS"] ?? 0);
}

function stepsOf(chosen: readonly string[], vitestArgs: readonly string[]): Record<string, Step> {
  // What the step `needs` found or installed, for the steps after it.
  let env = process.env;
  let built: Promise<void> | undefined;

  /** A step may run without `build`, so this builds if `dist` is missing or old. */
  async function onceBuilt(work: () => Promise<number>): Promise<number> {
    await (built ??= ensureBuilt());
    return await work();
  }

  function run(tool: string, args: readonly string[], label: string | undefined): Promise<number> {
    return runCommand(localTool(tool), args, { env, label });
  }

  function vitest(projects: readonly string[], label: string | undefined): Promise<number> {
    const selected = projects.flatMap((project) => ["--project", project]);
    return run("vitest", ["run", ...selected, ...vitestArgs], label);
  }

  return {
    async needs() {
      const provided = await provideNeeds(chosen);
      env = { ...process.env, ...provided.env };
      for (const line of provided.missing) console.error(`missing ${line}`);
      return provided.missing.length > 0 && process.env["CI"] === "true" ? 1 : 0;
    },
    lint: async (label) =>
      (await run("oxlint", ["--type-aware", "--deny-warnings"], label)) || run("oxfmt", ["--check"], label),
    typecheck: async (label) =>
      (await run("tsc", ["--noEmit"], label)) ||
      // Entries that run everywhere must compile without Node's types.
      (await run("tsc", ["--noEmit", "-p", "tsconfig.neutral.json"], label)) ||
      run("tsc", ["--noEmit", "-p", "explorer"], label),
    build: (label) => run("tsx", ["scripts/build.ts"], label),
    unit: (label) => vitest(["unit", "suites", "measured"], label),
    package: (label) => onceBuilt(() => run("tsx", ["scripts/check-package.ts"], label)),
    built: (label) => onceBuilt(() => vitest(["built"], label)),
    docs: (label) => onceBuilt(() => vitest(["docs"], label)),
    e2e: (label) => onceBuilt(() => vitest(["e2e"], label)),
    examples: (label) => onceBuilt(() => runExamples({ env, label })),
  };
}
