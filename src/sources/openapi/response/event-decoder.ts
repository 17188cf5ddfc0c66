import { createParser } from "eventsource-parser";

import { beyondLimit } from "./read-response.ts";
import { StreamCut } from "./stream-decoder.ts";
import type { StreamDecoder, DecodedItem } from "./stream-decoder.ts";

/** What OpenAI's API, and those made after it, send as the last event of a stream of JSON. */
export const END_MARK = "[DONE]";

export interface EventDecoderOptions {
  /** Characters of one event, its unfinished line included. */
  readonly limit: number;
  /** In force from an earlier part of the stream. */
  readonly lastEventId?: string | undefined;
  /** Hears of `retry:` lines, in milliseconds. */
  readonly onRetry?: ((delay: number) => void) | undefined;
}

/** Server-sent events from text in whatever pieces it comes. */
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
      // Unknown fields and broken `retry` values are skipped, as the standard wants.
      if (type === "max-buffer-size-exceeded") isTooLarge = true;
    },
    ...(onRetry === undefined ? {} : { onRetry }),
  });
  // The parser takes a byte order mark in another encoding from the first piece; the text decoder has taken ours.
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
      // With line feeds alone the parser scans each piece once, and a CR at its end need not wait for the next piece.
      const rest = endedInCR && text.startsWith("\n") ? text.slice(1) : text;
      endedInCR = text.endsWith("\r");
      endedLine = endedInCR || text.endsWith("\n");
      return feed(rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest);
    },
    end() {
      // By the standard an event without its empty line is not dispatched; dropping it unsaid would hide a cut. An
      // empty line of data brings out what is left of one, even if that is its type alone.
      const [left] = feed(endedLine ? "data\n\n" : "\ndata\n\n");
      if (left === undefined || (left.data === "" && left.event === "message")) return [];
      if (left.data === `${END_MARK}\n`) return [{ ...left, data: END_MARK }];
      throw new StreamCut("it ended in the middle of an event");
    },
  };
}
