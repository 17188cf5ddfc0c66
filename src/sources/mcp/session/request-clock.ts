import { onAbort } from "../../../shared/time/cancellation.ts";
import { onDeadline } from "../../../shared/time/deadline-timer.ts";

export interface RequestClockOptions {
  /** Milliseconds without an answer or progress. */
  readonly timeout: number;
  /** The caller's: it ends the request, too. */
  readonly signal: AbortSignal | undefined;
  /** Makes the reason of a request whose time is over. */
  readonly timedOut: () => unknown;
}

/** The timeout of a request that the SDK sends. Unlike the SDK's own, it can stand still while a person is asked. */
export class RequestClock {
  readonly #options: RequestClockOptions;
  readonly #controller = new AbortController();
  #stopTimer: (() => void) | undefined;
  #unfollow: (() => void) | undefined;
  /** How many questions wait for a person. */
  #held = 0;
  #isOver = false;

  constructor(options: RequestClockOptions) {
    const { signal } = options;
    this.#options = options;
    if (signal?.aborted === true) this.#controller.abort(signal.reason);
    else if (signal !== undefined) this.#unfollow = onAbort(signal, () => this.#controller.abort(signal.reason));
    this.restart();
  }

  /** Ends the request. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the clock. Returns a function that starts it anew. */
  readonly hold = (): (() => void) => {
    this.#held++;
    this.#stopTimer?.();
    return () => {
      this.#held--;
      this.restart();
    };
  };

  /** Progress shows that the server still works on it. */
  restart(): void {
    this.#stopTimer?.();
    if (this.#held > 0 || this.#isOver) return;
    const { timeout, timedOut } = this.#options;
    this.#stopTimer = onDeadline(performance.now() + timeout, () => this.#controller.abort(timedOut()));
  }

  /** The request is over. */
  end(): void {
    this.#isOver = true;
    this.#stopTimer?.();
    this.#unfollow?.();
  }
}
