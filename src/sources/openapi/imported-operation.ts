import type { TSchema } from "typebox";
import type { AccessControl } from "../../operation/access-control.ts";
import type { AnyHandler, OperationHandler, SubscriptionHandler } from "../../operation/define-operation.ts";
import type { OperationOrigin, OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import type { OperationType } from "../../operation/operation-type.ts";
import type { LazyVariant } from "./lazy-variant.ts";
import { shownLocation } from "./document/document-references.ts";
import { isRawObject, ownObject, ownText } from "./document/raw-object.ts";
import type { PathOperation } from "./operation/read-paths.ts";

const MOST_NAMES = 50;

/** What of a spec is settled at the import. */
export type SpecFields = Omit<
  OperationSpec,
  "inputSchema" | "outputSchema" | "errorSchemas" | "output" | "origin" | "metadata"
>;

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
  readonly handler: AnyHandler & (OperationHandler | SubscriptionHandler);
  readonly #source: PathOperation;
  readonly #variant: LazyVariant;
  #inputSchema: TSchema | undefined;
  #outputSchema: TSchema | undefined;
  #errorSchemas: { readonly built: OperationSpec["errorSchemas"] } | undefined;

  constructor(fields: SpecFields, source: PathOperation, variant: LazyVariant) {
    this.name = fields.name;
    this.namespace = fields.namespace;
    this.version = fields.version;
    this.type = fields.type;
    this.title = fields.title;
    this.description = fields.description;
    this.tags = fields.tags;
    this.accessControl = fields.accessControl;
    this.idempotent = fields.idempotent;
    this.#source = source;
    this.#variant = variant;
    this.handler = variant.createHandler();
  }

  get origin(): OperationOrigin {
    const { method, path, operation, document } = this.#source;
    const name = ownText(operation, "operationId") ?? `${method} ${path}`;
    return { source: "openapi", location: shownLocation(document.url), name };
  }

  /** The method, path and names of the parameters, and what the document says beside: `deprecated`, `externalDocs`. */
  get metadata(): Readonly<Record<string, unknown>> {
    const { method, path, operation } = this.#source;
    const externalDocs = ownObject(operation, "externalDocs");
    return {
      method,
      path,
      parameters: parameterNames(this.#source),
      ...(operation["deprecated"] === true && { deprecated: true }),
      ...(externalDocs !== undefined && { externalDocs }),
      ...ownObject(ownObject(operation, "x-operation") ?? {}, "metadata"),
    };
  }

  /** Throws a `SchemaError` when the document's schema can't be used. */
  get inputSchema(): TSchema {
    return (this.#inputSchema ??= this.#variant.buildInputSchema());
  }

  /** Throws a `SchemaError` when the document's schema can't be used. */
  get outputSchema(): TSchema {
    return (this.#outputSchema ??= this.#variant.buildOutputSchema());
  }

  /** Of an operation that this library serves: the codes that it declares. */
  get errorSchemas(): OperationSpec["errorSchemas"] {
    return (this.#errorSchemas ??= { built: this.#variant.buildErrorSchemas() }).built;
  }

  /** Of an operation that this library serves: what it says of its own results. */
  get output(): OutputMode | undefined {
    const output = ownObject(this.#source.operation, "x-operation")?.["output"];
    return output === "keep" || output === "strip" ? output : undefined;
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
      errorSchemas: this.errorSchemas,
      accessControl: this.accessControl,
      output: this.output,
      idempotent: this.idempotent,
      origin: this.origin,
      metadata: this.metadata,
    };
  }
}

/**
 * The names of the parameters and of the body's properties, as far as they are in plain sight: for whoever searches
 * operations. Nothing is resolved, and a reference counts with the name that it ends in.
 */
function parameterNames({ operation, pathItem }: PathOperation): string[] {
  const parameters = [pathItem["parameters"], operation["parameters"]].flatMap((list: unknown) =>
    Array.isArray(list) ? list.filter(isRawObject) : [],
  );
  const names = parameters.map((each) => ownText(each, "name") ?? ownText(each, "$ref")?.replace(/^.*\//, "") ?? "");
  const contents = Object.values(ownObject(ownObject(operation, "requestBody") ?? {}, "content") ?? {});
  const bodies = contents.flatMap((content) => {
    const schema = isRawObject(content) ? ownObject(content, "schema") : undefined;
    return Object.keys((schema && ownObject(schema, "properties")) ?? {});
  });
  return [...new Set([...names, ...bodies])].filter((name) => name !== "").slice(0, MOST_NAMES);
}
