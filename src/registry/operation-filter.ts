import { operationId } from "../operation/operation-id.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { OperationType } from "../operation/operation-type.ts";

/** Which operations to list. An operation must match every given part. */
export interface OperationFilter {
  /** This namespace and those below it: `a` matches `a` and `a.b`. */
  readonly namespace?: string | undefined;
  readonly type?: OperationType | undefined;
  readonly tag?: string | undefined;
  /** Words that must all occur in the id, title, description or tags, in upper or lower case. */
  readonly text?: string | undefined;
}

export function matchesFilter(spec: OperationSpec, filter: OperationFilter): boolean {
  const { namespace, type, tag, text } = filter;
  return (
    (namespace === undefined || spec.namespace === namespace || spec.namespace.startsWith(`${namespace}.`)) &&
    (type === undefined || spec.type === type) &&
    (tag === undefined || (spec.tags?.includes(tag) ?? false)) &&
    (text === undefined || matchesText(spec, text))
  );
}

function matchesText(spec: OperationSpec, text: string): boolean {
  const haystack = [operationId(spec), spec.title, spec.description, ...(spec.tags ?? [])].join("\n").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
