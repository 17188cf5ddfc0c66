import { notStarted, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import { settled } from "../../errors/settled-error.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { tellListener } from "../../shared/listeners.ts";
import { randomId } from "../../shared/request-id.ts";
import { toSteady } from "../../shared/time/steady-clock.ts";
import { delay, ReturnPauses } from "../../shared/time/wait.ts";
import type { Channel, OpenChannel } from "../ports/channel.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { assertHello } from "./handshake.ts";
import type { PeerConnectOptions, SpokeState, StateListener } from "./spoke-options.ts";

/** What each new connection creates. */
export interface ConnectionSession {
  /** Called once, when the connection knows the session. */
  start(): void;
  close(reason: CallError): void;
}

export interface ConnectionOptions<TSession> extends PeerConnectOptions {
  readonly open: OpenChannel;
  /** Greets the server over a new channel, and makes the session of the connection. */
  readonly join: (channel: Channel, joining: Joining<TSession>) => void;
  /** Called once, when it is closed permanently. */
  readonly onEnd?: (() => void) | undefined;
  /** Gets errors that no call waits for. Never throws. */
  readonly report?: ((error: CallError, about: string) => void) | undefined;
}

/** A connection that is being made. `onReady` or `onRefused` is called once. */
export interface Joining<TSession> {
  readonly token: string | undefined;
  readonly onReady: (session: TSession) => void;
  readonly onRefused: (reason: CallError) => void;
  /** Called when the session has ended. Also called earlier, with `isDraining`, when it stops taking calls. */
  readonly onClosed: (session: TSession, reason: CallError, isDraining?: boolean) => void;
}

/** How long a call waits for a connection. */
export interface ConnectionWait {
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. */
  readonly withinMs: number;
}

/** After a connection that lasted this long, the next attempts start with short delays again. Milliseconds. */
const STABLE_AFTER = 5000;

/** A connection to a server that reconnects whenever it is lost. */
export class Connection<TSession extends ConnectionSession> {
  readonly peerId: string;
  readonly limits: ProtocolLimits;
  session: TSession | undefined;
  state: SpokeState = "connecting";
  readonly #options: ConnectionOptions<TSession>;
  readonly #listeners = new Set<StateListener>();
  /** Sessions that have not ended. All but one are draining. */
  readonly #sessions = new Set<TSession>();
  /** Fires when the connection is closed permanently. */
  readonly #closing = new AbortController();
  #connectedAt = 0;
  readonly #pauses: ReturnPauses;
  /** Why there is no connection at present. */
  #lostBy: CallError | undefined;
  /** Why it is closed permanently. */
  #endedBy: CallError | undefined;

  constructor(options: ConnectionOptions<TSession>) {
    this.#options = options;
    this.#pauses = new ReturnPauses(options.reconnect || {});
    this.limits = toProtocolLimits(options.limits);
    this.peerId = options.peerId ?? randomId();
    assertHello({ peerId: this.peerId, token: typeof options.token === "function" ? undefined : options.token });
    if (options.onState !== undefined) this.#listeners.add(options.onState);
  }

  /** Resolves with the first connection. Closes and rejects if there is none. */
  async connect(): Promise<void> {
    const { signal, reconnect } = this.#options;
    const close = (): void => this.close();
    if (signal?.aborted === true) close();
    signal?.addEventListener("abort", close, { signal: this.#closing.signal });
    await this.#try(undefined, reconnect !== false && reconnect?.initially === true);
  }

  /** Calls the listener at every change from now on. Returns a function that stops it. */
  onState(listener: StateListener): () => void {
    const own: StateListener = (change) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /** The session, or the next one if it comes in time. If it does not, nothing was sent. */
  async connected({ deadline = Infinity, signal, withinMs }: ConnectionWait): Promise<TSession> {
    if (this.session !== undefined) return this.session;
    if (withinMs <= 0 || this.state === "closed") throw settled(this.#notConnected());
    const cancellation = new Cancellation();
    if (signal !== undefined) cancellation.followSignal(signal);
    cancellation.followDeadline(Math.min(toSteady(deadline), performance.now() + withinMs));
    let stopListening: (() => void) | undefined;
    const next = new Promise<TSession>((resolve, reject) => {
      stopListening = this.onState(({ state }) => {
        if (this.session !== undefined) resolve(this.session);
        else if (state === "closed") reject(this.#notConnected());
      });
    });
    try {
      return await cancellation.race(next);
    } catch (thrown) {
      throw settled(signal?.aborted === true ? withPhase(toCallError(thrown), "notStarted") : this.#notConnected());
    } finally {
      stopListening?.();
      cancellation.release();
    }
  }

  /** Closes permanently. */
  close(): void {
    this.end(closedError());
  }

  /** Closes permanently, with a reason. */
  end(reason: CallError): void {
    if (this.state === "closed") return;
    this.#endedBy = reason;
    this.#enter("closed", reason);
    this.#listeners.clear();
    this.#closing.abort(reason);
    for (const session of this.#sessions) session.close(reason);
    this.#options.onEnd?.();
  }

  async #connect(): Promise<void> {
    this.#enter("connecting");
    const token = await this.#token();
    assertHello({ peerId: this.peerId, token });
    const channel = await this.#open();
    if (this.#closing.signal.aborted) {
      channel.destroy();
      throw closedError();
    }
    await this.#greet(channel, token);
  }

  /** Getting it may take long. A connection that is closed meanwhile does not wait for it. */
  async #token(): Promise<string | undefined> {
    const { token } = this.#options;
    if (typeof token !== "function") return token;
    const attempt = new Cancellation();
    attempt.followSignal(this.#closing.signal);
    try {
      return await attempt.race(Promise.resolve(token()));
    } finally {
      attempt.release();
    }
  }

  /** Within a time limit: a server may take the connection and never answer. */
  async #open(): Promise<Channel> {
    const { url, open } = this.#options;
    const { handshakeMs, maxFrameBytes } = this.limits;
    const attempt = new Cancellation();
    attempt.followSignal(this.#closing.signal);
    const late = lost(`The server could not be reached within ${handshakeMs} ms (handshakeMs).`);
    const timer = setTimeout(() => attempt.cancel(late), handshakeMs);
    try {
      return await open({ url, maxTextBytes: maxFrameBytes, signal: attempt.signal });
    } catch (thrown) {
      throw attempt.reason === late ? late : thrown;
    } finally {
      clearTimeout(timer);
      attempt.release();
    }
  }

  #greet(channel: Channel, token: string | undefined): Promise<void> {
    const { signal } = this.#closing;
    const giveUp = (): void => channel.destroy();
    signal.addEventListener("abort", giveUp, { once: true });
    return new Promise<void>((resolve, reject) => {
      this.#options.join(channel, {
        token,
        onReady: (session) => {
          this.session = session;
          this.#sessions.add(session);
          this.#connectedAt = performance.now();
          session.start();
          // Its first event may have overloaded the link and ended it.
          if (this.session === session) this.#enter("connected");
          resolve();
        },
        onRefused: (reason) => reject(signal.aborted ? closedError() : reason),
        onClosed: (...lost) => this.#lost(...lost),
      });
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }

  #lost(session: TSession, reason: CallError, isDraining = false): void {
    if (isDraining && this.#options.reconnect === false) return;
    if (!isDraining) this.#sessions.delete(session);
    // Another one may have taken its place.
    if (this.session !== session) return;
    this.session = undefined;
    if (this.state === "closed") return;
    if (this.#options.reconnect === false) return this.end(reason);
    if (performance.now() - this.#connectedAt > STABLE_AFTER) this.#pauses.reset();
    void this.#try(reason, true).catch(() => undefined);
  }

  /** Tries until it is connected or closed. Unless it is patient, it closes after the first failed attempt. */
  async #try(lostBy: CallError | undefined, isPatient: boolean): Promise<void> {
    const { url, token, report } = this.#options;
    let reason = lostBy;
    while (reason === undefined || this.state !== "closed") {
      if (reason !== undefined) {
        this.#lostBy = reason;
        this.#enter("disconnected", reason);
        // This timer keeps the process alive: a spoke that only serves must come back.
        await delay(this.#pauses.next(this.#sessions.size > 0), this.#closing.signal).catch(() => undefined);
        if (this.#closing.signal.aborted) break;
      }
      try {
        return await this.#connect();
      } catch (thrown) {
        reason = toCallError(thrown);
        // Another try with the same token would fail too, and a token that never worked is a mistake.
        const isRefused = reason.code === "UNAUTHENTICATED" && (typeof token !== "function" || this.#connectedAt === 0);
        if (isPatient) report?.(reason, url);
        if (isRefused || !isPatient) this.end(reason);
      }
    }
    throw reason;
  }

  #notConnected(): CallError {
    if (this.#endedBy?.code === "UNAUTHENTICATED") return withPhase(this.#endedBy, "notStarted");
    if (this.state === "closed") return closedError();
    return lost(`There is no connection to the server: ${this.#lostBy?.message ?? this.state}`);
  }

  #enter(state: SpokeState, reason?: CallError): void {
    if (this.state === "closed") return;
    this.state = state;
    for (const listener of Array.from(this.#listeners))
      tellListener(listener, { state, reason }, (thrown) => this.#options.report?.(toCallError(thrown), "onState"));
  }
}

function closedError(): CallError {
  return lost("The connection is closed.");
}

function lost(message: string): CallError {
  return notStarted("CONNECTION_LOST", message);
}
