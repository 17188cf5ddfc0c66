import { CallError, withPhase } from "../../../errors/call-error.ts";
import { toMcpCallError, whyNotConnected, withCause } from "./call-errors.ts";
import type { ConnectionPlan } from "./create-sdk-client.ts";
import { HealthCheck } from "./health-check.ts";
import { connectHttp } from "./http-session.ts";
import { DEFAULT_HEALTH_INTERVAL } from "../config/mcp-client-config.ts";
import type { Endpoint } from "../config/mcp-client-config.ts";
import { cancelReason } from "../../../shared/time/cancellation.ts";
import type { SourceStateChange } from "../../source.ts";
import { RequestFailure } from "./session.ts";
import type { SessionListenRequest, ListenStream, Session, SessionRequest } from "./session.ts";
import { connectStdio } from "./stdio-session.ts";

export interface ServerConnectionOptions extends Omit<ConnectionPlan, "signal"> {
  readonly endpoint: Endpoint;
  /** Runs after each handshake, including the first. If it throws, the attempt fails. */
  readonly onConnected: (session: Session) => Promise<void>;
  /**
   * Called when a child process has ended unexpectedly, or a server over HTTP no longer answers, and when it is back.
   */
  readonly onState: (change: SourceStateChange) => void;
}

/** A request, and its name in messages. */
export interface Asked extends SessionRequest {
  readonly what: string;
  /** Whether the request still makes sense after another session has opened. Default: it does. */
  readonly isCurrent?: (() => boolean) | undefined;
}

/** After a connection that lived this long, the restart delays begin again. Milliseconds. */
const HEALTHY = 10_000;
const DEFAULT_INITIAL_DELAY = 250;
const DEFAULT_MAX_DELAY = 30_000;
/** How long a server may take to show that it is there. Milliseconds. */
const LONGEST_CHECK = 10_000;

/**
 * The way to one server, through as many sessions as it takes. A crashed child process is restarted with growing
 * delays, and an expired HTTP session is opened again. No request is ever sent twice to a server that may have got it.
 */
export class ServerConnection {
  readonly #options: ServerConnectionOptions;
  readonly #closing = new AbortController();
  readonly #expired = new WeakSet<Session>();
  /** The sessions that are not closed yet, including expired ones that finish their requests. */
  readonly #sessions = new Set<Session>();
  /** The session to use, or the attempt to open it. */
  #session: Promise<Session> | undefined;
  /** The last session that was opened, and read. */
  #live: Session | undefined;
  #attempt: Promise<unknown> | undefined;
  #closed: Promise<void> | undefined;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #endWaiting: ((error: CallError) => void) | undefined;
  /** Over HTTP. */
  readonly #health: HealthCheck | undefined;
  #isLost = false;

  constructor(options: ServerConnectionOptions) {
    const { endpoint, config } = options;
    const { healthInterval: interval = DEFAULT_HEALTH_INTERVAL } = config;
    this.#options = options;
    if (endpoint.kind !== "stdio") this.#health = new HealthCheck({ interval, check: (recent) => this.#check(recent) });
  }

  /** Connects for the first time. Closes the connection if that fails. */
  async open(): Promise<void> {
    this.#session = this.#connect();
    try {
      await this.#session;
    } catch (error) {
      this.#closing.abort();
      throw error;
    }
    this.#health?.start();
  }

