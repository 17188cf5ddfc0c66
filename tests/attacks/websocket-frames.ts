/** Events of the call protocol: valid ones and almost valid ones. */
import * as fc from "fast-check";

export const validHello = JSON.stringify([{ type: "peer.hello", protocol: 1, peerId: "fuzz", token: "known" }]);

const requestId = fc.constantFrom("1", "2", "3");
const envelope = fc.constantFrom(
  { data: 1, meta: { source: "local", operationId: "fuzz.op", timestamp: 1 } },
  { data: 1, meta: {} },
  { meta: null },
  {},
);
const operation = {
  name: "op",
  namespace: "fuzz",
  version: "1.0.0",
  type: "QUERY",
  description: "Fuzz",
  inputSchema: { type: "object" },
  outputSchema: {},
  accessControl: { requiredScopes: [] },
};
const phase = "unknown";

const event: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc.record({
    type: fc.constant("call.requested"),
    requestId,
    operationId: fc.constantFrom("local.greet", "local.count", "local.wait", "local.bytes", "fuzz.op", "no.such"),
    input: fc.constantFrom<unknown>({ name: "Ada" }, { to: 1000 }, { key: "k" }, { $bytes: "AA==" }, null, []),
    window: fc.constantFrom(undefined, 0, 1, 1000),
    timeoutMs: fc.constantFrom(undefined, 0, 5, 1e300),
    wants: fc.constantFrom(undefined, [], ["progress"], ["questions", "later"]),
  }),
  fc.record({ type: fc.constant("call.progress"), requestId, progress: fc.nat(3) }),
  fc.record({
    type: fc.constantFrom("call.question", "call.withdrawn"),
    requestId,
    questionId: requestId,
    mode: fc.constantFrom("form", "url"),
    message: fc.string(),
  }),
  fc.record({
    type: fc.constant("call.answer"),
    requestId,
    questionId: requestId,
    action: fc.constantFrom("accept", "decline", "cancel", "failed"),
    content: fc.constantFrom<unknown>(undefined, {}, { a: ["b"] }),
  }),
  fc.record({ type: fc.constant("call.aborted"), requestId, reason: fc.constantFrom("ABORTED", "TIMEOUT") }),
  fc.record({ type: fc.constant("call.credit"), requestId, n: fc.constantFrom(1, 1_000_000) }),
  fc.record({ type: fc.constant("call.accepted"), requestId, responderId: fc.constant("p"), window: fc.constant(1) }),
  fc.record({ type: fc.constant("call.responded"), requestId, output: envelope, seq: fc.nat(3) }),
  fc.record({ type: fc.constant("call.completed"), requestId, seq: fc.nat(3) }),
  fc
    .record({ type: fc.constant("call.error"), requestId, message: fc.string(), retryable: fc.boolean() })
    .map((error) => ({
      ...error,
      code: "X",
      phase,
    })),
  fc.constantFrom(
    { type: "peer.hello", protocol: 1, peerId: "fuzz", token: "known" },
    { type: "peer.hello", protocol: 2, peerId: "" },
    { type: "peer.offered", operations: [operation] },
    { type: "peer.offered", operations: [{ ...operation, namespace: "local", name: "greet" }, null, 3] },
    { type: "peer.offered", operations: [{ ...operation, inputSchema: { $ref: "#/x", pattern: "(a+)+$" } }] },
    { type: "peer.withdrawn", operationIds: ["fuzz.op", "local.greet"] },
    { type: "peer.heartbeat" },
    { type: "peer.draining" },
    { type: "peer.closed", code: "X", message: "bye" },
  ),
);

/** Frames of valid events. */
export const frameBatch: fc.Arbitrary<string> = fc
  .array(event, { maxLength: 4 })
  .map((events) => JSON.stringify(events));

const odd = fc.constantFrom<unknown>(null, -1, 1e308, "", "x".repeat(2000), [], {}, true, { $bytes: "!" }, "__proto__");

/** An event with one member changed, missing or added. */
const mutatedEvent = fc
  .tuple(event, fc.nat(8), odd, fc.constantFrom("set", "drop", "add"))
  .map(([given, at, value, how]) => {
    const keys = Object.keys(given);
    const key = how === "add" ? "__proto__" : (keys[at % keys.length] as string);
    const entries = Object.entries(given).filter(([name]) => name !== key);
    if (how !== "drop") entries.push([key, value]);
    return Object.fromEntries(entries);
  });

/** A frame of almost valid events, or with its text cut or changed in one place. */
export const mutatedFrame: fc.Arbitrary<string> = fc
  .tuple(fc.array(mutatedEvent, { minLength: 1, maxLength: 3 }), fc.nat(), fc.constantFrom("keep", "cut", "change"))
  .map(([events, at, how]) => {
    const text = JSON.stringify(events);
    const index = at % text.length;
    if (how === "keep") return text;
    return how === "cut" ? text.slice(0, index) : `${text.slice(0, index)}\u0000${text.slice(index + 1)}`;
  });
