import { afterAll, describe, expect, it } from "vitest";
import { Type } from "typebox";
import type { ElicitationAnswer } from "../operation/caller-request.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { CODE_OPERATION, codeOperation } from "./code-operation.ts";
import { runCode } from "./run-code.ts";
import type { CodeReport } from "./run-code.ts";
import { createCodeExecutor } from "./sandbox/quickjs-executor.ts";

const executor = createCodeExecutor({ maxRuns: 2 });
afterAll(() => executor.close());

const base = {
  namespace: "shop",
  version: "1.0.0",
  accessControl: { requiredScopes: [] },
  type: OperationType.MUTATION,
  inputSchema: Type.Object({}),
  outputSchema: Type.Unknown(),
} as const;

function shop(): OperationRegistry {
  return new OperationRegistry().registerAll([
    defineOperation({
      ...base,
      name: "ask",
      description: "Asks the caller",
      handler: async (_input, { onElicitation, signal }) =>
        (await onElicitation?.({ mode: "form", message: "Sure?" }, { signal }))?.action,
    }),
    defineOperation({ ...base, name: "open", description: "Opens the shop", handler: () => "open" }),
    defineOperation({
      ...base,
      name: "wait",
      description: "Waits until it is aborted",
      handler: (_input, { signal }) => new Promise((resolve) => signal.addEventListener("abort", resolve)),
    }),
  ]);
}

describe("while a call of a program asks a person", () => {
  const askThenOpen = "return [(await env.shop.ask({})).data, (await env.shop.open({})).data]";

  it.each(["the operation run.code", "runCode"])("the clock of the run stands still: %s", async (kind) => {
    const registry = shop();
    const options = { registry, executor, limits: { timeout: 1500 } };
    // The first run of all waits for the engine.
    await runCode("return 1", options);
    registry.register(codeOperation(options));
    let answer: (answer: ElicitationAnswer) => void = () => undefined;
    const context = { onElicitation: () => new Promise<ElicitationAnswer>((resolve) => (answer = resolve)) };
    const asking =
      kind === "runCode"
        ? runCode(askThenOpen, { ...options, context })
        : registry.execute(CODE_OPERATION, { code: askThenOpen }, context).then(({ data }) => data as CodeReport);
    // A run that has the same limit and begins later comes to its end meanwhile.
    expect((await runCode("await env.shop.wait({})", options)).error?.code).toBe("TIMEOUT");
    answer({ action: "accept" });
    expect((await asking).result).toEqual(["accept", "open"]);
  });

  it("goes on with the answer", async () => {
    const context = { onElicitation: () => ({ action: "accept" as const }) };
    const options = { registry: shop(), executor, limits: { timeout: 300 }, context };
    const { error } = await runCode("await env.shop.ask({}); await env.shop.wait({})", options);
    expect(error?.message).toBe("The run took longer than it may (limits.timeout).");
  });
});
