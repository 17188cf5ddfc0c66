/** What a spec says beside its schemas. */
import type { AccessControl } from "../../operation/access-control.ts";
import { NAMESPACE_PATTERN } from "../../operation/operation-id.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { HTTPServiceConfig } from "./http-service-config.ts";
import type { ImportOptions } from "./import-options.ts";
import type { SpecFields } from "./imported-operation.ts";
import type { OperationReading } from "./operation-reading.ts";
import { ownObject, ownText, ownTexts } from "./raw-object.ts";
import type { RawObject } from "./raw-object.ts";
import type { OperationVariant } from "./read-operation.ts";

export interface NamedVariant extends OperationVariant {
  readonly name: string;
}

const OPEN_TO_ALL: AccessControl = { requiredScopes: [] };
/** Methods that change nothing. QUERY is OpenAPI 3.2's. */
const SAFE_METHODS = new Set(["GET", "HEAD", "QUERY", "OPTIONS"]);
const IDEMPOTENT_METHODS = new Set(["PUT", "DELETE"]);
const DEFAULT_VERSION = "1.0.0";

export function specFields(
  { method, path, operation, root, document }: OperationReading,
  { name, shape }: NamedVariant,
  config: HTTPServiceConfig & ImportOptions,
): SpecFields {
  const own = ownObject(operation, "x-operation") ?? {};
  const summary = ownText(operation, "summary");
  const tags = ownTexts(operation, "tags");
  const type = shape.stream === undefined ? typeOf(method, own) : OperationType.SUBSCRIPTION;
  return {
    name,
    namespace: namespaceOf(own, config),
    version: ownText(own, "version") ?? ownText(ownObject(root, "info") ?? {}, "version") ?? DEFAULT_VERSION,
    type,
    title: summary,
    description: ownText(operation, "description") ?? summary ?? `${method} ${path}`,
    tags: tags.length > 0 ? tags : undefined,
    accessControl: config.accessControl ?? OPEN_TO_ALL,
    idempotent: type === OperationType.MUTATION && IDEMPOTENT_METHODS.has(method) ? true : undefined,
    origin: {
      source: "openapi",
      location: document.url,
      name: ownText(operation, "operationId") ?? `${method} ${path}`,
    },
    metadata: metadataOf(operation, { method, path }),
  };
}

function typeOf(method: string, own: RawObject): OperationType {
  const type = own["type"];
  if (type === OperationType.QUERY || type === OperationType.MUTATION) return type;
  return SAFE_METHODS.has(method) ? OperationType.QUERY : OperationType.MUTATION;
}

/** A document may not choose a namespace outside the config's, unless the config lets it. */
function namespaceOf(own: RawObject, { namespace, namespaces }: HTTPServiceConfig & ImportOptions): string {
  const id = ownText(own, "id");
  const given = id === undefined ? "" : id.slice(0, Math.max(0, id.lastIndexOf(".")));
  if (given === "" || !new RegExp(NAMESPACE_PATTERN).test(given)) return namespace;
  if (namespaces === "document" || given === namespace || given.startsWith(`${namespace}.`)) return given;
  return `${namespace}.${given}`;
}

function metadataOf(operation: RawObject, place: { method: string; path: string }): Record<string, unknown> {
  const externalDocs = ownObject(operation, "externalDocs");
  return {
    ...place,
    ...(operation["deprecated"] === true && { deprecated: true }),
    ...(externalDocs !== undefined && { externalDocs }),
  };
}

/** For the report. */
export function describeKept({ shape }: NamedVariant): string[] {
  return [
    ...(shape.stream === undefined ? [] : ["stream"]),
    ...shape.parameters.map((parameter) => `${parameter.in} parameter ${JSON.stringify(parameter.name)}`),
    ...(shape.body?.contents.map(({ mediaType }) => `body ${mediaType}`) ?? []),
    ...shape.responses.map(({ status, mediaTypes }) => `response ${[status, ...mediaTypes].join(" ")}`),
  ];
}
