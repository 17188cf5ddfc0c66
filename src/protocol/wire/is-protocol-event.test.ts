import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localEnvelope } from "../../envelope/response-envelope.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { isProtocolEvent } from "./event-shapes.ts";
import { CallEventSchema } from "./protocol-event.ts";
import type { EventName } from "./protocol-event.ts";

const requestId = "r-1";
const output = localEnvelope(1, "demo.one");

const valid: Record<string, object> = {
  "a call": { type: "call.requested", requestId, operationId: "demo.one" },
  "a call with every optional member": {
    type: "call.requested",
    requestId,
    operationId: "demo.one",
    input: null,
    parentRequestId: "r-0",
    timeoutMs: 0,
    token: "",
    identity: { id: "ada", scopes: [], resources: { "doc:1": ["read"] } },
    trace: { traceparent: "00-0-0-00" },
    window: 1,
    wants: ["progress", "questions", "something of a later version"],
  },
  "a report": { type: "call.progress", requestId, progress: 1.5, total: 3, message: "so far" },
  "a log message": { type: "call.logged", requestId, level: "notice", data: { left: 3 }, logger: "shop" },
  "a log message without data": { type: "call.logged", requestId, level: "debug" },
  "a prompt for a model": {
    type: "call.question",
    requestId,
    questionId: "1",
    mode: "sampling",
    message: "",
    params: { messages: [], maxTokens: 5 },
  },
  "a question for roots": { type: "call.question", requestId, questionId: "1", mode: "roots", message: "" },
  "an answer with a result": {
    type: "call.answer",
    requestId,
    questionId: "1",
    action: "accept",
    result: { roots: [{ uri: "file:///work" }] },
  },
  "a question with a form": {
    type: "call.question",
    requestId,
    questionId: "1",
    mode: "form",
    message: "",
    requestedSchema: { type: "object" },
  },
  "a question with a page": { type: "call.question", requestId, questionId: "1", mode: "url", message: "", url: "x:" },
  "a withdrawn question": { type: "call.withdrawn", requestId, questionId: "1" },
  "an answer": {
    type: "call.answer",
    requestId,
    questionId: "1",
    action: "accept",
    content: { a: "", b: 1, c: true, d: [""] },
  },
  "an answer that could not be obtained": {
    type: "call.answer",
    requestId,
    questionId: "1",
    action: "failed",
    message: "",
  },
  "an acceptance": { type: "call.accepted", requestId, responderId: "p" },
  "a result": { type: "call.responded", requestId, output },
  "an item": { type: "call.responded", requestId, output, seq: 1 },
  "an item with a field of a later version": { type: "call.responded", requestId, output, seq: 1, later: true },
  "an end": { type: "call.completed", requestId, seq: 0 },
  "an error": { type: "call.error", requestId, code: "X", message: "", retryable: true, phase: "started" },
  "an abort": { type: "call.aborted", requestId, reason: "TIMEOUT" },
  "a credit": { type: "call.credit", requestId, n: 1 },
  "a hello": { type: "peer.hello", protocol: 1, peerId: "p" },
};

const invalid: Record<string, unknown> = {
  nothing: undefined,
  "a text": "call.requested",
  "no type": { requestId },
  "a type that every object has": { type: "constructor", requestId },
  "a type that is not a text": { type: ["call.credit"], requestId, n: 1 },
  "an empty request id": { type: "call.requested", requestId: "", operationId: "demo.one" },
  "wants that are not texts": { type: "call.requested", requestId, operationId: "demo.one", wants: [1] },
  "endless wishes": { type: "call.requested", requestId, operationId: "demo.one", wants: Array(17).fill("progress") },
  "a log message of an unknown level": { type: "call.logged", requestId, level: "loud", data: "x" },
  "a log message of an endless logger": { type: "call.logged", requestId, level: "info", logger: "x".repeat(257) },
  "progress that is not a number": { type: "call.progress", requestId, progress: null },
  "endless progress": { type: "call.progress", requestId, progress: Infinity },
  "a question of an unknown mode": { type: "call.question", requestId, questionId: "1", mode: "song", message: "" },
  "a question without an id": { type: "call.question", requestId, mode: "form", message: "" },
  "an answer of an unknown action": { type: "call.answer", requestId, questionId: "1", action: "perhaps" },
  "an answer with nested fields": {
    type: "call.answer",
    requestId,
    questionId: "1",
    action: "accept",
    content: { a: {} },
  },
  "an endless request id": { type: "call.requested", requestId: "r".repeat(129), operationId: "demo.one" },
  "an endless operation id": { type: "call.requested", requestId, operationId: "o".repeat(513) },
  "a deadline in the past": { type: "call.requested", requestId, operationId: "demo.one", timeoutMs: -1 },
  "an identity without scopes": { type: "call.requested", requestId, operationId: "demo.one", identity: { id: "x" } },
  "half a window": { type: "call.requested", requestId, operationId: "demo.one", window: 0.5 },
  "a result that is not an envelope": { type: "call.responded", requestId, output: { data: 1 } },
  "a result of an unknown source": { type: "call.responded", requestId, output: { data: 1, meta: { source: "x" } } },
  "an item before the first": { type: "call.responded", requestId, output, seq: 0 },
  "an item between two others": { type: "call.responded", requestId, output, seq: 1.5 },
  "a result without a request id": { type: "call.responded", output },
  "an end that counts nothing": { type: "call.completed", requestId },
  "an error without a code": {
    type: "call.error",
    requestId,
    code: "",
    message: "",
    retryable: true,
    phase: "started",
  },
  "an error of an unknown phase": {
    type: "call.error",
    requestId,
    code: "X",
    message: "",
    retryable: true,
    phase: "?",
  },
  "an abort without a reason": { type: "call.aborted", requestId },
  "no credit": { type: "call.credit", requestId, n: 0 },
  "endless credit": { type: "call.credit", requestId, n: 1e9 },
  "a hello without a name": { type: "peer.hello", protocol: 1 },
};

