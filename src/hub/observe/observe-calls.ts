import type { CallError } from "../../errors/call-error.ts";
import { toRemoteError } from "../../errors/remote-error.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { Identity } from "../../operation/access-control.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import type { Middleware, MiddlewareCall } from "../../operation/middleware.ts";
import type { CancelListener, Cancellation } from "../../shared/time/cancellation.ts";
import { callFailureCode, endOfCancelled, watchCall } from "./watch-call.ts";
import type { CallEnd } from "./watch-call.ts";

/** How a call ended for its caller. */
export interface ObservedEnd {
  /**
   * `OK`, the error's code, or `tool_error` for an MCP tool's `isError`. A stream is `OK` if it completed, or if its reader
   * in this process returned. Cut off, it has the code of the reason. A client over a wire has no other way to return
   * than to leave, so that is `ABORTED`.
   */
  readonly code: string;
  /** The error of a call that threw. */
  readonly error: CallError | undefined;
  readonly durationMs: number;
}

/** Gets every call, and returns a function that gets its end. It must not throw, and must not wait. */
export type CallObserver = (call: MiddlewareCall) => (end: ObservedEnd) => void;

/** What its caller reads of an error. */
export function shownError(error: CallError): { readonly code: string; readonly message: string } {
  // Details are dropped. Declared codes are not looked up, which can fail for an imported operation.
  const { code, message } = toRemoteError(error, { declared: undefined });
  return { code, message };
}

/** A call that has ended, without its input, and without its error, whose stack would hold the input. */
export interface EndedCall extends Omit<ObservedEnd, "error"> {
  /** The message of the error, as its caller reads it. */
  readonly message: string | undefined;
  readonly id: string;
  readonly type: OperationType;
  readonly identity: Identity | undefined;
  readonly requestId: string;
  readonly parentRequestId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Whether something went wrong. Clients end most streams by leaving, and nothing is wrong with that. */
export function hasFailed({ code, type }: EndedCall): boolean {
  return code !== "OK" && !(code === "ABORTED" && type === OperationType.SUBSCRIPTION);
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
      const message = error && shownError(error).message;
      this.#waiting.push({ id, type, identity, requestId, parentRequestId, at, code, message, durationMs });
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
    return watchCall(call, next, new ObservedCall(call, start, listeners).end);
  };
}

class ObservedCall implements CancelListener {
  readonly #call: MiddlewareCall;
  readonly #start: number;
  readonly #listeners: ReadonlyArray<(end: ObservedEnd) => void>;
  /** Not `context.signal`, which would create a signal for every call, even if nothing can cancel it. */
  readonly #cancellation: Cancellation | undefined;
  #hasEnded = false;

  constructor(call: MiddlewareCall, start: number, listeners: ReadonlyArray<(end: ObservedEnd) => void>) {
    this.#call = call;
    this.#start = start;
    this.#listeners = listeners;
    this.#cancellation = call.context instanceof CallScope ? call.context.cancellation : undefined;
    this.#cancellation?.listen(this);
  }

  /** A moment later, like the call itself: after all listeners have run, it is known how far the work got. */
  cancel(reason: CallError): void {
    queueMicrotask(() => this.end(endOfCancelled(this.#call, reason)));
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
