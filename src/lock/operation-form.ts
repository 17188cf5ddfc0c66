import { messageOf } from "../errors/call-error.ts";
import type { AccessControl } from "../operation/access-control.ts";
import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { SchemaObject } from "../schema/graph/schema-graph.ts";
import { jsonSchemaOf } from "../schema/standard/json-schema-of.ts";
import type { SchemaSide } from "../schema/standard/json-schema-of.ts";
import type { AnySchema } from "../schema/types/static.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { toDeprecation } from "../shared/deprecation.ts";
import type { Deprecation } from "../shared/deprecation.ts";
import { isRecord } from "../shared/json/is-record.ts";

/** What an operation is, apart from its schemas and declared errors. */
export interface OperationFacts {
  readonly kind: string;
  /** Where it leads: the method and path of an HTTP operation. */
  readonly at?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly deprecated?: true | Deprecation | undefined;
  /** What callers need, and what the API requires of the hub. */
  readonly rights?: OperationRights | undefined;
  /** What a server says about the effects of its tool. */
  readonly hints?: Readonly<Record<string, unknown>> | undefined;
  readonly idempotent?: boolean | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export type OperationRights = {
  readonly [TField in keyof AccessControl]?: AccessControl[TField] | undefined;
} & { readonly security?: unknown };

export interface ErrorForm {
  readonly description?: string | undefined;
  readonly httpStatus?: number | undefined;
  readonly schema?: SchemaObject | undefined;
}

/** An operation as its source has it, before a config renames or hides it. */
export interface OperationForm {
  /** Its name within the source. */
  readonly name: string;
  readonly facts: OperationFacts;
  readonly input: SchemaObject;
  readonly output: SchemaObject;
  readonly errors: Readonly<Record<string, ErrorForm>>;
}

/** A spec as a source offers it. Imported HTTP operations say what the API requires of the hub. */
export type OfferedSpec = OperationSpec & { readonly security?: unknown };

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/**
 * Reads the form of a spec, and so all of its schemas. `namespace` is what the config calls the source: it does not
 * belong to the form.
 */
export function toForm(spec: OfferedSpec, namespace: string | undefined): OperationForm {
  return {
    name: ownName(spec, namespace),
    facts: factsOf(spec, namespace),
    input: readSchema(() => spec.inputSchema, "input"),
    output: readSchema(() => spec.outputSchema, "output"),
    errors: errorsOf(spec),
  };
}

/** The name of an operation within its source. */
export function ownName(spec: OperationSpec, namespace: string | undefined): string {
  return spec.namespace === namespace ? spec.name : withoutNamespace(operationId(spec), namespace);
}

function withoutNamespace(id: string, namespace: string | undefined): string {
  return namespace !== undefined && id.startsWith(`${namespace}.`) ? id.slice(namespace.length + 1) : id;
}

function factsOf(spec: OfferedSpec, namespace: string | undefined): OperationFacts {
  const { title, description, tags, idempotent, accessControl, security } = spec;
  const { method, path, parameters: _parameters, mcp, ...metadata } = spec.metadata ?? {};
  const tool = isRecord(mcp) ? mcp : undefined;
  const hints = hintsOf(tool?.["annotations"]);
  const { requiredScopes, ...rights } = accessControl;
  const all = { ...metadata, ...(tool === undefined ? {} : { mcp: tool }) };
  return withoutEmpty({
    // The config decides whether the hub trusts a server; the form holds what the server says.
    kind: spec.origin?.source === "mcp" ? (hints?.["readOnlyHint"] === true ? "QUERY" : "MUTATION") : spec.type,
    at: typeof path === "string" ? `${String(method)} ${path}` : undefined,
    title,
    description,
    tags,
    deprecated: deprecatedOf(spec, namespace),
    rights: withoutEmpty({
      ...rights,
      requiredScopes: requiredScopes.length > 0 ? requiredScopes : undefined,
      security,
    }),
    hints,
    idempotent: spec.origin?.source === "mcp" ? undefined : idempotent,
    metadata: all,
  });
}

/** `true` if the spec says no more than that. The successor is named as the source names it. */
function deprecatedOf(spec: OperationSpec, namespace: string | undefined): OperationFacts["deprecated"] {
  const deprecation = toDeprecation(spec.deprecated);
  if (deprecation === undefined) return undefined;
  const { reason, successor, since, sunset } = deprecation;
  const said = withoutEmpty({ reason, successor: successor && withoutNamespace(successor, namespace), since, sunset });
  return Object.keys(said).length === 0 ? true : said;
}

function hintsOf(annotations: unknown): Record<string, unknown> | undefined {
  if (!isRecord(annotations)) return undefined;
  const found = HINTS.filter((hint) => annotations[hint] !== undefined);
  return found.length === 0 ? undefined : Object.fromEntries(found.map((hint) => [hint, annotations[hint]]));
}

function errorsOf(spec: OperationSpec): Record<string, ErrorForm> {
  const declared = Object.entries(spec.errorSchemas ?? {});
  return Object.fromEntries(
    declared.map(([code, { description, httpStatus, ...rest }]) => {
      const schema = "schema" in rest ? readSchema(() => spec.errorSchemas?.[code]?.schema, "output") : undefined;
      return [code, withoutEmpty({ description, httpStatus, schema })];
    }),
  );
}

/** For a schema that cannot be used, the reason is kept: the schema counts as changed when the reason changes. */
function readSchema(read: () => AnySchema | undefined, side: SchemaSide): SchemaObject {
  try {
    const schema = read();
    if (schema === undefined) return {};
    const plain = jsonSchemaOf(schema, side);
    if (isSchemaObject(plain)) return plain;
    return (plain as unknown) === false ? { not: {} } : {};
  } catch (thrown) {
    return { $comment: `This schema cannot be used: ${messageOf(thrown)}` };
  }
}

function withoutEmpty<T extends object>(fields: T): T {
  const kept = Object.entries(fields).filter(([, value]) => {
    if (value === undefined) return false;
    return typeof value !== "object" || value === null || Object.keys(value as object).length > 0;
  });
  return Object.fromEntries(kept) as T;
}
