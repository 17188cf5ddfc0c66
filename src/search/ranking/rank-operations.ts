import { atOnce } from "../../shared/time/slices.ts";
import { OperationIndex } from "./operation-index.ts";
import type { RankedOperation } from "./operation-index.ts";
import type { SearchedOperation } from "./search-text.ts";

/**
 * Ranks a given list of operations once, such as those that a hub lists: the best first, and only those that fit. For a
 * registry, or for many queries, use `createSearch`.
 */
export function rankOperations(operations: Iterable<SearchedOperation>, text: string): RankedOperation[] {
  const index = new OperationIndex();
  for (const operation of operations) index.add(operation);
  return atOnce(index.rank(text));
}
