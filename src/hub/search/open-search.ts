import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { OperationSearch } from "../../search/create-search.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { mcpInterfaceOf } from "../config/mcp-fields.ts";

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
  /** Is told of failures of the embedder: until it works, words alone rank. */
  readonly onError: (error: unknown) => void;
}

/** An embedder as a config names it. */
export type NamedEmbedder = NonNullable<ReturnType<typeof mcpInterfaceOf>["embedder"]>;

/**
 * Opens the search of a config that names an embedder; others search by words alone, without it. Rejects where the embedder
 * can't be loaded: a hub that can't do what its config says does not start.
 */
export async function openSearch(
  loaded: LoadedConfig,
  registry: OperationRegistry,
  options: OpenSearchOptions,
): Promise<HubSearch | undefined> {
  const { embedder: named } = mcpInterfaceOf(loaded.config);
  if (named === undefined) return undefined;
  // Every command loads this module, and few configs name an embedder.
  const { openEmbedderSearch } = await import("./embedder-search.ts");
  return await openEmbedderSearch(loaded, registry, { ...options, named });
}
