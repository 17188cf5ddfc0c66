import { approximateSize } from "../../shared/approximate-size.ts";

/** Items that may come before one has shown how large they are. */
const FIRST_ITEMS = 16;

/** So many small items at least are needed to forget a large one. */
const LEAST_REMEMBERED = 8;

export interface StreamWindowOptions {
  /** The most items that may be on their way or wait here. */
  readonly items: number;
  /** About how many bytes they may take: fewer items where they are large. `Infinity`: not measured. */
  readonly bytes: number;
}

interface Item {
  readonly data: unknown;
  readonly meta?: unknown;
}

/** How far the other side of a stream may run ahead of who takes its items. */
export class StreamWindow {
  #most: number;
  readonly #bytes: number;
  /** How many may be ahead, as large as they are now. */
  #items: number;
  #granted: number;
  #received = 0;
  #taken = 0;
  /** What the next item is expected to take. */
  #itemBytes: number;
  #waitingBytes = 0;
  #lastMeta: unknown;

  constructor({ items, bytes }: StreamWindowOptions) {
    this.#most = items;
    this.#bytes = bytes;
    this.#items = bytes === Infinity ? items : Math.min(items, FIRST_ITEMS);
    this.#itemBytes = bytes / FIRST_ITEMS;
    this.#granted = this.#items;
  }

  /** The most items that it will ever be. */
  get most(): number {
    return this.#most;
  }

  /** Items that have come. */
  get received(): number {
    return this.#received;
  }

  /** Items that the other side may send in all. */
  get granted(): number {
    return this.#granted;
  }

  /** About how many bytes have arrived and were not taken. */
  get waitingBytes(): number {
    return this.#waitingBytes;
  }

  /** The other side keeps to a smaller one, as it says before its first item. */
  narrow(most: number): void {
    if (most >= this.#most) return;
    this.#most = most;
    this.#items = Math.min(this.#items, most);
    if (this.#received === 0) this.#granted = Math.min(this.#granted, most);
  }

  arrived({ data, meta }: Item): void {
    this.#received++;
    if (this.#bytes === Infinity) return;
    let size = approximateSize(data, this.#bytes);
    // Items that came together share it.
    if (meta !== this.#lastMeta) size += approximateSize(meta, this.#bytes);
    this.#lastMeta = meta;
    this.#waitingBytes += size;
    // A large one counts at once, small ones only by and by: large ones may follow. As slowly as the window is large, so
    // that it grows by about one item with each: what lets a window of small ones come has been seen as often.
    const remembered = Math.max(LEAST_REMEMBERED, this.#items);
    this.#itemBytes = Math.max(size, this.#itemBytes + (size - this.#itemBytes) / remembered);
    const fitting = Math.floor(this.#bytes / Math.max(1, this.#itemBytes));
    this.#items = Math.min(this.#most, Math.max(1, fitting));
  }

  /**
   * One was taken. Returns the credit that is due: none until half of the window is free, so that the other side need
   * not wait and is not told of every single item.
   */
  take(): number {
    this.#waitingBytes -= this.#waitingBytes / (this.#received - this.#taken);
    this.#taken++;
    const ahead = this.#granted - this.#taken;
    if (ahead * 2 > this.#items) return 0;
    this.#granted += this.#items - ahead;
    return this.#items - ahead;
  }
}
