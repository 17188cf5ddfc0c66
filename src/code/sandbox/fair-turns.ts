import { CallError } from "../../errors/call-error.ts";

interface Lane {
  running: number;
  readonly waiting: Array<() => void>;
}

/**
 * Lets a limited number of programs run at once, fairly between their callers: a caller that is known has at most half
 * of the turns and waiting places of its own, and the callers that wait take turns.
 */
export class FairTurns {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #mostWaiting: number;
  /** Callers with something running or waiting. Who had a turn goes to the end. */
  readonly #lanes = new Map<string | undefined, Lane>();
  #running = 0;

  constructor(most: number, mostWaiting: number) {
    this.#most = most;
    this.#mostOfOne = Math.ceil(most / 2);
    this.#mostWaiting = mostWaiting;
  }

  /** Waits for a turn. Returns a function that gives it back. Rejects when the signal fires. */
  async take(caller: string | undefined, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const lane = this.#lanes.get(caller) ?? { running: 0, waiting: [] };
    this.#lanes.set(caller, lane);
    if (this.#hasTurn(caller, lane)) this.#enter(caller, lane);
    else await this.#wait(caller, lane, signal);
    return () => {
      this.#running--;
      lane.running--;
      this.#forget(caller, lane);
      this.#callNext();
    };
  }

  #hasTurn(caller: string | undefined, { running }: Lane): boolean {
    return this.#running < this.#most && (caller === undefined || running < this.#mostOfOne);
  }

  #enter(caller: string | undefined, lane: Lane): void {
    this.#running++;
    lane.running++;
    this.#lanes.delete(caller);
    this.#lanes.set(caller, lane);
  }

  async #wait(caller: string | undefined, lane: Lane, signal: AbortSignal): Promise<void> {
    const { running, waiting } = lane;
    if (waiting.length >= this.#mostWaiting) {
      this.#forget(caller, lane);
      const message = `${running} of your programs run, and ${waiting.length} wait.`;
      throw new CallError("OVERLOADED", message);
    }
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = (): void => {
        waiting.splice(waiting.indexOf(turn), 1);
        this.#forget(caller, lane);
        reject(signal.reason as Error);
      };
      waiting.push(turn);
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  #callNext(): void {
    for (const [caller, lane] of this.#lanes) {
      if (lane.waiting.length === 0 || !this.#hasTurn(caller, lane)) continue;
      const turn = lane.waiting.shift();
      this.#enter(caller, lane);
      return turn?.();
    }
  }

  #forget(caller: string | undefined, { running, waiting }: Lane): void {
    if (running === 0 && waiting.length === 0) this.#lanes.delete(caller);
  }
}
