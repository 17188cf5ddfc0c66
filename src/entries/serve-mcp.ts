/** `@alkdev/operations/serve-mcp`: a registry as an MCP server. Needs `@modelcontextprotocol/server` 2.4 or newer. */
export type { Authenticate, Credential } from "../operation/authenticate.ts";
export { serveMCP } from "../serve/mcp/serve-mcp.ts";
export type { ConnectOptions, MCPConnection, MCPListenOptions, MCPService } from "../serve/mcp/options/mcp-service.ts";
export type {
  HTTPCloseOptions,
  HTTPListenOptions,
  HTTPRequestInfo,
  HTTPRoute,
  HTTPServer,
} from "../serve/request/http-service.ts";
export type { CORSOptions, RequestOptions } from "../serve/request/request-options.ts";
export type { ProtectedResourceOptions } from "../serve/request/protected-resource.ts";
export type { ErrorContext } from "../serve/request/problem.ts";
export type { ServeMCPOptions } from "../serve/mcp/options/serve-mcp-options.ts";
export { ClientLimits } from "../serve/request/client-limits.ts";
export type { ClientLimitOptions } from "../serve/request/client-limits.ts";
export type { WaitingBytes } from "../serve/request/waiting-bytes.ts";
