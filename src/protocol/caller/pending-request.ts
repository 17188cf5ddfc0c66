import { CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { fromRemoteError } from "../../errors/remote-error.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { settled } from "../../errors/settled-error.ts";
import { tellListener } from "../../shared/listeners.ts";
import { nextRequestId } from "../../shared/request-id.ts";
import type { Delivery, Link } from "../ports/link.ts";
import type { ProtocolCounters } from "../wire/protocol-counters.ts";
import type {
  AnswerEvent,
  CallLogged,
  CallQuestion,
  CallRequested,
  CallWithdrawn,
  MidCallEvent,
} from "../wire/protocol-event.ts";
import type { ResolvedCallOptions } from "./call-options.ts";
import { NO_OPTIONS } from "./own-options.ts";

/** Takes the questions and log messages of one running call, at its caller. */
export interface QuestionListener {
  hear(event: CallQuestion | CallWithdrawn | CallLogged): void;
  /** Stops answering: the call has ended. */
  end(): void;
}

export interface QuestionListenerOptions {
  readonly requestId: string;
  readonly host: Pick<RequestHost, "link" | "counters">;
  /** The mode of a question decides which of them answers. */
  readonly caller: Pick<ResolvedCallOptions, "onElicitation" | "onSampling" | "onRoots" | "callerLog" | "own">;
  /** Makes the abort reason of a question that no longer needs an answer. */
  readonly aborted: (message: string) => CallError;
  /** What the other side may know about an exception. The message of an unexpected one stays here. */
  readonly explain: (thrown: unknown) => string | undefined;
  /** Tells a listener. */
  readonly tell: typeof tellListener;
}

/** Where a request is pending. */
export interface RequestHost {
  readonly link: Pick<Link, "send">;
  readonly counters: Pick<ProtocolCounters, "strayAnswers" | "refusedCalls">;
  /** Throws if no more requests are taken. */
  add(request: PendingRequest): void;
  remove(request: PendingRequest): void;
  /** Throws if the other side would refuse the request. Without it, the other side says so. */
  assertSendable?(event: CallRequested): void;
  /** Answers the questions of a call. */
  answerQuestions(options: QuestionListenerOptions): QuestionListener;
}

/** The part of a request that only streams have. */
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
  frame = 0;
  isWithdrawn = false;
  isPending = false;
  /** Whether the other side has shown that it has the request. */
  isTaken = false;
  /** Since when the other side owes a sign that it has the request. The host sets it. */
  pendingSince = 0;
  protected readonly host: RequestHost;
  /** Whether the handler was entered, as far as this side knows. */
  #hasStarted = false;
  #options: ResolvedCallOptions | undefined;
  /** Made when the other side's handler first asks something. */
  #questions: QuestionListener | undefined;

  constructor(host: RequestHost) {
    this.host = host;
  }

  /** Takes an answer to this request. */
  abstract receive(event: AnswerEvent): void;
  /** Ends it with a failure. */
  protected abstract failed(error: CallError): void;

  /** Sends the request. Throws, and leaves nothing behind, if that is not possible. */
  begin({ id, input, options }: RequestedOperation, stream?: StreamRequest): void {
    const { cancellation, endsAt = Infinity, identity, parentRequestId, trace, token, forwarded } = options;
    this.#options = options;
    try {
      if (cancellation?.reason !== undefined) throw withPhase(cancellation.reason, "notStarted");
      forwarded?.passedOnTo(this);
      const event: CallRequested = {
        type: "call.requested",
        requestId: this.requestId,
        operationId: id,
        input,
        parentRequestId,
        timeoutMs: endsAt === Infinity ? undefined : Math.max(0, Math.round(endsAt - performance.now())),
        token,
        identity,
        trace,
        window: stream?.window,
        maxWindow: stream === undefined || stream.maxWindow === stream.window ? undefined : stream.maxWindow,
        wants: options.wants,
        lastEventId: stream === undefined ? undefined : options.lastEventId,
        meta: options.callMeta,
      };
      this.host.assertSendable?.(event);
      this.host.add(this);
      this.isPending = true;
      this.host.link.send(event, this);
    } catch (thrown) {
      this.end();
      throw this.asFailure(toCallError(thrown));
    }
    cancellation?.listen(this);
  }

  /** What is known about the handler on the other side. */
  get phase(): CallPhase {
    if (this.#hasStarted) return "started";
    return this.isSent ? "unknown" : "notStarted";
  }

  /** A failure as the caller receives it. Only a forwarded call is not a call in its own right. */
  protected asFailure(error: CallError): CallError {
    return this.#options === undefined || this.#options.forwarded !== undefined ? error : settled(error);
  }

  protected taken(hasStarted: boolean): void {
    this.isTaken = true;
    if (!hasStarted || this.#hasStarted) return;
    this.#hasStarted = true;
    this.#options?.forwarded?.workStarted();
  }

  /** Takes a report or a question of the other side's handler. */
  hear(event: MidCallEvent): void {
    // A middleware may send it before the handler is entered.
    this.taken(false);
    const { requestId, host } = this;
    const caller = this.#options ?? NO_OPTIONS;
    if (event.type !== "call.progress")
      (this.#questions ??= host.answerQuestions({
        requestId,
        host,
        caller,
        aborted,
        explain,
        tell: tellListener,
      })).hear(event);
    else if (caller.onProgress === undefined) host.counters.strayAnswers++;
    else {
      const { progress, total, message } = event;
      tellListener(caller.onProgress, { progress, total, message });
    }
  }

  /** Ends it from this side, and tells the other. */
  cancel(reason: CallError): void {
    if (!this.isPending) return;
    const failure = ownError(reason, this.phase);
    this.withdraw(reason.code === "TIMEOUT" ? "TIMEOUT" : "ABORTED");
    this.failed(failure);
  }

  /** Ends it because the other side can no longer answer. `answered`: it has answered every call that it took. */
  lose(reason: CallError, answered = false): void {
    if (!this.isPending) return;
    const failure = ownError(reason, answered && !this.isTaken ? "notStarted" : this.phase);
    // A request that has not left yet must not leave any more: the caller learns that it did not start.
    this.isWithdrawn = !this.isSent;
    this.end();
    this.failed(failure);
  }

  /** Ends it without telling the caller. */
  protected withdraw(reason: "ABORTED" | "TIMEOUT"): void {
    if (!this.isPending) return;
    this.end();
    if (!this.isSent) {
      this.isWithdrawn = true;
      return;
    }
    try {
      this.host.link.send({ type: "call.aborted", requestId: this.requestId, reason });
    } catch {
      // The link is gone, and with it the call on the other side.
    }
  }

  /** Leaves nothing of it behind: no entry, no listener, no timer. */
  protected end(): void {
    if (this.isPending) {
      this.isPending = false;
      this.host.remove(this);
    }
    this.#options?.cancellation?.unlisten(this);
    this.#questions?.end();
    this.#options?.own?.release();
  }
}

