import { CallError, toCallError, withPhase } from "../errors/call-error.ts";
import { isResponseEnvelope } from "../envelope/is-response-envelope.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { checkAccess, isMissing } from "../operation/access-control.ts";
import type { Identity } from "../operation/access-control.ts";
import type { OperationContext, TraceContext } from "../operation/operation-context.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { operationId } from "../operation/operation-id.ts";
import { OperationType } from "../operation/operation-type.ts";
import { DONE } from "../shared/iteration.ts";
import type { CallRequest } from "./call-port.ts";
import type { CallScope } from "./call-scope.ts";
import { isStreamOutcome } from "./middleware.ts";
import type { Middleware, MiddlewareCall } from "./middleware.ts";
import type { OutputPipeline } from "./output-pipeline.ts";
import type { RegisteredOperation } from "./registered-operation.ts";

/** Errors that have already left a call: see `asThrownHere`. */
const settledErrors = new WeakSet<CallError>();

/**
 * What a handler threw, with the phase of its own call. An error that passed through from a nested call speaks of that
 * call; here the handler has certainly run. A source's own error keeps its phase, because the source knows whether the
 * work began on the other side.
 */
function asThrownHere(thrown: unknown): CallError {
  const error = toCallError(thrown);
  return settledErrors.has(error) ? withPhase(error, "started") : error;
}

/** Marks an error as one that has left its call: to a handler that made the call, its phase says nothing of its own. */
export function settled(error: CallError): CallError {
  settledErrors.add(error);
  return error;
}

/** What the caller of an operation gets to see of an error that its handler threw. */
export function toFailure(thrown: unknown): CallError {
  return settled(asThrownHere(thrown));
}

interface ScopedRequest extends Pick<CallRequest, "input" | "checked" | "onStart"> {
  readonly context: CallScope;
}

/** One call with everything that may surround it: access, cancellation, middleware. */
export class Call implements MiddlewareCall {
  readonly id: string;
  readonly spec: OperationSpec;
  readonly input: unknown;
  readonly context: CallScope;
  /** Whether the handler was entered. */
  started = false;
  readonly #operation: RegisteredOperation;
  readonly #checked: boolean;
  readonly #onStart: (() => void) | undefined;
  #admitted: { readonly input: unknown } | undefined;

  constructor(operation: RegisteredOperation, request: ScopedRequest) {
    this.id = operation.id;
    this.spec = operation.spec;
    this.input = request.input;
    this.context = request.context;
    this.#operation = operation;
    this.#checked = request.checked;
    this.#onStart = request.onStart;
  }

  get parent(): OperationContext | undefined {
    return this.context.parent;
  }

  async check(): Promise<void> {
    await this.#admit();
  }

  continueTrace(trace: TraceContext): void {
    this.context.trace = trace;
  }

  /** Runs a QUERY or MUTATION through the middleware, and ends when it ends or is cancelled. */
  async execute(middleware: Middleware | undefined): Promise<ResponseEnvelope> {
    const { cancellation } = this.context;
    try {
      if (cancellation?.reason !== undefined) throw cancellation.reason;
      const work = middleware === undefined ? this.#enter() : this.#through(middleware);
      return await (cancellation === undefined ? work : cancellation.race(work));
    } catch (thrown) {
      throw this.failure(thrown);
    } finally {
      this.context.release();
    }
  }

