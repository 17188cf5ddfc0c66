/** Events as text. A frame is a JSON array of events. */
import { CallError, messageOf } from "../../errors/call-error.ts";
import { decodeData, encodeData } from "../../shared/encode-data.ts";
import type { LocalResponseMeta, ResponseMeta } from "../../envelope/response-envelope.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { isProtocolEvent } from "./is-protocol-event.ts";
import { CallEventSchema, LONGEST_ID } from "./protocol-event.ts";
import type { CallRequested, CallResponded, ProtocolEvent } from "./protocol-event.ts";

/** What every text with tagged bytes, or with what looks like them, contains: others may write a space after it. */
const TAGGED = 'bytes"';

/** What engines say of a cycle, or of endless nesting: nothing that would help to find it. */
const OUT_OF_STACK = /call stack|recursion/i;

/** Throws a `CallError` for what JSON cannot say: a cycle, a bigint. */
export function encodeEvent(event: ProtocolEvent): string {
  if (event.type === "call.requested") return encodeRequested(event);
  if (event.type === "call.responded") return encodeResponded(event);
  return encodeValue(event) as string;
}

/** Undefined for what JSON leaves out. Throws as `encodeEvent` does. */
export function encodeValue(value: unknown): string | undefined {
  try {
    return JSON.stringify(encodeData(value));
  } catch (cause) {
    const told = messageOf(cause);
    const reason = OUT_OF_STACK.test(told) ? "it contains itself, or is nested too deep." : told;
    throw new CallError("VALIDATION_ERROR", `It cannot be written as JSON: ${reason}`, undefined, { cause });
  }
}

/** The two events of every call are put together by hand: twice as fast, for the same text. */
function encodeRequested(event: CallRequested): string {
  const { requestId, operationId, input } = event;
  let text = `{"type":"call.requested","requestId":${quote(requestId)},"operationId":${quote(operationId)}`;
  const given = encodeValue(input);
  if (given !== undefined) text += `,"input":${given}`;
  const { parentRequestId, timeoutMs, token, identity, trace, window, maxWindow, wants } = event;
  if (parentRequestId !== undefined) text += `,"parentRequestId":${quote(parentRequestId)}`;
  if (timeoutMs !== undefined) text += `,"timeoutMs":${timeoutMs}`;
  if (token !== undefined) text += `,"token":${quote(token)}`;
  if (identity !== undefined) text += `,"identity":${encodeValue(identity)}`;
  if (trace !== undefined) text += `,"trace":${encodeValue(trace)}`;
  if (window !== undefined) text += `,"window":${window}`;
  if (maxWindow !== undefined) text += `,"maxWindow":${maxWindow}`;
  if (wants !== undefined) text += `,"wants":${JSON.stringify(wants)}`;
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

/** Whether it is what `localEnvelope` makes, and nothing else. */
export function isPlainMeta(meta: ResponseMeta): meta is LocalResponseMeta {
  if (meta.source !== "local") return false;
  // Asked for every item of a stream: not `Object.keys`, which makes an array.
  for (const key in meta) if (!PLAIN_FIELDS.has(key)) return false;
  return typeof meta.operationId === "string" && Number.isFinite(meta.timestamp);
}

const PLAIN_FIELDS: ReadonlySet<string> = new Set(["source", "operationId", "timestamp"]);

const quote: (text: string) => string = JSON.stringify;

export interface DecodedEvents {
  readonly events: readonly ProtocolEvent[];
  /** How many were unknown or malformed. */
  readonly dropped: number;
  /** What is wrong with a `peer.hello` among them, without which nothing can follow. */
  readonly helloProblem?: string | undefined;
}

/** The events of a frame; undefined when the text is no frame at all. */
export function decodeFrame(text: string): DecodedEvents | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return Array.isArray(parsed) ? decodeEvents(parsed, text) : undefined;
}

/** The events among parsed values; `text` is what they were parsed from. */
export function decodeEvents(values: readonly unknown[], text: string): DecodedEvents {
  const mayHoldBytes = text.includes(TAGGED);
  const events: ProtocolEvent[] = [];
  let dropped = 0;
  let helloProblem: string | undefined;
  for (const value of values) {
    const event = restoreAbsentData(mayHoldBytes ? decodeTagged(value) : value);
    if (isProtocolEvent(event)) events.push(event);
    else {
      dropped++;
      const standIn = standInFor(value);
      if (standIn !== undefined) events.push(standIn);
      else if (typeOf(value) === "peer.hello") helloProblem = problemOf("peer.hello", value);
    }
  }
  return { events, dropped, helloProblem };
}

/** Undefined for what is nested too deep to be walked. */
function decodeTagged(value: unknown): unknown {
  try {
    return decodeData(value);
  } catch {
    return undefined;
  }
}

const ANSWERS: ReadonlySet<unknown> = new Set(["call.responded", "call.completed", "call.error"]);

/** An answer that cannot be read still ends its call, or its question, and such a request is refused: nothing else would. */
function standInFor(value: unknown): ProtocolEvent | undefined {
  const { type, requestId, questionId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof requestId !== "string") return undefined;
  if (type === "call.answer" && typeof questionId === "string")
    return { type, requestId, questionId, action: "failed", message: "The caller's answer is malformed." };
  if (type === "call.requested" && isRequestId(requestId))
    return { type, requestId, operationId: "", problem: problemOf(type, value) };
  if (!ANSWERS.has(type)) return undefined;
  const message = "The peer's answer is malformed.";
  return { type: "call.error", requestId, code: "PROTOCOL_ERROR", message, retryable: false, phase: "unknown" };
}

/** Whether an answer can name it. */
function isRequestId(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_ID;
}

function typeOf(value: unknown): unknown {
  return (value as { type?: unknown } | null | undefined)?.type;
}

/** For whoever writes a peer in another language. Without what came instead: it may be a token, and this be logged. */
function problemOf(type: "call.requested" | "peer.hello", value: unknown): string {
  const problems = collectErrors(CallEventSchema[type], value).slice(0, MOST_PROBLEMS);
  const wanted = problems.map(({ path, expected }) => `${path} has to be ${expected}`).join(", ");
  return `${type} is malformed: ${wanted === "" ? "it is nested too deep" : wanted}.`;
}

const MOST_PROBLEMS = 5;

/** JSON leaves out what is `undefined`; an envelope has its `data` all the same. */
function restoreAbsentData(value: unknown): unknown {
  const output = (value as { output?: unknown } | null)?.output;
  if (typeof output === "object" && output !== null && !("data" in output)) {
    (output as { data?: unknown }).data = undefined;
  }
  return value;
}
