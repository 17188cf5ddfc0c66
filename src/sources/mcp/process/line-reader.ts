/** Splits bytes into lines. Discards a line beyond the limit while it arrives, and keeps its two ends. */

const NEWLINE = 10;
/** Enough for the envelope of a JSON-RPC message, before or after its result. */
const END_BYTES = 256;

export interface OversizedLine {
  readonly head: string;
  readonly tail: string;
  readonly bytes: number;
}

export interface LineReaderOptions {
  readonly maxBytes: number;
  readonly onLine: (line: string) => void;
  readonly onOversized: (line: OversizedLine) => void;
}

export class LineReader {
  readonly #options: LineReaderOptions;
  readonly #decoder = new TextDecoder();
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #head: string | undefined;
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

  #add(part: Uint8Array): void {
    this.#bytes += part.length;
    if (this.#head !== undefined) {
      this.#tail = lastBytes([this.#tail, part]);
      return;
    }
    this.#parts.push(part);
    if (this.#bytes <= this.#options.maxBytes) return;
    this.#head = this.#decoder.decode(Buffer.concat(this.#parts.slice(0, END_BYTES)).subarray(0, END_BYTES));
    this.#tail = lastBytes(this.#parts);
    this.#parts = [];
  }

  #finish(): void {
    const parts = this.#parts;
    const head = this.#head;
    const bytes = this.#bytes;
    this.#parts = [];
    this.#head = undefined;
    this.#bytes = 0;
    if (head !== undefined) {
      this.#options.onOversized({ head, tail: this.#decoder.decode(this.#tail), bytes });
      return;
    }
    const line = this.#decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)).trim();
    if (line !== "") this.#options.onLine(line);
  }
}

/** A copy: a view would keep the whole chunk alive. */
function lastBytes(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.from(Buffer.concat(parts.slice(-END_BYTES)).subarray(-END_BYTES));
}
