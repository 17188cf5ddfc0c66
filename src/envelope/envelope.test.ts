import { Value } from "typebox/value";
import { describe, expect, it } from "vitest";
import { ResponseEnvelopeSchema, ResponseMetaSchema } from "./envelope-schemas.ts";
import { httpEnvelope, isResponseEnvelope, localEnvelope, mcpEnvelope, unwrap } from "./response-envelope.ts";

const envelopes = {
  local: localEnvelope({ id: "123" }, "task.create"),
  "local without data": localEnvelope(undefined, "task.create"),
  http: httpEnvelope([1, 2], { statusCode: 200, headers: { etag: "x" }, contentType: "application/json" }),
  "an event over http": httpEnvelope(1, {
    statusCode: 200,
    headers: {},
    contentType: "text/event-stream",
    event: "tick",
    lastEventId: "7",
  }),
  mcp: mcpEnvelope("done", { isError: false, content: [{ type: "text", text: "Done" }] }),
  "a failed tool": mcpEnvelope([], { isError: true, content: [], structuredContent: { b: 1 }, _meta: { a: 1 } }),
  "a list from a tool": mcpEnvelope([1], { isError: false, content: [], structured: true }),
};

describe.each(Object.entries(envelopes))("the envelope of %s", (_name, envelope) => {
  it("is detected, fits the schemas, and unwraps to its data", () => {
    expect(isResponseEnvelope(envelope)).toBe(true);
    expect(Value.Check(ResponseEnvelopeSchema, envelope)).toBe(true);
    expect(Value.Check(ResponseMetaSchema, envelope.meta)).toBe(true);
    expect(unwrap<unknown>(envelope)).toBe(envelope.data);
  });

  it("is still detected after a trip through JSON, unless it had no data", () => {
    const travelled: unknown = JSON.parse(JSON.stringify(envelope));
    expect(isResponseEnvelope(travelled)).toBe(envelope.data !== undefined);
  });
});

describe("when a call was counted by a rate limit", () => {
  const limit = { name: "each caller", limit: 10, windowMs: 60_000, remaining: 9, endsInMs: 59_000 };

  it.each([envelopes.local, envelopes.http, envelopes.mcp])(
    "the schemas describe the limits: $meta.source",
    (envelope) => {
      const fits = (rateLimits: unknown): boolean =>
        Value.Check(ResponseEnvelopeSchema, { ...envelope, meta: { ...envelope.meta, rateLimits } });
      expect(fits([limit])).toBe(true);
      expect(fits([{ ...limit, remaining: "9" }])).toBe(false);
      expect(fits("10;w=60")).toBe(false);
    },
  );
});

describe("when a value only looks like an envelope", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a string", "data meta"],
    ["no meta", { data: 1 }],
    ["no data", { meta: { source: "local", operationId: "a.b", timestamp: 1 } }],
    ["a meta that is not an object", { data: 1, meta: "local" }],
    ["an unknown source", { data: 1, meta: { source: "ftp", operationId: "a.b", timestamp: 1 } }],
    ["a source from Object.prototype", { data: 1, meta: { source: "constructor" } }],
    ["a local meta without its fields", { data: 1, meta: { source: "local" } }],
    ["an http meta without headers", { data: 1, meta: { source: "http", statusCode: 200, contentType: "" } }],
    ["an mcp meta without content", { data: 1, meta: { source: "mcp", isError: false } }],
    ["user data with both words", { data: [1], meta: { source: "local news", page: 2 } }],
  ])("says no to %s", (_name, value) => {
    expect(isResponseEnvelope(value)).toBe(false);
  });
});

describe("when an HTTP answer carries credentials", () => {
  it("leaves them out, in upper or lower case, and does not change the caller's object", () => {
    const headers = { "Set-Cookie": "sid=1", authorization: "Bearer x", etag: "e" };
    const { meta } = httpEnvelope(null, { statusCode: 200, headers, contentType: "" });
    expect(meta).toMatchObject({ headers: { etag: "e" } });
    expect(JSON.stringify(meta)).not.toContain("sid");
    expect(headers).toHaveProperty("authorization");
  });
});
