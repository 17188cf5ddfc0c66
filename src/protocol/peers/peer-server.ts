import { CallError, toCallError } from "../../errors/call-error.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { onDeadline } from "../../shared/deadline-timer.ts";
import { randomId } from "../../shared/request-id.ts";
import { ChannelLink } from "../links/channel-link.ts";
import type { Channel } from "../ports/channel.ts";
import { assertHello, welcome } from "./handshake.ts";
import type { AgreedTerms } from "./handshake.ts";
import { identifyCaller } from "../identity/identify-caller.ts";
import { mayOfferNamespace } from "../offers/offer-scopes.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { PeerSession, toReporter } from "./peer-session.ts";
import type { ReportError } from "./peer-session.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";
import { TokenCache } from "../identity/token-cache.ts";

export interface PeerServerOptions {
  /** What spokes may call. */
  readonly registry: OperationRegistry;
  /** Where the operations that spokes offer appear. Default: `registry`. */
  readonly imports?: OperationRegistry | undefined;
  /** Who a spoke is, by the token in its handshake. A spoke that it does not know is refused. */
  readonly authenticate: Authenticate;
  /** Whether spokes without a token may join, without an identity; `authenticate` is not asked. Default: false. */
  readonly anonymous?: boolean | undefined;
  /**
   * Verifies the tokens of calls that spokes make on behalf of others, which takes the scope `operations:delegate`. They
   * may do what both may: the spoke, and who calls by it. Without it such calls are refused.
   */
  readonly identity?: SignedIdentity | undefined;
  /** Which operations spokes that want to know are told of, out of those that they may call. Default: all. */
  readonly tells?: OfferFilter | undefined;
  /**
   * Whether a spoke may offer an operation. Default: when its identity holds the scope `offer:<namespace>`, that of a
   * namespace above (`offer:<parent>.*`), or `offer:*`.
   */
  readonly mayOffer?: ((identity: Identity, spec: OperationSpec) => boolean) | undefined;
  /**
   * Milliseconds for which the operations of a spoke that has gone stay, in case it comes back: calls fail meanwhile with
   * `NO_RESPONDER`, which may be tried again, and not with `OPERATION_NOT_FOUND`. Default: 0, they go with the spoke.
   */
  readonly keepOperationsMs?: number | undefined;
  /** Is asked about everybody who is about to join: refuses by throwing. Returns who is told when they have left. */
  readonly admit?: ((peer: JoiningPeer) => () => void) | undefined;
  readonly limits?: Partial<ProtocolLimits> | undefined;
  /** Milliseconds that a call of a spoke may take, streams apart. Default: as long as the spoke allows. */
  readonly callTimeoutMs?: number | undefined;
  /** What the hub calls itself. Default: a random id. */
  readonly peerId?: string | undefined;
  /** Is told of refused connections and offers, and of every call that fails, with what its caller does not see. */
  readonly onError?: ReportError | undefined;
}

/** Somebody who is known, or nobody where that is allowed, and about to join. */
export interface JoiningPeer {
  readonly identity: Identity | undefined;
  /** What the channel calls itself: an address. */
  readonly address: string;
  /** Ends the connection, and tells why; not before `admit` has returned. */
  readonly disconnect: (reason: CallError) => void;
}

/** A spoke that is connected. */
export interface ConnectedPeer {
  readonly id: string;
  /** Undefined for one without a token. */
  readonly identity: Identity | undefined;
  readonly since: Date;
  /** The operations that it offers. */
  readonly operationIds: readonly string[];
  /** Whether it takes no more calls. */
  readonly isDraining: boolean;
  /** Ends the connection: it may come again, with a token that holds. */
  disconnect(): void;
}

export interface DrainOptions {
  /** Milliseconds that calls in flight may take. Default: 10,000. */
  readonly graceMs?: number | undefined;
  /** Connections stay until then, whatever comes of it, for calls of others that still need them; it should end within the same time. */
  readonly until?: Promise<unknown> | undefined;
}

const DEFAULT_GRACE = 10_000;

/** Where spokes meet: it answers their calls from its registry, and puts what they offer into it. */
export class PeerServer {
  readonly counters: ProtocolCounters = newCounters();
  readonly limits: ProtocolLimits;
  readonly peerId: string;
  readonly #options: PeerServerOptions;
  readonly #report: ReportError;
  readonly #remoteOperations: RemoteOperations;
  #tokens: TokenCache | undefined;
  readonly #greeting = new Set<ChannelLink>();
  readonly #sessions = new Set<PeerSession>();
  #stopping: CallError | undefined;

