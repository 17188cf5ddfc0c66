import type { AccessControl } from "../../operation/access-control.ts";
import type { AnyHandler, AnyOperation } from "../../operation/define-operation.ts";
import type { OperationOrigin, OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import type { OperationType } from "../../operation/operation-type.ts";
import type { Redactor } from "../observe/redact.ts";
import type { CallCounter } from "./call-counter.ts";
import type { SourceKind } from "./source-status.ts";

export interface HubOperationRules {
  /** The kind of its source. */
  readonly kind: SourceKind;
  readonly accessControl: AccessControl;
  readonly needsApproval: boolean;
  readonly output: OutputMode | undefined;
  /** Hides in errors what callers must not learn. */
  readonly redactor?: Redactor | undefined;
  readonly calls: CallCounter;
  /** What a call must wait for: the source has announced something that is not compared with the lock yet. */
  readonly settled?: (() => Promise<void> | undefined) | undefined;
}

/**
 * An operation of a source under the rules of the hub. Reads through to the original: imported operations build their
 * schemas in getters, which a copy would lose or run.
 */
export class HubOperation implements AnyOperation {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly type: OperationType;
  readonly title: string | undefined;
  readonly description: string;
  readonly tags: readonly string[] | undefined;
  readonly deprecated: OperationSpec["deprecated"];
  readonly idempotent: boolean | undefined;
  readonly output: OutputMode | undefined;
  readonly use: AnyOperation["use"];
  readonly handler: AnyHandler;
  readonly accessControl: AccessControl;
  readonly #original: AnyOperation;
  readonly #rules: HubOperationRules;

  constructor(original: AnyOperation, rules: HubOperationRules) {
    this.name = original.name;
    this.namespace = original.namespace;
    this.version = original.version;
    this.type = original.type;
    this.title = original.title;
    this.description = original.description;
    this.tags = original.tags;
    this.deprecated = original.deprecated;
    this.idempotent = original.idempotent;
    this.output = rules.output;
    this.use = original.use;
    this.accessControl = rules.accessControl;
    // A handler may be a method of its definition.
    this.handler = (input, context): unknown => original.handler(input, context);
    this.#original = original;
    this.#rules = rules;
  }

  get inputSchema(): OperationSpec["inputSchema"] {
    return this.#original.inputSchema;
  }

  get outputSchema(): OperationSpec["outputSchema"] {
    return this.#original.outputSchema;
  }

  get errorSchemas(): OperationSpec["errorSchemas"] {
    return this.#original.errorSchemas;
  }

  get origin(): OperationOrigin {
    return this.#original.origin ?? { source: this.#rules.kind };
  }

  get metadata(): Readonly<Record<string, unknown>> {
    return this.#original.metadata ?? {};
  }

  toJSON(): OperationSpec {
    const { name, namespace, version, type, title, description, tags, deprecated } = this;
    const { inputSchema, outputSchema, errorSchemas, accessControl, idempotent, origin, metadata, output } = this;
    const words = { name, namespace, version, type, title, description, tags, deprecated };
    return { ...words, inputSchema, outputSchema, errorSchemas, accessControl, idempotent, origin, metadata, output };
  }

  /** The rules of an operation; undefined for an operation that no source of the hub has. */
  static rulesOf(spec: OperationSpec): HubOperationRules | undefined {
    return spec instanceof HubOperation ? spec.#rules : undefined;
  }
}
