/**
 * `npm run attack:runs`: 10,000 runs of programs, some of which fail or must be ended by force. Prints memory, threads
 * and open handles as it goes. Fails if the last quarter takes 30 MB more memory than the second, or if something stays
 * open.
 */
import { createCodeExecutor, runCode } from "../../src/entries/code.ts";
import { OperationRegistry, OperationType, Type, defineOperation } from "../../src/entries/index.ts";

const RUNS = Number(process.argv[2] ?? 10_000);
const MOST_GROWTH = 30e6;

const registry = new OperationRegistry();
registry.register(
  defineOperation({
    namespace: "demo",
    name: "echo",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "Echoes",
    accessControl: { requiredScopes: [] },
    inputSchema: Type.Object({ text: Type.String() }),
    outputSchema: Type.String(),
    handler: ({ text }) => text,
  }),
);
const executor = createCodeExecutor({ maxRuns: 2 });
const before = process.getActiveResourcesInfo().length;

/** Most runs are ordinary. One in a hundred leaves a promise, a stream of garbage, or a thread that must be ended. */
function programOf(number: number): string {
  if (number % 100 === 50) return "for (;;);";
  if (number % 100 === 25) return "throw new Error('no')";
  if (number % 100 === 75) return "const a = []; for (let i = 0; i < 1e5; i++) a.push({ i }); return a.length";
  return `const { data } = await env.demo.echo({ text: "${number}" }); console.log(data); return data`;
}

const quarters: number[] = [];
let wrong = 0;
const begun = performance.now();
for (let number = 0; number < RUNS; number += 2) {
  const pair = [number, number + 1].map(async (each) => {
    const { result, error } = await runCode(programOf(each), { registry, executor, limits: { computeTime: 200 } });
    // A busy machine may end an ordinary program too.
    if (error === undefined && each % 100 !== 75 && result !== String(each)) wrong++;
  });
  await Promise.all(pair);
  if ((number + 2) % Math.ceil(RUNS / 4) >= 2) continue;
  quarters.push(process.memoryUsage.rss());
  console.log(`${number + 2} runs: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
}
const each = (performance.now() - begun) / RUNS;
await executor.close();
const left = process.getActiveResourcesInfo().length - before;
const growth = (quarters.at(-1) ?? 0) - (quarters[1] ?? 0);
console.log(
  `${RUNS} runs, ${each.toFixed(2)} ms each; ${wrong} wrong results; ${Math.round(growth / 1e6)} MB more than at half time; ${left} handles left`,
);
process.exitCode = wrong > 0 || growth > MOST_GROWTH || left > 0 ? 1 : 0;