  /** Resolves when a lost server is back, and its tools are read; undefined if none is lost. */
  settled(): Promise<void> | undefined {
    return this.#live?.isOpen !== true && !this.isClosed ? this.#current().then(() => undefined) : undefined;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Fires when it is closed. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The session that requests use now. Waits for one that is being opened. */
  async session(): Promise<Session> {
    return await this.#current();
  }

  /** Sends a request and gives the raw result. Rejects with a `CallError`. */
  async request(asked: Asked): Promise<unknown> {
    const session = await this.#current();
    assertCurrent(asked);
    try {
      return await session.request(asked);
    } catch (failure) {
      this.#suspect(failure, asked);
      if (!this.#isExpired(session, failure)) throw this.#asCallError(failure, asked);
    }
    // The server did not know the session, so it has not read the request: sending it again is safe.
    const renewed = await this.#renew(session);
    assertCurrent(asked);
    try {
      return await renewed.request(asked);
    } catch (failure) {
      throw this.#asCallError(failure, asked);
    }
  }

  /** Opens a new session in place of the current one. Running requests end in the old session. */
  async renew(): Promise<void> {
    await this.#renew(await this.#current());
  }

  /** Opens a stream of changes of a resource. Rejects with a `CallError`. */
  async listen(
    session: Session,
    uri: string,
    asked: SessionListenRequest & Pick<Asked, "what">,
  ): Promise<ListenStream> {
    try {
      return await session.listen(uri, asked);
    } catch (failure) {
      throw this.#asCallError(failure, asked);
    }
  }

  /** Ends the connection permanently, with its process or its sockets. */
  async close(): Promise<void> {
    await (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    if (this.isClosed) return;
    this.#closing.abort();
    this.#health?.stop();
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

  #connectAgain(): Promise<Session> {
    return this.#connect().catch((cause: CallError) => {
      throw this.isClosed ? cause : serverUnreachable(this.#options.name, cause);
    });
  }

  async #connectOnce(): Promise<Session> {
    const { endpoint, sdk, name, onConnected } = this.#options;
    const plan = { ...this.#options, signal: this.#closing.signal };
    const since = performance.now();
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
      const inWords = endpoint.kind === "stdio" ? undefined : whyNotConnected;
      throw withPhase(toMcpCallError(thrown, { what, wasSent: false, inWords }, sdk), "notStarted");
    }
    this.#watch(session, since);
    this.#forgetClosed();
    this.#sessions.add(session);
    this.#live = session;
    return session;
  }

  #forgetClosed(): void {
    for (const session of this.#sessions) if (!session.isOpen) this.#sessions.delete(session);
  }

  /** Opens another session after one that ends unexpectedly. Only child processes end like that. */
  #watch(session: Session, since: number): void {
    const { onerror } = session.client;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's clients have no addEventListener
    session.client.onerror = (error) => {
      onerror?.(error);
      // The error may be the end of a stream: the server may be gone.
      if (!session.isRetired) this.#health?.soon();
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's clients have no addEventListener
    session.client.onclose = () => {
      session.end();
      if (this.isClosed || session.isRetired) return;
      if (performance.now() - since > HEALTHY) this.#failures = 0;
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
    if (!(failure instanceof RequestFailure) || failure.hasBegun || !session.hasSession()) return false;
    const { thrown } = failure;
    return this.#options.sdk.SdkHttpError.isInstance(thrown) && thrown.status === 404;
  }

  /** Several calls may learn of the expiry at once: the first opens the new session, the others use it. */
  async #renew(expired: Session): Promise<Session> {
    if (!this.#expired.has(expired)) {
      this.#expired.add(expired);
      this.#session = this.#connectAnew();
      expired.retire();
    }
    return await this.#current();
  }

  /** For HTTP: after a failed attempt, the next call or check makes the next one. */
  #connectAnew(): Promise<Session> {
    const attempt = this.#connectAgain();
    attempt.then(
      () => this.#tellBack(),
      (error: unknown) => {
        if (this.#session === attempt) this.#session = undefined;
        this.#tellLost(error);
      },
    );
    return attempt;
  }

  /** Over HTTP only requests show whether the server is there. Returns whether it is, and reports a change. */
  async #check(recent: number): Promise<boolean> {
    const known = this.#session;
    try {
      const session = await this.#current();
      const timeout = Math.min(LONGEST_CHECK, this.#options.config.connectTimeout ?? LONGEST_CHECK);
      try {
        await session.assertAnswers({ timeout, recent });
      } catch (failure) {
        if (this.#isExpired(session, failure)) await this.#renew(session);
        else {
          // The next call connects again: a server that was gone has forgotten the session.
          if (this.#session === known) this.#session = undefined;
          session.retire();
          throw this.#asCallError(failure, { what: `The MCP server ${this.#options.name} does not answer` });
        }
      }
      return true;
    } catch (error) {
      this.#tellLost(error);
      return this.isClosed;
    }
  }

  /** A call that failed without an answer of the server is a reason to check it now. */
  #suspect(failure: unknown, asked: Asked): void {
    const isAnswered = failure instanceof RequestFailure && this.#options.sdk.ProtocolError.isInstance(failure.thrown);
    if (reasonOf(asked) === undefined && !isAnswered) this.#health?.soon();
  }

  #tellLost(error: unknown): void {
    if (this.isClosed) return;
    this.#isLost = true;
    // A call may have discovered it before a check did.
    this.#health?.soon();
    this.#options.onState({ state: "connecting", error });
  }

  #tellBack(): void {
    if (this.#isLost && !this.isClosed) this.#options.onState({ state: "ready" });
    this.#isLost = false;
  }

  #asCallError(failure: unknown, asked: Pick<Asked, "what" | "signal" | "cancellation">): unknown {
    // The registry recognises a cancellation by this reason.
    const reason = reasonOf(asked);
    if (reason !== undefined) return reason;
    if (!(failure instanceof RequestFailure)) return failure;
    const { what } = asked;
    return toMcpCallError(failure.thrown, { what, wasSent: failure.wasSent }, this.#options.sdk);
  }

  #lost(how: string): CallError {
    const message = `The MCP server ${this.#options.name} has ended, ${how}.`;
    return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted" });
  }

  #closedError(): CallError {
    return clientClosed(this.#options.name);
  }
}

/** Why the request was aborted; undefined if it was not. */
function reasonOf({ signal, cancellation }: Pick<Asked, "signal" | "cancellation">): CallError | undefined {
  return cancellation?.reason ?? (signal?.aborted === true ? cancelReason(signal) : undefined);
}

export function clientClosed(name: string): CallError {
  const message = `The client of the MCP server ${name} is closed.`;
  return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", retryable: false });
}

/**
 * Callers may be untrusted: they learn only that the server cannot be reached. The details, such as the last lines of
 * the process, are in the error's cause, for the operator.
 */
export function serverUnreachable(name: string, cause: CallError): CallError {
  const { code, phase, retryable } = cause;
  // Only the caller can log in, so the error has to say how.
  if (code === "LOGIN_REQUIRED") return cause;
  return new CallError(code, `The MCP server ${name} cannot be reached.`, undefined, { phase, retryable, cause });
}

/** Throws if the server was read again meanwhile and its offer of this name has changed. */
function assertCurrent({ isCurrent, what }: Asked): void {
  if (isCurrent?.() !== false) return;
  const message = `${what} changed while the call waited for the server.`;
  throw new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted", retryable: true });
}