/** A call that waits for its one answer. */
export class PendingCall extends PendingRequest {
  readonly #resolve: (envelope: ResponseEnvelope) => void;
  readonly #reject: (error: CallError) => void;

  constructor(host: RequestHost, resolve: (envelope: ResponseEnvelope) => void, reject: (error: CallError) => void) {
    super(host);
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override receive(event: AnswerEvent): void {
    switch (event.type) {
      case "call.accepted":
        this.taken(event.started === true);
        return;
      case "call.responded":
        if (event.seq !== undefined) return this.#refuse("the items of a stream");
        this.end();
        this.#resolve(event.output);
        return;
      case "call.completed":
        return this.#refuse("the end of a stream");
      case "call.error":
        this.end();
        this.failed(fromRemoteError(event));
    }
  }

  protected override failed(error: CallError): void {
    this.#reject(this.asFailure(error));
  }

  #refuse(what: string): void {
    this.taken(true);
    this.cancel(
      new CallError("PROTOCOL_ERROR", `A call was answered with ${what}: use subscribe() for a SUBSCRIPTION.`),
    );
  }
}

function aborted(message: string): CallError {
  return new CallError("ABORTED", message);
}

function explain(thrown: unknown): string | undefined {
  const { unexpected, message } = toCallError(thrown);
  return unexpected ? undefined : message;
}

/** An error for this call alone: many calls may end for the same reason, each in its own phase. */
function ownError({ code, message, details, retryable, cause }: CallError, phase: CallPhase): CallError {
  return new CallError(code, message, details, { retryable, phase, ...(cause === undefined ? {} : { cause }) });
}
