import { CallError, toCallError } from "../errors/call-error.ts";
import { localEnvelope } from "../envelope/response-envelope.ts";
import type { ResponseEnvelope } from "../envelope/response-envelope.ts";
import { assertAccess } from "../operation/access-control.ts";
import type { Identity } from "../operation/access-control.ts";
import type { AnswerOf, ErrorDetails, ErrorSchemas, NoErrors } from "../operation/declared-error.ts";
import type { AnyHandler, AnyOperation, HandlerOf } from "../operation/define-operation.ts";
import type { OperationEnv } from "../operation/operation-env.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { InputParameter, RegisteredId, RegisteredTypes, UntypedId } from "../operation/operation-types.ts";
import { assertValidSpec } from "../operation/spec-problems.ts";
import type { AnySchema, InferInput, InferOutput } from "../schema/types/static.ts";
import { keepDeadline } from "../shared/time/steady-clock.ts";
import { shorten } from "../shared/short-text.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { Call } from "./call/call.ts";
import { invalidContext, refuse, refuseContext, toFailure, toHandlerFailure } from "./call/call-failure.ts";
import type { OperationRegistryOptions } from "./operation-registry-options.ts";
import type { CallPort, CallRequest, GivenContext } from "./call/call-port.ts";
import { CallScope } from "./call/call-scope.ts";
import { ChangeEmitter } from "./change-emitter.ts";
import type { RegistryChange } from "./change-emitter.ts";
import { composeAll } from "./call/middleware.ts";
import type { Middleware } from "../operation/middleware.ts";
import type { MaybePromise } from "../shared/maybe-promise.ts";
import { duplicateId, wrongType } from "./misuse.ts";
import { matchesFilter } from "./operation-filter.ts";
import type { OperationFilter } from "./operation-filter.ts";
import { referenceId } from "./operation-reference.ts";
import type { OperationReference } from "./operation-reference.ts";
import { NamespaceIndex } from "./namespace-index.ts";
import { DEFAULT_RETURN_GRACE, OperationSubscription } from "./call/operation-subscription.ts";
import type { PulledSubscription } from "./call/operation-subscription.ts";
import type { OutputPolicy } from "./call/output-pipeline.ts";
import { Quarantine } from "./quarantine.ts";
import { RegisteredOperation } from "./call/registered-operation.ts";
import type { HotEndings, OperationStats, PreparedOperation } from "./call/registered-operation.ts";
import { createWarnings } from "./call/warnings.ts";
import type { WarningHandler } from "./call/warnings.ts";

/** The options of the methods that register operations. */
export interface RegisterOptions {
  /** Whether to replace an operation with the same id. */
  readonly replace?: boolean | undefined;
}

/**
 * Finds and calls operations.
 *
 * @example
 * const registry = new OperationRegistry();
 * registry.register(greet);
 * const { data } = await registry.execute("demo.greet", { name: "Ada" });
 */
export class OperationRegistry implements CallPort {
  readonly #operations = new Map<string, RegisteredOperation>();
  /** The operations that were called by their definition, which is quicker to find than an id is to make. */
  readonly #byDefinition = new Map<object, RegisteredOperation>();
  readonly #namespaces = new NamespaceIndex(this.#operations);
  /** Ids that must not be called, and are not listed. */
  readonly quarantine = new Quarantine();
  readonly questionTimeout: number | undefined;
  readonly #changes: ChangeEmitter;
  readonly #options: OperationRegistryOptions;
  readonly #warn: WarningHandler;
  #installed: ReadonlyArray<{ readonly middleware: Middleware }> = [];
  #middleware: Middleware | undefined;

  constructor(options: OperationRegistryOptions = {}) {
    this.#options = options;
    this.questionTimeout = options.questionTimeout;
    this.#warn = createWarnings(options.onWarning);
    this.#changes = new ChangeEmitter(this.#warn);
  }

  /** Adds an operation. Throws if the id is taken; the error names both origins. */
  register(operation: AnyOperation | OperationSpec, options: RegisterOptions = {}): this {
    return this.#add([this.#prepare(operation, handlerOf(operation))], options);
  }

