import { CallError, toCallError } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { fromRemoteError, toRemoteError } from "../../errors/remote-error.ts";
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { afterArrivals } from "../../shared/time/turns.ts";
import { createLoopbackLink } from "../links/memory-link.ts";
import type { Link } from "../ports/link.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { isProtocolEvent } from "../wire/event-shapes.ts";
import type { CallerEvent, CallErrored, MalformedRequest, PeerEvent, ReceivedEvent } from "../wire/protocol-event.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import type { GivenCallOptions, PrepareCallOptions } from "./call-options.ts";
import { PendingCall, prepareCallOptions } from "./pending-request.ts";
import type { PendingRequest, RequestHost } from "./pending-request.ts";
import { RemoteSubscription } from "./remote-subscription.ts";
import { keepDeadline } from "../../shared/time/steady-clock.ts";

/** Answers the calls that a peer makes over a link. */
export interface Responder {
  receive(event: CallerEvent | MalformedRequest): void;
  /** The peer has gone. */
  closed(reason: CallError): void;
}

/** Hears what a peer says of itself over a link, and of its end. */
export interface PeerListener {
  receive(event: PeerEvent): void;
  /** Called once, after the calls have ended. */
  closed(reason: CallError): void;
}

/** The options of a `PendingRequestMap`. */
export interface PendingRequestMapOptions {
  readonly limits?: Partial<ProtocolLimits> | undefined;
  readonly counters?: ProtocolCounters | undefined;
  /** Milliseconds within which a peer must show that it has a call. Default: no limit, for links within a process. */
  readonly acceptWithin?: number | undefined;
  /** Changes the options of each call before it is sent: puts a token in the place of an identity. */
  readonly prepare?: PrepareCallOptions | undefined;
}

/** What `emitError` tells the caller beside the error. */
export interface EmitErrorOptions {
  /** The codes that the operation declares: their details are meant for callers. */
  readonly declared?: Readonly<Record<string, unknown>> | undefined;
  /** For a stream: the number of its items. */
  readonly seq?: number | undefined;
}

/** How often the map looks for calls that the peer has not taken, within the time that it has for them. */
const LOOKS = 5;

type Timer = ReturnType<typeof setTimeout> & { unref?(): unknown };

/**
 * One end of a link: calls and streams that began here and wait for their end, and the way to answer those of the other
 * side. Without a link it is a link to itself: caller and responder share it.
 *
 * @example
 * const callMap = new PendingRequestMap();
 * buildCallHandler({ registry, callMap });
 * const { data } = await callMap.call("demo.greet", { name: "Ada" });
 */
export class PendingRequestMap implements RequestHost {
  readonly link: Link;
  readonly counters: ProtocolCounters;
  readonly limits: ProtocolLimits;
  readonly #pending = new Map<string, PendingRequest>();
  readonly #acceptWithin: number | undefined;
  readonly #prepare: PrepareCallOptions | undefined;
  readonly #stopListening: () => void;
  #responder: Responder | undefined;
  #peerListener: PeerListener | undefined;
  /** Runs while calls are pending that the peer may not have. */
  #nextLook: Timer | undefined;

  constructor(link: Link = createLoopbackLink(), options: PendingRequestMapOptions = {}) {
    this.link = link;
    this.limits = toProtocolLimits(options.limits);
    this.counters = options.counters ?? newCounters();
    this.#acceptWithin = options.acceptWithin;
    this.#prepare = options.prepare;
    this.#stopListening = link.listen({ event: this.#receive, closed: this.#closed });
  }

  /** How many calls and streams wait for their end. */
  get size(): number {
    return this.#pending.size;
  }

