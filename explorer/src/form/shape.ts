/** The kind of field that a schema asks for. It reads one level; members stay schemas until the form shows them. */
import { isObject } from "../json/json-path.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { acceptsNothing, tupleOf } from "./schema-object.ts";
import type { SchemaObject } from "./schema-object.ts";

interface Described {
  readonly schema: SchemaObject;
  /** Whether `null` is valid too. */
  readonly nullable: boolean;
}

export interface PropertyShape {
  readonly key: string;
  readonly schema: unknown;
  readonly required: boolean;
}

export interface Branch {
  readonly label: string;
  readonly schema: SchemaObject;
}

export type Shape = Described &
  (
    | { readonly kind: "string" | "number" | "integer" | "boolean" | "null" | "json" }
    | { readonly kind: "const"; readonly value: unknown }
    | { readonly kind: "enum"; readonly values: readonly unknown[]; readonly labels: readonly string[] }
    /** `base64` is a string, `tagged` is `{ "$bytes": … }`. */
    | { readonly kind: "bytes"; readonly form: "base64" | "tagged" }
    | {
        readonly kind: "object";
        readonly properties: readonly PropertyShape[];
        /** The schema of members that the user names; undefined if the schema allows none. */
        readonly additional: unknown;
      }
    | { readonly kind: "array"; readonly prefix: readonly unknown[]; readonly items: unknown }
    | { readonly kind: "union"; readonly branches: readonly Branch[] }
  );

/** Stops references that lead back to themselves through choices only. */
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

/** The choices of `anyOf`, `oneOf` or a list of types. Keywords beside them apply to every choice. */
function choicesOf(schema: SchemaObject): readonly unknown[] | undefined {
  for (const keyword of ["anyOf", "oneOf"]) {
    const { [keyword]: choices, ...base } = schema;
    if (!Array.isArray(choices) || choices.length === 0) continue;
    const { title: _, description: __, default: ___, examples: ____, ...shared } = base;
    return choices.map((choice: unknown) => (Object.keys(shared).length === 0 ? choice : { allOf: [shared, choice] }));
  }
  const { type: given, format } = schema;
  if (!Array.isArray(given)) return undefined;
  // A 64-bit integer may also be a string of digits: a person need not choose between the two.
  const type: unknown[] =
    format === "int64" && given.includes("integer") ? given.filter((one) => one !== "string") : given;
  return type.length > 0 ? type.map((one: unknown) => ({ ...schema, type: one })) : undefined;
}

interface ChoiceContext {
  readonly document: SchemaDocument;
  readonly described: Described;
  readonly depth: number;
}

function choiceShape({ document, described, depth }: ChoiceContext, choices: readonly unknown[]): Shape {
  const schemas = choices.map((choice) => document.effective(choice)).filter((schema) => !acceptsNothing(schema));
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
  // Do not read the shapes of the branches here: unions of each other would never end.
  const branches = present.map((schema, index) => ({ label: branchLabel(schema, index), schema }));
  return { ...described, nullable, kind: "union", branches };
}

function constantOf(schema: SchemaObject): { readonly value: unknown } | undefined {
  if (Object.hasOwn(schema, "const")) return { value: schema["const"] };
  const values = schema["enum"];
  return Array.isArray(values) && values.length === 1 ? { value: values[0] as unknown } : undefined;
}

/** The title and description of the union describe the field better than those of its only choice. */
function withOuterWords(inner: SchemaObject, outer: SchemaObject): SchemaObject {
  const words = ["title", "description", "default", "examples"].filter((word) => Object.hasOwn(outer, word));
  return words.length === 0 ? inner : { ...inner, ...Object.fromEntries(words.map((word) => [word, outer[word]])) };
}

function branchLabel(schema: SchemaObject, index: number): string {
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

/** `type: circle`, if a member is a constant. */
function discriminatorOf(schema: SchemaObject): string | undefined {
  for (const [key, member] of Object.entries(isObject(schema["properties"]) ? schema["properties"] : {})) {
    if (isObject(member) && Object.hasOwn(member, "const")) return `${key}: ${labelOfValue(member["const"])}`;
  }
  return undefined;
}

function requiredNames(schema: SchemaObject): string | undefined {
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

function impliedType(schema: SchemaObject): string | undefined {
  if (isObject(schema["properties"]) || isObject(schema["additionalProperties"])) return "object";
  return schema["items"] !== undefined || schema["prefixItems"] !== undefined ? "array" : undefined;
}

function isBytesSchema(schema: SchemaObject, type: unknown): boolean {
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
  const isDraft7Tuple = Array.isArray(described.schema["items"]);
  const { prefix, rest = isDraft7Tuple ? undefined : true } = tupleOf(described.schema);
  return { ...described, kind: "array", prefix, items: rest === false ? undefined : rest };
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
