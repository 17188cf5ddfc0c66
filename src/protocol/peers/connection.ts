import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import { settled } from "../../errors/settled-error.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { tellListener } from "../../shared/listeners.ts";
import { randomId } from "../../shared/request-id.ts";
import { toSteady } from "../../shared/time/steady-clock.ts";
import { backoff, delay } from "../../shared/time/wait.ts";
import type { CreateChannelLink, TextLink } from "../links/text-link.ts";
import type { Channel, OpenChannel } from "../ports/channel.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { assertHello, greet } from "./handshake.ts";
import type { ConnectOptions, SpokeState, StateListener } from "./spoke-options.ts";

/** What is made anew with each connection. */
export interface ConnectionSession {
  /** Called once, when the connection knows the session. */
  start(): void;
  close(reason: CallError): void;
}

export interface ConnectionOptions<TSession> extends ConnectOptions {
  readonly open: OpenChannel;
  readonly createLink: CreateChannelLink;
  /** Whether this side wants offers of what it may call. */
  readonly wantsOperations?: boolean | undefined;
  /** Makes the session of a connection. `onClosed` is called once, when it has ended. */
  readonly join: (joined: JoinedLink) => TSession;
  /** Called once, when it is closed for good. */
  readonly onEnd?: (() => void) | undefined;
  /** Gets errors that no call waits for. Never throws. */
  readonly report: (error: CallError, about: string) => void;
}

export interface JoinedLink {
  readonly link: TextLink;
  readonly heartbeatMs: number;
  readonly onClosed: (reason: CallError) => void;
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

/** A connection to a server, which is made anew whenever it is lost. */
export class Connection<TSession extends ConnectionSession> {
  readonly peerId: string;
  readonly counters: ProtocolCounters = newCounters();
  readonly limits: ProtocolLimits;
  session: TSession | undefined;
  state: SpokeState = "connecting";
  readonly #options: ConnectionOptions<TSession>;
  readonly #listeners = new Set<StateListener>();
  /** Fires when the connection is closed for good. */
  readonly #closing = new AbortController();
  #connectedAt = 0;
  #attempt = 0;
  /** Why it is closed for good. */
  #endedBy: CallError | undefined;

  constructor(options: ConnectionOptions<TSession>) {
    this.#options = options;
    this.limits = toProtocolLimits(options.limits);
    this.peerId = options.peerId ?? randomId();
    assertHello({ peerId: this.peerId, token: typeof options.token === "function" ? undefined : options.token });
    if (options.onState !== undefined) this.#listeners.add(options.onState);
  }

  /** Resolves with the first connection. Rejects, and is closed, if there is none. */
  async connect(): Promise<void> {
    const { signal, reconnect } = this.#options;
    const close = (): void => this.close();
    if (signal?.aborted === true) close();
    signal?.addEventListener("abort", close, { once: true });
    this.#closing.signal.addEventListener("abort", () => signal?.removeEventListener("abort", close), { once: true });
    try {
      await this.#connect();
    } catch (thrown) {
      let error: CallError | undefined = toCallError(thrown);
      const mayRetry = reconnect !== false && reconnect?.initially === true && error.code !== "UNAUTHENTICATED";
      if (mayRetry) error = await this.#reconnect(error);
      if (error === undefined) return;
      this.end(error);
      throw error;
    }
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

  /** Closes for good. */
  close(): void {
    this.end(closedError());
  }

  /** Closes for good, with a reason. */
  end(reason: CallError): void {
    if (this.state === "closed") return;
    this.#endedBy = reason;
    this.#enter("closed", reason);
    this.#listeners.clear();
    this.#closing.abort(reason);
    this.session?.close(reason);
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

  /** To get it may take long. A connection that is closed meanwhile does not wait for it. */
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
    const late = notStarted(`The server could not be reached within ${handshakeMs} ms (handshakeMs).`);
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
    const { limits, counters, peerId } = this;
    const link = this.#options.createLink(channel, { limits, counters });
    const giveUp = (): void => link.close(closedError());
    const { signal } = this.#closing;
    signal.addEventListener("abort", giveUp, { once: true });
    return new Promise<void>((resolve, reject) => {
      const { wantsOperations } = this.#options;
      const onReady: Parameters<typeof greet>[0]["onReady"] = ({ heartbeatMs }) => {
        this.#join(link, heartbeatMs);
        resolve();
      };
      greet({ link, limits, peerId, wantsOperations, onReady, onRefused: reject }, token);
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }

  #join(link: TextLink, heartbeatMs: number): void {
    const session = this.#options.join({ link, heartbeatMs, onClosed: (reason) => this.#lost(reason) });
    this.session = session;
    this.#connectedAt = performance.now();
    session.start();
    // Its first event may have been too much for the link.
    if (this.session === session) this.#enter("connected");
  }

  #lost(reason: CallError): void {
    this.session = undefined;
    if (this.state === "closed") return;
    if (this.#options.reconnect === false) return this.end(reason);
    if (performance.now() - this.#connectedAt > STABLE_AFTER) this.#attempt = 0;
    void this.#reconnect(reason);
  }

  /** Tries until it is connected or closed. In the latter case it returns the reason. */
  async #reconnect(lost: CallError): Promise<CallError | undefined> {
    const { reconnect, url, token, report } = this.#options;
    let reason = lost;
    while (this.state !== "closed") {
      this.#enter("disconnected", reason);
      // This timer keeps the process alive: a spoke that only serves must come back.
      await delay(backoff(this.#attempt++, reconnect || {}), this.#closing.signal).catch(() => undefined);
      if (this.#closing.signal.aborted) break;
      try {
        await this.#connect();
        return undefined;
      } catch (thrown) {
        reason = toCallError(thrown);
        report(reason, url);
        // Another try with the same token would fail too, and a token that never worked is a mistake.
        const isHopeless = typeof token !== "function" || this.#connectedAt === 0;
        if (reason.code === "UNAUTHENTICATED" && isHopeless) this.end(reason);
      }
    }
    return reason;
  }

  #notConnected(): CallError {
    if (this.#endedBy?.code === "UNAUTHENTICATED") return withPhase(this.#endedBy, "notStarted");
    return notStarted(this.state === "closed" ? "The connection is closed." : "There is no connection to the server.");
  }

  #enter(state: SpokeState, reason?: CallError): void {
    if (this.state === "closed") return;
    this.state = state;
    for (const listener of Array.from(this.#listeners))
      tellListener(listener, { state, reason }, (thrown) => this.#options.report(toCallError(thrown), "onState"));
  }
}

function notStarted(message: string): CallError {
  return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted" });
}

function closedError(): CallError {
  return notStarted("The connection was closed.");
}
