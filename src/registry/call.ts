import { isSettled, settled } from "../errors/settled-error.ts";
import { CallError, toCallError, withPhase } from "../errors/call-error.ts";
import type { CallPhase } from "../errors/error-table.ts";
import { isResponseEnvelope } from "../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { assertAccess } from "../operation/access-control.ts";
import type { OperationContext, TraceContext } from "../operation/operation-context.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { CallRequest } from "./call-port.ts";
import type { CallScope } from "./call-scope.ts";
import type { CompiledGate } from "./input-gate.ts";
import type { CancelListener } from "../shared/time/cancellation.ts";
import { declaredFailure } from "./declared-failure.ts";
import { composeAll, isStreamOutcome, nextOf } from "./middleware.ts";
import type { CallOutcome, Middleware, MiddlewareCall } from "../operation/middleware.ts";
import type { PreparedOperation, RegisteredOperation } from "./registered-operation.ts";

/**
 * What a handler threw, with the phase of its own call. The phase of an error from a nested call describes that call,
 * and here the handler has certainly run. A source's own error keeps its phase, because the source knows whether the
 * work began on the other side.
 */
function asThrownHere(thrown: unknown): CallError {
  const error = toCallError(thrown);
  return isSettled(error) ? withPhase(error, "started") : error;
}

/** The error that a caller gets where no handler was entered. */
export function toFailure(thrown: unknown): CallError {
  return settled(asThrownHere(thrown));
}

/** The error that the caller of an operation gets for what its handler threw. */
export async function toHandlerFailure(spec: OperationSpec, thrown: unknown): Promise<CallError> {
  return settled(await declare(spec, asThrownHere(thrown)));
}

/** The error for an input that does not fit. Returned, because each throw on the way costs as much as the check. */
export function toRefusal({ refuse }: CompiledGate, input: unknown, checked: boolean): CallError {
  try {
    return settled(refuse(input, checked));
  } catch (thrown) {
    return toFailure(thrown);
  }
}

function declare(spec: OperationSpec, error: CallError): CallError | Promise<CallError> {
  return declaredFailure(spec, error, { passesOn: PASSES_ON.has(spec.origin?.source) });
}

/** The sources whose handlers only pass the work on to another process. */
const PASSES_ON: ReadonlySet<string | undefined> = new Set(["remote", "openapi", "mcp"]);

/** One call with everything that may surround it: access, cancellation, middleware. */
export class Call implements MiddlewareCall, CancelListener {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly input: unknown;
  readonly context: CallScope;
  /** Whether the handler was entered. */
  started = false;
  readonly #operation: RegisteredOperation;
  readonly #checked: boolean;
  readonly #onStart: CallRequest["onStart"];
  /** These settle the promise of a call that can be cancelled. */
  #resolve: ((envelope: ResponseEnvelope) => void) | undefined;
  #reject: ((error: CallError) => void) | undefined;
  #admitted: { readonly input: unknown } | undefined;

  constructor(
    operation: RegisteredOperation,
    request: Pick<CallRequest, "input" | "checked" | "onStart">,
    context: CallScope,
  ) {
    this.id = operation.id;
    this.spec = operation.spec;
    this.input = request.input;
    this.context = context;
    this.#operation = operation;
    this.#checked = request.checked;
    this.#onStart = request.onStart;
  }

  get parent(): OperationContext | undefined {
    return this.context.parent;
  }

  /**
   * Whether the work has begun, as far as it is known now. A handler that passes the work on says more than the fact that
   * it was entered; until it does, nothing is known.
   */
  get phase(): CallPhase {
    if (!this.started) return "notStarted";
    return this.context.forwardedTo?.phase ?? (PASSES_ON.has(this.spec.origin?.source) ? "unknown" : "started");
  }

  async check(): Promise<void> {
    await this.#admit();
  }

  continueTrace(trace: TraceContext): void {
    this.context.trace = trace;
  }

  extendContext(added: object): void {
    this.context.extend(added);
  }

