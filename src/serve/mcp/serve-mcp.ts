import { AnswerBudget } from "../../answers/answer-budget.ts";
import { CallError } from "../../errors/call-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { LOOPBACK_NAMES } from "../../shared/connections/loopback-names.ts";
import { CallLimits, ClientLimits } from "../request/client-limits.ts";
import type { HTTPService } from "../request/http-service.ts";
import { hostInURL } from "../request/node-http.ts";
import type { IncomingRoute, RequestTarget } from "../request/request-handler.ts";
import type { RequestSettings } from "../request/request-options.ts";
import { serveRequests } from "../request/serve-requests.ts";
import { ResultReader } from "./answers/result-reader.ts";
import { SuspendedCalls } from "./call/suspended-calls.ts";
import { loadServerSDK } from "./options/load-sdk.ts";
import type { MCPService } from "./options/mcp-service.ts";
import { toMCPSettings } from "./options/serve-mcp-options.ts";
import type { ServeMCPOptions } from "./options/serve-mcp-options.ts";
import { PromptCatalog } from "./prompts/prompt-catalog.ts";
import { ResourceProviders } from "./providers/resource-providers.ts";
import { ResourceCatalog } from "./resources/resource-catalog.ts";
import { SearchTools } from "./search/search-tools.ts";
import { connect } from "./session/connection.ts";
import { MCPEndpoint } from "./session/mcp-endpoint.ts";
import { defineToolServer } from "./session/tool-server.ts";
import type { ToolServerDeps } from "./session/tool-server.ts";
import { ToolCatalog } from "./tools/tool-catalog.ts";

/**
 * Serves the operations of a registry as MCP tools, prompts and resources over stdio and Streamable HTTP, to clients of
 * every revision.
 *
 * @example
 * const service = serveMCP(registry, { name: "weather" });
 * const { url } = await service.listen({ port: 8080 });
 */
export function serveMCP(registry: OperationRegistry, options: ServeMCPOptions = {}): MCPService {
  const settings = toMCPSettings(options);
  const requestSettings: RequestSettings = { ...settings, compressAbove: Infinity };
  const providers = new ResourceProviders(registry.list());
  const catalog = new ToolCatalog(registry, settings, providers);
  const prompts = new PromptCatalog(registry, settings);
  const resources = new ResourceCatalog(registry, settings, providers);
  const search = settings.searchAbove === Infinity ? undefined : new SearchTools({ registry, catalog, settings });
  const limits = new CallLimits(settings.clientLimits ?? new ClientLimits(settings));
  const suspended = new SuspendedCalls(settings);
  const budget = new AnswerBudget(settings);
  const reader = new ResultReader(budget);
  const watches = { count: 0 };
  const open = new Set<{ close(): Promise<void> }>();
  let started: Promise<ToolServerDeps> | undefined;
  let isClosed = false;

  const assertOpen = (): void => {
    if (isClosed) throw new CallError("OVERLOADED", "This MCP service has been closed.");
  };

  /** Remembers a part for `close`. Closes it at once if `close` has run already. */
  const keep = async <T extends { close(): Promise<void> }>(part: T): Promise<T> => {
    if (isClosed) await part.close();
    assertOpen();
    open.add(part);
    return part;
  };

  const start = async (): Promise<ToolServerDeps> => {
    assertOpen();
    started ??= loadServerSDK().then((sdk) => {
      const ToolServer = defineToolServer(sdk);
      const found = { registry, settings, catalog, prompts, resources, providers, search, budget, reader, watches };
      return { ...found, sdk, ToolServer, limits, suspended };
    });
    return started;
  };

  const endpoint = new MCPEndpoint(start);
  const serve = (find: (path: string) => RequestTarget, own: RequestSettings): HTTPService =>
    serveRequests({ find: ({ path }) => find(path) }, own, limits);
  const service = serve(() => endpoint, requestSettings);

  return {
    async fetch(request, info) {
      await start();
      return service.fetch(request, info);
    },
    route(path = "/mcp") {
      const route: IncomingRoute = {
        path,
        handle: (request, info) => service.fetch(request, info),
        answer: endpoint.answer,
        readsAhead: endpoint.readsAhead,
      };
      return route;
    },
    async listen({ path = "/mcp", ...where } = {}) {
      await start();
      const { allowedHosts = [...LOOPBACK_NAMES, hostInURL(where.host ?? "127.0.0.1")] } = settings;
      const { allowedOrigins = allowedHosts } = settings;
      const own = { ...requestSettings, allowedHosts, allowedOrigins };
      const server = await serve((asked) => (asked === path ? endpoint : NOTHING), own).listen(where);
      // Streams stay open for as long as their clients like, so any grace would be spent on them.
      const close = (): Promise<void> => server.close({ graceMs: 0 });
      await keep({ close });
      return { ...server, url: `${server.url}${path}`, close };
    },
    async connect(how = {}) {
      const connection = await keep(await connect(await start(), how));
      void connection.closed.then(() => open.delete(connection));
      return connection;
    },
    get watches() {
      return watches.count;
    },
    endListening: () => endpoint.endListening(),
    drain: (graceMs) => limits.drain(graceMs),
    async close() {
      isClosed = true;
      for (const each of [catalog, prompts, resources]) each.close();
      search?.close();
      budget.close();
      await endpoint.close();
      await Promise.all(Array.from(open, (part) => part.close()));
      open.clear();
      suspended.close();
    },
  };
}

const NOTHING: RequestTarget = {
  answer() {
    throw new CallError("OPERATION_NOT_FOUND", "There is nothing at this path.");
  },
};
