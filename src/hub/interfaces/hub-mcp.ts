import { messageOf } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveMCP } from "../../serve/mcp/serve-mcp.ts";
import type { MCPService } from "../../serve/mcp/options/mcp-service.ts";
import { failureLevel } from "../observe/create-log.ts";
import type { Log } from "../observe/create-log.ts";
import type { HubConfig } from "../config/hub-config.ts";

/** The same limit as over HTTP. */
const DEFAULT_CONCURRENT_CALLS = 1000;

/** The hub as an MCP server. */
export function serveHubMCP(registry: OperationRegistry, { name, serve = {} }: HubConfig, log: Log): MCPService {
  const { limits } = serve;
  return serveMCP(registry, {
    name,
    callTimeout: limits?.callTimeout,
    maxConcurrentCalls: limits?.concurrentCalls ?? DEFAULT_CONCURRENT_CALLS,
    maxCallsPerClient: limits?.callsPerClient,
    maxBodySize: limits?.bodyBytes,
    onError: (error, context) => {
      const level = context === undefined ? "warn" : failureLevel(error);
      log(level, "mcp", { error: messageOf(error), ...context });
    },
  });
}
