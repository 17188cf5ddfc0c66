/** Events as text. A frame is a JSON array of events. */
import { LONG_INTEGER, parseExactly } from "../../shared/json/exact-json.ts";
import { parseJSONSteps } from "../../shared/json/parse-json-steps.ts";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { LocalResponseMeta, ResponseMeta } from "../../envelope/response-envelope.ts";
import { decodeData, encodeData } from "../../shared/json/encode-data.ts";
import { isTooDeep, MOST_LEVELS, tooDeepProblem } from "../../shared/json/is-too-deep.ts";
import { isProtocolEvent, misfitsOf } from "./event-shapes.ts";
import { FRAME_OF_RUNS, parseRuns } from "./item-reader.ts";
import { splitFrame } from "./split-frame.ts";
import type { CallQuestion, CallRequested, CallResponded, ProtocolEvent, ReceivedEvent } from "./protocol-event.ts";

/** Every text with tagged bytes contains this. Other writers may put a space after it. */
export const TAGGED = 'bytes"';

/** How engines report a cycle or endless nesting. Their words would not help to find the mistake. */
const OUT_OF_STACK = /call stack|recursion/i;

/** Throws a `CallError` for values that JSON cannot express: a cycle, a bigint. */
export function encodeEvent(event: ProtocolEvent): string {
  if (event.type === "call.requested") return encodeRequested(event);
  if (event.type === "call.responded") return encodeResponded(event);
  return encodeValue(event) as string;
}

/** Returns undefined for values that JSON leaves out. Throws like `encodeEvent`. */
export function encodeValue(value: unknown): string | undefined {
  try {
    return JSON.stringify(encodeData(value));
  } catch (cause) {
    const told = messageOf(cause);
    const reason = OUT_OF_STACK.test(told) ? "it contains itself, or is nested too deep." : told;
    throw new CallError("VALIDATION_ERROR", `It cannot be written as JSON: ${reason}`, undefined, { cause });
  }
}

/** The two events of every call are written by hand: the same text in half of the time. */
function encodeRequested(event: CallRequested): string {
  const { requestId, operationId, input } = event;
  let text = `{"type":"call.requested","requestId":${quote(requestId)},"operationId":${quote(operationId)}`;
  const given = encodeValue(input);
  if (given !== undefined) text += `,"input":${given}`;
  const { parentRequestId, timeoutMs, token, identity, trace, window, maxWindow, wants, lastEventId, meta } = event;
  if (parentRequestId !== undefined) text += `,"parentRequestId":${quote(parentRequestId)}`;
  if (timeoutMs !== undefined) text += `,"timeoutMs":${timeoutMs}`;
  if (token !== undefined) text += `,"token":${quote(token)}`;
  if (identity !== undefined) text += `,"identity":${encodeValue(identity)}`;
  if (trace !== undefined) text += `,"trace":${encodeValue(trace)}`;
  if (window !== undefined) text += `,"window":${window}`;
  if (maxWindow !== undefined) text += `,"maxWindow":${maxWindow}`;
  if (wants !== undefined) text += `,"wants":${JSON.stringify(wants)}`;
  if (lastEventId !== undefined) text += `,"lastEventId":${quote(lastEventId)}`;
  if (meta !== undefined) text += `,"meta":${encodeValue(meta)}`;
  return `${text}}`;
}

function encodeResponded({ requestId, output, seq }: CallResponded): string {
  const { data, meta } = output;
  const given = encodeValue(data);
  const shown = isPlainMeta(meta)
    ? `{"source":"local","operationId":${quote(meta.operationId)},"timestamp":${meta.timestamp}}`
    : encodeValue(meta);
  const dataPart = given === undefined ? "" : `"data":${given},`;
  const seqPart = seq === undefined ? "" : `,"seq":${seq}`;
  return `{"type":"call.responded","requestId":${quote(requestId)},"output":{${dataPart}"meta":${shown}}${seqPart}}`;
}

/** Whether `localEnvelope` made it, and nothing was added. */
export function isPlainMeta(meta: ResponseMeta): meta is LocalResponseMeta {
  if (meta.source !== "local") return false;
  // Runs for every item of a stream: `Object.keys` would make an array each time, and a set is slower.
  for (const key in meta) if (key !== "source" && key !== "operationId" && key !== "timestamp") return false;
  return typeof meta.operationId === "string" && Number.isFinite(meta.timestamp);
}

const quote: (text: string) => string = JSON.stringify;

export interface DecodedEvents {
  readonly events: readonly ReceivedEvent[];
  /** How many were unknown or malformed. */
  readonly dropped: number;
  /** What is wrong with a `peer.hello` among them. Without a hello nothing can follow. */
  readonly helloProblem?: string | undefined;
  /** All events in parts, if a frame contains so many that reading them at once would take long. */
  readonly rest?: Iterable<DecodedEvents> | undefined;
}

/** Events that are read at once. */
const EVENTS_AT_ONCE = 128;

