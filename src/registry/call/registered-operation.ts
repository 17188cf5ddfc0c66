import { CallError, messageOf } from "../../errors/call-error.ts";
import type { AnyHandler, AnyOperation } from "../../operation/define-operation.ts";
import type { Middleware } from "../../operation/middleware.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationContext } from "../../operation/operation-context.ts";
import type { OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";
import { deprecationText, toDeprecation } from "../../shared/deprecation.ts";
import type { Check } from "../../schema/engine/engine.ts";
import { createInputGate } from "./input-gate.ts";
import type { CompiledGate, InputGate } from "./input-gate.ts";
import { composeAll } from "./middleware.ts";
import { OutputPipeline } from "./output-pipeline.ts";
import type { OutputPolicy } from "./output-pipeline.ts";

/** What became of an operation's results. */
export interface OperationStats {
  /** How many properties were left out because the output schema does not name them. */
  readonly stripped: number;
  /** How many missing properties got the default that the output schema declares. */
  readonly filled: number;
  /** How many results did not fit the output schema. */
  readonly invalidOutputs: number;
}

/** A handler as the registry calls it, with an input that has been checked. */
export type Runnable = (input: unknown, context: OperationContext) => unknown;

/** What every call of an operation needs, made by the first call. A plain record: the hot path reads only this. */
export interface PreparedOperation {
  readonly spec: OperationSpec;
  /** Call it with the spec as `this`: a handler may be a method of its definition. */
  readonly handler: Runnable;
  readonly output: OutputPipeline;
  readonly isExact: Check;
  /** Set for a QUERY or MUTATION that can take the hot path: its input goes to the handler unchanged. */
  readonly gate: CompiledGate | undefined;
  /** Set by the first call that takes the hot path. */
  endings: HotEndings | undefined;
}

/** How a call ends on the hot path: by what its handler returned, or by what it threw. */
export interface HotEndings {
  readonly answer: (result: unknown) => MaybePromise<ResponseEnvelope>;
  readonly fail: (thrown: unknown) => Promise<never>;
}

/** A spec in a registry, with its handler if it has one here. Its schemas are read and compiled on the first call. */
export class RegisteredOperation {
  readonly id: string;
  readonly spec: OperationSpec;
  /** Set by the first call that reaches the handler. */
  prepared: PreparedOperation | undefined;
  /** Set by the first call that gets past the access check. */
  input: InputGate | undefined;
  #handler: AnyHandler | undefined;
  /** The definition's own middlewares, as one. */
  readonly middleware: Middleware | undefined;
  readonly #policy: OutputPolicy;
  #output: OutputPipeline | undefined;
  #broken: CallError | undefined;
  #isWarned = false;

  constructor(operation: AnyOperation | OperationSpec, handler: AnyHandler | undefined, policy: OutputPolicy) {
    this.id = operationId(operation);
    this.spec = operation;
    this.#handler = handler;
    this.middleware = "use" in operation ? composeAll(operation.use ?? []) : undefined;
    this.#policy = policy;
  }

  get handler(): AnyHandler | undefined {
    return this.#handler;
  }

  set handler(handler: AnyHandler | undefined) {
    this.#handler = handler;
    this.prepared = undefined;
  }

  /** How results and the details of declared errors are treated. */
  get outputMode(): OutputMode {
    return this.#policy.mode;
  }

  /** Reads and compiles what a call needs. Throws, before the handler runs, if something is missing. */
  prepare(): PreparedOperation {
    const { spec } = this;
    const { compiled } = this.input ?? this.prepareInput();
    this.#output ??= this.#read("output schema", () => new OutputPipeline(this.id, spec.outputSchema, this.#policy));
    const handler = this.#handler as Runnable | undefined;
    if (handler === undefined)
      throw new CallError(
        "OPERATION_NOT_FOUND",
        `No handler registered for operation: ${this.id}. registry.registerHandler adds one to a spec.`,
      );
    this.#warnOfDeprecation();
    const isPlain = spec.type !== OperationType.SUBSCRIPTION && this.middleware === undefined;
    return (this.prepared = {
      spec,
      handler,
      output: this.#output,
      isExact: this.#output.isExact,
      gate: isPlain ? compiled : undefined,
      endings: undefined,
    });
  }

  prepareInput(): InputGate {
    return (this.input = this.#read("input schema", () => createInputGate(this.id, this.spec.inputSchema)));
  }

  /** Warns once, on the first call. Later calls do not even look. */
  #warnOfDeprecation(): void {
    const deprecation = toDeprecation(this.spec.deprecated);
    if (deprecation === undefined || this.#isWarned) return;
    this.#isWarned = true;
    const message = `${this.id} is deprecated. ${deprecationText(deprecation)}`.trimEnd();
    this.#policy.warn({ kind: "deprecated", operationId: this.id, message });
  }

  get stats(): OperationStats {
    const { stripped = 0, filled = 0, invalidOutputs = 0 } = this.#output ?? {};
    return { stripped, filled, invalidOutputs };
  }

  /**
   * An unusable schema quarantines its operation: every call of it fails in the same way, and no other operation is
   * affected.
   */
  #read<T>(what: string, read: () => T): T {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return read();
    } catch (thrown) {
      this.#broken = new CallError(
        "EXECUTION_ERROR",
        `${this.id} cannot be called, because its ${what} cannot be used: ${messageOf(thrown)}`,
        undefined,
        { cause: thrown, phase: "notStarted" },
      );
      throw this.#broken;
    }
  }
}
