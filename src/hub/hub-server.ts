import type { Server } from "node:http";
import { CallError, messageOf } from "../errors/call-error.ts";
import type { Identity } from "../operation/access-control.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { serveHTTP } from "../serve/http/serve-http.ts";
import type { HTTPServer, HTTPService } from "../serve/request/http-service.ts";
import type { Log } from "./observe/create-log.ts";
import { allEnded } from "./all-ended.ts";
import type { Closing } from "./closing.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { explorerRoute, findExplorerFolder } from "./interfaces/explorer-files.ts";
import type { HubCore } from "./hub-core.ts";
import { serveHubMCP } from "./interfaces/hub-mcp.ts";
import type { HubPart } from "./interfaces/hub-part.ts";
import { hubRoutes } from "./interfaces/hub-routes.ts";
import { allowedHosts, httpOptions } from "./interfaces/hub-settings.ts";
import { serveHubWebSocket } from "./interfaces/hub-websocket.ts";
import type { HubEndpoints, StartHubOptions } from "./running-hub.ts";
import type { SourceStatus } from "./sources/source-status.ts";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 7411;

/** The interfaces of a hub. */
export interface HubServer {
  readonly endpoints: HubEndpoints;
  /** Takes no more calls; resolves when those in flight have ended, or were ended when the grace was over. */
  drain(graceMs: number): Promise<void>;
  /** Tells the parts of another config. */
  reload(config: HubConfig): void;
}

export interface ServeCoreOptions extends StartHubOptions {
  readonly config: HubConfig;
  readonly isReady: () => boolean;
  readonly closing: Closing;
}

/** Serves a hub on HTTP, MCP and WebSocket, and attaches further parts to the same server. */
export async function serveCore(core: HubCore, options: ServeCoreOptions): Promise<HubServer> {
  const { log, observers, registry, sources, access } = core;
  const { config, closing, isReady } = options;
  const { serve = {}, name } = config;
  const host = options.host ?? serve.host ?? DEFAULT_HOST;
  const mcp = serve.mcp === false ? undefined : serveHubMCP(registry, config, log);
  if (mcp !== undefined) closing.add(() => mcp.close());
  const hasExplorer = serve.explorer !== false && serve.http !== false;
  const { metrics, timeline } = observers;
  const parts = serve.ws === false ? withoutWebSocket(options.parts) : withWebSocket(options.parts, config, log);
  const statuses = (viewer?: Identity): SourceStatus[] => [
    ...sources.statuses(viewer),
    ...parts.flatMap((part) => part.sources?.(viewer) ?? []),
  ];
  const refusals = (): ReadonlyMap<string, number> =>
    new Map(parts.flatMap((part) => (part.refusedConnections ? [[part.name, part.refusedConnections()]] : [])));
  // Without HTTP calls the rest is still there: an empty registry has nothing to call.
  const http = serveHTTP(serve.http === false ? new OperationRegistry() : registry, {
    ...httpOptions(config, host),
    name,
    authenticate: access.authenticate,
    credentialWatch: access.credentialWatch,
    isReady,
    onError: (error, context) => log("error", "http", { error: messageOf(error), ...context }),
    routes: [
      ...hubRoutes({ statuses, refusals, metrics, timeline }),
      ...(mcp === undefined ? [] : [mcp.route("/mcp")]),
      ...(hasExplorer ? [explorerRoute(options.explorerFolder ?? findExplorerFolder())] : []),
    ],
  });
  const server = await listen(http, host, options.port ?? serve.port ?? DEFAULT_PORT);
  closing.add(() => http.close({ graceMs: 0 }));
  // The hub's own WebSocket, where it is alone, answers every other upgrade itself, and lets requests through that only
  // ask for HTTP/2 by the way, as those of Java's client do.
  if (parts.length > 0 && (options.parts ?? []).length > 0) refuseOtherUpgrades(server.server as Server, parts);
  for (const part of parts) {
    closing.add(() => part.close());
    await part.attach({
      server: server.server as Server,
      registry,
      authenticate: access.authenticate,
      credentialWatch: access.credentialWatch,
      isAnonymousAllowed: (serve.publicOperations?.length ?? 0) > 0,
      allowedHosts: allowedHosts(config, host),
      allowedOrigins: serve.cors?.origins ?? [],
      clientAddress: (request) => server.clientAddress(request),
      idle: (graceMs) => observers.calls.idle(graceMs),
    });
  }
  return {
    endpoints: endpointsOf(server, { hasHTTP: serve.http !== false, hasMCP: mcp !== undefined, hasExplorer, parts }),
    async drain(graceMs) {
      await allEnded([
        http.close({ graceMs }),
        ...parts.map(async (part) => part.drain(graceMs)),
        // Streams of MCP that carry no call would hold the server open for all of the grace.
        observers.calls.idle(graceMs).then(() => mcp?.close()),
      ]);
    },
    reload: (next) => parts.forEach((part) => part.reload?.(next)),
  };
}

function withoutWebSocket(parts: readonly HubPart[] = []): readonly HubPart[] {
  return parts.filter(({ name }) => name !== "ws");
}

/** The hub's own, unless there is another. */
function withWebSocket(parts: readonly HubPart[] = [], config: HubConfig, log: Log): readonly HubPart[] {
  return parts.some(({ name }) => name === "ws") ? parts : [...parts, serveHubWebSocket(config, log)];
}

/** A server that somebody asks for upgrades answers none by itself: the connection would stay open, and silent. */
function refuseOtherUpgrades(server: Server, parts: readonly HubPart[]): void {
  const paths = new Set(parts.map(({ path }) => path));
  server.on("upgrade", ({ url = "/" }, socket) => {
    if (paths.has(url.split("?", 1)[0] ?? "/")) return;
    socket.on("error", () => socket.destroy());
    // A client may leave its own side open for ever.
    const answer = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    socket.end(answer, () => socket.destroy());
  });
}

async function listen(http: HTTPService, host: string, port: number): Promise<HTTPServer> {
  try {
    return await http.listen({ host, port });
  } catch (cause) {
    const isTaken = (cause as { code?: unknown }).code === "EADDRINUSE";
    const reason = isTaken ? "something else listens there: choose another serve.port" : messageOf(cause);
    throw new CallError("EXECUTION_ERROR", `The hub can't listen on ${host}:${port}: ${reason}`, undefined, { cause });
  }
}

interface Offered {
  readonly hasHTTP: boolean;
  readonly hasMCP: boolean;
  readonly hasExplorer: boolean;
  readonly parts: readonly HubPart[];
}

function endpointsOf({ url }: HTTPServer, { hasHTTP, hasMCP, hasExplorer, parts }: Offered): HubEndpoints {
  const ws = parts.find(({ name }) => name === "ws");
  return {
    http: url,
    ...(hasHTTP ? { openapi: `${url}/openapi.json` } : {}),
    ...(hasMCP ? { mcp: `${url}/mcp` } : {}),
    ...(ws === undefined ? {} : { ws: `${url.replace(/^http/, "ws")}${ws.path}` }),
    ...(hasExplorer ? { explorer: `${url}/explorer/` } : {}),
  };
}
