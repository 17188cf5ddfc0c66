import { HeldAnswer, SHORT_ANSWER } from "../../../shared/connections/held-answer.ts";
import { LONG_INTEGER, quoteLongIntegers } from "../../../shared/json/exact-json.ts";
import { joinBytes } from "../../../shared/read-beginning.ts";
import { CallError } from "../../../errors/call-error.ts";
import { tooLargeError } from "../process/json-rpc.ts";
import type { BodyOptions, Bytes, Stage } from "./through-stage.ts";

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const ID_FIELD = [105, 100, 58]; // "id:"
const LIST_CHANGED = "/list_changed";
/** A list of the server has changed, and the next event says the same. One of them is enough. */
const REPEATED = /^(data:[^\r\n]{0,200}\/list_changed"[^\r\n]{0,200}(?:\r\n|\r|\n){2})(?=\1)/gm;
const DATA_LINES = /^data:.*$/gm;

/**
 * A stream of events, with short ones in place of long ones, and with long integers in their data in quotes. Each event
 * is passed on once it is complete.
 */
export class EventStage implements Stage {
  readonly #options: BodyOptions;
  readonly #events = new EventScan();
  readonly #decoder = new TextDecoder();
  readonly #encoder = new TextEncoder();
  /** The event that is not complete yet. */
  #unfinished: Bytes[] = [];
  #size = 0;
  #held: HeldAnswer | undefined;

  constructor(options: BodyOptions) {
    this.#options = options;
  }

  async take(chunk: Bytes): Promise<readonly Bytes[]> {
    const taken: Bytes[] = [];
    /** The first byte that is not taken yet. */
    let from = 0;
    let start = 0;
    for (const end of this.#events.endsIn(chunk)) {
      const size = this.#size + end - start;
      this.#grow(size);
      if (size > SHORT_ANSWER) {
        if (start > from) taken.push(this.#exact(this.#joined(chunk.subarray(from, start))));
        taken.push(await this.#shortened(this.#joined(chunk.subarray(start, end))));
        this.#held?.release();
        this.#held = undefined;
        from = end;
      }
      this.#size = 0;
      start = end;
    }
    // Short events stay together.
    if (start > from) taken.push(this.#exact(this.#joined(chunk.subarray(from, start))));
    if (start === chunk.length) return taken;
    this.#unfinished.push(chunk.subarray(start));
    this.#size += chunk.length - start;
    this.#grow(this.#size);
    return taken;
  }

  /** An event without its end counts for nothing, but its id does. */
  end(): readonly Bytes[] {
    return this.#unfinished;
  }

  closed(error: unknown, isWhole: boolean): void {
    this.#held?.release();
    this.#unfinished = [];
    this.#options.onEnd();
    if (error instanceof CallError) this.#options.onRefused(error);
    if (isWhole) this.#options.onStreamEnd(this.#events.haveIds);
  }

  /** The event takes so many bytes so far. */
  #grow(size: number): void {
    const { sender, maxBytes } = this.#options;
    if (size > maxBytes) throw tooLargeError(size, maxBytes);
    if (size <= SHORT_ANSWER) return;
    this.#held ??= new HeldAnswer(sender, maxBytes);
    this.#held.grow(size);
    if (this.#held.refused !== undefined) throw this.#held.refused;
  }

  #joined(rest: Bytes): Bytes {
    if (this.#unfinished.length === 0) return rest;
    const bytes = joinBytes([...this.#unfinished, rest]) as Bytes;
    this.#unfinished = [];
    return bytes;
  }

  #exact(bytes: Bytes): Bytes {
    const given = this.#decoder.decode(bytes);
    let text = given.includes(LIST_CHANGED) ? given.replaceAll(REPEATED, "") : given;
    if (LONG_INTEGER.test(text)) text = text.replaceAll(DATA_LINES, quoteLongIntegers);
    return text === given ? bytes : this.#encoder.encode(text);
  }

  async #shortened(event: Bytes): Promise<Bytes> {
    const { longMessages, maxValues } = this.#options;
    const held = this.#held;
    const short = await longMessages.shorten(event, maxValues, () => held?.refused !== undefined);
    if (held?.refused !== undefined) throw held.refused;
    return this.#encoder.encode(short);
  }
}

/** Finds where events end, and whether one had an id. */
class EventScan {
  haveIds = false;
  #lineLength = 0;
  #startsLikeId = true;
  #endedInCR = false;

  /** The places behind the empty line of each event that this chunk completes. */
  *endsIn(chunk: Bytes): Generator<number> {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      const isEnd = byte === NEWLINE || byte === CARRIAGE_RETURN;
      if (!isEnd) this.#readLine(byte);
      // A CR ends its line at once. A line feed after it belongs to the same line end.
      else if (byte === NEWLINE && this.#endedInCR) this.#endedInCR = false;
      else {
        this.#endedInCR = byte === CARRIAGE_RETURN;
        const isEmpty = this.#lineLength === 0;
        this.#lineLength = 0;
        this.#startsLikeId = true;
        if (isEmpty) yield at + 1;
      }
    }
  }

  #readLine(byte: number | undefined): void {
    this.#endedInCR = false;
    if (this.#lineLength < ID_FIELD.length) {
      this.#startsLikeId &&= byte === ID_FIELD[this.#lineLength];
      if (this.#lineLength === ID_FIELD.length - 1) this.haveIds ||= this.#startsLikeId;
    }
    this.#lineLength++;
  }
}
