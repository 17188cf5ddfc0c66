import type { BusState } from "../protocol/ports/bus.ts";
import { Listeners } from "../shared/listeners.ts";

/** Milliseconds for which a broker that does not answer may keep a bus from closing. */
export const CLOSE_GRACE = 1000;

/** The state of a bus. It reports every change to its listeners. */
export class BusStates {
  current: BusState = "disconnected";
  readonly #listeners = new Listeners<BusState>();

  set(state: BusState): void {
    if (state === this.current || this.current === "closed") return;
    this.current = state;
    this.#listeners.tell(state);
  }

  listen(listener: (state: BusState) => void): () => void {
    return this.#listeners.add(listener);
  }
}
