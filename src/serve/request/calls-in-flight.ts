import { CallError } from "../../errors/call-error.ts";
import type { ClientShares } from "../identity/client-shares.ts";
import { CallSignal } from "./call-signal.ts";
import { HTTPRefusal } from "./problem.ts";

/** The calls and streams that run. Beyond the limit they are refused rather than kept waiting: a client can wait better. */
export class CallsInFlight {
  readonly #limit: number;
  readonly #shares: ClientShares;
  readonly #signals = new Set<CallSignal>();
  #onIdle: (() => void) | undefined;
  #closed: CallError | undefined;

  constructor(limit: number, shares: ClientShares) {
    this.#limit = limit;
    this.#shares = shares;
  }

  /** `client`: whose share it counts against, where that is known. */
  enter(client: string | undefined): CallSignal {
    if (this.#closed !== undefined) throw this.#closed;
    if (this.#signals.size >= this.#limit) {
      throw new CallError("OVERLOADED", `The server runs ${this.#limit} calls already, and takes no more at once.`);
    }
    this.takeShare(client);
    const signal = new CallSignal(client);
    this.#signals.add(signal);
    return signal;
  }

  leave(signal: CallSignal): void {
    if (!this.#signals.delete(signal)) return;
    this.giveShare(signal.client);
    if (this.#signals.size === 0) this.#onIdle?.();
  }

  /** For what is no call, and stays open as one does. */
  takeShare(client: string | undefined): void {
    if (client === undefined || this.#shares.take(client)) return;
    const message = `You have ${this.#shares.limit} requests open already, and get no more at once.`;
    throw new HTTPRefusal(429, message, { code: "OVERLOADED", headers: ["retry-after", "1"] });
  }

  giveShare(client: string | undefined): void {
    if (client !== undefined) this.#shares.give(client);
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
