import { settled } from "../../errors/settled-error.ts";
import { afterItems, CallError, toCallError, withPhase } from "../../errors/call-error.ts";
import type { CallPhase } from "../../errors/error-table.ts";
import { isResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import { assertAccess } from "../../operation/access-control.ts";
import type { OperationContext, TraceContext } from "../../operation/operation-context.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { passesOn } from "../../operation/passes-on.ts";
import type { CallRequest } from "./call-port.ts";
import type { CallScope } from "./call-scope.ts";
import type { CancelListener } from "../../shared/time/cancellation.ts";
import { asThrownAround, asThrownBy } from "./call-failure.ts";
import { composeAll, isStreamOutcome, nextOf } from "./middleware.ts";
import type { CallOutcome, Middleware, MiddlewareCall } from "../../operation/middleware.ts";
import type { PreparedOperation, RegisteredOperation } from "./registered-operation.ts";

/** One call with everything that may surround it: access, cancellation, middleware. */
export class Call implements MiddlewareCall, CancelListener {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly input: unknown;
  readonly context: CallScope;
  /** Whether the handler was entered. */
  started = false;
  /** Whether its stream has given an item. */
  hasGiven = false;
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
   * Whether the work has begun, as far as is known now. If the handler passes the work on, only its own report counts:
   * until there is one, nothing is known.
   */
  get phase(): CallPhase {
    if (!this.started) return "notStarted";
    return this.context.forwardedTo?.phase ?? (passesOn(this.spec) ? "unknown" : "started");
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
   * Runs a QUERY or MUTATION through the middleware. It ends when the work ends or the call is cancelled. This function
   * and those below use promises directly, because each async function would cost a fifth of the call.
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
      if (all !== undefined) return void this.#run(all).then(resolve, reject);
      try {
        const admitted = this.#admit();
        if (admitted instanceof Promise)
          admitted.then((input) => this.#settle(input)).catch((thrown: unknown) => this.#fail(thrown));
        else this.#settle(admitted);
      } catch (thrown) {
        this.#fail(thrown);
      }
    });
  }

  /** Rejects a moment later, after all listeners have run: then it is known how far the work got. */
  cancel(reason: CallError): void {
    queueMicrotask(() => this.#reject?.(this.failure(reason)));
  }

  /** Does what `#answer` does, and settles the promise of the call: one more promise would cost a tenth of the call. */
  #settle(input: unknown): void {
    const { output, handler } = this.#start();
    const fail = (thrown: unknown): void => void this.#failStarted(thrown);
    try {
      Promise.resolve(handler.call(this.spec, input, this.context)).then((result) => {
        // What the pipeline throws counts as thrown by the handler.
        try {
          const finished = output.finish(result);
          if (finished instanceof Promise) finished.then((envelope) => this.#succeed(envelope), fail);
          else this.#succeed(finished);
        } catch (thrown) {
          fail(thrown);
        }
      }, fail);
    } catch (thrown) {
      fail(thrown);
    }
  }

  #succeed(envelope: ResponseEnvelope): void {
    this.#leave();
    this.#resolve?.(envelope);
  }

  async #failStarted(thrown: unknown): Promise<void> {
    this.#fail(await this.#asThrownHere(thrown));
  }

  #fail(thrown: unknown): void {
    this.#leave();
    this.#reject?.(this.failure(thrown));
  }

  /** A cancellation may live until a client has read the answer. It must not hold the result so long. */
  #leave(): void {
    // A handler that reads its signal makes one.
    const { cancellation } = this.context;
    cancellation?.release();
    cancellation?.unlisten(this);
  }

  /** Runs the call until its work ends. A cancellation does not end it here. */
  #run(middleware: Middleware | undefined): Promise<ResponseEnvelope> {
    let work: Promise<CallOutcome>;
    try {
      work =
        middleware === undefined
          ? this.#enter()
          : Promise.resolve(
              middleware(
                this,
                nextOf(this, () => this.#enter()),
              ),
            );
    } catch (thrown) {
      work = Promise.reject(thrown);
    }
    return work.then(
      (outcome) => {
        this.#leave();
        if (isResponseEnvelope(outcome)) return outcome;
        const what = isStreamOutcome(outcome) ? "a stream" : "no envelope";
        throw this.failure(new CallError("EXECUTION_ERROR", `A middleware answered ${this.id} with ${what}.`));
      },
      (thrown: unknown) => {
        this.#leave();
        if (middleware !== undefined) return this.#failAround(thrown);
        throw this.failure(thrown);
      },
    );
  }

  /** Opens a SUBSCRIPTION through the middleware. */
  async open(middleware: Middleware | undefined): Promise<AsyncIterable<ResponseEnvelope>> {
    const all = this.#withOwn(middleware);
    const outcome = await (all === undefined ? this.#enterStream() : this.#enterAround(all));
    if (isStreamOutcome(outcome)) return outcome;
    throw new CallError("EXECUTION_ERROR", `A middleware answered the SUBSCRIPTION ${this.id} with no stream.`);
  }

  async #enterAround(middleware: Middleware): Promise<CallOutcome> {
    try {
      return await middleware(
        this,
        nextOf(this, () => this.#enterStream()),
      );
    } catch (thrown) {
      return this.#failAround(thrown);
    }
  }

  async #failAround(thrown: unknown): Promise<never> {
    if (thrown === this.context.cancellation?.reason) throw this.failure(thrown);
    throw await asThrownAround(this.spec, this.failure(thrown), this.#operation.outputMode);
  }

  /** The error for the caller, with the phase that only this call knows. */
  failure(thrown: unknown): CallError {
    const reason = this.context.cancellation?.reason;
    const failure = reason !== undefined && thrown === reason ? withPhase(reason, this.phase) : toCallError(thrown);
    return settled(this.hasGiven ? afterItems(failure) : failure);
  }

  /** The middleware of the operation runs inside that of the registry. */
  #withOwn(middleware: Middleware | undefined): Middleware | undefined {
    const own = this.#operation.middleware;
    return own === undefined || middleware === undefined ? (middleware ?? own) : composeAll([middleware, own]);
  }

  #enter(): Promise<ResponseEnvelope> {
    try {
      const admitted = this.#admit();
      return admitted instanceof Promise ? admitted.then((input) => this.#answer(input)) : this.#answer(admitted);
    } catch (thrown) {
      return Promise.reject(thrown);
    }
  }

  #answer(input: unknown): Promise<ResponseEnvelope> {
    const { output, handler } = this.#start();
    try {
      return Promise.resolve(handler.call(this.spec, input, this.context)).then(output.finish, (thrown: unknown) =>
        this.#rethrow(thrown),
      );
    } catch (thrown) {
      return this.#rethrow(thrown);
    }
  }

  /** Done here, not when the error leaves the call, because a middleware decides by the phase whether to try again. */
  async #rethrow(thrown: unknown): Promise<never> {
    throw await this.#asThrownHere(thrown);
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
    return reason !== undefined && thrown === reason
      ? reason
      : asThrownBy(this.spec, thrown, this.#operation.prepared?.output.mode);
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

  /** Keeps an input that the schema has transformed. */
  #keep(input: unknown): unknown {
    this.#admitted = { input };
    // The schema may have changed the id of the resource.
    if (this.#checked) assertAccess(this.spec, this.context.identity, this.#admitted);
    return input;
  }
}
