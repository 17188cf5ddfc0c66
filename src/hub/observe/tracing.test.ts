import * as api from "@opentelemetry/api";
import { describe, expect, it } from "vitest";
import { mcpEnvelope } from "../../envelope/response-envelope.ts";
import type { TraceContext } from "../../operation/operation-context.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { operation } from "./fixtures.test-support.ts";
import { loadTracing, tracing } from "./tracing.ts";

interface Recorded {
  readonly name: string;
  readonly id: string;
  readonly traceId: string;
  readonly parent: string | undefined;
  status?: number;
  errorType?: unknown;
  hasEnded: boolean;
}

/** The API as an SDK would implement it, with spans in a list. */
function recordingAPI(spans: Recorded[], isRecording = true): typeof api {
  const tracer = {
    startSpan(name: string, _options: api.SpanOptions, context: api.Context): api.Span {
      const parent = api.trace.getSpanContext(context);
      const id = String(spans.length + 1).padStart(16, "0");
      const recorded: Recorded = {
        name,
        id,
        traceId: parent?.traceId ?? "f".repeat(32),
        parent: parent?.spanId,
        hasEnded: false,
      };
      spans.push(recorded);
      const span = {
        spanContext: () => ({
          traceId: recorded.traceId,
          spanId: id,
          traceFlags: isRecording ? 1 : 0,
          ...(parent?.traceState && { traceState: parent.traceState }),
        }),
        isRecording: () => isRecording,
        setAttribute: (name: string, value: unknown) => (name === "error.type" && (recorded.errorType = value), span),
        setAttributes: () => span,
        setStatus: ({ code }: api.SpanStatus) => ((recorded.status = code), span),
        end: () => void (recorded.hasEnded = true),
      };
      return span as unknown as api.Span;
    },
  };
  const trace = Object.assign(Object.create(api.trace) as typeof api.trace, {
    getTracer: () => tracer as unknown as api.Tracer,
  });
  return { ...api, trace };
}

const given: TraceContext = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, tracestate: "vendor=1" };

function traced(spans: Recorded[], isRecording?: boolean) {
  const seen: Array<TraceContext | undefined> = [];
  const registry = new OperationRegistry().registerAll([
    operation("leaf", (_input, { trace }) => void seen.push(trace)),
    operation("root", async (_input, { env, trace }) => {
      seen.push(trace);
      await env["demo"]?.["leaf"]?.({});
    }),
    operation("tool", () => mcpEnvelope([], { isError: true, content: [{ type: "text", text: "no" }] })),
    operation("passOn", (_input, { env }) => env["demo"]?.["tool"]?.({})),
    operation("getOver", async (_input, { env }) => {
      await env["demo"]?.["tool"]?.({});
      return "over it";
    }),
    operation("fail", () => {
      throw new Error("no");
    }),
  ]);
  registry.use(tracing(recordingAPI(spans, isRecording)));
  return { registry, seen };
}

describe("when calls are traced", () => {
  it("continues the caller's trace, and passes its own span to nested calls", async () => {
    const spans: Recorded[] = [];
    const { registry, seen } = traced(spans);
    await registry.execute("demo.root", {}, { trace: given });
    const [root, leaf] = spans;
    expect(spans.map(({ name, hasEnded }) => [name, hasEnded])).toEqual([
      ["demo.root", true],
      ["demo.leaf", true],
    ]);
    expect([root?.traceId, root?.parent]).toEqual(["a".repeat(32), "b".repeat(16)]);
    expect([leaf?.traceId, leaf?.parent]).toEqual(["a".repeat(32), root?.id]);
    expect(seen[0]).toEqual({ traceparent: `00-${"a".repeat(32)}-${root?.id}-01`, tracestate: "vendor=1" });
    expect(seen[1]?.traceparent).toContain(leaf?.id);
  });

  it("marks spans of calls that fail, and ends them", async () => {
    const spans: Recorded[] = [];
    const { registry } = traced(spans);
    await expect(registry.execute("demo.fail", {})).rejects.toThrow("no");
    expect(spans).toMatchObject([{ status: api.SpanStatusCode.ERROR, errorType: "EXECUTION_ERROR", hasEnded: true }]);
  });

  it("marks spans whose caller gets a tool's own error, but not those whose handler recovered", async () => {
    const spans: Recorded[] = [];
    const { registry } = traced(spans);
    await registry.execute("demo.passOn");
    await registry.execute("demo.getOver");
    const { ERROR } = api.SpanStatusCode;
    expect(spans.map(({ name, status, errorType }) => [name, status, errorType])).toEqual([
      ["demo.passOn", ERROR, "tool_error"],
      ["demo.tool", ERROR, "tool_error"],
      ["demo.getOver", undefined, undefined],
      ["demo.tool", ERROR, "tool_error"],
    ]);
  });

  it.each(["", "00-zz-zz-01", `00-${"0".repeat(32)}-${"b".repeat(16)}-01`, "x".repeat(10_000)])(
    "begins its own trace if the caller's is invalid: %s",
    async (traceparent) => {
      const spans: Recorded[] = [];
      await traced(spans).registry.execute("demo.leaf", {}, { trace: { traceparent } });
      expect(spans[0]?.parent).toBeUndefined();
    },
  );

  it("passes on that nothing is recorded if its own span is not recorded", async () => {
    const spans: Recorded[] = [];
    const { registry, seen } = traced(spans, false);
    await registry.execute("demo.root", {}, { trace: given });
    expect(seen.map((trace) => trace?.traceparent)).toEqual(spans.map(({ id }) => `00-${"a".repeat(32)}-${id}-00`));
  });

  it("works on the real API without any SDK", async () => {
    const middleware = await loadTracing();
    const registry = new OperationRegistry().register(operation("leaf", (_input, { trace }) => trace));
    if (middleware !== undefined) registry.use(middleware);
    expect((await registry.execute("demo.leaf", {}, { trace: given })).data).toEqual(given);
  });
});
