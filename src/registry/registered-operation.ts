import { CallError, messageOf } from "../errors/call-error.ts";
import type { AnyHandler } from "../operation/define-operation.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationContext } from "../operation/operation-context.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { Check } from "../schema/engine/engine.ts";
import { createInputGate } from "./input-gate.ts";
import type { InputGate } from "./input-gate.ts";
import { OutputPipeline } from "./output-pipeline.ts";
import type { OutputPolicy } from "./output-pipeline.ts";

/** What became of an operation's results. */
export interface OperationStats {
  /** Properties that the output schema does not name, and that were left out. */
  readonly stripped: number;
  /** Results that did not fit the output schema. */
  readonly invalidOutputs: number;
}

/** A handler as the registry calls it: whoever calls has checked the input. */
export type Runnable = (input: unknown, context: OperationContext) => unknown;

/** What a call needs that can do without care. A plain record of functions: the hot path reads it, and nothing else. */
export interface HotPath {
  readonly accepts: Check;
  /** To be called with the spec as `this`. */
  readonly handler: Runnable;
  readonly spec: OperationSpec;
  readonly isExact: Check;
}

/** A spec in a registry, with its handler if it has one here. Its schemas are read and compiled on the first call. */
export class RegisteredOperation {
  readonly id: string;
  readonly spec: OperationSpec;
  /** Set by the first call, for a QUERY or MUTATION with a handler whose input goes to it as it is. */
  hotPath: HotPath | undefined;
  #handler: AnyHandler | undefined;
  readonly #policy: OutputPolicy;
  #input: InputGate | undefined;
  #output: OutputPipeline | undefined;
  #broken: CallError | undefined;

  constructor(spec: OperationSpec, handler: AnyHandler | undefined, policy: OutputPolicy) {
    this.id = operationId(spec);
    this.spec = spec;
    this.#handler = handler;
    this.#policy = policy;
  }

  get handler(): AnyHandler | undefined {
    return this.#handler;
  }

  set handler(handler: AnyHandler | undefined) {
    this.#handler = handler;
    this.hotPath = undefined;
  }

  /** Reads and compiles what a call needs, and says what is missing before the handler runs. */
  prepare(): { readonly input: InputGate; readonly output: OutputPipeline; readonly run: Runnable } {
    const { input, output, spec } = this;
    const handler = this.#handler as Runnable | undefined;
    if (handler === undefined) throw new CallError("OPERATION_NOT_FOUND", `${this.id} has a spec but no handler here.`);
    // A handler may be a method of its definition.
    const run: Runnable = (value, context) => handler.call(spec, value, context);
    const { accepts } = input;
    if (accepts !== undefined && spec.type !== OperationType.SUBSCRIPTION) {
      this.hotPath ??= { accepts, handler, spec, isExact: output.isExact };
    }
    return { input, output, run };
  }

  get input(): InputGate {
    return (this.#input ??= this.#prepare("input schema", () => createInputGate(this.id, this.spec.inputSchema)));
  }

  get output(): OutputPipeline {
    return (this.#output ??= this.#prepare(
      "output schema",
      () => new OutputPipeline(this.id, this.spec.outputSchema, this.#policy),
    ));
  }

  get stats(): OperationStats {
    const { stripped = 0, invalidOutputs = 0 } = this.#output ?? {};
    return { stripped, invalidOutputs };
  }

  /** A schema that cannot be used quarantines its operation: every call fails alike, and nothing else is harmed. */
  #prepare<T>(what: string, create: () => T): T {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      return create();
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
