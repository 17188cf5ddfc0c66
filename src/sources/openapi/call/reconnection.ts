import { CallError } from "../../../errors/call-error.ts";
import type { StreamReconnectOptions } from "../options/http-service-config.ts";
import type { StreamFormat } from "../operation/operation-shape.ts";
import type { HTTPCall } from "../request/http-call.ts";
import type { StreamItem } from "../response/stream-decoder.ts";
import { isPlainObject } from "../response/scalar-text.ts";

/** A longer one fits in no header that servers accept. */
const LONGEST_ID = 4096;
const DEFAULTS = { maxAttempts: 5, minDelay: 500, maxDelay: 30_000 };

/** When and how a cut stream is taken up again: GET only, after an event with an id, if the config wants it. */
export class Reconnection {
  /** The id in force: what the server is asked to go on after. */
  lastEventId = "";
  readonly #signal: AbortSignal;
  readonly #options: Required<{ [Name in keyof StreamReconnectOptions]: number }> | undefined;
  #format: StreamFormat | undefined;
  #attempts = 0;
  /** What the server's `retry:` asked for. */
  #delay: number | undefined;
  #cut: CallError | undefined;

  constructor({ shape, service, context }: HTTPCall) {
    const { reconnect } = service.config;
    this.#signal = context.signal;
    if (reconnect === undefined || reconnect === false || shape.method !== "GET") return;
    const { maxAttempts, minDelay, maxDelay } = reconnect === true ? DEFAULTS : { ...DEFAULTS, ...reconnect };
    this.#options = {
      maxAttempts: maxAttempts ?? DEFAULTS.maxAttempts,
      minDelay: minDelay ?? DEFAULTS.minDelay,
      maxDelay: maxDelay ?? DEFAULTS.maxDelay,
    };
  }

  connected(format: StreamFormat): void {
    this.#format = format;
  }

  received(item: StreamItem): void {
    this.#attempts = 0;
    const id = item.lastEventId ?? "";
    this.lastEventId = id.length > LONGEST_ID ? "" : id;
  }

  retryIn(delay: number): void {
    this.#delay = delay;
  }

  /** Returns when it is time to connect again; throws the error when the stream is over. */
  async waitAfter(error: CallError): Promise<void> {
    const isCut = error.code === "STREAM_GAP";
    // Before the first cut every failure is the caller's to see; after it, only those that may pass are endured.
    const mayTry = isCut || (this.#cut !== undefined && error.retryable && !this.#signal.aborted);
    if (isCut) this.#cut = error;
    const options = this.#options;
    if (!mayTry || options === undefined || this.#format !== "sse" || this.lastEventId === "") throw error;
    this.#attempts += 1;
    if (this.#attempts > options.maxAttempts) throw this.#givenUp(error);
    const wanted = retryAfterOf(error) ?? (this.#delay ?? options.minDelay) * 2 ** (this.#attempts - 1);
    await sleep(Math.min(Math.max(wanted, options.minDelay), options.maxDelay), this.#signal);
  }

  #givenUp(cause: CallError): CallError {
    const message = `${this.#cut?.message ?? "The stream was cut."} It could not be taken up again.`;
    return new CallError("STREAM_GAP", message, { lastEventId: this.lastEventId }, { cause });
  }
}

function retryAfterOf({ details }: CallError): number | undefined {
  const value = isPlainObject(details) ? details["retryAfterMs"] : undefined;
  return typeof value === "number" ? value : undefined;
}

/** Ends early when the signal fires: the next exchange then says why. */
function sleep(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, delay);
    if (signal.aborted) wake();
    else signal.addEventListener("abort", wake, { once: true });
  });
}
