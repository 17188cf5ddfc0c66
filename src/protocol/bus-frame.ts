/** What travels on the topics of a bus. */
import { Type } from "typebox";
import { getValidator } from "../schema/validator.ts";
import { decodeEvents } from "./event-codec.ts";
import type { DecodedEvents } from "./event-codec.ts";

const Name = Type.String({ minLength: 1, maxLength: 128 });

/** What a peer may be called: it is a part of topics. */
export const PEER_ID_PATTERN = /^[A-Za-z0-9_-]{1,128}$/;

const BusFrameSchema = Type.Object({
  /** The peer that sends. */
  from: Type.String({ pattern: PEER_ID_PATTERN.source }),
  /** Its end of the link; absent in what is told to everybody. */
  link: Type.Optional(Name),
  /** The receiver's end, once the sender knows it. */
  to: Type.Optional(Name),
  /** Counts the frames of the link in this direction, from 1. */
  n: Type.Optional(Type.Integer({ minimum: 1 })),
  events: Type.Array(Type.Unknown()),
});

export interface BusFrameHead {
  readonly from: string;
  readonly link?: string | undefined;
  readonly to?: string | undefined;
  readonly n?: number | undefined;
}

/** A frame with its events, which are texts already. */
export function encodeBusFrame({ from, link, to, n }: BusFrameHead, events: string): string {
  const head = JSON.stringify({ from, link, to, n });
  return `${head.slice(0, -1)},"events":[${events}]}`;
}

/** Undefined when the text is no frame. */
export function decodeBusFrame(text: string): (BusFrameHead & DecodedEvents) | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!getValidator(BusFrameSchema).check(parsed)) return undefined;
  const { from, link, to, n, events } = parsed as BusFrameHead & { events: unknown[] };
  return { from, link, to, n, ...decodeEvents(events, text) };
}

/** Bytes that a frame takes around its events. */
export const BUS_FRAME_BYTES = 512;
