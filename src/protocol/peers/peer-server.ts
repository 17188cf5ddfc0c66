import { CallError, toCallError } from "../../errors/call-error.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import { identityKey } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { FollowServerLog } from "../../operation/caller-log.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { onExpiry } from "../../shared/time/steady-clock.ts";
import { randomId } from "../../shared/request-id.ts";
import type { SignedIdentity } from "../identity/signed-identity.ts";
import { TokenCache } from "../identity/token-cache.ts";
import { createChannelLink } from "../links/text-link.ts";
import type { TextLink } from "../links/text-link.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { RemoteOperations } from "../offers/remote-operations.ts";
import type { Channel } from "../ports/channel.ts";
import { identifyCaller } from "../responder/call-handler.ts";
import type { EnterCall } from "../responder/call-handler.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { assertHello, welcome } from "./handshake.ts";
import type { AgreedTerms } from "./handshake.ts";
import { PeerSession, toReporter } from "./peer-session.ts";
import type { ReportError } from "./peer-session.ts";

/** The options of `serveWebSocket`. */
export interface PeerServerOptions {
  /** What spokes may call. */
  readonly registry: OperationRegistry;
  /** Where the operations that spokes offer appear. Default: `registry`. */
  readonly imports?: OperationRegistry | undefined;
  /** Says who a spoke is, by the token in its handshake. The server refuses a spoke that it does not know. */
  readonly authenticate: Authenticate;
  /**
   * Whether spokes without a token may connect. They can call operations that need no identity, and `authenticate` is
   * not called. Default: false.
   */
  readonly anonymous?: boolean | undefined;
  /**
   * Verifies the tokens of calls that spokes make on behalf of others, for which they need the scope
   * `operations:delegate`. Such a call may do what both the spoke and its caller may. Default: such calls are refused.
   */
  readonly identity?: SignedIdentity | undefined;
  /** Which of the operations that a spoke may call are offered to it, if it asks for offers. Default: all. */
  readonly tells?: OfferFilter | undefined;
  /**
   * Whether a spoke may offer an operation. Default: if its identity holds the scope `offer:<namespace>`, that of a
   * namespace above (`offer:<parent>.*`), or `offer:*`.
   */
  readonly mayOffer?: ((identity: Identity, spec: OperationSpec) => boolean) | undefined;
  /**
   * Milliseconds for which the operations of a spoke stay after it has gone, in case it comes back. Meanwhile calls
   * fail with `NO_RESPONDER`, which can be tried again, instead of `OPERATION_NOT_FOUND`. Default: 0, they go with the
   * spoke.
   */
  readonly keepOperationsMs?: number | undefined;
  /** Log messages that belong to no call, for spokes that ask for them and may read them. Default: none. */
  readonly serverLog?: FollowServerLog | undefined;
  /** Called before a spoke joins; throws to refuse it. */
  readonly admit?: ((peer: JoiningPeer) => AdmittedPeer) | undefined;
  readonly limits?: Partial<ProtocolLimits> | undefined;
  /** Milliseconds that a call of a spoke may take; streams have no such limit. Default: as long as the spoke allows. */
  readonly callTimeoutMs?: number | undefined;
  /** The name of this side. Default: a random id. */
  readonly peerId?: string | undefined;
  /**
   * Gets refused connections and offers, and the error of every failed call with the details that its caller does not
   * see.
   */
  readonly onError?: ReportError | undefined;
}

/** A spoke that has been identified, or may stay anonymous, and is about to join. */
export interface JoiningPeer {
  readonly identity: Identity | undefined;
  /** The name of its channel. */
  readonly address: string;
  /** Ends the connection, and tells the spoke why. It works once `admit` has returned. */
  readonly disconnect: (reason: CallError) => void;
}

/** What the server keeps for a spoke that joins. */
export interface AdmittedPeer {
  /** Called when the spoke has left. */
  readonly left?: (() => void) | undefined;
  /** Counts a call of the spoke, and throws to refuse it. Returns a function that is called when the call has ended. */
  readonly enterCall?: EnterCall | undefined;
}

