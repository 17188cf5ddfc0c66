import { CallError, toCallError } from "../../errors/call-error.ts";
import { fromRemoteError, toRemoteError } from "../../errors/remote-error.ts";
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Subscription } from "../../operation/operation-env.ts";
import { onDeadline } from "../../shared/deadline-timer.ts";
import { afterArrivals } from "../../shared/turns.ts";
import { prepareCallOptions } from "./call-options.ts";
import type { GivenCallOptions, PrepareOptions } from "./call-options.ts";
import type { Delivery, Link } from "../ports/link.ts";
import { createLoopbackLink } from "../links/memory-link.ts";
import { PendingCall } from "./pending-call.ts";
import type { PendingRequest, RequestHost } from "./pending-request.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type { CallerEvent, ProtocolEvent } from "../wire/protocol-event.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";
import type { ProtocolLimits } from "../wire/protocol-limits.ts";
import { sendError } from "../links/send-error.ts";
import { RemoteSubscription } from "./remote-subscription.ts";

/** Answers what a peer asks over a link. */
export interface Responder {
  receive(event: CallerEvent): void;
  /** The peer has gone. */
  closed(reason: CallError): void;
}

export interface PendingRequestMapOptions {
  readonly limits?: Partial<ProtocolLimits> | undefined;
  readonly counters?: ProtocolCounters | undefined;
  /** Milliseconds within which a peer must show that it has a call. Default: no limit, for links within a process. */
  readonly acceptWithin?: number | undefined;
  /** Changes what goes along with each call: a token instead of an identity. */
  readonly prepare?: PrepareOptions | undefined;
}

export interface EmitErrorOptions {
  /** The codes that the operation declares: their details are meant for callers. */
  readonly declared?: Readonly<Record<string, unknown>> | undefined;
  /** For a stream: the number of its items. */
  readonly seq?: number | undefined;
}

/**
 * One end of a link: calls and streams that were begun here and wait for their end, and the way to answer those of the
 * other side. Without a link it is a link to itself: who calls and who answers share it.
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
  readonly #prepare: PrepareOptions | undefined;
  readonly #stopListening: () => void;
  #responder: Responder | undefined;
  #stopWatch: (() => void) | undefined;

  constructor(link: Link = createLoopbackLink(), options: PendingRequestMapOptions = {}) {
    this.link = link;
    this.limits = toProtocolLimits(options.limits);
    this.counters = options.counters ?? newCounters();
    this.#acceptWithin = options.acceptWithin;
    this.#prepare = options.prepare;
    this.#stopListening = link.listen({
      event: (event) => this.#receive(event),
      closed: (reason, answered) => this.#closed(reason, answered),
    });
  }

  /** How many calls and streams wait for their end. */
  get size(): number {
    return this.#pending.size;
  }

  /** Calls a QUERY or MUTATION of the other side. */
  call(id: string, input?: unknown, options?: GivenCallOptions): Promise<ResponseEnvelope> {
    // Not an async function, which would cost each call three promises more.
    try {
      const prepared = prepareCallOptions(options, this.#prepare);
      return prepared instanceof Promise
        ? prepared.then((settled) => PendingCall.send(this, { id, input, options: settled }))
        : PendingCall.send(this, { id, input, options: prepared });
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  /** Streams a SUBSCRIPTION of the other side. Nothing is sent before the first item is asked for. */
  subscribe(id: string, input?: unknown, options?: GivenCallOptions): Subscription {
    const { window = this.limits.window } = options === undefined || !("window" in options) ? {} : options;
    return new RemoteSubscription({
      host: this,
      id,
      input,
      options: () => prepareCallOptions(options, this.#prepare),
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

  /** Ends a call or stream of the other side with an error. An exception's own message stays here. */
  emitError(requestId: string, error: unknown, { declared, seq }: EmitErrorOptions = {}): void {
    sendError(this.link, { type: "call.error", requestId, ...toRemoteError(toCallError(error), { declared }), seq });
  }

  /** Ends a stream of the other side; `seq` is the number of its items. */
  complete(requestId: string, seq = 0): void {
    this.link.send({ type: "call.completed", requestId, seq });
  }

  /** Gives up a call or stream that was begun here. Says whether it was still running. */
  abort(requestId: string, message = "The caller gave the call up."): boolean {
    const request = this.#pending.get(requestId);
    request?.giveUp(new CallError("ABORTED", message));
    return request !== undefined;
  }

  /** Takes the calls of the other side. Returns a way to stop. */
  answerWith(responder: Responder): () => void {
    if (this.#responder !== undefined) throw new CallError("PROTOCOL_ERROR", "This link has a responder already.");
    this.#responder = responder;
    return () => {
      if (this.#responder === responder) this.#responder = undefined;
    };
  }

  /** Gives up what is pending, and closes the link. `answered`: all calls that were taken here are answered. */
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
    request.pendingSince = Date.now();
    this.#lookAt(request.pendingSince + this.#acceptWithin);
  }

  remove(request: PendingRequest): void {
    this.#pending.delete(request.requestId);
    if (this.#pending.size > 0) return;
    this.#stopWatch?.();
    this.#stopWatch = undefined;
  }

  send(event: CallerEvent, delivery?: Delivery): void {
    this.link.send(event, delivery);
  }

  #receive(event: ProtocolEvent): void {
    switch (event.type) {
      case "call.requested":
      case "call.aborted":
      case "call.credit":
      case "call.answer":
        if (this.#responder !== undefined) this.#responder.receive(event);
        else if (event.type === "call.requested")
          this.emitError(event.requestId, new CallError("NO_RESPONDER", "This peer answers no calls."));
        else if (event.type === "call.answer") this.counters.strayAnswers++;
        return;
      case "call.accepted":
      case "call.responded":
      case "call.completed":
      case "call.error": {
        // Only what was asked over this very link can be answered over it.
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
      }
    }
  }

  #closed(reason: CallError, answered = false): void {
    for (const request of this.#pending.values()) request.lose(asConnectionLost(reason), answered);
    this.#responder?.closed(reason);
  }

  /** After arrivals: this process may have been stopped itself, and what the peer said meanwhile is still unread. */
  #lookAt(time: number): void {
    this.#stopWatch ??= onDeadline(time, () => {
      const now = Date.now();
      // So late that this process was busy or stopped: the peer, which may share a machine with it, gets its time anew.
      if (now - time > (this.#acceptWithin ?? 0) / 4) {
        for (const request of this.#pending.values()) request.pendingSince = now;
      }
      afterArrivals(() => this.#endUntaken());
    });
  }

  /** Ends what nobody has taken in time: the peer is there for the connection, and not for its calls. */
  #endUntaken(): void {
    this.#stopWatch = undefined;
    const acceptWithin = this.#acceptWithin ?? 0;
    const now = Date.now();
    let earliest = Infinity;
    for (const request of this.#pending.values()) {
      if (request.isTaken) continue;
      const due = request.pendingSince + acceptWithin;
      if (due > now) earliest = Math.min(earliest, due);
      else {
        request.giveUp(new CallError("CONNECTION_LOST", `The peer did not take the call within ${acceptWithin} ms.`));
      }
    }
    // Whoever is added later asks for a look of its own, unless one is due.
    if (earliest !== Infinity) this.#lookAt(earliest);
  }
}

function asConnectionLost(reason: CallError): CallError {
  return reason.code === "CONNECTION_LOST" ? reason : fromRemoteError({ ...reason.toJSON(), code: "CONNECTION_LOST" });
}
