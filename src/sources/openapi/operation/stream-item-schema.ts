/**
 * The schema of one item of a stream. Documents give it in four ways: as OpenAPI 3.2's `itemSchema`, as the schema of
 * the data, as the schema of a list of items, or, for server-sent events, as the schema of an event with its `event`,
 * `id` and `data`.
 */
import type { DocumentReferences, LoadedDocument, Located } from "../document/document-references.ts";
import { isJSON, streamFormat } from "./media-type.ts";
import { isRawObject, ownObject } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { ResponseContent } from "./read-responses.ts";

const EVENT_FIELDS = new Set(["event", "data", "id", "retry", "comment"]);
const MAX_DEPTH = 10;

/** A schema of items, and the schema around it, if there is one. */
export type ItemSchema = Located & { readonly enclosing?: RawObject | undefined };

/** The schemas of `data`; none if the document gives none. */
export function findItemSchemas(
  { mediaType, schema, itemSchema }: ResponseContent,
  document: LoadedDocument,
  references: DocumentReferences,
): ItemSchema[] {
  const isEvents = streamFormat(mediaType) === "sse";
  const given = itemSchema ?? schema;
  if (given === undefined) return [];
  const resolved = references.resolve(given, document);
  if (typeof resolved === "string") return [{ value: given, document }];
  const isList = itemSchema === undefined && resolved.value["type"] === "array" && isRawObject(resolved.value["items"]);
  const item = isList
    ? { value: resolved.value["items"], document: resolved.document, enclosing: resolved.value }
    : { value: given, document };
  return isEvents ? dataSchemas(item, { references, depth: 0 }) : [item];
}

function dataSchemas(
  item: Located,
  { references, depth }: { readonly references: DocumentReferences; readonly depth: number },
): ItemSchema[] {
  const resolved = references.resolve(item.value, item.document);
  if (typeof resolved === "string" || depth > MAX_DEPTH) return [item];
  const { value, document } = resolved;
  const branches = [value["oneOf"], value["anyOf"]].find(Array.isArray) as unknown[] | undefined;
  if (
    branches !== undefined &&
    branches.length > 0 &&
    branches.every((branch) => isEvent({ value: branch, document }, references))
  ) {
    return branches.flatMap((branch) => dataSchemas({ value: branch, document }, { references, depth: depth + 1 }));
  }
  if (!isEvent(resolved, references)) return [item];
  const data = ownObject(ownObject(value, "properties")!, "data");
  return data === undefined ? [item] : [{ value: withoutContent(data), document, enclosing: value }];
}

function isEvent(item: Located, references: DocumentReferences): boolean {
  const resolved = references.resolve(item.value, item.document);
  const properties = typeof resolved === "string" ? undefined : ownObject(resolved.value, "properties");
  return (
    properties !== undefined &&
    Object.hasOwn(properties, "data") &&
    Object.keys(properties).every((name) => EVENT_FIELDS.has(name))
  );
}

/** If `data` is a text that holds JSON, the schema of that JSON counts, because the text will be parsed. */
function withoutContent(data: RawObject): unknown {
  const { contentMediaType, contentSchema } = data;
  if (typeof contentMediaType !== "string" || !isJSON(contentMediaType)) return data;
  return contentSchema ?? {};
}

/** Whether items are JSON. Items that are always text are not. `undefined` if the schemas do not say. */
export function holdsJSON(items: readonly Located[], references: DocumentReferences): boolean | undefined {
  const answers = items.map((item) => isJSONValue(item, { references, depth: 0 }));
  if (answers.length === 0 || answers.includes(undefined)) return undefined;
  return answers.includes(true);
}

function isJSONValue(
  item: Located,
  { references, depth }: { readonly references: DocumentReferences; readonly depth: number },
): boolean | undefined {
  const resolved = references.resolve(item.value, item.document);
  if (typeof resolved === "string" || depth > MAX_DEPTH) return undefined;
  const { value, document } = resolved;
  const { type } = value;
  if (typeof type === "string") return type !== "string";
  if (Array.isArray(type)) return !type.includes("string") || undefined;
  if (isRawObject(value["properties"])) return true;
  const branches = [value["oneOf"], value["anyOf"], value["allOf"]].find(Array.isArray) as unknown[] | undefined;
  const answers =
    branches?.map((branch) => isJSONValue({ value: branch, document }, { references, depth: depth + 1 })) ?? [];
  if (answers.length === 0 || answers.includes(undefined)) return undefined;
  return answers.every((answer) => answer === answers[0]) ? answers[0] : undefined;
}
