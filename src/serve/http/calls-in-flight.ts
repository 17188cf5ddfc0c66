import { CallError } from "../../errors/call-error.ts";
import { CallSignal } from "./call-signal.ts";

/** The calls and streams that run. Beyond the limit they are refused rather than kept waiting: a client can wait better. */
export class CallsInFlight {
  readonly #limit: number;
  readonly #signals = new Set<CallSignal>();
  #onIdle: (() => void) | undefined;
  #closed: CallError | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  enter(): CallSignal {
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#signals.size >= this.#limit) {
      throw new CallError("OVERLOADED", `The server runs ${this.#limit} calls already, and takes no more at once.`);
    }
    const signal = new CallSignal();
    this.#signals.add(signal);
    return signal;
  }

  leave(signal: CallSignal): void {
    this.#signals.delete(signal);
    if (this.#signals.size === 0) this.#onIdle?.();
  }

  /** Takes no more calls, waits for those that run, and aborts what is left after the grace. */
  async drain(graceMs: number): Promise<void> {
    this.#closed ??= new CallError("OVERLOADED", "The server is shutting down.");
    if (await this.#idleWithin(graceMs)) return;
    for (const signal of this.#signals) signal.abort(new CallError("ABORTED", "The server is shutting down."));
    // Answers to the aborted calls still have to be written.
    await this.#idleWithin(ABORT_GRACE);
  }

  #idleWithin(ms: number): Promise<boolean> {
    if (this.#signals.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms, false);
      this.#onIdle = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

const ABORT_GRACE = 500;
