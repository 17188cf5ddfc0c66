import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { mcpEnvelope } from "../../envelope/response-envelope.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { dispatch } from "../../registry/dispatch.ts";
import { subscribe } from "../../registry/subscribe.ts";
import { collectGarbage } from "../../shared/collect-garbage.test-support.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { operation } from "./fixtures.test-support.ts";
import { EndedCalls, observeCalls } from "./observe-calls.ts";
import { Timeline } from "./timeline.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function observedRegistry(codes: string[], registry = new OperationRegistry()): OperationRegistry {
  registry.use(
    observeCalls([
      () =>
        ({ code }) =>
          void codes.push(code),
    ]),
  );
  registry.register(operation("hello", () => "hello"));
  registry.register(operation("stuck", () => new Promise(() => undefined)));
  return registry;
}

describe("when calls are observed", () => {
  it("makes no signal for them, because that takes longer than a small call", async () => {
    const made = vi.spyOn(Cancellation.prototype, "signal", "get");
    const codes: string[] = [];
    const registry = observedRegistry(codes);
    await registry.execute("demo.hello", {}, { signal: new AbortController().signal, deadline: Date.now() + 60_000 });
    await registry.execute("demo.hello");
    expect(codes).toEqual(["OK", "OK"]);
    expect(made).not.toHaveBeenCalled();
  });

  it("distinguishes a tool's own error from a success", async () => {
    const codes: string[] = [];
    const registry = observedRegistry(codes);
    registry.register(operation("tool", () => mcpEnvelope([], { isError: true, content: [] })));
    registry.register(operation("fine", () => mcpEnvelope([], { isError: false, content: [] })));
    await registry.execute("demo.tool");
    await registry.execute("demo.fine");
    expect(codes).toEqual(["tool_error", "OK"]);
  });

  it("reports the end when the caller aborts, whatever the handler does", async () => {
    const codes: string[] = [];
    const caller = new AbortController();
    const call = observedRegistry(codes).execute("demo.stuck", {}, { signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    expect(codes).toEqual(["ABORTED"]);
  });

  it("reports it once if the caller aborted before the observer saw the call", async () => {
    const codes: string[] = [];
    const caller = new AbortController();
    const registry = new OperationRegistry();
    registry.use(async (_call, next) => {
      await Promise.resolve();
      caller.abort();
      return next();
    });
    observedRegistry(codes, registry);
    await expect(registry.execute("demo.hello", {}, { signal: caller.signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
    await expect.poll(() => codes).toEqual(["ABORTED"]);
  });
});

describe("when a stream ends early", () => {
  const endless = operation("ticks", () => Array.from({ length: 1000 }, (_, tick) => tick), "SUBSCRIPTION");

  function streaming(codes: string[]): OperationRegistry {
    return observedRegistry(codes).register(endless);
  }

  it("is OK if its reader returns", async () => {
    const codes: string[] = [];
    for await (const { data } of subscribe(streaming(codes), "demo.ticks")) if (data === 3) break;
    expect(codes).toEqual(["OK"]);
  });

  it("is OK if it completes", async () => {
    const codes: string[] = [];
    for await (const _ of subscribe(streaming(codes), "demo.ticks")) continue;
    expect(codes).toEqual(["OK"]);
  });

  it.each(["ABORTED", "CONNECTION_LOST", "TIMEOUT"] as const)("is %s if that is why it was cut", async (code) => {
    const codes: string[] = [];
    const cut = new AbortController();
    const stream = subscribe(streaming(codes), "demo.ticks", {}, { signal: cut.signal });
    await stream.next();
    cut.abort(new CallError(code, "cut"));
    await stream.return();
    expect(codes).toEqual([code]);
  });

  it("says that it had started", async () => {
    const phases: unknown[] = [];
    const registry = new OperationRegistry().register(endless);
    registry.use(
      observeCalls([
        () =>
          ({ error }) =>
            void phases.push(error?.phase),
      ]),
    );
    const cut = new AbortController();
    const stream = subscribe(registry, "demo.ticks", {}, { signal: cut.signal });
    await stream.next();
    cut.abort();
    await expect(stream.next()).rejects.toMatchObject({ phase: "started" });
    expect(phases).toEqual(["started"]);
  });

  it("ends, too, if its handler never does", async () => {
    const codes: string[] = [];
    const registry = streaming(codes);
    registry.register({
      ...operation("deaf", () => undefined, "SUBSCRIPTION"),
      async *handler() {
        yield 1;
        await new Promise(() => undefined);
      },
    });
    const cut = new AbortController();
    const stream = subscribe(registry, "demo.deaf", {}, { signal: cut.signal });
    await stream.next();
    const next = stream.next();
    cut.abort(new CallError("CONNECTION_LOST", "cut"));
    await expect(next).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await expect.poll(() => codes).toEqual(["CONNECTION_LOST"]);
  });
});

describe("when calls have failed or been answered", () => {
  const big = () => ({ text: "x".repeat(100) });

  it("keeps nothing of their inputs, which their errors' stacks would hold", async () => {
    const timeline = new Timeline();
    const ended = new EndedCalls(() => undefined, Date.now);
    class Worker {
      readonly input: unknown;
      constructor(input: unknown) {
        this.input = input;
      }
      work(): never {
        throw new CallError("NOT_FOUND", "Not here.");
      }
    }
    const registry = new OperationRegistry().register(operation("fail", (input) => new Worker(input).work()));
    registry.use(observeCalls([timeline.observe, ended.observe]));
    const inputs: Array<WeakRef<object>> = [];
    for (let count = 0; count < 20; count++) {
      const input = big();
      inputs.push(new WeakRef(input));
      const failed = registry.execute("demo.fail", input, { identity: { id: "ada", scopes: [] }, requestId: "r" });
      await expect(failed.catch((error: CallError) => error.code)).resolves.toBe("NOT_FOUND");
    }
    await new Promise((resolve) => setTimeout(resolve));
    collectGarbage();
    // The last few may still be on the stack.
    expect(inputs.filter((input) => input.deref() !== undefined).length).toBeLessThan(5);
    expect(timeline.size).toBe(20);
    expect(ended.take()).toHaveLength(20);
  });

  it("keeps no result for a cancellation that lives on", async () => {
    const registry = new OperationRegistry().register(operation("answer", big));
    const running: Cancellation[] = [];
    const results: Array<WeakRef<object>> = [];
    for (let count = 0; count < 20; count++) {
      const cancellation = new Cancellation();
      running.push(cancellation);
      const { data } = await dispatch(registry, { id: "demo.answer", input: {}, cancellation });
      results.push(new WeakRef(data as object));
    }
    await new Promise((resolve) => setTimeout(resolve));
    collectGarbage();
    expect(results.filter((result) => result.deref() !== undefined).length).toBeLessThan(5);
    expect(running).toHaveLength(20);
  });
});
