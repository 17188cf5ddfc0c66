/**
 * MCP servers as operations.
 *
 * @module
 */
export type { ElicitationAnswer, ElicitationRequest } from "./operation/elicitation.ts";
export type { ElicitationContext, ElicitationHandler } from "./sources/mcp/elicitation.ts";
export { mapMCPContentBlocks } from "./sources/mcp/content-blocks.ts";
export { closeMCPClient, createMCPClient } from "./sources/mcp/mcp-client.ts";
export type { MCPClientWrapper, MCPServerInfo } from "./sources/mcp/mcp-client.ts";
export type {
  CredentialsForIdentity,
  MCPClientConfig,
  MCPEra,
  MCPLogEntry,
  MCPRespawnOptions,
} from "./sources/mcp/mcp-client-config.ts";
export { MCPClientLoader } from "./sources/mcp/mcp-client-loader.ts";
export type { MCPOperation, MCPProblem } from "./sources/mcp/mcp-operation.ts";
export type { ToolPatterns } from "./sources/mcp/tool-filter.ts";
