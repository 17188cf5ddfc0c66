import { CallError, messageOf } from "../errors/call-error.ts";
import type { AnyHandler } from "../operation/define-operation.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
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

/** A spec in a registry, with its handler if it has one here. Its schemas are read and compiled on the first call. */
export class RegisteredOperation {
  readonly id: string;
  readonly spec: OperationSpec;
  handler: AnyHandler | undefined;
  readonly #policy: OutputPolicy;
  #input: InputGate | undefined;
  #output: OutputPipeline | undefined;
  #broken: CallError | undefined;

  constructor(spec: OperationSpec, handler: AnyHandler | undefined, policy: OutputPolicy) {
    this.id = operationId(spec);
    this.spec = spec;
    this.handler = handler;
    this.#policy = policy;
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
