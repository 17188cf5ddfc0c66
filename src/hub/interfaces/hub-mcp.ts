import { messageOf } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import { serveMCP } from "../../serve/mcp/serve-mcp.ts";
import type { MCPService } from "../../serve/mcp/options/mcp-service.ts";
import { failureLevel } from "../observe/create-log.ts";
import type { Log } from "../observe/create-log.ts";
import type { HubConfig } from "../config/hub-config.ts";

/** The same limit as over HTTP. */
const DEFAULT_CONCURRENT_CALLS = 1000;

/** The hub as an MCP server, at `/mcp`. */
export function serveHubMCP(
  registry: OperationRegistry,
  { name, serve = {} }: HubConfig,
  log: Log,
): { readonly service: MCPService; readonly route: HTTPRoute } {
  const { limits, cors } = serve;
  const service = serveMCP(registry, {
    name,
    callTimeout: limits?.callTimeout,
    maxConcurrentCalls: limits?.concurrentCalls ?? DEFAULT_CONCURRENT_CALLS,
    maxCallsPerClient: limits?.callsPerClient,
    maxBodySize: limits?.bodyBytes,
    onError: (error, call) => {
      const level = call === undefined ? "warn" : failureLevel(error);
      log(level, "mcp", { error: messageOf(error), ...call });
    },
  });
  // The HTTP server has checked the origin already. The MCP service checks it again, with the same result.
  const pages = (cors?.origins ?? []).flatMap((origin) => (URL.canParse(origin) ? [new URL(origin).hostname] : []));
  return {
    service,
    route: {
      path: "/mcp",
      handle: (request, info) =>
        service.fetch(request, { ...info, allowedOrigins: [new URL(request.url).hostname, ...pages] }),
    },
  };
}
