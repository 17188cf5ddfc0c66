import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { isolateSessions, trackCallers } from "./session/isolate-sessions.ts";
import { CallerLists } from "./catalogue/caller-lists.ts";
import { ServerCatalogue } from "./catalogue/server-catalogue.ts";
import { ServerConnection } from "./session/server-connection.ts";
import { endpointOf } from "./config/mcp-client-config.ts";
import type { Endpoint, MCPClientConfig, MCPLogEntry } from "./config/mcp-client-config.ts";
import type { MCPOperation, MCPProblem, MCPServerInfo, MCPTool } from "./tools/mcp-operation.ts";
import { DISCOVERY, namedConfig } from "./config/named-config.ts";
import type { ServerOffer } from "./session/requester.ts";
import { loadClientModule } from "./session/load-sdk.ts";
import { Listeners } from "../../shared/listeners.ts";
import { tellListener } from "../../shared/listeners.ts";
import type { ConcernedOperations, SourceSessions, SourceStateChange } from "../source.ts";
import { SyncedOperations } from "../synced-operations.ts";

/** A connected MCP server. */
export interface MCPClientWrapper {
  /** The name given to `createMCPClient`. */
  readonly name: string;
  readonly server: MCPServerInfo;
  /**
   * The operations made from its tools. They follow the server: read them again after a change. Each read gives an array
   * of your own.
   */
  readonly tools: MCPTool[];
  /** `tools`, and those for resources and prompts if the configuration asks for them. */
  readonly operations: readonly MCPOperation[];
  /** The parts of the server that the client could not use. */
  readonly problems: readonly MCPProblem[];
  /** The sessions of single callers; undefined if all share one. See `isolation`. */
  readonly sessions: SourceSessions | undefined;
  /** Whether it has been closed. */
  readonly isClosed: boolean;
  /** Registers the operations, and follows the server's changes. Returns a function that removes them again. */
  attach(registry: OperationRegistry): () => void;
  /** Resolves when the operations match the server's latest announcement; undefined if they already do. */
  settled(): Promise<void> | undefined;
  /**
   * Calls the listener at every change of the operations. If only what one caller sees has changed, it gets that
   * `caller`: the caller sees other operations or, with `concerned`, the operations that it picks list other things.
   * Returns a function that stops it.
   */
  onChange(listener: (caller?: string, concerned?: ConcernedOperations) => void): () => void;
  /**
   * Calls the listener when the child process has ended unexpectedly, or the server no longer answers over HTTP, and
   * when it is back. Returns a function that stops it.
   */
  onState(listener: (change: SourceStateChange) => void): () => void;
  /** Opens a new session with the server, and reads what it offers there. For use after a login as another account. */
  reconnect(): Promise<void>;
  /**
   * Forgets what the sessions of this caller have listed, and reports that the caller may see something else. For use
   * after that caller has logged in or out.
   */
  renewLists(caller: string): void;
  /** Ends the connection; a child process ends with it. */
  close(): Promise<void>;
}

/**
 * Connects to an MCP server and makes its tools operations in the namespace `name`. Needs the packages
 * `@modelcontextprotocol/client` and `/core`.
 *
 * @example
 * const files = await createMCPClient("files", { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "."] });
 * files.attach(registry);
 * await registry.execute("files.read_text_file", { path: "README.md" });
 */
export async function createMCPClient(name: string, config: MCPClientConfig): Promise<MCPClientWrapper> {
  const endpoint = endpointOf(name, config);
  const sdk = await loadClientModule();
  const log = createLog(name, config);
  const plan = { name, config, endpoint, sdk, log };
  const calls = trackCallers(plan);
  const lists = hasCallerLists(config)
    ? new CallerLists<ServerOffer>({
        operations: () => catalogue.operations,
        onChange: (caller) => catalogue.report({ caller }),
      })
    : undefined;
  const isolated = isolateSessions(plan, (caller) => catalogue.sessionLists(caller, lists?.begin(caller)));
  const states = new Listeners<SourceStateChange>();
  // The connection hands every new session to the catalogue, and the catalogue asks through the connection.
  const catalogue: ServerCatalogue = new ServerCatalogue({
    name,
    config,
    location: locationOf(endpoint),
    calls,
    isolated,
    limit: lists && ((accessControl, offer) => lists.limit(accessControl, offer)),
    log,
    connection: new ServerConnection({
      ...plan,
      // Its log messages belong to no caller.
      config: isolated === undefined ? config : { ...namedConfig(config, DISCOVERY), onLog: undefined },
      calls,
      onConnected: async (session) => await catalogue.read(session),
      onState: (change) => states.tell(change),
    }),
  });
  const abort = (): void => void close();
  const close = async (): Promise<void> => {
    config.signal?.removeEventListener("abort", abort);
    states.clear();
    lists?.close();
    await Promise.all([catalogue.close(), isolated?.close()]);
  };
  config.signal?.addEventListener("abort", abort);
  try {
    config.signal?.throwIfAborted();
    await catalogue.connection.open();
  } catch (error) {
    await close();
    throw config.signal?.aborted === true ? config.signal.reason : error;
  }
  return {
    name,
    get server() {
      return catalogue.server;
    },
    get tools() {
      return [...catalogue.tools];
    },
    get operations() {
      return catalogue.operations;
    },
    get problems() {
      return catalogue.problems;
    },
    get isClosed() {
      return catalogue.connection.isClosed;
    },
    get sessions() {
      return isolated?.counts;
    },
    settled: () => catalogue.settled(),
    attach: (registry) => attach(registry, catalogue),
    onChange: (listener) => catalogue.onChange(listener),
    onState: (listener) => states.add(listener),
    reconnect: () => catalogue.connection.renew(),
    renewLists(caller) {
      lists?.forget(caller);
      catalogue.report({ caller });
    },
    close,
  };
}

/** Ends the connection of a client; a child process ends with it. */
export async function closeMCPClient(wrapper: MCPClientWrapper): Promise<void> {
  await wrapper.close();
}

function locationOf(endpoint: Endpoint): string {
  // Without credentials, because messages show it.
  return endpoint.kind === "stdio" ? endpoint.command : `${endpoint.url.origin}${endpoint.url.pathname}`;
}

/** Whether callers' sessions list what they offer: each has its own account, or must match the first session. */
function hasCallerLists({ isolation = "shared", sameTools, authProviderFor }: MCPClientConfig): boolean {
  return isolation !== "shared" && (sameTools === true || authProviderFor !== undefined);
}

function attach(registry: OperationRegistry, catalogue: ServerCatalogue): () => void {
  const registered = new SyncedOperations(registry, catalogue.operations);
  const stop = catalogue.onChange((caller, concerned) => {
    if (caller === undefined) registered.update(catalogue.operations);
    else registered.announceTo(caller, concerned);
  });
  return () => {
    stop();
    registered.clear();
  };
}

function createLog(server: string, { logger }: MCPClientConfig): (kind: MCPLogEntry["kind"], text: string) => void {
  return (kind, text) => tellListener(logger, { server, kind, text });
}
