import { CallError } from "../../../errors/call-error.ts";
import { retryAfterOf } from "../../../errors/retry-after.ts";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { delay } from "../../../shared/time/wait.ts";
import type { OperationShape, StreamFormat } from "../operation/operation-shape.ts";
import type { HTTPServiceConfig, StreamReconnectOptions } from "../options/http-service-config.ts";
import type { DecodedItem } from "../../../shared/events/stream-decoder.ts";

/** Servers refuse a header with a longer id. */
const LONGEST_ID = 4096;

/** Decides when a cut stream is resumed: only for GET, after an event with an id, and if the config asks for it. */
export class Reconnection {
  /** The current id: the server is asked to continue after it. */
  lastEventId: string;
  readonly #signal: AbortSignal;
  readonly #options: Required<{ [Name in keyof StreamReconnectOptions]: number }> | undefined;
  #format: StreamFormat | undefined;
  #attempts = 0;
  /** From the server's `retry:`. */
  #delay: number | undefined;
  #cut: CallError | undefined;

  constructor(
    { method }: OperationShape,
    { reconnect }: HTTPServiceConfig,
    { signal, lastEventId = "" }: Pick<OperationContext<unknown>, "signal" | "lastEventId">,
  ) {
    this.#signal = signal;
    this.lastEventId = lastEventId;
    if (reconnect === undefined || reconnect === false || method !== "GET") return;
    const given: StreamReconnectOptions = reconnect === true ? {} : reconnect;
    const { maxAttempts = 5, minDelay = 500, maxDelay = 30_000 } = given;
    this.#options = { maxAttempts, minDelay, maxDelay };
  }

  connected(format: StreamFormat): void {
    this.#format = format;
  }

  received(item: DecodedItem): void {
    this.#attempts = 0;
    this.resumeAfter(item.lastEventId ?? "");
  }

  /** An id may also come without an event: up to that point, the server has nothing for this client. */
  resumeAfter(id: string): void {
    this.lastEventId = id.length > LONGEST_ID ? "" : id;
  }

  retryIn(milliseconds: number): void {
    this.#delay = milliseconds;
  }

  /** Returns when it is time to connect again. Throws the error if the stream is over. */
  async waitAfter(error: CallError): Promise<void> {
    const isCut = error.code === "STREAM_GAP";
    // Before the first cut the caller sees every failure. After it, only retryable failures are tolerated.
    const mayTry = isCut || (this.#cut !== undefined && error.retryable && !this.#signal.aborted);
    if (isCut) this.#cut = error;
    const options = this.#options;
    if (!mayTry || options === undefined || this.#format !== "sse" || this.lastEventId === "") throw error;
    this.#attempts += 1;
    if (this.#attempts > options.maxAttempts) throw this.#givenUp(error);
    const wanted = retryAfterOf(error.details) ?? (this.#delay ?? options.minDelay) * 2 ** (this.#attempts - 1);
    const pause = Math.min(Math.max(wanted, options.minDelay), options.maxDelay);
    try {
      await delay(pause, this.#signal);
    } catch {
      // The caller aborted the pause. The next exchange reports why.
    }
  }

  #givenUp(cause: CallError): CallError {
    const message = `${this.#cut?.message ?? "The stream was cut."} It could not be resumed.`;
    return new CallError("STREAM_GAP", message, { lastEventId: this.lastEventId }, { cause });
  }
}
