import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { settled } from "../../registry/call.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { formatValueErrors } from "../../schema/explain/format-value-errors.ts";
import { releaseCallOptions } from "./call-options.ts";
import type { ResolvedCallOptions } from "./call-options.ts";
import { CallListener } from "./call-listener.ts";
import { isProtocolEvent } from "../wire/is-protocol-event.ts";
import type { Delivery } from "../ports/link.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import { CallEventSchema } from "../wire/protocol-event.ts";
import type { AnswerEvent, CallerEvent, CallRequested, MidCallEvent } from "../wire/protocol-event.ts";

/** Where a request is pending. */
export interface RequestHost {
  readonly counters: ProtocolCounters;
  /** Throws when no more requests are taken. */
  add(request: PendingRequest): void;
  remove(request: PendingRequest): void;
  send(event: CallerEvent, delivery?: Delivery): void;
}

/** What makes a request one for a stream. */
export interface StreamRequest {
  readonly window: number;
  readonly maxWindow: number;
}

export interface RequestedOperation {
  readonly id: string;
  readonly input: unknown;
  readonly options: ResolvedCallOptions;
}

/** A request that waits for its end, which comes exactly once: from the other side, from the caller, or from a loss. */
export abstract class PendingRequest implements Delivery {
  readonly requestId = nextRequestId();
  isSent = false;
  isWithdrawn = false;
  /** Whether the other side has shown that it has the request. */
  isTaken = false;
  /** Since when the other side owes a sign that it has it; set by the host. */
  pendingSince = 0;
  protected readonly host: RequestHost;
  /** Whether the handler was entered, as far as we know. */
  #hasStarted = false;
  #isPending = false;
  #options: ResolvedCallOptions | undefined;
  #stopFollowing: (() => void) | undefined;
  /** Made when the other side's handler first says something. */
  #listener: CallListener | undefined;

  constructor(host: RequestHost) {
    this.host = host;
  }

  /** An answer to this request. */
  abstract receive(event: AnswerEvent): void;
  /** The end, when it is a failure. */
  protected abstract failed(error: CallError): void;

  /** Sends the request. Throws, and leaves nothing behind, when that is not possible. */
  protected begin({ id, input, options }: RequestedOperation, stream?: StreamRequest): void {
    const { cancellation, deadline, identity, parentRequestId, trace, token } = options;
    this.#options = options;
    try {
      if (cancellation?.reason !== undefined) throw withPhase(cancellation.reason, "notStarted");
      options.forwarded?.runsAs(this);
      const event: CallRequested = {
        type: "call.requested",
        requestId: this.requestId,
        operationId: id,
        input,
        parentRequestId,
        timeoutMs: deadline === undefined || deadline === Infinity ? undefined : Math.max(0, deadline - Date.now()),
        token,
        identity,
        trace,
        window: stream?.window,
        maxWindow: stream === undefined || stream.maxWindow === stream.window ? undefined : stream.maxWindow,
        wants: wantsOf(options),
      };
      // The other side would drop it, and the call would wait without end.
      if (!isProtocolEvent(event)) throw invalidRequest(event);
      this.host.add(this);
      this.#isPending = true;
      this.host.send(event, this);
    } catch (thrown) {
      this.end();
      throw this.asFailure(toCallError(thrown));
    }
    this.#stopFollowing = cancellation?.onCancel((reason) => this.giveUp(reason));
  }

  get isPending(): boolean {
    return this.#isPending;
  }

  /** What is known about the handler on the other side. */
  get phase(): CallPhase {
    if (this.#hasStarted) return "started";
    return this.isSent ? "unknown" : "notStarted";
  }

  /** A failure as the caller gets it: that of a call in its own right, unless it is one that is only handed on. */
  protected asFailure(error: CallError): CallError {
    return this.#options === undefined || this.#options.forwarded !== undefined ? error : settled(error);
  }

  protected taken(hasStarted: boolean): void {
    this.isTaken = true;
    this.#hasStarted ||= hasStarted;
  }

  /** Something that the other side's handler says while it runs. */
  hear(event: MidCallEvent): void {
    // A middleware may say it before the handler is entered.
    this.taken(false);
    this.#listener ??= this.#listen();
    this.#listener.hear(event);
  }

  #listen(): CallListener {
    const { requestId, host } = this;
    const { onProgress, onElicitation } = this.#options ?? {};
    return new CallListener({ requestId, host, onProgress, onElicitation });
  }

  /** Ends it from this side, and tells the other. */
  giveUp(reason: CallError): void {
    if (!this.#isPending) return;
    const failure = ownError(reason, this.phase);
    this.withdraw(reason.code === "TIMEOUT" ? "TIMEOUT" : "ABORTED");
    this.failed(failure);
  }

  /** Ends it because the other side can no longer answer; `answered`: it has answered all that it had taken. */
  lose(reason: CallError, answered = false): void {
    if (!this.#isPending) return;
    const failure = ownError(reason, answered && !this.isTaken ? "notStarted" : this.phase);
    // What has not left yet must not leave any more: its caller is told that it did not start.
    this.isWithdrawn = !this.isSent;
    this.end();
    this.failed(failure);
  }

  /** Ends it without a word to the caller. */
  protected withdraw(reason: "ABORTED" | "TIMEOUT"): void {
    if (!this.#isPending) return;
    this.end();
    if (!this.isSent) {
      this.isWithdrawn = true;
      return;
    }
    try {
      this.host.send({ type: "call.aborted", requestId: this.requestId, reason });
    } catch {
      // The link is gone, and with it the call on the other side.
    }
  }

  /** Nothing of it stays: no entry, no listener, no timer. */
  protected end(): void {
    if (this.#isPending) {
      this.#isPending = false;
      this.host.remove(this);
    }
    this.#stopFollowing?.();
    this.#stopFollowing = undefined;
    this.#listener?.end();
    if (this.#options !== undefined) releaseCallOptions(this.#options);
  }
}

const PROGRESS = ["progress"];
const QUESTIONS = ["questions"];
const BOTH = [...PROGRESS, ...QUESTIONS];

/** Nothing where nobody listens. */
function wantsOf({ onProgress, onElicitation }: ResolvedCallOptions): readonly string[] | undefined {
  if (onProgress === undefined) return onElicitation === undefined ? undefined : QUESTIONS;
  return onElicitation === undefined ? PROGRESS : BOTH;
}

function invalidRequest(event: CallRequested): CallError {
  const errors = collectErrors(CallEventSchema["call.requested"], event);
  return new CallError("VALIDATION_ERROR", `The call cannot be sent: ${formatValueErrors(errors, "call")}`, { errors });
}

/** An error of this call alone: many may end for the same reason, each in a phase of its own. */
function ownError({ code, message, details, retryable, cause }: CallError, phase: CallPhase): CallError {
  return new CallError(code, message, details, { retryable, phase, ...(cause === undefined ? {} : { cause }) });
}
