/** Something that has a place among others: a lower `rank` comes first, then a higher `score`, then the earlier one. */
export interface Placed {
  readonly rank: number;
  readonly score: number;
}

/**
 * The best of many, in their order: the same as sorting all of them. Only those that can be among the best need to be
 * made and compared.
 */
export class BestOf<TPlaced extends Placed> {
  readonly #limit: number;
  readonly #best: TPlaced[] = [];
  #isSorted = true;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether a candidate with this rank and score would be among the best so far. */
  hasRoomFor(rank: number, score: number): boolean {
    if (this.#best.length < this.#limit) return true;
    const last = this.#best.at(-1);
    return last !== undefined && isBefore(rank, score, last);
  }

  /** Call it only where `hasRoomFor` was true. */
  add(candidate: TPlaced): void {
    const best = this.#best;
    // Sort once, when the list is full: finding the place of each candidate in a long list would take longer.
    if (best.length < this.#limit) {
      this.#isSorted = false;
      if (best.push(candidate) === this.#limit) this.#sort();
      return;
    }
    best.pop();
    best.splice(this.#placeOf(candidate), 0, candidate);
  }

  /** The best first. */
  take(): readonly TPlaced[] {
    if (!this.#isSorted) this.#sort();
    return this.#best;
  }

  #sort(): void {
    this.#best.sort((one, other) => one.rank - other.rank || other.score - one.score);
    this.#isSorted = true;
  }

  #placeOf({ rank, score }: TPlaced): number {
    let [low, high] = [0, this.#best.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(rank, score, this.#best[middle] as TPlaced)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function isBefore(rank: number, score: number, other: Placed): boolean {
  return rank < other.rank || (rank === other.rank && score > other.score);
}
