import { LONG_INTEGER, parseExactly, quoteLongIntegers } from "../../../shared/json/exact-json.ts";
import type { CallError } from "../../../errors/call-error.ts";
import { tooLargeError } from "../process/json-rpc.ts";

export interface BodyOptions {
  readonly maxBytes: number;
  readonly onTooLarge: (error: CallError) => void;
  /** The body has ended, or is bound to: it is as long as the response says. */
  readonly onEnd: () => void;
  /** A stream of events has ended. `isResumable`: its events had ids, so another request may continue it. */
  readonly onStreamEnd: (isResumable: boolean) => void;
}

/** The same response with a body that fails beyond the limit. For a stream, the limit applies to each event. */
export function boundResponse(response: Response, options: BodyOptions): Response {
  const { body, headers, status, statusText } = response;
  if (body === null) {
    options.onEnd();
    return response;
  }
  const isStream = (headers.get("content-type") ?? "").toLowerCase().startsWith("text/event-stream");
  const length = Number(headers.get("content-length") ?? Number.NaN);
  // A compressed body grows when it is read, so its length says nothing.
  if (!isStream && length <= options.maxBytes && !headers.has("content-encoding")) {
    options.onEnd();
    return readExactly(response);
  }
  const init = { headers, status, statusText };
  if (!isStream) return readExactly(new Response(body.pipeThrough(boundedWhole(options)), init));
  return new Response(body.pipeThrough(boundedEvents(options)).pipeThrough(exactLines()), init);
}

/** The SDK parses JSON itself, and would round integers of more than 53 bits. */
function readExactly(response: Response): Response {
  const json = async (): Promise<unknown> => parseExactly(await response.text());
  return Object.defineProperty(response, "json", { value: json });
}

const DATA_LINES = /^data:.*$/gm;

/** The same events, with such integers in their data in quotes. The stage before it bounds its memory. */
function exactLines(): TransformStream<Bytes, Bytes> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let unfinished: Bytes[] = [];
  const exact = (bytes: Bytes): Bytes => {
    const text = decoder.decode(bytes);
    return LONG_INTEGER.test(text) ? encoder.encode(text.replaceAll(DATA_LINES, quoteLongIntegers)) : bytes;
  };
  return new TransformStream({
    transform(chunk, controller) {
      const end = Math.max(chunk.lastIndexOf(NEWLINE), chunk.lastIndexOf(CARRIAGE_RETURN)) + 1;
      if (end > 0) {
        controller.enqueue(exact(joined([...unfinished, chunk.subarray(0, end)])));
        unfinished = [];
      }
      if (end < chunk.length) unfinished.push(chunk.subarray(end));
    },
    flush(controller) {
      if (unfinished.length > 0) controller.enqueue(exact(joined(unfinished)));
    },
  });
}

function joined(parts: readonly Bytes[]): Bytes {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

type Bytes = Uint8Array<ArrayBuffer>;

function boundedWhole(options: BodyOptions): TransformStream<Bytes, Bytes> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > options.maxBytes) controller.error(tooLarge(bytes, options));
      else controller.enqueue(chunk);
    },
    flush: () => options.onEnd(),
  });
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const ID_FIELD = [105, 100, 58]; // "id:"

function boundedEvents(options: BodyOptions): TransformStream<Bytes, Bytes> {
  const events = new EventScan();
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = events.scan(chunk);
      if (bytes > options.maxBytes) controller.error(tooLarge(bytes, options));
      else controller.enqueue(chunk);
    },
    flush: () => {
      options.onEnd();
      options.onStreamEnd(events.haveIds);
    },
  });
}

/** Looks at the start of each line of a stream of events, byte by byte, and skips over the rest. */
class EventScan {
  /** Whether an event had an id. */
  haveIds = false;
  #bytes = 0;
  #lineLength = 0;
  #startsLikeId = true;

  /** The size so far of the largest event that this chunk is a part of. */
  scan(chunk: Bytes): number {
    let largest = 0;
    let at = 0;
    while (at < chunk.length) {
      at = this.#readLineStart(chunk, at);
      const end = chunk.indexOf(NEWLINE, at);
      this.#bytes += (end === -1 ? chunk.length : end) - at;
      largest = Math.max(largest, this.#bytes);
      if (end === -1) break;
      at = end + 1;
      // An empty line ends an event.
      if (this.#lineLength === 0) this.#bytes = 0;
      this.#lineLength = 0;
      this.#startsLikeId = true;
    }
    return largest;
  }

  #readLineStart(chunk: Bytes, from: number): number {
    let at = from;
    while (at < chunk.length && this.#lineLength < ID_FIELD.length) {
      const byte = chunk[at];
      if (byte === NEWLINE || byte === CARRIAGE_RETURN) break;
      this.#startsLikeId &&= byte === ID_FIELD[this.#lineLength];
      this.#lineLength++;
      at++;
    }
    this.haveIds ||= this.#startsLikeId && this.#lineLength === ID_FIELD.length;
    return at;
  }
}

function tooLarge(bytes: number, { maxBytes, onTooLarge, onEnd }: BodyOptions): CallError {
  const error = tooLargeError(bytes, maxBytes);
  onEnd();
  onTooLarge(error);
  return error;
}
