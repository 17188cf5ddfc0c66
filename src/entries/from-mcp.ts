/**
 * `@alkdev/operations/from-mcp`: MCP servers as operations.
 *
 * @module
 */
export type { ElicitationAnswer, ElicitationRequest } from "../operation/caller-request.ts";
export type { ElicitationContext, ElicitationHandler } from "../sources/mcp/config/elicitation.ts";
export { mapMCPContentBlocks } from "../sources/mcp/tools/content-blocks.ts";
export { closeMCPClient, createMCPClient } from "../sources/mcp/mcp-client.ts";
export type { MCPClientWrapper } from "../sources/mcp/mcp-client.ts";
export type {
  AuthProviderForCaller,
  CredentialsForIdentity,
  IsolatedCaller,
  MCPClientConfig,
  MCPEra,
  MCPIsolation,
  MCPLogEntry,
  MCPRespawnOptions,
} from "../sources/mcp/config/mcp-client-config.ts";
export { MCPClientLoader } from "../sources/mcp/mcp-client-loader.ts";
export { mcpSource } from "../sources/mcp/mcp-source.ts";
export type { MCPSourceConfig } from "../sources/mcp/mcp-source.ts";
export type { MCPOperation, MCPProblem, MCPServerInfo, MCPTool } from "../sources/mcp/tools/mcp-operation.ts";
export type { ToolPatterns } from "../sources/mcp/config/tool-filter.ts";
