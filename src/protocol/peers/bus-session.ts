import { CallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { BusLink } from "../links/bus-link.ts";
import { buildCallHandler } from "../responder/call-handler.ts";
import type { CallHandler } from "../responder/call-handler.ts";
import { withToken } from "../identity/call-identity.ts";
import type { GivenCallOptions } from "../caller/call-options.ts";
import type { OfferFilter } from "../offers/operation-offers.ts";
import { PendingRequestMap } from "../caller/pending-request-map.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { CallRequested } from "../wire/protocol-event.ts";
import { ACCEPT_HEARTBEATS } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { RemotePeer } from "../offers/remote-operations.ts";
import type { TokenCache } from "../identity/token-cache.ts";

export interface BusSessionOptions {
  readonly link: BusLink;
  /** What this side offers. */
  readonly registry: OperationRegistry;
  readonly mayCall: OfferFilter;
  readonly limits: ProtocolLimits;
  readonly counters: ProtocolCounters;
  readonly tokens: TokenCache;
  readonly ownId: string;
  readonly onError: (error: unknown) => void;
}

/** What this peer and one other have with each other, for as long as their link holds. */
export class BusSession implements RemotePeer {
  readonly link: BusLink;
  readonly handler: CallHandler;
  isDraining = false;
  readonly #callMap: PendingRequestMap;

  constructor(options: BusSessionOptions) {
    const { link, limits, counters, tokens, registry, mayCall, ownId, onError } = options;
    this.link = link;
    this.#callMap = new PendingRequestMap(link, {
      limits,
      counters,
      acceptWithin: limits.heartbeatMs * ACCEPT_HEARTBEATS,
      prepare: (given) => withToken(given, { tokens, audience: this.id }),
    });
    this.handler = buildCallHandler({
      registry,
      callMap: this.#callMap,
      mayCall,
      responderId: ownId,
      identify: (event) => identifyByToken(event, tokens),
      onError,
    });
  }

  get id(): string {
    return this.link.peer.id;
  }

  get load(): number {
    return this.#callMap.size;
  }

  call(id: string, input: unknown, options?: GivenCallOptions): Promise<ResponseEnvelope> {
    return this.#callMap.call(id, input, options);
  }

  subscribe(id: string, input: unknown, options?: GivenCallOptions): Subscription {
    return this.#callMap.subscribe(id, input, options);
  }

  /** Shows the other side that nothing was lost; an idle link stays quiet. */
  probe(): void {
    this.link.probe(this.load > 0 || this.handler.size > 0);
  }

  /** The other side cannot be reached any more. */
  lose(reason: CallError): void {
    this.link.lose(reason);
  }

  /** Tells the other side, and ends. */
  close(reason: CallError): void {
    this.handler.close();
    // A call of the other side that is still on its way will not be started, and it gets to know that.
    this.link.close(reason, true);
  }
}

function identifyByToken(event: CallRequested, tokens: TokenCache): ReturnType<TokenCache["identify"]> {
  if (event.identity === undefined) return tokens.identify(event.token);
  throw new CallError("UNAUTHENTICATED", "On a bus a call may not claim an identity: it needs a signed token.");
}
