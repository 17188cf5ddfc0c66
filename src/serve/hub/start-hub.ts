import { CallError, messageOf } from "../../errors/call-error.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveHTTP } from "../../serve-http.ts";
import type { HTTPServer } from "../../serve-http.ts";
import { secretsOf } from "./config/config-secrets.ts";
import type { LoadedConfig } from "./config/loaded-config.ts";
import { explorerRoute, findExplorerFolder } from "./explorer-files.ts";
import { HubAccess, namesCallers } from "./hub-access.ts";
import { Closing } from "./closing.ts";
import { defaultStateFolder, loadOrMakeKey } from "./hub-key.ts";
import { observeHub } from "./hub-observers.ts";
import { hubRoutes } from "./hub-routes.ts";
import { serveHubMCP } from "./hub-mcp.ts";
import { allowedHosts, httpOptions, settingsThatNeedARestart } from "./hub-settings.ts";
import type { HubPart } from "./hub-part.ts";
import type { HubEndpoints, RunningHub, StartHubOptions } from "./running-hub.ts";
import { openSources } from "./source/open-sources.ts";
import { Redactor } from "../observe/redact.ts";
import { createLog } from "../observe/create-log.ts";

/**
 * Starts a hub: connects to the sources of a config, and serves them on HTTP and MCP, with a web page. It answers on
 * this machine only, and only to those who have a key, unless the config says otherwise.
 *
 * @example
 * const hub = await startHub(await loadConfig());
 * console.log(hub.endpoints.mcp, hub.key ?? `the key is in ${hub.keyFile}`);
 * process.once("SIGTERM", () => void hub.close());
 */
export async function startHub(loaded: LoadedConfig, options: StartHubOptions = {}): Promise<RunningHub> {
  const closing = new Closing();
  try {
    return await start(loaded, options, closing);
  } catch (error) {
    await closing.run();
    throw error;
  }
}

async function start(loaded: LoadedConfig, options: StartHubOptions, closing: Closing): Promise<RunningHub> {
  const { config } = loaded;
  const { serve = {}, name = "operations" } = config;
  const redactor = new Redactor();
  redactor.add(secretsOf(config));
  const log = await createLog({ ...config.log, to: options.logTo, redactor });

  const made = namesCallers(config) ? undefined : await loadOrMakeKey(options.stateFolder ?? defaultStateFolder());
  if (made !== undefined) redactor.add([made.key]);

  const registry =
    options.registry ??
    new OperationRegistry({ onWarning: ({ message, kind }) => log("warn", message, { warning: kind }) });
  const access = new HubAccess(registry, config, made?.key);
  closing.add(() => access.close());
  const observers = await observeHub(registry, loaded, log);
  closing.add(() => observers.close());
  const graceMs = serve.limits?.shutdownGrace;
  const sources = openSources(loaded, { graceMs, ...options, registry, log });
  closing.add(() => sources.close({ graceMs: 0 }));
  let isReady = false;
  void sources.ready.then(() => (isReady = true));

  const mcp = serve.mcp === false ? undefined : serveHubMCP(registry, config, log);
  if (mcp !== undefined) closing.add(() => mcp.service.close());
  const hasExplorer = serve.explorer !== false && serve.http !== false;
  const { metrics, timeline } = observers;
  const http = serveHTTP(serve.http === false ? new OperationRegistry() : registry, {
    ...httpOptions(config, options.host),
    name,
    verify: access.verify,
    isReady: () => isReady,
    onError: (error) => log("error", "http", { error: messageOf(error) }),
    routes: [
      ...hubRoutes({ statuses: () => sources.statuses(), metrics, timeline }),
      ...(mcp === undefined ? [] : [mcp.route]),
      ...(hasExplorer ? [explorerRoute(options.explorerFolder ?? findExplorerFolder())] : []),
    ],
  });
  const host = options.host ?? serve.host ?? DEFAULT_HOST;
  const server = await listen(http, host, options.port ?? serve.port ?? DEFAULT_PORT);
  closing.add(() => http.close({ graceMs: 0 }));

  const parts = (options.parts ?? []).filter((part) => part.name !== "ws" || serve.ws !== false);
  for (const part of parts) {
    closing.add(() => part.close());
    await part.attach({
      server: server.server as Parameters<HubPart["attach"]>[0]["server"],
      registry,
      verify: access.verify,
      isAnonymousAllowed: (serve.publicOperations?.length ?? 0) > 0,
      allowedHosts: allowedHosts(config, host),
      allowedOrigins: serve.cors?.origins ?? [],
    });
  }
  if (options.waitForSources === true) await sources.ready;
  log("info", "hub listens", { url: server.url });

  let current = config;
  let closed: Promise<void> | undefined;
  const close = async (grace: number): Promise<void> => {
    isReady = false;
    log("info", "hub stops", { callsInFlight: observers.calls.count });
    const drained = Promise.all([
      http.close({ graceMs: grace }),
      ...parts.map((part) => part.drain(grace)),
      // Streams of MCP that carry no call would hold the server open for all of the grace.
      observers.calls.idle(grace).then(() => mcp?.service.close()),
    ]);
    await drained;
    await closing.run();
    log("info", "hub stopped");
  };
  return {
    registry,
    sources,
    endpoints: endpointsOf(server, { hasHTTP: serve.http !== false, hasMCP: mcp !== undefined, hasExplorer, parts }),
    ...(made?.isNew === true ? { key: made.key } : {}),
    ...(made === undefined ? {} : { keyFile: made.file }),
    async reload(next) {
      redactor.add(secretsOf(next.config));
      const restart = settingsThatNeedARestart(current, next.config);
      if (restart.length > 0) log("warn", "these settings change at the next start", { settings: restart });
      current = next.config;
      access.update(next.config);
      await sources.reload(next);
      log("info", "config reloaded");
    },
    close: ({ graceMs: grace = graceMs ?? DEFAULT_GRACE } = {}) => (closed ??= close(grace)),
  };
}

const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 7411;
const DEFAULT_GRACE = 10_000;

async function listen(http: ReturnType<typeof serveHTTP>, host: string, port: number): Promise<HTTPServer> {
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
