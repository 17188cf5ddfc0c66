import { OperationIndex } from "../../../src/search/ranking/operation-index.ts";
import { toDeprecation } from "../../../src/shared/deprecation.ts";
import { atOnce } from "../../../src/shared/time/slices.ts";
import type { ListedOperation } from "../api/contract.ts";

export interface CatalogueIndex {
  /** Best first; deprecated ones last. */
  search(text: string): ListedOperation[];
}

const MOST_RESULTS = 500;
const SHORTEST_TERM = 3;
/** The number of operations to index before the page gets its turn. */
const CHUNK = 250;

/** Builds the index in pieces, so that the page stays responsive. */
export async function buildCatalogueIndex(operations: readonly ListedOperation[]): Promise<CatalogueIndex> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const index = new OperationIndex();
  let added = 0;
  for (const operation of byId.values()) {
    index.add(operation);
    if (++added % CHUNK === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return {
    search(text) {
      const wanted = text.trim().toLowerCase();
      if (PATH.test(wanted)) return atPath(operations, wanted);
      if (wanted.length < SHORTEST_TERM) return containing(operations, wanted);
      const ranked = atOnce(index.rank(text, { isTyping: true })).flatMap(({ id }) => byId.get(id) ?? []);
      // A query that is part of an id means that operation, even more so if the id starts with it.
      const named = wanted.includes(" ") ? [] : containing(operations, wanted);
      const [starting, others] = partition(named, ({ id }) => id.toLowerCase().startsWith(wanted));
      return deprecatedLast([...new Set([...starting, ...ranked, ...others])]).slice(0, MOST_RESULTS);
    },
  };
}

/** A path, with or without its method: `/pets`, `POST /pets`. */
const PATH = /^([a-z]+ )?\/\S/;

/** Shorter paths first: the typed text makes up most of them. */
function atPath(operations: readonly ListedOperation[], wanted: string): ListedOperation[] {
  const found = operations.filter(({ method = "", path = "" }) => `${method} ${path}`.toLowerCase().includes(wanted));
  found.sort((one, other) => (one.path?.length ?? 0) - (other.path?.length ?? 0));
  return deprecatedLast(found).slice(0, MOST_RESULTS);
}

/** One or two letters start thousands of words: searching the ids is faster and just as good. */
function containing(operations: readonly ListedOperation[], wanted: string): ListedOperation[] {
  const found = operations.filter(({ id }) => id.toLowerCase().includes(wanted));
  const [first, others] = partition(found, ({ name }) => name.toLowerCase().startsWith(wanted));
  return deprecatedLast([...first, ...others]).slice(0, MOST_RESULTS);
}

function deprecatedLast(operations: readonly ListedOperation[]): ListedOperation[] {
  return partition(operations, ({ deprecated }) => toDeprecation(deprecated) === undefined).flat();
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
