import { CallError, withPhase } from "../../../errors/call-error.ts";
import { toMcpCallError, withCause } from "./call-errors.ts";
import type { ConnectionPlan } from "./create-client.ts";
import { connectHttp } from "./http-session.ts";
import type { Endpoint } from "../config/mcp-client-config.ts";
import type { SourceStateChange } from "../../source.ts";
import { RequestFailure } from "./session.ts";
import type { Session, SessionRequest } from "./session.ts";
import { connectStdio } from "./stdio-session.ts";

export interface ConnectionOptions extends Omit<ConnectionPlan, "signal"> {
  readonly endpoint: Endpoint;
  /** After each handshake, the first included. What it throws fails the attempt. */
  readonly onConnected: (session: Session) => Promise<void>;
  /** Is told when a child process has ended by itself, and when it is back. */
  readonly onState: (change: SourceStateChange) => void;
}

/** What a request is for, in messages. */
export interface Asked extends SessionRequest {
  readonly what: string;
}

/** A connection that lived this long was healthy: the next start need not wait longer than the first. */
const HEALTHY = 10_000;
const DEFAULT_INITIAL_DELAY = 250;
const DEFAULT_MAX_DELAY = 30_000;

/**
 * The way to one server, through as many sessions as it takes: a child process that crashed is started again with
 * growing delays, and an expired HTTP session is opened anew. No request is ever sent twice to a server that may have
 * got it.
 */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  readonly #expired = new WeakSet<Session>();
  /** Those that are not closed yet, with those that only finish what they have begun. */
  readonly #sessions = new Set<Session>();
  /** The one to use, or the attempt to get it. */
  #session: Promise<Session> | undefined;
  #attempt: Promise<unknown> | undefined;
  #closed: Promise<void> | undefined;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #endWaiting: ((error: CallError) => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Connects for the first time; when that fails, it is closed. */
  async open(): Promise<void> {
    this.#session = this.#connect();
    try {
      await this.#session;
    } catch (error) {
      this.#closing.abort();
      throw error;
    }
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Fires when it is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Sends a request and gives the raw result. Rejects with a `CallError`. */
  async request(asked: Asked): Promise<unknown> {
    const session = await this.#current();
    try {
      return await session.request(asked);
    } catch (failure) {
      if (!this.#isExpired(session, failure)) throw this.#asCallError(failure, asked);
    }
    // The server did not know the session, so it has not looked at the request: it may be sent again.
    const renewed = await this.#renew(session);
    try {
      return await renewed.request(asked);
    } catch (failure) {
      throw this.#asCallError(failure, asked);
    }
  }

  /** Ends it for good, with its process or its sockets. */
  async close(): Promise<void> {
    await (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    if (this.isClosed) return;
    this.#closing.abort();
    clearTimeout(this.#retryTimer);
    this.#endWaiting?.(this.#closedError());
    await this.#attempt?.catch(() => undefined);
    await Promise.all(Array.from(this.#sessions, (session) => session.close()));
  }

  async #current(): Promise<Session> {
    if (this.isClosed) throw this.#closedError();
    return await (this.#session ??= this.#connectAnew());
  }

  #connect(): Promise<Session> {
    const attempt = this.#connectOnce();
    this.#attempt = attempt;
    return attempt;
  }

  /**
   * What stands in the way, such as the last lines of a process, is for those who run the server. Those who call its
   * tools may be strangers: they learn that it cannot be reached.
   */
  #connectAgain(): Promise<Session> {
    return this.#connect().catch((cause: CallError) => {
      if (this.isClosed) throw cause;
      const { code, phase, retryable } = cause;
      const message = `The MCP server ${this.#options.name} cannot be reached.`;
      throw new CallError(code, message, undefined, { phase, retryable, cause });
    });
  }

  async #connectOnce(): Promise<Session> {
    const { endpoint, sdk, name, onConnected } = this.#options;
    const plan = { ...this.#options, signal: this.#closing.signal };
    const since = Date.now();
    let session: Session | undefined;
    try {
      session = await this.#options.calls.apart(() =>
        endpoint.kind === "stdio" ? connectStdio(plan, endpoint.command) : connectHttp(plan, endpoint),
      );
      await onConnected(session);
      if (this.isClosed || !session.isOpen) throw this.#lost("right after it had started");
    } catch (error) {
      await session?.close();
      if (this.isClosed) throw this.#closedError();
      const thrown = error instanceof RequestFailure ? error.thrown : error;
      const what = `The MCP server ${name} cannot be reached`;
      throw withPhase(toMcpCallError(thrown, { what, wasSent: false }, sdk), "notStarted");
    }
    this.#watch(session, since);
    this.#forgetClosed();
    this.#sessions.add(session);
    return session;
  }

  #forgetClosed(): void {
    for (const session of this.#sessions) if (!session.isOpen) this.#sessions.delete(session);
  }

  /** A session that ends by itself is followed by another. Only child processes end like that. */
  #watch(session: Session, since: number): void {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's clients have no addEventListener
    session.client.onclose = () => {
      if (this.isClosed || session.isRetired) return;
      if (Date.now() - since > HEALTHY) this.#failures = 0;
      this.#options.log("warning", "The connection is lost");
      this.#reconnectLater(this.#lost("and is started again"));
    };
  }

  #reconnectLater(reason: unknown): void {
    const { config, onState } = this.#options;
    const { respawn } = config;
    if (respawn === false) {
      const error = this.#lost("and is not started again");
      this.#session = Promise.reject(error);
      this.#session.catch(() => undefined);
      return onState({ state: "failed", error });
    }
    onState({ state: "connecting", error: reason });
    const { initialDelay = DEFAULT_INITIAL_DELAY, maxDelay = DEFAULT_MAX_DELAY } = respawn ?? {};
    const delay = Math.min(initialDelay * 2 ** this.#failures, maxDelay);
    this.#failures++;
    this.#session = new Promise<Session>((resolve, reject) => {
      this.#endWaiting = reject;
      this.#retryTimer = setTimeout(() => void this.#connectAgain().then(resolve, reject), delay);
    });
    this.#session.then(
      () => onState({ state: "ready" }),
      (error: unknown) => {
        if (this.isClosed) return;
        this.#options.log("warning", withCause(error));
        this.#reconnectLater(error);
      },
    );
  }

  #isExpired(session: Session, failure: unknown): boolean {
    if (!(failure instanceof RequestFailure) || !session.hasSession()) return false;
    const { thrown } = failure;
    return this.#options.sdk.SdkHttpError.isInstance(thrown) && thrown.status === 404;
  }

  /** Several calls may find out at once: the first opens the new session, the others use it. */
  async #renew(expired: Session): Promise<Session> {
    if (!this.#expired.has(expired)) {
      this.#expired.add(expired);
      this.#session = this.#connectAnew();
      expired.retire();
    }
    return await this.#current();
  }

  /** For HTTP: an attempt that fails leaves the next one to the next call. */
  #connectAnew(): Promise<Session> {
    const attempt = this.#connectAgain();
    attempt.catch(() => {
      if (this.#session === attempt) this.#session = undefined;
    });
    return attempt;
  }

  #asCallError(failure: unknown, { what, signal }: Asked): unknown {
    // The reason itself: the registry tells a cancellation by it.
    if (signal?.aborted === true) return signal.reason;
    if (!(failure instanceof RequestFailure)) return failure;
    return toMcpCallError(failure.thrown, { what, wasSent: failure.wasSent }, this.#options.sdk);
  }

  #lost(how: string): CallError {
    const message = `The MCP server ${this.#options.name} has ended, ${how}.`;
    return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted" });
  }

  #closedError(): CallError {
    const message = `The client of the MCP server ${this.#options.name} is closed.`;
    return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", retryable: false });
  }
}
