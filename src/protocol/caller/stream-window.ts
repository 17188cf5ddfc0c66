import { approximateSize } from "../../shared/json/data-size.ts";

/** How many items may come before the first one shows how large they are. */
const FIRST_ITEMS = 16;

/** The window forgets a large item only after at least this many small ones. */
const LEAST_REMEMBERED = 8;

export interface StreamWindowOptions {
  /** The most items that may be on their way or wait here. */
  readonly items: number;
  /** About how many bytes they may take: if they are large, fewer items come. `Infinity`: not measured. */
  readonly bytes: number;
}

interface Item {
  readonly data: unknown;
  readonly meta?: unknown;
}

/** How far the other side of a stream may run ahead of the consumer. */
export class StreamWindow {
  /** The largest that the window will ever be. */
  most: number;
  /** Items that the other side may send in all. */
  granted: number;
  /** Items that have arrived. */
  received = 0;
  /** About how many bytes wait to be taken. */
  waitingBytes = 0;
  readonly #bytes: number;
  /** How many may be ahead, at their present size. */
  #items: number;
  #taken = 0;
  /** The expected size of the next item. */
  #itemBytes: number;
  #lastMeta: unknown;

  constructor({ items, bytes }: StreamWindowOptions) {
    this.most = items;
    this.#bytes = bytes;
    this.#items = bytes === Infinity ? items : Math.min(items, FIRST_ITEMS);
    this.#itemBytes = bytes / FIRST_ITEMS;
    this.granted = this.#items;
  }

  /** The other side keeps to a smaller window. It says so before its first item. */
  narrow(most: number): void {
    if (most >= this.most) return;
    this.most = most;
    this.#items = Math.min(this.#items, most);
    if (this.received === 0) this.granted = Math.min(this.granted, most);
  }

  arrived({ data, meta }: Item): void {
    this.received++;
    if (this.#bytes === Infinity) return;
    let size = approximateSize(data, this.#bytes);
    // Items that came together share their meta.
    if (meta !== this.#lastMeta) size += approximateSize(meta, this.#bytes);
    this.#lastMeta = meta;
    this.waitingBytes += size;
    // A large item counts at once. Small ones count gradually, because large ones may follow. The larger the window,
    // the slower it grows: by about one item with each small one.
    const remembered = Math.max(LEAST_REMEMBERED, this.#items);
    this.#itemBytes = Math.max(size, this.#itemBytes + (size - this.#itemBytes) / remembered);
    const fitting = Math.floor(this.#bytes / Math.max(1, this.#itemBytes));
    this.#items = Math.min(this.most, Math.max(1, fitting));
  }

  /**
   * Takes one item. Returns the credit that is due: none until half of the window is free, so that the other side
   * neither waits nor receives credit for every single item.
   */
  take(): number {
    this.waitingBytes -= this.waitingBytes / (this.received - this.#taken);
    this.#taken++;
    const ahead = this.granted - this.#taken;
    if (ahead * 2 > this.#items) return 0;
    this.granted += this.#items - ahead;
    return this.#items - ahead;
  }
}
