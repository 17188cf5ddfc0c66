import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { settled } from "../../errors/settled-error.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { randomId } from "../../shared/request-id.ts";
import { tellListener } from "../../shared/listeners.ts";
import { delay } from "../../shared/time/wait.ts";
import { OpeningSubscription } from "../caller/opening-subscription.ts";
import { signedForServer, TokenCache, withoutIdentity } from "../identity/token-cache.ts";
import { createChannelLink } from "../links/text-link.ts";
import type { TextLink } from "../links/text-link.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { Channel, OpenChannel } from "../ports/channel.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { KEPT_HEARTBEATS, toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { assertHello, greet } from "./handshake.ts";
import type { DrainOptions } from "./peer-server.ts";
import { PeerSession, toReporter } from "./peer-session.ts";
import type { ReportError } from "./peer-session.ts";
import type {
  ConnectSpokeOptions,
  ReconnectOptions,
  SpokeCallOptions,
  SpokeState,
  StateListener,
} from "./spoke-options.ts";
import { keepDeadline, toSteady } from "../../shared/time/steady-clock.ts";

export interface SpokeOptions extends ConnectSpokeOptions {
  readonly open: OpenChannel;
}

/** After a connection that lasted this long, the next attempts start with short delays again. Milliseconds. */
const STABLE_AFTER = 5000;
const DEFAULT_GRACE = 10_000;

/** The peer that connects. It makes its connection anew whenever it is lost. */
export class Spoke {
  readonly peerId: string;
  readonly counters: ProtocolCounters = newCounters();
  readonly #options: SpokeOptions;
  readonly #report: ReportError;
  readonly #limits: ProtocolLimits;
  readonly #remoteOperations: RemoteOperations | undefined;
  /** Only if calls say on whose behalf they are made. */
  readonly #tokens: TokenCache | undefined;
  readonly #listeners = new Set<StateListener>();
  /** Fires when the spoke is closed. */
  readonly #closing = new AbortController();
  #state: SpokeState = "connecting";
  #session: PeerSession | undefined;
  #hasStopped = false;
  #connectedAt = 0;
  #attempt = 0;

  constructor(options: SpokeOptions) {
    this.#options = options;
    this.#report = toReporter(options.onError);
    this.#limits = toProtocolLimits(options.limits);
    this.peerId = options.peerId ?? randomId();
    assertHello({ peerId: this.peerId, token: typeof options.token === "function" ? undefined : options.token });
    this.#remoteOperations = this.#importsTo(options.imports);
    this.#tokens = options.identity && new TokenCache(options.identity, this.peerId);
    if (options.onState !== undefined) this.#listeners.add(options.onState);
  }

  /** Resolves with the first connection. */
  static async connect(options: SpokeOptions): Promise<Spoke> {
    const spoke = new Spoke(options);
    const { signal, reconnect } = options;
    const close = (): void => spoke.close();
    if (signal?.aborted === true) close();
    signal?.addEventListener("abort", close, { once: true });
    spoke.#closing.signal.addEventListener("abort", () => signal?.removeEventListener("abort", close), { once: true });
    try {
      await spoke.#connect();
    } catch (thrown) {
      let error: CallError | undefined = toCallError(thrown);
      const mayRetry = reconnect !== false && reconnect?.initially === true && error.code !== "UNAUTHENTICATED";
      if (mayRetry) error = await spoke.#reconnect(error);
      if (error !== undefined) {
        spoke.#end(error);
        throw error;
      }
    }
    return spoke;
  }

  get state(): SpokeState {
    return this.#state;
  }

  /** Calls the listener at every change from now on. Returns a function that stops it. */
  onState(listener: StateListener): () => void {
    const own: StateListener = (change) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /**
   * Calls a QUERY or MUTATION of the server, or of another spoke through it. Without a connection it fails at once, with
   * `CONNECTION_LOST` in the phase `notStarted`.
   */
  call(id: string, input?: unknown, options?: SpokeCallOptions | OperationContext<never>): Promise<ResponseEnvelope> {
    if (this.#session !== undefined) return this.#session.callMap.call(id, input, options);
    const kept = keepDeadline(options);
    return this.#connected(kept).then(({ callMap }) => callMap.call(id, input, kept));
  }

  /** Streams a SUBSCRIPTION. Nothing is sent before the caller asks for the first item. A stream ends with its connection. */
  subscribe(id: string, input?: unknown, options?: SpokeCallOptions | OperationContext<never>): Subscription {
    if (this.#session !== undefined) return this.#session.callMap.subscribe(id, input, options);
    const kept = keepDeadline(options);
    const open = async (): Promise<Subscription> => (await this.#connected(kept)).callMap.subscribe(id, input, kept);
    return new OpeningSubscription({ open });
  }

  /** Takes no more calls of the server. Those in flight, and calls to the server, go on. */
  stopAnswering(): void {
    this.#hasStopped = true;
    void this.#session?.drain(0);
  }

  /** Takes no more calls of the server, lets those in flight end within the given time, and closes. */
  async drain({ graceMs = DEFAULT_GRACE, until }: DrainOptions = {}): Promise<void> {
    // Also if it connects anew meanwhile.
    this.#hasStopped = true;
    await Promise.allSettled([this.#session?.drain(graceMs), until]);
    this.close();
  }

  /** Closes for good, and ends calls in both directions. */
  close(): void {
    this.#end(closedError());
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

  /** To get it may take long. A spoke that is closed meanwhile does not wait for it. */
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
    const { handshakeMs, maxFrameBytes } = this.#limits;
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
    const limits = this.#limits;
    const link = createChannelLink(channel, { limits, counters: this.counters });
    const giveUp = (): void => link.close(closedError());
    const { signal } = this.#closing;
    signal.addEventListener("abort", giveUp, { once: true });
    return new Promise<void>((resolve, reject) => {
      const wantsOperations = this.#remoteOperations === undefined ? undefined : true;
      const { peerId } = this;
      const onReady: Parameters<typeof greet>[0]["onReady"] = ({ heartbeatMs }) => {
        this.#join(link, heartbeatMs);
        resolve();
      };
      greet({ link, limits, peerId, wantsOperations, onReady, onRefused: reject }, token);
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }

  #join(link: TextLink, heartbeatMs: number): void {
    const { registry, offer } = this.#options;
    const session: PeerSession = new PeerSession({
      link,
      limits: this.#limits,
      counters: this.counters,
      heartbeatMs,
      selfId: this.peerId,
      registry,
      mayCall: "offered",
      offer: offer === false ? offersNothing : (offer ?? "all"),
      remoteOperations: this.#remoteOperations,
      prepare: this.#tokens === undefined ? withoutIdentity : signedForServer(link.peer.id, this.#tokens),
      onError: this.#report,
      onClosed: (reason) => this.#lost(reason),
    });
    this.#session = session;
    this.#connectedAt = performance.now();
    session.start();
    // Its first event may have been too much for the link.
    if (this.#session !== session) return;
    if (this.#hasStopped) void session.drain(0);
    this.#enter("connected");
  }

  #lost(reason: CallError): void {
    this.#session = undefined;
    if (this.#state === "closed") return;
    if (this.#options.reconnect === false) return this.#end(reason);
    if (performance.now() - this.#connectedAt > STABLE_AFTER) this.#attempt = 0;
    void this.#reconnect(reason);
  }

  /** Tries until it is connected or closed. In the latter case it returns the reason. */
  async #reconnect(lost: CallError): Promise<CallError | undefined> {
    const { reconnect, url, token } = this.#options;
    let reason = lost;
    while (this.#state !== "closed") {
      this.#enter("disconnected", reason);
      // This timer keeps the process alive: a spoke that only serves must come back.
      await delay(reconnectDelay(this.#attempt++, reconnect || {}), this.#closing.signal).catch(() => undefined);
      if (this.#closing.signal.aborted) break;
      try {
        await this.#connect();
        return undefined;
      } catch (thrown) {
        reason = toCallError(thrown);
        this.#report(reason, url);
        // Another try with the same token would fail too, and a token that never worked is a mistake.
        const isHopeless = typeof token !== "function" || this.#connectedAt === 0;
        if (reason.code === "UNAUTHENTICATED" && isHopeless) this.#end(reason);
      }
    }
    return reason;
  }

  /** The next connection, if it comes in time. If it does not, nothing was sent. */
  async #connected(options: SpokeCallOptions | OperationContext<never> | undefined): Promise<PeerSession> {
    const { deadline = Infinity, signal } = options ?? {};
    const withinMs = options !== undefined && "waitForConnection" in options ? (options.waitForConnection ?? 0) : 0;
    if (withinMs <= 0 || this.#state === "closed") throw settled(this.#notConnected());
    const cancellation = new Cancellation();
    if (signal !== undefined) cancellation.followSignal(signal);
    cancellation.followDeadline(Math.min(toSteady(deadline), performance.now() + withinMs));
    let stopListening: (() => void) | undefined;
    const next = new Promise<PeerSession>((resolve, reject) => {
      stopListening = this.onState(({ state }) => {
        if (this.#session !== undefined) resolve(this.#session);
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

  #notConnected(): CallError {
    return notStarted(this.#state === "closed" ? "The spoke is closed." : "There is no connection to the server.");
  }

  #end(reason: CallError): void {
    if (this.#state === "closed") return;
    this.#enter("closed", reason);
    this.#listeners.clear();
    this.#closing.abort(reason);
    this.#session?.close(reason);
    this.#remoteOperations?.close();
  }

  #importsTo(registry: OperationRegistry | undefined): RemoteOperations | undefined {
    if (registry === undefined) return undefined;
    const { maxOfferedOperations, heartbeatMs } = this.#limits;
    return new RemoteOperations({
      registry,
      maxOperations: maxOfferedOperations,
      keepMs: heartbeatMs * KEPT_HEARTBEATS,
      counters: this.counters,
      onRefused: this.#report,
    });
  }

  #enter(state: SpokeState, reason?: CallError): void {
    if (this.#state === "closed") return;
    this.#state = state;
    for (const listener of Array.from(this.#listeners))
      tellListener(listener, { state, reason }, (thrown) => this.#report(toCallError(thrown), "onState"));
  }
}

function offersNothing(): boolean {
  return false;
}

function notStarted(message: string): CallError {
  return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted" });
}

function closedError(): CallError {
  return notStarted("The spoke was closed.");
}

/** Full jitter: when a server restarts, its spokes must not all come back at the same moment. */
function reconnectDelay(attempt: number, { minDelayMs = 250, maxDelayMs = 30_000 }: ReconnectOptions): number {
  return Math.random() * Math.min(maxDelayMs, minDelayMs * 2 ** attempt);
}
