/** One event of an event stream. */
export interface SSEEvent {
  /** The `data` lines, joined by line feeds. */
  data: string;
  /** From the `event` line; `message` where there is none. */
  eventType: string;
  /** From the event's own `id` line; empty where there is none. */
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
  const lineEnd = /\r\n|\r|\n/g;
  for (;;) {
    lineEnd.lastIndex = position;
    const end = lineEnd.exec(buffer);
    if (end === null) return { events, remaining: buffer.slice(start) };
    const line = buffer.slice(position, end.index);
    position = lineEnd.lastIndex;
    if (line !== "") {
      lines.push(line);
      continue;
    }
    const event = parseEvent(lines);
    if (event !== undefined) events.push(event);
    lines = [];
    start = position;
  }
}

/** Comments, `retry` and unknown fields are ignored, and so is an event without data. */
function parseEvent(lines: readonly string[]): SSEEvent | undefined {
  const data: string[] = [];
  let eventType = "";
  let lastEventId = "";
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === "data") data.push(value);
    else if (name === "event") eventType = value;
    else if (name === "id" && !value.includes("\0")) lastEventId = value;
  }
  return data.length === 0 ? undefined : { data: data.join("\n"), eventType: eventType || "message", lastEventId };
}
