import { isSafeToRepeat } from "../errors/advice.ts";
import { furthestPhase, toCallError, withPhase } from "../errors/call-error.ts";
import type { CallError } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import { retryAfterOf } from "../errors/retry-after.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";
import type { CallOutcome, Middleware, MiddlewareCall } from "../operation/middleware.ts";
import { warnIfThrows } from "../registry/call/warnings.ts";
import { LONGEST_DELAY } from "../shared/time/deadline-timer.ts";
import { DONE } from "../shared/iteration.ts";
import { delay } from "../shared/time/wait.ts";
import { checkedNumber } from "./checked-number.ts";

/** A call failed and will be repeated. */
export interface RetryEvent {
  readonly call: MiddlewareCall;
  readonly error: CallError;
  /** The number of the failed attempt; the first is 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** The options of the middleware `retry`. */
export interface RetryOptions {
  /** How many attempts a call gets in total. Default: 3. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt. Each further wait is twice as long. Default: 200. */
  readonly initialDelay?: number | undefined;
  /** The longest wait, in milliseconds. If a source asks for more, the call fails at once. Default: 5000. */
  readonly maxDelay?: number | undefined;
  /**
   * Whether the same call may succeed later. Default: `error.retryable`. It cannot allow an unsafe repetition: an
   * operation that is neither a QUERY nor idempotent is repeated only if the handler certainly did not run.
   */
  readonly retryIf?: ((error: CallError, call: MiddlewareCall) => boolean) | undefined;
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
}

/**
 * Repeats failed calls if that is safe. It repeats a QUERY or an `idempotent` operation if the error is retryable, and
 * any other only if, in addition, `phase` is `notStarted`. It never waits beyond the call's deadline. A SUBSCRIPTION is
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
  /** What is known about all attempts together: an earlier one may have started even if the last did not. */
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

  /** Waits until the next attempt may begin. Throws the error if there is no next attempt. */
  async pause(thrown: unknown): Promise<void> {
    const error = toCallError(thrown);
    const { context } = this.#call;
    const wait = this.#mayRepeat(error) ? this.#delayAfter(error) : undefined;
    this.#phase = furthestPhase(this.#phase, error.phase);
    const last = error.phase === this.#phase ? thrown : withPhase(error, this.#phase);
    if (wait === undefined || Date.now() + wait >= (context.deadline ?? Infinity)) throw last;
    const { signal } = context;
    if (signal.aborted) throw last;
    this.#policy.onRetry({ call: this.#call, error, attempt: this.#made, delay: wait });
    await delay(wait, signal);
  }

  #mayRepeat(error: CallError): boolean {
    const isSafe = isSafeToRepeat(this.#call.spec, error.phase);
    return this.#made < this.#policy.attempts && isSafe && this.#policy.retryIf(error, this.#call);
  }

  /** With jitter, so that callers that failed together do not return together. Undefined if it exceeds the limit. */
  #delayAfter(error: CallError): number | undefined {
    const { initialDelay, maxDelay } = this.#policy;
    const backoff = Math.min(initialDelay * 2 ** (this.#made - 1), maxDelay) * (0.5 + Math.random() / 2);
    const asked = retryAfterOf(error.details);
    if (asked === undefined) return backoff;
    // The source would only refuse an attempt before the time that it named.
    if (asked > maxDelay) return undefined;
    return Math.max(backoff, asked + Math.random() * Math.min(initialDelay, maxDelay - asked));
  }
}

/** A stream that is opened again if it fails before its first item, and never after. */
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

/** The handler may be fine and only its first item wrong, so it must not keep running beside the next attempt. */
async function closeFailed(iterator: AsyncIterator<ResponseEnvelope, unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The caller gets the earlier failure, not this one.
  }
}

function iteratorOf(outcome: CallOutcome): AsyncIterator<ResponseEnvelope, unknown> {
  if (isStreamOutcome(outcome)) return outcome[Symbol.asyncIterator]();
  throw new TypeError("One attempt returned a stream, and the next one returned something else.");
}