/** A spoke that is connected. */
export interface ConnectedPeer {
  readonly id: string;
  /** Undefined for a spoke without a token. */
  readonly identity: Identity | undefined;
  readonly since: Date;
  /** The operations that the spoke offers. */
  readonly operationIds: readonly string[];
  /** Whether it takes no more calls. */
  readonly isDraining: boolean;
  /** Ends the connection. The spoke may connect again with a valid token. */
  disconnect(): void;
}

/** How a server of peers stops. */
export interface DrainOptions {
  /** Milliseconds that calls in flight may take. Default: 10,000. */
  readonly graceMs?: number | undefined;
  /**
   * Connections stay until this settles, for other calls that still need them. It should settle within the same time.
   */
  readonly until?: Promise<unknown> | undefined;
}

const DEFAULT_GRACE = 10_000;

/** The accepting peer. It answers the calls of spokes from its registry, and adds the operations that they offer. */
export class PeerServer {
  readonly counters: ProtocolCounters = newCounters();
  readonly limits: ProtocolLimits;
  readonly peerId: string;
  readonly #options: PeerServerOptions;
  readonly #report: ReportError;
  readonly #remoteOperations: RemoteOperations;
  #tokens: TokenCache | undefined;
  readonly #greeting = new Set<TextLink>();
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

  /** Takes a connection of any kind. The peer on it has to say hello and to be identified. */
  accept(channel: Channel): void {
    const { limits, counters, peerId } = this;
    const link = createChannelLink(channel, { limits, counters });
    if (this.#stopping !== undefined) return this.#refuse(link, this.#stopping);
    this.#greeting.add(link);
    const { authenticate, anonymous = false } = this.#options;
    welcome({
      link,
      limits,
      peerId,
      authenticate,
      anonymous,
      onReady: (terms) => this.#join(link, terms, channel.name),
      onRefused: (error) => {
        this.#greeting.delete(link);
        counters.refusedHandshakes++;
        this.#report(error, channel.name);
      },
    });
  }

  /**
   * Verifies with another secret, or other keys, from now on. Tokens that were signed with the old ones are refused.
   */
  setIdentity(identity: SignedIdentity | undefined): void {
    this.#tokens = identity && new TokenCache(identity, this.peerId);
  }

  /** The spokes that are connected. */
  peers(): ConnectedPeer[] {
    return Array.from(this.#sessions, (session) => ({
      id: session.id,
      identity: session.link.peer.identity,
      since: session.since,
      operationIds: [...this.#remoteOperations.idsOf(session)],
      isDraining: session.isDraining,
      disconnect: () => session.close(new CallError("CONNECTION_LOST", "The server has ended the connection.")),
    }));
  }

