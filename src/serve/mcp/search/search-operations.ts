import type { Identity } from "../../../operation/access-control.ts";
import { operationId } from "../../../operation/operation-id.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { OperationType } from "../../../operation/operation-type.ts";
import { deprecationText, toDeprecation } from "../../../shared/deprecation.ts";
import { shorten } from "../../../shared/short-text.ts";
import type { OperationSearch } from "../../../search/create-search.ts";
import { CALL_OPERATION, DESCRIBE_OPERATIONS, SEARCH_OPERATIONS } from "../tools/tool-catalog.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";

/** What a client asks of `search_operations`. */
export interface SearchQuery {
  readonly query: string;
  readonly limit: number;
  /** Searches this namespace, and those below it. */
  readonly namespace?: string | undefined;
  readonly type?: OperationType | undefined;
}

export interface SearchDeps {
  readonly catalog: ToolCatalog;
  readonly search: OperationSearch;
}

export interface FoundOperation {
  readonly id: string;
  readonly type: OperationType;
  readonly description: string;
  /** What to call instead, and why; `true` if the spec does not say. */
  readonly deprecated?: string | true;
}

export interface SearchAnswer {
  readonly operations?: readonly FoundOperation[];
  /** Each with the number of its operations. */
  readonly namespaces?: Readonly<Record<string, number>>;
  /** How many are not shown. */
  readonly more?: number;
  readonly next: string;
}

const LONGEST_DESCRIPTION = 160;
const MOST_NAMESPACES = 50;

const CALL_NEXT = `Read the input schema by ${DESCRIBE_OPERATIONS}, then run ${CALL_OPERATION}.`;
const SEARCH_NEXT = `Say what you need to do: ${SEARCH_OPERATIONS} takes a query, and a namespace to search in.`;
const NOTHING_NEXT = `Nothing fits. Try other words, or an empty query to see what there is.`;

/**
 * Finds operations: those that fit best come first, deprecated ones last. A query without words lists what the filters
 * leave or, without filters, the namespaces.
 */
export async function searchOperations(
  { catalog, search }: SearchDeps,
  asked: SearchQuery,
  identity: Identity | undefined,
): Promise<SearchAnswer> {
  const { query, limit, namespace, type } = asked;
  const fits = (spec: OperationSpec): boolean =>
    (type === undefined || spec.type === type) && (namespace === undefined || isWithin(spec.namespace, namespace));
  if (query.trim() === "") {
    const specs = [...catalog.visible(identity)].filter(fits);
    return namespace === undefined && type === undefined ? namespacesOf(specs) : firstOf(specs, limit);
  }
  const find = (id: string): OperationSpec | undefined => {
    const spec = catalog.findById(id, identity);
    return spec !== undefined && fits(spec) ? spec : undefined;
  };
  const found = await search.search(query, { limit, filter: (spec) => find(operationId(spec)) !== undefined });
  return answerWith(found.map(({ id }) => find(id)).filter((spec) => spec !== undefined));
}

function answerWith(specs: readonly OperationSpec[]): SearchAnswer {
  return { operations: specs.map(inShort), next: specs.length === 0 ? NOTHING_NEXT : CALL_NEXT };
}

function firstOf(specs: readonly OperationSpec[], limit: number): SearchAnswer {
  return { ...answerWith(specs.slice(0, limit)), ...moreThan(specs.length, limit) };
}

/** The largest first. */
function namespacesOf(specs: readonly OperationSpec[]): SearchAnswer {
  const counts = new Map<string, number>();
  for (const { namespace } of specs) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const namespaces = Object.fromEntries(sorted.slice(0, MOST_NAMESPACES));
  return { namespaces, ...moreThan(sorted.length, MOST_NAMESPACES), next: SEARCH_NEXT };
}

function moreThan(count: number, shown: number): { more?: number } {
  return count > shown ? { more: count - shown } : {};
}

function inShort(spec: OperationSpec): FoundOperation {
  const { type, title = "", description } = spec;
  const deprecation = toDeprecation(spec.deprecated);
  const text = title === "" || description.startsWith(title) ? description : `${title}: ${description}`;
  return {
    id: operationId(spec),
    type,
    description: shorten(oneLine(text), LONGEST_DESCRIPTION),
    ...(deprecation && { deprecated: shorten(deprecationText(deprecation), LONGEST_DESCRIPTION) || true }),
  };
}

/** Only as much of it as can be shown: descriptions may be long. */
function oneLine(text: string): string {
  return text
    .slice(0, 4 * LONGEST_DESCRIPTION)
    .replaceAll(/\s+/g, " ")
    .trim();
}

function isWithin(namespace: string, outer: string): boolean {
  return namespace === outer || namespace.startsWith(`${outer}.`);
}
