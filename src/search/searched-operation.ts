import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { parameterTexts } from "./parameter-texts.ts";
import type { SearchedOperation } from "./ranking/search-text.ts";

/** What a search reads of a spec. It builds no schema. */
export function toSearched(spec: OperationSpec): SearchedOperation {
  const { namespace, name, title, description, tags, deprecated } = spec;
  const path = spec.metadata?.["path"];
  return {
    id: operationId(spec),
    namespace,
    name,
    title,
    description,
    tags,
    deprecated,
    path: typeof path === "string" ? path : undefined,
    parameters: parameterTexts(spec).flatMap((parameter) => [parameter.name, parameter.description]),
  };
}
