import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import type { ServerLogEntry } from "../../operation/caller-log.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { tellListener } from "../../shared/listeners.ts";
import type { PrepareCallOptions } from "../caller/call-options.ts";
import { PendingRequestMap } from "../caller/pending-request-map.ts";
import type { PeerListener } from "../caller/pending-request-map.ts";
import type { TextLink } from "../links/text-link.ts";
import { OperationOffers } from "../offers/operation-offers.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import type { RemoteOperations } from "../offers/remote-operations.ts";
import type { RemotePeer } from "../offers/remote-peer.ts";
import { buildCallHandler } from "../responder/call-handler.ts";
import type { CallHandler, CallHandlerOptions, EnterCall, IdentifyCaller } from "../responder/call-handler.ts";
import { sendLogged } from "../responder/log-sender.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { PeerEvent } from "../wire/protocol-event.ts";
import { SILENT_HEARTBEATS } from "../wire/protocol-limits.ts";
import { watchLiveness } from "./liveness.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";

/**
 * Gets errors that no caller waits for, and those of calls that fail. `about` is a peer or an address; if `isCall`, it
 * is an operation. The two cannot be told apart by their names.
 */
export type ReportError = (error: CallError, about: string, isCall?: boolean) => void;

/** A connection must not break because the listener for its errors throws. */
export function toReporter(onError: ReportError | undefined): ReportError {
  return (error, about, isCall) => tellListener(() => onError?.(error, about, isCall), undefined);
}

export interface PeerSessionOptions {
  readonly link: TextLink;
  readonly limits: ProtocolLimits;
  readonly counters: ProtocolCounters;
  /**
   * Milliseconds between two signs of life on the link. Absent on a bus, where peers watch each other without links.
   */
  readonly heartbeatMs?: number | undefined;
  /** The name of this side. */
  readonly selfId: string;
  /** Answers the calls of the other side. */
  readonly registry?: OperationRegistry | undefined;
  /** Which of its operations the other side may call. `offered`: those that this session offers. Default: all. */
  readonly mayCall?: CallHandlerOptions["mayCall"] | "offered";
  /** Milliseconds that a call of the other side may take. */
  readonly callTimeoutMs?: number | undefined;
  /** Which operations of the registry this session offers. Default: none. */
  readonly offer?: OfferFilter | "all" | undefined;
  /** Takes the offers of the other side. */
  readonly remoteOperations?: RemoteOperations | undefined;
  /** Changes how calls say who makes them. Default: they name the identity, for a side that believes it. */
  readonly prepare?: PrepareCallOptions | undefined;
  /** Counts the calls of the other side. */
  readonly enterCall?: EnterCall | undefined;
  /** Decides who makes a call of the other side. Default: the other side. */
  readonly identify?: IdentifyCaller | undefined;
  readonly onError: ReportError;
  /** Gets the events that the other side sends about itself, after the session. */
  readonly onEvent?: ((event: PeerEvent) => void) | undefined;
  /** Whether this side takes no calls from the start. */
  readonly isDraining?: (() => boolean) | undefined;
  readonly onClosed: (reason: CallError) => void;
}

/** What two peers share over one link after they have met: calls in both directions, offers, signs of life. */
export class PeerSession implements RemotePeer, PeerListener {
  readonly link: TextLink;
  readonly callMap: PendingRequestMap;
  readonly since = new Date();
  isDraining = false;
  readonly #options: PeerSessionOptions;
  readonly #handler: CallHandler | undefined;
  readonly #offers: OperationOffers | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(options: PeerSessionOptions) {
    const { link, limits, counters, heartbeatMs = limits.heartbeatMs, registry, offer, onError } = options;
    this.#options = options;
    this.link = link;
    const acceptWithin = heartbeatMs * SILENT_HEARTBEATS;
    this.callMap = new PendingRequestMap(link, { limits, counters, acceptWithin, prepare: options.prepare });
    if (registry === undefined) return;
    if (offer !== undefined)
      this.#offers = new OperationOffers({
        registry,
        filter: offer === "all" ? undefined : offer,
        send: (event) => link.send(event),
        onError: (error) => onError(toCallError(error), this.id),
      });
    this.#handler = buildCallHandler({
      registry,
      callMap: this.callMap,
      mayCall: options.mayCall === "offered" ? this.#offers?.mayCall : options.mayCall,
      responderId: options.selfId,
      identify: options.identify,
      enterCall: options.enterCall,
      callTimeoutMs: options.callTimeoutMs,
      onError: (error, operationId) => onError(error, operationId, true),
    });
  }

  /** Called once, when the owner knows the session: its first event may overload the link and end it. */
  start(): void {
    const { heartbeatMs } = this.#options;
    if (heartbeatMs !== undefined) this.#stopWatching = watchLiveness(this.link, heartbeatMs);
    this.callMap.followPeer(this);
    if (this.link.closedBy === undefined) this.#offers?.tellAll();
    if (this.#options.isDraining?.() === true && this.link.closedBy === undefined) void this.drain(0);
  }

  get id(): string {
    return this.link.peer.id;
  }

  /** Whether calls run in either direction. */
  get isInUse(): boolean {
    return this.callMap.size > 0 || (this.#handler !== undefined && this.#handler.size > 0);
  }

  /** Takes no more calls, and resolves when those in flight have ended, at the latest after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    await this.#handler?.drain(graceMs);
  }

  /** Ends everything, and tells the other side. */
  close(reason: CallError): void {
    this.#handler?.close();
    // A call of the other side that is still on its way will not start, and the other side learns that.
    this.callMap.close(reason, true);
  }

  /** Sends a log message that belongs to no call, if the other side may read it. */
  sendLog({ message, isFor }: ServerLogEntry): void {
    const { identity } = this.link.peer;
    if (isFor({ identity, session: this.#handler?.session }))
      sendLogged(this.link, { type: "peer.logged", ...message });
  }

  receive(event: PeerEvent): void {
    const { remoteOperations, onEvent } = this.#options;
    if (event.type === "peer.offered") remoteOperations?.offer(this, event.operations);
    else if (event.type === "peer.withdrawn") remoteOperations?.withdraw(this, event.operationIds);
    else if (event.type === "peer.draining") this.isDraining = true;
    onEvent?.(event);
  }

  closed(reason: CallError): void {
    this.#stopWatching?.();
    this.#offers?.close();
    this.#options.remoteOperations?.remove(this);
    this.#options.onClosed(reason);
  }
}
