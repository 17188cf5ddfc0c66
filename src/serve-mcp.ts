/** `@alkdev/operations/serve-mcp`: a registry as an MCP server. Needs `@modelcontextprotocol/server` 2.4 or newer. */
export { serveMCP } from "./serve/mcp/serve-mcp.ts";
export type {
  AllowedNames,
  ConnectOptions,
  ListenOptions,
  MCPConnection,
  MCPFetchOptions,
  MCPHTTPServer,
  MCPService,
} from "./serve/mcp/mcp-service.ts";
export type { ErrorPlace } from "./serve/service-settings.ts";
export type { ServeMCPOptions } from "./serve/mcp/serve-mcp-options.ts";
