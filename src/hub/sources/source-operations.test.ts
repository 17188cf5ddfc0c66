import { describe, expect, it } from "vitest";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { CallCounter } from "./call-counter.ts";
import { SourceOperations } from "./source-operations.ts";
import { commonRules, createPolicy } from "./source-policy.ts";

const many = (count: number, version = "1"): AnyOperation[] =>
  Array.from({ length: count }, (_, index) => ({
    namespace: "many",
    name: `operation_${index}`,
    version,
    type: "QUERY",
    description: "One of many",
    inputSchema: true,
    outputSchema: true,
    accessControl: { requiredScopes: [] },
    handler: () => index,
  }));

const policyWith = (...scopes: string[]) => createPolicy({ scopes }, commonRules({}));

function newSource(registry = new OperationRegistry()) {
  const batches: number[] = [];
  registry.onChange((changes) => batches.push(changes.length));
  const registered = new SourceOperations(registry, { kind: "custom", calls: new CallCounter() }, policyWith());
  return { registry, registered, batches };
}

describe("when a source of the hub has thousands of operations", () => {
  it("registers, replaces, re-scopes and removes them in batches", async () => {
    const { registry, registered, batches } = newSource();
    const steps: Array<() => Promise<void>> = [
      () => registered.update(many(2000), policyWith()),
      () => registered.update(many(2000, "2"), policyWith()),
      () => registered.update(many(2000, "2"), policyWith("other")),
      () => registered.clear(),
    ];
    for (const [index, step] of steps.entries()) {
      await step();
      const scopes = new Set(registry.list().map((spec) => spec.accessControl.requiredScopes.join(" ")));
      expect([...scopes]).toEqual([["operations:call"], ["operations:call"], ["other"], []][index]);
      expect(batches.reduce((sum, size) => sum + size, 0)).toBe(2000);
      expect(Math.max(...batches)).toBeLessThanOrEqual(100);
      expect(batches.splice(0).length).toBeLessThanOrEqual(20);
    }
  });

  it("lets other work run between the batches", async () => {
    const { registry, registered } = newSource();
    let turns = 0;
    // Each batch takes longer than a slice.
    registry.onChange(() => {
      const end = performance.now() + 15;
      while (performance.now() < end);
    });
    const counting = setInterval(() => turns++, 0);
    await registered.update(many(1000), policyWith());
    clearInterval(counting);
    expect(turns).toBeGreaterThan(3);
  });

  it("ends with the newest state when the source changes while its operations are registered", async () => {
    const { registry, registered } = newSource();
    const first = registered.update(many(3000), policyWith());
    const second = registered.update(many(10, "2"), policyWith());
    await Promise.all([first, second]);
    expect(registry.list().map(({ version }) => version)).toEqual(Array.from({ length: 10 }, () => "2"));
  });

  it("registers nothing more after it was cleared", async () => {
    const { registry, registered } = newSource();
    const done = registered.update(many(5000), policyWith());
    await registered.clear();
    await done;
    expect([registry.list(), registered.size]).toEqual([[], 0]);
  });

  it("keeps changes that arrive while thousands are being compared", async () => {
    const { registry, registered } = newSource();
    const operations = many(20_000);
    const updated = registered.update(operations, policyWith());
    const last = operations.at(-1) as AnyOperation;
    await Promise.all([updated, registered.change([["many.operation_19999", undefined]])]);
    expect([registry.has("many.operation_0"), registry.has("many.operation_19999")]).toEqual([true, false]);
    const again = registered.update(operations.slice(0, -1), policyWith());
    await Promise.all([again, registered.change([["many.operation_19999", last]])]);
    expect(registry.has("many.operation_19999")).toBe(true);
  });

  it("can return after it was cleared, even before the last operation is gone", async () => {
    const { registry, registered } = newSource();
    const operations = many(3000);
    const policy = policyWith();
    await registered.update(operations, policy);
    const cleared = registered.clear();
    await Promise.all([cleared, registered.update(operations, policy)]);
    expect([registry.list().length, registered.size]).toEqual([3000, 3000]);
  });

  it("does not touch operations that stay the same", async () => {
    const { registered, batches } = newSource();
    const operations = many(500);
    const policy = policyWith();
    await registered.update(operations, policy);
    batches.length = 0;
    await registered.update(operations.slice(1), policy);
    expect(batches).toEqual([1]);
  });
});
