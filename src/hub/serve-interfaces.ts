import type { Server } from "node:http";
import { KeptAnswers } from "../answers/kept-answers.ts";
import { CallError, messageOf } from "../errors/call-error.ts";
import type { Identity } from "../operation/access-control.ts";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { serveHTTP } from "../serve/http/serve-http.ts";
import type { HTTPListenOptions, HTTPServer, HTTPService } from "../serve/request/http-service.ts";
import { isLoopback } from "../shared/connections/loopback-names.ts";
import type { ConfigWarner } from "./access/config-warner.ts";
import type { Log } from "./observe/create-log.ts";
import { allEnded } from "./closing.ts";
import type { Closing } from "./closing.ts";
import { atPlace, showPlace } from "./config/config-place.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import type { HubConfig } from "./config/hub-config.ts";
import { showsPersonCode } from "./approvals/person-code.ts";
import { WireRecorder } from "./observe/wire-recorder.ts";
import { recordFor } from "./interfaces/wire-access.ts";
import { UpdateStreams } from "./activity/update-streams.ts";
import { activityRoute } from "./interfaces/activity-route.ts";
import { approvalRoutes } from "./interfaces/approvals-route.ts";
import { BrowserAccess } from "./browser/browser-access.ts";
import { PageSessions } from "./browser/page-sessions.ts";
import { EXPLORER_PATH, explorerAtRoot, explorerRoute, findExplorerFolder } from "./interfaces/explorer-files.ts";
import type { HubCore } from "./hub-core.ts";
import { serveHubMCP } from "./interfaces/hub-mcp.ts";
import { openOwnerSocket } from "./interfaces/owner-socket.ts";
import { FollowedCertificate } from "./interfaces/followed-certificate.ts";
import type { HubInterface } from "./interfaces/hub-interface.ts";
import { LoginRoutes } from "./logins/page/login-routes.ts";
import { sourceRoute } from "./interfaces/source-route.ts";
import { hubRoutes } from "./interfaces/hub-routes.ts";
import { allowedHosts, clientLimitsOf, httpOptions } from "./interfaces/hub-settings.ts";
import { serveHubWebSocket } from "./interfaces/hub-websocket.ts";
import type { HubEndpoints, StartHubOptions } from "./running-hub.ts";
import type { SourceStatus } from "./sources/source-status.ts";

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 7411;

const UNENCRYPTED =
  "Keys and data travel unencrypted between this hub and other machines. Set serve.tls, or listen on 127.0.0.1 behind a proxy that has a certificate; serve.trustedProxies names a proxy on another machine.";

/** The interfaces of a hub, on one server. */
export interface HubInterfaces {
  readonly endpoints: HubEndpoints;
  readonly hosts: readonly string[];
  readonly makeLogInLink: (() => string) | undefined;
  readonly openOwnerSocket: (path: string) => Promise<() => Promise<void>>;
  /** Takes no more calls. Resolves when those in flight have ended, or were aborted at the end of the grace. */
  drain(graceMs: number): Promise<void>;
  /** Hands a new config to the interfaces. */
  reload(config: HubConfig): Promise<void>;
}

export interface ServeInterfacesOptions extends StartHubOptions {
  readonly loaded: LoadedConfig;
  /** Relative paths in the config start here. */
  readonly folder: string;
  readonly isReady: () => boolean;
  readonly closing: Closing;
  readonly warner: Pick<ConfigWarner, "ofConfig" | "looks">;
}

