import { Type } from "typebox";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { localEnvelope, mcpEnvelope } from "../envelope/response-envelope.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { waitingDeadlines } from "../shared/time/deadline-timer.ts";
import { add, count, spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";
import type { OperationWarning } from "./call/warnings.ts";

afterEach(() => {
  expect(waitingDeadlines()).toBe(0);
});

const registryWith = (handler: (input: never, context: OperationContext) => unknown, fields = {}): OperationRegistry =>
  new OperationRegistry().register({ ...spec({ name: "op", ...fields }), handler: handler });

describe("when a call succeeds", () => {
  it("answers with the handler's result in a local envelope", async () => {
    const before = Date.now();
    const envelope = await new OperationRegistry().register(add).execute("math.add", { a: 1, b: 2 });
    expect(envelope).toEqual({
      data: { sum: 3 },
      meta: { source: "local", operationId: "math.add", timestamp: expect.any(Number) as number },
    });
    expect((envelope.meta as { timestamp: number }).timestamp).toBeGreaterThanOrEqual(before);
  });

  it("accepts a definition instead of the id", async () => {
    const { data } = await new OperationRegistry().register(add).execute(add, { a: 2, b: 2 });
    expect(data.sum).toBe(4);
  });

  it("passes exact data through as the same object", async () => {
    const exact = { sum: 1 };
    const registry = registryWith(() => exact, { outputSchema: Type.Object({ sum: Type.Number() }) });
    expect((await registry.execute("test.op")).data).toBe(exact);
  });

  it("passes the caller's own input to the handler, so the caller sees changes to it", async () => {
    const input = { n: 1 };
    await registryWith((given: { n: number }) => void given.n++).execute("test.op", input);
    expect(input).toEqual({ n: 2 });
  });

  it("treats a missing input as an empty object if the schema accepts that", async () => {
    const registry = registryWith((input) => input, { inputSchema: Type.Object({ a: Type.Optional(Type.Number()) }) });
    expect((await registry.execute("test.op")).data).toEqual({});
  });

  it("calls a handler that is a method with its definition as this", async () => {
    const registry = new OperationRegistry().register({
      ...spec({ name: "op" }),
      greeting: "hello",
      handler(this: { greeting: string }) {
        return this.greeting;
      },
    } as never);
    expect((await registry.execute("test.op")).data).toBe("hello");
  });

  it("answers with undefined for a handler that returns nothing", async () => {
    expect((await registryWith(() => undefined).execute("test.op")).data).toBeUndefined();
  });
});

describe("when a handler returns its own envelope", () => {
  it("passes it through unchanged", async () => {
    const own = localEnvelope({ a: 1 }, "somewhere.else");
    expect(await registryWith(() => own).execute("test.op")).toBe(own);
  });

  it("normalises its data, and does not change the handler's object", async () => {
    const own = localEnvelope({ a: 1, extra: true }, "somewhere.else");
    const registry = registryWith(() => own, { outputSchema: Type.Object({ a: Type.Number() }) });
    const stripped = { count: 1, paths: ["/extra"] };
    expect(await registry.execute("test.op")).toEqual({ data: { a: 1 }, meta: { ...own.meta, stripped } });
    expect(own.data).toHaveProperty("extra");
    expect(registry.getStats("test.op")).toEqual({ stripped: 1, filled: 0, invalidOutputs: 0 });
  });

  it("never normalises an MCP error or content blocks", async () => {
    const content = [{ type: "text" as const, text: "no", extra: 1 }];
    const outputSchema = Type.Object({ a: Type.Number() });
    const failed = mcpEnvelope({ b: 1 }, { isError: true, content: [] });
    const blocks = mcpEnvelope([...content], { isError: false, content });
    expect(await registryWith(() => failed, { outputSchema }).execute("test.op")).toBe(failed);
    expect(await registryWith(() => blocks, { outputSchema }).execute("test.op")).toBe(blocks);
  });

  it("normalises the structured content of an MCP result", async () => {
    const result = mcpEnvelope({ a: 1, b: 2 }, { isError: false, content: [], structuredContent: { a: 1, b: 2 } });
    const registry = registryWith(() => result, { outputSchema: Type.Object({ a: Type.Number() }) });
    expect((await registry.execute("test.op")).data).toEqual({ a: 1 });
  });
});

describe("when the result does not fit the output schema", () => {
  const outputSchema = Type.Object({ n: Type.Number(), on: Type.Boolean({ default: true }) });
  const result = { n: "12", extra: 1 };

  it("strips unnamed properties, fills in defaults, and upcasts without loss", async () => {
    const registry = registryWith(() => result, { outputSchema });
    expect((await registry.execute("test.op")).data).toEqual({ n: 12, on: true });
    expect(result).toEqual({ n: "12", extra: 1 });
  });

  it("keeps unnamed properties with output: keep, on the registry or on the spec", async () => {
    const onSpec = registryWith(() => result, { outputSchema, output: "keep" });
    const onRegistry = new OperationRegistry({ output: "keep" });
    onRegistry.register({ ...spec({ name: "op", outputSchema }), handler: () => result });
    expect((await onSpec.execute("test.op")).data).toEqual({ n: 12, on: true, extra: 1 });
    expect((await onRegistry.execute("test.op")).data).toEqual({ n: 12, on: true, extra: 1 });
  });

  it("warns with paths if the result still does not fit, counts it, and returns it", async () => {
    const warnings: OperationWarning[] = [];
    const registry = new OperationRegistry({ onWarning: (warning) => warnings.push(warning) });
    registry.register({ ...spec({ name: "op", outputSchema }), handler: () => ({ n: "twelve" }) });
    expect((await registry.execute("test.op")).data).toMatchObject({ n: "twelve" });
    expect(warnings).toMatchObject([{ kind: "output-invalid", operationId: "test.op", errors: [{ path: "/n" }] }]);
    expect(registry.getStats("test.op")).toMatchObject({ invalidOutputs: 1 });
  });

  it("is OUTPUT_INVALID in strict mode", async () => {
    const registry = new OperationRegistry({ strict: true });
    registry.register({ ...spec({ name: "op", outputSchema }), handler: () => ({ n: "twelve" }) });
    await expect(registry.execute("test.op")).rejects.toMatchObject({ code: "OUTPUT_INVALID", phase: "started" });
  });

  it("prints a warning of each kind once per operation by default", async () => {
    const print = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const registry = registryWith(() => ({ n: "twelve" }), { outputSchema });
    await registry.execute("test.op");
    await registry.execute("test.op");
    expect(print.mock.calls).toEqual([[expect.stringContaining("Output of test.op does not fit") as string]]);
    print.mockRestore();
  });
});

describe("when the same operation is called repeatedly", () => {
  it("notices at once when it is replaced, given another handler, or removed", async () => {
    const registry = registryWith(() => 1);
    const answer = async (): Promise<unknown> => (await registry.execute("test.op")).data;
    expect([await answer(), await answer()]).toEqual([1, 1]);
    registry.registerHandler("test.op", () => 2, { replace: true });
    expect([await answer(), await answer()]).toEqual([2, 2]);
    registry.register({ ...spec({ name: "op" }), handler: () => 3 }, { replace: true });
    expect([await answer(), await answer()]).toEqual([3, 3]);
    registry.unregister("test.op");
    await expect(answer()).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
  });
});

describe("when a call cannot be made", () => {
  it("says OPERATION_NOT_FOUND, and suggests a similar id", async () => {
    const registry = new OperationRegistry().register(add);
    await expect(registry.execute("math.ad")).rejects.toMatchObject({
      code: "OPERATION_NOT_FOUND",
      phase: "notStarted",
      message: "There is no operation math.ad. Did you mean math.add?",
    });
    for (const odd of ["__proto__", undefined, null, 7, Symbol("x")]) {
      await expect(registry.execute(odd as string)).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
    }
  });

  it("says VALIDATION_ERROR with paths, what was expected and what was received, and does not run the handler", async () => {
    const handler = vi.fn<() => void>();
    const registry = registryWith(handler, { inputSchema: add.inputSchema });
    await expect(registry.execute("test.op", { a: "1", b: 2 })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      phase: "notStarted",
      details: { errors: [{ path: "/a", expected: "number", received: '"1"' }] },
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it("refuses to execute a SUBSCRIPTION, and says what to use", async () => {
    const registry = new OperationRegistry().register(count);
    await expect(registry.execute("math.count", { to: 1 })).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
      message: expect.stringContaining("use subscribe()") as string,
    });
  });

  it("finds nothing for an id that is not a string, whatever ran or was removed before", async () => {
    const registry = new OperationRegistry().register(add);
    const input = { a: 1, b: 2 };
    await registry.execute("math.add", input);
    await registry.execute("math.add", input);
    registry.unregister("math.add");
    for (const id of [undefined, null, 5, {}] as never[]) {
      await expect(registry.call({ id, input, context: undefined, checked: true })).rejects.toMatchObject({
        code: "OPERATION_NOT_FOUND",
        phase: "notStarted",
      });
    }
    await expect(registry.execute(undefined as never, input)).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
  });

  it("keeps its message short for an id of any length", async () => {
    const error = await new OperationRegistry().execute("x".repeat(100_000)).catch((thrown: CallError) => thrown);
    expect((error as CallError).message.length).toBeLessThan(300);
  });

  it("rejects for a context that cannot be read", async () => {
    const unreadable = {
      get deadline(): never {
        throw new Error("broken getter");
      },
    };
    const call = registryWith(() => 1).execute("test.op", {}, unreadable);
    await expect(call).rejects.toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("broken") });
  });

  it("refuses a deadline that is not a number", async () => {
    const deadline = new Date() as never;
    await expect(registryWith(() => 1).execute("test.op", {}, { deadline })).rejects.toThrow("Date.now() + 5000");
  });
});

