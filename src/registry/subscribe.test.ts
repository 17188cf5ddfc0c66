import { Type } from "typebox";
import { afterEach, describe, expect, it, vi } from "vitest";
import { httpEnvelope } from "../envelope/response-envelope.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { OperationType } from "../operation/operation-type.ts";
import { waitingDeadlines } from "../shared/time/deadline-timer.ts";
import { add, count, never, sleep, spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";
import type { OperationRegistryOptions } from "./operation-registry-options.ts";
import { subscribe } from "./subscribe.ts";
import type { OperationWarning } from "./call/warnings.ts";

afterEach(() => {
  expect(waitingDeadlines()).toBe(0);
});

type StreamHandler = (input: never, context: OperationContext) => unknown;

const registryWith = (handler: StreamHandler, fields = {}, options: OperationRegistryOptions = {}): OperationRegistry =>
  new OperationRegistry(options).register({
    ...spec({ name: "stream", type: OperationType.SUBSCRIPTION, ...fields }),
    handler: handler,
  });

async function collect(stream: AsyncIterable<{ data: unknown }>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const { data } of stream) items.push(data);
  return items;
}

describe("when a stream runs to its end", () => {
  it("yields each item in an envelope", async () => {
    const registry = new OperationRegistry().register(count);
    const first = await subscribe(registry, count, { to: 1 }).next();
    expect(first).toMatchObject({
      done: false,
      value: { data: 1, meta: { source: "local", operationId: "math.count" } },
    });
    expect(await collect(subscribe(registry, "math.count", { to: 3 }))).toEqual([1, 2, 3]);
  });

  it("puts each item through the result pipeline, and passes envelopes through", async () => {
    const own = httpEnvelope({ a: 1 }, { statusCode: 200, headers: {}, contentType: "text/event-stream", event: "x" });
    const registry = registryWith(
      async function* () {
        yield { a: 1, b: 2 };
        yield own;
      },
      { outputSchema: Type.Object({ a: Type.Number() }) },
    );
    const stream = subscribe(registry, "test.stream");
    expect(await stream.next()).toMatchObject({ value: { data: { a: 1 } } });
    expect((await stream.next()).value).toBe(own);
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("answers concurrent next()s in order", async () => {
    const stream = subscribe(new OperationRegistry().register(count), "math.count", { to: 3 });
    const items = await Promise.all([stream.next(), stream.next(), stream.next(), stream.next()]);
    expect(items.map((item) => item.value?.data)).toEqual([1, 2, 3, undefined]);
  });

  it("accepts any async iterable that a handler returns", async () => {
    const registry = registryWith(
      () =>
        new ReadableStream({
          start(controller) {
            controller.enqueue("a");
            controller.close();
          },
        }),
    );
    expect(await collect(subscribe(registry, "test.stream"))).toEqual(["a"]);
  });

  it("takes an item only on request", async () => {
    let made = 0;
    const registry = registryWith(async function* () {
      for (;;) yield ++made;
    });
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    await stream.next();
    await sleep(5);
    expect(made).toBe(2);
    await stream.return();
  });
});

describe("when a stream is not begun", () => {
  it("runs nothing, looks nothing up, and can be stopped", async () => {
    const handler = vi.fn<StreamHandler>();
    const stream = subscribe(registryWith(handler), "test.stream", {}, { deadline: Date.now() + 60_000 });
    expect(waitingDeadlines()).toBe(0);
    await stream.return();
    expect(await stream.next()).toEqual({ done: true, value: undefined });
    expect(handler).not.toHaveBeenCalled();
  });

  it("rejects the first next() if something is wrong with the call", async () => {
    const registry = new OperationRegistry().registerAll([add, count]);
    const first = (id: string, input: unknown): Promise<unknown> => subscribe(registry, id, input).next();
    await expect(first("math.nothing", {})).rejects.toMatchObject({ code: "OPERATION_NOT_FOUND" });
    await expect(first("math.count", { to: "3" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    await expect(first("math.add", { a: 1, b: 1 })).rejects.toMatchObject({
      code: "PROTOCOL_ERROR",
      message: expect.stringContaining("use execute()") as string,
    });
  });
});

describe("when a stream is stopped", () => {
  it("aborts the signal first, then runs the handler's finally, before return() resolves", async () => {
    const order: string[] = [];
    const registry = registryWith(async function* (_input, { signal }) {
      signal.addEventListener("abort", () => order.push("aborted"));
      try {
        for (let i = 0; ; i++) yield i;
      } finally {
        await sleep(5);
        order.push("finally");
      }
    });
    for await (const { data } of subscribe(registry, "test.stream")) if (data === 1) break;
    order.push("returned");
    expect(order).toEqual(["aborted", "finally", "returned"]);
  });

  it("ends a waiting next(), and reaches a handler that reacts to its signal during an await", async () => {
    let cleaned = false;
    const registry = registryWith(async function* (_input, { signal }) {
      try {
        yield 1;
        await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
      } finally {
        cleaned = true;
      }
    });
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    const waiting = stream.next();
    await stream.return();
    expect(cleaned).toBe(true);
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it("gives a hanging handler a limited grace period, and warns", async () => {
    const warnings: OperationWarning[] = [];
    const registry = registryWith(
      async function* () {
        yield 1;
        await never();
      },
      {},
      { returnGrace: 10, onWarning: (warning) => warnings.push(warning) },
    );
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    const waiting = stream.next();
    await stream.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(warnings).toMatchObject([
      { kind: "cleanup-failed", message: expect.stringContaining("context.signal") as string },
    ]);
  });

  it("warns about a finally that throws, and still stops", async () => {
    const warnings: OperationWarning[] = [];
    const registry = registryWith(
      async function* () {
        try {
          yield 1;
        } finally {
          // oxlint-disable-next-line no-unsafe-finally -- what the test is about
          throw new Error("oops");
        }
      },
      {},
      { onWarning: (warning) => warnings.push(warning) },
    );
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    expect(await stream.return()).toEqual({ done: true, value: undefined });
    expect(warnings).toMatchObject([{ kind: "cleanup-failed", cause: { message: "oops" } }]);
  });

  it("stops once, however often it is stopped", async () => {
    const cleaned = vi.fn<() => void>();
    const registry = registryWith(async function* () {
      try {
        yield 1;
      } finally {
        cleaned();
      }
    });
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    await Promise.all([stream.return(), stream.return()]);
    await stream.return();
    expect(cleaned).toHaveBeenCalledOnce();
  });

  it("stops with `await using` too", async () => {
    const cleaned = vi.fn<() => void>();
    const registry = registryWith(async function* () {
      try {
        yield 1;
      } finally {
        cleaned();
      }
    });
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    await (stream as unknown as AsyncDisposable)[Symbol.asyncDispose]();
    expect(cleaned).toHaveBeenCalledOnce();
  });
});

describe("when a stream is stopped while it opens", () => {
  it("asks the handler for no further items", async () => {
    const calls: string[] = [];
    let opened = (): void => undefined;
    const opening = new Promise<void>((resolve) => (opened = resolve));
    const registry = new OperationRegistry().register({
      ...spec({ name: "op", type: OperationType.SUBSCRIPTION }),
      handler: async () => {
        await opening;
        const note = (name: string, done: boolean) => () => {
          calls.push(name);
          return Promise.resolve({ done, value: 1 });
        };
        return { [Symbol.asyncIterator]: () => ({ next: note("next", false), return: note("return", true) }) };
      },
    });
    const stream = subscribe(registry, "test.op");
    const first = stream.next();
    await sleep(1);
    await stream.return();
    opened();
    expect(await first).toMatchObject({ done: true });
    await sleep(1);
    expect(calls).toEqual(["return"]);
  });
});

describe("when a stream fails", () => {
  it("rejects the next() that met the error, once, and then ends", async () => {
    const registry = registryWith(async function* () {
      yield 1;
      throw new Error("broken");
    });
    const stream = subscribe(registry, "test.stream");
    await stream.next();
    await expect(stream.next()).rejects.toMatchObject({ code: "EXECUTION_ERROR", message: "broken", phase: "started" });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("reports a handler that does not return an async iterable", async () => {
    await expect(
      subscribe(
        registryWith(() => [1, 2]),
        "test.stream",
      ).next(),
    ).rejects.toThrow("no async iterable");
  });

  it("stops the handler when an item does not fit in strict mode", async () => {
    const cleaned = vi.fn<() => void>();
    const registry = registryWith(
      async function* () {
        try {
          yield "one";
          yield "two";
        } finally {
          cleaned();
        }
      },
      { outputSchema: Type.Number() },
      { strict: true },
    );
    await expect(collect(subscribe(registry, "test.stream"))).rejects.toMatchObject({ code: "OUTPUT_INVALID" });
    await sleep(1);
    expect(cleaned).toHaveBeenCalledOnce();
  });
});

describe("when a stream's caller aborts or runs out of time", () => {
  const stuck = async function* (_input: never, { signal }: OperationContext): AsyncGenerator<number> {
    yield 1;
    await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
  };

  it.each(Array.from({ length: 12 }, (_, index) => index))(
    "is ABORTED if that happens %i microtasks after an item has arrived",
    async (microtasks) => {
      const controller = new AbortController();
      const registry = new OperationRegistry().register({
        ...spec({ name: "op", type: OperationType.SUBSCRIPTION }),
        handler: () => ({
          [Symbol.asyncIterator]: () => ({
            next: async () => {
              void (async () => {
                for (let i = 0; i < microtasks; i++) await Promise.resolve();
                controller.abort();
              })();
              return { done: false, value: 1 };
            },
          }),
        }),
      });
      const stream = subscribe(registry, "test.op", {}, { signal: controller.signal });
      const readAll = async (): Promise<void> => {
        for await (const _item of stream) await sleep(1);
      };
      await expect(readAll()).rejects.toMatchObject({ code: "ABORTED" });
    },
  );

  it("is TIMEOUT at its deadline, and ends", async () => {
    const stream = subscribe(registryWith(stuck), "test.stream", {}, { deadline: Date.now() + 300 });
    await stream.next();
    await expect(stream.next()).rejects.toMatchObject({ code: "TIMEOUT", phase: "started" });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it("is TIMEOUT at its deadline even if neither its source nor its reader ever waits", async () => {
    const endless = registryWith(async function* () {
      for (let item = 0; ; item++) yield item;
    });
    const readAll = async (): Promise<void> => {
      for await (const _item of subscribe(endless, "test.stream", {}, { deadline: Date.now() + 200 }));
    };
    await expect(readAll()).rejects.toMatchObject({ code: "TIMEOUT", phase: "started" });
  });

  it("is ABORTED by the caller's signal, and runs the handler's finally even between two items", async () => {
    const cleaned = vi.fn<() => void>();
    const controller = new AbortController();
    const registry = registryWith(async function* () {
      try {
        for (;;) yield 1;
      } finally {
        cleaned();
      }
    });
    const stream = subscribe(registry, "test.stream", {}, { signal: controller.signal });
    await stream.next();
    controller.abort();
    await sleep(1);
    expect(cleaned).toHaveBeenCalledOnce();
    await expect(stream.next()).rejects.toMatchObject({ code: "ABORTED" });
  });
});
