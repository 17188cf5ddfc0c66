import type { Identity } from "../operation/access-control.ts";
import { checkAccess } from "../operation/access-control.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { warnIfThrows } from "../registry/call/warnings.ts";
import { matchesFilter } from "../registry/operation-filter.ts";
import type { OperationFilter } from "../registry/operation-filter.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { inSlices, runInSlices } from "../shared/time/slices.ts";
import type { Embedder, VectorStore } from "./embedder.ts";
import { SemanticSearch } from "./semantic-search.ts";
import { OperationIndex } from "./ranking/operation-index.ts";
import type { RankedOperation } from "./ranking/operation-index.ts";
import { toSearched } from "./searched-operation.ts";

/** The options of `createSearch`. */
export interface SearchOptions {
  /** Called for operations that cannot be read. They are not found; the others are. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Ranks by meaning beside words. Until it has seen every operation, and while it fails, words alone rank. */
  readonly embedder?: Embedder | undefined;
  /** Keeps its vectors between runs: see `vectorFolder`. */
  readonly vectors?: VectorStore | undefined;
}

/** Who searches, and where. */
export interface SearchScope extends Pick<OperationFilter, "namespace" | "type" | "tag"> {
  /** Only what this caller may call. Without the member: everything. */
  readonly identity?: Identity | undefined;
  /** A further condition on the operations that may be found. */
  readonly filter?: ((spec: OperationSpec) => boolean) | undefined;
  /** The most results. Default: 10. */
  readonly limit?: number | undefined;
}

/** Finds operations of a registry by what they do. */
export interface OperationSearch {
  /** The best first. Exact ids, names and titles come before all others, deprecated operations last. */
  search(text: string, scope?: SearchScope): Promise<RankedOperation[]>;
  /** Resolves when every operation that is registered now can be found, and by meaning too if there is an embedder. */
  ready(): Promise<void>;
  /** Stops following the registry. */
  close(): void;
}

const DEFAULT_LIMIT = 10;
/** The most characters of a query that are read. */
const LONGEST_QUERY = 10_000;
/** How many operations are indexed in one step. */
const STEP = 8;

/**
 * A search over the operations of a registry. The index is built at the first search and follows the registry from then
 * on; both work in slices, so that nothing else waits for long.
 *
 * ```ts
 * const search = createSearch(registry);
 * const [best] = await search.search("create an issue", { identity });
 * ```
 */
export function createSearch(registry: OperationRegistry, options: SearchOptions = {}): OperationSearch {
  return new RegistrySearch(registry, options);
}

class RegistrySearch implements OperationSearch {
  readonly #registry: OperationRegistry;
  readonly #onError: (error: unknown) => void;
  readonly #semantic: SemanticSearch | undefined;
  readonly #index = new OperationIndex();
  /** What the index does not know yet: specs to add, ids to remove. */
  readonly #outdated = new Map<string, OperationSpec | undefined>();
  /** Searches and updates take turns: an index must not change under a search. */
  #turn: Promise<unknown> = Promise.resolve();
  #stop: (() => void) | undefined;

  constructor(registry: OperationRegistry, { onError, embedder, vectors }: SearchOptions) {
    this.#registry = registry;
    this.#onError = warnIfThrows("createSearch: onError", onError);
    this.#semantic = embedder && new SemanticSearch({ embedder, store: vectors, onError: this.#onError });
  }

  search(text: string, scope: SearchScope = {}): Promise<RankedOperation[]> {
    const { limit = DEFAULT_LIMIT } = scope;
    const query = text.slice(0, LONGEST_QUERY);
    const isWanted = (id: string): boolean => this.#isWanted(id, scope);
    return this.#inTurn(async () => {
      const fuse = await this.#semantic?.fuseFor(query);
      return await inSlices(this.#index.rank(query, { limit, isWanted, fuse }));
    });
  }

  async ready(): Promise<void> {
    await this.#inTurn(() => Promise.resolve());
    await this.#semantic?.settle();
  }

  #inTurn<TResult>(act: () => Promise<TResult>): Promise<TResult> {
    this.#follow();
    const turn = this.#turn.then(async () => {
      while (this.#outdated.size > 0) await runInSlices(this.#update()).ended;
      return await act();
    });
    // A search that fails must not end the others.
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  close(): void {
    this.#stop?.();
    this.#semantic?.close();
    this.#stop = () => undefined;
  }

  #follow(): void {
    if (this.#stop !== undefined) return;
    this.#stop = this.#registry.onChange((changes) => {
      for (const { type, id, spec, caller } of changes) {
        // The index does not depend on what one caller sees.
        if (caller === undefined) this.#outdated.set(id, type === "unregistered" ? undefined : spec);
      }
    });
    for (const spec of this.#registry.list()) this.#outdated.set(operationId(spec), spec);
  }

  *#update(): Generator<void> {
    let updated = 0;
    for (const [id, spec] of this.#outdated) {
      this.#outdated.delete(id);
      this.#index.remove(id);
      this.#semantic?.remove(id);
      if (spec !== undefined) this.#add(spec);
      if (++updated % STEP === 0) yield;
    }
  }

  #add(spec: OperationSpec): void {
    try {
      const operation = toSearched(spec);
      this.#index.add(operation);
      this.#semantic?.add(operation);
    } catch (error) {
      this.#onError(error);
    }
  }

  #isWanted(id: string, scope: SearchScope): boolean {
    const spec = this.#registry.getSpec(id);
    if (spec === undefined) return false;
    const { namespace, type, tag, filter } = scope;
    return (
      matchesFilter(spec, { namespace, type, tag }) &&
      (!("identity" in scope) || checkAccess(spec.accessControl, scope.identity)) &&
      filter?.(spec) !== false
    );
  }
}
