import type { BusState } from "../protocol/ports/bus.ts";

/** The state of a bus, told to whoever listens when it changes. */
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