describe("when something arrives that may be an event", () => {
  it.each(Object.entries(valid))("accepts %s", (_, value) => expect(isProtocolEvent(value)).toBe(true));
  it.each(Object.entries(invalid))("refuses %s", (_, value) => expect(isProtocolEvent(value)).toBe(false));
});

/** Values at and around every limit, and of every type. */
const member = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    "",
    "ABORTED",
    "form",
    "accept",
    "started",
    [],
    {},
    0,
    1,
    -1,
    1.5,
    10,
  ),
  fc.constantFrom<unknown>(1e6, 1_000_001, 1024, 1023, Infinity, NaN, [""], [1], { a: 1 }, { a: [""] }, { a: {} }),
  fc
    .constantFrom(64, 65, 128, 129, 256, 257, 512, 513, 1024, 1025, 2048, 2049, 4096, 4097, 16_384, 16_385)
    .chain((length) => fc.constantFrom("x".repeat(length), "𝒳".repeat(length))),
  fc.constantFrom<unknown>(
    { id: "ada", scopes: ["a"] },
    { id: "ada" },
    { id: "ada", scopes: [], issuer: 1 },
    { id: "ada", scopes: [], resources: { "doc:1": ["read"] } },
    { id: "ada", scopes: [], claims: { a: 1 } },
    { id: "ada", scopes: [], claims: Object.fromEntries(Array.from({ length: 1025 }, (_, index) => [index, 1])) },
    { traceparent: "00" },
    { traceparent: "00", tracestate: "x".repeat(1025) },
    Array(16).fill("x"),
    Array(17).fill("x"),
    ["x".repeat(65)],
  ),
);

describe("when the code that checks events is compared with their schemas", () => {
  const names = (Object.keys(CallEventSchema) as EventName[]).filter((name) => name !== "call.responded");
  it.each(names)("agrees about %s", (type) => {
    const { properties, required = [] } = CallEventSchema[type] as unknown as {
      properties: object;
      required?: string[];
    };
    const valid = Object.values(fixtures()).find((event) => (event as { type: string }).type === type) ?? { type };
    const optional = Object.keys(properties).filter((name) => !required.includes(name));
    const check = getValidator(CallEventSchema[type]).check;
    const change = fc
      .constantFrom(...required, ...optional, "later")
      .chain((name) => fc.tuple(fc.constant(name), member));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 2 }), (changes) => {
        const event = { ...valid, ...Object.fromEntries(changes) };
        expect(isProtocolEvent(event)).toBe(check(event));
      }),
      { numRuns: 500 },
    );
  });
});

describe("when an answer is compared with its schema", () => {
  it.each([
    ["a result", undefined],
    ["an item before the first", 0],
    ["an item between two others", 1.5],
    ["the first item", 1],
  ])("agrees about %s", (_, seq) => {
    const event = { type: "call.responded", requestId, output, ...(seq !== undefined && { seq }) };
    expect(getValidator(CallEventSchema["call.responded"]).check(event)).toBe(isProtocolEvent(event));
  });
});

function fixtures(): Record<string, object> {
  return {
    ...valid,
    "an offer": { type: "peer.offered", operations: [] },
    "a withdrawal": { type: "peer.withdrawn", operationIds: ["demo.one"] },
    "an end of the connection": { type: "peer.closed", code: "X", message: "" },
  };
}
