import { CallError } from "../../errors/call-error.ts";
import { fromRemoteError } from "../../errors/remote-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { RENEW_AFTER, renewedMap } from "../../shared/renewed-map.ts";
import { keepDeadline } from "../../shared/time/steady-clock.ts";
import { afterArrivals } from "../../shared/time/turns.ts";
import type { Link } from "../ports/link.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { CallerEvent, MalformedRequest, PeerEvent, ReceivedEvent } from "../wire/protocol-event.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { GivenCallOptions, PrepareCallOptions, ResolvedCallOptions } from "./call-options.ts";
import { preparedBy } from "./own-options.ts";
import { PendingCall } from "./pending-request.ts";
import type { PendingRequest, QuestionListener, QuestionListenerOptions, RequestHost } from "./pending-request.ts";
import { RemoteSubscription } from "./remote-subscription.ts";

/** The options of a `PendingRequestMap`. */
export interface PendingRequestMapOptions {
  readonly limits?: Partial<ProtocolLimits> | undefined;
  readonly counters?: ProtocolCounters | undefined;
  /** Milliseconds within which a peer must show that it has a call. Default: no limit, for links within a process. */
  readonly acceptWithin?: number | undefined;
  /** Changes the options of each call before it is sent, for example to replace an identity with a token. */
  readonly prepare?: PrepareCallOptions | undefined;
}

export interface OutgoingCallsOptions extends PendingRequestMapOptions {
  /** Reads the options of a call. */
  readonly resolve: (given: GivenCallOptions | undefined) => ResolvedCallOptions;
}

/** How many times to look for untaken calls within the time that the peer has to take them. */
const LOOKS = 5;

type Timer = ReturnType<typeof setTimeout> & { unref?(): unknown };

/** The calls and streams that began at this end of a link and wait for their end. */
export abstract class OutgoingCalls implements RequestHost {
  readonly link: Link;
  readonly counters: ProtocolCounters;
  readonly limits: ProtocolLimits;
  #pending = new Map<string, PendingRequest>();
  /** How many calls have ended since the map was last renewed. */
  #ended = 0;
  readonly #options: OutgoingCallsOptions;
  readonly #resolve: (given: GivenCallOptions | undefined) => ResolvedCallOptions | Promise<ResolvedCallOptions>;
  #stopListening: (() => void) | undefined;
  /** Runs while calls are pending that the peer may not have. */
  #nextLook: Timer | undefined;

  constructor(link: Link, options: OutgoingCallsOptions) {
    this.link = link;
    this.limits = toProtocolLimits(options.limits);
    this.counters = options.counters ?? newCounters();
    this.#options = options;
    const { resolve, prepare } = options;
    this.#resolve = prepare === undefined ? resolve : (given) => preparedBy(prepare, resolve(given));
    this.#stopListening = link.listen({ event: this.#receive, closed: this.#closed });
  }

  /** How many calls and streams wait for their end. */
  get size(): number {
    return this.#pending.size;
  }

  /** Calls a QUERY or MUTATION of the other side. */
  call(id: string, input?: unknown, given?: GivenCallOptions): Promise<ResponseEnvelope> {
    // Not an async function: each call would cost three more promises.
    return new Promise((resolve, reject) => {
      const options = this.#resolve(given);
      const call = new PendingCall(this, resolve, reject);
      if (options instanceof Promise)
        options.then((prepared) => call.begin({ id, input, options: prepared })).catch(reject);
      else call.begin({ id, input, options });
    });
  }

  /** Streams a SUBSCRIPTION of the other side. Nothing is sent before the caller asks for the first item. */
  subscribe(id: string, input?: unknown, options?: GivenCallOptions): Subscription {
    const { resumed, goOn } = options !== undefined && "resumed" in options ? options : { resumed: options };
    const { window = this.limits.window } = resumed === undefined || !("window" in resumed) ? {} : resumed;
    const kept = keepDeadline(options);
    return new RemoteSubscription({
      host: this,
      id,
      input,
      options: () => this.#resolve(kept),
      window: { items: window, bytes: this.link.isInProcess === true ? Infinity : this.limits.windowBytes },
      maxWaitingBytes: this.limits.maxQueuedBytes,
      goOn,
    });
  }

