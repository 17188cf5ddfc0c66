/**
 * Sessions over HTTP for the revisions up to 2025-11-25. The SDK's own handler serves those without: such clients could
 * neither cancel a call nor learn that the list of tools has changed.
 */
import type { AuthInfo, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { CallError } from "../../../errors/call-error.ts";
import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { ServerLogEntry } from "../../../operation/caller-log.ts";
import { OpenCallSession } from "../../../operation/call-session.ts";
import type { ToolCaller } from "../call/call-tool.ts";
import type { Reply } from "../../request/incoming.ts";
import type { CheckedRequest } from "../../request/request-handler.ts";
import { cancelledBy, DirectCalls, legacyCapabilities, toCallReply, toStream } from "./direct-calls.ts";
import type { PlainCall } from "./direct-calls.ts";
import { EventRoom, RETRY_AFTER } from "./kept-events.ts";
import type { KeptEvents } from "./kept-events.ts";
import { concerns, sendListChanged } from "./list-changes.ts";
import type { ListChange } from "./list-changes.ts";
import { sendServerLog } from "./session-log.ts";
import { createToolServer } from "./tool-server.ts";
import type { ToolServer, ToolServerDeps } from "./tool-server.ts";
import { watchBody } from "./watched-body.ts";

/** Clients of earlier revisions take an event without a message for a broken one. */
const FIRST_WITH_EMPTY_EVENTS = "2025-11-25";
/** Milliseconds between two looks at what is no longer needed. */
const LONGEST_INTERVAL = 60_000;

interface Session {
  readonly server: ToolServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly calls: DirectCalls;
  readonly connection: OpenCallSession;
  /** For clients that resume a stream. */
  readonly events: KeptEvents;
  readonly identity: Identity | undefined;
  /** The identity that began it, as a key: no other may continue it. */
  readonly owner: string | undefined;
  /** Which client it counts for; undefined if that is not known. */
  readonly client: string | undefined;
  /** Requests to the SDK whose answers, or streams, are still open as far as the runtime tells. */
  open: number;
  lastUsed: number;
}

/** A request that has been read and checked. */
export interface LegacyRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly authInfo: AuthInfo;
  readonly caller: ToolCaller;
}

export class LegacySessions {
  readonly #deps: ToolServerDeps;
  /** In the order of their last use. */
  readonly #sessions = new Map<string, Session>();
  readonly #room = new EventRoom();
  #sweeper: ReturnType<typeof setInterval> | undefined;
  #isClosed = false;

  constructor(deps: ToolServerDeps) {
    this.#deps = deps;
  }

