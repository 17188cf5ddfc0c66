import type { HubConfig } from "../../entries/hub.ts";

/**
 * The config with only the source of that operation: to call a tool of one MCP server, no other need be started.
 * Undefined where it could be any, or where it may call others: operations of one's own nest, tools and endpoints don't.
 */
export function narrowConfig(config: HubConfig, id: string): HubConfig | undefined {
  const { mcpServers = {}, openapi = {}, local: _local, remotes: _remotes, sources: _sources, ...rest } = config;
  const namespace = id.slice(0, Math.max(0, id.lastIndexOf(".")));
  const isOwn = ([name, source]: [string, { readonly namespace?: string | undefined }]): boolean =>
    namespace === (source.namespace ?? name) || namespace.startsWith(`${source.namespace ?? name}.`);
  const servers = Object.entries(mcpServers).filter(isOwn);
  const apis = Object.entries(openapi).filter(isOwn);
  if (servers.length + apis.length === 0) return undefined;
  return { ...rest, mcpServers: Object.fromEntries(servers), openapi: Object.fromEntries(apis) };
}
