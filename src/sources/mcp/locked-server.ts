import { CallError } from "../../errors/call-error.ts";
import { identityKey, notOffered } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { isResourceList } from "../../operation/mcp/mcp-marks.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import { operationId } from "../../operation/operation-id.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import type {
  AcceptedOperations,
  AcceptedSpec,
  ConcernedOperations,
  OpenedSource,
  SourceFinding,
  SourceReport,
  SourceSessions,
} from "../source.ts";
import { CallerLists } from "./catalogue/caller-lists.ts";
import { DEFAULT_IDLE_MS, DEFAULT_MAX_SESSIONS } from "./config/mcp-client-config.ts";
import type { IsolatedCaller, MCPClientConfig } from "./config/mcp-client-config.ts";
import { sessionNames } from "./config/named-config.ts";
import { toLockedOperation } from "./locked-operation.ts";
import type { CallerHandler } from "./locked-operation.ts";
import { createMCPClient } from "./mcp-client.ts";
import type { MCPClientWrapper } from "./mcp-client.ts";
import { IsolatedSessions } from "./session/isolated-sessions.ts";
import type { HeldLane } from "./session/isolated-sessions.ts";
import { serverUnreachable } from "./session/server-connection.ts";

export interface LockedServerOptions {
  /** The name for `createMCPClient`. */
  readonly name: string;
  /** It has `isolation` and `authProviderFor`. */
  readonly config: MCPClientConfig;
  /** What the lock now holds for the server. */
  readonly accepted: () => AcceptedOperations | undefined;
  readonly warn: (text: string) => void;
  /** Called when `seen` has changed. */
  readonly onSeen: () => void;
  /** Called with the key of a caller who now sees other operations or, in those that are `concerned`, other lists. */
  readonly onChange: (caller: string, concerned?: ConcernedOperations) => void;
}

/** How many callers' lists are remembered. */
const MOST_LISTS = 100;

/**
 * An MCP server to which only its callers have logged in. The lock says what it offers. The session of each caller
 * shows whether that is still true: if it lists an operation in another form, the calls of this caller are refused.
 */
export class LockedServer implements OpenedSource {
  readonly isFromLock = true;
  readonly #options: LockedServerOptions;
  readonly #clients: IsolatedSessions<MCPClientWrapper>;
  /** Operations that were refused because a caller's session lists them in another form, by id. */
  readonly #different = new Map<string, SourceFinding>();
  /** Which operations each caller sees, by id. */
  readonly #callers: CallerLists<string>;
  /** The operations that each caller's session lists in a form other than the lock's. */
  readonly #lists = new Map<string, readonly AnyOperation[]>();
  #specs: readonly AcceptedSpec[] | undefined;
  #made: readonly AnyOperation[] | undefined;

