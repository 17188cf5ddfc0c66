import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { CallContext } from "../../operation/operation-context.ts";
import type { CallRequest } from "../../registry/call-port.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { Cancellation } from "../../shared/cancellation.ts";
import { CallerContact } from "./caller-contact.ts";
import type { PendingRequestMap } from "../caller/pending-request-map.ts";
import type { CallAnswer, CallRequested } from "../wire/protocol-event.ts";

/** What all calls over one link have in common on the side that runs them. */
export interface RunningHost {
  readonly registry: OperationRegistry;
  readonly callMap: PendingRequestMap;
  readonly responderId: string;
  /** Is told of errors of which callers see only a part. Never throws. */
  readonly onError: (error: CallError, operationId: string) => void;
  /** It has ended, and been answered. */
  ended(requestId: string): void;
}

/** A call of the other side. */
export interface AnsweredRequest {
  readonly event: CallRequested;
  /** Milliseconds since the epoch, by the clock of this process: the time until the call starts counts. */
  readonly deadline: number | undefined;
}

/** What calls and streams have in common on the side that runs them. */
export abstract class Running {
  readonly request: AnsweredRequest;
  isOver = false;
  protected readonly host: RunningHost;
  protected readonly cancellation = new Cancellation();
  #identity: Identity | undefined;
  #hasStarted = false;
  #isAccepted = false;
  /** Only with a caller that wants to hear of the call while it runs. */
  #contact: CallerContact | undefined;

  constructor(host: RunningHost, request: AnsweredRequest) {
    this.host = host;
    this.request = request;
  }

  protected abstract run(): void;

  /** The caller lets a stream send more; a call has nothing to send. */
  abstract credit(n: number): void;

  /** Runs it for this caller, unless it has been aborted while its caller was being identified. */
  start(identity: Identity | undefined): void {
    if (this.isOver) return;
    this.#identity = identity;
    this.run();
  }

  get phase(): CallPhase {
    return this.#hasStarted ? "started" : "notStarted";
  }

  /**
   * Tells the caller that the call is here: whatever happens now, it was not lost on the way. A smaller window is told
   * even if that has been said: it shows only once the caller is known.
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
      // The link is gone, or takes nothing as long as these ids: either way the call itself is not at fault.
    }
  }

  /** The caller has gone: no answer is wanted. */
  abort(reason: "ABORTED" | "TIMEOUT"): void {
    this.isOver = true;
    const error =
      reason === "TIMEOUT"
        ? new CallError("TIMEOUT", "The deadline has passed.")
        : new CallError("ABORTED", "The caller gave the call up.");
    // First: a signal that fires would withdraw questions from a caller that has gone.
    this.#contact?.cut(error);
    this.cancellation.cancel(error);
  }

  /** This side stops: the caller is told, and how far it came. */
  stop(): void {
    const { callMap } = this.host;
    const { phase } = this;
    const code = phase === "notStarted" ? "NO_RESPONDER" : "CONNECTION_LOST";
    this.abort("ABORTED");
    if (callMap.link.closedBy !== undefined) return;
    const error = new CallError(code, "The responder has stopped.", undefined, { phase });
    callMap.emitError(this.request.event.requestId, error, { seq: this.sent });
  }

  /** For a stream: how many items it has sent. */
  protected get sent(): number | undefined {
    return undefined;
  }

  protected get callRequest(): CallRequest {
    const { event, deadline } = this.request;
    const { requestId, parentRequestId, trace } = event;
    let context: CallContext = { requestId, parentRequestId, identity: this.#identity, trace };
    if (deadline !== undefined) context = { ...context, deadline };
    if (event.wants !== undefined) context = this.#withContact(context, event.wants);
    return {
      id: event.operationId,
      input: event.input,
      context,
      checked: true,
      cancellation: this.cancellation,
      onStart: () => this.#started(),
    };
  }

  #withContact(context: CallContext, wants: readonly string[]): CallContext {
    const { link } = this.host.callMap;
    const { requestId } = this.request.event;
    this.#contact = new CallerContact({ requestId, link, accept: () => this.accept() }, wants);
    const { onProgress, onElicitation } = this.#contact;
    return { ...context, onProgress, onElicitation };
  }

  /** The caller answers a question. False when it was not asked, or has been settled. */
  answer(event: CallAnswer): boolean {
    return this.#contact?.answer(event) ?? false;
  }

  /** Before the end is told, because nothing may follow it. */
  protected endContact(): void {
    this.#contact?.end();
  }

  /** A call that was taken before its handler could be entered, says so when it is. */
  #started(): void {
    // A middleware may enter the handler again.
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    if (!this.#isAccepted) return;
    this.#isAccepted = false;
    this.accept();
  }

  /** Answers, and ends. */
  protected finish(answer?: () => void): void {
    if (this.isOver) return;
    this.endContact();
    this.isOver = true;
    if (this.host.callMap.link.closedBy === undefined) answer?.();
    this.cancellation.release();
    this.host.ended(this.request.event.requestId);
  }

  /** Answers with an error, and ends. */
  fail(thrown: unknown): void {
    if (this.isOver) return;
    const error = toCallError(thrown);
    const { callMap, registry, onError } = this.host;
    const { event } = this.request;
    onError(error, event.operationId);
    const declared = registry.getSpec(event.operationId)?.errorSchemas;
    this.finish(() => callMap.emitError(event.requestId, error, { declared, seq: this.sent }));
  }
}

/** What the caller hears when a result exists, and cannot be sent. What is wrong inside of it stays here. */
export function unsendable(thrown: unknown): CallError {
  const error = withPhase(toCallError(thrown), "started");
  return error.code === "VALIDATION_ERROR"
    ? new CallError("OUTPUT_INVALID", "The result cannot be written as JSON.", undefined, { cause: error })
    : error;
}

/** Runs a QUERY or MUTATION. */
export class RunningCall extends Running {
  protected override run(): void {
    this.host.registry.call(this.callRequest).then(
      (envelope) => this.#respond(envelope),
      (thrown: unknown) => this.fail(thrown),
    );
  }

  #respond(envelope: ResponseEnvelope): void {
    if (this.isOver) return;
    this.endContact();
    try {
      this.host.callMap.respond(this.request.event.requestId, envelope);
    } catch (thrown) {
      return this.fail(unsendable(thrown));
    }
    this.finish();
  }

  override credit(): void {
    // Sent to a call it means nothing, and harms nobody.
  }
}
