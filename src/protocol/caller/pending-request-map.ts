import { afterItems, CallError, toCallError } from "../../errors/call-error.ts";
import { isMissing } from "../../operation/access-control.ts";
import { assertClaims } from "../../operation/identity-claims.ts";
import type { CallContext } from "../../operation/operation-context.ts";
import { CallScope } from "../../registry/call/call-scope.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { toRemoteError } from "../../errors/remote-error.ts";
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { createLoopbackLink } from "../links/memory-link.ts";
import type { Link } from "../ports/link.ts";
import { notSendable } from "../wire/event-codec.ts";
import { isProtocolEvent } from "../wire/event-shapes.ts";
import type { CallerEvent, CallErrored, CallRequested, MalformedRequest, PeerEvent } from "../wire/protocol-event.ts";
import type { ForwardedCall, GivenCallOptions, ResolvedCallOptions } from "./call-options.ts";
import { AnsweredQuestions } from "./answered-questions.ts";
import { OutgoingCalls } from "./outgoing-calls.ts";
import type { PendingRequestMapOptions } from "./outgoing-calls.ts";
import { ownOptions } from "./own-options.ts";
import type { QuestionListener, QuestionListenerOptions } from "./pending-request.ts";

/** Answers the calls that a peer makes over a link. */
export interface Responder {
  receive(event: CallerEvent | MalformedRequest): void;
  /** The peer has gone. */
  closed(reason: CallError): void;
}

/** Hears what a peer says about itself over a link, and when it is gone. */
export interface PeerListener {
  receive(event: PeerEvent): void;
  /** Called once, after the calls have ended. */
  closed(reason: CallError): void;
}

/** What `emitError` sends to the caller besides the error. */
export interface EmitErrorOptions {
  /** The codes that the operation declares: their details are meant for callers. */
  readonly declared?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Whether the operation only passes its calls on to another server. Then callers see the status of that server's
   * answer, or its JSON-RPC error. Default: false.
   */
  readonly passesOn?: boolean | undefined;
  /** For a stream: the number of its items. */
  readonly seq?: number | undefined;
}

/**
 * One end of a link: calls and streams that began here and wait for their end, and the way to answer those of the other
 * side. Without a link it is a link to itself: caller and responder share it.
 *
 * @example
 * const callMap = new PendingRequestMap();
 * buildCallHandler({ registry, callMap });
 * const { data } = await callMap.call("demo.greet", { name: "Ada" });
 */
export class PendingRequestMap extends OutgoingCalls {
  #responder: Responder | undefined;
  #peerListener: PeerListener | undefined;

  constructor(link: Link = createLoopbackLink(), options: PendingRequestMapOptions = {}) {
    super(link, { ...options, resolve: resolveOptions });
  }

  /** Answers a call of the other side; with `seq`, sends one item of a stream. */
  respond(requestId: string, envelope: ResponseEnvelope, seq?: number): void {
    if (!isResponseEnvelope(envelope))
      throw new CallError("PROTOCOL_ERROR", "respond() takes an envelope: make one with localEnvelope().");
    this.link.send({ type: "call.responded", requestId, output: envelope, seq });
  }

  /** Ends a call or stream of the other side with an error. The message of an unexpected exception stays here. */
  emitError(requestId: string, error: unknown, { seq, ...options }: EmitErrorOptions = {}): void {
    const known = toCallError(error);
    const shown = toRemoteError(seq === undefined || seq === 0 ? known : afterItems(known), {
      declared: options.declared,
      passesOn: options.passesOn,
    });
    sendError(this.link, { type: "call.error", requestId, ...shown, seq });
  }

  /** Ends a stream of the other side. `seq` is the number of its items. */
  complete(requestId: string, seq = 0): void {
    this.link.send({ type: "call.completed", requestId, seq });
  }

