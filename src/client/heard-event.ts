/**
 * The events that a caller hears. The checks of all events (`wire/event-shapes.ts`) would make up a quarter of a
 * client.
 */
import { isResponseEnvelope } from "../envelope/response-envelope.ts";
import type {
  AnswerEvent,
  CallLogged,
  MidCallEvent,
  PeerClosed,
  PeerEvent,
  PeerHello,
} from "../protocol/wire/protocol-event.ts";
import { decodeData } from "../shared/json/encode-data.ts";

export type HeardEvent =
  | AnswerEvent
  // A light client receives no log messages: it never asks for them.
  | Exclude<MidCallEvent, CallLogged>
  | PeerHello
  | PeerClosed
  | Extract<PeerEvent, { readonly type: "peer.draining" }>;

type Members = Readonly<Record<string, unknown>>;

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isPositive = (value: unknown): boolean => isCount(value) && value !== 0;
const mayBe = (fits: (value: unknown) => boolean, ...values: unknown[]): boolean =>
  values.every((value) => value === undefined || fits(value));

const PHASES: readonly unknown[] = ["notStarted", "started", "unknown"];

/** What the rest of the client relies on. The length of a frame bounds every text. */
const CHECKS: { readonly [Type in HeardEvent["type"]]: (event: Members) => boolean } = {
  "call.accepted": ({ window }) => mayBe(isPositive, window),
  "call.responded": ({ output, seq, more }) =>
    mayBe(isPositive, seq) && mayBe(Array.isArray, more) && isResponseEnvelope(output),
  "call.completed": ({ seq }) => isCount(seq),
  "call.error": ({ code, message, retryable, phase, declaredBy, seq }) =>
    isText(code) &&
    isText(message) &&
    typeof retryable === "boolean" &&
    PHASES.includes(phase) &&
    mayBe(isText, declaredBy) &&
    mayBe(isCount, seq),
  "call.progress": ({ progress, total, message }) =>
    isNumber(progress) && mayBe(isNumber, total) && mayBe(isText, message),
  "call.question": ({ questionId, mode, message, requestedSchema, url, elicitationId }) =>
    isText(questionId) &&
    isText(mode) &&
    isText(message) &&
    mayBe((value) => typeof value === "object" && value !== null, requestedSchema) &&
    mayBe(isText, url, elicitationId),
  "call.withdrawn": ({ questionId }) => isText(questionId),
  "peer.hello": ({ heartbeatMs, maxFrameBytes }) => mayBe(isNumber, heartbeatMs, maxFrameBytes),
  "peer.closed": ({ code, message }) => isText(code) && isText(message),
  "peer.draining": () => true,
};

export function isAnswerEvent(event: { readonly type?: unknown }): event is AnswerEvent {
  return ANSWERS.includes(event.type);
}

const ANSWERS: readonly unknown[] = ["call.accepted", "call.responded", "call.completed", "call.error"];

/** Every text with tagged bytes contains this. */
const TAGGED = 'bytes"';

/** The events of a frame, one after the other. Malformed and unknown events are left out. */
export function* heardEvents(frame: string): Generator<HeardEvent, void> {
  let values: unknown;
  try {
    values = JSON.parse(frame);
    if (frame.includes(TAGGED)) values = decodeData(values);
  } catch {
    // Not JSON, or nested too deeply to be walked.
  }
  if (!Array.isArray(values)) return;
  for (const value of values as unknown[]) {
    const event = (value ?? {}) as Members;
    const { type, requestId, output } = event;
    // JSON leaves out undefined members, but an envelope always has `data`.
    if (typeof output === "object" && output !== null && !("data" in output))
      Object.assign(output, { data: undefined });
    if (!Object.hasOwn(CHECKS, String(type))) continue;
    if (CHECKS[type as HeardEvent["type"]](event)) yield event as unknown as HeardEvent;
    // A malformed answer still ends its call: nothing else would.
    else if (isAnswerEvent(event) && isText(requestId)) yield { ...MALFORMED, requestId: String(requestId) };
  }
}

const MALFORMED = {
  type: "call.error",
  code: "PROTOCOL_ERROR",
  message: "The peer's answer is malformed.",
  retryable: false,
  phase: "unknown",
} as const;
