import type { AnyHandler, AnyOperation } from "../../operation/define-operation.ts";
import type { OperationOrigin, OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationType } from "../../operation/operation-type.ts";
import { INPUT_EXAMPLES, inputExamplesOf, OUTPUT_EXAMPLE, outputExampleOf } from "../../schema/print/input-example.ts";
import type { WithInputExamples } from "../../schema/print/input-example.ts";
import { parameterTexts } from "../../search/parameter-texts.ts";
import { PARAMETER_TEXTS } from "../../shared/parameter-texts.ts";
import type { ParameterText, WithParameterTexts } from "../../shared/parameter-texts.ts";

/** What differs from the original. */
type Differences = {
  readonly [Word in "name" | "type" | "title" | "description" | "output" | "accessControl"]?:
    | AnyOperation[Word]
    | undefined;
};

/**
 * An operation that differs from another in a few fields. It reads through to the original: imported operations build
 * their schemas in getters, which a copy would lose or run.
 */
export abstract class ReadThroughOperation implements AnyOperation, WithParameterTexts, WithInputExamples {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly type: OperationType;
  readonly title: string | undefined;
  readonly description: string;
  readonly tags: readonly string[] | undefined;
  readonly deprecated: OperationSpec["deprecated"];
  readonly idempotent: boolean | undefined;
  readonly output: AnyOperation["output"];
  readonly use: AnyOperation["use"];
  readonly accessControl: AnyOperation["accessControl"];
  abstract readonly handler: AnyHandler;
  /** As its source offers it. */
  readonly original: AnyOperation;

  protected constructor(original: AnyOperation, differences: Differences) {
    const { name, type, title, description, output, accessControl } = differences;
    this.original = original;
    this.name = name ?? original.name;
    this.namespace = original.namespace;
    this.version = original.version;
    this.type = type ?? original.type;
    this.title = title ?? original.title;
    this.description = description ?? original.description;
    this.tags = original.tags;
    this.deprecated = original.deprecated;
    this.idempotent = original.idempotent;
    this.output = output ?? original.output;
    this.use = original.use;
    this.accessControl = accessControl ?? original.accessControl;
  }

  get inputSchema(): OperationSpec["inputSchema"] {
    return this.original.inputSchema;
  }

  get outputSchema(): OperationSpec["outputSchema"] {
    return this.original.outputSchema;
  }

  get errorSchemas(): OperationSpec["errorSchemas"] {
    return this.original.errorSchemas;
  }

  get origin(): OperationOrigin | undefined {
    return this.original.origin;
  }

  get metadata(): Readonly<Record<string, unknown>> | undefined {
    return this.original.metadata;
  }

  [PARAMETER_TEXTS](): readonly ParameterText[] {
    return parameterTexts(this.original);
  }

  [INPUT_EXAMPLES](): Readonly<Record<string, unknown>> {
    return inputExamplesOf(this.original);
  }

  [OUTPUT_EXAMPLE](): unknown {
    return outputExampleOf(this.original);
  }
}
