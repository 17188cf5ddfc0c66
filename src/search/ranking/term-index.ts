/**
 * Which documents have which terms, and how well they fit one (BM25). Documents are numbers, given by the caller and
 * reused by it. Lists of documents are sorted, so a change touches only the lists of its own terms.
 */
import { AlikeTerms } from "./alike-terms.ts";
import type { WeightedTerm } from "./alike-terms.ts";

/** The parameters of BM25. */
export interface TermWeights {
  /** How soon further occurrences of a term stop counting. */
  readonly k1: number;
  /** How much long documents are held back, from 0 to 1. */
  readonly b: number;
}

interface Posting {
  readonly slots: number[];
  /** How often the term occurs in each, weighted. */
  readonly counts: number[];
}

/** Both by slot. */
export interface ScoreArrays {
  readonly scores: Float64Array;
  /** Zero before and after. */
  readonly scratch: Float64Array;
}

export class TermIndex<TWord> {
  readonly alike = new AlikeTerms();
  readonly #termOf: (word: TWord) => string;
  readonly #weights: TermWeights;
  readonly #postings = new Map<string, Posting>();
  readonly #terms: Array<readonly string[] | undefined> = [];
  readonly #lengths: number[] = [];
  #total = 0;
  #size = 0;

  constructor(termOf: (word: TWord) => string, weights: TermWeights) {
    this.#termOf = termOf;
    this.#weights = weights;
  }

  has(term: string): boolean {
    return this.#postings.has(term);
  }

  /** Words count as their terms, and those of one term add up. */
  add(slot: number, words: ReadonlyMap<TWord, number>): void {
    const terms: string[] = [];
    let length = 0;
    for (const [word, count] of words) {
      length += count;
      const term = this.#termOf(word);
      const { slots, counts } = this.#postings.get(term) ?? this.#open(term);
      const at = placeOf(slots, slot);
      if (slots[at] === slot) {
        (counts[at] as number) += count;
        continue;
      }
      terms.push(term);
      if (at === slots.length) {
        slots.push(slot);
        counts.push(count);
      } else {
        slots.splice(at, 0, slot);
        counts.splice(at, 0, count);
      }
    }
    this.#terms[slot] = terms;
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
      if (posting.slots.length === 0) this.#forget(term);
    }
    this.#terms[slot] = undefined;
    this.#total -= this.#lengths[slot] ?? 0;
    this.#lengths[slot] = 0;
    this.#size--;
  }

  /** Adds how well each document fits the best of the terms. */
  score(terms: readonly WeightedTerm[], { scores, scratch }: ScoreArrays): void {
    const postings = terms.flatMap(({ term, weight }) => {
      const posting = this.#postings.get(term);
      return posting === undefined ? [] : [{ posting, weight }];
    });
    const [only] = postings;
    // No other term to compare with.
    if (postings.length === 1 && only !== undefined) return this.#add(only.posting, only.weight, scores);
    for (const { posting, weight } of postings) this.#raise(posting, weight, scratch);
    for (const { posting } of postings) {
      for (const slot of posting.slots) {
        (scores[slot] as number) += scratch[slot] as number;
        scratch[slot] = 0;
      }
    }
  }

  #open(term: string): Posting {
    const posting: Posting = { slots: [], counts: [] };
    this.#postings.set(term, posting);
    this.alike.add(term);
    return posting;
  }

  #forget(term: string): void {
    this.#postings.delete(term);
    this.alike.delete(term);
  }

  #add(posting: Posting, weight: number, scores: Float64Array): void {
    const { slots } = posting;
    const scoreAt = this.#scorer(posting, weight);
    for (let at = 0; at < slots.length; at++) (scores[slots[at] as number] as number) += scoreAt(at);
  }

  #raise(posting: Posting, weight: number, best: Float64Array): void {
    const { slots } = posting;
    const scoreAt = this.#scorer(posting, weight);
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      const score = scoreAt(at);
      if (score > (best[slot] as number)) best[slot] = score;
    }
  }

  /** BM25 of the documents of a posting. */
  #scorer({ slots, counts }: Posting, weight: number): (at: number) => number {
    const rarity = weight * Math.log(1 + (this.#size - slots.length + 0.5) / (slots.length + 0.5));
    const { k1, b } = this.#weights;
    const mean = this.#total / this.#size;
    const lengths = this.#lengths;
    return (at) => {
      const count = counts[at] as number;
      const length = lengths[slots[at] as number] as number;
      return (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / mean));
    };
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
