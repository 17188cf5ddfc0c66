/**
 * What each event has to be. It says the same as `CallEventSchema`, which is for readers and for other programs; a test
 * keeps both in step. Here it is code, because a caller in a browser must not need the schema engine.
 */
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import { LONGEST_EVENT_ID } from "../../envelope/tracked.ts";
import { LOG_LEVELS } from "../../operation/caller-log.ts";
import type { EventName, ProtocolEvent } from "./protocol-event.ts";
import { LONGEST_ID, LONGEST_OPERATION_ID, LONGEST_TOKEN } from "./protocol-numbers.ts";

interface Member {
  /** In a few words, for the author of a peer. */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  readonly isOptional?: true;
}

type Shape = ReadonlyArray<readonly [name: string, member: Member]>;

/** What is wrong with a member of an event. */
export interface EventMisfit {
  /** JSON pointer. */
  readonly path: string;
  readonly expected: string;
}

const MOST_ITEMS = 1_000_000;

const isText = (value: unknown): value is string => typeof value === "string";
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text = (least = 0, most = Infinity): Member => ({
  expected: "string",
  fits: (value) =>
    typeof value === "string" && value.length >= least && (value.length <= most || hasFewCodePoints(value, most)),
});

/** Lengths are in code points. They are counted only if the text has too many UTF-16 units. */
const hasFewCodePoints = (value: string, most: number): boolean =>
  value.length <= most * 2 && Array.from(value).length <= most;

const number = (least = -Infinity, most = Infinity): Member => ({
  expected: "number",
  fits: (value) => typeof value === "number" && Number.isFinite(value) && value >= least && value <= most,
});

