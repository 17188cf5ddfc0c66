/**
 * A `fetch` for the requests that an MCP client posts. It goes by undici's `dispatch`, without the request, response,
 * streams and signals that Node's `fetch` makes for each (ADR 57). Only a stream of events comes as a real `Response`.
 */
import type { DispatchController, DispatchHandler, Dispatcher } from "../../../shared/connections/node-dispatcher.ts";
import { unpackBody } from "../../../shared/connections/unpack-body.ts";
import { parseExactly } from "../../../shared/json/exact-json.ts";
import { joinBytes } from "../../../shared/read-beginning.ts";
import { onAbort } from "../../../shared/time/cancellation.ts";
import type { CallError } from "../../../errors/call-error.ts";
import { tooLargeError } from "../process/json-rpc.ts";
import { isEventStream } from "./bounded-body.ts";

export interface PostRequest {
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly signal: AbortSignal | undefined;
}

export interface PostOptions {
  readonly dispatcher: Dispatcher;
  /** Of an answer that is no stream. */
  readonly maxBytes: number;
  readonly onTooLarge: (error: CallError) => void;
  /** Hears the status as soon as it is there. */
  readonly onStatus: (status: number) => void;
}

/** What `fetch` sends, too. Some servers refuse requests without a user agent. Brotli is left out: a stream of it could not be read. */
const DEFAULTS: ReadonlyArray<readonly [name: string, value: string]> = [
  ["user-agent", "node"],
  ["accept-encoding", "gzip, deflate"],
];

/** Pieces of a stream that may wait to be read. */
const MOST_WAITING = 16;

export function postByDispatch({ url, headers, body, signal }: PostRequest, options: PostOptions): Promise<Response> {
  if (signal?.aborted === true) return Promise.reject(signal.reason);
  for (const [name, value] of DEFAULTS) if (!headers.has(name)) headers.set(name, value);
  return new Promise((resolve, reject) => {
    const reader = new PostReader({ resolve, reject }, signal, options);
    const { origin, pathname, search } = url;
    options.dispatcher.dispatch({ origin, path: pathname + search, method: "POST", headers, body }, reader);
  });
}

interface Outcome {
  resolve(this: void, response: Response | Promise<Response>): void;
  reject(this: void, thrown: unknown): void;
}

interface Head {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

class PostReader implements DispatchHandler {
  readonly #outcome: Outcome;
  readonly #options: PostOptions;
  readonly #stopFollowing: (() => void) | undefined;
  #controller: DispatchController | undefined;
  #head: Head | undefined;
  /** Of an answer that is a stream of events. */
  #stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #isOver = false;

  constructor(outcome: Outcome, signal: AbortSignal | undefined, options: PostOptions) {
    this.#outcome = outcome;
    this.#options = options;
    if (signal !== undefined) this.#stopFollowing = onAbort(signal, () => this.#abort(signal.reason));
  }

  onRequestStart(controller: DispatchController): void {
    this.#controller = controller;
    // It may have been given up while it waited for a connection.
    if (this.#isOver) controller.abort(new Error("Nobody waits for the answer."));
  }

  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText = "",
  ): void {
    // Hints before the answer, such as 103.
    if (this.#isOver || status < 200) return;
    this.#head = { status, statusText, headers };
    this.#options.onStatus(status);
    if (isOk(status) && isEventStream(fieldOf(headers, "content-type"))) this.#outcome.resolve(this.#open(controller));
  }

  onResponseData(controller: DispatchController, chunk: Uint8Array<ArrayBuffer>): void {
    if (this.#isOver) return;
    const stream = this.#stream;
    if (stream !== undefined) {
      stream.enqueue(chunk);
      if ((stream.desiredSize ?? 0) <= 0) controller.pause();
      return;
    }
    this.#size += chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.#size > this.#options.maxBytes) this.#abort(this.#tooLarge(this.#size));
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#stream === undefined) this.#outcome.resolve(this.#whole());
    else this.#stream.close();
  }

  onResponseError(_controller: DispatchController | undefined, cause: Error): void {
    // In the words of `fetch`.
    this.#fail(new TypeError(this.#head === undefined ? "fetch failed" : "terminated", { cause }));
  }

  #abort(reason: unknown): void {
    if (this.#isOver) return;
    this.#fail(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error(String(reason)));
  }

  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#end();
    if (this.#stream === undefined) this.#outcome.reject(reason);
    else this.#stream.error(reason);
  }

  #end(): void {
    this.#isOver = true;
    this.#stopFollowing?.();
  }

  #open(controller: DispatchController): Response {
    const { headers, ...init } = this.#head as Head;
    const coding = fieldOf(headers, "content-encoding");
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        start: (stream) => void (this.#stream = stream),
        pull: () => controller.resume(),
        cancel: (reason) => this.#abort(reason),
      },
      new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
    );
    const plain = coding === "gzip" || coding === "deflate" ? body.pipeThrough(new DecompressionStream(coding)) : body;
    return new Response(plain, { ...init, headers: toHeaders(headers) });
  }

  #whole(): Response | Promise<Response> {
    const head = this.#head as Head;
    const coding = fieldOf(head.headers, "content-encoding");
    const [only] = this.#chunks;
    if (coding === "") return toResponse(head, this.#chunks.length === 1 && only ? only : joinBytes(this.#chunks));
    return unpackBody(this.#chunks, coding, this.#options.maxBytes).then(({ bytes, isComplete }) => {
      if (!isComplete) throw this.#tooLarge(bytes.length + 1);
      return toResponse(head, bytes);
    });
  }

  #tooLarge(bytes: number): CallError {
    const error = tooLargeError(bytes, this.#options.maxBytes);
    this.#options.onTooLarge(error);
    return error;
  }
}

function isOk(status: number): boolean {
  return status >= 200 && status <= 299;
}

function fieldOf(headers: Head["headers"], name: string): string {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : (value?.join(", ") ?? "");
}

function toHeaders(fields: Head["headers"]): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of typeof values === "string" ? [values] : values) headers.append(name, value);
  }
  return headers;
}

const decoder = new TextDecoder();

/** A response that has been read. Of a success the SDK reads little, and to make a `Response` would cost more than all the rest. */
function toResponse(head: Head, bytes: Uint8Array): Response {
  const { status, statusText, headers } = head;
  if (isOk(status)) return new ReadResponse(head, bytes) as unknown as Response;
  // These have no body, and `Response` takes none.
  const body = status === 304 ? null : (bytes as Uint8Array<ArrayBuffer>);
  return new Response(body, { status, statusText, headers: toHeaders(headers) });
}

class ReadResponse implements Pick<Response, "ok" | "status" | "statusText" | "headers" | "body" | "text" | "json"> {
  readonly ok = true;
  readonly status: number;
  readonly statusText: string;
  readonly body = null;
  readonly #fields: Head["headers"];
  #headers: Headers | undefined;
  readonly #bytes: Uint8Array;

  constructor({ status, statusText, headers }: Head, bytes: Uint8Array) {
    this.status = status;
    this.statusText = statusText;
    this.#fields = headers;
    this.#bytes = bytes;
  }

  get headers(): Headers {
    return (this.#headers ??= toHeaders(this.#fields));
  }

  text(): Promise<string> {
    return Promise.resolve(decoder.decode(this.#bytes));
  }

  async json(): Promise<unknown> {
    return parseExactly(decoder.decode(this.#bytes));
  }
}