  /** Opens a SUBSCRIPTION through the middleware. */
  async open(middleware: Middleware | undefined): Promise<AsyncIterable<ResponseEnvelope>> {
    const outcome = await (middleware === undefined
      ? this.#enterStream()
      : middleware(this, () => this.#enterStream()));
    if (isStreamOutcome(outcome)) return outcome;
    throw new CallError("EXECUTION_ERROR", `A middleware answered the SUBSCRIPTION ${this.id} with no stream.`);
  }

  /** What the caller gets to see of an error, with the phase that only this call knows. */
  failure(thrown: unknown): CallError {
    const reason = this.context.cancellation?.reason;
    return settled(
      reason !== undefined && thrown === reason
        ? withPhase(reason, this.started ? (this.context.forwardedTo?.phase ?? "started") : "notStarted")
        : toCallError(thrown),
    );
  }

  async #through(middleware: Middleware): Promise<ResponseEnvelope> {
    const outcome = await middleware(this, () => this.#enter());
    if (isResponseEnvelope(outcome)) return outcome;
    const what = isStreamOutcome(outcome) ? "a stream" : "no envelope";
    throw new CallError("EXECUTION_ERROR", `A middleware answered ${this.id} with ${what}.`);
  }

  async #enter(): Promise<ResponseEnvelope> {
    const admitted = this.#admit();
    const input = admitted instanceof Promise ? await admitted : admitted;
    const { output, run } = this.#start();
    // Here and not when the error leaves the call: a middleware decides by the phase whether to try again.
    let result: unknown;
    try {
      result = await run(input, this.context);
    } catch (thrown) {
      throw this.#asThrownHere(thrown);
    }
    return output.finish(result);
  }

  async #enterStream(): Promise<AsyncIterable<ResponseEnvelope>> {
    const input = await this.#admit();
    const { output, run } = this.#start();
    const asThrown = (thrown: unknown): unknown => this.#asThrownHere(thrown);
    let items: unknown;
    try {
      items = await run(input, this.context);
    } catch (thrown) {
      throw asThrown(thrown);
    }
    if (isStreamOutcome(items)) return finishItems(items, output, asThrown);
    throw new CallError("EXECUTION_ERROR", `The handler of ${this.id} returned no async iterable.`);
  }

  /** From here on the handler counts as entered, unless the call has been cancelled meanwhile. */
  #start(): ReturnType<RegisteredOperation["prepare"]> {
    const prepared = this.#operation.prepare();
    const reason = this.context.cancellation?.reason;
    if (reason !== undefined) throw reason;
    this.started = true;
    this.#onStart?.();
    return prepared;
  }

  /** A cancellation is told apart by its reason, and must stay the same object. */
  #asThrownHere(thrown: unknown): unknown {
    const reason = this.context.cancellation?.reason;
    return reason !== undefined && thrown === reason ? reason : asThrownHere(thrown);
  }

  /** The input as the handler gets it, once access and input are found to be right; looked at once per call. */
  #admit(): unknown {
    if (this.#admitted !== undefined) return this.#admitted.input;
    if (this.#checked) assertAccess(this.spec, this.context.identity);
    const admitted = this.#operation.input.admit(this.input);
    if (admitted instanceof Promise) return admitted.then((input: unknown) => this.#keep(input));
    return this.#keep(admitted);
  }

  #keep(input: unknown): unknown {
    this.#admitted = { input };
    return input;
  }
}

/** Throws unless the identity may call the operation. */
export function assertAccess(spec: OperationSpec, identity: Identity | undefined): void {
  if (checkAccess(spec.accessControl, identity)) return;
  throw isMissing(identity)
    ? new CallError("UNAUTHENTICATED", `${operationId(spec)} asks who calls, and the call has no identity.`)
    : new CallError("ACCESS_DENIED", `${identity.id} may not call ${operationId(spec)}.`);
}

function toItem(value: ResponseEnvelope): IteratorResult<ResponseEnvelope, undefined> {
  return { done: false, value };
}

/** Each item through the result pipeline. `return` and errors pass to the handler's own iterator. */
function finishItems(
  items: AsyncIterable<unknown>,
  output: OutputPipeline,
  asThrown: (thrown: unknown) => unknown,
): AsyncIterable<ResponseEnvelope> {
  // Not async functions: each would cost every item of a stream several promises.
  const finish = (item: IteratorResult<unknown, unknown>) => {
    if (item.done === true) return DONE;
    const finished = output.finish(item.value);
    return finished instanceof Promise ? finished.then(toItem) : toItem(finished);
  };
  const fail = (thrown: unknown): never => {
    throw asThrown(thrown);
  };
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]();
      return {
        next() {
          try {
            // A handler's own iterator may forget the promise.
            return Promise.resolve(iterator.next()).then(finish, fail);
          } catch (thrown) {
            return Promise.reject(asThrown(thrown));
          }
        },
        async return() {
          await iterator.return?.();
          return DONE;
        },
      };
    },
  };
}

/** Refuses to run a stream as a call, and a call as a stream. */
export function assertType(operation: RegisteredOperation, wanted: "call" | "stream"): void {
  const isStream = operation.spec.type === OperationType.SUBSCRIPTION;
  if (isStream === (wanted === "stream")) return;
  throw new CallError(
    "PROTOCOL_ERROR",
    isStream
      ? `${operation.id} is a SUBSCRIPTION: use subscribe(), it cannot be called.`
      : `${operation.id} is a ${operation.spec.type}: use execute() or call(), it cannot be subscribed to.`,
  );
}
