/** Events as text. A frame is a JSON array of events. */
import { CallError, messageOf } from "../errors/call-error.ts";
import { decodeData, encodeData } from "../shared/encode-data.ts";
import { isProtocolEvent } from "./is-protocol-event.ts";
import type { ProtocolEvent } from "./protocol-event.ts";

/** Every way in which tagged bytes, or what looks like them, are written. */
const TAGGED = 'bytes":"';

/** Throws a `CallError` for what JSON cannot say: a cycle, a bigint. */
export function encodeEvent(event: ProtocolEvent): string {
  try {
    return JSON.stringify(encodeData(event));
  } catch (cause) {
    throw new CallError("VALIDATION_ERROR", `It cannot be written as JSON: ${messageOf(cause)}`, undefined, { cause });
  }
}

export interface DecodedEvents {
  readonly events: readonly ProtocolEvent[];
  /** How many were unknown or malformed, and are left out. */
  readonly dropped: number;
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
  for (const value of values) {
    const event = restoreAbsentData(mayHoldBytes ? decodeData(value) : value);
    if (isProtocolEvent(event)) events.push(event);
  }
  return { events, dropped: values.length - events.length };
}

/** JSON leaves out what is `undefined`; an envelope has its `data` all the same. */
function restoreAbsentData(value: unknown): unknown {
  const output = (value as { output?: unknown } | null)?.output;
  if (typeof output === "object" && output !== null && !("data" in output)) {
    (output as { data?: unknown }).data = undefined;
  }
  return value;
}