/** The events of a frame; undefined if the text is not a frame at all. */
export function decodeFrame(text: string): DecodedEvents | undefined {
  let parsed: unknown;
  try {
    if (LONG_INTEGER.test(text)) parsed = parseExactly(text);
    else parsed = (text.length < FRAME_OF_RUNS ? undefined : parseRuns(text)) ?? JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(parsed) ? toEvents(parsed, text) : undefined;
}

/** The events of a long frame in parts. The last part is undefined if the text is not a frame. */
export function* decodeLongFrame(text: string): Generator<DecodedEvents | undefined, void> {
  for (const part of splitFrame(text)) {
    const frame = part.length > PARSED_AT_ONCE ? yield* decodeInSteps(part) : decodeFrame(part);
    if (frame === undefined) return yield undefined;
    yield* frame.rest ?? [frame];
  }
}

/** A long event. Nothing is delivered before it is read, but other work goes on. */
function* decodeInSteps(text: string): Generator<DecodedEvents, DecodedEvents | undefined> {
  try {
    const steps = parseJSONSteps(new TextEncoder().encode(text));
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return Array.isArray(step.value) ? toEvents(step.value, text) : undefined;
      yield NO_EVENTS;
    }
  } catch {
    return undefined;
  }
}

const NO_EVENTS: DecodedEvents = { events: [], dropped: 0 };
/** V8 parses this many characters of an event in 10 to 30 ms. */
const PARSED_AT_ONCE = 1024 * 1024;

function toEvents(values: readonly unknown[], text: string): DecodedEvents {
  const mayHoldBytes = text.includes(TAGGED);
  if (values.length <= EVENTS_AT_ONCE) return decodeEvents(values, mayHoldBytes);
  return { ...NO_EVENTS, rest: decodeInParts(values, mayHoldBytes) };
}

function* decodeInParts(values: readonly unknown[], mayHoldBytes: boolean): Generator<DecodedEvents, void> {
  for (let at = 0; at < values.length; at += EVENTS_AT_ONCE) {
    yield decodeEvents(values.slice(at, at + EVENTS_AT_ONCE), mayHoldBytes);
  }
}

/** The events among parsed values. `mayHoldBytes`: whether the text that they were parsed from holds tagged bytes. */
export function decodeEvents(values: readonly unknown[], mayHoldBytes: boolean): DecodedEvents {
  const events: ReceivedEvent[] = [];
  let dropped = 0;
  let helloProblem: string | undefined;
  for (const value of values) {
    const refused = refusedAsTooDeep(value);
    if (refused !== undefined) {
      events.push(refused);
      dropped++;
      continue;
    }
    const event = mayHoldBytes ? decodeTagged(value) : value;
    const { output } = (event ?? {}) as { output?: { data?: unknown } | null };
    // JSON leaves out undefined members, but an envelope always has `data`.
    if (typeof output === "object" && output !== null && !("data" in output)) output.data = undefined;
    if (isProtocolEvent(event)) {
      events.push(event);
      continue;
    }
    dropped++;
    const standIn = standInFor(value);
    if (standIn !== undefined) events.push(standIn);
    else if ((value as { type?: unknown } | null)?.type === "peer.hello") helloProblem = problemOf("peer.hello", value);
  }
  return { events, dropped, helloProblem };
}

/** Before anything walks the event: what comes from callers is limited in depth at every interface. */
function refusedAsTooDeep(value: unknown): ReceivedEvent | undefined {
  const { type } = (value ?? {}) as { readonly type?: unknown };
  // The event itself is one level.
  if ((type !== "call.requested" && type !== "call.answer") || !isTooDeep(value, MOST_LEVELS + 1)) return undefined;
  const standIn = standInFor(value);
  if (standIn?.type !== "malformed") return standIn;
  return { ...standIn, problem: tooDeepProblem("input"), isInvalidInput: true };
}

/** Returns undefined for a value that is nested too deep to be walked. */
function decodeTagged(value: unknown): unknown {
  try {
    return decodeData(value);
  } catch {
    return undefined;
  }
}

/**
 * The error of an event that the other side would drop. It is not sent: its sender would wait forever for an answer.
 */
export function notSendable(event: CallRequested | CallQuestion, what: "call" | "question"): CallError {
  const errors = misfitsOf(event.type, event);
  const wanted = errors.map(({ path, expected }) => `${path} is not a valid ${expected}, or is too long`).join(", ");
  return new CallError("VALIDATION_ERROR", `The ${what} cannot be sent: ${wanted}.`, { errors });
}

const ANSWERS: ReadonlySet<unknown> = new Set(["call.responded", "call.completed", "call.error"]);

/**
 * A malformed answer still ends its call or question, and a malformed request is refused: nothing else would end them.
 */
function standInFor(value: unknown): ReceivedEvent | undefined {
  const { type, requestId, questionId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof requestId !== "string") return undefined;
  if (type === "call.answer" && typeof questionId === "string")
    return { type, requestId, questionId, action: "failed", message: "The caller's answer is malformed." };
  if (type === "call.requested") {
    // An answer could not name an invalid id.
    const isAnswerable = misfitsOf(type, value).every(({ path }) => path !== "/requestId");
    return isAnswerable ? { type: "malformed", requestId, problem: problemOf(type, value) } : undefined;
  }
  if (!ANSWERS.has(type)) return undefined;
  const message = "The peer's answer is malformed.";
  return { type: "call.error", requestId, code: "PROTOCOL_ERROR", message, retryable: false, phase: "unknown" };
}

/** For authors of peers in other languages. It omits the values: one may be a token, and the text may be logged. */
function problemOf(type: "call.requested" | "peer.hello", value: unknown): string {
  const problems = misfitsOf(type, value).slice(0, MOST_PROBLEMS);
  const wanted = problems.map(({ path, expected }) => `${path} has to be ${expected}`).join(", ");
  return `${type} is malformed: ${wanted === "" ? "it is nested too deep" : wanted}.`;
}

const MOST_PROBLEMS = 5;
