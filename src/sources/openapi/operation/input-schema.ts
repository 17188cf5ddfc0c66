/** The input of an operation: parameters at the top level, and the body under `body`. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { DocumentReferences, Located } from "../document/document-references.ts";
import type { DocumentVersion } from "../document/document-version.ts";
import type { SchemaDraft } from "../schema/document-schemas.ts";
import { isForm, isJSON, isMultipart, isRange, isText, isToken, streamFormat } from "./media-type.ts";
import { choicesIn } from "./own-extension.ts";
import { isRawObject, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { BodyContentSource, BodySource } from "./read-body.ts";
import type { OperationVariant } from "./read-operation.ts";
import { parameterSchema } from "./read-parameters.ts";
import { isBinary } from "../schema/schema-direction.ts";
import { swaggerParameterSchema } from "./swagger-parameters.ts";

/** What the schemas of one variant are built from. */
export interface SchemaSources extends OperationVariant {
  /** `GET /pets`, for findings. */
  readonly where: string;
  readonly version: DocumentVersion;
  readonly references: DocumentReferences;
}

export function buildInputSchema(draft: SchemaDraft, sources: SchemaSources): TSchema {
  const { where, version, parameters, body } = sources;
  if (sources.shape.ownInput !== undefined) return wholeInput(draft, sources);
  const properties: [string, unknown][] = parameters.map(({ shape, raw, document }) => {
    const source = version === "2.0" ? swaggerParameterSchema(raw) : parameterSchema(raw);
    const place = { document, where: `${where} ${shape.in} parameter ${JSON.stringify(shape.name)}` };
    const schema = source === undefined ? {} : draft.translate(source, place);
    return [shape.inputName, annotate(schema, raw)];
  });
  const required = parameters.filter(({ shape }) => shape.required).map(({ shape }) => shape.inputName);
  if (body !== undefined) {
    const description = body.description === undefined ? {} : { description: body.description };
    properties.push(["body", annotate(bodySchema(draft, body, sources), description)]);
    if (body.shape.required) required.push("body");
  }
  return draft.finish({
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    // Otherwise a misspelt parameter would be left out of the request silently.
    additionalProperties: false,
  });
}

/** The body is the whole input, not a part of it. */
function wholeInput(draft: SchemaDraft, { where, body, shape, references }: SchemaSources): TSchema {
  const { ownInput } = shape;
  if (ownInput === "none" || body === undefined) return Type.Undefined();
  const [content] = body.contents;
  const schema = content?.schema;
  if (schema === undefined) return Type.Unknown();
  const root = references.resolveRoot(schema, body.document);
  const translated = draft.translate(root.value, { document: root.document, where: `${where} body` });
  const isOptional = ownInput === "optional";
  return draft.finish(
    isOptional ? { anyOf: [...choicesIn(translated), Type.Undefined()] } : toSchemaObject(translated),
  );
}

/** A schema without booleans at its root. */
export function toSchemaObject(schema: unknown): object {
  if (schema === false) return { not: {} };
  return isRawObject(schema) ? schema : {};
}

/** A parameter's own description is more specific than its schema's. */
function annotate(schema: unknown, raw: RawObject): unknown {
  const description = ownText(raw, "description");
  const isDeprecated = raw["deprecated"] === true;
  if (description === undefined && !isDeprecated) return schema;
  return {
    ...toSchemaObject(schema),
    ...(description !== undefined && { description }),
    ...(isDeprecated && { deprecated: true }),
  };
}

function bodySchema(draft: SchemaDraft, { contents, document }: BodySource, sources: SchemaSources): unknown {
  const where = `${sources.where} body`;
  const structured = contents.filter((content) => isStructured(content, { ...sources, document }));
  // A format that we cannot write (XML, YAML, CBOR, protobuf) adds nothing: it carries the same data. A token does: the
  // caller has signed it.
  const adds = (content: BodyContentSource): boolean =>
    structured.includes(content) || isBytes(content) || isToken(content.mediaType);
  const counted = structured.length > 0 ? contents.filter(adds) : contents;
  const branches = new Map<unknown, () => unknown>();
  for (const content of counted) {
    const { mediaType, schema } = content;
    if (isToken(mediaType) && !structured.includes(content)) {
      branches.set("token", () => ({ type: "string", description: `The text of ${mediaType}, sent as it is` }));
    } else if (!structured.includes(content)) {
      branches.set("bytes", () => ({ description: `The bytes or text of ${mediaType}, sent as they are` }));
    } else if (schema === undefined) {
      branches.set(mediaType, () => (isText(mediaType) && !isForm(mediaType) ? { type: "string" } : {}));
    } else {
      const translate = (): unknown => draft.translate(schema, { document, where: `${where} ${mediaType}` });
      const isLines = streamFormat(mediaType) === "jsonl";
      branches.set(
        isLines ? content : identityOf(schema),
        isLines ? () => linesSchema(content, translate()) : translate,
      );
    }
  }
  const schemas = Array.from(branches.values(), (build) => build());
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}

/** JSON Lines: a list with one item per line, a single item if the document may describe that, or text as it is. */
function linesSchema({ describesItem, schema: raw }: BodyContentSource, schema: unknown): unknown {
  const isList = isRawObject(raw) && raw["type"] === "array" && describesItem !== true;
  const list = isList ? schema : { type: "array", items: schema };
  return { anyOf: [list, ...(isList || describesItem === true ? [] : [schema]), { type: "string" }] };
}

/** Whether the schema describes the value to send, rather than its bytes or a text that we cannot write. */
function isStructured(
  content: BodyContentSource,
  { document, references }: Pick<Located, "document"> & SchemaSources,
): boolean {
  const { mediaType, schema } = content;
  if (isJSON(mediaType) || isForm(mediaType) || isMultipart(mediaType)) return true;
  if (streamFormat(mediaType) === "jsonl") return !isBytes(content);
  if (schema === undefined) return isText(mediaType) && /^text\/(?!xml)/.test(mediaType);
  if (isText(mediaType)) return !isBytes(content) && !describesStructure(references.resolve(schema, document));
  return isRange(mediaType) && !isBytes(content);
}

const STRUCTURE_KEYWORDS = ["properties", "additionalProperties", "items", "allOf", "anyOf", "oneOf", "xml"];

function describesStructure(schema: Located<RawObject> | string): boolean {
  if (typeof schema === "string") return false;
  const types = [schema.value["type"]].flat();
  if (types.includes("object") || types.includes("array")) return true;
  return types[0] === undefined && STRUCTURE_KEYWORDS.some((keyword) => Object.hasOwn(schema.value, keyword));
}

function isBytes({ schema }: BodyContentSource): boolean {
  return schema === undefined || (isRawObject(schema) && isBinary(schema));
}

/** Equal for two media types with the same schema, which need only one branch. */
export function identityOf(schema: unknown): unknown {
  return isRawObject(schema) && typeof schema["$ref"] === "string" && Object.keys(schema).length === 1
    ? schema["$ref"]
    : schema;
}
