/** The last items of a stream, and a view of them that the user can pause while more arrive. */
import { notedMembers } from "../../../src/envelope/noted-members.ts";
import type { NotedMembers } from "../../../src/envelope/noted-members.ts";

export interface ShownItem {
  readonly seq: number;
  /** When it arrived, in milliseconds since the epoch. */
  readonly at: number;
  readonly data: unknown;
  readonly meta: unknown;
}

export interface StreamView {
  readonly items: readonly ShownItem[];
  /** The number of all items so far. */
  readonly received: number;
  /** The number of items since the pause. */
  readonly waiting: number;
  readonly isPaused: boolean;
  /** What was stripped from the first item that lost something. */
  readonly stripped: NotedMembers | undefined;
  /** What was filled in by default in the first item that missed something. */
  readonly filled: NotedMembers | undefined;
}

export const MOST_ITEMS = 2000;

export const emptyStream: StreamView = {
  items: [],
  received: 0,
  waiting: 0,
  isPaused: false,
  stripped: undefined,
  filled: undefined,
};

/** Collects items without copying a long list for each: `flush` adds them to the view in batches. */
export class StreamItems {
  #kept: ShownItem[] = [];
  #received = 0;
  #stripped: NotedMembers | undefined;
  #filled: NotedMembers | undefined;
  #shown: StreamView = emptyStream;

  add(item: ShownItem): void {
    this.#received++;
    this.#stripped ??= notedMembers(item.meta, "stripped");
    this.#filled ??= notedMembers(item.meta, "filled");
    this.#kept.push(item);
    // Trim rarely, so that a fast stream does not copy a long list for each item.
    if (this.#kept.length > MOST_ITEMS * 2) this.#kept = this.#kept.slice(-MOST_ITEMS);
  }

  flush(): StreamView {
    const { isPaused, items } = this.#shown;
    const seen = { received: this.#received, stripped: this.#stripped, filled: this.#filled };
    if (isPaused) return (this.#shown = { ...this.#shown, ...seen, waiting: this.#waitingSince(items) });
    return (this.#shown = { ...seen, items: this.#kept.slice(-MOST_ITEMS), waiting: 0, isPaused });
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
