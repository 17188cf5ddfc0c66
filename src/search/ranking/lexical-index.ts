import type { WeightedTerm } from "./alike-terms.ts";
import { remember } from "./remember.ts";
import type { RequestScores } from "./request-scores.ts";
import type { IndexedTexts } from "./search-text.ts";
import { toWord } from "./stems.ts";
import type { Word } from "./stems.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { synonymsOf } from "./synonyms.ts";
import { TermIndex } from "./term-index.ts";
import type { ScoreArrays, TermWeights } from "./term-index.ts";
import { splitSentences, splitWords } from "./words.ts";

/** How many words and sentences of a query count. Further ones are ignored. */
const MOST_WORDS = 64;
const MOST_SENTENCES = 8;
const SYNONYM_WEIGHT = 0.4;
const TEXT_WEIGHTS: TermWeights = { k1: 1, b: 0.6 };
/** A short title whose every word is asked for is worth more than a long one that has those words too. */
const TITLE_WEIGHTS: TermWeights = { k1: 2, b: 1 };
const TITLE_SHARE = 0.6;

/**
 * Ranks texts by words. Each text is indexed twice, by words without plurals and by stems, because stems find more and
 * mistake more; both together are better than either. Titles are indexed once more by themselves: people write them to
 * say what an operation does.
 */
export class LexicalIndex {
  readonly #singulars = new WordForm((word) => word.singular, TEXT_WEIGHTS);
  readonly #stems = new WordForm((word) => word.stem, TEXT_WEIGHTS);
  readonly #titles = new WordForm((word) => word.stem, TITLE_WEIGHTS);
  readonly #split = remember((text: string) =>
    splitWords(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map(toWord),
  );

  add(slot: number, { title, texts }: IndexedTexts): void {
    const counts = new Map<Word, number>();
    for (const { text, weight } of texts) {
      for (const word of this.#split(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
    }
    this.#singulars.index.add(slot, counts);
    this.#stems.index.add(slot, counts);
    this.#titles.index.add(slot, new Map(this.#split(title).map((word) => [word, 1])));
  }

  remove(slot: number): void {
    for (const form of [this.#singulars, this.#stems, this.#titles]) form.index.remove(slot);
  }

  /** How well each of the first `size` slots fits. Yields between words. */
  *score(text: string, { size, isTyping = false }: ScoreOptions): Generator<undefined, RequestScores> {
    const scratch = new Float64Array(size);
    const unfinished = isTyping ? splitWords(text).at(-1) : undefined;
    const sentences: Float64Array[] = [];
    let room = MOST_WORDS;
    for (const words of splitSentences(text).slice(0, MOST_SENTENCES).map(queryWords)) {
      const scores = new Float64Array(size);
      for (const word of words.slice(0, room).map(toWord)) {
        let isKnown = true;
        for (const form of [this.#singulars, this.#stems]) {
          isKnown = form.knows(word) && word.text !== unfinished;
          form.score(word, { isOpen: !isKnown, weight: 1 }, { scores, scratch });
        }
        this.#titles.score(word, { isOpen: !isKnown, weight: TITLE_SHARE }, { scores, scratch });
        yield;
      }
      room -= Math.min(room, words.length);
      sentences.push(scores);
    }
    const [only = scratch] = sentences;
    return sentences.length > 1 ? { whole: sum(sentences, scratch), sentences } : { whole: only, sentences: [] };
  }
}

function sum(sentences: readonly Float64Array[], into: Float64Array): Float64Array {
  for (const sentence of sentences) {
    for (let slot = 0; slot < into.length; slot++) (into[slot] as number) += sentence[slot] as number;
  }
  return into;
}

interface ScoreOptions {
  readonly size: number;
  /** Whether the last word may be the beginning of one. */
  readonly isTyping?: boolean | undefined;
}

/** The words of a request that say something; all of them if none does. */
function queryWords(text: string): string[] {
  const words = [...new Set(splitWords(text))];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

interface WordOptions {
  /** Whether similar words match too. */
  readonly isOpen: boolean;
  readonly weight: number;
}

/** One form of all words: each word counts as its term. */
class WordForm {
  readonly index: TermIndex<Word>;
  readonly #termOf: (word: Word) => string;

  constructor(termOf: (word: Word) => string, weights: TermWeights) {
    this.#termOf = termOf;
    this.index = new TermIndex(termOf, weights);
  }

  knows(word: Word): boolean {
    return this.index.has(this.#termOf(word));
  }

  score(word: Word, how: WordOptions, into: ScoreArrays): void {
    const terms = this.#termsFor(word, how);
    this.index.score(
      how.weight === 1 ? terms : terms.map(({ term, weight }) => ({ term, weight: weight * how.weight })),
      into,
    );
  }

  #termsFor(word: Word, { isOpen }: WordOptions): WeightedTerm[] {
    const term = this.#termOf(word);
    const synonyms = Array.from(synonymsOf(word.singular), (synonym) => ({
      term: this.#termOf(toWord(synonym)),
      weight: SYNONYM_WEIGHT,
    }));
    return [{ term, weight: 1 }, ...(isOpen ? this.index.alike.near(word.text) : []), ...synonyms];
  }
}
