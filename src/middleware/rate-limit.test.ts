import { array, assert, constantFrom, property } from "fast-check";
import { Type } from "typebox";
import { describe, expect, it, vi } from "vitest";
import { defineOperation } from "../operation/define-operation.ts";
import { OperationType } from "../operation/operation-type.ts";
import { dispatch } from "../registry/dispatch.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { subscribe } from "../registry/subscribe.ts";
import { rateLimit } from "./rate-limit.ts";
import type { RateLimitOptions, RateLimitRule } from "./rate-limit.ts";
import { MemoryRateStore } from "./rate-store.ts";
import { retry } from "./retry.ts";

const MINUTE = 60_000;
const ada = { id: "ada", scopes: ["admin"] };
const bob = { id: "bob", scopes: [] };

function create(rules: RateLimitRule[], options: Omit<RateLimitOptions, "rules"> = {}) {
  const common = { namespace: "demo", version: "1.0.0", description: "For the tests" };
  const open = {
    ...common,
    inputSchema: Type.Object({ n: Type.Optional(Type.Number()) }),
    outputSchema: Type.Unknown(),
  };
  const type = OperationType.MUTATION;
  let runs = 0;
  const registry = new OperationRegistry().registerAll([
    defineOperation({ ...open, name: "run", type, accessControl: { requiredScopes: [] }, handler: async () => ++runs }),
    defineOperation({
      ...open,
      name: "admin",
      type,
      accessControl: { requiredScopes: ["admin"] },
      handler: async () => ++runs,
    }),
    defineOperation({
      ...open,
      name: "ticks",
      type: OperationType.SUBSCRIPTION,
      accessControl: { requiredScopes: [] },
      async *handler() {
        yield 1;
      },
    }),
  ]);
  registry.use(rateLimit({ rules, ...options }));
  return { registry, runs: () => runs };
}

