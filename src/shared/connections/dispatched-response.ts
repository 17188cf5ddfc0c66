/**
 * A request by undici. An answer of the kind that the caller expects comes as bytes: one promise, and no stream or
 * signal in between. Every other answer comes as a `Response`, as from `fetch`.
 */
import { joinBytes } from "../read-beginning.ts";
import type { DispatchController, DispatchHandler, Dispatcher, DispatchOptions } from "./node-dispatcher.ts";
import { unpackStream } from "./unpack-body.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export interface DispatchedHead {
  readonly status: number;
  readonly statusText: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
}

export type DispatchedAnswer = DispatchedHead &
  ({ readonly bytes: Bytes; readonly response?: undefined } | { readonly response: Response });

/** How to read a body that the caller wants as bytes. */
export interface ExpectedBody {
  /** A longer body becomes a `Response`. */
  readonly limit: number;
  /**
   * Called with each piece. True: the caller needs no more than has arrived. False: the caller wants a `Response`.
   * Undefined: neither is clear yet. Default: the body is read to its end.
   */
  readonly onPiece?: ((piece: Bytes, all: () => Bytes) => boolean | undefined) | undefined;
  /** Called with the bytes so far, before the body becomes a `Response`. */
  readonly onSize?: ((bytes: number) => void) | undefined;
  /** Called with each piece that arrives after `onPiece` has returned true. */
  readonly onRest?: ((piece: Bytes) => void) | undefined;
}

/** How to read the body, by the head of the answer. Undefined for a `Response`. */
export type Expect = (head: DispatchedHead) => ExpectedBody | undefined;

/** A body in more pieces becomes a `Response`: each piece keeps the buffer that the socket read it into. */
const MOST_PIECES = 1024;
/** Statuses of answers without a body. */
const NO_BODY = new Set([204, 205, 304]);

/** A request on its way. */
export class DispatchedRequest implements DispatchHandler {
  readonly answer: Promise<DispatchedAnswer>;
  readonly #expect: Expect;
  #resolve!: (answer: DispatchedAnswer) => void;
  #reject!: (error: Error) => void;
  #controller: DispatchController | undefined;
  #head: DispatchedHead | undefined;
  #expected: ExpectedBody | undefined;
  #pieces: Bytes[] = [];
  #size = 0;
  #stream: ReadableStreamDefaultController<Bytes> | undefined;
  #isOver = false;
  #leftWith: Error | undefined;

  constructor(dispatcher: Dispatcher, options: DispatchOptions, expect: Expect) {
    this.#expect = expect;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    try {
      dispatcher.dispatch(options, this);
    } catch (error) {
      this.onResponseError(undefined, error as Error);
    }
  }

  /** Gives the request up, and the connection with it. */
  abort(reason: Error): void {
    if (this.#isOver) return;
    this.#fail(reason);
    this.#leftWith = reason;
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: DispatchController): void {
    this.#controller = controller;
    // The caller gave up while the request waited for a connection.
    if (this.#leftWith !== undefined) controller.abort(this.#leftWith);
  }

  onResponseStart(
    _controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText = "",
  ): void {
    // A status below 200 is a hint before the answer, such as 103.
    if (this.#isOver || status < 200) return;
    this.#head = { status, statusText, headers };
    const expected = this.#expect(this.#head);
    if (expected === undefined || announcesMore(this.#head, expected)) this.#respond();
    else this.#expected = expected;
  }

  onResponseData(controller: DispatchController, piece: Bytes): void {
    const { limit = 0, onSize, onPiece, onRest } = this.#expected ?? {};
    if (this.#isOver) return onRest?.(piece);
    if (this.#stream !== undefined) return this.#pass(controller, piece);
    this.#size += piece.byteLength;
    const pieces = this.#pieces.push(piece);
    if (this.#size > limit || pieces > MOST_PIECES) return this.#respond();
    onSize?.(this.#size);
    const isAll = onPiece?.(piece, () => this.#joined());
    if (isAll === false) return this.#respond();
    if (isAll === true) this.#finish();
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    if (this.#stream === undefined && this.#expected?.onPiece !== undefined) this.#respond();
    if (this.#stream === undefined) return this.#finish();
    this.#isOver = true;
    this.#stream.close();
  }

  onResponseError(_controller: DispatchController | undefined, error: Error): void {
    // The messages of `fetch`.
    const message = this.#head === undefined ? "fetch failed" : "terminated";
    if (!this.#isOver) this.#fail(new TypeError(message, { cause: error }));
  }

  #joined(): Bytes {
    if (this.#pieces.length !== 1) this.#pieces = [joinBytes(this.#pieces) as Bytes];
    return this.#pieces[0] as Bytes;
  }

  #finish(): void {
    const { status, statusText, headers } = this.#head as DispatchedHead;
    this.#isOver = true;
    this.#resolve({ status, statusText, headers, bytes: this.#joined() });
    this.#pieces = [];
  }

  /** Gives what has arrived, and all that follows, as a `Response`. */
  #respond(): void {
    const head = this.#head as DispatchedHead;
    const body = new ReadableStream<Bytes>({
      start: (stream) => {
        this.#stream = stream;
        for (const piece of this.#pieces) stream.enqueue(piece);
        this.#pieces = [];
      },
      pull: () => {
        if (!this.#isOver) this.#controller?.resume();
      },
      cancel: () => this.#leave(),
    });
    try {
      this.#resolve({ ...head, response: toFetchResponse(head, body) });
    } catch (error) {
      // The status is one that no `Response` can have, or the body has too many codings.
      this.abort(error as Error);
    }
  }

  #pass(controller: DispatchController, piece: Bytes): void {
    // An empty piece comes after a pause, and the data follows it.
    if (piece.byteLength === 0) return;
    this.#stream?.enqueue(piece);
    if ((this.#stream?.desiredSize ?? 1) <= 0) controller.pause();
  }

  /** The reader does not want the rest. */
  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(new Error("The rest of the answer is not read."));
  }

  #fail(error: Error): void {
    this.#isOver = true;
    this.#pieces = [];
    if (this.#stream === undefined) this.#reject(error);
    else this.#stream.error(error);
  }
}

/** The first value of a field of the head. */
export function headField({ headers }: DispatchedHead, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** The head and the whole body, as `fetch` would give them. */
export function toFetchResponse(head: DispatchedHead, body: ReadableStream<Bytes> | Bytes): Response {
  const { status, statusText } = head;
  const headers = new Headers();
  for (const [name, value] of Object.entries(head.headers)) for (const one of [value].flat()) headers.append(name, one);
  if (NO_BODY.has(status)) return new Response(null, { status, statusText, headers });
  const coding = headers.get("content-encoding");
  const unpacked = coding === null || !(body instanceof ReadableStream) ? body : unpackStream(body, coding);
  return new Response(unpacked, { status, statusText, headers });
}

function announcesMore(head: DispatchedHead, { limit }: ExpectedBody): boolean {
  return Number(headField(head, "content-length") ?? 0) > limit;
}
