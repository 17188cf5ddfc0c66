import type { CallError } from "../../../errors/call-error.ts";
import type { DispatchController, DispatchHandler, Dispatcher } from "../../../shared/connections/node-dispatcher.ts";
import { unpackBody } from "../../../shared/connections/unpack-body.ts";
import { joinBytes } from "../../../shared/read-beginning.ts";
import type { CancelListener } from "../../../shared/time/cancellation.ts";
import type { OutgoingRequest } from "../request/outgoing-request.ts";
import type { HTTPAnswer, AnswerHead, AnswerLimits } from "../response/answer.ts";
import type { HTTPExchange } from "../response/http-exchange.ts";
import { announcesMore, bodyLimit, fieldOf, isSuccess } from "../response/read-response.ts";

/** What a request gets unless the config says otherwise. Some servers refuse requests without a user agent. */
const DEFAULTS: ReadonlyArray<readonly [name: string, value: string]> = [
  ["user-agent", "node"],
  ["accept-encoding", "gzip, deflate, br"],
];

/** Sends a request with undici and reads its answer: one promise, without a stream, signal or `Headers` in between. */
export function dispatchRequest(
  dispatcher: Dispatcher,
  request: OutgoingRequest,
  exchange: HTTPExchange,
  limits: AnswerLimits,
): Promise<HTTPAnswer> {
  const { method, url, headers, body } = request;
  for (const [name, value] of DEFAULTS) if (!headers.has(name)) headers.set(name, value);
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader(exchange, limits);
    reader.resolve = resolve;
    reader.reject = reject;
    dispatcher.dispatch({ origin: url.origin, path: url.pathname + url.search, method, headers, body }, reader);
  });
}

const NOTHING = new Uint8Array();
/** How many pieces of an answer are kept as they came. */
const MOST_LOOSE = 1024;

class AnswerReader implements DispatchHandler, CancelListener {
  /** These two settle the promise. Fields rather than a literal of both: see ADR 56. */
  resolve: ((answer: HTTPAnswer | Promise<HTTPAnswer>) => void) | undefined;
  reject: ((thrown: unknown) => void) | undefined;
  readonly #exchange: HTTPExchange;
  readonly #limits: AnswerLimits;
  #controller: DispatchController | undefined;
  #head: AnswerHead | undefined;
  #limit = 0;
  #size = 0;
  /** Most answers come in one chunk. */
  #first: Uint8Array | undefined;
  /** All chunks, if there are several. */
  #chunks: Uint8Array[] | undefined;
  /** How many chunks at the start were joined from others. */
  #packed = 0;
  #isOver = false;

  constructor(exchange: HTTPExchange, limits: AnswerLimits) {
    this.#exchange = exchange;
    this.#limits = limits;
    exchange.cancellation.listen(this);
  }

  onRequestStart(controller: DispatchController): void {
    this.#controller = controller;
    // The caller may have aborted while the request waited for a connection.
    const { reason } = this.#exchange.cancellation;
    if (reason !== undefined) controller.abort(reason);
  }

  onResponseStart(
    controller: DispatchController,
    status: number,
    headers: Record<string, string | string[]>,
    statusText = "",
  ): void {
    // Statuses below 200 are hints before the answer, such as 103.
    if (this.#isOver || status < 200) return;
    this.#head = { status, statusText, headers };
    this.#limit = bodyLimit(status, this.#limits);
    this.#exchange.noteStatus(status);
    if (isSuccess(status) && announcesMore(this.#head, this.#limit)) this.#overflow(controller);
  }

  onResponseData(controller: DispatchController, chunk: Uint8Array): void {
    if (this.#isOver) return;
    this.#size += chunk.byteLength;
    if (this.#first === undefined) this.#first = chunk;
    else if ((this.#chunks ??= [this.#first]).push(chunk) - this.#packed === MOST_LOOSE) this.#pack(this.#chunks);
    if (this.#size > this.#limit) return this.#overflow(controller);
    this.#exchange.holds(this.#size, this.#limit);
  }

  onResponseEnd(): void {
    if (!this.#isOver) this.#finish(true);
  }

  onResponseError(_controller: DispatchController | undefined, error: Error): void {
    if (!this.#isOver) this.#fail(error);
  }

  /** Throws once nobody waits for the answer. */
  readonly #onSize = (size: number): void => {
    const { cancellation } = this.#exchange;
    this.#exchange.holds(size, this.#limit);
    if (cancellation.reason !== undefined) throw cancellation.reason;
  };

  /** Each piece keeps the socket's whole buffer alive, so a server that sends single bytes would fill the memory. */
  #pack(chunks: Uint8Array[]): void {
    chunks.push(joinBytes(chunks.splice(this.#packed)));
    this.#packed = chunks.length;
  }

  cancel(reason: CallError): void {
    if (this.#isOver) return;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #overflow(controller: DispatchController): void {
    this.#finish(false);
    controller.abort(new Error("The answer is larger than it may be."));
  }

  /** A body that breaks off does not change which error the server sent. */
  #fail(error: Error): void {
    const head = this.#head;
    this.#end();
    if (head === undefined || isSuccess(head.status)) this.reject?.(error);
    else this.resolve?.({ ...head, bytes: NOTHING, isComplete: true });
  }

  #finish(isComplete: boolean): void {
    const { status, statusText, headers } = this.#head as AnswerHead;
    const first = this.#first;
    const chunks = this.#chunks ?? (first === undefined ? [] : [first]);
    this.#end();
    const coding = chunks.length === 0 ? undefined : fieldOf({ status, statusText, headers }, "content-encoding");
    if (coding === undefined) {
      const read = chunks.length === 1 ? (chunks[0] as Uint8Array) : joinBytes(chunks);
      const bytes = isComplete ? read : read.subarray(0, this.#limit);
      this.resolve?.({ status, statusText, headers, bytes, isComplete });
      return;
    }
    const unpacked = unpackBody(chunks, coding, this.#limit, this.#onSize);
    this.resolve?.(
      unpacked.then((body) => ({ status, statusText, headers, ...body, isComplete: body.isComplete && isComplete })),
    );
  }

  #end(): void {
    this.#isOver = true;
    this.#first = this.#chunks = undefined;
    this.#exchange.cancellation.unlisten(this);
  }
}