  constructor(options: LockedServerOptions) {
    this.#options = options;
    const { onChange } = options;
    this.#callers = new CallerLists({ operations: () => this.operations, onChange });
    const { maxSessions = DEFAULT_MAX_SESSIONS, idleMs = DEFAULT_IDLE_MS, isolation } = options.config;
    this.#clients = new IsolatedSessions({
      name: options.name,
      by: isolation === "session" ? "session" : "caller",
      maxSessions,
      idleMs,
      createLane: (caller) => this.#connect(caller),
    });
  }

  /** The operations of the lock. They are made again when it changes. */
  get operations(): readonly AnyOperation[] {
    const specs = this.#options.accepted()?.specs ?? [];
    if (this.#specs !== specs) {
      this.#specs = specs;
      this.#made = undefined;
      this.#different.clear();
    }
    return (this.#made ??= specs.map((spec) => this.#toOperation(spec)));
  }

  /** Called when this caller logs in or out. The next session says what the account is offered. */
  forgetList(caller: string): void {
    this.#callers.forget(caller);
  }

  /** Operations in forms other than the lock's. If callers see several forms, the latest one. */
  get seen(): readonly AnyOperation[] {
    const all = [...this.#lists.values()].flat();
    return [...new Map(all.map((operation) => [operationId(operation), operation])).values()];
  }

  report(): SourceReport {
    const why = "no operator has logged in to it at this hub: operations.lock says what it offers";
    const finding = { kind: "from the lock", where: this.#options.name, why };
    return { quarantined: [], findings: [finding, ...this.#different.values()] };
  }

  sessions(): SourceSessions {
    return this.#clients.counts;
  }

  async close(): Promise<void> {
    this.#callers.close();
    await this.#clients.close();
  }

  async #connect(caller: IsolatedCaller): Promise<MCPClientWrapper> {
    const { name, config } = this.#options;
    const { identity } = caller;
    const { authProviderFor, onLog, ...rest } = config;
    const authProvider = await authProviderFor?.(caller);
    // A session that is lost between two calls does not matter: the next call begins another one.
    const own = { isolation: "shared", healthInterval: 0, respawn: false } as const;
    const client = await createMCPClient(name, {
      ...rest,
      ...own,
      authProvider,
      onLog: (message) => onLog?.(message, caller),
    }).catch((cause: CallError) => {
      throw serverUnreachable(name, cause);
    });
    client.onState(({ state }) => {
      if (state !== "ready") caller.end();
    });
    const onListed = this.#callers.begin(caller);
    const note = (): void => {
      const ids = new Set(client.operations.map((operation) => operationId(operation)));
      onListed((id) => ids.has(id));
      void this.#note(sessionNames(caller).caller, client);
    };
    let list = client.operations.find(isResourceList);
    client.onChange(() => {
      note();
      const before = list;
      list = client.operations.find(isResourceList);
      // The client makes its list again when the session announces other resources.
      if (list !== before && identity !== undefined) this.#options.onChange(identityKey(identity), isResourceList);
    });
    note();
    return client;
  }

  async #note(caller: string, { operations }: MCPClientWrapper): Promise<void> {
    const accepted = this.#options.accepted();
    const different: AnyOperation[] = [];
    for (const operation of operations) if ((await accepted?.fits(operation)) === false) different.push(operation);
    const wasDifferent = this.#lists.delete(caller);
    if (different.length === 0 && !wasDifferent) return;
    const [oldest] = this.#lists.keys();
    if (this.#lists.size >= MOST_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    if (different.length > 0) this.#lists.set(caller, different);
    this.#options.onSeen();
  }

  #toOperation(spec: AcceptedSpec): AnyOperation {
    const { config, warn } = this.#options;
    const { accessControl = { requiredScopes: [] } } = config;
    const id = operationId(spec);
    const { origin, pathname } = new URL(config.url ?? "");
    return toLockedOperation(spec, {
      accessControl: this.#callers.limit(accessControl, id),
      trustHints: config.trustHints === true,
      location: `${origin}${pathname}`,
      hold: (context) => this.#hold(id, context),
      onWidened: (pattern) => warn(`${id}: a pattern could take very long to match and is not used: ${pattern}`),
    });
  }

  async #hold(id: string, context: OperationContext): Promise<HeldLane<CallerHandler>> {
    // If the call fails before the request is sent, the work has not begun.
    if (context instanceof CallScope) context.passOn();
    const { lane: client, release } = await this.#clients.hold(context);
    try {
      await client.settled();
      const operation = client.operations.find((each) => operationId(each) === id);
      // It has an identity: a call without one gets no session.
      if (operation === undefined) throw notOffered(id, context.identity as Identity);
      if ((await this.#options.accepted()?.fits(operation)) !== true) {
        throw this.#refuse(id, "for this caller, the server has a form of it that differs from operations.lock");
      }
      return { lane: operation.handler as CallerHandler, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  #refuse(id: string, why: string): CallError {
    const finding = { kind: "not as locked", where: id, why };
    if (this.#different.get(id)?.why !== why) this.#options.warn(`${id}: ${why}`);
    this.#different.set(id, finding);
    return new CallError("OPERATION_QUARANTINED", `${id} is quarantined: ${why}.`, undefined, { phase: "notStarted" });
  }
}
