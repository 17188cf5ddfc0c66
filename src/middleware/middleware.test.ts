/** The middlewares in a real registry. */
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { CallError } from "../errors/call-error.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { AnyOperation } from "../operation/define-operation.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { dispatch } from "../registry/dispatch.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { subscribe } from "../registry/subscribe.ts";
import { waitingDeadlines } from "../shared/time/deadline-timer.ts";
import { approval } from "./approval.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import { concurrencyLimit } from "./concurrency-limit.ts";
import { deferred, sleep } from "./fixtures.test-support.ts";
import { retry } from "./retry.ts";

const common = { namespace: "demo", version: "1.0.0", description: "For the tests", outputSchema: Type.Unknown() };
const open = { ...common, inputSchema: Type.Unknown(), accessControl: { requiredScopes: [] } };

type Handler = (input: unknown, context: OperationContext) => unknown;

const operation = (name: string, type: OperationType, handler: Handler): AnyOperation => ({
  ...open,
  name,
  type,
  handler,
});
const query = (name: string, handler: Handler): AnyOperation => operation(name, OperationType.QUERY, handler);
const mutation = (name: string, handler: Handler): AnyOperation => operation(name, OperationType.MUTATION, handler);
const subscription = (name: string, handler: Handler): AnyOperation =>
  operation(name, OperationType.SUBSCRIPTION, handler);

describe("when a registry retries", () => {
  const fast = { initialDelay: 1 };

  it("never repeats a MUTATION just because a call that it made did not start", async () => {
    const registry = new OperationRegistry();
    let runs = 0;
    registry.register(
      mutation("pay", async (_, { env }) => {
        runs++;
        return env["demo"]?.["busy"]?.();
      }),
    );
    registry.register(
      mutation("busy", () => {
        throw new CallError("OVERLOADED", "busy");
      }),
    );
    registry.use(retry({ ...fast, attempts: 2 }));
    await expect(registry.execute("demo.pay")).rejects.toMatchObject({ code: "OVERLOADED", phase: "started" });
    expect(runs).toBe(1);
  });

  it("does not wait for an attempt that would come after the deadline, and leaves nothing behind", async () => {
    const registry = new OperationRegistry();
    let runs = 0;
    registry.register(
      query("down", () => {
        throw new CallError("CONNECTION_LOST", "down", ++runs === 3 ? { retryAfterMs: 60_000 } : undefined);
      }),
    );
    registry.use(retry({ initialDelay: 1, maxDelay: 120_000, attempts: 1000 }));
    const call = registry.execute("demo.down", {}, { deadline: Date.now() + 30_000 });
    await expect(call).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(runs).toBe(3);
    expect(waitingDeadlines()).toBe(0);
  });

  it("opens a stream again until its first item", async () => {
    const registry = new OperationRegistry();
    let opened = 0;
    registry.register(
      subscription("feed", async function* () {
        if (++opened < 3) throw new CallError("NO_RESPONDER", "not yet");
        yield "hello";
      }),
    );
    registry.use(retry(fast));
    const items: unknown[] = [];
    for await (const { data } of subscribe(registry, "demo.feed")) items.push(data);
    expect(items).toEqual(["hello"]);
    expect(opened).toBe(3);
  });
});

describe("when a registry breaks circuits", () => {
  it("refuses after failures of both calls and streams", async () => {
    const registry = new OperationRegistry();
    registry.register(
      subscription("feed", async function* () {
        yield 1;
        throw new Error("broken");
      }),
    );
    const breaker = circuitBreaker({ consecutive: 1 });
    registry.use(breaker);
    const consume = async (): Promise<void> => {
      for await (const item of subscribe(registry, "demo.feed")) void item;
    };
    await expect(consume()).rejects.toThrow("broken");
    await expect(consume()).rejects.toMatchObject({ code: "OVERLOADED", phase: "notStarted" });
    expect(breaker.inspect().get("demo.feed")?.state).toBe("open");
  });

  it("counts a call that its deadline ends while the handler hangs", async () => {
    const registry = new OperationRegistry();
    registry.register(query("stuck", () => new Promise(() => undefined)));
    registry.use(circuitBreaker({ consecutive: 1 }));
    const call = (): Promise<unknown> => registry.execute("demo.stuck", {}, { deadline: Date.now() + 300 });
    await expect(call()).rejects.toMatchObject({ code: "TIMEOUT" });
    await expect(call()).rejects.toMatchObject({ code: "OVERLOADED" });
  });
});

