import { CallError } from "../errors/call-error.ts";
import type { RateLimitState } from "../envelope/response-envelope.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";
import { warnIfThrows } from "../registry/call/warnings.ts";
import type { CallOutcome, Middleware, MiddlewareCall, Next } from "../operation/middleware.ts";
import { isFieldString } from "../shared/field-string.ts";
import type { MaybePromise } from "../shared/maybe-promise.ts";
import { keyFunction } from "./call-key.ts";
import type { KeyBy } from "./call-key.ts";
import { checkedNumber } from "./checked-number.ts";
import { MemoryRateStore } from "./rate-store.ts";
import type { RateStore, RateWindow } from "./rate-store.ts";

/** A number of calls per window of time: a rate, or with a long window a quota. */
export interface RateLimitRule {
  /** Its name in errors, headers and counts: printable ASCII without quotes and backslashes, up to 64 characters. */
  readonly name: string;
  /** How many calls a window takes. */
  readonly calls: number;
  /** Milliseconds of a window, which begins with its first call. */
  readonly windowMs: number;
  /** Which calls share a window. A call without a key is not counted. Default: all calls share one. */
  readonly keyBy?: KeyBy | undefined;
}

/** The options of the middleware `rateLimit`. */
export interface RateLimitOptions {
  readonly rules: readonly RateLimitRule[];
  /** Default: the memory of this process. `redisRateStore` shares the counts. */
  readonly store?: RateStore | undefined;
  /** Called for each call that a rule refuses. */
  readonly onRefused?: ((rule: string, call: MiddlewareCall) => void) | undefined;
  /** Called for each failure of the store. Meanwhile the calls are counted in memory. */
  readonly onStoreError?: ((error: unknown) => void) | undefined;
}

/** The details of the error `RATE_LIMITED`. */
export interface RateLimitedDetails extends RateLimitState {
  readonly retryAfterMs: number;
}

interface Rule extends Omit<RateLimitRule, "keyBy"> {
  readonly keyOf: (call: MiddlewareCall) => string | undefined;
}

interface Counted {
  readonly rule: Rule;
  readonly key: string;
}

const YEAR = 366 * 24 * 3_600_000;

/**
 * Refuses calls beyond a rate or quota with `RATE_LIMITED`, and says in `meta.rateLimits` of the others how many are
 * left. A call counts once its caller's rights and its input have been checked; a stream counts once, when it opens.
 *
 * @example
 * registry.use(rateLimit({ rules: [{ name: "each caller", calls: 600, windowMs: 60_000, keyBy: "caller" }] }));
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  const limiter = new RateLimiter(options);
  return (call, next) => limiter.run(call, next);
}

class RateLimiter {
  readonly #rules: readonly Rule[];
  readonly #memory = new MemoryRateStore();
  readonly #store: RateStore;
  readonly #onRefused: (refused: { readonly rule: string; readonly call: MiddlewareCall }) => void;
  readonly #onStoreError: (error: unknown) => void;

  constructor({ rules, store, onRefused, onStoreError }: RateLimitOptions) {
    this.#rules = rules.map(checkedRule);
    this.#store = store ?? this.#memory;
    this.#onRefused = warnIfThrows("rateLimit: onRefused", ({ rule, call }) => onRefused?.(rule, call));
    this.#onStoreError = warnIfThrows("rateLimit: onStoreError", onStoreError);
  }

  async run(call: MiddlewareCall, next: Next): Promise<CallOutcome> {
    const counted: Counted[] = [];
    for (const rule of this.#rules) {
      const key = rule.keyOf(call);
      if (key !== undefined) counted.push({ rule, key: `${rule.name}\n${key}` });
    }
    if (counted.length === 0) return next();
    // This comes first: a caller without the rights must not use up what others share.
    await call.check();
    const added = this.#add(counted, 1);
    const windows = added instanceof Promise ? await added : added;
    const states: RateLimitState[] = [];
    let exceeded: RateLimitState | undefined;
    for (const [index, { rule }] of counted.entries()) {
      const window = windows[index] as RateWindow;
      const state = stateOf(rule, window);
      states.push(state);
      if (window.calls > rule.calls) exceeded ??= state;
    }
    if (exceeded === undefined) return withStates(await next(), states);
    // A refused call does not count.
    await this.#add(counted, -1);
    this.#onRefused({ rule: exceeded.name, call });
    throw refusal(call, exceeded);
  }

  /** Synchronous if the store is: each promise would cost more than the count. */
  #add(counted: readonly Counted[], calls: number): MaybePromise<RateWindow[]> {
    const windows = counted.map((each) => this.#addTo(each, calls));
    return windows.every(isCounted) ? windows : Promise.all(windows.map(async (window) => await window));
  }

  #addTo({ key, rule: { windowMs } }: Counted, calls: number): MaybePromise<RateWindow> {
    const inMemory = (error: unknown): RateWindow => {
      this.#onStoreError(error);
      return this.#memory.add(key, calls, windowMs);
    };
    try {
      const window = this.#store.add(key, calls, windowMs);
      return window instanceof Promise ? window.catch(inMemory) : window;
    } catch (error) {
      return inMemory(error);
    }
  }
}

function checkedRule({ name, calls, windowMs, keyBy = () => "all calls" }: RateLimitRule): Rule {
  if (!isFieldString(name)) {
    const message = `rateLimit: the name of a rule is ${JSON.stringify(name)}: give up to 64 printable ASCII characters without quotes and backslashes.`;
    throw new CallError("VALIDATION_ERROR", message);
  }
  return {
    name,
    calls: checkedNumber(`rateLimit: calls of ${name}`, calls, { min: 1, max: Number.MAX_SAFE_INTEGER, whole: true }),
    windowMs: checkedNumber(`rateLimit: windowMs of ${name}`, windowMs, { min: 1, max: YEAR, whole: true }),
    keyOf: keyFunction(keyBy),
  };
}

function isCounted(window: MaybePromise<RateWindow>): window is RateWindow {
  return !(window instanceof Promise);
}

function stateOf({ name, calls: limit, windowMs }: Rule, { calls, endsIn }: RateWindow): RateLimitState {
  return {
    name,
    limit,
    windowMs,
    remaining: Math.max(0, limit - calls),
    endsInMs: Math.min(windowMs, Math.max(0, Math.round(endsIn))),
  };
}

function withStates(outcome: CallOutcome, rateLimits: RateLimitState[]): CallOutcome {
  // The items of a stream come long after the opening that was counted.
  if (isStreamOutcome(outcome)) return outcome;
  // Not spread: in Node 20, a literal with a spread and a member after it takes a microsecond.
  return { data: outcome.data, meta: Object.assign({}, outcome.meta, { rateLimits }) };
}

function refusal(call: MiddlewareCall, state: RateLimitState): CallError {
  const seconds = Math.max(1, Math.ceil(state.endsInMs / 1000));
  const message = `${call.id} is over the limit "${state.name}" of ${state.limit} calls in ${state.windowMs / 1000} s. It allows the next call in ${seconds} s.`;
  const details: RateLimitedDetails = { ...state, retryAfterMs: state.endsInMs };
  return new CallError("RATE_LIMITED", message, details);
}
