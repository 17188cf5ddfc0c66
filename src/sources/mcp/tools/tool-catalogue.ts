import { messageOf } from "../../../errors/call-error.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { Listeners } from "../../../shared/listeners.ts";
import { afterArrivals } from "../../../shared/time/turns.ts";
import type { ServerConnection } from "../session/server-connection.ts";
import { headerProblem } from "./header-arguments.ts";
import { listAllPages } from "./list-pages.ts";
import { DEFAULT_CONNECT_TIMEOUT } from "../config/mcp-client-config.ts";
import type { MCPOperation, MCPProblem, MCPServerInfo } from "./mcp-operation.ts";
import { mapNames, toNamespace } from "./operation-names.ts";
import { promptOperations, resourceOperations } from "./query-operations.ts";
import { createRequester } from "../session/requester.ts";
import type { ConnectedServer, Requester } from "../session/requester.ts";
import type { Session } from "../session/session.ts";
import { readTools } from "./listed-tool.ts";
import type { ListedTool } from "./listed-tool.ts";
import { createToolFilter } from "../config/tool-filter.ts";
import { toToolOperation } from "./tool-operation.ts";
import type { ToolOperation } from "./tool-operation.ts";
import { SessionTools } from "./session-tools.ts";
import { watchList } from "./watch-list.ts";
import type { ListWatch } from "./watch-list.ts";

/** Milliseconds of work before others get their turn. */
const LONGEST_TURN = 10;

interface MadeTool {
  /** The tool's definition, with our name and the server's version. */
  readonly key: string;
  readonly tool: ToolOperation;
}

/** The operations of a server. Reads them with every session, and whenever the server announces a change. */
export class ToolCatalogue {
  server: MCPServerInfo = {};
  tools: readonly MCPOperation[] = [];
  operations: readonly MCPOperation[] = [];
  problems: readonly MCPProblem[] = [];
  readonly connection: ServerConnection;
  readonly #options: ConnectedServer;
  readonly #requester: Requester;
  readonly #isWanted: (name: string) => boolean;
  readonly #listeners = new Listeners();
  #made = new Map<string, MadeTool>();
  #watch: ListWatch | undefined;
  /** The session that listed the tools. */
  #session: Session | undefined;

  constructor(options: ConnectedServer) {
    const { config, connection } = options;
    this.#options = options;
    this.connection = connection;
    this.#requester = createRequester(options);
    this.#isWanted = createToolFilter(config.include, config.exclude);
  }