  /**
   * Adds all operations, or none if one is refused. Works in one go, so that listeners are called once: some 3 ms for
   * every thousand. A program that must not block for longer registers very many in several calls.
   */
  registerAll(operations: Iterable<AnyOperation | OperationSpec>, options: RegisterOptions = {}): this {
    const prepared = Array.from(operations, (operation) => this.#prepare(operation, handlerOf(operation)));
    return this.#add(prepared, options);
  }

  /** Adds a spec whose handler comes later or runs elsewhere. A handler in the object is ignored. */
  registerSpec(spec: OperationSpec, options: RegisterOptions = {}): this {
    return this.#add([this.#prepare(spec, undefined)], options);
  }

  /** Gives a registered spec its handler. With the spec instead of its id, the types of the handler are known. */
  registerHandler<
    TInputSchema extends AnySchema,
    TOutputSchema extends AnySchema,
    TType extends OperationType,
    TEnv = OperationEnv,
    TErrorSchemas extends ErrorSchemas = NoErrors,
  >(
    spec: OperationReference<TInputSchema, TOutputSchema, TErrorSchemas, TType>,
    handler: HandlerOf<TType, TInputSchema, TOutputSchema, TEnv, TErrorSchemas>,
    options?: RegisterOptions,
  ): this;
  registerHandler(id: string, handler: AnyHandler, options?: RegisterOptions): this;
  registerHandler(reference: string | OperationReference, handler: AnyHandler, options: RegisterOptions = {}): this {
    const id = referenceId(reference);
    const operation = this.#operations.get(id);
    if (operation === undefined) throw this.#notFound(id, false, undefined);
    if (typeof handler !== "function")
      throw new CallError("VALIDATION_ERROR", `The handler for ${id} is not a function.`);
    if (operation.handler !== undefined && options.replace !== true)
      throw new CallError("VALIDATION_ERROR", `${id} already has a handler: pass { replace: true } to replace it.`);
    operation.handler = handler;
    this.#changes.emit([{ type: "replaced", id, spec: operation.spec }]);
    return this;
  }

  /** Removes an operation. Running calls continue. Returns whether the operation was there. */
  unregister(id: string): boolean {
    return this.unregisterAll([id]) === 1;
  }

  /** Removes operations in one batch, so that listeners are called once. Returns how many of them were there. */
  unregisterAll(ids: Iterable<string>): number {
    const changes: RegistryChange[] = [];
    for (const id of ids) {
      const operation = this.#operations.get(id);
      if (operation === undefined) continue;
      this.#operations.delete(id);
      this.#byDefinition.delete(operation.spec);
      this.#namespaces.delete(id);
      changes.push({ type: "unregistered", id, spec: operation.spec });
    }
    this.#changes.emit(changes);
    return changes.length;
  }

  has(id: string): boolean {
    return this.#operations.has(id);
  }

  getSpec(id: string): OperationSpec | undefined {
    return this.#operations.get(id)?.spec;
  }

  getHandler(id: string): AnyHandler | undefined {
    return this.#operations.get(id)?.handler;
  }

  /** Counts of what became of an operation's results. */
  getStats(id: string): OperationStats | undefined {
    return this.#operations.get(id)?.stats;
  }

  /** The matching specs, in the order of registration. */
  list(filter: OperationFilter = {}): OperationSpec[] {
    const specs: OperationSpec[] = [];
    for (const { spec } of this.#namespaces.within(filter.namespace)) if (matchesFilter(spec, filter)) specs.push(spec);
    return specs;
  }

  /** Tells listeners that what one caller sees of these operations may have changed: see `RegistryChange.caller`. */
  announceTo(caller: string, specs: readonly OperationSpec[]): void {
    this.#changes.emit(specs.map((spec) => ({ type: "replaced", id: operationId(spec), spec, caller })));
  }

  /** Tells the listener of every change, batch by batch. Returns a function that stops listening. */
  onChange(listener: (changes: readonly RegistryChange[]) => void): () => void {
    return this.#changes.listen(listener);
  }

  /** Wraps every call from now on. The first middleware is the outermost. Returns a function that removes it. */
  use(middleware: Middleware): () => void {
    // A separate entry: the same middleware may be installed twice, and removed once.
    const entry = { middleware };
    this.#install([...this.#installed, entry]);
    return () => this.#install(this.#installed.filter((other) => other !== entry));
  }

  #install(entries: ReadonlyArray<{ readonly middleware: Middleware }>): void {
    this.#installed = entries;
    this.#middleware = composeAll(entries.map((entry) => entry.middleware));
  }

  /**
   * Runs a QUERY or MUTATION: finds it, validates the input, runs the handler, and wraps, normalises and validates the
   * result. The call is trusted: no rights are checked. Use `dispatch` for calls from outside.
   *
   * A definition instead of an id gives the input and the result their types; so does an id in `Register`.
   */
  execute<
    TInputSchema extends AnySchema,
    TOutputSchema extends AnySchema,
    TErrorSchemas extends ErrorSchemas = NoErrors,
  >(
    operation: OperationReference<TInputSchema, TOutputSchema, TErrorSchemas, "QUERY" | "MUTATION">,
    input: InferInput<TInputSchema>,
    context?: GivenContext,
  ): AnswerOf<InferOutput<TOutputSchema>, ErrorDetails<TErrorSchemas>>;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the seeds fix execute<TInput, TOutput>
  execute<TInput = unknown, TOutput = unknown, TId extends string = string>(
    id: UntypedId<TId>,
    input?: TInput,
    context?: GivenContext,
  ): Promise<ResponseEnvelope<TOutput>>;
  execute<TId extends RegisteredId>(
    id: RegisteredTypes<TId>["kind"] extends "SUBSCRIPTION" ? never : TId,
    ...parameters: [...InputParameter<RegisteredTypes<TId>["input"]>, context?: GivenContext]
  ): AnswerOf<RegisteredTypes<TId>["output"], RegisteredTypes<TId>["errors"]>;
  execute(reference: string | OperationReference, input?: unknown, context?: GivenContext): Promise<ResponseEnvelope> {
    const operation = typeof reference === "string" ? this.#operations.get(reference) : this.#find(reference);
    // `call` says that it is missing. A registry that can load operations overrides `call`.
    if (operation === undefined) return this.call({ id: referenceId(reference), input, context, checked: false });
    try {
      const isPlain = this.#middleware === undefined && context?.deadline === undefined;
      const hot = isPlain ? this.#run(operation, input, context, false) : undefined;
      const { id } = operation;
      return hot ?? this.#begin(operation, { id, input, context, checked: false }, "call").execute(this.#middleware);
    } catch (thrown) {
      return refuseContext(thrown);
    }
  }

  #find(reference: OperationReference): RegisteredOperation | undefined {
    const known = this.#byDefinition.get(reference);
    if (known !== undefined) return known;
    const operation = this.#operations.get(referenceId(reference));
    if (operation?.spec === reference) this.#byDefinition.set(reference, operation);
    return operation;
  }

