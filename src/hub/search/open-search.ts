import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { mcpInterfaceOf } from "../config/mcp-fields.ts";
import type { HubSearch, OpenSearchOptions } from "./hub-search.ts";

/**
 * Opens the search of a config that names an embedder. Undefined for other configs, which search by words alone.
 * Rejects if the embedder can't be loaded: a hub that can't do what its config says does not start.
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
