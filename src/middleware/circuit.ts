import { CallError } from "../errors/call-error.ts";
import { FailureWindow } from "./failure-window.ts";
import { toWallTime } from "../shared/time/steady-clock.ts";

/** `closed`: calls pass. `open`: calls are refused. `halfOpen`: one trial call decides which of the two comes next. */
export type CircuitState = "closed" | "open" | "halfOpen";

/** The state of one circuit at one moment. */
export interface CircuitSnapshot {
  readonly state: CircuitState;
  /** How many calls in a row have failed by now. */
  readonly consecutiveFailures: number;
  /** While open: when it lets a trial call through, in milliseconds since the epoch. */
  readonly openUntil: number | undefined;
  readonly lastError: CallError | undefined;
}

/** A circuit that opens, closes or lets a trial call through. */
export interface CircuitStateChange {
  readonly key: string;
  readonly from: CircuitState;
  readonly to: CircuitState;
  /** The failure that opened it. */
  readonly error: CallError | undefined;
}

export interface CircuitPolicy {
  readonly consecutive: number;
  readonly failureThreshold: number;
  readonly minimumCalls: number;
  readonly window: number;
  readonly halfOpenAfter: number;
  readonly onStateChange: (change: CircuitStateChange) => void;
}

/** What a call says about the source: that it failed, that it answered, or nothing. */
export type CallVerdict =
  | { readonly kind: "failure"; readonly error: CallError }
  | { readonly kind: "success" | "nothing" };

/** A call that was let through. */
export interface CircuitPermit {
  /** Only the first verdict counts. */
  settle(verdict: CallVerdict): void;
  /** The first sign of life of a trial. It closes the circuit, and the end of the trial still counts. */
  alive(): void;
}

/** One breaker. */
export class Circuit {
  readonly #key: string;
  readonly #policy: CircuitPolicy;
  readonly #window: FailureWindow | undefined;
  #state: CircuitState = "closed";
  /** Changes with the state. A call from an earlier epoch says nothing about the source as it is now. */
  #epoch = 0;
  #consecutive = 0;
  /** While open: when a trial may pass. While half open: when the trial counts as lost. */
  #nextTrialAt = 0;
  #lastError: CallError | undefined;

  constructor(key: string, policy: CircuitPolicy) {
    this.#key = key;
    this.#policy = policy;
    this.#window = policy.failureThreshold === Infinity ? undefined : new FailureWindow(policy.window);
  }

  snapshot(): CircuitSnapshot {
    return {
      state: this.#state,
      consecutiveFailures: this.#consecutive,
      openUntil: this.#state === "open" ? toWallTime(this.#nextTrialAt) : undefined,
      lastError: this.#lastError,
    };
  }

  /** Lets a call through, or throws `OVERLOADED`. */
  admit(): CircuitPermit {
    if (this.#state !== "closed") {
      const now = performance.now();
      if (now < this.#nextTrialAt) throw this.#refusal(now);
      this.#nextTrialAt = now + this.#policy.halfOpenAfter;
      this.#change("halfOpen");
    }
    let epoch: number | undefined = this.#epoch;
    return {
      settle: (verdict) => {
        if (epoch === this.#epoch) this.#judge(verdict);
        epoch = undefined;
      },
      alive: () => {
        if (this.#state !== "halfOpen" || epoch !== this.#epoch) return;
        this.#close();
        epoch = this.#epoch;
      },
    };
  }

  /** Closes the circuit and forgets what happened. */
  reset(): void {
    this.#lastError = undefined;
    if (this.#state === "closed") this.#forget();
    else this.#close();
  }

  #judge(verdict: CallVerdict): void {
    if (this.#state === "halfOpen") return this.#judgeTrial(verdict);
    if (verdict.kind === "nothing") return;
    const now = performance.now();
    const failed = verdict.kind === "failure";
    this.#consecutive = failed ? this.#consecutive + 1 : 0;
    this.#window?.record(failed, now);
    if (failed) {
      this.#lastError = verdict.error;
      if (this.#isTooMuch(now)) this.#open(verdict.error);
    }
  }

  #judgeTrial(verdict: CallVerdict): void {
    if (verdict.kind === "success") return this.#close();
    if (verdict.kind === "failure") {
      this.#lastError = verdict.error;
      this.#consecutive++;
      return this.#open(verdict.error);
    }
    // The next call may be the trial instead.
    this.#nextTrialAt = performance.now();
    this.#change("open");
  }

  #isTooMuch(now: number): boolean {
    const { consecutive, failureThreshold, minimumCalls } = this.#policy;
    if (this.#consecutive >= consecutive) return true;
    if (this.#window === undefined) return false;
    const { calls, failures } = this.#window.totals(now);
    return calls >= minimumCalls && failures / calls >= failureThreshold;
  }

  #open(error: CallError): void {
    this.#nextTrialAt = performance.now() + this.#policy.halfOpenAfter;
    this.#change("open", error);
  }

  #close(): void {
    this.#forget();
    this.#change("closed");
  }

  #forget(): void {
    this.#consecutive = 0;
    this.#window?.clear();
  }

  #change(to: CircuitState, error?: CallError): void {
    const from = this.#state;
    this.#state = to;
    this.#epoch++;
    // A lost trial is followed by another, so there is nothing to report.
    if (from !== to) this.#policy.onStateChange({ key: this.#key, from, to, error });
  }

  #refusal(now: number): CallError {
    // Only the code of the last error, because its message was meant for another caller.
    const why = this.#lastError === undefined ? "" : ` The last failure was ${this.#lastError.code}.`;
    const isOpen = this.#state === "open";
    const until = isOpen
      ? `is open until ${new Date(toWallTime(this.#nextTrialAt)).toISOString()}`
      : "is half open, and a trial call is under way";
    return new CallError("OVERLOADED", `The circuit breaker of ${this.#key} ${until}.${why}`, {
      breaker: this.#key,
      state: this.#state,
      ...(isOpen ? { retryAfterMs: this.#nextTrialAt - now } : {}),
    });
  }
}
