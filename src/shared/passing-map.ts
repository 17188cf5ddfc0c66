/** So many entries leave before the map is renewed. */
const LEAVE_BEFORE_RENEWAL = 512;

/**
 * A map for entries that come and go, such as calls in flight. V8 links the table of a `Map` to the one that replaces it
 * when entries have come and gone. Once a table is in the old generation, every later table and all entries that ever
 * were in them live until the next full collection: see ADR 56. So this map starts a new one from time to time.
 */
export class PassingMap<TKey, TValue> {
  #map = new Map<TKey, TValue>();
  #left = 0;

  get size(): number {
    return this.#map.size;
  }

  has(key: TKey): boolean {
    return this.#map.has(key);
  }

  get(key: TKey): TValue | undefined {
    return this.#map.get(key);
  }

  set(key: TKey, value: TValue): void {
    this.#map.set(key, value);
  }

  delete(key: TKey): void {
    if (!this.#map.delete(key) || ++this.#left < Math.max(LEAVE_BEFORE_RENEWAL, this.#map.size)) return;
    this.#left = 0;
    this.#map = new Map(this.#map);
  }

  clear(): void {
    this.#map = new Map();
  }

  /** A value that leaves meanwhile is left out. One that comes may be. */
  *values(): Generator<TValue, void> {
    for (const [key, value] of this.#map) if (this.#map.get(key) === value) yield value;
  }
}
