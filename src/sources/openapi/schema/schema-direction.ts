/** The differences between the schema of a request and the schema of a response. */
import { isRawObject, ownObject, ownValue } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { SchemaTranslation } from "./schema-translation.ts";

/** The flags are not searched beyond this many references. */
const MAX_HOPS = 10;

/**
 * The names that are required in this direction. In OpenAPI, a required `readOnly` property is required in responses
 * only, and a required `writeOnly` property in requests only. Both stay allowed in both directions.
 */
export function requiredIn(
  translation: SchemaTranslation,
  schema: RawObject,
  required: readonly string[],
): readonly string[] | undefined {
  const properties = ownObject(schema, "properties");
  if (properties === undefined) return required;
  const kept = required.filter((name) => {
    const { readOnly, writeOnly } = flagsOf(translation, ownValue(properties, name));
    if (readOnly || writeOnly) translation.dependsOnDirection = true;
    return translation.direction === "request" ? !readOnly : !writeOnly;
  });
  return kept.length === 0 && required.length > 0 ? undefined : kept;
}

/** The flags may stand next to the property's `$ref`, or on its target. */
function flagsOf(translation: SchemaTranslation, property: unknown): { readOnly: boolean; writeOnly: boolean } {
  let { document } = translation;
  let current = property;
  const flags = { readOnly: false, writeOnly: false };
  for (let hops = 0; hops < MAX_HOPS && isRawObject(current); hops++) {
    flags.readOnly ||= current["readOnly"] === true;
    flags.writeOnly ||= current["writeOnly"] === true;
    if (typeof current["$ref"] !== "string") break;
    const target = translation.references.follow(current["$ref"], document);
    if (typeof target === "string") break;
    current = target.value;
    document = target.document;
  }
  return flags;
}

/** In a request, a text in binary format is a file: bytes or a `Blob`, which no JSON Schema type describes. */
export function openBinary(translation: SchemaTranslation, schema: RawObject): RawObject {
  if (!isBinary(schema)) return schema;
  translation.dependsOnDirection = true;
  if (translation.direction === "response") return schema;
  const { type: _, maxLength: _maxLength, minLength: _minLength, ...rest } = schema;
  return rest;
}

/** Additional types of a 64-bit integer in a request: a JavaScript number has only 53 bits. */
const EXACT_TYPES = ["string", "bigint"];
const DIGITS = "^-?[0-9]{1,19}$";

/** In a request, a 64-bit integer may also be a bigint or the text of its digits. `exact-integers.ts` sends it. */
export function openInt64(translation: SchemaTranslation, schema: RawObject): RawObject {
  if (schema["format"] !== "int64" || "enum" in schema || "const" in schema) return schema;
  const types = [schema["type"]].flat();
  if (!types.includes("integer") || !types.every((type) => type === "integer" || type === "null")) return schema;
  translation.dependsOnDirection = true;
  if (translation.direction === "response") return schema;
  return { ...schema, type: [...types, ...EXACT_TYPES], pattern: DIGITS };
}

/** Whether a translated schema is such a 64-bit integer. */
export function isOpenInt64({ format, type }: RawObject): boolean {
  return format === "int64" && Array.isArray(type) && EXACT_TYPES.every((exact) => type.includes(exact));
}

/** A schema of bytes: OpenAPI 3.0's `format: binary`, or 3.1's media type without an encoding. */
export function isBinary(schema: RawObject): boolean {
  if (schema["format"] === "binary") {
    const types = [schema["type"] ?? "string"].flat();
    return types.includes("string") && types.every((type) => type === "string" || type === "null");
  }
  return (
    schema["contentMediaType"] === "application/octet-stream" &&
    schema["contentEncoding"] === undefined &&
    schema["contentSchema"] === undefined
  );
}