  /** Takes no more connections and calls, lets those in flight end within the given time, and closes. */
  async drain({ graceMs = DEFAULT_GRACE, until }: DrainOptions = {}): Promise<void> {
    const reason = this.#stop();
    await Promise.allSettled([...Array.from(this.#sessions, (session) => session.drain(graceMs)), until]);
    this.#end(reason);
  }

  /** Closes every connection, and aborts running calls. */
  close(): void {
    this.#end(this.#stop());
  }

  #end(reason: CallError): void {
    for (const session of this.#sessions) session.close(reason);
    this.#remoteOperations.close();
  }

  /** Why it takes no more connections; undefined while it takes them. */
  protected get stopping(): CallError | undefined {
    return this.#stopping;
  }

  /** Stops taking connections. A subclass that listens overrides it. */
  protected stopListening(): void {
    // This class does not listen: its channels are given to it.
  }

  /** Decides whether a spoke may join. A subclass with its own limits overrides it. */
  protected admit(peer: JoiningPeer): AdmittedPeer {
    return this.#options.admit?.(peer) ?? {};
  }

  #stop(): CallError {
    this.stopListening();
    this.#stopping ??= new CallError("CONNECTION_LOST", "The server is shutting down.");
    for (const link of this.#greeting) link.close(this.#stopping);
    return this.#stopping;
  }

  #refuse(link: TextLink, reason: CallError): void {
    this.counters.refusedHandshakes++;
    link.close(reason);
  }

  #join(link: TextLink, { heartbeatMs, wantsOperations, wantsLog }: AgreedTerms, address: string): void {
    this.#greeting.delete(link);
    this.#replaceEarlier(link);
    let admitted: AdmittedPeer;
    let stopWaiting: (() => void) | undefined;
    let stopLog: (() => void) | undefined;
    try {
      const disconnect = (reason: CallError): void => session.close(reason);
      admitted = this.admit({ identity: link.peer.identity, address, disconnect });
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
      callTimeoutMs: this.#options.callTimeoutMs,
      offer: wantsOperations ? (spec) => this.#isTold(link, spec) : undefined,
      remoteOperations: this.#remoteOperations,
      identify: (event) => identifyCaller(event, link.peer, this.#tokens),
      enterCall: admitted.enterCall,
      onError: this.#report,
      onClosed: () => {
        this.#sessions.delete(session);
        stopWaiting?.();
        stopLog?.();
        admitted.left?.();
      },
    });
    this.#sessions.add(session);
    stopWaiting = this.#endAtExpiry(session);
    if (wantsLog) stopLog = this.#options.serverLog?.((entry) => session.sendLog(entry));
    session.start();
  }

  /** The spoke may connect again with a valid credential. */
  #endAtExpiry(session: PeerSession): (() => void) | undefined {
    const expiresAt = session.link.peer.identity?.expiresAt;
    if (expiresAt === undefined) return undefined;
    const reason = new CallError("CONNECTION_LOST", "The server has ended the connection: the credential has expired.");
    return onExpiry(expiresAt, () => session.close(reason));
  }

  /**
   * Ends the earlier connection of a spoke that is back before its silence was noticed. The identity must be the same.
   */
  #replaceEarlier({ peer }: TextLink): void {
    if (peer.identity === undefined) return;
    const key = identityKey(peer.identity);
    for (const { link } of this.#sessions) {
      const { id, identity } = link.peer;
      if (id !== peer.id || identity === undefined || identityKey(identity) !== key) continue;
      link.destroy(new CallError("CONNECTION_LOST", `${peer.id} has reconnected.`));
    }
  }

  /** Whether the spoke may call it, and does not offer it itself. */
  #isTold({ peer }: TextLink, spec: OperationSpec): boolean {
    const { registry, tells } = this.#options;
    if (!checkAccess(spec.accessControl, peer.identity) || registry.getHandler(operationId(spec)) === undefined)
      return false;
    const { source, location } = spec.origin ?? {};
    return !(source === "remote" && location === peer.id) && (tells === undefined || tells(spec));
  }

  #assertMayOffer(identity: Identity | undefined, spec: OperationSpec): void {
    const { mayOffer } = this.#options;
    if (identity === undefined)
      throw new CallError("UNAUTHENTICATED", "A peer without an identity may not offer operations.");
    if (mayOffer === undefined ? mayOfferNamespace(identity, spec.namespace) : mayOffer(identity, spec)) return;
    throw new CallError(
      "ACCESS_DENIED",
      `${identity.id} may not offer operations of ${spec.namespace}: it needs the scope offer:${spec.namespace}.`,
    );
  }
}

/**
 * Whether an identity may offer operations of a namespace: it holds `offer:<namespace>`, `offer:<parent>.*` for one of
 * the namespaces above it, or `offer:*`.
 */
function mayOfferNamespace(identity: Identity, namespace: string): boolean {
  const scopes: unknown = identity.scopes;
  if (!Array.isArray(scopes)) return false;
  const segments = namespace.split(".");
  const parents = segments.slice(1).map((_, index) => `${segments.slice(0, index + 1).join(".")}.*`);
  return ["*", ...parents, namespace].some((allowed) => scopes.includes(`offer:${allowed}`));
}