describe("when a value cannot be read", () => {
  const unreadable = {
    get a(): number {
      throw new Error("boom");
    },
  };
  const schema = Type.Object({ a: Type.Number() });

  it("refuses it as input, and names the place", async () => {
    const registry = registryWith(() => 1, { inputSchema: schema });
    await expect(registry.execute("test.op", unreadable)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { errors: [{ path: "/a", message: expect.stringContaining("getter throws") as string }] },
    });
  });

  it("refuses it as output too: what nobody can read could hold anything", async () => {
    const registry = registryWith(() => unreadable, { outputSchema: schema });
    await expect(registry.execute("test.op")).rejects.toMatchObject({
      code: "OUTPUT_INVALID",
      phase: "started",
      details: { errors: [{ path: "/a" }] },
    });
    expect(registry.getStats("test.op")).toMatchObject({ invalidOutputs: 1 });
  });

  it("refuses input that is nested too deeply, or contains itself, at once", async () => {
    const tree = {
      $defs: { tree: { type: "object", properties: { next: { $ref: "#/$defs/tree" } } } },
      $ref: "#/$defs/tree",
    };
    const cyclic: Record<string, unknown> = {};
    cyclic["next"] = cyclic;
    await expect(registryWith(() => 1, { inputSchema: tree }).execute("test.op", cyclic)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("nested too deeply, or refers to itself") as string,
    });
  });
});

