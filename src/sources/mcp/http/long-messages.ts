import { isRecord } from "../../../shared/json/is-record.ts";
import { randomId } from "../../../shared/request-id.ts";
import { inSlices } from "../../../shared/time/slices.ts";
import { readMessages } from "../process/json-rpc.ts";
import type { JsonRpcMessage } from "../process/json-rpc.ts";

/** What the SDK gets in place of data that is not JSON-RPC. It reports that in its own words. */
const NOT_A_MESSAGE = "not a JSON-RPC message";
/** A stand-in that the SDK never delivers is forgotten after this many milliseconds. */
const LONGEST_WAIT = 30_000;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const COLON = 58;
const SPACE = 32;
/** Bytes: more than any line has that is no data. */
const LONGEST_FIELD = 64 * 1024;
/** How many lines are read between two steps. */
const LINES_AT_ONCE = 1000;
const UTF8 = new TextDecoder();

interface ReadEvent {
  /** The joined lines of its data. Undefined if it has none. */
  readonly data: Uint8Array | undefined;
  /** The lines of the last id, type and pause. */
  readonly others: readonly string[];
}

/** Reads an event in steps: a long one may have millions of lines. */
function* readEvent(event: Uint8Array): Generator<void, ReadEvent> {
  const data = new Uint8Array(event.length);
  let size = -1;
  const others = new Map<string, string>();
  let lines = 0;
  for (let from = startOf(event), end = 0; from < event.length; from = end + 1) {
    end = endOfLine(event, from);
    if (isData(event, from, end)) {
      // Between two lines of data.
      if (size >= 0) data[size] = LINE_FEED;
      const colon = from + "data".length;
      const value = event.subarray(Math.min(event[colon + 1] === SPACE ? colon + 2 : colon + 1, end), end);
      data.set(value, size + 1);
      size += value.length + 1;
    } else if (end - from <= LONGEST_FIELD) {
      const line = UTF8.decode(event.subarray(from, end));
      const [name] = line.split(":", 1);
      // A comment, or a field that means nothing, is left out.
      if (name === "id" || name === "event" || name === "retry") others.set(name, line);
    }
    if (++lines % LINES_AT_ONCE === 0) yield;
  }
  return { data: size < 0 ? undefined : data.subarray(0, size), others: [...others.values()] };
}

/** Behind the mark that a stream may begin with. */
function startOf(event: Uint8Array): number {
  return event[0] === 0xef && event[1] === 0xbb && event[2] === 0xbf ? 3 : 0;
}

function isData(event: Uint8Array, from: number, end: number): boolean {
  for (let at = 0; at < "data".length; at++) if (event[from + at] !== "data".charCodeAt(at)) return false;
  const after = from + "data".length;
  return after === end || event[after] === COLON;
}

/** A line ends in LF, CR or both. Between the two is an empty line, which means nothing within an event. */
function endOfLine(event: Uint8Array, from: number): number {
  let at = from;
  while (at < event.length && event[at] !== LINE_FEED && event[at] !== CARRIAGE_RETURN) at++;
  return at;
}

interface Transport {
  onmessage?: ((message: never, extra?: never) => void) | undefined;
}

type Deliver = NonNullable<Transport["onmessage"]>;

/**
 * The SDK parses the data of each event in one go, which takes long for a long one. So a long event is parsed here, in
 * slices, and the SDK gets a short one: a stand-in for the content, which is restored when the transport delivers it.
 */
export class LongMessages {
  /** No server can know it. */
  readonly #mark = randomId();
  readonly #contents = new Map<unknown, unknown>();
  #next = 1;

  /** Replaces the content in everything that the transport delivers from now on. */
  restoreFor(transport: Transport): void {
    let deliver = transport.onmessage;
    Object.defineProperty(transport, "onmessage", {
      configurable: true,
      get: () => deliver,
      set: (given: Deliver | undefined) => {
        deliver = given && ((message, extra) => given(this.#restored(message) as never, extra));
      },
    });
  }

  /**
   * A short event in place of a long one. `isAbandoned`: it will not be delivered. Rejects with PAYLOAD_TOO_LARGE for more
   * values than `most`.
   */
  async shorten(event: Uint8Array, most: number, isAbandoned?: () => boolean): Promise<string> {
    const { data, others } = await inSlices(readEvent(event));
    if (data === undefined) return `${others.join("\n")}\n\n`;
    const messages = await readMessages(data, most, isAbandoned);
    const short = messages?.map((message) => this.#shortened(message));
    const text = short === undefined ? NOT_A_MESSAGE : JSON.stringify(short.length === 1 ? short[0] : short);
    return `${[...others, `data: ${text}`].join("\n")}\n\n`;
  }

  #shortened(message: JsonRpcMessage): JsonRpcMessage {
    const { result, params, error } = message;
    return {
      ...message,
      ...(result !== undefined && { result: this.#keep(result) }),
      ...(params !== undefined && { params: this.#keep(params) }),
      ...(error !== undefined && "data" in error && { error: { ...error, data: this.#keep(error.data) } }),
    };
  }

  #keep(content: unknown): Record<string, unknown> {
    const id = this.#next++;
    this.#contents.set(id, content);
    const timer = setTimeout(() => this.#contents.delete(id), LONGEST_WAIT);
    (timer as { unref?: () => void }).unref?.();
    return { [this.#mark]: id };
  }

  #restored(message: JsonRpcMessage): JsonRpcMessage {
    if (this.#contents.size === 0) return message;
    const { result, params, error } = message;
    if (this.#isKept(result)) return { ...message, result: this.#take(result) };
    if (this.#isKept(params)) return { ...message, params: this.#take(params) as JsonRpcMessage["params"] & object };
    if (this.#isKept(error?.data) && error !== undefined)
      return { ...message, error: { ...error, data: this.#take(error.data) } };
    return message;
  }

  #isKept(value: unknown): boolean {
    return isRecord(value) && Object.hasOwn(value, this.#mark);
  }

  #take(standIn: unknown): unknown {
    const id = (standIn as Record<string, unknown>)[this.#mark];
    const content = this.#contents.get(id);
    this.#contents.delete(id);
    return content;
  }
}
