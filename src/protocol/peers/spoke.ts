import { CallError, toCallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { settled } from "../../registry/call.ts";
import { Cancellation } from "../../shared/cancellation.ts";
import { randomId } from "../../shared/request-id.ts";
import { awaitConnection } from "./await-connection.ts";
import { withoutIdentity, withTokenForHub } from "../identity/call-identity.ts";
import type { PrepareOptions } from "../caller/call-options.ts";
import { ChannelLink } from "../links/channel-link.ts";
import type { Channel, OpenChannel } from "../ports/channel.ts";
import { DeferredSubscription } from "./deferred-subscription.ts";
import { assertHello, greet } from "./handshake.ts";
import type { AgreedTerms } from "./handshake.ts";
import type { DrainOptions } from "./peer-server.ts";
import { PeerSession, toReporter } from "./peer-session.ts";
import type { ReportError } from "./peer-session.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { reconnectDelay } from "./reconnect-delay.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { ConnectSpokeOptions, SpokeCallOptions, SpokeState, StateListener } from "./spoke-options.ts";
import { TokenCache } from "../identity/token-cache.ts";

export interface SpokeNeeds extends ConnectSpokeOptions {
  readonly open: OpenChannel;
}

/** A connection that lasted so long was a good one: the next attempts start with short delays again. Milliseconds. */
const STABLE_AFTER = 5000;
const DEFAULT_GRACE = 10_000;
/** For so long operations of a hub that is gone stay, and answer `NO_RESPONDER`: it may be about to return. */
const KEPT_HEARTBEATS = 4;

/** One end of a connection to a hub, which it makes anew whenever it is lost. */
export class Spoke {
  readonly peerId: string;
  readonly counters: ProtocolCounters = newCounters();
  readonly #options: SpokeNeeds;
  readonly #report: ReportError;
  readonly #limits: ProtocolLimits;
  readonly #remoteOperations: RemoteOperations | undefined;
  /** Only where calls say on whose behalf they are made. */
  readonly #tokens: TokenCache | undefined;
  readonly #listeners = new Set<StateListener>();
  /** Fires when the spoke is closed. */
  readonly #closing = new AbortController();
  #state: SpokeState = "connecting";
  #session: PeerSession | undefined;
  #hasStopped = false;
  #connectedAt = 0;
  #attempt = 0;

  constructor(options: SpokeNeeds) {
    this.#options = options;
    this.#report = toReporter(options.onError);
    this.#limits = toProtocolLimits(options.limits);
    this.peerId = options.peerId ?? randomId();
    assertHello({ peerId: this.peerId, token: typeof options.token === "function" ? undefined : options.token });
    this.#remoteOperations = this.#importsTo(options.imports);
    this.#tokens = options.identity && new TokenCache(options.identity, this.peerId);
    if (options.onState !== undefined) this.#listeners.add(options.onState);
  }

  /** Resolves when it is connected for the first time. */
  static async connect(options: SpokeNeeds): Promise<Spoke> {
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

  /** Tells of every change from now on. Returns a way to stop listening. */
  onState(listener: StateListener): () => void {
    const own: StateListener = (change) => listener(change);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  /**
   * Calls a QUERY or MUTATION of the hub, or of another spoke through it. Without a connection it fails at once, with
   * `CONNECTION_LOST` in the phase `notStarted`.
   */
  call(id: string, input?: unknown, options?: SpokeCallOptions | OperationContext<never>): Promise<ResponseEnvelope> {
    if (this.#session !== undefined) return this.#session.call(id, input, options);
    return this.#connected(options).then((session) => session.call(id, input, options));
  }

  /** Streams a SUBSCRIPTION. Nothing is sent before the first item is asked for; a stream ends with its connection. */
  subscribe(id: string, input?: unknown, options?: SpokeCallOptions | OperationContext<never>): Subscription {
    if (this.#session !== undefined) return this.#session.subscribe(id, input, options);
    return new DeferredSubscription(async () => (await this.#connected(options)).subscribe(id, input, options));
  }

  /** Takes no more calls of the hub from now on; those in flight, and calls to the hub, go on. */
  stopAnswering(): void {
    this.#hasStopped = true;
    this.#session?.stopAnswering();
  }

  /** Takes no more calls of the hub, finishes those in flight within the time given, and closes. */
  async drain({ graceMs = DEFAULT_GRACE, until }: DrainOptions = {}): Promise<void> {
    // Also if it is connected anew meanwhile.
    this.#hasStopped = true;
    await Promise.allSettled([this.#session?.drain(graceMs), until]);
    this.close();
  }

  /** Closes for good: calls in both directions end. */
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

  /** Where it comes from may take its time: not longer than the spoke is wanted. */
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

  /** Within a time: what takes a connection and never says a word would be waited for without end. */
  async #open(): Promise<Channel> {
    const { url, open } = this.#options;
    const { handshakeMs, maxFrameBytes } = this.#limits;
    const attempt = new Cancellation();
    attempt.followSignal(this.#closing.signal);
    const late = notReached(handshakeMs);
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
    const link = new ChannelLink(channel, { limits, counters: this.counters });
    const giveUp = (): void => link.close(closedError());
    const { signal } = this.#closing;
    signal.addEventListener("abort", giveUp, { once: true });
    return new Promise<void>((resolve, reject) => {
      const wantsOperations = this.#remoteOperations === undefined ? undefined : true;
      const onReady = ({ heartbeatMs }: AgreedTerms): void => {
        this.#join(link, heartbeatMs);
        resolve();
      };
      greet({ link, limits, peerId: this.peerId, wantsOperations, onReady, onRefused: reject }, token);
    }).finally(() => signal.removeEventListener("abort", giveUp));
  }

  #join(link: ChannelLink, heartbeatMs: number): void {
    const { registry, offer } = this.#options;
    const session: PeerSession = new PeerSession({
      link,
      limits: this.#limits,
      counters: this.counters,
      heartbeatMs,
      selfId: this.peerId,
      registry,
      answers: "offered",
      offer: offer === false ? offersNothing : (offer ?? "all"),
      remoteOperations: this.#remoteOperations,
      prepare: this.#preparedFor(link),
      onError: this.#report,
      onClosed: (reason) => this.#lost(reason),
    });
    this.#session = session;
    this.#connectedAt = Date.now();
    session.start();
    // Lost with its first words.
    if (this.#session !== session) return;
    if (this.#hasStopped) session.stopAnswering();
    this.#enter("connected");
  }

  #preparedFor({ peer }: ChannelLink): PrepareOptions {
    const tokens = this.#tokens;
    if (tokens === undefined) return withoutIdentity;
    const to = { tokens, audience: peer.id };
    return (given) => withTokenForHub(given, to);
  }

  #lost(reason: CallError): void {
    this.#session = undefined;
    if (this.#state === "closed") return;
    if (this.#options.reconnect === false) return this.#end(reason);
    if (Date.now() - this.#connectedAt > STABLE_AFTER) this.#attempt = 0;
    void this.#reconnect(reason);
  }

  /** Tries until it is connected or closed; in the latter case it says why. */
  async #reconnect(lost: CallError): Promise<CallError | undefined> {
    const { reconnect, url, token } = this.#options;
    let reason = lost;
    while (this.#state !== "closed") {
      this.#enter("disconnected", reason);
      await pause(reconnectDelay(this.#attempt++, reconnect || undefined), this.#closing.signal);
      if (this.#closing.signal.aborted) break;
      try {
        await this.#connect();
        return undefined;
      } catch (thrown) {
        reason = toCallError(thrown);
        this.#report(reason, url);
        // Another try with the same token would end the same way, and one that never held is a mistake.
        const isHopeless = typeof token !== "function" || this.#connectedAt === 0;
        if (reason.code === "UNAUTHENTICATED" && isHopeless) this.#end(reason);
      }
    }
    return reason;
  }

  #connected(options: SpokeCallOptions | OperationContext<never> | undefined): Promise<PeerSession> {
    const withinMs = options !== undefined && "waitForConnection" in options ? (options.waitForConnection ?? 0) : 0;
    return awaitConnection({
      session: () => this.#session,
      isClosed: () => this.#state === "closed",
      onState: (listener) => this.onState(listener),
      withinMs,
      deadline: options?.deadline,
      signal: options?.signal,
    }).catch((thrown: unknown) => {
      throw settled(toCallError(thrown));
    });
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
    for (const listener of Array.from(this.#listeners)) {
      try {
        listener({ state, reason });
      } catch (thrown) {
        this.#report(toCallError(thrown), "onState");
      }
    }
  }
}

function offersNothing(): boolean {
  return false;
}

function closedError(): CallError {
  return new CallError("CONNECTION_LOST", "The spoke was closed.", undefined, { phase: "notStarted" });
}

function notReached(handshakeMs: number): CallError {
  const message = `The hub could not be reached within ${handshakeMs} ms (handshakeMs).`;
  return new CallError("CONNECTION_LOST", message, undefined, { phase: "notStarted" });
}

/** Keeps the process alive: a spoke that only serves must come back. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
