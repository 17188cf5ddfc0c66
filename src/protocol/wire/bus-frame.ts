/** What travels on the topics of a bus. */
import { LONG_INTEGER, parseExactly } from "../../shared/json/exact-json.ts";
import { parseJSONSteps } from "../../shared/json/parse-json-steps.ts";
import { inSlices } from "../../shared/time/slices.ts";
import { Type } from "typebox";
import type { Static } from "typebox";
import { getValidator } from "../../schema/engine/validator.ts";
import { decodeEvents, TAGGED } from "./event-codec.ts";
import type { DecodedEvents } from "./event-codec.ts";
import type { MayBeUndefined } from "./protocol-event.ts";

const Name = Type.String({ minLength: 1, maxLength: 128 });

/** The ids that a peer may have: they are parts of topics. */
export const PEER_ID_PATTERN = /^[A-Za-z0-9_-]{1,128}$/;

const BusFrameSchema = Type.Object({
  /** The sending peer. */
  from: Type.String({ pattern: PEER_ID_PATTERN.source }),
  /** The sending process, because two may use the same `from`. Absent in the frames of links. */
  instance: Type.Optional(Name),
  /** Its end of the link. Absent in frames for all peers. */
  link: Type.Optional(Name),
  /** The receiver's end, once the sender knows it. */
  to: Type.Optional(Name),
  /** Counts the frames of the link in this direction, from 1. */
  n: Type.Optional(Type.Integer({ minimum: 1 })),
  events: Type.Array(Type.Unknown()),
});

type BusFrame = Static<typeof BusFrameSchema>;

export type BusFrameHead = MayBeUndefined<Omit<BusFrame, "events">>;

/** Between the head and the events. */
const EVENTS = ',"events":[';

/** Characters: more than any valid head takes, as this code writes it. */
const LONGEST_HEAD = 1024;

/** Writes a frame. The events are texts already. */
export function encodeBusFrame({ from, instance, link, to, n }: BusFrameHead, events: string): string {
  const text = JSON.stringify({ from, instance, link, to, n });
  return `${text.slice(0, -1)}${EVENTS}${events}]}`;
}

let isBusFrame: ((value: unknown) => boolean) | undefined;

export type DecodedBusFrame = BusFrameHead & DecodedEvents;

/** V8 parses this many characters in 10 to 30 ms. */
const PARSED_AT_ONCE = 1024 * 1024;

/** Undefined if the text is not a frame. A promise if it takes long to read. */
export function decodeBusFrame(text: string): DecodedBusFrame | undefined | Promise<DecodedBusFrame | undefined> {
  const toFrame = (parsed: unknown): DecodedBusFrame | undefined => toBusFrame(parsed, text);
  if (text.length > PARSED_AT_ONCE)
    return inSlices(parseJSONSteps(new TextEncoder().encode(text))).then(toFrame, () => undefined);
  try {
    return toFrame(LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text));
  } catch {
    return undefined;
  }
}

function toBusFrame(parsed: unknown, text: string): DecodedBusFrame | undefined {
  isBusFrame ??= getValidator(BusFrameSchema).check;
  if (!isBusFrame(parsed)) return undefined;
  const { from, instance, link, to, n, events } = parsed as BusFrame;
  return { from, instance, link, to, n, ...decodeEvents(events, text.includes(TAGGED)) };
}

/** The head of a frame that is too long to read. Undefined if the head does not come before the events. */
export function peekBusFrameHead(text: string): BusFrameHead | undefined {
  const start = text.slice(0, LONGEST_HEAD);
  const head = decodeBusFrame(`${start.slice(0, Math.max(0, start.indexOf(EVENTS)))}${EVENTS}]}`);
  return head instanceof Promise ? undefined : head;
}

/** Bytes that a frame takes around its events. */
export const BUS_FRAME_BYTES = 512;
