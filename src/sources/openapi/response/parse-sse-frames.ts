/** One event of an event stream. */
export interface SSEEvent {
  /** The `data` lines, joined by line feeds. */
  data: string;
  /** Of the `event` line; `message` where there is none. */
  eventType: string;
  /** Of the event's own `id` line; empty where there is none. */
  lastEventId: string;
}

/**
 * Parses the complete events at the beginning of a piece of an event stream (WHATWG HTML, 9.2). What is left belongs
 * before the next piece. It holds no state of its own, so an event without an `id` line has an empty `lastEventId`:
 * whoever reads a whole stream keeps the last one that was not empty.
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
  /** Where the event begins that is not complete yet. */
  let start = 0;
  let fields = newFields();
  const lineEnd = /\r\n|\r|\n/g;
  for (;;) {
    lineEnd.lastIndex = position;
    const end = lineEnd.exec(buffer);
    if (end === null) return { events, remaining: buffer.slice(start) };
    const line = buffer.slice(position, end.index);
    position = lineEnd.lastIndex;
    if (line !== "") {
      readLine(line, fields);
      continue;
    }
    if (fields.data.length > 0) {
      const { data, eventType, lastEventId } = fields;
      events.push({ data: data.join("\n"), eventType: eventType || "message", lastEventId });
    }
    fields = newFields();
    start = position;
  }
}

interface Fields {
  readonly data: string[];
  eventType: string;
  lastEventId: string;
}

function newFields(): Fields {
  return { data: [], eventType: "", lastEventId: "" };
}

/** Comments, `retry` and unknown fields change nothing here. */
function readLine(line: string, fields: Fields): void {
  const colon = line.indexOf(":");
  const name = colon === -1 ? line : line.slice(0, colon);
  const rest = colon === -1 ? "" : line.slice(colon + 1);
  const value = rest.startsWith(" ") ? rest.slice(1) : rest;
  if (name === "data") fields.data.push(value);
  else if (name === "event") fields.eventType = value;
  else if (name === "id" && !value.includes("\0")) fields.lastEventId = value;
}
