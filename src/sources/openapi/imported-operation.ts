import type { TSchema } from "typebox";
import type { ResponseEnvelope } from "../../envelope/response-envelope.ts";
import type { AccessControl } from "../../operation/access-control.ts";
import type { SourceHandler, SourceStreamHandler } from "../../operation/define-operation.ts";
import type { OperationOrigin, OperationSpec, OutputMode } from "../../operation/operation-spec.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { PARAMETER_TEXTS } from "../../shared/parameter-texts.ts";
import type { ParameterText, WithParameterTexts } from "../../shared/parameter-texts.ts";
import { INPUT_EXAMPLES, OUTPUT_EXAMPLE } from "../../schema/print/input-example.ts";
import type { WithInputExamples } from "../../schema/print/input-example.ts";
import { toJSONSchema } from "../../schema/standard/to-json-schema.ts";
import { shownLocation } from "./document/document-references.ts";
import { NOTHING, isRawObject, ownObject, ownText, ownTexts } from "./document/raw-object.ts";
import type { RawObject } from "./document/raw-object.ts";
import type { LazyVariant } from "./lazy-variant.ts";
import { readDeprecation } from "./operation/read-deprecation.ts";
import { readParameterTexts } from "./operation/read-parameter-texts.ts";
import { readExamples, readOutputExample } from "./operation/read-examples.ts";
import type { PathOperation } from "./operation/read-paths.ts";

const MOST_NAMES = 50;
const OPEN_TO_ALL: AccessControl = { requiredScopes: [] };
/** Methods that change nothing. OpenAPI 3.2 adds QUERY. */
const SAFE_METHODS = new Set(["GET", "HEAD", "QUERY", "OPTIONS"]);
const IDEMPOTENT_METHODS = new Set(["PUT", "DELETE"]);

/**
 * An operation of an OpenAPI document. Its schemas are built when they are first read, and then kept. A copy,
 * `{ ...operation }`, builds them at once.
 */
export interface ImportedOperation extends OperationSpec {
  readonly origin: OperationOrigin;
  readonly inputSchema: TSchema;
  readonly outputSchema: TSchema;
  /** The method, path and names of the parameters, and the document's `externalDocs`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly handler: SourceHandler | SourceStreamHandler<ResponseEnvelope>;
}

/** The members that are made when they are read. */
const LAZY = ["origin", "deprecated", "metadata", "inputSchema", "outputSchema", "errorSchemas", "output"] as const;

/** Thousands are made at once, most of which are never used. */
export class DocumentOperation implements ImportedOperation, WithParameterTexts, WithInputExamples {
  // Declared only, because a defined field would be written twice, in each of thousands of operations.
  declare readonly name: string;
  declare readonly namespace: string;
  declare readonly version: string;
  declare readonly type: OperationType;
  declare readonly title: string | undefined;
  declare readonly description: string;
  declare readonly tags: readonly string[] | undefined;
  declare readonly accessControl: AccessControl;
  declare readonly idempotent: boolean | undefined;
  declare readonly handler: SourceHandler | SourceStreamHandler<ResponseEnvelope>;
  readonly #variant: LazyVariant;

  constructor(variant: LazyVariant) {
    const { name, namespace, form } = variant;
    const { config, serviceVersion, deferHandler } = variant.source;
    const { operation, method, path, own } = variant.candidate;
    const tags = ownTexts(operation, "tags");
    this.name = name;
    this.namespace = namespace;
    this.version = (own && ownText(own, "version")) ?? serviceVersion;
    this.type = form === undefined ? typeOf(method, own) : OperationType.SUBSCRIPTION;
    this.title = ownText(operation, "summary");
    const described = ownText(operation, "description") ?? this.title ?? `${method} ${path}`;
    // Our own text lacks the deprecation note, which the document has for other readers.
    this.description = typeof own?.["description"] === "string" ? own["description"] : described;
    this.tags = tags.length > 0 ? tags : undefined;
    this.accessControl = config.accessControl ?? OPEN_TO_ALL;
    const isIdempotent =
      own?.["idempotent"] === true || (this.type === OperationType.MUTATION && IDEMPOTENT_METHODS.has(method));
    this.idempotent = isIdempotent ? true : undefined;
    this.#variant = variant;
    this.handler = deferHandler(form, variant);
    for (const [name, descriptor] of OWN_GETTERS) Object.defineProperty(this, name, descriptor);
  }

  get origin(): OperationOrigin {
    const { method, path, operation, document } = this.#variant.candidate;
    const name = ownText(operation, "operationId") ?? `${method} ${path}`;
    return { source: "openapi", location: shownLocation(document.url), name };
  }