  /** Runs a QUERY or MUTATION as the request says. `dispatch`, envs and nested calls use it. */
  call(request: CallRequest): Promise<ResponseEnvelope> {
    const { id, input, context, checked, cancellation, onStart } = request;
    const operation = this.#operations.get(id);
    try {
      const isPlain = cancellation === undefined && onStart === undefined && this.#middleware === undefined;
      const isHot = isPlain && context?.deadline === undefined;
      const hot = isHot ? this.#run(operation, input, context, checked) : undefined;
      return hot ?? this.#begin(operation, request, "call").execute(this.#middleware);
    } catch (thrown) {
      return refuseContext(thrown);
    }
  }

  /**
   * The hot path: one promise, and nothing that is not read. Undefined if the call needs more: then `Call` does the
   * same in full. Four parameters, because an object with them would cost as much as the rest of this function.
   */
  #run(
    operation: RegisteredOperation | undefined,
    input: unknown,
    context: CallRequest["context"],
    checked: boolean,
  ): Promise<ResponseEnvelope> | undefined {
    const prepared = operation?.prepared;
    const gate = prepared?.gate;
    if (operation === undefined || prepared === undefined || gate === undefined) return undefined;
    const scope = new CallScope(this, context, checked);
    if (scope.cancellation !== undefined) return new Call(operation, { input, checked }, scope).execute(undefined);
    const { spec } = prepared;
    const { answer, fail } = (prepared.endings ??= endingsOf(prepared));
    try {
      // The input is read only where a right depends on it.
      if (checked)
        assertAccess(spec, scope.identity, spec.accessControl.resourceId === undefined ? undefined : { input });
      // Not an async function, which would cost as much as all the rest.
      if (gate.accepts(input)) return Promise.resolve(prepared.handler.call(spec, input, scope)).then(answer, fail);
    } catch (thrown) {
      return fail(thrown);
    }
    // A missing input may count as an empty object.
    return input === undefined ? undefined : refuse(gate, input, checked);
  }

  /** Opens a SUBSCRIPTION as the request says. `subscribe`, `dispatchSubscription` and envs use it. */
  stream(request: CallRequest): PulledSubscription {
    const context = keepDeadline(request.context);
    return new OperationSubscription({
      begin: () => this.#begin(this.#operations.get(request.id), { ...request, context }, "stream"),
      watchAccess: request.checked ? (call) => this.#watchAccess(call) : undefined,
      middleware: this.#middleware,
      returnGrace: this.#options.returnGrace ?? DEFAULT_RETURN_GRACE,
      warn: this.#warn,
    });
  }

  /** A running call may finish, but a stream may never end by itself. So it ends once its caller loses access. */
  #watchAccess({ id, context, input }: Call): () => void {
    return this.#changes.listenTo(id, () => {
      const spec = this.getSpec(id);
      if (spec === undefined) return;
      try {
        assertAccess(spec, context.identity, { input });
      } catch (thrown) {
        context.bound().cancel(toCallError(thrown));
      }
    });
  }

  /** Whether the id is that of a SUBSCRIPTION. */
  isStream(id: string): boolean {
    return this.#operations.get(id)?.spec.type === OperationType.SUBSCRIPTION;
  }

  #begin(operation: RegisteredOperation | undefined, request: CallRequest, wanted: "call" | "stream"): Call {
    const { id, context, checked, cancellation } = request;
    if (operation === undefined) throw toFailure(this.#notFound(id, checked, context?.identity));
    const isStream = operation.spec.type === OperationType.SUBSCRIPTION;
    if (isStream !== (wanted === "stream")) throw toFailure(wrongType(operation.spec));
    const scope = this.#scope(context, checked);
    if (cancellation !== undefined) {
      // A call that nothing else can end adopts the given cancellation. A stream cancels its own to stop.
      if (isStream || scope.cancellation !== undefined) scope.bound().followParent(cancellation);
      else scope.cancellation = cancellation;
    }
    return new Call(operation, request, scope);
  }

  #scope(context: CallRequest["context"], checked: boolean): CallScope {
    try {
      return new CallScope(this, context, checked);
    } catch (cause) {
      throw invalidContext(cause);
    }
  }

  /** Only callers who could call an operation that is quarantined or away learn about it. */
  #notFound(id: string, checked: boolean, identity: Identity | undefined): CallError {
    if (typeof id !== "string") return new CallError("OPERATION_NOT_FOUND", "The id of an operation is a string.");
    const missing = `There is no operation ${shorten(id, 200)}.${didYouMean(id, this.#operations.keys())}`;
    const held = checked ? this.quarantine.errorForCaller(id, identity) : this.quarantine.errorFor(id);
    return held ?? new CallError("OPERATION_NOT_FOUND", missing);
  }

  #prepare(spec: AnyOperation | OperationSpec, handler: AnyHandler | undefined): RegisteredOperation {
    assertValidSpec(spec);
    const policy: OutputPolicy = {
      mode: spec.output ?? this.#options.output ?? "strip",
      strict: this.#options.strict ?? false,
      warn: this.#warn,
    };
    return new RegisteredOperation(spec, handler, policy);
  }

  #add(operations: readonly RegisteredOperation[], { replace = false }: RegisterOptions): this {
    const added = new Map<string, RegisteredOperation>();
    for (const operation of operations) {
      const taken = added.get(operation.id) ?? this.#operations.get(operation.id);
      if (taken !== undefined && !replace) throw duplicateId(taken.spec, operation.spec);
      added.set(operation.id, operation);
    }
    const changes: RegistryChange[] = [];
    for (const [id, operation] of added) {
      const replaced = this.#operations.get(id);
      if (replaced !== undefined) this.#byDefinition.delete(replaced.spec);
      changes.push({ type: replaced === undefined ? "registered" : "replaced", id, spec: operation.spec });
      this.#operations.set(id, operation);
      this.#namespaces.set(operation);
    }
    this.#changes.emit(changes);
    return this;
  }
}

function handlerOf(operation: AnyOperation | OperationSpec): AnyHandler | undefined {
  return typeof operation === "object" && operation !== null && "handler" in operation ? operation.handler : undefined;
}

/** How every hot call of an operation ends. Made once: functions for each call would cost a tenth of it. */
function endingsOf({ spec, output, isExact }: PreparedOperation): HotEndings {
  const id = operationId(spec);
  const fail = async (thrown: unknown): Promise<never> => {
    throw await toHandlerFailure(spec, thrown, output.mode);
  };
  const answer = (result: unknown): MaybePromise<ResponseEnvelope> => {
    try {
      // Data without `meta` is not an envelope.
      const isPlain = (result as { meta?: unknown } | null | undefined)?.meta === undefined;
      if (isPlain && isExact(result)) return localEnvelope(result, id);
      const finished = output.finish(result);
      return finished instanceof Promise ? finished.catch(fail) : finished;
    } catch (thrown) {
      return fail(thrown);
    }
  };
  return { answer, fail };
}
