import { nearTerms } from "./near-terms.ts";
import type { WeightedText } from "./search-text.ts";
import { singular, stemmed } from "./stems.ts";
import type { Stem } from "./stems.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";
import { TermIndex } from "./term-index.ts";
import type { WeightedTerm } from "./term-index.ts";
import { splitSentences, splitWords } from "./words.ts";

/** Words and sentences of a query; further ones are left aside. */
const MOST_WORDS = 64;
const MOST_SENTENCES = 8;
const SYNONYM_WEIGHT = 0.3;
/** How much the best sentence of a request counts beside the whole. */
const SENTENCE_SHARE = 0.5;

/**
 * Ranks texts by words. Each text is indexed twice, by words without plurals and by stems, because stems find more and
 * mistake more; the mean of both is better than either.
 */
export class LexicalIndex {
  readonly #forms = [new WordForm(singular), new WordForm(stemmed)];

  add(slot: number, texts: readonly WeightedText[]): void {
    const words = texts.map(({ text, weight }) => ({ words: splitWords(text), weight }));
    for (const form of this.#forms) form.add(slot, words);
  }

  remove(slot: number): void {
    for (const form of this.#forms) form.index.remove(slot);
  }

  /** How well each of the first `size` slots fits; yields between the words. */
  *score(text: string, size: number): Generator<undefined, Float64Array> {
    const whole = new Float64Array(size);
    const best = new Float64Array(size);
    const scratch = new Float64Array(size);
    const sentences = splitSentences(text).slice(0, MOST_SENTENCES).map(queryWords);
    const seen = new Set<string>();
    for (const words of sentences) {
      const scores = new Float64Array(size);
      for (const word of words) {
        if (seen.size >= MOST_WORDS) break;
        const isNew = !seen.has(word);
        seen.add(word);
        const own = new Float64Array(size);
        for (const form of this.#forms) form.score(word, own, scratch);
        for (let slot = 0; slot < size; slot++) {
          const score = own[slot] as number;
          if (score === 0) continue;
          (scores[slot] as number) += score;
          if (isNew) (whole[slot] as number) += score;
        }
        yield;
      }
      for (let slot = 0; slot < size; slot++)
        if ((scores[slot] as number) > (best[slot] as number)) best[slot] = scores[slot] as number;
    }
    for (let slot = 0; slot < size; slot++)
      whole[slot] = (1 - SENTENCE_SHARE) * (whole[slot] as number) + SENTENCE_SHARE * (best[slot] as number);
    return whole;
  }
}

/** The words of a request that say something; all of them where none does. */
function queryWords(text: string): string[] {
  const words = [...new Set(splitWords(text))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

interface WeightedWords {
  readonly words: readonly string[];
  readonly weight: number;
}

class WordForm {
  readonly index = new TermIndex();
  readonly #stem: Stem;

  constructor(stem: Stem) {
    this.#stem = stem;
  }

  add(slot: number, texts: readonly WeightedWords[]): void {
    const counts = new Map<string, number>();
    for (const { words, weight } of texts) {
      for (const word of words) {
        if (STOP_WORDS.has(word)) continue;
        const term = this.#stem(word);
        counts.set(term, (counts.get(term) ?? 0) + weight);
      }
    }
    this.index.add(slot, counts);
  }

  score(word: string, scores: Float64Array, scratch: Float64Array): void {
    this.index.score(this.#termsFor(word), scores, scratch);
  }

  #termsFor(word: string): WeightedTerm[] {
    const term = this.#stem(word);
    const synonyms = Array.from(synonymsOf(singular(word)), (synonym) => ({
      term: this.#stem(synonym),
      weight: SYNONYM_WEIGHT,
    }));
    if (this.index.has(term)) return [{ term, weight: 1 }, ...synonyms];
    return [...nearTerms(term, this.index.terms()), ...synonyms];
  }
}