  async handle(asked: LegacyRequest): Promise<Response> {
    if (this.#isClosed) throw new CallError("OVERLOADED", "This MCP service has been closed.");
    const { request, body, caller } = asked;
    const id = request.headers.get("mcp-session-id");
    if (id === null) {
      if (startsSession(this.#deps, body)) return this.#begin(asked);
      return rpcError(400, "Bad Request: send initialize first, then the Mcp-Session-Id it gave.");
    }
    const session = this.#find(id, caller);
    if (session === undefined) return rpcError(404, "Session not found", { code: -32_001 });
    this.#touch(id, session);
    const lastEventId = request.method === "GET" ? request.headers.get("last-event-id") : null;
    if (lastEventId !== null && lastEventId !== "" && !session.events.has(lastEventId))
      return rpcError(400, "Bad Request: nothing is kept of the stream of this Last-Event-ID.");
    return pass(session, asked);
  }

  /** Whether a client resumes the stream of a request, not the one that only listens. */
  resumesRequest(caller: CheckedRequest): boolean {
    const { "mcp-session-id": id = "", "last-event-id": lastEventId = "" } = caller.incoming.headers;
    return this.#find(id, caller)?.events.isOfRequest(lastEventId) === true;
  }

  /** Resumes the stream of a call that runs without the SDK. Undefined if the SDK is needed. */
  resumeDirectly(caller: CheckedRequest): Reply | undefined {
    const { "mcp-session-id": id = "", "last-event-id": lastEventId = "", accept = "" } = caller.incoming.headers;
    const answer = this.#find(id, caller)?.events.awaited(lastEventId);
    if (answer === undefined || !accept.includes("text/event-stream") || !this.useReady(caller)) return undefined;
    return toStream(answer);
  }

  /** Answers a plain call of a session, or gives one up, without the SDK. Undefined if the SDK is needed. */
  handleDirectly(
    caller: CheckedRequest,
    body: unknown,
    call: PlainCall | undefined,
  ): Promise<Reply> | Reply | undefined {
    const { headers } = caller.incoming;
    const { "mcp-session-id": id = "", "mcp-protocol-version": version = "", accept = "" } = headers;
    const session = this.#find(id, caller);
    if (session === undefined || !this.#deps.sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return undefined;
    if (call === undefined) {
      const isCancelled = session.calls.cancel(
        cancelledBy(body),
        new CallError("ABORTED", "The client gave up the call."),
      );
      return isCancelled ? { status: 202, headers: [] } : undefined;
    }
    const capabilities = legacyCapabilities(session.server, call);
    if (capabilities === undefined || !accept.includes("application/json")) return undefined;
    this.#touch(id, session);
    // The client may come back to its session after its connection broke, so the call continues.
    const pending = session.calls.answer(
      call,
      { caller, era: "legacy", capabilities, revision: version, connection: session.connection },
      call.id,
    );
    const events = version >= FIRST_WITH_EMPTY_EVENTS ? session.events : undefined;
    return toCallReply(pending, { accept, events, cancelled: 202 });
  }

  /** Counts a session as used if its handshake is over. Returns whether the request belongs to such a session. */
  useReady(caller: CheckedRequest): boolean {
    const { "mcp-session-id": id = "", "mcp-protocol-version": version = "" } = caller.incoming.headers;
    const session = this.#find(id, caller);
    const isKnown = this.#deps.sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version);
    if (session?.server.getClientCapabilities() === undefined || !isKnown) return false;
    this.#touch(id, session);
    return true;
  }

  #find(id: string, { identity }: ToolCaller): Session | undefined {
    const session = this.#sessions.get(id);
    return session?.owner === (identity && identityKey(identity)) ? session : undefined;
  }

  announceLog(entry: ServerLogEntry): void {
    for (const { server, identity, connection: session } of this.#sessions.values())
      sendServerLog(server, { identity, session }, entry);
  }

  /** Tells the clients that listen that a list has changed, as far as it concerns them. */
  announceChange(change: ListChange): void {
    for (const { server, identity } of this.#sessions.values())
      if (concerns(change, identity)) sendListChanged(server, change.kind);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweeper);
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(endSession));
  }

  async #begin(asked: LegacyRequest): Promise<Response> {
    const { sdk, settings } = this.#deps;
    const connection = new OpenCallSession();
    const server = createToolServer(this.#deps, { era: "legacy", connection, viewer: asked.caller });
    const { client } = asked.caller;
    const events = this.#room.open();
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => this.#touch(id, session),
      onsessionclosed: (id) => this.#end(id),
      maxRequestBodySize: settings.maxBodySize,
      eventStore: events,
      retryInterval: RETRY_AFTER,
    });
    const session: Session = {
      server,
      transport,
      calls: new DirectCalls(this.#deps),
      connection,
      events,
      identity: asked.caller.identity,
      owner: ownerOf(asked.caller),
      client,
      open: 0,
      lastUsed: performance.now(),
    };
    await server.connect(transport);
    const response = await pass(session, asked);
    if (transport.sessionId === undefined) {
      this.#room.close(events);
      await server.close();
    }
    return response;
  }

  #touch(id: string, session: Session): void {
    session.lastUsed = performance.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    const { maxSessions, sessionIdle } = this.#deps.settings;
    if (this.#sessions.size > maxSessions) this.#end(this.#longestUnused());
    const interval = Math.min(Math.max(sessionIdle / 4, 1000), LONGEST_INTERVAL);
    this.#sweeper ??= unreferenced(setInterval(() => this.#sweep(), interval));
  }

  /**
   * Chooses a session of the client that has the most: no client can end the sessions of others by beginning many.
   * Prefers one without an open request. Never chooses the newest, which has only just begun.
   */
  #longestUnused(): string {
    const counts = new Map<string | undefined, number>();
    let most = 0;
    for (const { client } of this.#sessions.values()) {
      const count = (counts.get(client) ?? 0) + 1;
      counts.set(client, count);
      most = Math.max(most, count);
    }
    const older = [...this.#sessions].slice(0, -1).filter(([, { client }]) => counts.get(client) === most);
    const [id] = (older.find(([, session]) => !isBusy(session)) ?? older[0]) as [string, Session];
    return id;
  }

  #sweep(): void {
    this.#room.sweep();
    const before = performance.now() - this.#deps.settings.sessionIdle;
    for (const [id, session] of this.#sessions) {
      if (isBusy(session)) session.lastUsed = performance.now();
      else if (session.lastUsed < before) this.#end(id);
    }
  }

  #end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    if (session === undefined) return;
    this.#room.close(session.events);
    endSession(session).catch((error: unknown) => this.#deps.settings.onError?.(error));
  }
}

function isBusy({ open, calls }: Session): boolean {
  return open > 0 || calls.size > 0;
}

async function endSession({ server, calls, connection }: Session): Promise<void> {
  calls.close();
  connection.end();
  await server.close();
}

function ownerOf({ identity }: ToolCaller): string | undefined {
  return identity && identityKey(identity);
}

function startsSession({ sdk }: ToolServerDeps, body: unknown): boolean {
  return Array.isArray(body) ? body.some((message) => sdk.isInitializeRequest(message)) : sdk.isInitializeRequest(body);
}

async function pass(session: Session, { request, body, authInfo }: LegacyRequest): Promise<Response> {
  const options = { authInfo, ...(body === undefined ? {} : { parsedBody: body }) };
  const response = await session.transport.handleRequest(request, options);
  return response.body === null ? response : heldOpen(session, response);
}

/** Counts a stream as open until it has been read or abandoned. */
function heldOpen(session: Session, response: Response): Response {
  session.open++;
  let released = false;
  return watchBody(response, () => {
    if (!released) session.open--;
    released = true;
    session.lastUsed = performance.now();
  }).response;
}

/** Refuses a request before any server of the SDK sees it. -32000 is the first code that servers may define. */
export function rpcError(status: number, message: string, { code = -32_000, id, data }: RPCErrorParts = {}): Response {
  return Response.json({ jsonrpc: "2.0", id: id ?? null, error: { code, message, data } }, { status });
}

interface RPCErrorParts {
  readonly code?: number;
  readonly id?: unknown;
  readonly data?: unknown;
}

/** A timer that does not keep the process alive, if the runtime supports that. */
function unreferenced(timer: ReturnType<typeof setInterval>): ReturnType<typeof setInterval> {
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
