import type MiniSearch from "minisearch";
import type { Options } from "minisearch";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { runInSlices } from "../../../shared/time/slices.ts";
import { searchDocument } from "./search-document.ts";
import type { SearchDocument } from "./search-document.ts";
import { splitWords, toTerm } from "./search-terms.ts";

/** What is asked of an index. */
export interface IndexQuery {
  readonly text: string;
  /** At most so many ids. */
  readonly limit: number;
  /** Which operations may be found. */
  readonly isWanted: (id: string) => boolean;
}

/** Operations that are indexed in one step. */
const STEP = 8;

/** Terms of a query; further ones are left aside. */
const MOST_TERMS = 24;

/** A word in an operation's name says more about it than one in its description. */
const BOOSTS = { name: 2, title: 3, tags: 1.5, namespace: 1, path: 1, description: 1, parameters: 0.5 };

/** What replaces a deprecated operation is found before it. Where nothing else fits nearly as well, it is still found. */
const DEPRECATED_BOOST = 0.1;

const OPTIONS: Options<SearchDocument> = {
  fields: Object.keys(BOOSTS),
  // Terms that the engine rids of removed operations at once. A term may occur in every operation.
  autoVacuum: { batchSize: 5, batchWait: 1 },
  tokenize: splitWords,
  processTerm: (word) => toTerm(word) ?? null,
  searchOptions: {
    boost: BOOSTS,
    prefix: (term) => term.length > 2,
    fuzzy: (term) => (term.length > 3 ? (term.length > 7 ? 2 : 1) : false),
    weights: { prefix: 0.4, fuzzy: 0.2 },
    // One term at a time: see `Scores`.
    tokenize: (word) => [word],
  },
};

/**
 * Finds operations by words. Built at the first search and brought up to date at later ones, in slices, so that
 * nothing else waits for long.
 */
export class SearchIndex {
  readonly #registry: OperationRegistry;
  readonly #onError: ((error: unknown) => void) | undefined;
  /** What the engine does not know yet: specs to be indexed, ids to be forgotten. */
  readonly #outdated = new Map<string, OperationSpec | undefined>();
  #engine: Promise<MiniSearch<SearchDocument>> | undefined;
  #updating: Promise<void> | undefined;
  #stop: (() => void) | undefined;

  constructor(registry: OperationRegistry, onError?: (error: unknown) => void) {
    this.#registry = registry;
    this.#onError = onError;
  }

  /** The ids that fit best come first, and those of deprecated operations last. */
  async search({ text, limit, isWanted }: IndexQuery): Promise<string[]> {
    const engine = await (this.#engine ??= this.#start());
    while (this.#outdated.size > 0) {
      this.#updating ??= runInSlices(this.#update(engine)).ended.finally(() => (this.#updating = undefined));
      await this.#updating;
    }
    const scores = new Scores();
    await runInSlices(scores.read(engine, text)).ended;
    const isDeprecated = (id: string): boolean => (this.#registry.getSpec(id)?.deprecated ?? false) !== false;
    const ranked = scores.ranked((id) => (isDeprecated(id) ? DEPRECATED_BOOST : 1));
    const ids = firstWanted(ranked, { limit, isWanted });
    return [...ids.filter((id) => !isDeprecated(id)), ...ids.filter(isDeprecated)];
  }

  close(): void {
    this.#stop?.();
  }

  async #start(): Promise<MiniSearch<SearchDocument>> {
    this.#stop = this.#registry.onChange((changes) => {
      for (const { type, id, spec } of changes) this.#outdated.set(id, type === "unregistered" ? undefined : spec);
    });
    for (const spec of this.#registry.list()) this.#outdated.set(operationId(spec), spec);
    const { default: Engine } = await import("minisearch");
    return new Engine(OPTIONS);
  }

  *#update(engine: MiniSearch<SearchDocument>): Generator<void> {
    let updated = 0;
    for (const [id, spec] of this.#outdated) {
      this.#outdated.delete(id);
      if (engine.has(id)) engine.discard(id);
      if (spec !== undefined) this.#add(engine, spec);
      if (++updated % STEP === 0) yield;
    }
  }

  /** An operation that can't be read is not found; the others are. */
  #add(engine: MiniSearch<SearchDocument>, spec: OperationSpec): void {
    try {
      engine.add(searchDocument(spec));
    } catch (error) {
      this.#onError?.(error);
    }
  }
}

/**
 * How well operations fit a query. The engine looks for one term at a time, between which others have their turn: a term
 * that is in every operation takes some 3 ms for every thousand of these. The scores are those of one search for all.
 */
class Scores {
  readonly #found = new Map<string, { score: number; readonly terms: Set<string> }>();

  *read(engine: MiniSearch<SearchDocument>, text: string): Generator<void> {
    for (const word of [...new Set(splitWords(text))].slice(0, MOST_TERMS)) {
      for (const { id, score, queryTerms } of engine.search(word)) {
        const known = this.#found.get(id as string) ?? { score: 0, terms: new Set() };
        known.score += score;
        for (const term of queryTerms) known.terms.add(term);
        this.#found.set(id as string, known);
      }
      yield;
    }
  }

  /** The ids, best first. */
  ranked(weightOf: (id: string) => number): string[] {
    const all = Array.from(this.#found, ([id, { score, terms }]) => ({ id, score: score * terms.size * weightOf(id) }));
    return all.sort((one, other) => other.score - one.score).map(({ id }) => id);
  }
}

function firstWanted(ids: readonly string[], { limit, isWanted }: Pick<IndexQuery, "limit" | "isWanted">): string[] {
  const wanted: string[] = [];
  for (const id of ids) {
    if (wanted.length >= limit) break;
    if (isWanted(id)) wanted.push(id);
  }
  return wanted;
}
