import { CallError, withPhase } from "../../errors/call-error.ts";
import { Cancellation } from "../../shared/cancellation.ts";

export interface AwaitedConnection<TSession> {
  readonly session: () => TSession | undefined;
  readonly isClosed: () => boolean;
  readonly onState: (listener: () => void) => () => void;
  /** Milliseconds. */
  readonly withinMs: number;
  /** Milliseconds since the epoch. */
  readonly deadline: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** The next connection, if there is one in time. Whatever happens, nothing was sent. */
export function awaitConnection<TSession>(awaited: AwaitedConnection<TSession>): Promise<TSession> {
  const { session, isClosed, onState, withinMs, deadline = Infinity, signal } = awaited;
  if (withinMs <= 0 || isClosed()) return Promise.reject(notConnected(isClosed()));
  const cancellation = new Cancellation();
  if (signal !== undefined) cancellation.followSignal(signal);
  cancellation.followDeadline(Math.min(deadline, Date.now() + withinMs));
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      stopListening();
      cancellation.release();
    };
    const stopListening = onState(() => {
      const connected = session();
      if (connected !== undefined) resolve(connected);
      else if (isClosed()) reject(notConnected(true));
      else return;
      settle();
    });
    cancellation.onCancel((reason) => {
      settle();
      reject(signal?.aborted === true ? withPhase(reason, "notStarted") : notConnected(isClosed()));
    });
  });
}

function notConnected(isClosed: boolean): CallError {
  const message = isClosed ? "The spoke is closed." : "There is no connection to the hub.";
  return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted" });
}
