/** `@alkdev/operations/search`: finds operations by what they do. */
export { createSearch } from "../search/create-search.ts";
export type { Embedder, VectorStore } from "../search/embedder.ts";
export { httpEmbedder } from "../search/http-embedder.ts";
export type { HTTPEmbedderOptions } from "../search/http-embedder.ts";
export { localEmbedder } from "../search/local-embedder.ts";
export type { LocalEmbedder, LocalEmbedderOptions } from "../search/local-embedder.ts";
export { vectorFolder } from "../search/vector-folder.ts";
export type { OperationSearch, SearchOptions, SearchScope } from "../search/create-search.ts";
export type { RankedOperation } from "../search/ranking/operation-index.ts";
export { rankOperations } from "../search/ranking/rank-operations.ts";
export type { SearchedOperation } from "../search/ranking/search-text.ts";
