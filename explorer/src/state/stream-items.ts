/** The last items of a stream, and a view of them that can stand still while more arrive. */

export interface ShownItem {
  readonly seq: number;
  /** Milliseconds since the epoch, when it arrived here. */
  readonly at: number;
  readonly data: unknown;
  readonly meta: unknown;
}

export interface StreamView {
  readonly items: readonly ShownItem[];
  /** All that ever arrived. */
  readonly received: number;
  /** Arrived since the view stands still. */
  readonly waiting: number;
  readonly isPaused: boolean;
}

export const MOST_ITEMS = 2000;

export const emptyStream: StreamView = { items: [], received: 0, waiting: 0, isPaused: false };

/**
 * Collects items without copying a long list for each: they join the view in batches, when `flush` is called.
 */
export class StreamItems {
  #kept: ShownItem[] = [];
  #received = 0;
  #shown: StreamView = emptyStream;

  add(item: ShownItem): void {
    this.#received++;
    this.#kept.push(item);
    // Rarely, so that a fast stream does not shift a long list for each item.
    if (this.#kept.length > MOST_ITEMS * 2) this.#kept = this.#kept.slice(-MOST_ITEMS);
  }

  flush(): StreamView {
    const { isPaused, items } = this.#shown;
    const received = this.#received;
    if (isPaused) return (this.#shown = { ...this.#shown, received, waiting: this.#waitingSince(items) });
    return (this.#shown = { items: this.#kept.slice(-MOST_ITEMS), received, waiting: 0, isPaused });
  }

  setPaused(isPaused: boolean): StreamView {
    if (isPaused) this.flush();
    this.#shown = { ...this.#shown, isPaused };
    return this.flush();
  }

  #waitingSince(items: readonly ShownItem[]): number {
    const last = items.at(-1);
    if (last === undefined) return this.#received;
    const at = this.#kept.lastIndexOf(last);
    return at < 0 ? this.#kept.length : this.#kept.length - 1 - at;
  }
}
