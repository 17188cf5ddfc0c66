import type { AccessControl } from "../../operation/access-control.ts";
import type { AnyHandler, AnyOperation } from "../../operation/define-operation.ts";
import type { OperationOrigin, OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import type { Redactor } from "../observe/redact.ts";
import { ReadThroughOperation } from "../shaping/read-through-operation.ts";
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

/** An operation of a source under the rules of the hub. */
export class HubOperation extends ReadThroughOperation {
  readonly handler: AnyHandler;
  readonly #rules: HubOperationRules;

  constructor(original: AnyOperation, rules: HubOperationRules) {
    const { output, accessControl } = rules;
    super(original, { output, accessControl });
    // A handler may be a method of its definition.
    this.handler = (input, context): unknown => original.handler(input, context);
    this.#rules = rules;
  }

  override get origin(): OperationOrigin {
    return this.original.origin ?? { source: this.#rules.kind };
  }

  override get metadata(): Readonly<Record<string, unknown>> {
    return this.original.metadata ?? {};
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
