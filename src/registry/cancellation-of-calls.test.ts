import { afterEach, describe, expect, it, vi } from "vitest";
import { CallError } from "../errors/call-error.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import { Cancellation } from "../shared/time/cancellation.ts";
import { waitingDeadlines } from "../shared/time/deadline-timer.ts";
import { never, sleep, spec } from "./fixtures.test-support.ts";
import { OperationRegistry } from "./operation-registry.ts";

afterEach(() => {
  expect(waitingDeadlines()).toBe(0);
});

const registryWith = (handler: (input: never, context: OperationContext) => unknown, fields = {}): OperationRegistry =>
  new OperationRegistry().register({ ...spec({ name: "op", ...fields }), handler: handler });

describe("when a call has a deadline or a signal", () => {
  it("is TIMEOUT for a handler that never settles, and fires the handler's signal", async () => {
    let signal: AbortSignal | undefined;
    const registry = registryWith((_input, context) => {
      signal = context.signal;
      return never();
    });
    await expect(registry.execute("test.op", {}, { deadline: Date.now() + 300 })).rejects.toMatchObject({
      code: "TIMEOUT",
      phase: "started",
      retryable: true,
    });
    expect(signal?.aborted).toBe(true);
  });

  it("is ABORTED when the caller aborts, even if the handler continues", async () => {
    const controller = new AbortController();
    const registry = registryWith(async () => sleep(30));
    const call = registry.execute("test.op", {}, { signal: controller.signal });
    setTimeout(() => controller.abort("bored"), 5);
    await expect(call).rejects.toMatchObject({
      code: "ABORTED",
      phase: "started",
      cause: expect.anything() as unknown,
    });
  });

  it("does not start the handler if the call is already over", async () => {
    const handler = vi.fn<() => void>();
    const registry = registryWith(handler);
    await expect(registry.execute("test.op", {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "ABORTED",
      phase: "notStarted",
    });
    await expect(registry.execute("test.op", {}, { deadline: Date.now() - 1 })).rejects.toMatchObject({
      code: "TIMEOUT",
      phase: "notStarted",
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it("reaches nested calls at any depth", async () => {
    const signals: AbortSignal[] = [];
    const registry = new OperationRegistry();
    registry.register({
      ...spec({ name: "deep" }),
      handler: (input: { depth: number }, { signal, env }: OperationContext) => {
        signals.push(signal);
        return input.depth === 0 ? never() : env["test"]?.["deep"]?.({ depth: input.depth - 1 });
      },
    });
    const controller = new AbortController();
    const call = registry.execute("test.deep", { depth: 3 }, { signal: controller.signal });
    await sleep(5);
    controller.abort();
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true, true]);
  });

  it("adds one listener to a signal that many calls share, and ends them all", async () => {
    const controller = new AbortController();
    const listen = vi.spyOn(controller.signal, "addEventListener");
    const registry = registryWith(never);
    const calls = Array.from({ length: 20 }, () => registry.execute("test.op", {}, { signal: controller.signal }));
    const settled = Promise.allSettled(calls);
    expect(listen).toHaveBeenCalledOnce();
    controller.abort();
    expect((await settled).map((result) => (result as { reason?: CallError }).reason?.code)).toEqual(
      Array.from({ length: 20 }, () => "ABORTED"),
    );
  });

  it("ends a call at its cancellation or its deadline", async () => {
    const registry = registryWith(never);
    for (const context of [undefined, { deadline: Date.now() + 60_000 }]) {
      const cancellation = new Cancellation();
      const call = registry.call({ id: "test.op", input: {}, context, checked: false, cancellation });
      cancellation.cancel(new CallError("ABORTED", "The client left."));
      await expect(call).rejects.toMatchObject({ code: "ABORTED", message: "The client left." });
    }
    const cancellation = new Cancellation();
    const context = { deadline: Date.now() + 5 };
    const late = registry.call({ id: "test.op", input: {}, context, checked: false, cancellation });
    await expect(late).rejects.toMatchObject({ code: "TIMEOUT" });
    expect(cancellation.reason).toBeUndefined();
  });

  it("leaves no listener on the caller's signal once the call is over", async () => {
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, "addEventListener");
    const removed = vi.spyOn(signal, "removeEventListener");
    await registryWith(() => 1).execute("test.op", {}, { signal, deadline: Date.now() + 60_000 });
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    expect(added).toHaveBeenCalled();
  });
});
