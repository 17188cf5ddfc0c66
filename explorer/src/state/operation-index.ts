import MiniSearch from "minisearch";
import { toDeprecation } from "../../../src/shared/deprecation.ts";
import type { ListedOperation } from "../api/contract.ts";

export interface OperationIndex {
  /** Best first; deprecated ones last. */
  search(text: string): ListedOperation[];
}

const MOST_RESULTS = 500;
const SHORTEST_TERM = 3;

/** The words of `getUserById`, and each word with the rest of the name, so that `userbyid` finds it too. */
export function searchTerms(text: string): string[] {
  const names = text.split(/[^\p{L}\p{N}]+/u).filter((name) => name !== "");
  const terms = names.flatMap((name) => {
    const words = name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").split(" ");
    return words.flatMap((word, index) => [word, words.slice(index).join("")]);
  });
  return [...new Set(terms.map((term) => term.toLowerCase()))];
}

/** A query consists of words already: `byid` is one. */
function typedTerms(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Builds the index in pieces, so that the page stays responsive. */
export async function buildOperationIndex(operations: readonly ListedOperation[]): Promise<OperationIndex> {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const index = new MiniSearch<ListedOperation>({
    fields: ["id", "title", "description", "tags"],
    tokenize: searchTerms,
    extractField: (operation, field) => {
      if (field === "tags") return operation.tags?.join(" ") ?? "";
      const value = (operation as unknown as Record<string, unknown>)[field];
      return typeof value === "string" ? value : "";
    },
    searchOptions: {
      tokenize: typedTerms,
      boost: { id: 4, title: 3, tags: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  await index.addAllAsync([...byId.values()], { chunkSize: 250 });
  return {
    search(text) {
      const wanted = text.trim().toLowerCase();
      if (wanted.length < SHORTEST_TERM) return containing(operations, wanted);
      const results = index.search(text).flatMap(({ id }) => byId.get(String(id)) ?? []);
      // A query that starts an id means that operation.
      const [exact, others] = partition(results, ({ id }) => id.toLowerCase().startsWith(wanted));
      return deprecatedLast([...exact, ...others]).slice(0, MOST_RESULTS);
    },
  };
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
