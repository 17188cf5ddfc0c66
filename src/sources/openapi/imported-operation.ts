import type { TSchema } from "typebox";
import type { AccessControl } from "../../operation/access-control.ts";
import type { AnyHandler, OperationHandler, SubscriptionHandler } from "../../operation/define-operation.ts";
import type { OperationOrigin, OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationType } from "../../operation/operation-type.ts";

/** Everything of a spec but its schemas. */
export type SpecFields = Omit<OperationSpec, "inputSchema" | "outputSchema" | "errorSchemas" | "output">;

/** How the schemas are made when they are first used. */
export interface SchemaBuilders {
  readonly input: () => TSchema;
  readonly output: () => TSchema;
}

/**
 * An operation of an OpenAPI document. Its schemas are built when they are first read, and then kept; the getters are
 * on the prototype, so that thousands of operations cost little, and a spread copy has no schemas.
 */
export class ImportedOperation implements OperationSpec {
  readonly name: string;
  readonly namespace: string;
  readonly version: string;
  readonly type: OperationType;
  readonly title: string | undefined;
  readonly description: string;
  readonly tags: readonly string[] | undefined;
  readonly accessControl: AccessControl;
  readonly idempotent: boolean | undefined;
  readonly origin: OperationOrigin | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
  readonly handler: AnyHandler & (OperationHandler | SubscriptionHandler);
  readonly #schemas: SchemaBuilders;
  #inputSchema: TSchema | undefined;
  #outputSchema: TSchema | undefined;

  constructor(fields: SpecFields, handler: OperationHandler | SubscriptionHandler, schemas: SchemaBuilders) {
    this.name = fields.name;
    this.namespace = fields.namespace;
    this.version = fields.version;
    this.type = fields.type;
    this.title = fields.title;
    this.description = fields.description;
    this.tags = fields.tags;
    this.accessControl = fields.accessControl;
    this.idempotent = fields.idempotent;
    this.origin = fields.origin;
    this.metadata = fields.metadata;
    this.handler = handler;
    this.#schemas = schemas;
  }

  /** Throws a `SchemaError` when the document's schema can't be used. */
  get inputSchema(): TSchema {
    return (this.#inputSchema ??= this.#schemas.input());
  }

  /** Throws a `SchemaError` when the document's schema can't be used. */
  get outputSchema(): TSchema {
    return (this.#outputSchema ??= this.#schemas.output());
  }

  /** The spec as data, with self-contained schemas. */
  toJSON(): OperationSpec {
    return {
      name: this.name,
      namespace: this.namespace,
      version: this.version,
      type: this.type,
      title: this.title,
      description: this.description,
      tags: this.tags,
      inputSchema: this.inputSchema,
      outputSchema: this.outputSchema,
      accessControl: this.accessControl,
      idempotent: this.idempotent,
      origin: this.origin,
      metadata: this.metadata,
    };
  }
}
