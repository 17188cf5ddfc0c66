import { CallError, toCallError } from "../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { settled } from "../../errors/settled-error.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import { isSameJSON } from "../../shared/json/is-same-json.ts";
import type { GivenCallOptions } from "../caller/call-options.ts";
import { OpeningSubscription } from "../caller/opening-subscription.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { fromOffer } from "./offered-operation.ts";
import type { ReadOffer } from "./offered-operation.ts";
import { isRead, manyRefused, MOST_TOLD, OfferQueue } from "./offer-queue.ts";
import type { ArrivedOffers, ArrivedWithdrawal } from "./offer-queue.ts";
import type { RemotePeer } from "./remote-peer.ts";

export interface RemoteOperationsOptions {
  readonly registry: OperationRegistry;
  /** Per peer. */
  readonly maxOperations: number;
  /**
   * Milliseconds for which an operation stays, and answers `NO_RESPONDER`, after its last peer has gone. Default: 0.
   */
  readonly keepMs?: number | undefined;
  /**
   * What to do with an operation that this registry has itself. `refuse` (default) the offer; or `know` of it, so that
   * peers that offer the same can call each other while the registry runs its own.
   */
  readonly whenLocal?: "refuse" | "know" | undefined;
  /** Throws to refuse an operation, if the peer may not offer this namespace. */
  readonly mayOffer?: ((peer: RemotePeer, spec: OperationSpec) => void) | undefined;
  readonly counters: ProtocolCounters;
  /** Gets the refused offers: of many at once, only the first ones. */
  readonly onRefused: (error: CallError, peerId: string) => void;
  /** Called after every few offers that were taken. */
  readonly onTaken?: (() => void) | undefined;
}

interface Offer extends ReadOffer {
  readonly peer: RemotePeer;
}

/** Offers that are read in one step. */
const STEP = 16;

/** Operations that are removed in one step: removing one costs much less than adding one. */
const GONE_STEP = 2500;

/**
 * After this many refused offers in one event, the rest is ignored: at a few bytes each, they could keep this process
 * busy for a long time.
 */
const MOST_REFUSED = 10_000;

/**
 * Operations of other peers in a registry. Several peers may offer the same one: each call goes to the peer that has
 * the fewest calls from this side. The operation disappears with the last of them.
 */
export class RemoteOperations {
  readonly #options: RemoteOperationsOptions;
  /** By id. The first offer and its equals are in use; the others wait in the order in which they came. */
  readonly #offers = new Map<string, Offer[]>();
  readonly #idsOf = new Map<RemotePeer, Set<string>>();
  /** What this class registered, to tell it apart from what other code has put in its place. */
  readonly #registered = new Map<string, AnyOperation>();
  /** Operations whose last peer has gone, by the time at which they are removed. */
  readonly #leaving = new Map<string, number>();
  #leavingTimer: (() => void) | undefined;
  readonly #queue = new OfferQueue((arrived) => this.#readNext(arrived));
  #isClosed = false;
  /** What one step changes in the registry. */
  #changed: AnyOperation[] = [];
  #gone: string[] = [];

  constructor(options: RemoteOperationsOptions) {
    this.#options = options;
  }

  /** Takes offers, many of them in slices. */
  offer(peer: RemotePeer, offers: readonly unknown[]): void {
    this.#queue.addOffers(peer, offers);
  }

  withdraw(peer: RemotePeer, ids: readonly string[]): void {
    // The offers may still wait.
    this.#queue.addWithdrawal(peer, ids);
  }

  /** The peer has gone. Very many operations are removed in slices; until then, calls to them find no responder. */
  remove(peer: RemotePeer): void {
    this.#queue.forget(peer);
    const ids = [...(this.#idsOf.get(peer) ?? [])];
    this.#withdrawNow(peer, ids.slice(0, GONE_STEP));
    if (ids.length > GONE_STEP) this.withdraw(peer, ids.slice(GONE_STEP));
  }

  /** Resolves when everything that has arrived is in the registry; undefined if it already is. */
  settled(): Promise<void> | undefined {
    return this.#queue.settled();
  }

  #readNext(arrived: ArrivedOffers | ArrivedWithdrawal): void {
    if (!("withdrawn" in arrived)) return this.#addNext(arrived);
    const { peer, withdrawn, next } = arrived;
    arrived.next += GONE_STEP;
    this.#withdrawNow(peer, withdrawn.slice(next, arrived.next));
  }

  /** Reads the next few of many offers. */
  #addNext(arrived: ArrivedOffers): void {
    const { counters, onRefused } = this.#options;
    const { peer, offers } = arrived;
    const end = Math.min(arrived.next + STEP, offers.length);
    while (arrived.next < end) {
      try {
        this.#add(peer, offers[arrived.next++]);
      } catch (thrown) {
        if (arrived.refused++ < MOST_TOLD) onRefused(toCallError(thrown), peer.id);
        if (arrived.refused < MOST_REFUSED) continue;
        arrived.refused += offers.length - arrived.next;
        arrived.next = offers.length;
        break;
      }
    }
    this.#applyChanges();
    this.#options.onTaken?.();
    if (!isRead(arrived)) return;
    counters.refusedOffers += arrived.refused;
    if (arrived.refused > MOST_TOLD) onRefused(manyRefused(arrived.refused), peer.id);
  }

