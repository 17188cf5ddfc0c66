import { messageOf } from "../../../errors/call-error.ts";
import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { isResourceList } from "../../../operation/mcp/mcp-marks.ts";
import { toNamespace } from "../../../operation/operation-id.ts";
import { Cancellation } from "../../../shared/time/cancellation.ts";
import { Listeners } from "../../../shared/listeners.ts";
import { readHeaderArguments } from "../../../shared/mcp-header-arguments.ts";
import { afterArrivals } from "../../../shared/time/turns.ts";
import type { ServerConnection } from "../session/server-connection.ts";
import type { OfferOptions } from "../offers/offer-spec.ts";
import { ServerOffers } from "../offers/server-offers.ts";
import { listAllPages } from "../tools/list-pages.ts";
import type { ReadPages } from "../tools/list-pages.ts";
import { listenForChanges } from "./listen-for-changes.ts";
import { DEFAULT_CONNECT_TIMEOUT } from "../config/mcp-client-config.ts";
import type { IsolatedCaller } from "../config/mcp-client-config.ts";
import type { MCPOperation, MCPProblem, MCPServerInfo, MCPTool } from "../tools/mcp-operation.ts";
import { mapNames } from "../tools/operation-names.ts";
import { createRequester } from "../session/requester.ts";
import type { ConnectedServer, Requester } from "../session/requester.ts";
import type { Session } from "../session/session.ts";
import { readTools } from "../tools/listed-tool.ts";
import type { ListedTool } from "../tools/listed-tool.ts";
import { createToolFilter } from "../config/tool-filter.ts";
import { toToolOperation } from "../tools/tool-operation.ts";
import type { ToolOperation } from "../tools/tool-operation.ts";
import { SessionLists } from "./session-lists.ts";
import { SessionTools } from "./session-tools.ts";
import type { SessionToolsOptions } from "./session-tools.ts";
import { watchList } from "./watch-list.ts";
import type { WatchedList, ListWatch } from "./watch-list.ts";
import type { ConcernedOperations } from "../../source.ts";
import { READS_ANSWERS_KEY } from "../../../shared/mcp-meta.ts";
import { isRecord } from "../../../shared/json/is-record.ts";

/** A change of what one caller sees. */
export interface CallerChange {
  readonly caller: string;
  /** If it is not which operations are offered to the caller, but what these list. */
  readonly concerned?: ConcernedOperations | undefined;
}

/** Gets the key of a caller if only what this caller sees has changed. */
export type ChangeListener = (caller?: string, concerned?: ConcernedOperations) => void;

/** Milliseconds of work before other tasks get their turn. */
const LONGEST_TURN = 10;

interface MadeTool {
  /** The tool's definition, with our name and the server's version. */
  readonly key: string;
  readonly tool: ToolOperation;
}

/** The operations of a server. Reads them with every session, and whenever the server announces a change. */
export class ServerCatalogue {
  server: MCPServerInfo = {};
  tools: readonly MCPTool[] = [];
  /** The tools, and whatever else the configuration asks for. */
  operations: readonly MCPOperation[] = [];
  problems: readonly MCPProblem[] = [];
  readonly connection: ServerConnection;
  readonly #options: ConnectedServer;
  readonly #requester: Requester;
  readonly #isWanted: (name: string) => boolean;
  readonly #listeners = new Listeners<CallerChange | undefined>();
  #made = new Map<string, MadeTool>();
  #toolProblems: readonly MCPProblem[] = [];
  readonly #offers: ServerOffers;
  #watches: readonly ListWatch[] = [];
  #stopListening: (() => void) | undefined;
  /** The session that listed the tools. */
  #session: Session | undefined;