  /** Lets a responder take the calls of the other side. Returns a function that stops it. */
  answerWith(responder: Responder): () => void {
    if (this.#responder !== undefined) throw new CallError("PROTOCOL_ERROR", "This link has a responder already.");
    this.#responder = responder;
    return () => {
      if (this.#responder === responder) this.#responder = undefined;
    };
  }

  /** Lets one listener receive events about the peer itself: its offers, its draining, its end. */
  followPeer(listener: PeerListener): void {
    this.#peerListener = listener;
    if (this.link.closedBy !== undefined) this.linkClosed(this.link.closedBy);
  }

  assertSendable(event: CallRequested): void {
    if (!isProtocolEvent(event)) throw notSendable(event, "call");
    if (event.identity?.claims !== undefined) assertClaims(event.identity);
  }

  override answerQuestions(options: QuestionListenerOptions): QuestionListener {
    return new AnsweredQuestions(options);
  }

  protected override receiveOther(event: CallerEvent | PeerEvent | MalformedRequest): void {
    switch (event.type) {
      case "call.requested":
      case "call.aborted":
      case "call.credit":
      case "call.answer":
      case "malformed":
        if (this.#responder !== undefined) this.#responder.receive(event);
        else this.#refuse(event);
        return;
      default:
        this.#peerListener?.receive(event);
    }
  }

  protected override linkClosed(reason: CallError): void {
    this.#responder?.closed(reason);
    const listener = this.#peerListener;
    this.#peerListener = undefined;
    listener?.closed(reason);
  }

  #refuse({ type, requestId }: CallerEvent | MalformedRequest): void {
    if (type === "call.requested" || type === "malformed")
      this.emitError(requestId, new CallError("NO_RESPONDER", "This peer answers no calls."));
    else if (type === "call.answer") this.counters.strayAnswers++;
  }
}

const PHASES: ReadonlySet<CallPhase> = new Set(["notStarted", "started", "unknown"]);

/** A message of this many characters fits into the shortest frames, whatever the characters are. */
const SHORT_MESSAGE = 100;

/**
 * Sends the error that ends a call, or as much of it as can be sent: its details may be cyclic, its message too long,
 * its code not a string. If this side refused the last event of a call, or the other side dropped it, the call would
 * never end. So if the id alone is too long for the frames that the other side takes, the link closes and ends the
 * call.
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
  link.close(
    new CallError("PROTOCOL_ERROR", "The id of a call is too long: no answer fits into the frames of the link."),
  );
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

/** The options of a request, including one that a handler makes or forwards. */
function resolveOptions(given: GivenCallOptions | undefined): ResolvedCallOptions {
  if (given !== undefined && "resumed" in given) {
    const { resumed, lastEventId } = given;
    const resolved = resolveOptions(resumed);
    return lastEventId === undefined ? resolved : { ...resolved, lastEventId };
  }
  if (given !== undefined && "scope" in given) return optionsOf(given.scope, given);
  if (given instanceof CallScope) return optionsOf(given);
  const own = ownOptions(given);
  return given === undefined ? own : { ...own, wants: wantsOf(own) };
}

const NOTHING: CallContext = {};

/** The options of a call that a handler makes: they come from the handler's context. */
function optionsOf(scope: CallScope, forwarded?: ForwardedCall): ResolvedCallOptions {
  const { identity, endsAt, trace, requestId, cancellation, outermostGiven, onElicitation } = scope;
  const { onSampling, onRoots, callerLog } = outermostGiven ?? NOTHING;
  // The progress of a nested call concerns only the handler that makes it.
  const { onProgress, callMeta, lastEventId } = forwarded?.scope.ownGiven ?? NOTHING;
  const isHeard = (onProgress ?? onElicitation ?? onSampling ?? onRoots ?? callerLog) !== undefined;
  return {
    identity,
    isAnonymous: scope.checked && isMissing(identity),
    endsAt,
    trace,
    parentRequestId: requestId,
    cancellation,
    onProgress,
    onElicitation,
    onSampling,
    onRoots,
    callerLog,
    callMeta,
    lastEventId,
    wants: isHeard ? wantsOf({ onProgress, onElicitation, onSampling, onRoots, callerLog }) : undefined,
    forwarded: forwarded?.scope,
  };
}

/** What the caller wants to hear, in the words of the protocol. */
function wantsOf({ onProgress, onElicitation, onSampling, onRoots, callerLog }: CallContext): string[] | undefined {
  const wants = [
    onProgress && "progress",
    onElicitation && "questions",
    onSampling && "sampling",
    onRoots && "roots",
    callerLog && `log:${callerLog.level}`,
  ].filter((want) => want !== undefined);
  return wants.length === 0 ? undefined : wants;
}
