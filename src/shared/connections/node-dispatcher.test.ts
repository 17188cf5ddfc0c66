import { afterEach, describe, expect, it, vi } from "vitest";
import { dispatcherWithin } from "./node-dispatcher.ts";

const GLOBAL = Symbol.for("undici.globalDispatcher.1");

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("when requests are sent", () => {
  it("use one set of connections for each reach on Node", () => {
    expect(dispatcherWithin(2)).toBeDefined();
    expect(dispatcherWithin(2)).toBe(dispatcherWithin(2));
    expect(dispatcherWithin(0)).not.toBe(dispatcherWithin(2));
  });

  it("go through a `fetch` that the program has replaced, and through Node's own again afterwards", () => {
    vi.stubGlobal("fetch", async () => new Response());
    expect(dispatcherWithin(2)).toBeUndefined();
    vi.unstubAllGlobals();
    expect(dispatcherWithin(2)).toBeDefined();
  });

  it("respect a dispatcher that the program has set, even an agent with its own options", async () => {
    // Node's own comes first: undici's main module would set another.
    await fetch("data:,x");
    const { Agent, MockAgent, getGlobalDispatcher, setGlobalDispatcher } = await import("undici");
    const before = getGlobalDispatcher();
    try {
      for (const own of [new MockAgent(), new Agent({ connections: 1 })]) {
        setGlobalDispatcher(own);
        expect(dispatcherWithin(2)).toBeUndefined();
        await own.close();
      }
    } finally {
      setGlobalDispatcher(before);
    }
    expect(dispatcherWithin(2)).toBeDefined();
  });

  it("do not replace the dispatcher of the program's own `fetch`", async () => {
    await fetch("data:,x");
    const before: unknown = Reflect.get(globalThis, GLOBAL);
    dispatcherWithin(1);
    expect(Reflect.get(globalThis, GLOBAL)).toBe(before);
    expect(dispatcherWithin(1)).toBeDefined();
  });
});
