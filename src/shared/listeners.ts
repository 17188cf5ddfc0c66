import { tellListener } from "./tell-listener.ts";

/** Those who listen to one kind of event. A listener that throws harms nobody else. */
export class Listeners<TEvent = void> {
  readonly #listeners = new Set<(event: TEvent) => void>();

  /** Returns a way to stop listening. */
  add(listener: (event: TEvent) => void): () => void {
    // A set would hold the same function only once, and one `stop` would end both.
    const own = (event: TEvent): void => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Tells everyone who listens now; a listener may add or remove listeners. */
  tell(event: TEvent, onFailure?: (error: unknown) => void): void {
    for (const listener of Array.from(this.#listeners)) tellListener(listener, event, onFailure);
  }

  clear(): void {
    this.#listeners.clear();
  }
}
