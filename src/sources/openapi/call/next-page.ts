/** The input for the next page of a result. This module is loaded when a caller reads page by page. */
import type { CallError } from "../../../errors/call-error.ts";
import type { ResponseEnvelope } from "../../../envelope/response-envelope.ts";
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

/** Longer chains of references are not followed. */
const MOST_HOPS = 10;

export type PageInput = Readonly<Record<string, unknown>>;

/** A page, and the call that gave it. */
export interface ReadPage {
  readonly page: ResponseEnvelope;
  readonly input: PageInput;
  readonly inputSchema: unknown;
}

/** Undefined after the last page. */
export function nextInput(read: ReadPage, cursor: CursorOptions | undefined): PageInput | undefined {
  return cursor === undefined ? inputOfLink(read) : inputOfCursor(read.page, cursor);
}

export function repeatedPage(id: string, pages: number, next: PageInput): CallError {
  return responseError(`Page ${pages} of ${id} names a next page that was already read.`, { next });
}

function inputOfCursor(page: ResponseEnvelope, { input, output }: CursorOptions): PageInput | undefined {
  const value = valueAt(page.data, output.startsWith("/") ? fromPointer(output) : [output]);
  return value === undefined || value === null || value === "" || value === false ? undefined : { [input]: value };
}

function inputOfLink({ page, input: current, inputSchema: schema }: ReadPage): PageInput | undefined {
  const link = page.meta.source === "http" ? nextLink(page.meta.headers["link"]) : undefined;
  if (link === undefined) return undefined;
  const query = queryOf(link);
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

/** The input's name for a query parameter: its own, or `query_name` if another parameter shares the name. */
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
