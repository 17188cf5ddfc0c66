import { CallError, messageOf, withPhase } from "../../../errors/call-error.ts";
import type { CallPhase } from "../../../errors/error-table.ts";
import { unanswered } from "../../../errors/upstream-status.ts";
import type { OperationContext } from "../../../operation/operation-context.ts";
import { CallScope } from "../../../registry/call/call-scope.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import {
  failedToConnect,
  failureCause,
  failureCode,
  failureInWords,
  PRIVATE_ADDRESS,
} from "../../../shared/connections/connection-failure.ts";
import { HeldAnswer, SHORT_ANSWER } from "../../../shared/connections/held-answer.ts";
import { redactText } from "./redact.ts";

const LONGEST_PATH = 200;
const NO_INPUT: HTTPExchange["input"] = {};

/** The part of a request that messages need. */
interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly secrets: readonly string[];
}

/** One request and its response: what can end it from outside, and how far it got. */
export class HTTPExchange {
  /** What was sent, before any redirect. */
  request: SentRequest | undefined;
  /** Whether a server answered with a redirect. That server may have run the operation. */
  redirected = false;
  /** Whether a redirect has led to another origin. */
  leftOrigin = false;
  /** Whether the status of the final response has arrived. */
  answered = false;
  readonly cancellation = new Cancellation();
  /** The call that it belongs to. */
  readonly context: OperationContext;
  /** Its input, as parameters and body. */
  input: Readonly<Record<string, unknown>> = NO_INPUT;
  /** Set if a stream is resumed. */
  lastEventId: string | undefined;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  /** The API that it asks. */
  readonly #sender: object;
  /** The bytes of a long answer. */
  #held: HeldAnswer | undefined;

  constructor(context: OperationContext, sender: object, timeout: number | undefined) {
    this.context = context;
    this.#sender = sender;
    // A signal costs more than the rest of the exchange.
    if (context instanceof CallScope) this.cancellation.followParent(context.bound());
    else this.cancellation.followSignal(context.signal);
    if (timeout !== undefined) this.#timer = setTimeout(() => this.#expire(timeout), timeout);
  }

  /** `GET https://api.example.com/pets/1`: never the query, which may hold secrets. */
  get description(): string {
    if (this.request === undefined) return "The request";
    const { method, url, secrets } = this.request;
    return redactText(`${method} ${url.origin}${url.pathname.slice(0, LONGEST_PATH)}`, secrets);
  }

  /** Whether the operation has run, as far as the client can tell. */
  get phase(): CallPhase {
    if (this.answered) return "started";
    return this.request === undefined ? "notStarted" : "unknown";
  }

  /** The status of an answer has arrived. Some statuses are not final, because another request may follow. */
  noteStatus(status: number): void {
    this.answered = status !== 401 && (status < 300 || status > 399 || status === 304);
  }

  /** Ends the timeout, because the response has arrived. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  /**
   * So many bytes of an answer, or of an item of a stream, have arrived, of at most `limit`. Too many answers at once
   * cancel one.
   */
  holds(bytes: number, limit: number): void {
    if (bytes <= SHORT_ANSWER) return this.#letGo();
    this.#held ??= new HeldAnswer(this.#sender, limit, (error) => this.cancellation.cancel(error));
    this.#held.grow(bytes);
  }

  /** Leaves no timer and no listener behind. An exchange that is not complete also closes its connection. */
  close(isComplete: boolean): void {
    clearTimeout(this.#timer);
    this.#letGo();
    if (isComplete) this.cancellation.release();
    else this.cancellation.cancel(new CallError("ABORTED", "The exchange is over."));
  }

  #letGo(): void {
    this.#held?.release();
    this.#held = undefined;
  }

  /** The error of a call that failed with `thrown` before the whole body was read. */
  failure(thrown: unknown): CallError {
    const error = this.#toCallError(thrown);
    // A function of the config may have thrown any error, but nothing was sent.
    if (this.request === undefined) return withPhase(error, "notStarted");
    return this.redirected && error.phase === "notStarted" ? withPhase(error, "unknown") : error;
  }

  #toCallError(thrown: unknown): CallError {
    const { reason } = this.cancellation;
    if (thrown instanceof CallError && thrown !== reason) return thrown;
    return reason === undefined ? connectionError(thrown, this) : withPhase(reason, this.phase);
  }

  #expire(timeout: number): void {
    const message = `${this.description} was not answered within ${timeout} ms.`;
    this.cancellation.cancel(new CallError("TIMEOUT", message, undefined, { phase: this.phase }));
  }
}

function connectionError(thrown: unknown, exchange: HTTPExchange): CallError {
  const code = failureCode(thrown);
  const problem = exchange.answered ? "was cut off while its answer was read" : "failed";
  const isPrivate = code === PRIVATE_ADDRESS;
  const why = (isPrivate ? undefined : failureInWords(thrown)) ?? messageOf(failureCause(thrown));
  const message = `${exchange.description} ${problem}: ${why}`;
  // A forbidden address is not one that does not answer.
  return new CallError("EXECUTION_ERROR", message, isPrivate ? undefined : unanswered(code), {
    // A retry does not fix a bad certificate.
    retryable: !isPrivate && !/CERT|TLS|SSL/.test(code),
    phase: failedToConnect(thrown) ? "notStarted" : exchange.phase,
    cause: thrown,
  });
}

/** The error for a response that arrived whole but is not what the document says. */
export function responseError(message: string, details: unknown, cause?: unknown): CallError {
  const options = { retryable: false, phase: "started" as const };
  return new CallError("EXECUTION_ERROR", message, details, cause === undefined ? options : { ...options, cause });
}