const integer = (least = -Infinity, most = Infinity): Member => ({
  expected: "integer",
  fits: (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
});

const oneOf = (...words: string[]): Member => ({
  expected: words.join(" or "),
  fits: (value) => words.includes(value as string),
});

const listOf = ({ expected, fits }: Member, most = Infinity): Member => ({
  expected: `array of ${expected}`,
  fits: (value) => Array.isArray(value) && value.length <= most && value.every(fits),
});

const recordOf = ({ expected, fits }: Member, most = Infinity): Member => ({
  expected: `object of ${expected}`,
  fits: (value) => {
    if (!isRecord(value)) return false;
    const values = Object.values(value);
    return values.length <= most && values.every(fits);
  },
});

const optional = (member: Member): Member => ({ ...member, isOptional: true });

/** Not `every`: this runs for each event that arrives. */
function isShaped(shape: Shape, value: Readonly<Record<string, unknown>>): boolean {
  for (const [name, { fits, isOptional }] of shape) {
    const member = value[name];
    if (!(isOptional === true && member === undefined) && !fits(member)) return false;
  }
  return true;
}

const anything: Member = { expected: "anything", fits: () => true };
const flag: Member = { expected: "boolean", fits: (value) => typeof value === "boolean" };

const object = (shape: Shape): Member => ({
  expected: "object",
  fits: (value) => {
    if (!isRecord(value)) return false;
    return isShaped(shape, value);
  },
});

type Shapes = Readonly<Record<Exclude<EventName, "call.responded">, Shape>>;

let shapes: Shapes | undefined;

/** Made on first use: a program that calls over HTTP never needs them. */
function makeShapes(): Shapes {
  const id = text(1, LONGEST_ID);
  const operationId = text(1, LONGEST_OPERATION_ID);
  const count = integer(0);
  const requestId = ["requestId", id] as const;
  const questionId = ["questionId", id] as const;

  const identity = object([
    ["id", text()],
    ["issuer", optional(text())],
    ["scopes", listOf(text())],
    ["resources", optional(recordOf(listOf(text())))],
    ["claims", optional(recordOf(anything, 1024))],
  ]);

  const trace = object([
    ["traceparent", text(0, 256)],
    ["tracestate", optional(text(0, 1024))],
  ]);

  const logged: Shape = [
    ["level", oneOf(...LOG_LEVELS)],
    ["logger", optional(text(0, 256))],
  ];

  const answerValue: Member = {
    expected: "string, number, boolean or array of strings",
    fits: (value) =>
      isText(value) || flag.fits(value) || Number.isFinite(value) || (Array.isArray(value) && value.every(isText)),
  };

  return {
    "call.requested": [
      requestId,
      ["operationId", operationId],
      ["parentRequestId", optional(id)],
      ["timeoutMs", optional(number(0))],
      ["token", optional(text(0, LONGEST_TOKEN))],
      ["identity", optional(identity)],
      ["trace", optional(trace)],
      ["window", optional(integer(0, MOST_ITEMS))],
      ["maxWindow", optional(integer(1, MOST_ITEMS))],
      ["wants", optional(listOf(text(0, 64), 16))],
      ["lastEventId", optional(text(0, LONGEST_EVENT_ID))],
      ["meta", optional(recordOf(anything, 1024))],
    ],
    "call.accepted": [
      requestId,
      ["responderId", id],
      ["started", optional(flag)],
      ["window", optional(integer(1, MOST_ITEMS))],
    ],
    "call.completed": [requestId, ["seq", count]],
    "call.error": [
      requestId,
      ["code", text(1, 256)],
      ["message", text()],
      ["retryable", flag],
      ["phase", oneOf("notStarted", "started", "unknown")],
      ["declaredBy", optional(operationId)],
      ["seq", optional(count)],
    ],
    "call.progress": [
      requestId,
      ["progress", number()],
      ["total", optional(number())],
      ["message", optional(text(0, 4096))],
    ],
    "call.logged": [requestId, ...logged],
    "call.question": [
      requestId,
      questionId,
      ["mode", oneOf("form", "url", "sampling", "roots")],
      ["message", text()],
      ["name", optional(text(0, LONGEST_ID))],
      ["requestedSchema", optional(recordOf(anything))],
      ["url", optional(text())],
      ["elicitationId", optional(text())],
      ["params", optional(recordOf(anything))],
    ],
    "call.withdrawn": [requestId, questionId],
    "call.answer": [
      requestId,
      questionId,
      ["action", oneOf("accept", "decline", "cancel", "failed")],
      ["content", optional(recordOf(answerValue))],
      ["result", optional(recordOf(anything))],
      ["message", optional(text(0, 4096))],
    ],
    "call.aborted": [requestId, ["reason", oneOf("ABORTED", "TIMEOUT")]],
    "call.credit": [requestId, ["n", integer(1, MOST_ITEMS)]],
    "peer.hello": [
      ["protocol", integer()],
      ["peerId", id],
      ["token", optional(text(0, LONGEST_TOKEN))],
      ["heartbeatMs", optional(number(10))],
      ["maxFrameBytes", optional(integer(1024))],
      ["wantsOperations", optional(flag)],
      ["wantsLog", optional(flag)],
    ],
    "peer.offered": [["operations", listOf(anything)]],
    "peer.withdrawn": [["operationIds", listOf(operationId)]],
    "peer.logged": logged,
    "peer.heartbeat": [],
    "peer.draining": [],
    "peer.closed": [
      ["code", text(0, 256)],
      ["message", text(0, 2048)],
      ["answered", optional(flag)],
    ],
  };
}

/**
 * Whether a value is an event that this version knows, with everything that it must have. Envelopes are checked as the
 * result pipeline checks them: a content block of a later MCP revision is no reason to lose an answer.
 */
export function isProtocolEvent(value: unknown): value is ProtocolEvent {
  const event = (value ?? {}) as Readonly<Record<string, unknown>>;
  const { type } = event;
  if (type === "call.responded") {
    const { requestId: of, output, seq, more } = event;
    return (
      typeof of === "string" &&
      (seq === undefined || (Number.isSafeInteger(seq) && (seq as number) > 0)) &&
      (more === undefined || Array.isArray(more)) &&
      isResponseEnvelope(output)
    );
  }
  if (type === "call.requested" && isPlainRequest(event)) return true;
  shapes ??= makeShapes();
  if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return false;
  return isShaped(shapes[type as keyof Shapes], event);
}

/** A request with nothing but an operation and its input, as most are. The table would look for ten more members. */
function isPlainRequest(event: Readonly<Record<string, unknown>>): boolean {
  const { requestId, operationId, parentRequestId, timeoutMs, token, identity, trace } = event;
  const { window, maxWindow, wants, lastEventId, meta } = event;
  return (
    parentRequestId === undefined &&
    timeoutMs === undefined &&
    token === undefined &&
    identity === undefined &&
    trace === undefined &&
    window === undefined &&
    maxWindow === undefined &&
    wants === undefined &&
    lastEventId === undefined &&
    meta === undefined &&
    typeof requestId === "string" &&
    requestId.length > 0 &&
    requestId.length <= LONGEST_ID &&
    typeof operationId === "string" &&
    operationId.length > 0 &&
    operationId.length <= LONGEST_OPERATION_ID
  );
}

/** The members of an event that are not what they have to be. */
export function misfitsOf(type: keyof Shapes, value: unknown): EventMisfit[] {
  const event = (value ?? {}) as Readonly<Record<string, unknown>>;
  shapes ??= makeShapes();
  return shapes[type].flatMap(([name, member]) =>
    isShaped([[name, member]], event) ? [] : [{ path: `/${name}`, expected: member.expected }],
  );
}
