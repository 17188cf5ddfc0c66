import { CallError, withPhase } from "../../../errors/call-error.ts";
import type { CallPhase } from "../../../errors/error-table.ts";

/** One request with its answer: what can end it from outside, and what was known when it ended. */
export class Exchange {
  /** For messages: method and URL without query. */
  description = "The request";
  /** Whether anything was handed to `fetch`. */
  sent = false;
  /** Whether a server has answered with a redirect: it may have run the operation, whatever comes after. */
  redirected = false;
  /** Whether the status of the final answer has arrived. */
  answered = false;
  readonly #controller = new AbortController();
  readonly #callerSignal: AbortSignal;
  readonly #timeout: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timedOut = false;

  readonly #follow = (): void => this.#controller.abort(this.#callerSignal.reason);

  constructor(callerSignal: AbortSignal, timeout: number | undefined) {
    this.#callerSignal = callerSignal;
    this.#timeout = timeout;
    if (callerSignal.aborted) this.#follow();
    else callerSignal.addEventListener("abort", this.#follow, { once: true });
    if (timeout !== undefined) this.#timer = setTimeout(() => this.#expire(), timeout);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the operation has run, as far as one can know. */
  get phase(): CallPhase {
    if (this.answered) return "started";
    return this.sent ? "unknown" : "notStarted";
  }

  /** Why it was ended from outside, if it was. */
  get interruption(): CallError | undefined {
    if (this.#timedOut) {
      const message = `${this.description} was not answered within ${this.#timeout} ms.`;
      return new CallError("TIMEOUT", message, undefined, { phase: this.phase });
    }
    if (!this.#callerSignal.aborted) return undefined;
    const reason: unknown = this.#callerSignal.reason;
    if (reason instanceof CallError) return withPhase(reason, this.phase);
    const options = { phase: this.phase, cause: reason };
    return reason instanceof Error && reason.name === "TimeoutError"
      ? new CallError("TIMEOUT", "The deadline has passed.", undefined, options)
      : new CallError("ABORTED", "The caller gave the call up.", undefined, options);
  }

  /** The answer is there: the timeout has done its work. */
  stopTimer(): void {
    clearTimeout(this.#timer);
  }

  /** Waits for something that does not heed the signal itself. */
  async race<T>(pending: Promise<T>): Promise<T> {
    let stop: (() => void) | undefined;
    const interrupted = new Promise<never>((_resolve, reject) => {
      stop = () => reject(this.interruption ?? new CallError("ABORTED", "The request was ended."));
      if (this.signal.aborted) stop();
      else this.signal.addEventListener("abort", stop, { once: true });
    });
    try {
      return await Promise.race([pending, interrupted]);
    } finally {
      if (stop !== undefined) this.signal.removeEventListener("abort", stop);
    }
  }

  /** Nothing of it stays behind: no timer, no listener, and no connection that still sends unless it is complete. */
  close(isComplete: boolean): void {
    this.stopTimer();
    this.#callerSignal.removeEventListener("abort", this.#follow);
    if (!isComplete) this.#controller.abort();
  }

  #expire(): void {
    this.#timedOut = true;
    this.#controller.abort();
  }
}