describe("when a registry limits calls", () => {
  it("does not let an operation wait for itself through env", async () => {
    const registry = new OperationRegistry();
    registry.register(query("inner", () => "deep"));
    registry.register(query("middle", async (_, { env }) => (await env["demo"]?.["inner"]?.())?.data));
    registry.register(query("outer", async (_, { env }) => (await env["demo"]?.["middle"]?.())?.data));
    const limit = concurrencyLimit({ limit: 1 });
    registry.use(limit);
    const calls = Array.from({ length: 3 }, () => registry.execute("demo.outer", {}, { deadline: Date.now() + 5000 }));
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(["deep", "deep", "deep"]);
    expect(limit.usage()).toEqual({ active: 0, waiting: 0 });
  });

  it("removes a call that times out from the queue, and says that it never started", async () => {
    const registry = new OperationRegistry();
    const end = deferred<string>();
    registry.register(query("slow", () => end.promise));
    const limit = concurrencyLimit({ limit: 1 });
    registry.use(limit);
    const first = registry.execute("demo.slow");
    const second = registry.execute("demo.slow", {}, { deadline: Date.now() + 10 });
    await expect(second).rejects.toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    expect(limit.usage()).toEqual({ active: 1, waiting: 0 });
    end.resolve("done");
    await first;
  });

  it("frees the slot of a stream that its consumer leaves", async () => {
    const registry = new OperationRegistry();
    registry.register(
      subscription("ticks", async function* () {
        for (let i = 0; ; i++) yield i;
      }),
    );
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    registry.use(limit);
    for await (const { data } of subscribe(registry, "demo.ticks")) if (data === 3) break;
    expect(limit.usage().active).toBe(0);
  });

  it("frees the slot of a stream that waits for its first item when it is stopped", async () => {
    const registry = new OperationRegistry();
    registry.register(
      subscription("silent", async function* (_, { signal }) {
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        yield 1;
      }),
    );
    const limit = concurrencyLimit({ limit: 1, queue: 0 });
    registry.use(limit);
    const stream = subscribe(registry, "demo.silent");
    const first = stream.next();
    await sleep(5);
    await stream.return();
    expect((await first).done).toBe(true);
    expect(limit.usage().active).toBe(0);
  });
});

describe("when a registry asks for approval", () => {
  const guarded = defineOperation({
    ...common,
    name: "wipe",
    type: OperationType.MUTATION,
    inputSchema: Type.Object({ disk: Type.String() }),
    accessControl: { requiredScopes: ["admin"] },
    handler: () => "wiped",
  });
  const admin = { identity: { id: "ada", scopes: ["admin"] } };

  it("asks only about calls that are valid and allowed", async () => {
    const registry = new OperationRegistry().register(guarded);
    const asked: unknown[] = [];
    registry.use(approval({ ask: ({ input }) => asked.push(input) > 0 }));
    const call = (input: unknown, context = {}) => dispatch(registry, { id: "demo.wipe", input, context });
    await expect(call({ disk: 1 }, admin)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(call({ disk: "a" })).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
    await expect(call({ disk: "a" }, admin)).resolves.toMatchObject({ data: "wiped" });
    expect(asked).toEqual([{ disk: "a" }]);
  });

  it("ends at the deadline while a person decides, and fires the signal of ask", async () => {
    const registry = new OperationRegistry().register(guarded);
    let closed = false;
    registry.use(
      approval({
        ask: ({ context: { signal } }) =>
          new Promise(() => signal.addEventListener("abort", () => void (closed = true))),
      }),
    );
    const call = registry.execute("demo.wipe", { disk: "a" }, { deadline: Date.now() + 300 });
    await expect(call).rejects.toMatchObject({ code: "TIMEOUT", phase: "notStarted" });
    expect(closed).toBe(true);
  });
});
