import { beyondLimit } from "./read-response.ts";

/** One item of a stream, before its data is parsed. */
export interface DecodedItem {
  readonly data: string;
  /** Of a server-sent event: its type. */
  readonly event?: string | undefined;
  /** Of a server-sent event: the id in force. */
  readonly lastEventId?: string | undefined;
}

/** Turns the text of a stream into items, however the text is split into pieces. */
export interface StreamDecoder {
  /** The items that this piece completes. */
  push(text: string): readonly DecodedItem[];
  /** Call it at the end of the stream: returns the items that were still open. Throws `StreamCut` if one is incomplete. */
  end(): readonly DecodedItem[];
}

/**
 * The items of a body. It reads one chunk at a time, never ahead of the consumer, and leaving the loop cancels the body.
 * Throws `StreamCut` when the body breaks off, or ends in the middle of an item.
 */
export async function* decodeStream(
  body: ReadableStream<Uint8Array>,
  decoder: StreamDecoder,
): AsyncGenerator<DecodedItem> {
  const reader = body.getReader();
  const text = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new StreamCut("the connection broke", { cause });
      });
      for (const item of decoder.push(done ? text.decode() : text.decode(value, { stream: true }))) yield item;
      if (done) break;
    }
    for (const item of decoder.end()) yield item;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** A stream that broke off before its end. */
export class StreamCut extends Error {
  override readonly name = "StreamCut";
}

/** Decodes JSON Lines, however the text is split. Empty lines and the marks of `application/json-seq` are skipped. */
export function createLineDecoder(options: { readonly limit: number }): StreamDecoder {
  const { limit } = options;
  /** Pieces of the unfinished line. They are joined once, so that the cost of a long line is linear. */
  let pieces: string[] = [];
  let size = 0;

  const keep = (piece: string): void => {
    size += piece.length;
    if (size > limit) throw beyondLimit(limit, "a line");
    if (piece !== "") pieces.push(piece);
  };
  const take = (): DecodedItem | undefined => {
    const joined = pieces.join("");
    const line = (joined.startsWith("\u001E") ? joined.slice(1) : joined).trim();
    pieces = [];
    size = 0;
    return line === "" ? undefined : { data: line };
  };

  return {
    push(text) {
      const items: DecodedItem[] = [];
      let start = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        keep(text.slice(start, end));
        const item = take();
        if (item !== undefined) items.push(item);
        start = end + 1;
      }
      keep(text.slice(start));
      return items;
    },
    end() {
      const last = take();
      if (last === undefined) return [];
      try {
        JSON.parse(last.data);
      } catch (cause) {
        throw new StreamCut("it ended in the middle of a line", { cause });
      }
      return [last];
    },
  };
}
