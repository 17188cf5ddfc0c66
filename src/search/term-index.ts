/**
 * Which documents have which terms, and how well they fit one (BM25). Documents are numbers, given by the caller and
 * reused by it. Lists of documents are sorted, so a change touches only the lists of its own terms.
 */

/** How soon further occurrences of a term stop counting, and how much long documents are held back. */
const K1 = 1.2;
const B = 0.6;

interface Posting {
  readonly slots: number[];
  /** How often the term occurs in each, weighted. */
  readonly counts: number[];
}

/** A term of a query that also accepts others, for less. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

export class TermIndex {
  readonly #postings = new Map<string, Posting>();
  readonly #terms: Array<readonly string[] | undefined> = [];
  readonly #lengths: number[] = [];
  #total = 0;
  #size = 0;

  has(term: string): boolean {
    return this.#postings.has(term);
  }

  terms(): IterableIterator<string> {
    return this.#postings.keys();
  }

  add(slot: number, counts: ReadonlyMap<string, number>): void {
    let length = 0;
    for (const [term, count] of counts) {
      length += count;
      let posting = this.#postings.get(term);
      if (posting === undefined) this.#postings.set(term, (posting = { slots: [], counts: [] }));
      const at = placeOf(posting.slots, slot);
      if (at === posting.slots.length) {
        posting.slots.push(slot);
        posting.counts.push(count);
      } else {
        posting.slots.splice(at, 0, slot);
        posting.counts.splice(at, 0, count);
      }
    }
    this.#terms[slot] = [...counts.keys()];
    this.#lengths[slot] = length;
    this.#total += length;
    this.#size++;
  }

  remove(slot: number): void {
    const terms = this.#terms[slot];
    if (terms === undefined) return;
    for (const term of terms) {
      const posting = this.#postings.get(term) as Posting;
      const at = placeOf(posting.slots, slot);
      posting.slots.splice(at, 1);
      posting.counts.splice(at, 1);
      if (posting.slots.length === 0) this.#postings.delete(term);
    }
    this.#terms[slot] = undefined;
    this.#total -= this.#lengths[slot] ?? 0;
    this.#lengths[slot] = 0;
    this.#size--;
  }

  /** Adds to `scores` how well each document fits the best of the terms. `scratch` is zero before and after. */
  score(terms: readonly WeightedTerm[], scores: Float64Array, scratch: Float64Array): void {
    const postings = terms.flatMap(({ term, weight }) => {
      const posting = this.#postings.get(term);
      return posting === undefined ? [] : [{ posting, weight }];
    });
    for (const { posting, weight } of postings) this.#raise(posting, weight, scratch);
    for (const { posting } of postings) {
      for (const slot of posting.slots) {
        (scores[slot] as number) += scratch[slot] as number;
        scratch[slot] = 0;
      }
    }
  }

  #raise({ slots, counts }: Posting, weight: number, best: Float64Array): void {
    const rarity = weight * Math.log(1 + (this.#size - slots.length + 0.5) / (slots.length + 0.5));
    const mean = this.#total / this.#size;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      const count = counts[at] as number;
      const length = this.#lengths[slot] as number;
      const score = (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / mean));
      if (score > (best[slot] as number)) best[slot] = score;
    }
  }
}

/** Where a number is in a sorted list, or belongs. Most are added at its end. */
function placeOf(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length];
  if (high === 0 || (sorted[high - 1] as number) < wanted) return high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