  /** Calls a QUERY or MUTATION of the other side. */
  call(id: string, input?: unknown, given?: GivenCallOptions): Promise<ResponseEnvelope> {
    // Not an async function, which would cost each call three promises more.
    return new Promise((resolve, reject) => {
      const options = prepareCallOptions(given, this.#prepare);
      const call = new PendingCall(this, resolve, reject);
      if (options instanceof Promise)
        options.then((prepared) => call.begin({ id, input, options: prepared })).catch(reject);
      else call.begin({ id, input, options });
    });
  }

  /** Streams a SUBSCRIPTION of the other side. Nothing is sent before the caller asks for the first item. */
  subscribe(id: string, input?: unknown, options?: GivenCallOptions): Subscription {
    const { window = this.limits.window } = options === undefined || !("window" in options) ? {} : options;
    const kept = keepDeadline(options);
    return new RemoteSubscription({
      host: this,
      id,
      input,
      options: () => prepareCallOptions(kept, this.#prepare),
      window: { items: window, bytes: this.link.isInProcess === true ? Infinity : this.limits.windowBytes },
      maxWaitingBytes: this.limits.maxQueuedBytes,
    });
  }

  /** Answers a call of the other side; with `seq`, sends one item of a stream. */
  respond(requestId: string, envelope: ResponseEnvelope, seq?: number): void {
    if (!isResponseEnvelope(envelope))
      throw new CallError("PROTOCOL_ERROR", "respond() takes an envelope: make one with localEnvelope().");
    this.link.send({ type: "call.responded", requestId, output: envelope, seq });
  }

  /** Ends a call or stream of the other side with an error. The message of an unexpected exception stays here. */
  emitError(requestId: string, error: unknown, { declared, seq }: EmitErrorOptions = {}): void {
    sendError(this.link, { type: "call.error", requestId, ...toRemoteError(toCallError(error), { declared }), seq });
  }

  /** Ends a stream of the other side. `seq` is the number of its items. */
  complete(requestId: string, seq = 0): void {
    this.link.send({ type: "call.completed", requestId, seq });
  }

  /** Gives up a call or stream that began here. Returns whether it was still running. */
  abort(requestId: string, message = "The caller gave the call up."): boolean {
    const request = this.#pending.get(requestId);
    request?.giveUp(new CallError("ABORTED", message));
    return request !== undefined;
  }

  /** Lets a responder take the calls of the other side. Returns a function that stops it. */
  answerWith(responder: Responder): () => void {
    if (this.#responder !== undefined) throw new CallError("PROTOCOL_ERROR", "This link has a responder already.");
    this.#responder = responder;
    return () => {
      if (this.#responder === responder) this.#responder = undefined;
    };
  }

  /** Lets one listener hear of the peer itself: its offers, that it drains, its end. */
  followPeer(listener: PeerListener): void {
    this.#peerListener = listener;
    if (this.link.closedBy !== undefined) this.#closed(this.link.closedBy);
  }

  /** Gives up what is pending, and closes the link. `answered`: every call that was taken here is answered. */
  close(reason = new CallError("CONNECTION_LOST", "This side closed the connection."), answered = false): void {
    this.#stopListening();
    this.#closed(reason);
    this.link.close(reason, answered);
  }

  add(request: PendingRequest): void {
    const { maxCallsInFlight } = this.limits;
    if (this.#pending.size >= maxCallsInFlight)
      throw new CallError("OVERLOADED", `${maxCallsInFlight} calls are in flight already (maxCallsInFlight).`);
    this.#pending.set(request.requestId, request);
    if (this.#acceptWithin === undefined) return;
    request.pendingSince = performance.now();
    if (this.#nextLook === undefined) this.#lookLater(this.#acceptWithin);
  }

  remove(request: PendingRequest): void {
    this.#pending.delete(request.requestId);
  }

  readonly #receive = (event: ReceivedEvent): void => {
    switch (event.type) {
      case "call.requested":
      case "call.aborted":
      case "call.credit":
      case "call.answer":
      case "malformed":
        if (this.#responder !== undefined) this.#responder.receive(event);
        else this.#refuse(event);
        return;
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
      case "call.question":
      case "call.withdrawn": {
        const request = this.#pending.get(event.requestId);
        if (request === undefined) this.counters.strayAnswers++;
        else request.hear(event);
        return;
      }
      default:
        this.#peerListener?.receive(event);
    }
  };

  #refuse({ type, requestId }: CallerEvent | MalformedRequest): void {
    if (type === "call.requested" || type === "malformed")
      this.emitError(requestId, new CallError("NO_RESPONDER", "This peer answers no calls."));
    else if (type === "call.answer") this.counters.strayAnswers++;
  }

  readonly #closed = (reason: CallError, answered = false): void => {
    clearTimeout(this.#nextLook);
    for (const request of this.#pending.values()) request.lose(asConnectionLost(reason), answered);
    this.#responder?.closed(reason);
    const listener = this.#peerListener;
    this.#peerListener = undefined;
    listener?.closed(reason);
  };

  /** The timer keeps no process alive: an open connection does that by itself. */
  #lookLater(acceptWithin: number): void {
    const since = performance.now();
    this.#nextLook = setTimeout(() => {
      this.#nextLook = undefined;
      const late = performance.now() - since - acceptWithin / LOOKS;
      // This process was stopped or busy. The peer, which may share the machine, gets its time anew.
      if (late > acceptWithin / 4)
        for (const request of this.#pending.values()) request.pendingSince = performance.now();
      // After arrivals: what the peer said meanwhile may still be unread.
      afterArrivals(() => this.#endUntaken(acceptWithin));
    }, acceptWithin / LOOKS);
    this.#nextLook.unref?.();
  }

  /** Ends the calls that the peer has not taken in time: its connection works, and its calls do not. */
  #endUntaken(acceptWithin: number): void {
    const now = performance.now();
    let isWaiting = false;
    for (const request of this.#pending.values()) {
      if (request.isTaken) continue;
      if (request.pendingSince + acceptWithin > now) isWaiting = true;
      else
        request.giveUp(new CallError("CONNECTION_LOST", `The peer did not take the call within ${acceptWithin} ms.`));
    }
    if (isWaiting && this.#nextLook === undefined) this.#lookLater(acceptWithin);
  }
}

function asConnectionLost(reason: CallError): CallError {
  return reason.code === "CONNECTION_LOST" ? reason : fromRemoteError({ ...reason.toJSON(), code: "CONNECTION_LOST" });
}

const PHASES: ReadonlySet<CallPhase> = new Set(["notStarted", "started", "unknown"]);

/** Characters of a message that fits into the shortest frames, whatever the letters. */
const SHORT_MESSAGE = 100;

/**
 * Sends the error that ends a call, or as much of it as can be sent: its details may be a cycle, its message too long,
 * its code no text. If this side refused the last event of a call, or the other side dropped it, the call would never
 * end. So where the id alone is too long for the frames that the other side takes, the link ends, and the call with it.
 */
function sendError(link: Link, event: CallErrored): void {
  if (isProtocolEvent(event) && trySend(link, event)) return;
  const { details: _details, ...plain } = event;
  const message = event.message.slice(0, SHORT_MESSAGE);
  if (isProtocolEvent(plain) && trySend(link, { ...plain, message })) return;
  const { requestId, seq, phase: given } = event;
  const phase = PHASES.has(given) ? given : "unknown";
  const bare = { code: "EXECUTION_ERROR", message: "The operation failed.", retryable: false, phase };
  if (trySend(link, { type: "call.error", requestId, ...bare, seq })) return;
  link.close(new CallError("PROTOCOL_ERROR", "The id of a call is too long to answer it in frames as short as these."));
}

function trySend(link: Link, event: CallErrored): boolean {
  try {
    link.send(event);
    return true;
  } catch (thrown) {
    // Nothing can be sent on a closed link. The sender has to know.
    if (thrown instanceof CallError && thrown.code === "CONNECTION_LOST") throw thrown;
    return false;
  }
}
