import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import { unwritableResult } from "../../errors/unwritable-result.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallSession } from "../../operation/call-session.ts";
import type { CallContext } from "../../operation/operation-context.ts";
import { passesOn } from "../../operation/passes-on.ts";
import type { CallRequest } from "../../registry/call/call-port.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { Cancellation } from "../../shared/time/cancellation.ts";
import { roomInTurn } from "../../shared/time/turns.ts";
import type { PendingRequestMap } from "../caller/pending-request-map.ts";
import type { CallAnswer, CallRequested } from "../wire/protocol-event.ts";
import { CallerContact } from "./caller-contact.ts";
import { toWallTime } from "../../shared/time/steady-clock.ts";

/** What all calls over one link share on the side that runs them. */
export interface RunningHost {
  readonly registry: OperationRegistry;
  readonly callMap: PendingRequestMap;
  readonly responderId: string;
  /** The session of the peer at the other end of the link. */
  readonly session: CallSession;
  /** Gets whole errors; callers see only a part of them. Never throws. */
  readonly onError: (error: CallError, operationId: string) => void;
  /** The calls that run, by their ids. */
  running: ReadonlyMap<string, unknown>;
  /** The call has ended, and its caller has the answer. */
  readonly ended: (requestId: string) => void;
}

/** A call of the other side. */
export interface AnsweredRequest {
  readonly event: CallRequested;
  /** The deadline on the steady clock. It includes the time before the call starts. */
  readonly endsAt: number | undefined;
  /** Called once, when the call has ended. */
  readonly leave?: (() => void) | undefined;
}

/** What calls and streams share on the side that runs them. */
export abstract class Running {
  readonly request: AnsweredRequest;
  isOver = false;
  protected readonly host: RunningHost;
  protected readonly cancellation = new Cancellation();
  /**
   * Present if the caller wants to hear of the call while it runs. It ends before the answer, which is the last event.
   */
  protected contact: CallerContact | undefined;
  /** The call in the registry, once its handler is entered. */
  #call: { readonly phase: CallPhase } | undefined;
  #hasStarted = false;
  #isAccepted = false;

  constructor(host: RunningHost, request: AnsweredRequest) {
    this.host = host;
    this.request = request;
  }

  /** Runs it for this caller. */
  abstract start(identity: Identity | undefined): void;

  /** The caller lets a stream send more items. A call ignores it. */
  credit(_n: number): void {
    // A call has no items.
  }

  get phase(): CallPhase {
    return this.#call?.phase ?? "notStarted";
  }

  /**
   * Tells the caller that the call has arrived and was not lost on the way. If necessary, a second event announces a
   * smaller window, which is known only once the caller is.
   */
  accept(window?: number): void {
    if (this.isOver || (this.#isAccepted && window === undefined)) return;
    this.#isAccepted = true;
    const { callMap, responderId } = this.host;
    const { requestId } = this.request.event;
    const started = this.#hasStarted ? true : undefined;
    try {
      callMap.link.send({ type: "call.accepted", requestId, responderId, started, window });
    } catch {
      // The link is gone, or its frames are too short for these ids. The call continues all the same.
    }
  }

  /** Stops it without an answer: its caller gave it up. */
  abort(reason: "ABORTED" | "TIMEOUT"): void {
    this.end(
      reason === "TIMEOUT"
        ? new CallError("TIMEOUT", "The deadline has passed.")
        : new CallError("ABORTED", "The caller gave up the call."),
    );
  }

  /** Stops it without an answer. */
  end(error: CallError): void {
    this.isOver = true;
    // First, because the signal would make the handler withdraw its questions from a caller that has gone.
    this.contact?.cut(error);
    this.cancellation.cancel(error);
  }

  /** Stops the call because this side stops. The caller learns how far it got. */
  stop(): void {
    const { callMap } = this.host;
    const { phase } = this;
    const code = phase === "notStarted" ? "NO_RESPONDER" : "CONNECTION_LOST";
    const error = new CallError(code, "The responder has stopped.", undefined, { phase });
    this.end(error);
    if (callMap.link.closedBy !== undefined) return;
    callMap.emitError(this.request.event.requestId, error, { seq: this.sent });
  }

  /** For a stream: how many items it has sent. */
  protected get sent(): number | undefined {
    return undefined;
  }

  protected toCallRequest(identity: Identity | undefined): CallRequest {
    const { event, endsAt } = this.request;
    const { operationId: id, input, requestId, parentRequestId, trace, wants, lastEventId, meta } = event;
    let context: CallContext = { requestId, parentRequestId, identity, trace, session: this.host.session };
    if (endsAt !== undefined) context = { ...context, deadline: toWallTime(endsAt) };
    if (lastEventId !== undefined) context = { ...context, lastEventId };
    if (meta !== undefined) context = { ...context, callMeta: meta };
    if (wants !== undefined) {
      const { link } = this.host.callMap;
      this.contact = new CallerContact({ requestId, link, accept: () => this.accept() }, wants);
      const { onProgress, onElicitation, onSampling, onRoots, callerLog } = this.contact;
      context = { ...context, onProgress, onElicitation, onSampling, onRoots, callerLog };
    }
    return { id, input, context, checked: true, cancellation: this.cancellation, onStart: this.#started };
  }

  /** The caller answers a question. Returns false if the question was not asked, or has been settled. */
  answer(event: CallAnswer): boolean {
    return this.contact?.answer(event) ?? false;
  }

  /** Tells the caller that the work has begun, unless `call.accepted` has yet to leave and will say so. */
  readonly #started = (call: { readonly phase: CallPhase }): void => {
    this.#call = call;
    // A middleware may enter the handler again. A handler that forwards the call has not begun the work yet.
    if (this.#hasStarted || call.phase !== "started") return;
    this.#hasStarted = true;
    if (!this.#isAccepted) return;
    this.#isAccepted = false;
    this.accept();
  };

  /** Ends it: its caller has the answer. */
  protected finish(): void {
    this.isOver = true;
    this.cancellation.release();
    this.host.ended(this.request.event.requestId);
  }

  /** Answers with an error, and ends. */
  readonly fail = (thrown: unknown): void => {
    if (this.isOver) return;
    const error = toCallError(thrown);
    const { callMap, registry, onError } = this.host;
    const { operationId, requestId } = this.request.event;
    onError(error, operationId);
    this.contact?.end();
    this.isOver = true;
    const spec = registry.getSpec(operationId);
    const shown = { declared: spec?.errorSchemas, passesOn: spec && passesOn(spec) };
    if (callMap.link.closedBy === undefined) callMap.emitError(requestId, error, { ...shown, seq: this.sent });
    this.finish();
  };
}

/** The error of a result that exists but cannot be sent. The details of what is wrong with it stay here. */
export function unsendable(thrown: unknown): CallError {
  const error = withPhase(toCallError(thrown), "started");
  return error.code === "VALIDATION_ERROR" ? unwritableResult(error) : error;
}

/** Runs a QUERY or MUTATION. */
export class RunningCall extends Running {
  override start(identity: Identity | undefined): void {
    const respond = (output: ResponseEnvelope, hasRoom?: true): void => {
      if (this.isOver) return;
      const room = hasRoom ? undefined : roomInTurn(this.host.running.size);
      if (room !== undefined) return void room.then(() => respond(output, true));
      this.contact?.end();
      try {
        this.host.callMap.respond(this.request.event.requestId, output);
      } catch (thrown) {
        return this.fail(unsendable(thrown));
      }
      this.finish();
    };
    this.host.registry.call(this.toCallRequest(identity)).then(respond, this.fail);
  }
}
