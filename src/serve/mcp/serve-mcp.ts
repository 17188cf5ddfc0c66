import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { CallSlots } from "./call/call-slots.ts";
import { checkOrigin } from "./session/check-origin.ts";
import { connect } from "./session/connection.ts";
import { defineToolServer } from "./session/create-server.ts";
import type { Serving } from "./session/create-server.ts";
import { createHttpHandler } from "./session/http-handler.ts";
import type { HttpHandler } from "./session/http-handler.ts";
import { loadServerSDK } from "./options/load-sdk.ts";
import type { MCPFetchOptions, MCPService } from "./options/mcp-service.ts";
import { startNodeServer } from "./session/node-server.ts";
import { SearchTools } from "./search/search-tools.ts";
import { SuspendedCalls } from "./call/suspended-calls.ts";
import { toMCPSettings } from "./options/serve-mcp-options.ts";
import type { ServeMCPOptions } from "./options/serve-mcp-options.ts";
import { ToolCatalog } from "./tools/tool-catalog.ts";

interface Started {
  readonly serving: Serving;
  readonly http: HttpHandler;
}

/**
 * Serves the operations of a registry as MCP tools, to clients of every revision.
 *
 * @example
 * const service = serveMCP(registry, { name: "weather" });
 * const { url } = await service.listen({ port: 8080 });
 */
export function serveMCP(registry: OperationRegistry, options: ServeMCPOptions = {}): MCPService {
  const settings = toMCPSettings(options);
  const catalog = new ToolCatalog(registry, settings);
  const search = settings.searchAbove === Infinity ? undefined : new SearchTools({ registry, catalog, settings });
  const slots = new CallSlots(settings.maxConcurrentCalls, settings.maxCallsPerClient);
  const suspended = new SuspendedCalls(settings);
  const open = new Set<{ close(): Promise<void> }>();
  let started: Promise<Started> | undefined;
  let isClosed = false;

  const assertOpen = (): void => {
    if (isClosed) throw new Error("This MCP service has been closed.");
  };

  /** For what `close` came too early to see. */
  const keep = async <T extends { close(): Promise<void> }>(part: T): Promise<T> => {
    if (isClosed) await part.close();
    assertOpen();
    open.add(part);
    return part;
  };

  const start = (): Promise<Started> => {
    assertOpen();
    started ??= loadServerSDK().then((sdk) => {
      const ToolServer = defineToolServer(sdk);
      const serving = { sdk, ToolServer, registry, settings, catalog, slots, suspended, search };
      const http = createHttpHandler(serving);
      catalog.onChange(() => http.announceChange());
      return { serving, http };
    });
    return started;
  };

  const fetch = async (request: Request, options: MCPFetchOptions = {}): Promise<Response> => {
    const { serving, http } = await start();
    return checkOrigin(serving.sdk, request, options) ?? http.handle(request, options);
  };

  return {
    fetch,
    async listen(where = {}) {
      await start();
      const { maxBodySize, onError } = settings;
      return await keep(await startNodeServer({ fetch, maxBodySize, onError }, where));
    },
    async connect(how = {}) {
      const { serving } = await start();
      const connection = await keep(await connect(serving, how));
      void connection.closed.then(() => open.delete(connection));
      return connection;
    },
    async close() {
      isClosed = true;
      catalog.close();
      search?.close();
      await (await started?.catch(() => undefined))?.http.close();
      await Promise.all(Array.from(open, (part) => part.close()));
      open.clear();
      suspended.close();
    },
  };
}
