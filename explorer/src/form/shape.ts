/** What kind of field a schema asks for: one level, its members stay schemas until they are shown. */
import { isObject } from "../json/json-path.ts";
import type { Schema } from "./schema.ts";
import type { SchemaDocument } from "./schema-document.ts";

interface Described {
  readonly schema: Schema;
  /** Whether `null` fits too. */
  readonly nullable: boolean;
}

export interface PropertyShape {
  readonly key: string;
  readonly schema: unknown;
  readonly required: boolean;
}

export interface Branch {
  readonly label: string;
  readonly schema: Schema;
}

export type Shape = Described &
  (
    | { readonly kind: "string" | "number" | "integer" | "boolean" | "null" | "json" }
    | { readonly kind: "const"; readonly value: unknown }
    | { readonly kind: "enum"; readonly values: readonly unknown[]; readonly labels: readonly string[] }
    /** `base64`: a text; `tagged`: `{ "$bytes": … }`. */
    | { readonly kind: "bytes"; readonly form: "base64" | "tagged" }
    | {
        readonly kind: "object";
        readonly properties: readonly PropertyShape[];
        /** Of members with names of one's own choice; undefined where there are none. */
        readonly additional: unknown;
      }
    | { readonly kind: "array"; readonly prefix: readonly unknown[]; readonly items: unknown }
    | { readonly kind: "union"; readonly branches: readonly Branch[] }
  );

/** References that come back to themselves through choices only. */
const DEEPEST_CHOICE = 16;

export function shapeOf(document: SchemaDocument, part: unknown, depth = 0): Shape {
  const schema = document.effective(part);
  const described = { schema, nullable: schema["nullable"] === true };
  if (depth > DEEPEST_CHOICE) return { ...described, kind: "json" };
  if (Object.hasOwn(schema, "const")) return { ...described, kind: "const", value: schema["const"] };
  if (Array.isArray(schema["enum"])) return enumShape(described, schema["enum"]);
  const choices = choicesOf(schema);
  if (choices !== undefined) return choiceShape({ document, described, depth }, choices);
  return plainShape(described);
}

function enumShape(described: Described, values: readonly unknown[]): Shape {
  const [only] = values;
  if (values.length === 1) return { ...described, kind: "const", value: only };
  return { ...described, kind: "enum", values, labels: values.map(labelOfValue) };
}

