import { afterAll, describe, expect, it } from "vitest";
import { Type } from "typebox";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { dispatch } from "../registry/dispatch.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { CODE_OPERATION, codeOperation } from "./code-operation.ts";
import { isCodeRun } from "./code-runs.ts";
import { createCodeExecutor } from "./sandbox/quickjs-executor.ts";

const executor = createCodeExecutor({ maxRuns: 2 });
afterAll(() => executor.close());

const ada = { id: "ada", scopes: ["code"] };

function registryWithCode(): OperationRegistry {
  const registry = new OperationRegistry();
  const add = defineOperation({
    namespace: "math",
    name: "add",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "Adds",
    accessControl: { requiredScopes: [] },
    inputSchema: Type.Object({ a: Type.Number(), b: Type.Number() }),
    outputSchema: Type.Number(),
    handler: ({ a, b }) => a + b,
  });
  const access = { requiredScopes: ["code"] };
  return registry.registerAll([add, codeOperation({ registry, executor, accessControl: access })]);
}

function run(registry: OperationRegistry, code: string, identity = ada) {
  return dispatch(registry, { id: CODE_OPERATION, input: { code }, context: { identity, requestId: "outer" } });
}

describe("the operation run.code", () => {
  it("answers with what the program returned, logged and called", async () => {
    const { data } = await run(
      registryWithCode(),
      "console.log('hi'); return (await env.math.add({ a: 1, b: 2 })).data",
    );
    expect(data).toMatchObject({ result: 3, logs: [{ text: "hi" }], calls: [{ id: "math.add" }] });
  });

  it("leaves out what is absent", async () => {
    expect((await run(registryWithCode(), "return 1")).data).toEqual({ result: 1 });
  });

  it("fails with an error that it declares, with the line, the log, the calls and the phase", async () => {
    const code = "console.log('hi');\nawait env.math.add({ a: 1, b: 2 });\nawait env.math.add({ a: 1 })";
    await expect(run(registryWithCode(), code)).rejects.toMatchObject({
      code: "CODE_FAILED",
      declaredBy: CODE_OPERATION,
      message: expect.stringMatching(/^VALIDATION_ERROR: .*\(line 3\)$/s) as unknown,
      phase: "started",
      details: {
        code: "VALIDATION_ERROR",
        line: 3,
        logs: [{ text: "hi" }],
        calls: [{}, { error: "VALIDATION_ERROR" }],
      },
    });
  });

  it("is only for callers with its scopes", async () => {
    const stranger = run(registryWithCode(), "return 1", { id: "eve", scopes: [] });
    await expect(stranger).rejects.toMatchObject({ code: "ACCESS_DENIED" });
  });

  it("makes calls below its own, which middleware can distinguish from those of handlers", async () => {
    const registry = registryWithCode();
    const seen: unknown[] = [];
    registry.use(({ id, context, parent }, next) => {
      const { identity, parentRequestId } = context;
      seen.push([id, identity?.id, parentRequestId, parent !== undefined && isCodeRun(parent)]);
      return next();
    });
    await run(registry, "await env.math.add({ a: 1, b: 2 })");
    expect(seen).toEqual([
      [CODE_OPERATION, "ada", undefined, false],
      ["math.add", "ada", "outer", true],
    ]);
  });

  it("cannot run within itself", async () => {
    const code = "await env.run.code({ code: 'return 1' })";
    await expect(run(registryWithCode(), code)).rejects.toMatchObject({ details: { code: "ACCESS_DENIED" } });
  });

  it("ends with the call", async () => {
    const registry = registryWithCode();
    const deadline = Date.now() + 500;
    const running = dispatch(registry, {
      id: CODE_OPERATION,
      input: { code: "for (;;) await env.math.add({ a: 1, b: 1 }).catch(() => 0)" },
      context: { identity: ada, deadline },
    });
    await expect(running).rejects.toMatchObject({ code: "TIMEOUT" });
    expect((await run(registry, "return 'next'")).data).toEqual({ result: "next" });
  });
});
