import { CallError } from "../../../errors/call-error.ts";
import { identityKey } from "../../../operation/access-control.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import type { OperationContext } from "../../../operation/operation-context.ts";
import type { SourceSessions } from "../../source.ts";
import type { IsolatedCaller } from "../config/mcp-client-config.ts";
import { clientClosed } from "./server-connection.ts";

/** What every session's lane has. */
interface Closable {
  close(): Promise<void>;
}

export interface IsolatedSessionsOptions<TLane extends Closable> {
  /** The server's name, for messages. */
  readonly name: string;
  /** Whether each caller has its own session, or each session of a client. */
  readonly by: "caller" | "session";
  readonly maxSessions: number;
  /** Milliseconds after its last call until a session is ended. */
  readonly idleMs: number;
  /** Makes a lane that connects when it is first used. */
  readonly createLane: (caller: IsolatedCaller) => Promise<TLane>;
}

/** A lane in use. */
export interface HeldLane<TLane> {
  readonly lane: TLane;
  /** Ends the use. Call it exactly once. */
  readonly release: () => void;
}

interface IsolatedSession<TLane> {
  readonly key: string;
  /** The key of the identity that it belongs to. */
  readonly owner: string;
  /** The client's session with which it ends, if any. */
  readonly client: CallSession | undefined;
  readonly lane: Promise<TLane>;
  /** How many calls use it now. */
  users: number;
  lastUsed: number;
  idleTimer: ReturnType<typeof setTimeout> | undefined;
  /** `over`: takes no more calls, and ends with its last user. */
  state: "open" | "over" | "ending";
  stopListening: () => void;
  readonly ended: AbortController;
}

/** Callers without an identity cannot be distinguished: they share a session. */
const NO_IDENTITY = "no identity";

/**
 * The sessions with one server if each caller, or each session of a client, has its own. They begin with the first
 * call, end when idle, and their number is bounded. A broken session affects only its owner.
 */
export class IsolatedSessions<TLane extends Closable> {
  readonly #options: IsolatedSessionsOptions<TLane>;
  /** Sessions that take calls. */
  readonly #sessions = new Map<string, IsolatedSession<TLane>>();
  /** Sessions that still have users, but take no more calls. */
  readonly #over = new Set<IsolatedSession<TLane>>();
  /** Sessions whose processes and connections are ending. */
  readonly #ending = new Set<Promise<void>>();
  #started = 0;
  #refused = 0;
  #isClosed = false;

  constructor(options: IsolatedSessionsOptions<TLane>) {
    this.#options = options;
  }

  /** Sessions that are ending still count. */
  get counts(): SourceSessions {
    const { by: isolation, maxSessions: max } = this.#options;
    return { isolation, running: this.#running, max, started: this.#started, refused: this.#refused };
  }

  get #running(): number {
    return this.#sessions.size + this.#over.size + this.#ending.size;
  }

  /** The lane of a call. It does not end until it is released. Rejects if there are too many sessions. */
  async hold(context: OperationContext): Promise<HeldLane<TLane>> {
    const session = this.#sessions.get(keyOf(this.#options.by, context)) ?? this.#begin(context);
    session.users++;
    clearTimeout(session.idleTimer);
    const release = (): void => this.#release(session);
    try {
      return { lane: await session.lane, release };
    } catch (error) {
      this.#drop(session);
      release();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const session of [...this.#sessions.values(), ...this.#over]) {
      this.#drop(session);
      this.#end(session);
    }
    await Promise.all(this.#ending);
  }

  #begin(context: OperationContext): IsolatedSession<TLane> {
    const { by, createLane } = this.#options;
    const { identity } = context;
    const client = by === "session" ? context.session : undefined;
    const owner = ownerOf(identity);
    if (this.#isClosed) throw clientClosed(this.#options.name);
    if (this.#sessions.size + this.#over.size >= this.#options.maxSessions) this.#makeRoom(owner);
    const end = (): void => this.#drop(session);
    const ended = new AbortController();
    const session: IsolatedSession<TLane> = {
      key: keyOf(by, context),
      owner,
      client,
      // Waits for sessions that are ending, so that all together never exceed the bound.
      lane: this.#freeSlot().then(() => createLane({ identity, session: client, end, ended: ended.signal })),
      users: 0,
      lastUsed: performance.now(),
      idleTimer: undefined,
      state: "open",
      stopListening: () => client?.ended.removeEventListener("abort", end),
      ended,
    };
    this.#sessions.set(session.key, session);
    this.#started++;
    client?.ended.addEventListener("abort", end);
    return session;
  }

  async #freeSlot(): Promise<void> {
    if (this.#running >= this.#options.maxSessions) await Promise.all(this.#ending);
  }

  /**
   * Ends the session that was unused for longest, of this owner or of one that has at least two sessions more: a caller
   * with many sessions must not keep out the others. An owner's only session is never ended for another owner.
   */
  #makeRoom(owner: string): void {
    const counts = new Map<string, number>();
    for (const session of this.#sessions.values()) counts.set(session.owner, (counts.get(session.owner) ?? 0) + 1);
    const own = counts.get(owner) ?? 0;
    let found: IsolatedSession<TLane> | undefined;
    for (const session of this.#sessions.values()) {
      const isSpare = session.owner === owner || (counts.get(session.owner) ?? 0) >= own + 2;
      if (isSpare && session.users === 0 && session.lastUsed < (found?.lastUsed ?? Infinity)) found = session;
    }
    if (found === undefined) {
      this.#refused++;
      throw this.#full();
    }
    this.#drop(found);
  }

  #release(session: IsolatedSession<TLane>): void {
    session.users--;
    session.lastUsed = performance.now();
    if (session.users > 0) return;
    if (session.state !== "open") return this.#end(session);
    // The client's session may have ended before this one began.
    if (session.client?.ended.aborted === true) return this.#drop(session);
    session.idleTimer = setTimeout(() => this.#drop(session), this.#options.idleMs);
    (session.idleTimer as { unref?: () => void }).unref?.();
  }

  /** Takes no more calls. Ends at once, or after the running ones. */
  #drop(session: IsolatedSession<TLane>): void {
    if (session.state !== "open") return;
    session.state = "over";
    this.#sessions.delete(session.key);
    this.#over.add(session);
    clearTimeout(session.idleTimer);
    session.stopListening();
    if (session.users === 0) this.#end(session);
  }

  #end(session: IsolatedSession<TLane>): void {
    if (session.state === "ending") return;
    session.state = "ending";
    session.ended.abort();
    this.#over.delete(session);
    const ending = session.lane
      .then((lane) => lane.close())
      .catch(() => undefined)
      .finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #full(): CallError {
    const { name, maxSessions } = this.#options;
    const message = `The MCP server ${name} has no room for another caller: all ${maxSessions} sessions are taken (maxSessions). Idle sessions end by themselves.`;
    return new CallError("OVERLOADED", message, { maxSessions }, { phase: "notStarted", retryable: true });
  }
}

function ownerOf(identity: Identity | undefined): string {
  return identity === undefined ? NO_IDENTITY : identityKey(identity);
}

/** A connection of a client may carry the calls of several identities. */
function keyOf(by: "caller" | "session", { identity, session }: OperationContext): string {
  const owner = ownerOf(identity);
  return by === "session" && session !== undefined ? `${session.id} ${owner}` : owner;
}
