/** `@alkdev/operations/search`: finds operations by what they do. */
export { createSearch } from "../search/create-search.ts";
export type { OperationSearch, SearchOptions, SearchScope } from "../search/create-search.ts";
export type { RankedOperation } from "../search/ranking/operation-index.ts";
export { rankOperations } from "../search/ranking/rank-operations.ts";
export type { SearchedOperation } from "../search/ranking/search-text.ts";
