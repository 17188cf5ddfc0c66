import { parseField } from "./event-decoder.ts";

/** One event of an event stream. */
export interface SSEEvent {
  /** The `data` lines, joined by line feeds. */
  data: string;
  /** From the `event` line; `message` if there is none. */
  eventType: string;
  /** From the event's own `id` line, or from a block without data before it; empty if there is none. */
  lastEventId: string;
}

/**
 * Parses the complete events at the beginning of a piece of an event stream (WHATWG HTML, 9.2). Put what remains before
 * the next piece. The function keeps no state, so an event without an `id` line has an empty `lastEventId`: a reader of
 * a whole stream keeps the last one that was not empty.
 *
 * @example
 * let buffer = "";
 * for await (const chunk of chunks) {
 *   const { events, remaining } = parseSSEFrames(buffer + chunk);
 *   buffer = remaining;
 *   for (const event of events) console.log(event.data);
 * }
 */
export function parseSSEFrames(buffer: string): { events: SSEEvent[]; remaining: string } {
  const events: SSEEvent[] = [];
  let position = buffer.startsWith("\uFEFF") ? 1 : 0;
  /** Where the first incomplete event begins. */
  let start = 0;
  let lines: string[] = [];
  /** From a block without data, for the next event. */
  let idBefore: string | undefined;
  const lineEnd = /\r\n|\r|\n/g;
  for (;;) {
    lineEnd.lastIndex = position;
    const end = lineEnd.exec(buffer);
    if (end === null) {
      const kept = idBefore === undefined ? "" : `id: ${idBefore}\n\n`;
      return { events, remaining: kept + buffer.slice(start) };
    }
    const line = buffer.slice(position, end.index);
    position = lineEnd.lastIndex;
    if (line !== "") {
      lines.push(line);
      continue;
    }
    const { data, eventType, id = idBefore } = readBlock(lines);
    if (data !== undefined) events.push({ data, eventType, lastEventId: id ?? "" });
    idBefore = data === undefined ? id : undefined;
    lines = [];
    start = position;
  }
}

/** Comments, `retry` and unknown fields are ignored. A block without data is not an event. */
function readBlock(lines: readonly string[]): { data?: string; eventType: string; id?: string } {
  const data: string[] = [];
  let eventType = "";
  let id: string | undefined;
  for (const line of lines) {
    const { name, value } = parseField(line);
    if (name === "data") data.push(value);
    else if (name === "event") eventType = value;
    else if (name === "id" && !value.includes("\0")) id = value;
  }
  return {
    ...(data.length > 0 && { data: data.join("\n") }),
    ...(id !== undefined && { id }),
    eventType: eventType || "message",
  };
}
