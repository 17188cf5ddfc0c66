import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
import type { GivenContext } from "../../../registry/call-port.ts";
import type { OperationRegistry } from "../../../registry/operation-registry.ts";
import { fromPointer, partAt, valueAt } from "../../../shared/json/json-pointer.ts";
import { isRawObject } from "../document/raw-object.ts";
import { responseError } from "../response/http-exchange.ts";

/** Where a result has the cursor of the next page, and which input takes it. */
export interface CursorOptions {
  /** The property of the input that takes the cursor. */
  readonly input: string;
  /** Where the result has the cursor: the name of a property, or a JSON pointer such as `/paging/next`. */
  readonly output: string;
}

/** The options of `paginate`. */
export interface PaginateOptions {
  /** Default: the `Link: <…>; rel="next"` header of each page. */
  readonly cursor?: CursorOptions | undefined;
  /** Stop after this many pages. Default: all. */
  readonly maxPages?: number | undefined;
  /** Passed to each call. */
  readonly context?: GivenContext | undefined;
}

/** Longer chains of references are not followed. */
const MOST_HOPS = 10;

type Input = Readonly<Record<string, unknown>>;
type Registry = Pick<OperationRegistry, "execute" | "getSpec">;

/**
 * Calls an operation page by page. The URL in a `Link` header is never fetched: its query becomes input for the same
 * operation, so it cannot lead a call or a credential anywhere else.
 *
 * @example
 * for await (const page of paginate(registry, "github.repos_list-for-org", { org: "nodejs" })) console.log(page.data);
 */
export async function* paginate<TOutput = unknown>(
  registry: Registry,
  id: string,
  input: Input = {},
  options: PaginateOptions = {},
): AsyncGenerator<ResponseEnvelope<TOutput>, void, undefined> {
  const { cursor, maxPages = Infinity, context } = options;
  const seen = new Set<string>();
  let current: Input = input;
  for (let pages = 1; ; pages += 1) {
    const page = await registry.execute<Input, TOutput>(id, current, context);
    yield page;
    if (pages >= maxPages) return;
    const next = cursor === undefined ? inputOfLink(page, current, registry.getSpec(id)) : inputOfCursor(page, cursor);
    if (next === undefined) return;
    // Otherwise a server that names the same page again would never end the loop.
    const key = JSON.stringify(next);
    if (seen.has(key)) throw responseError(`Page ${pages} of ${id} names a next page that was already read.`, { next });
    seen.add(key);
    current = { ...current, ...next };
  }
}

function inputOfCursor(page: ResponseEnvelope, { input, output }: CursorOptions): Input | undefined {
  const value = valueAt(page.data, output.startsWith("/") ? fromPointer(output) : [output]);
  return value === undefined || value === null || value === "" || value === false ? undefined : { [input]: value };
}

function inputOfLink(
  page: ResponseEnvelope,
  current: Input,
  spec: { readonly inputSchema: unknown } | undefined,
): Input | undefined {
  const link = page.meta.source === "http" ? nextLink(page.meta.headers["link"]) : undefined;
  if (link === undefined) return undefined;
  const query = queryOf(link);
  const schema = spec?.inputSchema;
  const declared = isRawObject(schema) && isRawObject(schema["properties"]) ? schema["properties"] : undefined;
  const changes: Array<readonly [string, unknown]> = [];
  for (const name of new Set(query.keys())) {
    const property = inputNameOf(name, declared);
    if (property === undefined) continue;
    const value = typed(query.getAll(name), definitionOf(declared?.[property], schema), current[property]);
    if (JSON.stringify(value) !== JSON.stringify(current[property])) changes.push([property, value]);
  }
  if (changes.length > 0) return Object.fromEntries(changes);
  const names = [...new Set(query.keys())].join(", ");
  throw responseError(
    `The next link changes no parameter that the operation declares (it has ${names || "no query"}). Use the \`cursor\` option.`,
    undefined,
  );
}

function queryOf(link: string): URLSearchParams {
  try {
    return new URL(link, "http://relative.invalid").searchParams;
  } catch {
    throw responseError("The next link is not a URL.", undefined);
  }
}

/** The input's name for a query parameter: its own, or `query_name` where another parameter shares it. */
function inputNameOf(name: string, declared: Record<string, unknown> | undefined): string | undefined {
  if (declared === undefined) return name;
  return [`query_${name}`, name].find((candidate) => Object.hasOwn(declared, candidate));
}

/** The target of a property's `$ref`s within its schema. */
function definitionOf(property: unknown, schema: unknown): unknown {
  let current = property;
  for (let hops = 0; hops < MOST_HOPS && isRawObject(current); hops += 1) {
    if (typeof current["$ref"] !== "string") break;
    current = partAt(schema, current["$ref"]);
  }
  return current;
}

/** The text of a query, converted to the type that the input's schema asks for. */
function typed(values: readonly string[], schema: unknown, before: unknown): unknown {
  const types = isRawObject(schema) ? [schema["type"]].flat() : [];
  const isList = types.includes("array") || Array.isArray(before);
  if (isList) return values;
  const value = values.at(-1) ?? "";
  if (types.includes("string")) return value;
  const isNumber = value !== "" && String(Number(value)) === value;
  if (
    isNumber &&
    (types.length === 0 ? before === undefined || typeof before === "number" : !types.includes("boolean"))
  ) {
    return Number(value);
  }
  if (types.includes("boolean") && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** The target of the first `rel="next"` in a `Link` header (RFC 8288). */
export function nextLink(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  let position = 0;
  for (;;) {
    const start = header.indexOf("<", position);
    const end = header.indexOf(">", start);
    if (start === -1 || end === -1) return undefined;
    // The parameters of a link end where the next link begins.
    const following = /,\s*</.exec(header.slice(end));
    const stop = following === null ? header.length : end + following.index;
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(header.slice(end + 1, stop));
    const names = (relation?.[1] ?? relation?.[2] ?? "").toLowerCase().split(/\s+/);
    if (names.includes("next")) return header.slice(start + 1, end);
    position = stop;
  }
}
