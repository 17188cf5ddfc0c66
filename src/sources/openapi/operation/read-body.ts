/** Request bodies: OpenAPI 3's `requestBody`, and Swagger 2.0's `body` and `formData` parameters. */
import type { LoadedDocument, Located } from "../document/document-references.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading } from "./operation-reading.ts";
import type { BodyContentShape, BodyShape, EncodingShape, ParameterStyle } from "./operation-shape.ts";
import { isRawObject, ownList, ownObject, ownText, ownTexts, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { readCollectionFormat, swaggerParameterSchema } from "./swagger-parameters.ts";

export interface BodyContentSource {
  readonly mediaType: string;
  readonly schema: unknown;
}

/** A body's shape, and the sources of its schemas, which are read later. */
export interface BodySource {
  readonly shape: BodyShape;
  readonly document: LoadedDocument;
  readonly contents: readonly BodyContentSource[];
  readonly description?: string | undefined;
}

/** `fetch` sends no body with these methods, and OpenAPI gives such a body no meaning. */
const BODILESS_METHODS = new Set(["GET", "HEAD"]);

export function readRequestBody(reading: OperationReading): BodySource | undefined {
  const body = reading.version === "2.0" ? readSwaggerBody(reading) : readOpenAPIBody(reading);
  if (body === undefined || !BODILESS_METHODS.has(reading.method)) return body;
  note(reading, "body", { kind: "left out", why: `${reading.method} requests have no body` });
  return undefined;
}

function readOpenAPIBody(reading: OperationReading): BodySource | undefined {
  const given = ownValue(reading.operation, "requestBody");
  if (given === undefined || given === null) return undefined;
  const resolved = reading.references.resolve(given, reading.document);
  if (typeof resolved === "string") throw new Error(`its body cannot be read: ${resolved}`);
  const { value, document } = resolved;
  const content = ownObject(value, "content") ?? {};
  const media = Object.entries(content).map(([mediaType, item]) => {
    const entry = reading.references.resolve(item, document);
    return { mediaType, raw: typeof entry === "string" ? {} : entry.value };
  });
  if (media.length === 0) {
    note(reading, "body", { kind: "repaired", why: "it names no media type, so it is sent as JSON" });
    media.push({ mediaType: "application/json", raw: {} });
  }
  return {
    document,
    shape: { required: value["required"] === true, contents: media.map(readContent) },
    contents: media.map(({ mediaType, raw }) => ({ mediaType, schema: raw["schema"] ?? raw["itemSchema"] })),
    description: ownText(value, "description"),
  };
}

function readContent({ mediaType, raw }: { mediaType: string; raw: RawObject }): BodyContentShape {
  const encoding = ownObject(raw, "encoding");
  if (encoding === undefined) return { mediaType };
  const byProperty = Object.entries(encoding).filter((entry): entry is [string, RawObject] => isRawObject(entry[1]));
  return { mediaType, encoding: Object.fromEntries(byProperty.map(([name, raw]) => [name, readEncoding(raw)])) };
}

const ENCODING_STYLES: readonly unknown[] = ["form", "spaceDelimited", "pipeDelimited", "deepObject"];

function readEncoding(raw: RawObject): EncodingShape {
  const { style, explode, allowReserved } = raw;
  return {
    contentType: ownText(raw, "contentType"),
    style: ENCODING_STYLES.includes(style) ? (style as ParameterStyle) : undefined,
    explode: typeof explode === "boolean" ? explode : undefined,
    allowReserved: typeof allowReserved === "boolean" ? allowReserved : undefined,
  };
}

function readSwaggerBody(reading: OperationReading): BodySource | undefined {
  const parameters = [...ownList(reading.operation, "parameters"), ...ownList(reading.pathItem, "parameters")]
    .map((item) => reading.references.resolve(item, reading.document))
    .filter((parameter) => typeof parameter !== "string");
  const body = parameters.find(({ value }) => value["in"] === "body");
  const consumes = mediaTypes(reading, "consumes");
  if (body !== undefined) {
    const types = consumes.length > 0 ? consumes : ["application/json"];
    return bodyOf(types, { ...body, required: body.value["required"] === true, schema: body.value["schema"] });
  }
  // The operation's own fields come first, and replace those of the path that have the same name.
  const fields = new Map<unknown, Located<RawObject>>();
  for (const parameter of parameters) {
    const { name, in: location } = parameter.value;
    if (location === "formData" && !fields.has(name)) fields.set(name, parameter);
  }
  return fields.size === 0 ? undefined : readForm(reading, [...fields.values()], consumes);
}

/** The operation's own `consumes` or `produces`, or else the document's. */
export function mediaTypes(reading: OperationReading, key: "consumes" | "produces"): string[] {
  return ownTexts(Array.isArray(reading.operation[key]) ? reading.operation : reading.root, key);
}

function readForm(
  reading: OperationReading,
  fields: readonly Located<RawObject>[],
  consumes: readonly string[],
): BodySource {
  const hasFile = fields.some(({ value }) => value["type"] === "file");
  const forms = consumes.filter((type) => /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type));
  const byDefault = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const suitable = hasFile ? forms.filter((type) => /^multipart/i.test(type)) : forms;
  const types = suitable.length > 0 ? suitable : [byDefault];
  const required = fields.some(({ value }) => value["required"] === true);
  const properties = fields.map(({ value }) => [value["name"], fieldSchema(value)] as const);
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: fields.filter(({ value }) => value["required"] === true).map(({ value }) => value["name"]),
  };
  const lists = fields.filter(({ value }) => value["type"] === "array");
  const encoding = Object.fromEntries(
    lists.map(({ value }) => [value["name"], readCollectionFormat(reading, value, "query")]),
  ) as Record<string, EncodingShape>;
  return bodyOf(types, { document: fields[0]!.document, value: {}, required, schema, encoding });
}

function fieldSchema(field: RawObject): unknown {
  const description = ownText(field, "description");
  return { ...(swaggerParameterSchema(field) as object), ...(description !== undefined && { description }) };
}

function bodyOf(
  types: readonly string[],
  body: Located<RawObject> & Pick<BodyContentShape, "encoding"> & { required: boolean; schema: unknown },
): BodySource {
  const { document, required, schema, encoding } = body;
  return {
    document,
    shape: { required, contents: types.map((mediaType) => ({ mediaType, encoding })) },
    contents: types.map((mediaType) => ({ mediaType, schema })),
    description: ownText(body.value, "description"),
  };
}
