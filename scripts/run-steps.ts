/** Runs steps side by side where possible, and reports at the end how long each took. */
import { performance } from "node:perf_hooks";

/** Returns an exit code. `label` precedes each line that it prints while other steps print too. */
export type Step = (label?: string) => Promise<number>;

/** A step starts when the steps in `after` have passed and a slot is free. */
export interface PlannedStep {
  readonly name: string;
  /** Those that are not in the plan do not count. */
  readonly after?: readonly string[];
  /** For a step that mostly waits for the network. */
  readonly needsNoSlot?: boolean;
}

export interface StepResult {
  readonly name: string;
  readonly code: number;
  readonly seconds: number;
}

/** For two processors: most steps keep two thirds of one busy, and wait for the rest of their time. */
const SLOTS = 3;

/** Starts steps in the order of the plan. After a failure no further step starts, but running steps finish. */
export async function runSteps(
  plan: readonly PlannedStep[],
  steps: Readonly<Record<string, Step>>,
): Promise<StepResult[]> {
  const waiting = new Set(plan);
  const running = new Map<PlannedStep, Promise<void>>();
  const results: StepResult[] = [];
  const isAlone = plan.filter(takesSlot).length < 2;

  const isReady = ({ after = [] }: PlannedStep): boolean =>
    plan.every(({ name }) => !after.includes(name) || results.some((result) => result.name === name));
  const hasSlot = (step: PlannedStep): boolean =>
    !takesSlot(step) || [...running.keys()].filter(takesSlot).length < SLOTS;
  const start = async (step: PlannedStep): Promise<void> => {
    results.push(await timed(step.name, steps[step.name], isAlone ? undefined : `${step.name} │`));
    running.delete(step);
  };

  for (;;) {
    const hasFailed = results.some(({ code }) => code !== 0);
    for (const step of waiting) {
      if (hasFailed || !isReady(step) || !hasSlot(step)) continue;
      waiting.delete(step);
      running.set(step, start(step));
    }
    if (running.size === 0) {
      if (waiting.size === 0 || hasFailed) return results;
      throw new Error(`these steps wait for each other: ${Array.from(waiting, ({ name }) => name).join(", ")}`);
    }
    await Promise.race(running.values());
  }
}

function takesSlot({ needsNoSlot = false }: PlannedStep): boolean {
  return !needsNoSlot;
}

async function timed(name: string, step: Step | undefined, label: string | undefined): Promise<StepResult> {
  const started = performance.now();
  console.log(`\n▶ ${name}`);
  const code = await codeOf(name, step, label);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${mark(code)} ${name} ${seconds.toFixed(1)} s`);
  return { name, code, seconds };
}

/** A step that throws has failed like any other: concurrent steps still finish. */
async function codeOf(name: string, step: Step | undefined, label: string | undefined): Promise<number> {
  try {
    if (step === undefined) throw new Error(`there is no step ${name}`);
    return await step(label);
  } catch (error) {
    console.error(error);
    return 1;
  }
}

/** The table of the steps. Their seconds do not add up to those of the run, because steps run side by side. */
export function tableOf(results: readonly StepResult[], wholeSeconds: number): string {
  const rows = [
    ...results.map((result) => row(mark(result.code), result)),
    row(" ", { name: "all", seconds: wholeSeconds }),
  ];
  return ["  step         seconds", ...rows].join("\n");
}

function row(sign: string, { name, seconds }: Pick<StepResult, "name" | "seconds">): string {
  return `${sign} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(9)}`;
}

function mark(code: number): string {
  return code === 0 ? "✔" : "✘";
}
