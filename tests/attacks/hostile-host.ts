/** The host that hostile programs run against, and the checks that show whether they did harm. */
import { codeOperation, createCodeExecutor, runCode } from "../../src/entries/code.ts";
import type { CodeReport } from "../../src/entries/code.ts";
import { OperationRegistry, OperationType, Type, defineOperation } from "../../src/entries/index.ts";
import type { HostileProgram } from "./hostile-programs.ts";
import { watchLoop } from "./watch-loop.ts";
import type { LoopBlocks } from "./watch-loop.ts";

/** Small, so that all programs end soon. */
export const LIMITS = { computeTime: 500, timeout: 5000, memory: 16 * 2 ** 20, calls: 50, outputLength: 10_000 };
/** A run must end within this many milliseconds after its timeout, even on a busy machine. */
const SLACK = 5000;

const base = { namespace: "demo", version: "1.0.0", description: "For hostile programs" } as const;
const open = { requiredScopes: [] };
const input = Type.Object({}, { additionalProperties: true });

export interface HostileOutcome {
  readonly report: CodeReport;
  readonly ms: number;
  /** What is wrong. Empty if the program did no harm. */
  readonly harm: readonly string[];
}

export interface HostileHost {
  run(program: HostileProgram): Promise<HostileOutcome>;
  /** How long the event loop of the host was blocked. */
  blocks(): LoopBlocks;
  close(): Promise<void>;
}

export function openHostileHost(): HostileHost {
  const executor = createCodeExecutor({ maxRuns: 2 });
  const registry = new OperationRegistry();
  let running = 0;
  const count = async <T>(work: () => Promise<T>): Promise<T> => {
    running++;
    return await work().finally(() => running--);
  };
  registry.registerAll([
    defineOperation({
      ...base,
      name: "echo",
      type: OperationType.QUERY,
      accessControl: open,
      inputSchema: input,
      outputSchema: Type.Unknown(),
      handler: (given) => given,
    }),
    defineOperation({
      ...base,
      name: "fails",
      type: OperationType.QUERY,
      accessControl: open,
      inputSchema: input,
      outputSchema: Type.Unknown(),
      handler: () => {
        throw new Error("no");
      },
    }),
    defineOperation({
      ...base,
      name: "never",
      type: OperationType.QUERY,
      accessControl: open,
      inputSchema: input,
      outputSchema: Type.Unknown(),
      handler: (_given, { signal }) =>
        count(
          () =>
            new Promise<never>((_resolve, reject) => {
              signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
            }),
        ),
    }),
    defineOperation({
      ...base,
      name: "secret",
      type: OperationType.QUERY,
      accessControl: { requiredScopes: ["admin"] },
      inputSchema: input,
      outputSchema: Type.Unknown(),
      handler: () => "secret",
    }),
    defineOperation({
      ...base,
      name: "ticks",
      type: OperationType.SUBSCRIPTION,
      accessControl: open,
      inputSchema: input,
      outputSchema: Type.Number(),
      async *handler() {
        running++;
        try {
          for (let tick = 0; ; tick++) yield tick;
        } finally {
          running--;
        }
      },
    }),
  ]);
  registry.register(codeOperation({ registry, executor, limits: LIMITS }));
  const context = { identity: { id: "eve", scopes: [] } };
  const loop = watchLoop();

  const stillWorks = async (): Promise<boolean> => {
    const { result } = await runCode("return [typeof leaked, ({}).polluted === undefined]", { registry, executor });
    return JSON.stringify(result) === '["undefined",true]';
  };

  return {
    async run({ code }) {
      const begun = performance.now();
      const report = await runCode(code, { registry, executor, context, limits: LIMITS, refuse: ["run.code"] });
      const ms = performance.now() - begun;
      const harm = [
        ...(ms > LIMITS.timeout + SLACK ? [`it took ${Math.round(ms)} ms`] : []),
        ...(JSON.stringify(report.result ?? "").includes("ESCAPED") ? ["it escaped"] : []),
        ...("polluted" in {} ? ["it polluted the host"] : []),
        ...(running > 0 ? [`${running} calls still run`] : []),
        ...(JSON.stringify(report).length > 100_000 ? ["it returned too much"] : []),
        ...((await stillWorks()) ? [] : ["the next program did not work"]),
      ];
      return { report, ms, harm };
    },
    blocks: () => loop.blocks(),
    async close() {
      loop.stop();
      await executor.close();
    },
  };
}
