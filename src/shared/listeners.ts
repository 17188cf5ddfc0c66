import { tellListener } from "./tell-listener.ts";

/** The listeners to one kind of event. One that throws harms no other. */
export class Listeners<TEvent = void> {
  readonly #listeners = new Set<(event: TEvent) => void>();

  /** Returns a way to stop listening. */
  add(listener: (event: TEvent) => void): () => void {
    // A set would hold the same function only once, and one `stop` would end both.
    const own = (event: TEvent): void => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Tells every listener. One may remove another, or add one, which hears only of later events. */
  tell(event: TEvent, onFailure?: (error: unknown) => void): void {
    for (const listener of Array.from(this.#listeners)) {
      if (this.#listeners.has(listener)) tellListener(listener, event, onFailure);
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
