/** What a spec says beside its schemas. */
import type { AccessControl } from "../../operation/access-control.ts";
import { NAMESPACE_PATTERN } from "../../operation/operation-id.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { HTTPServiceConfig } from "./options/http-service-config.ts";
import type { ImportOptions } from "./options/import-options.ts";
import type { SpecFields } from "./imported-operation.ts";
import type { StreamFormat } from "./operation/operation-shape.ts";
import { ownObject, ownText, ownTexts } from "./document/raw-object.ts";
import type { RawObject } from "./document/raw-object.ts";

/** What a spec is made from. */
export interface SpecSource {
  readonly method: string;
  readonly path: string;
  readonly operation: RawObject;
  readonly root: RawObject;
  readonly name: string;
  readonly stream: StreamFormat | undefined;
}

const NOTHING: RawObject = {};
const OPEN_TO_ALL: AccessControl = { requiredScopes: [] };
/** Methods that change nothing. QUERY is OpenAPI 3.2's. */
const SAFE_METHODS = new Set(["GET", "HEAD", "QUERY", "OPTIONS"]);
const IDEMPOTENT_METHODS = new Set(["PUT", "DELETE"]);
const DEFAULT_VERSION = "1.0.0";

export function specFields(
  { method, path, operation, root, name, stream }: SpecSource,
  config: HTTPServiceConfig & ImportOptions,
): SpecFields {
  const own = ownObject(operation, "x-operation") ?? NOTHING;
  const summary = ownText(operation, "summary");
  const tags = ownTexts(operation, "tags");
  const type = stream === undefined ? typeOf(method, own) : OperationType.SUBSCRIPTION;
  return {
    name,
    namespace: namespaceOf(own, config),
    version: ownText(own, "version") ?? ownText(ownObject(root, "info") ?? NOTHING, "version") ?? DEFAULT_VERSION,
    type,
    title: summary,
    description: ownText(operation, "description") ?? summary ?? `${method} ${path}`,
    tags: tags.length > 0 ? tags : undefined,
    accessControl: config.accessControl ?? OPEN_TO_ALL,
    idempotent: isIdempotent(method, type, own) ? true : undefined,
  };
}

function isIdempotent(method: string, type: OperationType, own: RawObject): boolean {
  return own["idempotent"] === true || (type === OperationType.MUTATION && IDEMPOTENT_METHODS.has(method));
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
