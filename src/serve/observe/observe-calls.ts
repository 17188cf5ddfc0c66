import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import type { Middleware, MiddlewareCall } from "../../registry/middleware.ts";
import { watchCall } from "./watch-call.ts";
import type { CallEnd } from "./watch-call.ts";

/** How a call ended for its caller. */
export interface ObservedEnd {
  /** `OK`, or the error's code. A stream that its consumer stopped is `OK`. */
  readonly code: string;
  readonly error: CallError | undefined;
  readonly durationMs: number;
}

/** Is told of every call, and returns who is told of its end. Must not throw, and must not wait. */
export type CallObserver = (call: MiddlewareCall) => (end: ObservedEnd) => void;

/**
 * One middleware for all observers. A call ends when it ends for its caller: a handler that does not heed its signal
 * may go on, or never end.
 */
export function observeCalls(observers: readonly CallObserver[]): Middleware {
  return (call, next) => {
    const start = performance.now();
    const { signal } = call.context;
    const listeners = observers.map((observe) => observe(call));
    let hasEnded = false;
    const end = (how: CallEnd): void => {
      if (hasEnded) return;
      hasEnded = true;
      signal.removeEventListener("abort", abort);
      const error = how.kind === "failed" ? how.error : undefined;
      const durationMs = performance.now() - start;
      for (const tell of listeners) tell({ code: error?.code ?? "OK", error, durationMs });
    };
    const abort = (): void => {
      // A stream that is stopped aborts its signal as well, and is told of by its own end.
      if (call.spec.type !== "SUBSCRIPTION") end({ kind: "failed", error: toCallError(signal.reason) });
    };
    signal.addEventListener("abort", abort, { once: true });
    return watchCall(next, end);
  };
}
