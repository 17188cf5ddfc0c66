/** `@alkdev/operations/serve-mcp`: a registry as an MCP server. Needs `@modelcontextprotocol/server` 2.4 or newer. */
export { serveMCP } from "./serve/mcp/serve-mcp.ts";
export type { MCPFetchOptions, MCPService } from "./serve/mcp/serve-mcp.ts";
export type { ServeMCPOptions } from "./serve/mcp/serve-mcp-options.ts";
export type { AllowedNames } from "./serve/mcp/check-origin.ts";
export type { ConnectOptions, MCPConnection } from "./serve/mcp/connection.ts";
export type { ListenOptions, MCPHTTPServer } from "./serve/mcp/node-server.ts";