  /** Gives up a call or stream that began here. Returns whether it was still running. */
  abort(requestId: string, message = "The caller gave up the call."): boolean {
    const request = this.#pending.get(requestId);
    request?.cancel(new CallError("ABORTED", message));
    return request !== undefined;
  }

  /** Gives up what is pending, and closes the link. `answered`: this side has answered every call that it took. */
  close(reason = new CallError("CONNECTION_LOST", "This side closed the connection."), answered = false): void {
    this.#stopListening?.();
    this.#closed(reason);
    this.link.close(reason, answered);
  }

  add(request: PendingRequest): void {
    const { maxCallsInFlight } = this.limits;
    if (this.#pending.size >= maxCallsInFlight)
      throw new CallError("OVERLOADED", `${maxCallsInFlight} calls are in flight already (maxCallsInFlight).`);
    this.#pending.set(request.requestId, request);
    const { acceptWithin } = this.#options;
    if (acceptWithin === undefined) return;
    request.pendingSince = performance.now();
    if (this.#nextLook === undefined) this.#lookLater(acceptWithin);
  }

  remove(request: PendingRequest): void {
    this.#pending.delete(request.requestId);
    if (++this.#ended <= RENEW_AFTER + this.#pending.size) return;
    this.#ended = 0;
    this.#pending = renewedMap(this.#pending);
  }

  abstract answerQuestions(options: QuestionListenerOptions): QuestionListener;

  /** Handles an event that is not an answer to a call of this side. */
  protected abstract receiveOther(event: CallerEvent | PeerEvent | MalformedRequest): void;

  /** The link has ended, and so have the calls of this side. */
  protected abstract linkClosed(reason: CallError): void;

  readonly #receive = (event: ReceivedEvent): void => {
    switch (event.type) {
      case "call.accepted":
      case "call.responded":
      case "call.completed":
      case "call.error": {
        // Only a call that went over this link can be answered over it.
        const request = this.#pending.get(event.requestId);
        if (request === undefined) this.counters.strayAnswers++;
        else request.receive(event);
        return;
      }
      case "call.progress":
      case "call.logged":
      case "call.question":
      case "call.withdrawn": {
        const request = this.#pending.get(event.requestId);
        if (request === undefined) this.counters.strayAnswers++;
        else request.hear(event);
        return;
      }
      default:
        this.receiveOther(event);
    }
  };

  readonly #closed = (reason: CallError, answered = false, unheard = Infinity): void => {
    clearTimeout(this.#nextLook);
    for (const request of this.#pending.values())
      request.lose(asConnectionLost(reason), answered || request.frame >= unheard);
    // A link that is already closed reports that within the constructor.
    if (this.#stopListening !== undefined) this.linkClosed(reason);
  };

  /** The timer keeps no process alive: an open connection does that by itself. */
  #lookLater(acceptWithin: number): void {
    const since = performance.now();
    this.#nextLook = setTimeout(() => {
      this.#nextLook = undefined;
      const late = performance.now() - since - acceptWithin / LOOKS;
      // This process was paused or busy. The peer, which may share the machine, gets its full time again.
      if (late > acceptWithin / 4)
        for (const request of this.#pending.values()) request.pendingSince = performance.now();
      // After arrivals: a message of the peer may still be unread.
      afterArrivals(() => this.#endUntaken(acceptWithin));
    }, acceptWithin / LOOKS);
    this.#nextLook.unref?.();
  }

  /** Ends the calls that the peer has not taken in time: its connection works, but it takes no calls. */
  #endUntaken(acceptWithin: number): void {
    const now = performance.now();
    let isWaiting = false;
    for (const request of this.#pending.values()) {
      if (request.isTaken) continue;
      if (request.pendingSince + acceptWithin > now) isWaiting = true;
      else
        request.cancel(new CallError("CONNECTION_LOST", `The peer did not take the call within ${acceptWithin} ms.`));
    }
    if (isWaiting && this.#nextLook === undefined) this.#lookLater(acceptWithin);
  }
}

function asConnectionLost(reason: CallError): CallError {
  return reason.code === "CONNECTION_LOST" ? reason : fromRemoteError({ ...reason.toJSON(), code: "CONNECTION_LOST" });
}