  /**
   * Runs a QUERY or MUTATION through the middleware. It ends when the work ends or the call is cancelled. One promise by
   * hand: an async function that awaits a race makes three.
   */
  execute(middleware: Middleware | undefined): Promise<ResponseEnvelope> {
    const all = this.#operation.middleware === undefined ? middleware : this.#withOwn(middleware);
    const { cancellation } = this.context;
    if (cancellation === undefined) return this.#run(all);
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      cancellation.listen(this);
      if (cancellation.reason !== undefined) return;
      void (all === undefined ? this.#settleAlone() : this.#settleThrough(all));
    });
  }

  /** A moment later: only after all listeners have heard of it is it known how far the work had come. */
  cancel(reason: CallError): void {
    queueMicrotask(() => this.#reject?.(this.failure(reason)));
  }

  /** Does what `#enter` does, and settles the promise: a further async function would cost a tenth of the call. */
  async #settleAlone(): Promise<void> {
    try {
      const admitted = this.#admit();
      const input = admitted instanceof Promise ? await admitted : admitted;
      const { output, handler } = this.#start();
      const finished = output.finish(await handler.call(this.spec, input, this.context));
      this.#end(finished instanceof Promise ? await finished : finished);
    } catch (thrown) {
      this.#fail(this.started ? await this.#asThrownHere(thrown) : thrown);
    }
  }

  async #settleThrough(middleware: Middleware): Promise<void> {
    try {
      this.#end(this.#asEnvelope(await this.#pass(middleware)));
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #end(envelope: ResponseEnvelope): void {
    this.#release();
    this.#resolve?.(envelope);
  }

  #fail(thrown: unknown): void {
    this.#release();
    this.#reject?.(this.failure(thrown));
  }

  #release(): void {
    const { cancellation } = this.context;
    cancellation?.unlisten(this);
    cancellation?.release();
  }

  /** Where nothing can end the call before its work ends. */
  async #run(middleware: Middleware | undefined): Promise<ResponseEnvelope> {
    try {
      return middleware === undefined ? await this.#enter() : this.#asEnvelope(await this.#pass(middleware));
    } catch (thrown) {
      throw this.failure(thrown);
    } finally {
      // A handler that reads its signal makes one.
      this.context.cancellation?.release();
    }
  }

  /** Opens a SUBSCRIPTION through the middleware. */
  async open(middleware: Middleware | undefined): Promise<AsyncIterable<ResponseEnvelope>> {
    const all = this.#withOwn(middleware);
    const outcome = await (all === undefined
      ? this.#enterStream()
      : all(
          this,
          nextOf(this, () => this.#enterStream()),
        ));
    if (isStreamOutcome(outcome)) return outcome;
    throw new CallError("EXECUTION_ERROR", `A middleware answered the SUBSCRIPTION ${this.id} with no stream.`);
  }

  /** The error for the caller, with the phase that only this call knows. */
  failure(thrown: unknown): CallError {
    const reason = this.context.cancellation?.reason;
    return settled(reason !== undefined && thrown === reason ? withPhase(reason, this.phase) : toCallError(thrown));
  }

  /** The middleware of the operation runs inside that of the registry. */
  #withOwn(middleware: Middleware | undefined): Middleware | undefined {
    const own = this.#operation.middleware;
    return own === undefined || middleware === undefined ? (middleware ?? own) : composeAll([middleware, own]);
  }

  #pass(middleware: Middleware): Promise<CallOutcome> {
    return middleware(
      this,
      nextOf(this, () => this.#enter()),
    );
  }

  /** What a middleware answered. */
  #asEnvelope(outcome: unknown): ResponseEnvelope {
    if (isResponseEnvelope(outcome)) return outcome;
    const what = isStreamOutcome(outcome) ? "a stream" : "no envelope";
    throw new CallError("EXECUTION_ERROR", `A middleware answered ${this.id} with ${what}.`);
  }

  async #enter(): Promise<ResponseEnvelope> {
    const admitted = this.#admit();
    const input = admitted instanceof Promise ? await admitted : admitted;
    const { output, handler } = this.#start();
    let result: unknown;
    try {
      result = await handler.call(this.spec, input, this.context);
    } catch (thrown) {
      // Here and not when the error leaves the call: a middleware decides by the phase whether to try again.
      throw await this.#asThrownHere(thrown);
    }
    return output.finish(result);
  }

  async #enterStream(): Promise<AsyncIterable<ResponseEnvelope>> {
    const input = await this.#admit();
    const { output, handler } = this.#start();
    const asThrown = (thrown: unknown): unknown => this.#asThrownHere(thrown);
    let items: unknown;
    try {
      items = await handler.call(this.spec, input, this.context);
    } catch (thrown) {
      throw await asThrown(thrown);
    }
    if (isStreamOutcome(items)) return output.finishItems(items, asThrown);
    throw new CallError("EXECUTION_ERROR", `The handler of ${this.id} returned no async iterable.`);
  }

  /** From here on the handler counts as entered, unless the call has been cancelled meanwhile. */
  #start(): PreparedOperation {
    const prepared = this.#operation.prepared ?? this.#operation.prepare();
    const reason = this.context.cancellation?.reason;
    if (reason !== undefined) throw reason;
    this.started = true;
    if (this.#onStart === undefined) return prepared;
    this.context.startListener = this;
    this.#onStart(this);
    return prepared;
  }

  /** A handler that only passes the work on knows now that it has begun. */
  workStarted(): void {
    this.#onStart?.(this);
  }

  /** A cancellation is recognised by its reason, so the reason must stay the same object. */
  #asThrownHere(thrown: unknown): unknown {
    const reason = this.context.cancellation?.reason;
    return reason !== undefined && thrown === reason ? reason : declare(this.spec, asThrownHere(thrown));
  }

  /** The input for the handler. Access and input are checked once per call, however often a middleware tries again. */
  #admit(): unknown {
    if (this.#admitted !== undefined) return this.#admitted.input;
    if (this.#checked) assertAccess(this.spec, this.context.identity, this);
    const { compiled, admit } = this.#operation.input ?? this.#operation.prepareInput();
    const admitted = compiled?.accepts(this.input) === true ? this.input : admit(this.input, this.#checked);
    if (admitted === this.input) this.#admitted = this;
    else return admitted instanceof Promise ? admitted.then((input) => this.#keep(input)) : this.#keep(admitted);
    return admitted;
  }

  /** Keeps an input that the schema has made. */
  #keep(input: unknown): unknown {
    this.#admitted = { input };
    // The schema may have made another id of the caller's.
    if (this.#checked) assertAccess(this.spec, this.context.identity, this.#admitted);
    return input;
  }
}