/** Serves a hub on HTTP, MCP and WebSocket, and attaches further interfaces to the same server. */
export async function serveInterfaces(core: HubCore, options: ServeInterfacesOptions): Promise<HubInterfaces> {
  const { log, observers, registry, sources, search, access, loginAddress } = core;
  const { loaded, folder, closing, isReady, warner } = options;
  const { config } = loaded;
  const { serve = {}, name } = config;
  const host = options.host ?? serve.host ?? DEFAULT_HOST;
  const hosts = allowedHosts(config, host);
  const clientLimits = clientLimitsOf(config);
  const loginPage = (source: string, caller: Identity): string | undefined => loginAddress.pageFor(source, caller);
  const keptAnswers = new KeptAnswers();
  closing.add(() => keptAnswers.close());
  const mcpDeps = { log, clientLimits, sources, search, loginPage, answerTokensOf: access.answerTokensOf, keptAnswers };
  const mcp = serve.mcp === false ? undefined : serveHubMCP(registry, config, mcpDeps);
  if (mcp !== undefined) closing.add(() => mcp.close());
  const hasExplorer = serve.explorer !== false && serve.http !== false;
  const { metrics, timeline, activity, audit } = observers;
  const wire = new WireRecorder(core.redactor);
  const streams = new UpdateStreams();
  closing.add(() => streams.close());
  let changes = 0;
  const countChange = (): void => void changes++;
  closing.add(registry.onChange(countChange));
  closing.add(sources.onChange(countChange));
  let listening: HTTPServer | undefined;
  let endpoints: HubEndpoints;
  const { tls } = serve;
  const certificate =
    tls &&
    (await atPlace(loaded, ["serve", "tls"], () =>
      FollowedCertificate.open(tls, { folder, log, apply: (fresh) => listening?.setCertificate(fresh) }),
    ));
  if (certificate !== undefined) closing.add(() => certificate.close());
  const attached = attachedInterfaces(options.interfaces, config, log);
  const statuses = (viewer?: Identity): SourceStatus[] => [
    ...sources.statuses(viewer),
    ...attached.flatMap((each) => each.sources?.(viewer) ?? []),
  ];
  const refusals = (): ReadonlyMap<string, number> =>
    new Map(attached.flatMap((each) => (each.refusedConnections ? [[each.name, each.refusedConnections()]] : [])));
  const { vault, loginAddress: address } = core;
  const browser = new BrowserAccess({
    sessions: new PageSessions(vault, log),
    authenticate: access.authenticate,
    address,
    ownKey: core.ownKey?.key,
  });
  const logins = new LoginRoutes({
    credentialOf: browser.credentialOf,
    vault,
    address,
    log,
    hasExplorer,
    logins: core.ownLogins,
    authenticate: access.authenticate,
  });
  closing.add(() => logins.close());
  // The rest of the server works without HTTP calls: an empty registry has nothing to call.
  const http = serveHTTP(serve.http === false ? new OperationRegistry() : registry, {
    ...httpOptions(config, hosts),
    answerTokens: access.answerTokensOf,
    keptAnswers,
    name,
    clientLimits,
    authenticate: access.authenticate,
    credentialWatch: access.credentialWatch,
    sessionCredential: hasExplorer ? browser.credentialIn : undefined,
    isReady,
    onCallTimes: metrics.observeTimes,
    recordExchanges: (call) => recordFor(wire, call),
    onError: (error, context) => log("error", "http", { error: messageOf(error), ...context }),
    routes: [
      ...hubRoutes({
        statuses,
        off: () => sources.off(),
        refusals,
        waiting: clientLimits.waiting,
        audit: audit?.counters,
        rateLimited: core.rateLimits?.refused,
        access: () => ({
          credentials: access.failures,
          keyFile: access.keyNumbers,
          certificate: certificate?.numbers,
        }),
        metrics,
        timeline,
        wire,
        lock: sources.lock,
        approvals: core.approvals.queue,
        endpoints: () => endpoints,
      }),
      sourceRoute({ sources, audit, log }),
      activityRoute({
        activity,
        streams,
        inFlight: () => metrics.inFlight,
        statuses,
        warnings: () => [...warner.ofConfig, ...sources.warnings()],
        changes: () => changes + warner.looks,
        approvals: core.approvals.queue,
      }),
      ...approvalRoutes({
        approvals: core.approvals,
        isPerson: async (request) =>
          (await browser.isPerson(request)) || (await showsPersonCode(request, core.stateFolder)),
        isAtSocket: access.isAtSocket,
      }),
      ...logins.routes,
      ...(mcp === undefined ? [] : [mcp.route("/mcp")]),
      ...(hasExplorer
        ? [...browser.routes, explorerAtRoot, explorerRoute(options.explorerFolder ?? findExplorerFolder())]
        : []),
    ],
  });
  const where = { host, port: options.port ?? serve.port ?? DEFAULT_PORT, tls: certificate?.tls };
  const server = await listen(http, where, (error) => placeOfAddress(error, options));
  endpoints = endpointsOf(server, {
    hasHTTP: serve.http !== false,
    hasMCP: mcp !== undefined,
    hasExplorer,
    attached,
  });
  if (certificate === undefined && serve.trustedProxies === undefined && !isLoopback(host))
    log("warn", UNENCRYPTED, { host });
  core.approvals.listensAt(serve.publicUrl ?? server.url);
  closing.add(() => http.close({ graceMs: 0 }));
  address.listening = server.url;
  listening = server;
  // The certificate may have changed before the server could take it.
  if (certificate !== undefined) server.setCertificate(certificate.tls);
  // If the hub's own WebSocket is the only one, it answers all other upgrades itself. It lets through requests that
  // only offer to upgrade to HTTP/2, as Java's client does.
  if (attached.length > 0 && (options.interfaces ?? []).length > 0)
    refuseOtherUpgrades(server.server as Server, attached);
  const idle = (graceMs: number): Promise<void> => observers.calls.idle(graceMs, () => mcp?.watches ?? 0);
  for (const each of attached) {
    closing.add(() => each.close());
    await each.attach({
      server: server.server as Server,
      registry,
      serverLog: core.sources.onServerLog,
      authenticate: access.authenticate,
      credentialWatch: access.credentialWatch,
      clientLimits,
      isAnonymousAllowed: (serve.publicOperations?.length ?? 0) > 0,
      allowedHosts: hosts,
      allowedOrigins: serve.cors?.origins ?? [],
      clientAddress: (request) => server.clientAddress(request),
      idle,
    });
  }
  return {
    endpoints,
    hosts,
    makeLogInLink:
      hasExplorer && core.ownKey !== undefined ? () => `${endpoints.explorer}${browser.newCode()}` : undefined,
    async openOwnerSocket(path) {
      const close = await openOwnerSocket(path, { server: server.server as Server, key: access.socketKey });
      closing.add(close);
      return close;
    },
    async drain(graceMs) {
      streams.close();
      const mcpDrained = mcp?.drain(graceMs);
      await allEnded([
        http.close({ graceMs, until: mcpDrained }),
        ...attached.map(async (each) => each.drain(graceMs)),
        // Streams of MCP that only listen would hold the server open for the whole grace. It waits for all others.
        idle(graceMs).then(() => mcp?.endListening()),
      ]);
    },
    reload: async (next) => void (await Promise.all(attached.map(async (each) => each.reload?.(next)))),
  };
}

