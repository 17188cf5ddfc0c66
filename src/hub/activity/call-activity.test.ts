import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Identity } from "../../operation/access-control.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { subscribe } from "../../registry/subscribe.ts";
import { operation } from "../observe/fixtures.test-support.ts";
import { observeCalls } from "../observe/observe-calls.ts";
import { CallActivity } from "./call-activity.ts";
import { Durations } from "./durations.ts";

const ada: Identity = { id: "ada", scopes: [] };
const bob: Identity = { id: "bob", scopes: [] };

function setUp() {
  const clock = { now: Date.parse("2026-01-01T12:00:30Z") };
  const activity = new CallActivity(() => clock.now);
  const registry = new OperationRegistry();
  registry.use(observeCalls([activity.observe]));
  registry.registerAll([
    operation("ok", () => 1),
    operation("fail", () => {
      throw new Error("It has failed for ada@example.org");
    }),
    operation("items", () => [1, 2], "SUBSCRIPTION"),
  ]);
  const call = (name: string, identity = ada): Promise<unknown> =>
    registry.execute(`demo.${name}`, {}, { identity }).catch(() => undefined);
  return { clock, activity, registry, call };
}

describe("the calls of the last hour", () => {
  test("are counted by minute and by operation, and forgotten after an hour", async () => {
    const { clock, activity, call } = setUp();
    await call("ok");
    clock.now += 60_000;
    await call("ok");
    await call("fail");
    const { total, minutes, operations } = activity.hour();
    expect(total).toMatchObject({ calls: 3, errors: 1 });
    expect(minutes).toHaveLength(60);
    expect(minutes.slice(-2)).toMatchObject([
      { calls: 1, errors: 0 },
      { calls: 2, errors: 1 },
    ]);
    expect(operations).toMatchObject([
      { operationId: "demo.ok", calls: 2, errors: 0 },
      { operationId: "demo.fail", calls: 1, errors: 1 },
    ]);
    clock.now += 59 * 60_000;
    expect(activity.hour().total.calls).toBe(2);
    clock.now += 60_000;
    expect(activity.hour()).toMatchObject({ total: { calls: 0, p50: null }, operations: [] });
  });

  test("have no times for streams, and a limited number of operations", async () => {
    const { activity, registry } = setUp();
    for await (const item of subscribe(registry, "demo.items", {}, { identity: ada })) expect(item).toBeDefined();
    expect(activity.hour().total).toEqual({ calls: 1, errors: 0, p50: null, p99: null });
    const observe = (id: string): void =>
      activity.observe({ id, spec: { type: "QUERY" }, context: { requestId: id } } as never)({
        code: "OK",
        error: undefined,
        durationMs: 1,
      });
    for (let index = 0; index < 1000; index++) observe(`many.o${String(index)}`);
    const { operations, total } = activity.hour();
    expect(total.calls).toBe(1001);
    expect(operations[0]).toMatchObject({ operationId: "other", calls: 801 });
    expect(operations).toHaveLength(20);
  });

  test("are listed for their caller with the reason of a failure, and for others without it", async () => {
    const { activity, call } = setUp();
    await call("fail");
    await call("ok", bob);
    const failed = { operationId: "demo.fail", caller: "ada", code: "EXECUTION_ERROR" };
    const own = activity.recent(ada, false);
    expect(own.recent).toMatchObject([failed]);
    expect(own.failed[0]?.message).toBeDefined();
    expect(activity.recent(bob, false)).toMatchObject({ recent: [{ operationId: "demo.ok" }], failed: [] });
    const all = activity.recent(bob, true);
    expect(all.recent.map(({ caller }) => caller)).toEqual(["bob", "ada"]);
    expect(all.failed).toMatchObject([failed]);
    expect(all.failed[0]).not.toHaveProperty("message");
  });

  test("are listed newest first, even after older ones were dropped", async () => {
    const { activity, registry } = setUp();
    for (let index = 0; index < 510; index++)
      await registry.execute("demo.ok", {}, { identity: ada, requestId: `r${String(index)}` });
    const { recent } = activity.recent(ada, false);
    expect(recent.map(({ requestId }) => requestId)).toEqual(
      Array.from({ length: 20 }, (_, index) => `r${String(509 - index)}`),
    );
  });

  test("change the version, and so does the next minute", async () => {
    const { clock, activity, call } = setUp();
    const versions = new Set([activity.version]);
    await call("ok");
    versions.add(activity.version);
    clock.now += 60_000;
    versions.add(activity.version);
    expect(versions.size).toBe(3);
  });
});

describe("durations in bins", () => {
  test("give quantiles within a fifth", () => {
    const ms = fc.double({ min: 0.3, max: 600_000, noNaN: true });
    fc.assert(
      fc.property(fc.array(ms, { minLength: 1, maxLength: 200 }), fc.constantFrom(0.5, 0.99), (all, part) => {
        const durations = new Durations();
        for (const each of all) durations.add(each);
        const exact = all.sort((one, other) => one - other)[Math.ceil(part * all.length) - 1] as number;
        const ratio = (durations.quantile(part) as number) / exact;
        expect(ratio).toBeGreaterThan(0.79);
        expect(ratio).toBeLessThan(1.26);
      }),
    );
  });

  test("include durations that are shorter or longer than every bin", () => {
    const durations = new Durations();
    durations.add(0);
    expect(durations.quantile(1)).toBeLessThan(0.3);
    durations.add(1e12);
    expect(durations.quantile(1)).toBeGreaterThan(600_000);
  });
});
