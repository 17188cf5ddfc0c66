/** Runs steps side by side where possible, and reports at the end how long each took. */
import { performance } from "node:perf_hooks";

/** Returns an exit code. `label` precedes each line that it prints while other steps print too. */
export type Step = (label?: string) => Promise<number>;

/** Lanes run side by side; the steps of a lane run one after another. */
export type Stage = ReadonlyArray<readonly string[]>;

export interface StepResult {
  readonly name: string;
  readonly code: number;
  readonly seconds: number;
}

/** Runs stages one after another. After a failure no further step starts, but running steps finish. */
export async function runStages(
  stages: readonly Stage[],
  steps: Readonly<Record<string, Step>>,
): Promise<StepResult[]> {
  const results: StepResult[] = [];
  const hasFailed = (): boolean => results.some(({ code }) => code !== 0);
  const runLane = async (lane: readonly string[], isAlone: boolean): Promise<void> => {
    for (const name of lane) {
      if (hasFailed()) return;
      results.push(await timed(name, steps[name], isAlone ? undefined : `${name} │`));
    }
  };
  for (const stage of stages) await Promise.all(stage.map((lane) => runLane(lane, stage.length === 1)));
  return results;
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
