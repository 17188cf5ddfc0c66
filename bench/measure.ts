/**
 * Times functions against each other in one process. They take turns in short batches, so that a noisy machine is
 * equally noisy for all, and most batches end before the scheduler takes the processor away.
 */
import { performance } from "node:perf_hooks";
import { median, quantile, ratiosOf } from "./median.ts";

export interface Candidate<TInput = unknown> {
  readonly name: string;
  /** Used in turn. With a single value the compiler could reuse a result in the next call. */
  readonly inputs: readonly TInput[];
  /** Promises are awaited. */
  run(this: void, input: TInput): unknown;
  /** Only for comparison: its ratio says nothing about this package. */
  readonly isPeer?: boolean;
}

export interface Timing {
  readonly name: string;
  /** Nanoseconds per call: the median of all rounds, and the middle half of them. */
  readonly ns: number;
  readonly from: number;
  readonly to: number;
  /** The time over that of the first candidate in the same round. A machine that changes its speed changes both. */
  readonly ratios: readonly number[];
  readonly isPeer: boolean;
}

export interface MeasureOptions {
  /** How long the rounds may take in all. */
  readonly seconds: number;
  /** How long each candidate warms up. Large programs need more. */
  readonly warmUpMs?: number;
}

const batchMs = 1;
const defaultWarmUpMs = 120;
/**
 * The compiler counts calls, not time. On a busy machine, the warm-up continues until there are enough calls, within
 * limits.
 */
const warmUpCalls = 50_000;
const mostWarmUps = 4;
const fewestRounds = 7;
const mostRounds = 400;

interface Contestant {
  readonly name: string;
  readonly isPeer: boolean;
  readonly loop: Loop;
  /** Calls per batch. */
  readonly calls: number;
  readonly samples: number[];
}

export async function measure(
  candidates: readonly Candidate[],
  { seconds, warmUpMs = defaultWarmUpMs }: MeasureOptions,
): Promise<Timing[]> {
  const contestants: Contestant[] = [];
  for (const candidate of candidates) contestants.push(await warmUp(candidate, warmUpMs));
  // Warm up again: candidates share code, so a later one can undo what the compiler optimised for an earlier one.
  for (const { loop, calls } of contestants)
    await runFor(
      () => warmUpMs,
      () => timeOf(loop, calls),
    );
  const end = performance.now() + seconds * 1000;
  for (let round = 0; round < mostRounds && (round < fewestRounds || performance.now() < end); round++) {
    // A new order each time, because each candidate may leave garbage for the next.
    for (const { loop, calls, samples } of rotated(contestants, round)) {
      samples.push(((await timeOf(loop, calls)) * 1e6) / calls);
    }
  }
  return contestants.map(({ name, isPeer, samples }) => ({
    name,
    isPeer,
    ns: median(samples),
    from: quantile(samples, 0.25),
    to: quantile(samples, 0.75),
    ratios: ratiosOf(samples, contestants[0]?.samples ?? []),
  }));
}

/** Warms a candidate up, and finds how many calls make a batch. */
async function warmUp(candidate: Candidate, warmUpMs: number): Promise<Contestant> {
  const loop = loopFor(candidate);
  let calls = 1;
  let done = 0;
  // Use the fastest batch: a batch that the scheduler interrupted says nothing, and batches of a few calls would
  // measure the timer.
  let fastest = Infinity;
  const runBatch = async (): Promise<void> => {
    fastest = Math.min(fastest, (await timeOf(loop, calls)) / calls);
    done += calls;
    calls = Math.max(1, Math.min(calls * 2, Math.round(batchMs / fastest)));
  };
  await runFor(() => (done < warmUpCalls ? warmUpMs * mostWarmUps : warmUpMs), runBatch);
  return { name: candidate.name, isPeer: candidate.isPeer === true, loop, calls, samples: [] };
}

/** Repeats the batch for this many milliseconds. */
async function runFor(ms: () => number, run: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  do await run();
  while (performance.now() - start < ms());
}

type Loop = (calls: number) => unknown;

/**
 * Generates a loop for each candidate. V8 would optimise a shared loop for none of them.
 */
function loopFor({ name, inputs, run }: Candidate): Loop {
  const isAsync = run(inputs[0]) instanceof Promise;
  const source = `
    // ${name.replaceAll("\n", " ")}
    return ${isAsync ? "async " : ""}(calls) => {
      let truthy = 0;
      for (let i = 0, at = 0; i < calls; i++) {
        if (${isAsync ? "await " : ""}run(inputs[at])) truthy++;
        if (++at === inputs.length) at = 0;
      }
      return truthy;
    };`;
  // oxlint-disable-next-line typescript/no-implied-eval -- see above; the only foreign text is a comment
  return new Function("run", "inputs", source)(run, inputs) as Loop;
}

async function timeOf(loop: Loop, calls: number): Promise<number> {
  const start = performance.now();
  const result = loop(calls);
  if (result instanceof Promise) await result;
  return performance.now() - start;
}

function rotated<T>(list: readonly T[], by: number): T[] {
  const first = by % list.length;
  return [...list.slice(first), ...list.slice(0, first)];
}
