/** The shape of a request body, and the sources of its schemas. */
import type { LoadedDocument, Located } from "../document/document-references.ts";
import { isRawObject, ownObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import { findBody } from "./find-body.ts";
import type { BodyMedia } from "./find-body.ts";
import type { OperationReading } from "./operation-reading.ts";
import type { BodyContentShape, BodyShape, EncodingShape, ParameterStyle } from "./operation-shape.ts";
import { readCollectionFormat, swaggerParameterSchema } from "./swagger-parameters.ts";

export interface BodyContentSource {
  readonly mediaType: string;
  readonly schema: unknown;
  /** OpenAPI 3.2's `itemSchema`: the body is a list of such items. */
  readonly describesItem?: boolean;
}

/** A body's shape, and the sources of its schemas, which are read later. */
export interface BodySource {
  readonly shape: BodyShape;
  readonly document: LoadedDocument;
  readonly contents: readonly BodyContentSource[];
  readonly description?: string | undefined;
}

export function readRequestBody(reading: OperationReading): BodySource | undefined {
  const found = findBody(reading);
  if (found === undefined) return undefined;
  if (found.kind === "media") return readMedia(found.body, found.media);
  if (found.kind === "fields") return readForm(found.fields, found.consumes);
  const { body, consumes } = found;
  const types = consumes.length > 0 ? consumes : ["application/json"];
  return bodyOf(types, { ...body, required: body.value["required"] === true, schema: body.value["schema"] });
}

function readMedia({ value, document }: Located<RawObject>, media: readonly BodyMedia[]): BodySource {
  return {
    document,
    shape: { required: value["required"] === true, contents: media.map(readContent) },
    contents: media.map(({ mediaType, raw }) => ({
      mediaType,
      schema: raw["schema"] ?? raw["itemSchema"],
      describesItem: raw["schema"] === undefined && raw["itemSchema"] !== undefined,
    })),
    description: ownText(value, "description"),
  };
}

function readContent({ mediaType, raw }: BodyMedia): BodyContentShape {
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

function readForm(fields: readonly Located<RawObject>[], consumes: readonly string[]): BodySource {
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
    lists.map(({ value }) => [value["name"], readCollectionFormat(value, "query")]),
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
