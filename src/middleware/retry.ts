import { toCallError, withPhase } from "../errors/call-error.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { OperationType } from "../operation/operation-type.ts";
import { isStreamOutcome } from "../registry/middleware.ts";
import type { CallOutcome, Middleware, MiddlewareCall } from "../registry/middleware.ts";
import { warnIfThrows } from "../registry/warnings.ts";
import { LONGEST_DELAY } from "../shared/deadline-timer.ts";
import { DONE } from "../shared/iteration.ts";
import { delay } from "../shared/wait.ts";
import { checkedNumber } from "./checked-number.ts";

/** A call failed and is about to be repeated. */
export interface RetryEvent {
  readonly call: MiddlewareCall;
  readonly error: CallError;
  /** The attempt that failed; the first is 1. */
  readonly attempt: number;
  /** Milliseconds until the next one. */
  readonly delay: number;
}

export interface RetryOptions {
  /** How often the call is tried in all. Default: 3. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt; each further wait is twice as long. Default: 200. */
  readonly initialDelay?: number | undefined;
  /** The longest wait, in milliseconds. A source that asks for more is not asked again. Default: 5000. */
  readonly maxDelay?: number | undefined;
  /**
   * Whether the same call may succeed later. Default: `error.retryable`. It cannot make an unsafe repetition happen:
   * what is neither a QUERY nor idempotent is repeated only if the handler certainly did not run.
   */
  readonly retryIf?: ((error: CallError, call: MiddlewareCall) => boolean) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/**
 * Repeats calls that failed, where that is safe: a QUERY or an `idempotent` operation when the error is retryable, any
 * other only when, besides, `phase` is `notStarted`. It never waits beyond the call's deadline. A SUBSCRIPTION is
 * covered until its first item.
 *
 * @example
 * registry.use(retry({ attempts: 5 }));
 */
export function retry(options: RetryOptions = {}): Middleware {
  const policy = readOptions(options);
  return async (call, next) => {
    const attempts = new Attempts(call, next, policy);
    const outcome = await attempts.open();
    return isStreamOutcome(outcome) ? untilFirstItem(outcome, attempts) : outcome;
  };
}

type Policy = ReturnType<typeof readOptions>;

function readOptions(options: RetryOptions) {
  const { attempts = 3, initialDelay = 200, maxDelay = 5000 } = options;
  return {
    attempts: checkedNumber("retry: attempts", attempts, { min: 1, max: Infinity, whole: true }),
    initialDelay: checkedNumber("retry: initialDelay", initialDelay, { min: 0, max: LONGEST_DELAY }),
    maxDelay: checkedNumber("retry: maxDelay", maxDelay, { min: 0, max: LONGEST_DELAY }),
    retryIf: options.retryIf ?? ((error: CallError) => error.retryable),
    onRetry: warnIfThrows("retry: onRetry", options.onRetry),
  };
}

/** The attempts of one call. */
class Attempts {
  readonly #call: MiddlewareCall;
  readonly #next: () => Promise<CallOutcome>;
  readonly #policy: Policy;
  #made = 0;
  /** What is known of all attempts: that the last did not start says nothing of those before. */
  #phase: CallPhase = "notStarted";

  constructor(call: MiddlewareCall, next: () => Promise<CallOutcome>, policy: Policy) {
    this.#call = call;
    this.#next = next;
    this.#policy = policy;
  }

  async open(): Promise<CallOutcome> {
    for (;;) {
      this.#made++;
      try {
        return await this.#next();
      } catch (thrown) {
        await this.pause(thrown);
      }
    }
  }

  /** Waits until the next attempt may begin; throws what was thrown if there is to be none. */
  async pause(thrown: unknown): Promise<void> {
    const error = toCallError(thrown);
    const { context } = this.#call;
    const wait = this.#mayRepeat(error) ? this.#delayAfter(error) : undefined;
    this.#phase = furthest(this.#phase, error.phase);
    const last = error.phase === this.#phase ? thrown : withPhase(error, this.#phase);
    if (wait === undefined || Date.now() + wait >= (context.deadline ?? Infinity)) throw last;
    const { signal } = context;
    if (signal.aborted) throw last;
    this.#policy.onRetry({ call: this.#call, error, attempt: this.#made, delay: wait });
    await delay(wait, signal);
  }

  #mayRepeat(error: CallError): boolean {
    const { spec } = this.#call;
    const isSafe = spec.type === OperationType.QUERY || spec.idempotent === true || error.phase === "notStarted";
    return this.#made < this.#policy.attempts && isSafe && this.#policy.retryIf(error, this.#call);
  }

  /** With jitter, so that callers who failed together do not come back together. Undefined: longer than allowed. */
  #delayAfter(error: CallError): number | undefined {
    const { initialDelay, maxDelay } = this.#policy;
    const backoff = Math.min(initialDelay * 2 ** (this.#made - 1), maxDelay) * (0.5 + Math.random() / 2);
    const asked = retryAfterOf(error);
    if (asked === undefined) return backoff;
    // To come back before the time that the source named would only be refused again.
    if (asked > maxDelay) return undefined;
    return Math.max(backoff, asked + Math.random() * Math.min(initialDelay, maxDelay - asked));
  }
}

function furthest(one: CallPhase, other: CallPhase): CallPhase {
  if (one === "started" || other === "started") return "started";
  return one === "unknown" ? one : other;
}

/** The milliseconds that the source asks to wait. */
function retryAfterOf({ details }: CallError): number | undefined {
  if (typeof details !== "object" || details === null || !("retryAfterMs" in details)) return undefined;
  const { retryAfterMs } = details;
  return typeof retryAfterMs === "number" && retryAfterMs >= 0 ? retryAfterMs : undefined;
}

/** A stream that is opened again when it fails before its first item, and never after. */
function untilFirstItem(stream: AsyncIterable<ResponseEnvelope>, attempts: Attempts): AsyncIterable<ResponseEnvelope> {
  return {
    [Symbol.asyncIterator]() {
      let iterator = stream[Symbol.asyncIterator]();
      let begun = false;
      let stopped = false;
      return {
        async next() {
          for (;;) {
            try {
              const item = await iterator.next();
              begun = true;
              return item;
            } catch (thrown) {
              if (begun || stopped) throw thrown;
              await attempts.pause(thrown);
              await closeFailed(iterator);
            }
            if (stopped) return DONE;
            iterator = iteratorOf(await attempts.open());
            if (stopped) return iterator.return?.() ?? DONE;
          }
        },
        async return() {
          stopped = true;
          return (await iterator.return?.()) ?? DONE;
        },
      };
    },
  };
}

/** The handler may be fine, and its first item not: it must not be left hanging beside the next attempt. */
async function closeFailed(iterator: AsyncIterator<ResponseEnvelope, unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // What failed before is what the caller would be told, not this.
  }
}

function iteratorOf(outcome: CallOutcome): AsyncIterator<ResponseEnvelope, unknown> {
  if (isStreamOutcome(outcome)) return outcome[Symbol.asyncIterator]();
  throw new TypeError("An attempt gave a stream, and the next one gave none.");
}
