import type { CallError } from "../errors/call-error.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { isStreamOutcome } from "../registry/call/middleware.ts";
import type { Middleware, MiddlewareCall } from "../operation/middleware.ts";
import { keyFunction } from "./call-key.ts";
import type { KeyBy } from "./call-key.ts";
import { checkedNumber } from "./checked-number.ts";
import { Circuit } from "./circuit.ts";
import type { CircuitPermit, CircuitPolicy, CircuitSnapshot, CircuitStateChange } from "./circuit.ts";
import { observeStream } from "../registry/call/observe-stream.ts";
import { warnIfThrows } from "../registry/call/warnings.ts";
import { verdictOf } from "./source-verdict.ts";
import type { IsFailure } from "./source-verdict.ts";

/** The options of the middleware `circuitBreaker`. */
export interface CircuitBreakerOptions {
  /** Opens after this many failures in a row. Default: 5, or never if `failureThreshold` is given. */
  readonly consecutive?: number | undefined;
  /** Opens when this share of the calls in `window` has failed: above 0, at most 1. */
  readonly failureThreshold?: number | undefined;
  /** For `failureThreshold`: milliseconds. Default: 30,000. */
  readonly window?: number | undefined;
  /** For `failureThreshold`: with fewer calls than this it never opens. Default: 10. */
  readonly minimumCalls?: number | undefined;
  /** Milliseconds until it lets a trial call through. Default: 10,000. */
  readonly halfOpenAfter?: number | undefined;
  /** Which calls share a breaker. Default: `operation`. */
  readonly keyBy?: KeyBy | undefined;
  /** How many breakers are kept. Beyond that, the least recently used one is forgotten. Default: 1000. */
  readonly maxKeys?: number | undefined;
  /** Which errors are failures of the source. The guide describes the default. */
  readonly isFailure?: ((error: CallError, call: MiddlewareCall) => boolean) | undefined;
  readonly onStateChange?: ((change: CircuitStateChange) => void) | undefined;
}

/** A middleware whose breakers can be inspected. */
export interface CircuitBreaker extends Middleware {
  /** The breakers in use, by key. */
  inspect(): ReadonlyMap<string, CircuitSnapshot>;
  /** Closes one breaker, or all. */
  reset(key?: string): void;
}

/**
 * Refuses calls with `OVERLOADED` while their source keeps failing, and tries again after a while. Only failures of the
 * source count, not mistakes of its callers. A stream counts by how it ends.
 *
 * @example
 * registry.use(circuitBreaker({ consecutive: 3, halfOpenAfter: 5000, keyBy: "namespace" }));
 */
export function circuitBreaker(options: CircuitBreakerOptions = {}): CircuitBreaker {
  const policy = readOptions(options);
  const maxKeys = checkedNumber("circuitBreaker: maxKeys", options.maxKeys ?? 1000, RANGE.count);
  const keyOf = keyFunction(options.keyBy ?? "operation");
  const circuits = new Map<string, Circuit>();

  let latest: string | undefined;
  const circuitOf = (key: string): Circuit => {
    const circuit = circuits.get(key) ?? new Circuit(key, policy);
    if (key === latest) return circuit;
    latest = key;
    // Moved to the end: the first is then the least recently used.
    circuits.delete(key);
    circuits.set(key, circuit);
    if (circuits.size > maxKeys) circuits.delete(circuits.keys().next().value as string);
    return circuit;
  };

  const middleware: Middleware = async (call, next) => {
    const key = keyOf(call);
    if (key === undefined) return next();
    const watch = new CallWatch(call, circuitOf(key).admit(), options.isFailure);
    try {
      const outcome = await next();
      if (isStreamOutcome(outcome)) return watch.stream(outcome);
      watch.answered();
      return outcome;
    } catch (thrown) {
      watch.failed(thrown);
      throw thrown;
    }
  };

  return Object.assign(middleware, {
    inspect: () => new Map(Array.from(circuits, ([key, circuit]) => [key, circuit.snapshot()])),
    reset: (key?: string) => {
      for (const circuit of key === undefined ? circuits.values() : [circuits.get(key)]) circuit?.reset();
    },
  });
}

const RANGE = {
  count: { min: 1, max: Infinity, whole: true },
  share: { min: Number.MIN_VALUE, max: 1 },
  milliseconds: { min: 1, max: Number.MAX_SAFE_INTEGER },
} as const;

function readOptions(options: CircuitBreakerOptions): CircuitPolicy {
  const { failureThreshold, window = 30_000, minimumCalls = 10, halfOpenAfter = 10_000 } = options;
  const consecutive = options.consecutive ?? (failureThreshold === undefined ? 5 : Infinity);
  return {
    consecutive: checkedNumber("circuitBreaker: consecutive", consecutive, RANGE.count),
    failureThreshold:
      failureThreshold === undefined
        ? Infinity
        : checkedNumber("circuitBreaker: failureThreshold", failureThreshold, RANGE.share),
    window: checkedNumber("circuitBreaker: window", window, RANGE.milliseconds),
    minimumCalls: checkedNumber("circuitBreaker: minimumCalls", minimumCalls, RANGE.count),
    halfOpenAfter: checkedNumber("circuitBreaker: halfOpenAfter", halfOpenAfter, RANGE.milliseconds),
    onStateChange: warnIfThrows("circuitBreaker: onStateChange", options.onStateChange),
  };
}

/** Follows one call to its end. */
class CallWatch {
  readonly #call: MiddlewareCall;
  readonly #permit: CircuitPermit;
  readonly #isFailure: IsFailure | undefined;
  #delivered = false;

  constructor(call: MiddlewareCall, permit: CircuitPermit, isFailure: IsFailure | undefined) {
    this.#call = call;
    this.#permit = permit;
    this.#isFailure = isFailure;
    // A handler that ignores its signal may never end, and its caller leaves at the deadline. Without a deadline there
    // is no listener, because the signal would be made only for it.
    if (call.context.deadline !== undefined) call.context.signal.addEventListener("abort", this.#stopped);
  }

  answered(): void {
    this.#detach();
    this.#permit.settle({ kind: "success" });
  }

  failed(thrown: unknown): void {
    this.#detach();
    this.#permit.settle(verdictOf(thrown, this.#call, this.#isFailure));
  }

  stream(stream: AsyncIterable<ResponseEnvelope>): AsyncIterable<ResponseEnvelope> {
    return observeStream(stream, {
      onItem: () => {
        if (this.#delivered) return;
        this.#delivered = true;
        this.#permit.alive();
      },
      onEnd: (end) => {
        if (end.kind === "failed") this.failed(end.error);
        else if (end.kind === "completed") this.answered();
        else this.#stopped();
      },
    });
  }

  /**
   * The caller left. A stream that has delivered an item works; otherwise only a deadline says anything about the
   * source.
   */
  readonly #stopped = (): void => {
    const { signal } = this.#call.context;
    if (this.#delivered) this.answered();
    else if (signal.aborted) this.failed(signal.reason);
    else {
      this.#detach();
      this.#permit.settle({ kind: "nothing" });
    }
  };

  #detach(): void {
    if (this.#call.context.deadline !== undefined)
      this.#call.context.signal.removeEventListener("abort", this.#stopped);
  }
}