describe("when a handler throws", () => {
  const failure = (thrown: unknown): Promise<CallError> =>
    registryWith(() => {
      throw thrown;
    })
      .execute("test.op")
      .then(
        () => expect.unreachable(),
        (error: CallError) => error,
      );

  it.each([
    ["an error", new Error("broken"), "broken"],
    ["a string", "broken", "broken"],
    ["nothing", undefined, "A value was thrown that is not an error: undefined"],
    ["an object", { a: 1 }, 'A value was thrown that is not an error: {"a":1}'],
    ["an object with a message", { message: "broken" }, "broken"],
    ["an error whose message is not a string", Object.assign(new Error("x"), { message: Object.create(null) }), ""],
    ["an error whose message is a number", Object.assign(new Error("x"), { message: 5 }), "5"],
    ["a frozen error", Object.freeze(new Error("broken")), "broken"],
    [
      "an object that cannot be shown",
      Object.create(null, { message: { get: () => expect.unreachable() } }),
      "A value was thrown",
    ],
  ])("turns %s into an EXECUTION_ERROR with its cause", async (_name, thrown, message) => {
    const error = await failure(thrown);
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "started", retryable: false, cause: thrown });
    expect(error.message).toContain(message);
  });

  it("turns a revoked proxy into an EXECUTION_ERROR, every time", async () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const registry = registryWith(() => {
      throw proxy;
    });
    for (let call = 0; call < 2; call++) {
      const error: unknown = await registry.execute("test.op", {}).catch((thrown: unknown) => thrown);
      expect(error instanceof CallError && error.message).toBe("A value was thrown that cannot be shown");
    }
  });

  it("passes on a CallError unchanged: declared errors, and a source's own phase", async () => {
    const declared = new CallError("INSUFFICIENT_FUNDS", "3 EUR", { balance: 3 });
    const refused = new CallError("EXECUTION_ERROR", "refused", undefined, { phase: "notStarted", retryable: true });
    expect(await failure(declared)).toBe(declared);
    expect(await failure(refused)).toBe(refused);
  });

  it("does not adopt the phase of a nested call, because the outer handler has run", async () => {
    const registry = registryWith((_input, { env }) => env["no"]?.["where"]?.());
    await expect(registry.execute("test.op")).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND", phase: "started" });
  });

  it("does not adopt the phase of a nested call that timed out before it started", async () => {
    const registry = registryWith(() => registry.execute("math.add", { a: 1, b: 2 }, { deadline: Date.now() - 1 }));
    registry.register(add);
    await expect(registry.execute("test.op")).rejects.toMatchObject({ code: "TIMEOUT", phase: "started" });
  });

  it("rejects for a handler that throws before its first await, and for one that rejects", async () => {
    await expect(registryWith(async () => Promise.reject(new Error("late"))).execute("test.op")).rejects.toThrow(
      "late",
    );
  });
});

describe("when the input is refused", () => {
  const refusalOf = (checked: boolean): Promise<CallError> =>
    new OperationRegistry()
      .register(add)
      .call({ id: "math.add", input: { a: "one" }, context: undefined, checked })
      .then(
        () => expect.unreachable(),
        (error: CallError) => error,
      );

  it("shows a caller in this process where the call was made, and an outside caller what is wrong, without a stack", async () => {
    const [trusted, outside] = [await refusalOf(false), await refusalOf(true)];
    expect(trusted.stack).toContain("execute.test.ts");
    expect(outside.stack).not.toContain(" at ");
    expect(outside.message).toBe(trusted.message);
  });
});

describe("when a handler does not read its context", () => {
  it("makes no signal, no timer and no id", async () => {
    const controllers = vi.spyOn(globalThis, "AbortController");
    const timers = vi.spyOn(globalThis, "setTimeout");
    const random = vi.spyOn(crypto, "getRandomValues");
    await new OperationRegistry().register(add).execute("math.add", { a: 1, b: 2 });
    expect([controllers, timers, random].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    vi.restoreAllMocks();
  });
});