  #withdrawNow(peer: RemotePeer, ids: readonly string[]): void {
    const held = this.#idsOf.get(peer);
    for (const id of ids) {
      if (held?.delete(id) !== true) continue;
      const offers = this.#offers.get(id) ?? [];
      this.#setOffers(
        id,
        offers.filter((offer) => offer.peer !== peer),
      );
    }
    if (held?.size === 0) this.#idsOf.delete(peer);
    this.#applyChanges();
  }

  /** Applies additions and removals in one batch each, so that listeners are called once. */
  #applyChanges(): void {
    const { registry } = this.#options;
    const [changed, gone] = [this.#changed, this.#gone];
    this.#changed = [];
    this.#gone = [];
    registry.unregisterAll(gone.filter((id) => this.#isOurs(id)));
    for (const id of gone) this.#registered.delete(id);
    registry.registerAll(changed, { replace: true });
  }

  /** The ids that a peer offers. */
  idsOf(peer: RemotePeer): ReadonlySet<string> {
    return this.#idsOf.get(peer) ?? new Set();
  }

  /** Calls one of the peers that offer it. If that peer certainly did not begin with the call, another peer gets it. */
  async call(id: string, input: unknown, options?: GivenCallOptions): Promise<ResponseEnvelope> {
    const tried: RemotePeer[] = [];
    for (;;) {
      const peer = this.#find(id, tried);
      if (peer === undefined) throw noResponder(id, options);
      try {
        return await peer.callMap.call(id, input, options);
      } catch (thrown) {
        tried.push(peer);
        if (!isUntaken(thrown) || this.#find(id, tried) === undefined) throw thrown;
      }
    }
  }

  /**
   * Streams from one of the peers that offer it; from another if the first certainly did not begin with it, or was lost
   * after an item with an id.
   */
  subscribe(id: string, input: unknown, options?: GivenCallOptions): Subscription {
    const tried: RemotePeer[] = [];
    const mayTryAgain = (thrown: unknown): boolean => isUntaken(thrown) && this.#find(id, tried) !== undefined;
    const openAt = (given: GivenCallOptions | undefined, otherwise: () => CallError): Subscription => {
      const peer = this.#find(id, tried);
      if (peer === undefined) throw otherwise();
      tried.push(peer);
      const own = given !== undefined && "resumed" in given ? given : { resumed: given, lastEventId: undefined };
      return peer.callMap.subscribe(id, input, { ...own, goOn });
    };
    const goOn = (lastEventId: string, cut: CallError): Subscription | undefined => {
      if (this.#find(id, tried) === undefined) return undefined;
      const resumed = options !== undefined && "resumed" in options ? options.resumed : options;
      return new OpeningSubscription({
        // In a moment: other links may be ending for the same reason.
        open: () => Promise.resolve().then(() => openAt({ resumed, lastEventId }, () => cut)),
        mayTryAgain,
      });
    };
    return new OpeningSubscription({ open: () => openAt(options, () => noResponder(id, options)), mayTryAgain });
  }

  /** Whether a peer that takes calls offers it. */
  isOffered(id: string): boolean {
    return this.#find(id, []) !== undefined;
  }

  /** Removes everything, very many operations in slices. */
  close(): void {
    this.#isClosed = true;
    this.#queue.clear();
    this.#leavingTimer?.();
    for (const id of this.#leaving.keys()) this.#gone.push(id);
    this.#leaving.clear();
    this.#applyChanges();
    for (const peer of this.#idsOf.keys()) this.remove(peer);
  }

  #add(peer: RemotePeer, offered: unknown): void {
    const { maxOperations, mayOffer, registry, whenLocal = "refuse" } = this.#options;
    const offer: Offer = { ...fromOffer(offered, peer.id), peer };
    const { id, spec } = offer;
    const ids = this.#idsOf.get(peer) ?? new Set();
    if (!ids.has(id) && ids.size >= maxOperations)
      throw new CallError(
        "OVERLOADED",
        `${id} was refused: a peer may offer ${maxOperations} operations (maxOfferedOperations).`,
      );
    mayOffer?.(peer, spec);
    const offers = this.#offers.get(id) ?? [];
    if (whenLocal === "refuse" && registry.has(id) && !this.#isOurs(id))
      throw new CallError("VALIDATION_ERROR", `${id} was refused: an operation of this id is there already.`);
    this.#setOffers(id, [...offers.filter((known) => known.peer !== peer), offer]);
    this.#idsOf.set(peer, ids.add(id));
  }

  #setOffers(id: string, offers: Offer[]): void {
    const before = this.#offers.get(id)?.[0];
    // The current spec stays while a peer offers it, whatever the order of offers.
    const kept = before && offers.find((offer) => offer === before || isSameJSON(before.offer, offer.offer));
    const first = kept ?? offers[0];
    if (first === undefined) return this.#leave(id);
    // It may have been about to leave.
    this.#leaving.delete(id);
    this.#offers.set(id, first === offers[0] ? offers : [first, ...offers.filter((offer) => offer !== first)]);
    if (kept === undefined) this.#register(id, first.spec);
  }

  #register(id: string, spec: OperationSpec): void {
    const { registry } = this.#options;
    if (registry.has(id) && !this.#isOurs(id)) return;
    const operation = this.#toOperation(id, spec);
    this.#registered.set(id, operation);
    this.#changed.push(operation);
  }

  #isOurs(id: string): boolean {
    return this.#options.registry.getSpec(id) === this.#registered.get(id);
  }

  #leave(id: string): void {
    const { keepMs = 0 } = this.#options;
    this.#offers.delete(id);
    if (keepMs === 0 || this.#isClosed) return void this.#gone.push(id);
    this.#leaving.set(id, performance.now() + keepMs);
    this.#leavingTimer ??= this.#removeLater(keepMs);
  }

  /** One timer for all: thousands may leave together. */
  #removeLater(ms: number): () => void {
    const timer = setTimeout(() => {
      this.#leavingTimer = undefined;
      const now = performance.now();
      // In the order in which they leave.
      for (const [id, at] of this.#leaving) {
        if (at > now) {
          this.#leavingTimer = this.#removeLater(at - now);
          break;
        }
        this.#leaving.delete(id);
        this.#gone.push(id);
      }
      this.#applyChanges();
    }, ms);
    return () => clearTimeout(timer);
  }

  #toOperation(id: string, spec: OperationSpec): AnyOperation {
    const handler =
      spec.type === OperationType.SUBSCRIPTION
        ? (input: unknown, context: OperationContext) => this.subscribe(id, input, forwarded(context))
        : (input: unknown, context: OperationContext) => this.call(id, input, forwarded(context));
    // Not a copy: its schemas are getters.
    return Object.assign(spec, { handler });
  }

  /** The peer with the fewest calls from this side, among those that offer it, take calls and were not tried. */
  #find(id: string, tried: readonly RemotePeer[]): RemotePeer | undefined {
    const offers = this.#offers.get(id) ?? [];
    if (offers.length === 1) {
      const peer = offers[0]?.peer as RemotePeer;
      return peer.isDraining || tried.includes(peer) ? undefined : peer;
    }
    const fingerprint = offers[0]?.fingerprint();
    // A random start, so that idle peers get the same share.
    const start = Math.floor(Math.random() * offers.length);
    let best: RemotePeer | undefined;
    for (let index = 0; index < offers.length; index++) {
      const offer = offers[(start + index) % offers.length];
      if (offer?.fingerprint() !== fingerprint) continue;
      const { peer } = offer as Offer;
      if (!peer.isDraining && !tried.includes(peer) && (best === undefined || peer.callMap.size < best.callMap.size))
        best = peer;
    }
    return best;
  }
}

function noResponder(id: string, options: GivenCallOptions | undefined): CallError {
  const error = new CallError("NO_RESPONDER", `No peer that offers ${id} takes calls now.`);
  return options !== undefined && "scope" in options ? error : settled(error);
}

/** The options of a call that this side only forwards. */
function forwarded(context: OperationContext): GivenCallOptions {
  if (!(context instanceof CallScope)) return context;
  context.passOn();
  return { scope: context };
}

/** `OPERATION_NOT_FOUND` comes from a peer that has just withdrawn the operation. */
const UNTAKEN_CODES: ReadonlySet<string> = new Set([
  "NO_RESPONDER",
  "CONNECTION_LOST",
  "OVERLOADED",
  "OPERATION_NOT_FOUND",
]);

/** Whether a call failed before a handler began with it, for a reason that another peer may not have. */
function isUntaken(thrown: unknown): boolean {
  return thrown instanceof CallError && thrown.phase === "notStarted" && UNTAKEN_CODES.has(thrown.code);
}
