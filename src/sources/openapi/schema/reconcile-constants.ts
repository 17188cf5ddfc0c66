/**
 * A `type` and an `enum` (or `const`) that contradict each other accept nothing. Documents mean the values: they are
 * read as the type if that loses nothing (`"1"` as 1). Otherwise the type is ignored.
 */
import { sameInOtherType } from "../../../shared/json/same-in-other-type.ts";
import type { RawObject } from "../document/raw-object.ts";
import { addFinding } from "./schema-translation.ts";
import type { KeywordPath, SchemaTranslation } from "./schema-translation.ts";

/** Returns `schema` itself if its constants fit its type. */
export function reconcileConstants(translation: SchemaTranslation, schema: RawObject, path: KeywordPath): RawObject {
  const keyword = Array.isArray(schema["enum"]) ? "enum" : "const";
  const types = typesOf(schema);
  if (types === undefined || !Object.hasOwn(schema, keyword)) return schema;
  const values = keyword === "enum" ? (schema["enum"] as unknown[]) : [schema["const"]];
  if (values.every((value) => isOfType(value, types))) return schema;
  const read = values.map((value) => readAs(value, types));
  const shown = `${keyword === "enum" ? "the values of its enum do" : "its const does"} not fit the type ${types.join(" or ")}`;
  if (read.every((value) => value !== undefined)) {
    addFinding(translation, path, { kind: "repaired", why: `${shown}, so they are read as that type` });
    return { ...schema, [keyword]: keyword === "enum" ? [...new Set(read)] : read[0] };
  }
  addFinding(translation, path, { kind: "repaired", why: `${shown}, so the type is ignored` });
  const { type: _type, ...rest } = schema;
  return rest;
}

function typesOf({ type, nullable }: RawObject): string[] | undefined {
  const types: unknown[] = Array.isArray(type) ? type : [type];
  if (!types.every((one) => typeof one === "string")) return undefined;
  return nullable === true ? [...types, "null"] : types;
}

/** The value itself, or the same value in one of the types. */
function readAs(value: unknown, types: readonly string[]): unknown {
  if (isOfType(value, types)) return value;
  const other = sameInOtherType(value);
  return other !== undefined && isOfType(other, types) ? other : undefined;
}

function isOfType(value: unknown, types: readonly string[]): boolean {
  return types.some((type) => {
    if (type === "null") return value === null;
    if (type === "array") return Array.isArray(value);
    if (type === "integer") return Number.isInteger(value);
    if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
    return typeof value === type;
  });
}
