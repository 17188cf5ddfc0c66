import type { CallError } from "../../errors/call-error.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { Identity } from "../../operation/access-control.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import type { Middleware, MiddlewareCall } from "../../operation/middleware.ts";
import type { CancelListener, Cancellation } from "../../shared/time/cancellation.ts";
import { callFailureCode, watchCall } from "./watch-call.ts";
import type { CallEnd } from "./watch-call.ts";

/** How a call ended for its caller. */
export interface ObservedEnd {
  /** `OK`, the error's code, or `tool_error` for an MCP tool's `isError`. A stream that its consumer stops is `OK`. */
  readonly code: string;
  /** The error of a call that threw. */
  readonly error: CallError | undefined;
  readonly durationMs: number;
}

/** Gets every call, and returns a function that gets its end. It must not throw, and must not wait. */
export type CallObserver = (call: MiddlewareCall) => (end: ObservedEnd) => void;

/** A call that has ended, without its input. */
export interface EndedCall extends ObservedEnd {
  readonly id: string;
  readonly type: OperationType;
  readonly identity: Identity | undefined;
  readonly requestId: string;
  readonly parentRequestId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Calls that wait before they are passed on. */
const MOST_WAITING = 500;

/** Collects the calls that have ended. They are counted on demand, not on the path of each call. */
export class EndedCalls {
  #waiting: EndedCall[] = [];
  readonly #onFull: () => void;
  readonly #now: () => number;

  /** `onFull` takes what waits. */
  constructor(onFull: () => void, now: () => number) {
    this.#onFull = onFull;
    this.#now = now;
  }

  /** For `observeCalls`. */
  readonly observe: CallObserver = ({ id, spec: { type }, context }) => {
    return ({ code, error, durationMs }) => {
      const { identity, requestId, parentRequestId } = context;
      const at = this.#now();
      this.#waiting.push({ id, type, identity, requestId, parentRequestId, at, code, error, durationMs });
      if (this.#waiting.length >= MOST_WAITING) this.#onFull();
    };
  };

  take(): readonly EndedCall[] {
    const taken = this.#waiting;
    if (taken.length > 0) this.#waiting = [];
    return taken;
  }
}

/**
 * One middleware for all observers. A call ends when it ends for its caller: a handler that ignores its signal may
 * continue, or never end.
 */
export function observeCalls(observers: readonly CallObserver[]): Middleware {
  return (call, next) => {
    const start = performance.now();
    const listeners = observers.map((observe) => observe(call));
    return watchCall(next, new ObservedCall(call, start, listeners).end);
  };
}

class ObservedCall implements CancelListener {
  readonly #start: number;
  readonly #listeners: ReadonlyArray<(end: ObservedEnd) => void>;
  /** Not `context.signal`, which would create a signal for every call, even if nothing can cancel it. */
  readonly #cancellation: Cancellation | undefined;
  #hasEnded = false;

  constructor({ spec, context }: MiddlewareCall, start: number, listeners: ReadonlyArray<(end: ObservedEnd) => void>) {
    this.#start = start;
    this.#listeners = listeners;
    // A stopped stream is cancelled too, but reports its own end.
    const isOnlyCall = spec.type !== OperationType.SUBSCRIPTION && context instanceof CallScope;
    this.#cancellation = isOnlyCall ? context.cancellation : undefined;
    this.#cancellation?.listen(this);
  }

  cancel(error: CallError): void {
    this.end({ kind: "failed", error });
  }

  readonly end = (how: CallEnd): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancellation?.unlisten(this);
    const error = how.kind === "failed" ? how.error : undefined;
    const durationMs = performance.now() - this.#start;
    for (const tell of this.#listeners) tell({ code: callFailureCode(how) ?? "OK", error, durationMs });
  };
}
