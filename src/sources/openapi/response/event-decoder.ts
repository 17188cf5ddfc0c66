import { createParser } from "eventsource-parser";

import { beyondLimit } from "./read-response.ts";
import { StreamCut } from "./stream-decoder.ts";
import type { StreamDecoder, DecodedItem } from "./stream-decoder.ts";

/** OpenAI's API, and APIs modelled on it, send this as the last event of a stream of JSON. */
export const END_MARK = "[DONE]";

export interface EventDecoderOptions {
  /** Characters of one event, including its unfinished line. */
  readonly limit: number;
  /** The id in force from an earlier part of the stream. */
  readonly lastEventId?: string | undefined;
  /** Receives the milliseconds of `retry:` lines. */
  readonly onRetry?: ((delay: number) => void) | undefined;
}

/** Decodes server-sent events, however the text is split into pieces. */
export function createEventDecoder(options: EventDecoderOptions): StreamDecoder {
  const { limit, onRetry } = options;
  let lastEventId = options.lastEventId ?? "";
  let items: DecodedItem[] = [];
  let isTooLarge = false;
  let endedInCR = false;
  let endedLine = true;
  const parser = createParser({
    maxBufferSize: limit,
    onEvent: ({ data, event, id }) => {
      if (id !== undefined) lastEventId = id;
      if (data.length > limit) isTooLarge = true;
      items.push({ data, event: event ?? "message", lastEventId });
    },
    onError: ({ type }) => {
      // The standard requires to skip unknown fields and broken `retry` values.
      if (type === "max-buffer-size-exceeded") isTooLarge = true;
    },
    ...(onRetry === undefined ? {} : { onRetry }),
  });
  // From the first piece the parser removes a byte order mark in the wrong encoding. The text decoder has removed ours.
  parser.feed("");

  const feed = (text: string): DecodedItem[] => {
    items = [];
    parser.feed(text);
    if (isTooLarge) throw beyondLimit(limit, "an event");
    return items;
  };

  return {
    push(text) {
      if (text === "") return [];
      // With line feeds only, the parser scans each piece once, and a CR at its end need not wait for the next piece.
      const rest = endedInCR && text.startsWith("\n") ? text.slice(1) : text;
      endedInCR = text.endsWith("\r");
      endedLine = endedInCR || text.endsWith("\n");
      return feed(rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest);
    },
    end() {
      // The standard does not dispatch an event without its empty line, but dropping it silently would hide a cut. An
      // empty line of data brings out what is left of the event, even if that is only its type.
      const [left] = feed(endedLine ? "data\n\n" : "\ndata\n\n");
      if (left === undefined || (left.data === "" && left.event === "message")) return [];
      if (left.data === `${END_MARK}\n`) return [{ ...left, data: END_MARK }];
      throw new StreamCut("it ended in the middle of an event");
    },
  };
}
