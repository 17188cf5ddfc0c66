import type { CallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { LogMessage } from "../../operation/caller-log.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { tellListener } from "../../shared/listeners.ts";
import { keepDeadline } from "../../shared/time/steady-clock.ts";
import { OpeningSubscription } from "../caller/opening-subscription.ts";
import { signedForServer, TokenCache, withoutIdentity } from "../identity/token-cache.ts";
import { createChannelLink } from "../links/text-link.ts";
import type { TextLink } from "../links/text-link.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { Channel, OpenChannel } from "../ports/channel.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { PeerLogged } from "../wire/protocol-event.ts";
import { KEPT_HEARTBEATS } from "../wire/protocol-limits.ts";
import { Connection } from "./connection.ts";
import type { Joining } from "./connection.ts";
import { greet } from "./handshake.ts";
import type { DrainOptions } from "./peer-server.ts";
import { PeerSession, toReporter } from "./peer-session.ts";
import type { ReportError } from "./peer-session.ts";
import type { ConnectSpokeOptions, SpokeCallOptions, SpokeState, StateListener } from "./spoke-options.ts";

export interface SpokeOptions extends ConnectSpokeOptions {
  readonly open: OpenChannel;
}

const DEFAULT_GRACE = 10_000;

/** The peer that connects. It reconnects whenever the connection is lost. */
export class Spoke {
  readonly counters: ProtocolCounters = newCounters();
  readonly #options: SpokeOptions;
  readonly #report: ReportError;
  readonly #remoteOperations: RemoteOperations | undefined;
  readonly #connection: Connection<PeerSession>;
  /** Present if calls say on whose behalf they are made. */
  readonly #tokens: TokenCache | undefined;
  #hasStopped = false;

  constructor(options: SpokeOptions) {
    this.#options = options;
    this.#report = toReporter(options.onError);
    this.#connection = new Connection<PeerSession>({
      ...options,
      join: this.#join,
      report: this.#report,
      onEnd: () => this.#remoteOperations?.close(),
    });
    this.#remoteOperations = this.#importsTo(options.imports);
    this.#tokens = options.identity && new TokenCache(options.identity, this.peerId);
  }

  /** Resolves with the first connection. */
  static async connect(options: SpokeOptions): Promise<Spoke> {
    const spoke = new Spoke(options);
    await spoke.#connection.connect();
    return spoke;
  }

  get peerId(): string {
    return this.#connection.peerId;
  }

  get state(): SpokeState {
    return this.#connection.state;
  }

  /** Calls the listener at every change from now on. Returns a function that stops it. */
  onState(listener: StateListener): () => void {
    return this.#connection.onState(listener);
  }

  /**
   * Calls a QUERY or MUTATION of the server, or of another spoke through it. Without a connection it fails at once,
   * with `CONNECTION_LOST` in the phase `notStarted`.
   */
  call(id: string, input?: unknown, options?: SpokeCallOptions | OperationContext<never>): Promise<ResponseEnvelope> {
    const { session } = this.#connection;
    if (session !== undefined) return session.callMap.call(id, input, options);
    const kept = keepDeadline(options);
    return this.#connected(kept).then(({ callMap }) => callMap.call(id, input, kept));
  }

  /**
   * Streams a SUBSCRIPTION. Nothing is sent before the caller asks for the first item. A stream ends with its
   * connection.
   */
  subscribe(id: string, input?: unknown, options?: SpokeCallOptions | OperationContext<never>): Subscription {
    const { session } = this.#connection;
    if (session !== undefined) return session.callMap.subscribe(id, input, options);
    const kept = keepDeadline(options);
    const open = async (): Promise<Subscription> => (await this.#connected(kept)).callMap.subscribe(id, input, kept);
    return new OpeningSubscription({ open });
  }

  /** Resolves when everything that the server has offered so far is imported; undefined if it is. */
  settled(): Promise<void> | undefined {
    return this.#remoteOperations?.settled();
  }

  /** Accepts no more calls from the server. Those in flight, and calls to the server, continue. */
  stopAnswering(): void {
    this.#hasStopped = true;
    void this.#connection.session?.drain(0);
  }

  /** Takes no more calls of the server, lets those in flight end within the given time, and closes. */
  async drain({ graceMs = DEFAULT_GRACE, until }: DrainOptions = {}): Promise<void> {
    // This also holds if it reconnects meanwhile.
    this.#hasStopped = true;
    await Promise.allSettled([this.#connection.session?.drain(graceMs), until]);
    this.close();
  }

  /** Closes permanently, and ends calls in both directions. */
  close(): void {
    this.#connection.close();
  }

  readonly #join = (channel: Channel, joining: Joining<PeerSession>): void => {
    const { counters, peerId } = this;
    const { limits } = this.#connection;
    const link = createChannelLink(channel, { limits, counters });
    const { token, onReady, onRefused, onClosed } = joining;
    greet(
      {
        link,
        limits,
        peerId,
        wantsOperations: this.#options.imports === undefined ? undefined : true,
        wantsLog: this.#options.onServerLog === undefined ? undefined : true,
        onReady: ({ heartbeatMs }) => {
          const session: PeerSession = this.#sessionOver(link, heartbeatMs, (reason) => onClosed(session, reason));
          onReady(session);
        },
        onRefused,
      },
      token,
    );
  };

  #sessionOver(link: TextLink, heartbeatMs: number, onClosed: (reason: CallError) => void): PeerSession {
    const { registry, offer, onServerLog } = this.#options;
    return new PeerSession({
      link,
      limits: this.#connection.limits,
      counters: this.counters,
      heartbeatMs,
      selfId: this.peerId,
      registry,
      mayCall: "offered",
      offer: offer === false ? offersNothing : (offer ?? "all"),
      remoteOperations: this.#remoteOperations,
      prepare: this.#tokens === undefined ? withoutIdentity : signedForServer(link.peer.id, this.#tokens),
      onError: this.#report,
      onEvent: (event) => {
        if (event.type === "peer.logged") tellListener(onServerLog, messageIn(event));
      },
      isDraining: () => this.#hasStopped,
      onClosed,
    });
  }

  #connected(options: SpokeCallOptions | OperationContext<never> | undefined): Promise<PeerSession> {
    const { deadline, signal } = options ?? {};
    const withinMs = options !== undefined && "waitForConnection" in options ? (options.waitForConnection ?? 0) : 0;
    return this.#connection.connected({ deadline, signal, withinMs });
  }

  #importsTo(registry: OperationRegistry | undefined): RemoteOperations | undefined {
    if (registry === undefined) return undefined;
    const { maxOfferedOperations, heartbeatMs } = this.#connection.limits;
    return new RemoteOperations({
      registry,
      maxOperations: maxOfferedOperations,
      keepMs: heartbeatMs * KEPT_HEARTBEATS,
      counters: this.counters,
      onRefused: this.#report,
    });
  }
}

function messageIn({ level, data, logger }: PeerLogged): LogMessage {
  return { level, data, logger };
}

function offersNothing(): boolean {
  return false;
}
