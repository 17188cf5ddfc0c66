/** Finds the terms that an unknown word may mean: `repos` is `repository`, `isue` is `issue`. */
import { editDistance } from "../../shared/edit-distance.ts";

const SHORTEST_PREFIX = 3;
const SHORTEST_MISSPELT = 4;
/** Words from this length on may have two mistakes. */
const LONG_WORD = 8;
const MOST_TERMS = 20;
const PREFIX_WEIGHT = 0.4;
const MISSPELT_WEIGHT = 0.3;

/** A term to look for, and how much it counts. */
export interface WeightedTerm {
  readonly term: string;
  readonly weight: number;
}

/** Terms that begin with the same character, because people rarely misspell that one. */
export class AlikeTerms {
  /** The letters of each term as bits, which are enough to distinguish most terms. */
  readonly #letters = new Map<string, Map<string, number>>();

  add(term: string): void {
    const first = term.charAt(0);
    const alike = this.#letters.get(first);
    if (alike === undefined) this.#letters.set(first, new Map([[term, lettersOf(term)]]));
    else alike.set(term, lettersOf(term));
  }

  delete(term: string): void {
    this.#letters.get(term.charAt(0))?.delete(term);
  }

  /** The nearest first. */
  near(word: string): WeightedTerm[] {
    if (word.length < SHORTEST_PREFIX) return [];
    const most = word.length < SHORTEST_MISSPELT ? 0 : word.length < LONG_WORD ? 1 : 2;
    const letters = lettersOf(word);
    const found: WeightedTerm[] = [];
    for (const [term, others] of this.#letters.get(word.charAt(0)) ?? []) {
      if (term.startsWith(word)) {
        found.push({ term, weight: PREFIX_WEIGHT * Math.sqrt(word.length / term.length) });
      } else if (Math.abs(term.length - word.length) <= most && bitCount(letters ^ others) <= 2 * most) {
        const distance = editDistance(word, term);
        if (distance <= most) found.push({ term, weight: MISSPELT_WEIGHT / Math.max(distance, 1) });
      }
    }
    return found.sort((one, other) => other.weight - one.weight).slice(0, MOST_TERMS);
  }
}

function lettersOf(term: string): number {
  let bits = 0;
  for (let at = 0; at < term.length; at++) bits |= 1 << (term.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}
