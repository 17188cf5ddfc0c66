/**
 * Code mode: how soon a program starts, and what its calls cost compared with the same calls in process. It runs the
 * built package, because threads start more slowly from source.
 */
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { DEFAULT_CODE_LIMITS } from "../src/code/code-limits.ts";
import type * as Code from "../src/entries/code.ts";
import type { CodeReport } from "../src/entries/code.ts";
import type * as Operations from "../src/entries/index.ts";
import { recordRatio } from "./record-ratio.ts";

const built = async (name: string): Promise<unknown> =>
  (await import(new URL(`../dist/${name}.js`, import.meta.url).href)) as unknown;
const { OperationRegistry, OperationType, Type, defineOperation } = (await built("index")) as typeof Operations;
const { createCodeExecutor, runCode } = (await built("code")) as typeof Code;

const ROUNDS = 100;
const CALLS = 20;

const registry = new OperationRegistry();
const base = {
  namespace: "demo",
  version: "1.0.0",
  type: OperationType.QUERY,
  description: "Answers",
  accessControl: { requiredScopes: [] },
  inputSchema: Type.Object({ a: Type.Number() }),
  outputSchema: Type.Number(),
} as const;
registry.registerAll([
  defineOperation({ ...base, name: "quick", handler: ({ a }) => a + 1 }),
  defineOperation({
    ...base,
    name: "slow",
    handler: ({ a }) => new Promise<number>((resolve) => setTimeout(() => resolve(a + 1), 5)),
  }),
]);
const executor = createCodeExecutor();
const context = { identity: { id: "bench", scopes: [] } };
const run = (code: string): Promise<CodeReport> => runCode(code, { registry, executor, context });
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100));

interface Times {
  /** Milliseconds from start to end. */
  readonly fastestTenth: number;
  readonly median: number;
  readonly p90: number;
  /** Median of the processor time of all threads. */
  readonly computed: number;
  /** The median of the time that threads could have run but waited for a processor. Only Linux reports it. */
  readonly waited: number;
}

/** Milliseconds that threads of this process have computed, and waited for a processor, so far. */
function schedule(): { readonly computed: number; readonly waited: number } {
  const { user, system } = process.cpuUsage();
  let waited = 0;
  if (process.platform === "linux")
    for (const thread of readdirSync("/proc/self/task"))
      waited += Number(readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ")[1]) / 1e6;
  return { computed: (user + system) / 1000, waited };
}

/** `work` returns its milliseconds if it measures them itself. */
async function measure(work: () => Promise<unknown>, rounds = ROUNDS): Promise<Times> {
  const [times, computed, waited]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    // Meanwhile a sandbox gets ready, as between the calls of a model.
    await pause();
    const before = schedule();
    const begun = performance.now();
    const measured = await work();
    times.push(typeof measured === "number" ? measured : performance.now() - begun);
    const after = schedule();
    computed.push(after.computed - before.computed);
    waited.push(after.waited - before.waited);
  }
  const at = (values: number[], share: number): number =>
    values.toSorted((a, b) => a - b)[Math.floor(rounds * share)] ?? 0;
  return {
    fastestTenth: at(times, 0.1),
    median: at(times, 0.5),
    p90: at(times, 0.9),
    computed: at(computed, 0.5),
    waited: at(waited, 0.5),
  };
}

/** Milliseconds until a program's first statement reaches the host, including the way back. */
async function firstStatement(): Promise<number> {
  const begun = performance.now();
  let heard = Infinity;
  await executor.execute(
    { source: "console.log('here')", limits: DEFAULT_CODE_LIMITS, signal: new AbortController().signal, now: 0 },
    { log: () => (heard = performance.now()), invoke: () => Promise.resolve(undefined) },
  );
  return heard - begun;
}

const inProcess = (name: string) => async (): Promise<void> => {
  for (let a = 0; a < CALLS; a++) await registry.execute(`demo.${name}`, { a }, context);
};
const inCode = (name: string) => (): Promise<CodeReport> =>
  run(`let sum = 0; for (let a = 0; a < ${CALLS}; a++) sum += (await env.demo.${name}({ a })).data; return sum`);

await measure(inCode("quick"), 20);
const start = await measure(firstStatement);
const empty = await measure(() => run("return 1"));
const quick = { direct: await measure(inProcess("quick")), code: await measure(inCode("quick")) };
const slow = { direct: await measure(inProcess("slow"), 20), code: await measure(inCode("slow"), 20) };
await executor.close();

const rows: ReadonlyArray<readonly [string, Times]> = [
  ["a program starts: its first statement is heard", start],
  ["a program that returns at once, from start to report", empty],
  [`${CALLS} quick calls in process`, quick.direct],
  [`${CALLS} quick calls in a program`, quick.code],
  [`${CALLS} calls of 5 ms in process`, slow.direct],
  [`${CALLS} calls of 5 ms in a program`, slow.code],
];
for (const [name, { fastestTenth, median, p90, computed, waited }] of rows)
  console.log(
    `  ${name.padEnd(52)} ${median.toFixed(2)} ms (${fastestTenth.toFixed(2)} to ${p90.toFixed(2)}), of processors ` +
      `${computed.toFixed(2)} ms, waited for one ${waited.toFixed(2)} ms`,
  );
console.log(`  load: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors`);
console.log(`  start: ${start.median.toFixed(2)} ms of 1 allowed`);
recordRatio("a program starts, of the 1 ms that it may take", "lower", start.median);
for (const [name, { direct, code }] of Object.entries({ quick, slow })) {
  const allowed = 1.5 * direct.median + 10;
  console.log(`  ${name}: ${code.median.toFixed(2)} ms of ${allowed.toFixed(2)} allowed (1.5x and 10 ms)`);
  recordRatio(`${CALLS} ${name} calls in a program, of what is allowed`, "lower", code.median / allowed);
}