  get deprecated(): OperationSpec["deprecated"] {
    return readDeprecation(this.#variant.candidate.operation, this.#variant.source.idOf);
  }

  /** What the API requires of its callers, as in the document: alternatives, each with schemes and scopes. */
  get security(): unknown {
    const { operation } = this.#variant.candidate;
    return operation["security"] ?? this.#variant.source.root["security"];
  }

  get metadata(): Readonly<Record<string, unknown>> {
    const { candidate } = this.#variant;
    const { method, path, operation, own } = candidate;
    const externalDocs = ownObject(operation, "externalDocs");
    return {
      method,
      path,
      // On demand: registering and serving thousands of operations read the metadata, but only a search reads these.
      get parameters() {
        return parameterNames(candidate);
      },
      ...(externalDocs !== undefined && { externalDocs }),
      ...ownObject(own ?? NOTHING, "metadata"),
    };
  }

  /** For a search: from the document, without building a schema. */
  [PARAMETER_TEXTS](): readonly ParameterText[] {
    return readParameterTexts(this.#variant.candidate, this.#variant.source.references);
  }

  /** The document keeps examples apart from its schemas, so that only readers who ask for them pay for their length. */
  [INPUT_EXAMPLES](): Readonly<Record<string, unknown>> {
    return readExamples(this.#variant.candidate, this.#variant.source.references);
  }

  [OUTPUT_EXAMPLE](): unknown {
    return readOutputExample(this.#variant.candidate, this.#variant.source.references);
  }

  /** Throws a `SchemaError` if the document's schema cannot be used. */
  get inputSchema(): TSchema {
    return this.#variant.inputSchema;
  }

  /** Throws a `SchemaError` if the document's schema cannot be used. */
  get outputSchema(): TSchema {
    return this.#variant.outputSchema;
  }

  /** The codes that the operation declares, if this library serves it. Otherwise the error answers of the API. */
  get errorSchemas(): OperationSpec["errorSchemas"] {
    return this.#variant.errorSchemas;
  }

  /** What an operation that this library serves declares about its results. */
  get output(): OutputMode | undefined {
    const output = this.#variant.candidate.own?.["output"];
    return output === "keep" || output === "strip" ? output : undefined;
  }

  /** The spec as data, with self-contained schemas in plain JSON Schema. */
  toJSON(): OperationSpec {
    const { handler: _, ...fields } = this as ImportedOperation;
    return {
      ...fields,
      inputSchema: toJSONSchema(this.inputSchema, "input"),
      outputSchema: toJSONSchema(this.outputSchema, "output"),
      errorSchemas: this.errorSchemas,
      output: this.output,
      deprecated: this.deprecated,
      origin: this.origin,
      metadata: this.metadata,
    };
  }
}

/** The getters as members of each operation, so that a copy has what they give. All operations share the functions. */
const OWN_GETTERS = LAZY.map((name): [name: string, descriptor: PropertyDescriptor] => {
  const set = function (this: DocumentOperation, value: unknown): void {
    Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
  };
  const getter = Object.getOwnPropertyDescriptor(DocumentOperation.prototype, name);
  return [name, { ...getter, set, enumerable: true }];
});

function typeOf(method: string, own: RawObject | undefined): OperationType {
  const type = own?.["type"];
  if (type === OperationType.QUERY || type === OperationType.MUTATION) return type;
  return SAFE_METHODS.has(method) ? OperationType.QUERY : OperationType.MUTATION;
}

/**
 * The names of the parameters and of the body's properties, for a search over operations. Nothing is resolved: a
 * reference counts with the last part of its own name.
 */
function parameterNames({ operation, pathItem }: PathOperation): string[] {
  const parameters = [pathItem["parameters"], operation["parameters"]].flatMap((list: unknown) =>
    Array.isArray(list) ? list.filter(isRawObject) : [],
  );
  const names = parameters.map((each) => ownText(each, "name") ?? ownText(each, "$ref")?.replace(/^.*\//, "") ?? "");
  const contents = Object.values(ownObject(ownObject(operation, "requestBody") ?? NOTHING, "content") ?? NOTHING);
  const bodies = contents.flatMap((content) => {
    const schema = isRawObject(content) ? ownObject(content, "schema") : undefined;
    return Object.keys((schema && ownObject(schema, "properties")) ?? NOTHING);
  });
  return [...new Set([...names, ...bodies])].filter((name) => name !== "").slice(0, MOST_NAMES);
}
