import { BestOf } from "./best-of.ts";
import type { Placed } from "./best-of.ts";
import { toDeprecation } from "../../shared/deprecation.ts";
import { LexicalIndex } from "./lexical-index.ts";
import { wholeAndBest } from "./request-scores.ts";
import type { RequestScores } from "./request-scores.ts";
import { searchTexts } from "./search-text.ts";
import type { SearchedOperation } from "./search-text.ts";
import { splitWords } from "./words.ts";

/** An operation that fits a query. */
export interface RankedOperation {
  readonly id: string;
  /** The higher, the better it fits; to be compared within one answer only. */
  readonly score: number;
}

export interface RankOptions {
  /** Which operations may be found. Default: all. */
  readonly isWanted?: ((id: string) => boolean) | undefined;
  /** The most results. Default: all that fit. */
  readonly limit?: number | undefined;
  /** Whether the last word may be incomplete, as while a user types. */
  readonly isTyping?: boolean | undefined;
  /** Mixes in scores by another measure. Ids are by slot too. Default: words alone. */
  readonly fuse?: ((scores: RequestScores, ids: readonly (string | undefined)[]) => Float64Array) | undefined;
}

interface Entry {
  readonly id: string;
  readonly slot: number;
  /** The id, the name and the title, as words. */
  readonly names: readonly string[];
  /** The title, where it is long enough to be recognised within a query. */
  readonly phrase: string;
  readonly isDeprecated: boolean;
}

interface FoundOperation extends RankedOperation, Placed {
  readonly isDeprecated: boolean;
}

/** Finds operations by words. It knows no registry: a page or a program fills it with what it has. */
export class OperationIndex {
  readonly #entries = new Map<string, Entry>();
  /** The ids and the entries by slot: looking each up by its id would take most of the time of a query. */
  readonly #ids: Array<string | undefined> = [];
  readonly #slots: Array<Entry | undefined> = [];
  readonly #free: number[] = [];
  readonly #lexical = new LexicalIndex();

  get size(): number {
    return this.#entries.size;
  }

  add(operation: SearchedOperation): void {
    const { id, name, title = "" } = operation;
    const texts = searchTexts(operation);
    this.remove(id);
    const slot = this.#free.pop() ?? this.#ids.length;
    this.#lexical.add(slot, texts);
    this.#ids[slot] = id;
    const isDeprecated = toDeprecation(operation.deprecated) !== undefined;
    const names = [id, name, title].map(asWords);
    const entry: Entry = { id, slot, names, phrase: asPhrase(title), isDeprecated };
    this.#entries.set(id, entry);
    this.#slots[slot] = entry;
  }

  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#lexical.remove(entry.slot);
    this.#ids[entry.slot] = undefined;
    this.#slots[entry.slot] = undefined;
    this.#free.push(entry.slot);
    this.#entries.delete(id);
  }

  /** The best first: those whose id, name or title equals the query, then by score, and deprecated ones last. */
  *rank(
    text: string,
    { isWanted, limit = Infinity, isTyping, fuse = wholeAndBest }: RankOptions = {},
  ): Generator<undefined, RankedOperation[]> {
    const lexical = yield* this.#lexical.score(text, { size: this.#ids.length, isTyping });
    const scores = fuse(lexical, this.#ids);
    const asked = asWords(text);
    const found = new BestOf<FoundOperation>(limit);
    for (let slot = 0; slot < this.#slots.length; slot++) {
      const entry = this.#slots[slot];
      const score = scores[slot] ?? 0;
      if (entry === undefined) continue;
      const { id, names, phrase, isDeprecated } = entry;
      const exact = asked === "" ? -1 : names.indexOf(asked);
      if (score <= 0 && exact < 0) continue;
      const rank = exact < 0 ? names.length : exact;
      const named = phrase !== "" && asked.includes(phrase) ? 1 + PHRASE_BONUS : 1;
      const weighed = score * named * (isDeprecated ? DEPRECATED_WEIGHT : 1);
      if (!found.hasRoomFor(rank, weighed) || isWanted?.(id) === false) continue;
      found.add({ id, score: weighed, rank, isDeprecated });
    }
    yield;
    const first = found.take();
    const ordered = [...first.filter((each) => !each.isDeprecated), ...first.filter((each) => each.isDeprecated)];
    return ordered.map(({ id, score }) => ({ id, score }));
  }
}

function asWords(text: string): string {
  return splitWords(text.slice(0, LONGEST_NAME)).join(" ");
}

function asPhrase(title: string): string {
  const words = asWords(title);
  return words.includes(" ") ? words : "";
}

const LONGEST_NAME = 300;
/** How much more an operation counts if the query contains its title. */
const PHRASE_BONUS = 0.5;
/** A deprecated operation ranks behind its replacement, and is still found if nothing else fits nearly as well. */
const DEPRECATED_WEIGHT = 0.1;
