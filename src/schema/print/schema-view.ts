/** A JSON Schema as a command line sees it: the kind of value. It only describes; the registry validates. */
import type { Schema } from "./schema-union.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { joinForms, toUnion } from "./schema-union.ts";
import type { SchemaUnion } from "./schema-union.ts";
import { partAt } from "../../shared/json/json-pointer.ts";

export type ValueKind =
  | "text"
  | "base64"
  | "bytes"
  | "number"
  | "integer"
  | "boolean"
  | "choice"
  | "list"
  | "object"
  | "nothing"
  | "any";

export interface SchemaView {
  readonly kind: ValueKind;
  /** The keywords, merged with those of references and `allOf`. */
  readonly schema: Schema;
  readonly isNullable: boolean;
  /** Of a `choice`. */
  readonly choices: readonly unknown[];
  /** The JSON types that the schema names. */
  readonly types: readonly string[];
  /** Of an `object`. */
  readonly properties: ReadonlyMap<string, unknown>;
  readonly required: ReadonlySet<string>;
  /** The schema of all other properties; undefined if there are none. */
  readonly additional: unknown;
  /** Of a `list`. */
  readonly items: unknown;
  /** Of an `object` that has one of several forms. Its own properties are then those of all forms. */
  readonly union: SchemaUnion | undefined;
}

/** How many references one view follows, and how many parts it merges: schemas may be circular, or fan out. */
const MOST_HOPS = 16;
const MOST_PARTS = 200;

/** Reads the parts of one schema. References start at its root. */
export class SchemaReader {
  readonly #root: Schema;
  #parts = 0;

  constructor(root: unknown) {
    this.#root = isRecord(root) ? root : {};
  }

  view(part: unknown = this.#root): SchemaView {
    this.#parts = 0;
    const { schema, isNullable, union } = this.#withoutNull(this.#merged(part, 0));
    const types = [schema["type"] ?? []].flat().filter((type) => typeof type === "string" && type !== "null");
    const choices = this.#choicesOf(schema);
    const { properties, required, additionalProperties } = schema;
    return {
      kind: kindOf(schema, types as string[], choices),
      schema,
      isNullable,
      choices: choices ?? [],
      types: types as string[],
      properties: new Map(isRecord(properties) ? Object.entries(properties) : []),
      required: new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
      additional: additionalProperties === false ? undefined : additionalProperties,
      items: schema["items"] ?? {},
      union,
    };
  }

  /** A part with its references and its `allOf` merged in. */
  #merged(part: unknown, hops: number): Schema {
    if (!isRecord(part) || hops > MOST_HOPS || ++this.#parts > MOST_PARTS) return {};
    const { $ref, allOf, ...own } = part;
    let merged: Schema = own;
    if (typeof $ref === "string") merged = mergeSchemas(this.#merged(partAt(this.#root, $ref), hops + 1), merged);
    if (Array.isArray(allOf)) {
      for (const member of allOf) merged = mergeSchemas(this.#merged(member, hops + 1), merged);
    }
    return merged;
  }

  /** A union of a type and null becomes that type. A union of objects gets the properties of all. */
  #withoutNull(schema: Schema): { schema: Schema; isNullable: boolean; union?: SchemaUnion } {
    const { anyOf, oneOf, ...own } = schema;
    const members = [anyOf ?? oneOf]
      .flat()
      .filter(isRecord)
      .map((member) => this.#merged(member, 1));
    const saysNull = [own["type"]].flat().includes("null") || own["nullable"] === true;
    if (members.length === 0) return { schema, isNullable: saysNull };
    const others = members.filter((member) => member["type"] !== "null" && member["const"] !== null);
    const isNullable = saysNull || others.length < members.length;
    const [only] = others;
    if (others.length === 1 && only !== undefined) return { schema: mergeSchemas(only, own), isNullable };
    if (others.length > 0 && others.every(isObjectLike)) {
      const variants = others.map((member) => mergeSchemas(member, own));
      const union = toUnion(variants.map((schema) => ({ schema, fixed: this.#fixedIn(schema) })));
      return { schema: mergeSchemas(joinForms(others), own), isNullable, union };
    }
    const types = [...new Set(others.flatMap((member) => member["type"] ?? []))];
    const isTyped = others.every((member) => member["type"] !== undefined);
    return { schema: { ...schema, ...(isTyped && own["type"] === undefined ? { type: types } : {}) }, isNullable };
  }

  /** The properties that have one value only. */
  #fixedIn({ properties }: Schema): ReadonlyMap<string, unknown> {
    const entries = Object.entries(isRecord(properties) ? properties : {});
    return new Map(
      entries.flatMap(([name, part]) => {
        const choices = this.#choicesOf(this.#merged(part, 1)) ?? [];
        return choices.length === 1 ? [[name, choices[0]] as const] : [];
      }),
    );
  }

  #choicesOf(schema: Schema): readonly unknown[] | undefined {
    if ("const" in schema) return [schema["const"]];
    if (Array.isArray(schema["enum"])) return schema["enum"].filter((choice) => choice !== null);
    const members = [schema["anyOf"] ?? schema["oneOf"] ?? []].flat().map((member) => this.#merged(member, 1));
    const constants = members.filter((member) => "const" in member).map((member) => member["const"]);
    if (members.length === 0 || constants.length < members.length) return undefined;
    return constants.filter((choice) => choice !== null);
  }
}

/** A schema in which both apply. Where only one value can be kept, `over` wins. */
function mergeSchemas(base: Schema, over: Schema): Schema {
  const merged: Record<string, unknown> = { ...base, ...over };
  if (isRecord(base["properties"]) && isRecord(over["properties"])) {
    merged["properties"] = Object.fromEntries(
      Object.entries(base["properties"]).concat(Object.entries(over["properties"])),
    );
  }
  if (Array.isArray(base["required"]) && Array.isArray(over["required"])) {
    merged["required"] = [...(base["required"] as unknown[]), ...(over["required"] as unknown[])];
  }
  return merged;
}

function isObjectLike(schema: Schema): boolean {
  return schema["type"] === "object" || (schema["type"] === undefined && isRecord(schema["properties"]));
}

function kindOf(schema: Schema, types: readonly string[], choices: readonly unknown[] | undefined): ValueKind {
  if (isBytes(schema, types)) return "bytes";
  if (choices !== undefined) return "choice";
  const [type] = types;
  // The digits as text, if the schema allows them, are only another form of the same number.
  if (schema["format"] === "int64" && types.includes("integer")) return "integer";
  if (types.length > 1) return types.every((one) => one === "number" || one === "integer") ? "number" : "any";
  if (type === "string") return schema["contentEncoding"] === "base64" ? "base64" : "text";
  if (type === "number" || type === "integer" || type === "boolean") return type;
  if (type === "array") return "list";
  if (type === "object" || isObjectLike(schema)) return "object";
  if (type === "undefined" || type === "void") return "nothing";
  return isRecord(schema["not"]) && Object.keys(schema["not"]).length === 0 ? "nothing" : "any";
}

/** OpenAPI 3.0's binary format, 3.1's media type without an encoding, and our own type. */
function isBytes(schema: Schema, types: readonly string[]): boolean {
  if (types.includes("Uint8Array")) return true;
  if (types.some((type) => type !== "string")) return false;
  return (
    schema["format"] === "binary" ||
    (schema["contentMediaType"] === "application/octet-stream" && schema["contentEncoding"] === undefined)
  );
}
