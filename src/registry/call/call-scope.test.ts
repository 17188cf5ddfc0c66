import { describe, expect, it, vi } from "vitest";
import type { OperationContext } from "../../operation/operation-context.ts";
import { spec } from "../fixtures.test-support.ts";
import { OperationRegistry } from "../operation-registry.ts";

const registryOf = (): OperationRegistry =>
  new OperationRegistry().register({ ...spec({ name: "op" }), handler: () => 1 });

describe("when a context is invalid", () => {
  const bad: ReadonlyArray<[string, unknown]> = [
    ["null", null],
    ["an invalid signal", { signal: {} }],
    ["a signal that is null", { signal: null }],
    ["a deadline that is a Date", { deadline: new Date() }],
  ];
  it.each(bad)("refuses %s before the handler starts", async (_what, context) => {
    const registry = registryOf();
    for (let attempt = 0; attempt < 2; attempt++) {
      const call = registry.execute("test.op", {}, context as never);
      await expect(call).rejects.toMatchObject({ code: "VALIDATION_ERROR", phase: "notStarted" });
      await registry.execute("test.op", {});
    }
  });

  it("refuses a copy of a handler's context, which would lack the identity and the signal", async () => {
    const registry = registryOf();
    const copying = (_input: never, context: OperationContext) =>
      registry.execute("test.op", {}, { ...context, deadline: Infinity });
    registry.register({ ...spec({ name: "copying" }), handler: copying });
    const call = registry.execute("test.copying", {}, { identity: { id: "ada", scopes: [] } });
    await expect(call).rejects.toThrow("pass the context itself");
  });

  it("leaves no listener on its signal", async () => {
    const { signal } = new AbortController();
    const listen = vi.spyOn(signal, "addEventListener");
    const stop = vi.spyOn(signal, "removeEventListener");
    await expect(registryOf().execute("test.op", {}, { signal, deadline: NaN })).rejects.toThrow("deadline");
    expect(listen.mock.calls.length).toBe(stop.mock.calls.length);
  });
});
