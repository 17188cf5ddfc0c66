import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { operation } from "./fixtures.test-support.ts";
import { CallMetrics } from "./metrics.ts";
import { observeCalls } from "./observe-calls.ts";

function observed(...operations: Array<ReturnType<typeof operation>>) {
  const metrics = new CallMetrics({ maxOperations: 10 });
  const registry = new OperationRegistry({ onWarning: () => undefined }).registerAll(operations);
  registry.use(observeCalls([metrics.observe]));
  return { metrics, registry, lines: () => metrics.render().split("\n") };
}

describe("when calls are counted", () => {
  it("count successes, errors by code, durations and calls in flight", async () => {
    const release = new AbortController();
    const released = new Promise((resolve) => release.signal.addEventListener("abort", resolve));
    const slow = operation("slow", () => released);
    const fail = operation("fail", () => {
      throw new CallError("OVERLOADED", "no");
    });
    const { registry, lines } = observed(slow, fail);
    const call = registry.execute("demo.slow", {});
    await registry.execute("demo.fail", {}).catch(() => undefined);
    expect(lines()).toContain("operations_calls_in_flight 1");
    release.abort();
    await call;
    expect(lines()).toEqual(
      expect.arrayContaining([
        "operations_calls_in_flight 0",
        'operations_calls_total{operation="demo.slow",code="OK"} 1',
        'operations_calls_total{operation="demo.fail",code="OVERLOADED"} 1',
        'operations_call_duration_seconds_count{operation="demo.slow"} 1',
        'operations_call_duration_seconds_bucket{operation="demo.slow",le="+Inf"} 1',
      ]),
    );
  });

  it("counts calls of deprecated operations, however they end", async () => {
    const old = { ...operation("old", () => 1), deprecated: { successor: "demo.fresh" } };
    const broken = operation("broken", () => {
      throw new CallError("OVERLOADED", "no");
    });
    const { registry, lines } = observed(
      old,
      operation("fresh", () => 2),
      { ...broken, deprecated: true },
    );
    for (const id of ["demo.old", "demo.old", "demo.fresh"]) await registry.execute(id, {});
    await registry.execute("demo.broken", {}).catch(() => undefined);
    expect(lines().filter((line) => line.startsWith("operations_deprecated_calls_total"))).toEqual([
      'operations_deprecated_calls_total{operation="demo.old"} 2',
      'operations_deprecated_calls_total{operation="demo.broken"} 1',
    ]);
  });

  it("counts an aborted call, even if its handler never ends", async () => {
    const leaving = new AbortController();
    const never = operation("never", () => {
      setTimeout(() => leaving.abort());
      return new Promise(() => undefined);
    });
    const { registry, lines } = observed(never);
    const call = registry.execute("demo.never", {}, { signal: leaving.signal });
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    expect(lines()).toContain("operations_calls_in_flight 0");
    expect(lines()).toContain('operations_calls_total{operation="demo.never",code="ABORTED"} 1');
  });

  it("counts a stream as one call until it ends, and does not time it", async () => {
    const count = operation("count", () => [1, 2], "SUBSCRIPTION");
    const { registry, lines } = observed(count);
    for await (const { data } of registry.stream({ id: "demo.count", input: {}, context: undefined, checked: false })) {
      expect(lines()).toContain("operations_calls_in_flight 1");
      if (data === 2) break;
    }
    expect(lines()).toContain("operations_calls_in_flight 0");
    expect(lines()).toContain('operations_calls_total{operation="demo.count",code="OK"} 1');
    expect(lines().join()).not.toContain("duration_seconds_count");
  });

  it("counts stripped and filled members by the same labels, and omits zeros", async () => {
    const members: Array<[string, { stripped: number; filled: number }]> = [
      ["demo.seen", { stripped: 3, filled: 5 }],
      ["demo.clean", { stripped: 0, filled: 0 }],
      ["demo.a", { stripped: 1, filled: 0 }],
      ["demo.b", { stripped: 2, filled: 0 }],
    ];
    const metrics = new CallMetrics({ maxOperations: 1, members: () => members });
    const registry = new OperationRegistry().register(operation("seen", () => 1));
    registry.use(observeCalls([metrics.observe]));
    await registry.execute("demo.seen", {});
    const lines = metrics.render().split("\n");
    expect(lines.filter((line) => line.startsWith("operations_stripped_members_total"))).toEqual([
      'operations_stripped_members_total{operation="demo.seen"} 3',
      'operations_stripped_members_total{operation="other"} 3',
    ]);
    expect(lines.filter((line) => line.startsWith("operations_filled_members_total"))).toEqual([
      'operations_filled_members_total{operation="demo.seen"} 5',
    ]);
  });

  it("adds up the phases of calls over HTTP", () => {
    const metrics = new CallMetrics({ maxOperations: 1 });
    const times = { queueMs: 1, checksMs: 2, upstreamMs: 500, writeMs: 4 };
    metrics.observeTimes({ operationId: "demo.a", ...times });
    metrics.observeTimes({ operationId: "demo.a", ...times });
    metrics.observeTimes({ operationId: "demo.b", ...times });
    const lines = metrics.render().split("\n");
    expect(lines.filter((line) => line.startsWith("operations_http_call_phase_seconds_total"))).toEqual([
      'operations_http_call_phase_seconds_total{operation="demo.a",phase="queue"} 0.002',
      'operations_http_call_phase_seconds_total{operation="demo.a",phase="checks"} 0.004',
      'operations_http_call_phase_seconds_total{operation="demo.a",phase="upstream"} 1',
      'operations_http_call_phase_seconds_total{operation="demo.a",phase="write"} 0.008',
      'operations_http_call_phase_seconds_total{operation="other",phase="queue"} 0.001',
      'operations_http_call_phase_seconds_total{operation="other",phase="checks"} 0.002',
      'operations_http_call_phase_seconds_total{operation="other",phase="upstream"} 0.5',
      'operations_http_call_phase_seconds_total{operation="other",phase="write"} 0.004',
    ]);
  });

  it("keeps a limited number of labels, and escapes their values", async () => {
    const many = Array.from({ length: 20 }, (_, index) => operation(`op${index}`, () => 1));
    const codes = operation("codes", (input) => {
      throw new CallError((input as { code: string }).code, "own");
    });
    const { registry, metrics, lines } = observed(codes, ...many);
    for (let index = 0; index < 80; index++) {
      await registry.execute("demo.codes", { code: `CODE_${index}` }).catch(() => undefined);
    }
    for (const { name } of many) await registry.execute(`demo.${name}`, {});
    const counted = lines().filter((line) => line.startsWith("operations_calls_total"));
    expect(counted.filter((line) => line.includes("demo.codes"))).toHaveLength(51);
    expect(counted).toContain('operations_calls_total{operation="demo.codes",code="other"} 30');
    expect(counted).toContain('operations_calls_total{operation="other",code="other"} 11');
    const source = { name: 'a"b\\c\nd', kind: "mcp", state: "ready", operations: 1 };
    expect(metrics.render({ sources: [source] })).toContain(
      String.raw`operations_source_operations{source="a\"b\\c\nd",kind="mcp"} 1`,
    );
  });
});
