import { describe, expect, it, vi } from "vitest";
import { localEnvelope } from "../../envelope/response-envelope.ts";
import { CallError } from "../../errors/call-error.ts";
import { dispatch } from "../dispatch.ts";
import { add, count, never, spec } from "../fixtures.test-support.ts";
import { isStreamOutcome } from "./middleware.ts";
import type { Middleware } from "../../operation/middleware.ts";
import { OperationRegistry } from "../operation-registry.ts";
import { subscribe } from "../subscribe.ts";

const registryOf = (...middlewares: Middleware[]): OperationRegistry => {
  const registry = new OperationRegistry().registerAll([add, count]);
  for (const middleware of middlewares) registry.use(middleware);
  return registry;
};

describe("when middlewares are installed", () => {
  it("wraps execute, the first outermost", async () => {
    const order: string[] = [];
    const named =
      (name: string): Middleware =>
      async (_call, next) => {
        order.push(`${name} in`);
        const outcome = await next();
        order.push(`${name} out`);
        return outcome;
      };
    await registryOf(named("a"), named("b")).execute(add, { a: 1, b: 2 });
    expect(order).toEqual(["a in", "b in", "b out", "a out"]);
  });

  it("wraps subscribe, and may change the stream", async () => {
    const registry = registryOf(async (_call, next) => {
      const outcome = await next();
      if (!isStreamOutcome(outcome)) return outcome;
      return (async function* () {
        for await (const { data } of outcome) yield localEnvelope(Number(data) * 10, "math.count");
      })();
    });
    const items: unknown[] = [];
    for await (const { data } of subscribe(registry, "math.count", { to: 3 })) items.push(data);
    expect(items).toEqual([10, 20, 30]);
  });

  it("sees the call and its errors, including those of validation and access", async () => {
    const seen: unknown[] = [];
    const registry = registryOf(async (call, next) => {
      try {
        return await next();
      } catch (error) {
        seen.push([call.id, call.spec.type, call.input, (error as CallError).code]);
        throw error;
      }
    });
    registry.register({ ...spec({ name: "closed", accessControl: { requiredScopes: ["x"] } }), handler: () => 1 });
    await expect(registry.execute("math.add", { a: 1 })).rejects.toThrow();
    await expect(dispatch(registry, { id: "test.closed" })).rejects.toThrow();
    expect(seen).toEqual([
      ["math.add", "QUERY", { a: 1 }, "VALIDATION_ERROR"],
      ["test.closed", "QUERY", undefined, "UNAUTHENTICATED"],
    ]);
  });

  it("can check a call before it does something costly", async () => {
    const ask = vi.fn<() => void>();
    const registry = registryOf(async (call, next) => {
      await call.check();
      ask();
      return next();
    });
    await expect(registry.execute("math.add", { a: 1 })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(ask).not.toHaveBeenCalled();
    expect((await registry.execute(add, { a: 1, b: 1 })).data.sum).toBe(2);
  });

  it("may answer itself, and may call next again", async () => {
    let attempts = 0;
    const registry = registryOf(async (call, next) => {
      if (call.id === "math.add") return localEnvelope("cached", call.id);
      return next().catch(next);
    });
    registry.register({
      ...spec({ name: "flaky" }),
      handler: () => {
        if (++attempts === 1) throw new Error("first");
        return attempts;
      },
    });
    expect((await registry.execute("math.add", { a: 1, b: 1 })).data).toBe("cached");
    expect((await registry.execute("test.flaky")).data).toBe(2);
  });

  it("turns an error that a middleware throws, or an answer of the wrong kind, into a CallError", async () => {
    const throwing = registryOf(() => Promise.reject(new Error("broken middleware")));
    await expect(throwing.execute("math.add", { a: 1, b: 1 })).rejects.toBeInstanceOf(CallError);
    const confused = registryOf(async (call) => localEnvelope(1, call.id));
    await expect(subscribe(confused, "math.count", { to: 1 }).next()).rejects.toThrow("with no stream");
    const forgetful = registryOf(async (_call, next) => void (await next()) as never);
    await expect(forgetful.execute("math.add", { a: 1, b: 1 })).rejects.toMatchObject({
      code: "EXECUTION_ERROR",
      message: "A middleware answered math.add with no envelope.",
    });
  });

  it("passes a synchronous error of an inner middleware to the outer one as a rejection", async () => {
    const registry = registryOf(
      (call, next) => next().catch(() => localEnvelope("caught", call.id)),
      () => {
        throw new Error("at once");
      },
    );
    expect((await registry.execute("math.add", { a: 1, b: 1 })).data).toBe("caught");
  });

  it("removes one of two installations of the same middleware at a time", async () => {
    const middleware = vi.fn<Middleware>((_call, next) => next());
    const registry = registryOf(middleware);
    const remove = registry.use(middleware);
    remove();
    remove();
    await registry.execute("math.add", { a: 1, b: 1 });
    expect(middleware).toHaveBeenCalledOnce();
  });

  it("ends a call that waits in a middleware when it is cancelled, before its handler started", async () => {
    const registry = registryOf(async () => never());
    await expect(registry.execute("math.add", { a: 1, b: 1 }, { deadline: Date.now() + 5 })).rejects.toMatchObject({
      code: "TIMEOUT",
      phase: "notStarted",
    });
  });

  it("wraps nested calls too, and can be removed again", async () => {
    const seen: string[] = [];
    const registry = registryOf();
    registry.register({
      ...spec({ name: "outer" }),
      handler: (_input: never, { env }: { env: { math: { add(input: object): unknown } } }) =>
        env.math.add({ a: 1, b: 1 }),
    });
    const remove = registry.use(async (call, next) => {
      seen.push(call.id);
      return next();
    });
    await registry.execute("test.outer");
    remove();
    await registry.execute("test.outer");
    expect(seen).toEqual(["test.outer", "math.add"]);
  });
});