  /** Reads everything over a new session, and follows its changes from then on. */
  async read(session: Session): Promise<void> {
    const { client } = session;
    this.#session = session;
    const info = client.getServerVersion();
    this.server = {
      name: info?.name,
      version: info?.version,
      protocolVersion: client.getNegotiatedProtocolVersion(),
      instructions: client.getInstructions(),
    };
    this.#watch?.stop();
    this.#watch = watchList(session, {
      refresh: async () => await this.#readTools(session),
      onError: (error) => this.#options.log("warning", `The tool list cannot be read: ${messageOf(error)}`),
    });
    await this.#readTools(session);
  }

  /** For the session of one caller, where its tools must be the same as these. */
  sessionTools(): SessionTools {
    const list = async (session: Session): Promise<ReadonlyMap<string, string>> => {
      const { tools } = readTools(await this.#listTools(session));
      return new Map(tools.map(({ name, text }) => [name, text]));
    };
    return new SessionTools({ list, warn: (text) => this.#options.log("warning", text) });
  }

  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Resolves when the operations are those that the server has last announced; undefined where they are. */
  settled(): Promise<void> | undefined {
    return this.connection.settled() ?? this.#watch?.settled();
  }

  async close(): Promise<void> {
    this.#watch?.stop();
    this.#listeners.clear();
    await this.connection.close();
  }

  async #readTools(session: Session): Promise<void> {
    const entries = await this.#listTools(session);
    // An expired session may still answer after the next one was read.
    if (session !== this.#session) return;
    const { tools, problems } = readTools(entries);
    const usable = session.needsHeaders ? withoutBadHeaders(tools, problems) : tools;
    this.#adopt(
      usable.filter((tool) => this.#isWanted(tool.name)),
      session,
    );
    problems.push(...(await this.#schemaProblems()));
    if (session !== this.#session) return;
    this.problems = problems;
    for (const { message, tool } of problems)
      this.#options.log("warning", tool === undefined ? message : `${tool}: ${message}`);
    this.#listeners.tell(undefined, (error) =>
      this.#options.log("warning", `A change listener failed: ${messageOf(error)}`),
    );
  }

  /** A server may list thousands of tools: the event loop goes on between them. */
  async #schemaProblems(): Promise<MCPProblem[]> {
    const problems: MCPProblem[] = [];
    let since = performance.now();
    for (const { tool } of this.#made.values()) {
      problems.push(...tool.problems());
      if (performance.now() - since < LONGEST_TURN) continue;
      await new Promise<void>((resolve) => afterArrivals(resolve));
      since = performance.now();
    }
    return problems;
  }

  async #listTools(session: Session): Promise<unknown[]> {
    const { name, config } = this.#options;
    // A server without the capability need not know the request.
    if (session.client.getServerCapabilities()?.tools === undefined) return [];
    const timeout = config.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT;
    // One deadline for all pages: each page, and each progress, would restart the timeout of a request.
    const cancellation = new Cancellation();
    cancellation.followSignal(this.connection.closing);
    cancellation.followDeadline(performance.now() + timeout);
    const { signal } = cancellation;
    try {
      const ask = (params: Readonly<Record<string, unknown>>): Promise<unknown> =>
        session.request({ method: "tools/list", params, timeout, signal });
      return await listAllPages(ask, "tools", name);
    } finally {
      cancellation.release();
    }
  }

  /** An unchanged tool stays the same operation, and keeps its compiled schemas. */
  #adopt(tools: readonly ListedTool[], session: Session): void {
    const { config, name: server } = this.#options;
    const namespace = toNamespace(server);
    const version = this.server.version || "1.0.0";
    const names = mapNames(tools.map((tool) => tool.name));
    const made = new Map<string, MadeTool>();
    for (const tool of tools) {
      const name = names.get(tool.name) as string;
      const key = `${name} ${version} ${tool.text}`;
      const known = this.#made.get(tool.name);
      const isCurrent = (operation: MCPOperation): boolean => this.#made.get(tool.name)?.tool.operation === operation;
      const trustHints = config.trustHints === true;
      const options = { name, namespace, version, trustHints, isCurrent, requester: this.#requester };
      made.set(tool.name, known?.key === key ? known : { key, tool: toToolOperation(tool, options) });
    }
    this.#made = made;
    this.tools = Array.from(made.values(), ({ tool }) => tool.operation);
    this.operations = [...this.tools, ...this.#queries(session, { namespace, version })];
  }

  #queries(session: Session, names: { namespace: string; version: string }): MCPOperation[] {
    const { resources, prompts } = this.#options.config;
    const capabilities = session.client.getServerCapabilities();
    const options = { ...names, requester: this.#requester };
    return [
      ...(resources === true && capabilities?.resources !== undefined ? resourceOperations(options) : []),
      ...(prompts === true && capabilities?.prompts !== undefined ? promptOperations(options) : []),
    ];
  }
}

/** Over HTTP a client must not offer a tool that declares its header fields wrongly. */
function withoutBadHeaders(tools: readonly ListedTool[], problems: MCPProblem[]): ListedTool[] {
  return tools.filter(({ name, inputSchema }) => {
    const message = headerProblem(inputSchema);
    if (message !== undefined) problems.push({ tool: name, message });
    return message === undefined;
  });
}
