/** Numbers that look random and repeat for the same seed. */
export interface SeededRandom {
  readonly seed: number;
  /** From 0 up to, but excluding, 1. */
  next(): number;
  /** A whole number from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<TItem>(items: readonly TItem[]): TItem;
}

/** mulberry32: 32 bits of state, good enough to choose faults. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    seed: seed >>> 0,
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <TItem>(items: readonly TItem[]): TItem => {
      if (items.length === 0) throw new Error("nothing to pick from");
      return items[between(0, items.length - 1)] as TItem;
    },
  };
}

/** Returns the given seed or a new one, and prints it, so that a failed run can be repeated. */
export function announceSeed(asked: number | undefined, print: (line: string) => void = console.log): number {
  const seed = (asked ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;
  print(`seed ${seed}`);
  return seed;
}
