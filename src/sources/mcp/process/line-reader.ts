import type { CallError } from "../../../errors/call-error.ts";
import { HeldAnswer, SHORT_ANSWER } from "../../../shared/connections/held-answer.ts";
import { tooLargeError } from "./json-rpc.ts";
import type { LineEnds } from "./json-rpc.ts";

/** Splits bytes into lines. Discards a line that it refuses while it arrives, and keeps its two ends. */

const NEWLINE = 10;
/** Enough for the envelope of a JSON-RPC message, before or after its result. */
const END_BYTES = 256;

export interface LineReaderOptions {
  readonly maxBytes: number;
  /** `release`, of a long line: its bytes are no longer held. */
  readonly onLine: (line: Uint8Array, release: (() => void) | undefined) => void;
  /** The line is too long, or too many long answers arrive at once. */
  readonly onRefused: (ends: LineEnds, error: CallError) => void;
}

const decoder = new TextDecoder();

export class LineReader {
  readonly #options: LineReaderOptions;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #held: HeldAnswer | undefined;
  #refused: CallError | undefined;
  #head = "";
  #tail: Uint8Array = new Uint8Array();

  constructor(options: LineReaderOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#add(chunk.subarray(from, end));
      this.#finish();
      from = end + 1;
    }
    if (from < chunk.length) this.#add(chunk.subarray(from));
  }

  /** No more bytes come. */
  end(): void {
    this.#held?.release();
    this.#parts = [];
  }

  #add(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#refused !== undefined) {
      this.#tail = lastBytes([this.#tail, part]);
      return;
    }
    this.#parts.push(part);
    const { maxBytes } = this.#options;
    if (this.#bytes > maxBytes) return this.#refuse(tooLargeError(this.#bytes, maxBytes));
    if (this.#bytes <= SHORT_ANSWER) return;
    this.#held ??= this.#hold(maxBytes);
    this.#held.grow(this.#bytes);
  }

  #hold(maxBytes: number): HeldAnswer {
    const held: HeldAnswer = new HeldAnswer(this, maxBytes, (error) => {
      // A line that has been handed over already is read, and the one after it is not to blame.
      if (held === this.#held) this.#refuse(error);
    });
    return held;
  }

  #refuse(error: CallError): void {
    this.#held?.release();
    this.#held = undefined;
    this.#refused = error;
    this.#head = headOf(this.#parts);
    this.#tail = lastBytes(this.#parts);
    this.#parts = [];
  }

  #finish(): void {
    const parts = this.#parts;
    const refused = this.#refused;
    const held = this.#held;
    this.#parts = [];
    this.#refused = undefined;
    this.#held = undefined;
    this.#bytes = 0;
    if (refused !== undefined)
      return this.#options.onRefused({ head: this.#head, tail: decoder.decode(this.#tail) }, refused);
    const line = parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
    this.#options.onLine(line, held && (() => held.release()));
  }
}

/** The two ends of a line that is held as a whole. */
export function endsOf(line: Uint8Array): LineEnds {
  return { head: headOf([line]), tail: decoder.decode(lastBytes([line])) };
}

function headOf(parts: readonly Uint8Array[]): string {
  const beginnings = parts.slice(0, END_BYTES).map((part) => part.subarray(0, END_BYTES));
  return decoder.decode(Buffer.concat(beginnings).subarray(0, END_BYTES));
}

/** A copy: a view would keep the whole chunk alive. */
function lastBytes(parts: readonly Uint8Array[]): Uint8Array {
  const ends = parts.slice(-END_BYTES).map((part) => part.subarray(-END_BYTES));
  return Buffer.from(Buffer.concat(ends).subarray(-END_BYTES));
}