  constructor(options: ConnectedServer) {
    const { config, connection } = options;
    this.#options = options;
    this.connection = connection;
    this.#requester = createRequester(options);
    this.#isWanted = createToolFilter(config.include, config.exclude);
    this.#offers = new ServerOffers(config);
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
    this.#stopWatching();
    this.#offers.adopt(session, this.#offerOptions);
    this.#watches = this.#watchLists(session);
    this.#stopListening = listenForChanges(session, () => this.#watches.forEach((watch) => watch.announce()));
    await Promise.all([this.#readTools(session), this.#readPrompts(session)]);
    this.#tell(session);
  }

  /** For the session of one caller. `onListed`: if it says what the caller sees. */
  sessionLists({ identity }: IsolatedCaller, onListed: SessionToolsOptions["onListed"] | undefined): SessionLists {
    const caller = identity === undefined ? "" : identityKey(identity);
    return new SessionLists({
      tools: onListed && this.#sessionTools(identity, onListed),
      onResources: () => this.report({ caller, concerned: isResourceList }),
    });
  }

  #sessionTools(identity: Identity | undefined, onListed: SessionToolsOptions["onListed"]): SessionTools {
    const { config, log } = this.#options;
    return new SessionTools({
      identity,
      listTools: async (session) => {
        const { tools } = readTools(await this.#listTools(session));
        return new Map(tools.map(({ name, text }) => [name, text]));
      },
      listPrompts: (session) => this.#offers.promptNames(session, this.#readPages),
      isCompared: config.sameTools === true,
      onListed,
      warn: (text) => log("warning", text),
    });
  }

  /** Reports a change of what one caller sees, or of the operations themselves. */
  report(change?: CallerChange): void {
    this.#listeners.tell(change, (error) =>
      this.#options.log("warning", `A change listener failed: ${messageOf(error)}`),
    );
  }

  onChange(listener: ChangeListener): () => void {
    return this.#listeners.add((change) => listener(change?.caller, change?.concerned));
  }

  /** Resolves when the operations match the server's latest announcement; undefined if they do. */
  settled(): Promise<void> | undefined {
    const waiting = this.connection.settled();
    if (waiting !== undefined) return waiting;
    const reading = this.#watches.map((watch) => watch.settled()).filter((settled) => settled !== undefined);
    return reading.length === 0 ? undefined : Promise.all(reading).then(() => undefined);
  }

  async close(): Promise<void> {
    this.#stopWatching();
    this.#listeners.clear();
    await this.connection.close();
  }

  #stopWatching(): void {
    this.#stopListening?.();
    for (const watch of this.#watches) watch.stop();
    this.#watches = [];
  }

  #watchLists(session: Session): ListWatch[] {
    const capabilities = session.client.getServerCapabilities() ?? {};
    const refresh: Record<WatchedList, () => Promise<void>> = {
      tools: () => this.#readTools(session),
      prompts: () => this.#readPrompts(session),
      resources: async () => this.#offers.renewLists(this.#offerOptions),
    };
    return (["tools", "prompts", "resources"] as const)
      .filter((kind) => capabilities[kind] !== undefined)
      .map((kind) =>
        watchList(session, {
          kind,
          refresh: async () => {
            await refresh[kind]();
            this.#tell(session);
          },
          onError: (error) => this.#options.log("warning", `The list of ${kind} cannot be read: ${messageOf(error)}`),
        }),
      );
  }

  get #offerOptions(): OfferOptions {
    const { name } = this.#options;
    return { namespace: toNamespace(name), version: this.server.version || "1.0.0", requester: this.#requester };
  }

  async #readPrompts(session: Session): Promise<void> {
    await this.#offers.readPrompts(session, this.#offerOptions, this.#readPages);
    if (session !== this.#session) return;
    this.#logProblems(this.#offers.problems);
  }

  /** Reports the operations as they are now, unless another session has begun meanwhile. */
  #tell(session: Session): void {
    if (session !== this.#session) return;
    this.operations = [...this.tools, ...this.#offers.operations];
    this.problems = [...this.#toolProblems, ...this.#offers.problems];
    this.report();
  }

  #logProblems(problems: readonly MCPProblem[]): void {
    for (const { message, tool } of problems)
      this.#options.log("warning", tool === undefined ? message : `${tool}: ${message}`);
  }

  async #readTools(session: Session): Promise<void> {
    const entries = await this.#listTools(session);
    // An expired session may still answer after the next one is read.
    if (session !== this.#session) return;
    const { tools: listed, problems } = readTools(entries);
    const tools = listed.filter((tool) => !readsAnswers(tool));
    this.#requester.cutsAnswers = tools.length < listed.length;
    const usable = session.needsHeaders ? withoutBadHeaders(tools, problems) : tools;
    this.#adopt(usable.filter((tool) => this.#isWanted(tool.name)));
    problems.push(...(await this.#schemaProblems()));
    if (session !== this.#session) return;
    this.#toolProblems = problems;
    this.#logProblems(problems);
  }

  /** A server may list thousands of tools: the event loop gets a turn between them. */
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
    // A server without the capability need not know the request.
    if (session.client.getServerCapabilities()?.tools === undefined) return [];
    return await this.#readPages(session, "tools/list", "tools");
  }

  readonly #readPages: ReadPages = async (session, method, field) => {
    const { name, config } = this.#options;
    const timeout = config.connectTimeout ?? DEFAULT_CONNECT_TIMEOUT;
    // One deadline for all pages: each page and each progress report would restart the timeout of a request.
    const cancellation = new Cancellation();
    cancellation.followSignal(this.connection.closing);
    cancellation.followDeadline(performance.now() + timeout);
    const { signal } = cancellation;
    try {
      const ask = (params: Readonly<Record<string, unknown>>): Promise<unknown> =>
        session.request({ method, params, timeout, signal });
      return await listAllPages(ask, field, name);
    } finally {
      cancellation.release();
    }
  };

  /** An unchanged tool stays the same operation, and keeps its compiled schemas. */
  #adopt(tools: readonly ListedTool[]): void {
    const { config } = this.#options;
    const { namespace, version } = this.#offerOptions;
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
    this.operations = [...this.tools, ...this.#offers.operations];
  }
}

/** Whether the tool lets models read the rest of cut answers. We ask for whole answers, and do not need it. */
function readsAnswers({ kept }: ListedTool): boolean {
  const { _meta } = kept;
  return isRecord(_meta) && _meta[READS_ANSWERS_KEY] === true;
}

/** Over HTTP, a client must not offer a tool whose header fields are declared wrongly. */
function withoutBadHeaders(tools: readonly ListedTool[], problems: MCPProblem[]): ListedTool[] {
  return tools.filter(({ name, inputSchema }) => {
    const { problem: message } = readHeaderArguments(inputSchema);
    if (message !== undefined) problems.push({ tool: name, message });
    return message === undefined;
  });
}
