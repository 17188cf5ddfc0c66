import { CallError } from "../../errors/call-error.ts";
import { isTooDense } from "../json/is-too-dense.ts";

const DENSEST = 4 * 1024 * 1024;

/** One item of a stream, before its data is parsed. */
export interface DecodedItem {
  readonly data: string;
  /** Of a server-sent event: its type. */
  readonly event?: string | undefined;
  /** Of a server-sent event: the id in force. */
  readonly lastEventId?: string | undefined;
  /** Set for a new id that arrived without data, and so without an event. */
  readonly isIdOnly?: boolean | undefined;
  /** Set for the last of JSON Lines, if its line has no end, and takes too long to parse here: unless it is JSON, it was cut. */
  readonly mayBeCut?: boolean | undefined;
}

/** Turns the text of a stream into items, however the text is split into pieces. */
export interface StreamDecoder {
  /** Characters of the item that is not complete yet. */
  readonly size: number;
  /** The items that this piece completes. */
  push(text: string): readonly DecodedItem[];
  /** Call it at the end of the stream. Returns the items still open. Throws `StreamCut` if one is incomplete. */
  end(): readonly DecodedItem[];
}

/**
 * The items of a body. It reads one chunk at a time, never ahead of the consumer, and leaving the loop cancels the body.
 * Throws `StreamCut` when the body breaks off, or ends in the middle of an item. `onSize` gets the size of what is not
 * complete yet, once the items before it have been taken.
 */
export async function* decodeStream(
  body: ReadableStream<Uint8Array>,
  decoder: StreamDecoder,
  onSize?: (size: number) => void,
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
      onSize?.(decoder.size);
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
export function createLineDecoder({ limit }: { readonly limit: number }): StreamDecoder {
  const lines = new LineSplitter(limit, "a line");
  return {
    get size() {
      return lines.size;
    },
    push: (text) => lines.push(text).flatMap(toItems),
    end() {
      return toItems(lines.rest()).map(({ data }) => {
        if (isTooDense(data, DENSEST)) return { data, mayBeCut: true };
        try {
          JSON.parse(data);
        } catch (cause) {
          throw cutLine(cause);
        }
        return { data };
      });
    },
  };
}

export function cutLine(cause: unknown): StreamCut {
  return new StreamCut("it ended in the middle of a line", { cause });
}

function toItems(line: string): DecodedItem[] {
  const data = (line.startsWith("\u001E") ? line.slice(1) : line).trim();
  return data === "" ? [] : [{ data }];
}

/** Splits text at its line feeds, however it arrives. */
export class LineSplitter {
  readonly #limit: number;
  readonly #what: string;
  /** Pieces of the unfinished line. They are joined once, so that the cost of a long line is linear. */
  #pieces: string[] = [];
  #size = 0;

  /** An unfinished line of more than `limit` characters is an error. Its message calls the line `what`. */
  constructor(limit: number, what: string) {
    this.#limit = limit;
    this.#what = what;
  }

  /** Characters of the unfinished line. */
  get size(): number {
    return this.#size;
  }

  /** The lines that this piece completes. */
  push(text: string): string[] {
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    if (lines.length > 0) lines[0] = this.rest() + lines[0]!;
    this.#size += last.length;
    if (this.#size > this.#limit) throw beyondLimit(this.#limit, this.#what, "eventSize");
    if (last !== "") this.#pieces.push(last);
    return lines;
  }

  /** Takes the available part of the unfinished line. */
  rest(): string {
    const line = this.#pieces.join("");
    this.#pieces = [];
    this.#size = 0;
    return line;
  }
}

/** The error for an answer that is larger than this side's limit, which has this name in the config. */
export function beyondLimit(limit: number, what: string, name: string): CallError {
  const message = `The server sent ${what} larger than the limit of ${limit}. Raise \`${name}\` in \`limits\` of the config.`;
  return new CallError("PAYLOAD_TOO_LARGE", message, { limit }, { phase: "started" });
}
