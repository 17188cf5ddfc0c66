import { Type } from "typebox";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../tests/support/until.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import type { CallTimes } from "../request/call-clock.ts";
import { serveHTTP } from "./serve-http.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";

const SLOW_MS = 30;

async function serve(options: ServeHTTPOptions = {}) {
  const times: CallTimes[] = [];
  const wait = defineOperation({
    namespace: "demo",
    name: "wait",
    version: "1.0.0",
    type: "MUTATION",
    description: "Waits.",
    inputSchema: Type.Object({ ms: Type.Number() }),
    outputSchema: Type.Unknown(),
    accessControl: { requiredScopes: [] },
    async handler({ ms }) {
      const end = performance.now() + ms;
      while (performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
      if (ms < 0) throw new Error("no");
    },
  });
  const registry = new OperationRegistry().register(wait);
  const service = serveHTTP(registry, { onCallTimes: (each) => times.push(each), ...options });
  const { url } = await service.listen();
  onTestFinished(() => service.close({ graceMs: 0 }));
  const call = (input: unknown): Promise<Response> =>
    fetch(`${url}/demo/wait`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
  return { times, call, registry };
}

const phasesOf = ({ queueMs, checksMs, upstreamMs, writeMs }: CallTimes): number[] => [
  queueMs,
  checksMs,
  upstreamMs,
  writeMs,
];

describe("when the times of calls are requested", () => {
  it("says how long the handler took, and how long everything else", async () => {
    const { times, call, registry } = await serve();
    registry.use(async (_call, next) => {
      const end = performance.now() + SLOW_MS;
      while (performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
      return next();
    });
    await call({ ms: SLOW_MS });
    await until(() => times.length === 1);
    const [found] = times as [CallTimes];
    expect(found).toMatchObject({ operationId: "demo.wait" });
    expect(found.upstreamMs).toBeGreaterThanOrEqual(SLOW_MS);
    expect(found.checksMs).toBeGreaterThanOrEqual(SLOW_MS);
    expect(Math.min(...phasesOf(found))).toBeGreaterThanOrEqual(0);
  });

  it("counts no handler time for a refused call, and some for a failed one", async () => {
    const { times, call } = await serve();
    expect((await call({ ms: "long" })).status).toBe(400);
    expect((await call({ ms: -1 })).status).toBe(500);
    await until(() => times.length === 2);
    expect(times[0]?.upstreamMs).toBe(0);
    expect(times[1]?.upstreamMs).toBeGreaterThan(0);
  });

  it("answers although the listener throws, and says so", async () => {
    const errors: unknown[] = [];
    const onCallTimes = (): never => {
      throw new Error("a broken listener");
    };
    const { call } = await serve({ onCallTimes, onError: (error) => errors.push(error) });
    expect((await call({ ms: 0 })).status).toBe(204);
    await until(() => errors.length === 1);
  });
});