export function labelOfValue(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `anyOf` and `oneOf`, or a list of types; what stands beside them holds for every choice. */
function choicesOf(schema: Schema): readonly unknown[] | undefined {
  for (const keyword of ["anyOf", "oneOf"]) {
    const { [keyword]: choices, ...base } = schema;
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const { title: _, description: __, default: ___, examples: ____, ...shared } = base;
    return choices.map((choice: unknown) => (Object.keys(shared).length === 0 ? choice : { allOf: [shared, choice] }));
  }
  const { type } = schema;
  return Array.isArray(type) && type.length > 0 ? type.map((one: unknown) => ({ ...schema, type: one })) : undefined;
}

interface ChoiceContext {
  readonly document: SchemaDocument;
  readonly described: Described;
  readonly depth: number;
}

function choiceShape({ document, described, depth }: ChoiceContext, choices: readonly unknown[]): Shape {
  const schemas = choices
    .map((choice) => document.effective(choice))
    .filter((schema) => !("not" in schema && isObject(schema["not"]) && Object.keys(schema["not"]).length === 0));
  const present = schemas.filter((schema) => schema["type"] !== "null" && schema["const"] !== null);
  const nullable = described.nullable || present.length < schemas.length;
  const [only] = present;
  if (only === undefined) return { ...described, kind: "null", nullable: true };
  if (present.length === 1) {
    const inner = shapeOf(document, only, depth + 1);
    return { ...inner, nullable: nullable || inner.nullable, schema: withOuterWords(inner.schema, described.schema) };
  }
  const constants = present.map(constantOf);
  if (constants.every((constant) => constant !== undefined)) {
    const labels = constants.map(({ value }, index) => textOf(present[index]?.["title"]) ?? labelOfValue(value));
    return { ...described, nullable, kind: "enum", values: constants.map(({ value }) => value), labels };
  }
  // Not by their shapes: branches that are unions of each other would be looked at without end.
  const branches = present.map((schema, index) => ({ label: branchLabel(schema, index), schema }));
  return { ...described, nullable, kind: "union", branches };
}

function constantOf(schema: Schema): { readonly value: unknown } | undefined {
  if (Object.hasOwn(schema, "const")) return { value: schema["const"] };
  const values = schema["enum"];
  return Array.isArray(values) && values.length === 1 ? { value: values[0] as unknown } : undefined;
}

/** The words of the union describe the field better than those of its only real choice. */
function withOuterWords(inner: Schema, outer: Schema): Schema {
  const words = ["title", "description", "default", "examples"].filter((word) => Object.hasOwn(outer, word));
  return words.length === 0 ? inner : { ...inner, ...Object.fromEntries(words.map((word) => [word, outer[word]])) };
}

function branchLabel(schema: Schema, index: number): string {
  const title = textOf(schema["title"]);
  if (title !== undefined) return title;
  const constant = constantOf(schema);
  if (constant !== undefined) return labelOfValue(constant.value);
  if (choicesOf(schema) !== undefined || Array.isArray(schema["enum"])) return `choice ${String(index + 1)}`;
  const { kind } = plainShape({ schema, nullable: false });
  if (kind === "object") return discriminatorOf(schema) ?? requiredNames(schema) ?? `object ${String(index + 1)}`;
  if (kind === "string") return textOf(schema["format"]) ?? "text";
  if (kind === "array") return "list";
  return kind === "json" ? "anything" : kind;
}

/** `type: "circle"`, where a member is a constant. */
function discriminatorOf(schema: Schema): string | undefined {
  for (const [key, member] of Object.entries(isObject(schema["properties"]) ? schema["properties"] : {})) {
    if (isObject(member) && Object.hasOwn(member, "const")) return `${key}: ${labelOfValue(member["const"])}`;
  }
  return undefined;
}

function requiredNames(schema: Schema): string | undefined {
  const names = Array.isArray(schema["required"])
    ? schema["required"]
    : Object.keys(isObject(schema["properties"]) ? schema["properties"] : {});
  return names.length === 0 ? undefined : `with ${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
}

function plainShape(described: Described): Shape {
  const { schema } = described;
  const type = schema["type"] ?? impliedType(schema);
  if (isBytesSchema(schema, type))
    return { ...described, kind: "bytes", form: type === "string" ? "base64" : "tagged" };
  if (type === "object") return objectShape(described);
  if (type === "array") return arrayShape(described);
  return { ...described, kind: SCALARS.find((scalar) => scalar === type) ?? "json" };
}

const SCALARS = ["string", "number", "integer", "boolean", "null"] as const;

function impliedType(schema: Schema): string | undefined {
  if (isObject(schema["properties"]) || isObject(schema["additionalProperties"])) return "object";
  return schema["items"] !== undefined || schema["prefixItems"] !== undefined ? "array" : undefined;
}

function isBytesSchema(schema: Schema, type: unknown): boolean {
  if (type === "string") return schema["contentEncoding"] === "base64" || schema["format"] === "byte";
  if (type === undefined)
    return schema["format"] === "binary" || schema["contentMediaType"] === "application/octet-stream";
  const { properties } = schema;
  return type === "object" && isObject(properties) && Object.keys(properties).join() === "$bytes";
}

function objectShape(described: Described): Shape {
  const { properties, required, additionalProperties, patternProperties } = described.schema;
  const names = new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []);
  const listed = Object.entries(isObject(properties) ? properties : {}).map(([key, schema]) => ({
    key,
    schema,
    required: names.has(key),
  }));
  const unlisted = [...names].filter((name) => !isObject(properties) || !Object.hasOwn(properties, name));
  const byPattern = isObject(patternProperties) ? Object.values(patternProperties) : [];
  const isOpen = !isObject(properties) && additionalProperties !== false;
  const additional = byPattern.length === 1 ? byPattern[0] : (additionalProperties ?? (isOpen ? true : undefined));
  return {
    ...described,
    kind: "object",
    properties: [
      ...listed,
      ...unlisted.map((key) => ({ key, schema: additional === false ? true : (additional ?? true), required: true })),
    ],
    additional: additional === false ? undefined : additional,
  };
}

function arrayShape(described: Described): Shape {
  const { items, prefixItems, additionalItems } = described.schema;
  // Draft 7 writes tuples as a list of `items`.
  if (Array.isArray(items))
    return {
      ...described,
      kind: "array",
      prefix: items,
      items: additionalItems === false ? undefined : additionalItems,
    };
  const prefix: readonly unknown[] = Array.isArray(prefixItems) ? prefixItems : [];
  return { ...described, kind: "array", prefix, items: items === false ? undefined : (items ?? true) };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
