import type { OperationSearch } from "../../search/create-search.ts";
import type { mcpInterfaceOf } from "../config/mcp-fields.ts";

/** The search of a hub whose config names an embedder. */
export interface HubSearch {
  readonly search: OperationSearch;
  /** Ends the search, and the embedder. */
  close(): Promise<void>;
}

/** How `openSearch` opens a search. */
export interface OpenSearchOptions {
  /** The folder for what outlives the hub: the vectors of operations. */
  readonly stateFolder?: string | undefined;
  /** Gets failures of the embedder: until it works, the search ranks by words alone. */
  readonly onError: (error: unknown) => void;
}

/** An embedder as a config names it. */
export type NamedEmbedder = NonNullable<ReturnType<typeof mcpInterfaceOf>["embedder"]>;
