/** `@alkdev/operations/serve-mcp`: a registry as an MCP server. Needs `@modelcontextprotocol/server` 2.4 or newer. */
export type { Authenticate, Credential } from "../operation/authenticate.ts";
export { serveMCP } from "../serve/mcp/serve-mcp.ts";
export type {
  AllowedNames,
  ConnectOptions,
  ListenOptions,
  MCPConnection,
  MCPFetchOptions,
  MCPHTTPServer,
  MCPService,
} from "../serve/mcp/options/mcp-service.ts";
export type { ErrorPlace } from "../serve/request/service-settings.ts";
export type { ServeMCPOptions } from "../serve/mcp/options/serve-mcp-options.ts";