/** The given ones, with the hub's own WebSocket unless one of them replaces it. */
function attachedInterfaces(given: readonly HubInterface[] = [], config: HubConfig, log: Log): readonly HubInterface[] {
  if (config.serve?.ws === false) return given.filter(({ name }) => name !== "ws");
  return given.some(({ name }) => name === "ws") ? given : [...given, serveHubWebSocket(config, log)];
}

/** Node answers no upgrade once a listener exists: without this, the connection would stay open and silent. */
function refuseOtherUpgrades(server: Server, attached: readonly HubInterface[]): void {
  const paths = new Set(attached.map(({ path }) => path));
  server.on("upgrade", ({ url = "/" }, socket) => {
    if (paths.has(url.split("?", 1)[0] ?? "/")) return;
    socket.on("error", () => socket.destroy());
    // A client may keep its own side open forever.
    const answer = "HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
    socket.end(answer, () => socket.destroy());
  });
}

async function listen(
  http: HTTPService,
  where: HTTPListenOptions,
  placeOfError: (error: unknown) => string,
): Promise<HTTPServer> {
  const { host, port } = where;
  try {
    return await http.listen(where);
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    const reason = REASONS[String(code)] ?? messageOf(cause);
    const message = `${placeOfError(cause)}The hub can't listen on ${host}:${port}: ${reason}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
}

const NO_ADDRESS = "this machine has no such address; 127.0.0.1 is this machine alone, 0.0.0.0 every address of it";
const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there; choose another port (serve.port, or --port)",
  EACCES: "this user may not listen on this port; choose one above 1023",
  ENOTFOUND: NO_ADDRESS,
  EADDRNOTAVAIL: NO_ADDRESS,
};

/** Where the config has the address; empty if the command line gave it, or nobody did. */
function placeOfAddress(error: unknown, { loaded, host, port }: ServeInterfacesOptions): string {
  const { serve = {} } = loaded.config;
  const isPort = /^(?:EADDRINUSE|EACCES)$/.test(String((error as { code?: unknown }).code));
  if (isPort) return port === undefined && serve.port !== undefined ? `${showPlace(loaded, ["serve", "port"])}: ` : "";
  return host === undefined && serve.host !== undefined ? `${showPlace(loaded, ["serve", "host"])}: ` : "";
}

interface OfferedInterfaces {
  readonly hasHTTP: boolean;
  readonly hasMCP: boolean;
  readonly hasExplorer: boolean;
  readonly attached: readonly HubInterface[];
}

function endpointsOf({ url }: HTTPServer, { hasHTTP, hasMCP, hasExplorer, attached }: OfferedInterfaces): HubEndpoints {
  const ws = attached.find(({ name }) => name === "ws");
  return {
    http: url,
    ...(hasHTTP ? { openapi: `${url}/openapi.json` } : {}),
    ...(hasMCP ? { mcp: `${url}/mcp` } : {}),
    ...(ws === undefined ? {} : { ws: `${url.replace(/^http/, "ws")}${ws.path}` }),
    ...(hasExplorer ? { explorer: `${url}${EXPLORER_PATH}` } : {}),
  };
}
