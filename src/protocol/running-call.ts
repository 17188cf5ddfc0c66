import { CallError, toCallError, withPhase } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import type { Identity } from "../operation/access-control.ts";
import type { CallContext } from "../operation/operation-context.ts";
import type { CallRequest } from "../registry/call-port.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { Cancellation } from "../shared/cancellation.ts";
import type { PendingRequestMap } from "./pending-request-map.ts";
import type { CallRequested } from "./protocol-event.ts";

/** A call of the other side, and all that it takes to answer it. */
export interface AnsweredRequest {
  readonly registry: OperationRegistry;
  readonly callMap: PendingRequestMap;
  readonly event: CallRequested;
  readonly responderId: string;
  readonly onError: ((error: CallError, operationId: string) => void) | undefined;
  /** It has ended, and been answered. */
  readonly onEnd: () => void;
}

/** What calls and streams have in common on the side that runs them. */
export abstract class Running {
  protected readonly request: AnsweredRequest;
  protected readonly cancellation = new Cancellation();
  protected isOver = false;
  #identity: Identity | undefined;
  #hasStarted = false;
  #isAccepted = false;

  constructor(request: AnsweredRequest) {
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

  /** Tells the caller that the call is here: whatever happens now, it was not lost on the way. */
  accept(): void {
    if (this.#isAccepted || this.isOver) return;
    this.#isAccepted = true;
    const { callMap, event, responderId } = this.request;
    if (callMap.link.closedBy !== undefined) return;
    const started = this.#hasStarted ? { started: true } : {};
    callMap.link.send({ type: "call.accepted", requestId: event.requestId, responderId, ...started });
  }

  /** The caller has gone: no answer is wanted. */
  abort(reason: "ABORTED" | "TIMEOUT"): void {
    this.isOver = true;
    this.cancellation.cancel(
      reason === "TIMEOUT"
        ? new CallError("TIMEOUT", "The deadline has passed.")
        : new CallError("ABORTED", "The caller gave the call up."),
    );
  }

  protected get callRequest(): CallRequest {
    const { event } = this.request;
    const { requestId, parentRequestId, trace, timeoutMs } = event;
    const context: CallContext = { requestId, parentRequestId, identity: this.#identity, trace };
    const deadline = timeoutMs === undefined ? undefined : Date.now() + timeoutMs;
    return {
      id: event.operationId,
      input: event.input,
      context: deadline === undefined ? context : { ...context, deadline },
      checked: true,
      cancellation: this.cancellation,
      onStart: () => this.#started(),
    };
  }

  /** A call that was taken before its handler could be entered, says so when it is. */
  #started(): void {
    this.#hasStarted = true;
    if (!this.#isAccepted) return;
    this.#isAccepted = false;
    this.accept();
  }

  /** Answers, and ends. An answer that cannot be sent is an error that can. */
  protected finish(answer: () => void): void {
    if (this.isOver) return;
    this.isOver = true;
    const { callMap, onEnd } = this.request;
    try {
      if (callMap.link.closedBy === undefined) answer();
    } catch (thrown) {
      this.#answerWithError(withPhase(toCallError(thrown), "started"));
    }
    this.cancellation.release();
    onEnd();
  }

  /** Answers with an error, and ends. */
  fail(thrown: unknown, seq?: number): void {
    const error = toCallError(thrown);
    const { onError, event } = this.request;
    if (!this.isOver) onError?.(error, event.operationId);
    this.finish(() => this.#answerWithError(error, seq));
  }

  #answerWithError(error: CallError, seq?: number): void {
    const { callMap, event, registry } = this.request;
    const declared = registry.getSpec(event.operationId)?.errorSchemas;
    try {
      callMap.emitError(event.requestId, error, { declared, seq });
    } catch {
      // Its details cannot be sent, or its message is too long: the code can.
      const { code, retryable, phase } = error;
      const plain = new CallError(code, error.message.slice(0, 500), undefined, { retryable, phase });
      if (callMap.link.closedBy === undefined) callMap.emitError(event.requestId, plain, { seq });
    }
  }
}

/** Runs a QUERY or MUTATION. */
export class RunningCall extends Running {
  protected override run(): void {
    const { registry, callMap, event } = this.request;
    registry.call(this.callRequest).then(
      (envelope) => this.finish(() => callMap.respond(event.requestId, envelope)),
      (thrown: unknown) => this.fail(thrown),
    );
  }

  override credit(): void {
    // Sent to a call it means nothing, and harms nobody.
  }
}
