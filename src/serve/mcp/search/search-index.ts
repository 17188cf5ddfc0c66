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
    tokenize: (query) => [...new Set(splitWords(query))].slice(0, MOST_TERMS),
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
    const isDeprecated = (id: string): boolean => (this.#registry.getSpec(id)?.deprecated ?? false) !== false;
    const found = engine.search(text, {
      filter: ({ id }) => isWanted(id as string),
      boostDocument: (id) => (isDeprecated(id as string) ? DEPRECATED_BOOST : 1),
    });
    const ids = found.slice(0, limit).map(({ id }) => id as string);
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
