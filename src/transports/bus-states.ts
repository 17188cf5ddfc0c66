import type { BusState } from "../protocol/ports/bus.ts";

/** Milliseconds for which a broker that does not answer may keep a bus from closing. */
export const CLOSE_GRACE = 1000;

/** The state of a bus. It reports every change to its listeners. */
export class BusStates {
  current: BusState = "disconnected";
  readonly #listeners = new Set<(state: BusState) => void>();

  set(state: BusState): void {
    if (state === this.current || this.current === "closed") return;
    this.current = state;
    for (const listener of this.#listeners) listener(state);
  }

  listen(listener: (state: BusState) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
