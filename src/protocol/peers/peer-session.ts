import { toCallError } from "../../errors/call-error.ts";
import type { CallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { buildCallHandler } from "../responder/call-handler.ts";
import type { CallHandler, CallHandlerOptions, IdentifyCaller } from "../responder/call-handler.ts";
import type { GivenCallOptions, PrepareOptions } from "../caller/call-options.ts";
import type { ChannelLink } from "../links/channel-link.ts";
import { watchLiveness } from "../links/link-liveness.ts";
import { OperationOffers } from "../offers/operation-offers.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { PendingRequestMap } from "../caller/pending-request-map.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { PeerEvent, ProtocolEvent } from "../wire/protocol-event.ts";
import { ACCEPT_HEARTBEATS } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { RemoteOperations, RemotePeer } from "../offers/remote-operations.ts";

/**
 * Is told of errors that nobody waits for, and of calls that fail. `about`: the peer or the address; where `isCall`, the
 * operation. Peers may call themselves what they like, an operation too.
 */
export type ReportError = (error: CallError, about: string, isCall?: boolean) => void;

/** Connections must not break because whoever is told of errors does. */
export function toReporter(onError: ReportError | undefined): ReportError {
  return (error, about, isCall) => {
    try {
      onError?.(error, about, isCall);
    } catch {
      // There is nobody else to tell.
    }
  };
}

export interface PeerSessionOptions {
  readonly link: ChannelLink;
  readonly limits: ProtocolLimits;
  readonly counters: ProtocolCounters;
  readonly heartbeatMs: number;
  /** What this side calls itself. */
  readonly selfId: string;
  /** Answers the calls of the other side. */
  readonly registry?: OperationRegistry | undefined;
  /** Which of them: those of what is offered, or of all that is there. */
  readonly answers: "offered" | "everything";
  /** Milliseconds that a call of the other side may take. */
  readonly callTimeoutMs?: number | undefined;
  /** Which operations of the registry are offered; without it none. */
  readonly offer?: OfferFilter | "all" | undefined;
  /** Takes what the other side offers. */
  readonly remoteOperations?: RemoteOperations | undefined;
  /** Changes what calls say of who makes them. Default: they tell the identity, to an other side that believes it. */
  readonly prepare?: PrepareOptions | undefined;
  /** Decides who makes a call of the other side. Default: the other side. */
  readonly identify?: IdentifyCaller | undefined;
  readonly onError: ReportError;
  readonly onClosed: (reason: CallError) => void;
}

/** What two peers do over one link after they have met: calls in both directions, offers, signs of life. */
export class PeerSession implements RemotePeer {
  readonly link: ChannelLink;
  readonly callMap: PendingRequestMap;
  readonly since = new Date();
  isDraining = false;
  readonly #options: PeerSessionOptions;
  readonly #handler: CallHandler | undefined;
  #offers: OperationOffers | undefined;
  readonly #stopWatching: () => void;

  constructor(options: PeerSessionOptions) {
    const { link, limits, counters, heartbeatMs, registry, selfId, prepare, identify, onError } = options;
    this.#options = options;
    this.link = link;
    const acceptWithin = heartbeatMs * ACCEPT_HEARTBEATS;
    this.callMap = new PendingRequestMap(link, { limits, counters, acceptWithin, prepare });
    const mayCall: OfferFilter = (spec) =>
      options.answers === "everything" || this.#offers === undefined || this.#offers.isOffered(spec);
    const { callMap } = this;
    const { callTimeoutMs } = options;
    const tell: CallHandlerOptions["onError"] = (error, operationId) => onError(error, operationId, true);
    this.#handler =
      registry &&
      buildCallHandler({ registry, callMap, responderId: selfId, identify, mayCall, callTimeoutMs, onError: tell });
    this.#stopWatching = watchLiveness(link, heartbeatMs);
  }

  /** Called once, when it is known to whoever hears of its end: the first word may be one too much for the link. */
  start(): void {
    this.link.listen({ event: (event) => this.#receive(event), closed: (reason) => this.#closed(reason) });
    this.#startOffering();
  }

  get id(): string {
    return this.link.peer.id;
  }

  get load(): number {
    return this.callMap.size;
  }

  call(id: string, input?: unknown, options?: GivenCallOptions): Promise<ResponseEnvelope> {
    return this.callMap.call(id, input, options);
  }

  subscribe(id: string, input?: unknown, options?: GivenCallOptions): Subscription {
    return this.callMap.subscribe(id, input, options);
  }

  /** Takes no more calls; those in flight go on. */
  stopAnswering(): void {
    void this.#handler?.drain(0);
  }

  /** Takes no more calls, and resolves when those in flight have ended, at the latest after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    await this.#handler?.drain(graceMs);
  }

  /** Ends everything, and tells the other side. */
  close(reason: CallError): void {
    this.#handler?.close();
    // A call of the other side that is still on its way will not be started, and it gets to know that.
    this.callMap.close(reason, true);
  }

  #startOffering(): void {
    const { registry, offer, link, onError } = this.#options;
    if (registry === undefined || offer === undefined) return;
    this.#offers = new OperationOffers({
      registry,
      filter: offer === "all" ? undefined : offer,
      send: (event: PeerEvent) => link.send(event),
      onError: (error) => onError(toCallError(error), this.id),
    });
    this.#offers.tellAll();
  }

  #receive(event: ProtocolEvent): void {
    const { remoteOperations } = this.#options;
    switch (event.type) {
      case "peer.offered":
        return remoteOperations?.offer(this, event.operations);
      case "peer.withdrawn":
        return remoteOperations?.withdraw(this, event.operationIds);
      case "peer.draining":
        this.isDraining = true;
    }
  }

  #closed(reason: CallError): void {
    this.#stopWatching();
    this.#offers?.close();
    this.#options.remoteOperations?.remove(this);
    this.#options.onClosed(reason);
  }
}
