import { beyondLimit, LineSplitter, StreamCut } from "./stream-decoder.ts";
import type { StreamDecoder, DecodedItem } from "./stream-decoder.ts";

/** OpenAI's API, and APIs modelled on it, send this as the last event of a stream of JSON. */
export const END_MARK = "[DONE]";

/** The fields of an event. A comment is a field without a name. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set(["data", "event", "id", "retry", ""]);

export interface EventDecoderOptions {
  /** Characters of one event, including its unfinished line. */
  readonly limit: number;
  /** The id in force from an earlier part of the stream. */
  readonly lastEventId?: string | undefined;
  /** Receives the milliseconds of `retry:` lines. */
  readonly onRetry?: ((delay: number) => void) | undefined;
  /** Receives each line that is neither a field of an event nor a comment. Such lines are skipped. */
  readonly onMalformed?: ((line: string) => void) | undefined;
}

/**
 * Decodes server-sent events (WHATWG HTML, 9.2), however the text is split into pieces. `eventsource-parser` drops the id
 * of a block without data, so the fields are read here.
 */
export function createEventDecoder({ limit, onRetry, onMalformed, ...options }: EventDecoderOptions): StreamDecoder {
  const lines = new LineSplitter(limit, "an event");
  let lastEventId = options.lastEventId ?? "";
  let toldId = lastEventId;
  let event = "";
  let data: string[] = [];
  let size = 0;
  let endedInCR = false;

  const readField = (line: string): void => {
    const { name, value } = parseField(line);
    if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) lastEventId = value;
    else if (name === "retry" && /^\d+$/.test(value)) onRetry?.(Number(value));
    else if (name === "data") {
      data.push(value);
      size += value.length + 1;
      if (size > limit + 1) throw beyondLimit(limit, "an event", "eventSize");
    } else if (!KNOWN_FIELDS.has(name)) onMalformed?.(line);
  };
  const take = (): DecodedItem => {
    const item = { data: data.join("\n"), event: event || "message", lastEventId };
    event = "";
    data = [];
    size = 0;
    return item;
  };

  return {
    get size() {
      return size + lines.size;
    },
    push(text) {
      if (text === "") return [];
      // A CR ends its line at once. If the next piece begins with a line feed, that belongs to the same line end.
      const rest = endedInCR && text.startsWith("\n") ? text.slice(1) : text;
      endedInCR = text.endsWith("\r");
      const items: DecodedItem[] = [];
      for (const line of lines.push(rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest)) {
        if (line !== "") {
          readField(line);
          continue;
        }
        const isIdOnly = data.length === 0;
        const item = take();
        if (!isIdOnly) items.push(item);
        else if (lastEventId !== toldId) items.push({ ...item, isIdOnly });
        toldId = lastEventId;
      }
      return items;
    },
    end() {
      // The standard does not dispatch an event without its empty line, but dropping it silently would hide a cut.
      readField(lines.rest());
      if (data.length === 0 && event === "") return [];
      const left = take();
      if (left.data === END_MARK) return [left];
      throw new StreamCut("it ended in the middle of an event");
    },
  };
}

/** A line that is not empty, as the standard reads it. A comment has an empty name. */
export function parseField(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(":");
  if (colon === -1) return { name: line, value: "" };
  return { name: line.slice(0, colon), value: line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1) };
}