  constructor(options: PeerServerOptions) {
    const { registry, imports = registry, limits, peerId } = options;
    this.#options = options;
    this.#report = toReporter(options.onError);
    this.limits = toProtocolLimits(limits);
    this.peerId = peerId ?? randomId();
    assertHello(this);
    this.setIdentity(options.identity);
    this.#remoteOperations = new RemoteOperations({
      registry: imports,
      maxOperations: this.limits.maxOfferedOperations,
      keepMs: options.keepOperationsMs,
      mayOffer: (peer, spec) => this.#assertMayOffer((peer as PeerSession).link.peer.identity, spec),
      counters: this.counters,
      onRefused: this.#report,
    });
  }

  /** Takes a connection of any kind: it has to say hello, and to be known. */
  accept(channel: Channel): void {
    const { limits, counters, peerId } = this;
    const link = new ChannelLink(channel, { limits, counters });
    if (this.#stopping !== undefined) return this.#refuse(link, this.#stopping);
    this.#greeting.add(link);
    const handshake = {
      link,
      limits,
      peerId,
      onReady: (terms: AgreedTerms) => this.#join(link, terms, channel.name),
      onRefused: (error: CallError) => {
        this.#greeting.delete(link);
        counters.refusedHandshakes++;
        this.#report(error, channel.name);
      },
    };
    const { authenticate, anonymous = false } = this.#options;
    welcome(handshake, { authenticate, anonymous });
  }

  /** Verifies by another secret, or other keys, from now on: what was signed for those before holds no more. */
  setIdentity(identity: SignedIdentity | undefined): void {
    this.#tokens = identity && new TokenCache(identity, this.peerId);
  }

  /** Who is connected. */
  peers(): ConnectedPeer[] {
    return Array.from(this.#sessions, (session) => ({
      id: session.id,
      identity: session.link.peer.identity,
      since: session.since,
      operationIds: [...this.#remoteOperations.idsOf(session)],
      isDraining: session.isDraining,
      disconnect: () => session.close(new CallError("CONNECTION_LOST", "The hub has ended the connection.")),
    }));
  }

  /** Takes no more connections and calls, finishes those in flight within the time given, and closes. */
  async drain({ graceMs = DEFAULT_GRACE, until }: DrainOptions = {}): Promise<void> {
    const reason = this.#stop();
    await Promise.allSettled([...Array.from(this.#sessions, (session) => session.drain(graceMs)), until]);
    this.#end(reason);
  }

  /** Closes every connection: calls that run are aborted. */
  close(): void {
    this.#end(this.#stop());
  }

  #end(reason: CallError): void {
    for (const session of this.#sessions) session.close(reason);
    this.#remoteOperations.close();
  }

  /** Set when it takes nobody any more, and why. */
  protected get stopping(): CallError | undefined {
    return this.#stopping;
  }

  /** Nobody new comes: for hubs that listen. */
  protected stopListening(): void {
    // This one is given its channels.
  }

  #stop(): CallError {
    this.stopListening();
    this.#stopping ??= new CallError("CONNECTION_LOST", "The hub is shutting down.");
    for (const link of this.#greeting) link.close(this.#stopping);
    return this.#stopping;
  }

  #refuse(link: ChannelLink, reason: CallError): void {
    this.counters.refusedHandshakes++;
    link.close(reason);
  }

  #join(link: ChannelLink, { heartbeatMs, wantsOperations }: AgreedTerms, address: string): void {
    this.#greeting.delete(link);
    this.#replaceEarlier(link);
    let leave: (() => void) | undefined;
    let stopWaiting: (() => void) | undefined;
    try {
      const disconnect = (reason: CallError): void => session.close(reason);
      leave = this.#options.admit?.({ identity: link.peer.identity, address, disconnect });
    } catch (thrown) {
      const refusal = toCallError(thrown);
      this.#report(refusal, address);
      return this.#refuse(link, refusal);
    }
    const { limits, counters, peerId } = this;
    const session: PeerSession = new PeerSession({
      link,
      limits,
      counters,
      heartbeatMs,
      selfId: peerId,
      registry: this.#options.registry,
      answers: "everything",
      callTimeoutMs: this.#options.callTimeoutMs,
      offer: wantsOperations ? (spec) => this.#isTold(link, spec) : undefined,
      remoteOperations: this.#remoteOperations,
      identify: (event) => identifyCaller(event, link.peer, this.#tokens),
      onError: this.#report,
      onClosed: () => {
        this.#sessions.delete(session);
        stopWaiting?.();
        leave?.();
      },
    });
    this.#sessions.add(session);
    stopWaiting = this.#endAtExpiry(session);
    session.start();
  }

  /** It may come anew, with a credential that holds. */
  #endAtExpiry(session: PeerSession): (() => void) | undefined {
    const expiresAt = session.link.peer.identity?.expiresAt;
    if (expiresAt === undefined) return undefined;
    const reason = new CallError("CONNECTION_LOST", "The hub has ended the connection: the credential has expired.");
    return onDeadline(expiresAt, () => session.close(reason));
  }

  /** A spoke that is back before its silence was noticed. Nobody else can take its place: the identity must be the same. */
  #replaceEarlier({ peer }: ChannelLink): void {
    if (peer.identity === undefined) return;
    for (const { link } of this.#sessions) {
      if (link.peer.id !== peer.id || link.peer.identity?.id !== peer.identity?.id) continue;
      link.destroy(new CallError("CONNECTION_LOST", `${peer.id} has connected anew.`));
    }
  }

  /** What it may call, and does not offer itself. */
  #isTold({ peer }: ChannelLink, spec: OperationSpec): boolean {
    const { registry, tells } = this.#options;
    if (!checkAccess(spec.accessControl, peer.identity) || registry.getHandler(operationId(spec)) === undefined)
      return false;
    const { source, location } = spec.origin ?? {};
    return !(source === "remote" && location === peer.id) && (tells === undefined || tells(spec));
  }

  #assertMayOffer(identity: Identity | undefined, spec: OperationSpec): void {
    const { mayOffer } = this.#options;
    if (identity === undefined) throw new CallError("UNAUTHENTICATED", "Who offers an operation must be known.");
    if (mayOffer === undefined ? mayOfferNamespace(identity, spec.namespace) : mayOffer(identity, spec)) return;
    throw new CallError(
      "ACCESS_DENIED",
      `${identity.id} may not offer operations of ${spec.namespace}: it needs the scope offer:${spec.namespace}.`,
    );
  }
}
