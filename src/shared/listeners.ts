/** The listeners to one kind of event. A listener that throws does not affect the others. */
export class Listeners<TEvent = void> {
  readonly #listeners = new Set<(event: TEvent) => void>();

  /** Returns a function that stops listening. */
  add(listener: (event: TEvent) => void): () => void {
    // A set would hold the same function only once, and one `stop` would end both.
    const own = (event: TEvent): void => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** Calls every listener. A listener may remove another, or add one, which receives only later events. */
  tell(event: TEvent, onFailure?: (error: unknown) => void): void {
    for (const listener of Array.from(this.#listeners)) {
      if (this.#listeners.has(listener)) tellListener(listener, event, onFailure);
    }
  }

  get size(): number {
    return this.#listeners.size;
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/**
 * Calls a listener. A listener only watches, so its own failure never reaches the code that it watches: `onFailure`
 * gets it, and without `onFailure` it is dropped.
 */
export function tellListener<TEvent>(
  listener: ((event: TEvent) => void) | undefined,
  event: TEvent,
  onFailure?: (error: unknown) => void,
): void {
  try {
    listener?.(event);
  } catch (error) {
    onFailure?.(error);
  }
}