describe("rateLimit", () => {
  it("runs as many calls as the rule allows, and refuses the next before its handler", async () => {
    const { registry, runs } = create([{ name: "all", calls: 2, windowMs: MINUTE }]);
    const first = await registry.execute("demo.run", {});
    expect(first.meta.rateLimits).toEqual([
      { name: "all", limit: 2, windowMs: MINUTE, remaining: 1, endsInMs: expect.any(Number) },
    ]);
    await registry.execute("demo.run", {});
    await expect(registry.execute("demo.run", {})).rejects.toMatchObject({
      code: "RATE_LIMITED",
      phase: "notStarted",
      retryable: true,
      message: expect.stringMatching(
        /^demo\.run is over the limit "all" of 2 calls in 60 s\. It allows the next call in (60|59) s\.$/,
      ),
      details: { name: "all", limit: 2, remaining: 0, retryAfterMs: expect.any(Number) },
    });
    expect(runs()).toBe(2);
  });

  it("counts each caller separately, and all callers without an identity as one", async () => {
    const { registry } = create([{ name: "each", calls: 1, windowMs: MINUTE, keyBy: "caller" }]);
    await registry.execute("demo.run", {}, { identity: ada });
    await registry.execute("demo.run", {}, { identity: bob });
    await registry.execute("demo.run", {});
    for (const identity of [ada, bob, undefined])
      await expect(registry.execute("demo.run", {}, { identity })).rejects.toMatchObject({ code: "RATE_LIMITED" });
    // A token of another issuer with the same subject is another caller.
    await registry.execute("demo.run", {}, { identity: { ...ada, issuer: "https://other.example" } });
  });

  it("does not count calls that lack the rights or a valid input", async () => {
    const { registry } = create([{ name: "all", calls: 1, windowMs: MINUTE }]);
    const denied = dispatch(registry, { id: "demo.admin", input: {}, context: { identity: bob } });
    await expect(denied).rejects.toMatchObject({ code: "ACCESS_DENIED" });
    await expect(registry.execute("demo.run", { n: "x" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect((await registry.execute("demo.run", {})).meta.rateLimits).toMatchObject([{ remaining: 0 }]);
  });

  it("does not use up the other limits when one of them refuses", async () => {
    const { registry } = create([
      { name: "wide", calls: 3, windowMs: MINUTE },
      { name: "narrow", calls: 1, windowMs: MINUTE, keyBy: "caller" },
    ]);
    await registry.execute("demo.run", {}, { identity: ada });
    for (let i = 0; i < 5; i++)
      await expect(registry.execute("demo.run", {}, { identity: ada })).rejects.toMatchObject({
        details: { name: "narrow" },
      });
    const { meta } = await registry.execute("demo.run", {}, { identity: bob });
    expect(meta.rateLimits).toMatchObject([
      { name: "wide", remaining: 1 },
      { name: "narrow", remaining: 0 },
    ]);
  });

  it("does not affect calls without a key", async () => {
    const { registry } = create([{ name: "none", calls: 1, windowMs: MINUTE, keyBy: () => undefined }]);
    for (let i = 0; i < 3; i++) expect((await registry.execute("demo.run", {})).meta.rateLimits).toBeUndefined();
  });

  it("counts the opening of a stream", async () => {
    const { registry } = create([{ name: "all", calls: 1, windowMs: MINUTE }]);
    const items = [];
    for await (const { data } of subscribe(registry, "demo.ticks", {})) items.push(data);
    expect(items).toEqual([1]);
    const again = subscribe(registry, "demo.ticks", {})[Symbol.asyncIterator]().next();
    await expect(again).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("opens again when the window has ended, and retry waits for that", async () => {
    const { registry, runs } = create([]);
    registry.use(retry({ attempts: 3, initialDelay: 1 }));
    registry.use(rateLimit({ rules: [{ name: "short", calls: 1, windowMs: 200 }] }));
    await registry.execute("demo.run", {});
    await registry.execute("demo.run", {});
    expect(runs()).toBe(2);
  });

  it("counts in memory while the store fails, and reports each failure", async () => {
    const onStoreError = vi.fn<(error: unknown) => void>();
    const store = { add: () => Promise.reject(new Error("down")) };
    const { registry } = create([{ name: "all", calls: 1, windowMs: MINUTE }], { store, onStoreError });
    await registry.execute("demo.run", {});
    await expect(registry.execute("demo.run", {})).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(onStoreError).toHaveBeenCalledWith(new Error("down"));
  });

  it("reports which rule refused which call", async () => {
    const onRefused = vi.fn<NonNullable<RateLimitOptions["onRefused"]>>();
    const { registry } = create([{ name: "all", calls: 1, windowMs: MINUTE }], { onRefused });
    await registry.execute("demo.run", {});
    await expect(registry.execute("demo.run", {})).rejects.toThrow();
    expect(onRefused.mock.calls).toEqual([["all", expect.objectContaining({ id: "demo.run" })]]);
  });

  it("counts and refuses as before when its listeners throw, with a warning", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const broken = (): never => {
      throw new Error("broken listener");
    };
    const store = { add: () => Promise.reject(new Error("down")) };
    const rules = [{ name: "all", calls: 1, windowMs: MINUTE }];
    const { registry } = create(rules, { store, onStoreError: broken, onRefused: broken });
    expect((await registry.execute("demo.run", {})).meta.rateLimits).toMatchObject([{ remaining: 0 }]);
    await expect(registry.execute("demo.run", {})).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining("rateLimit: onStoreError threw: broken listener")],
      [expect.stringContaining("rateLimit: onRefused threw: broken listener")],
    ]);
    warn.mockRestore();
  });

  it.each([
    [{ name: "a\nb", calls: 1, windowMs: 1 }, /name of a rule/],
    [{ name: 'a"b', calls: 1, windowMs: 1 }, /name of a rule/],
    [{ name: "a", calls: 0, windowMs: 1 }, /calls of a is 0/],
    [{ name: "a", calls: 1, windowMs: Number.NaN }, /windowMs of a is NaN/],
  ])("refuses the rule %j on creation", (rule, message) => {
    expect(() => rateLimit({ rules: [rule] })).toThrow(message);
  });
});

describe("MemoryRateStore", () => {
  it("never lets more calls through than a window allows, whatever the order of the keys", () => {
    assert(
      property(array(constantFrom("a", "b", "c"), { maxLength: 50 }), (keys) => {
        const store = new MemoryRateStore();
        const seen = new Map<string, number>();
        for (const key of keys) {
          seen.set(key, (seen.get(key) ?? 0) + 1);
          expect(store.add(key, 1, MINUTE).calls).toBe(seen.get(key));
        }
      }),
    );
  });

  it("supports windows that are longer than any timer", () => {
    const store = new MemoryRateStore();
    store.add("a", 1, 30 * 86_400_000);
    expect(store.add("a", 1, 30 * 86_400_000)).toMatchObject({ calls: 2 });
  });

  it("forgets the oldest windows beyond its limit", () => {
    const store = new MemoryRateStore(1000);
    for (let i = 0; i < 3000; i++) store.add(`key ${i}`, 1, MINUTE);
    expect(store.add("key 2999", 1, MINUTE).calls).toBe(2);
    expect(store.add("key 0", 1, MINUTE).calls).toBe(1);
  });

  it("never counts below zero", () => {
    const store = new MemoryRateStore();
    expect(store.add("a", -1, MINUTE).calls).toBe(0);
    expect(store.add("a", 1, MINUTE).calls).toBe(1);
  });
});
