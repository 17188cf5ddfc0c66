/** Which branch of a union a value belongs to: a quick look, not a validation, which is the server's. */
import { base64Size, isTaggedBytes } from "../json/bytes.ts";
import { isSameJSON } from "../../../src/shared/is-same-json.ts";
import { isObject } from "../json/json-path.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { shapeOf } from "./shape.ts";
import type { Branch, Shape } from "./shape.ts";

const DEEPEST_LOOK = 6;
const MEMBERS_LOOKED_AT = 50;
/** Schemas that refer to each other in many ways would take for ever; who looks this long takes it as fitting. */
const MOST_LOOKS = 2000;

interface Look {
  readonly document: SchemaDocument;
  left: number;
}

/** Whether a value is of the shape's kind, whatever its members. */
export function isOfKind(shape: Shape, value: unknown): boolean {
  if (value === null && shape.nullable) return true;
  switch (shape.kind) {
    case "string":
      return typeof value === "string";
    case "number":
      return typeof value === "number";
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "const":
      return isSameJSON(value, shape.value);
    case "enum":
      return shape.values.some((allowed) => isSameJSON(allowed, value));
    case "bytes":
      return shape.form === "tagged" ? isTaggedBytes(value) : typeof value === "string" && base64Size(value) >= 0;
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "union":
    case "json":
      return true;
  }
}

/** Whether a value looks as the schema wants it, members included. */
export function roughlyFits(document: SchemaDocument, schema: unknown, value: unknown): boolean {
  return looksRight({ document, left: MOST_LOOKS }, { schema, value, depth: 0 });
}

interface Looked {
  readonly schema: unknown;
  readonly value: unknown;
  readonly depth: number;
}

function looksRight(look: Look, { schema, value, depth }: Looked): boolean {
  if (depth > DEEPEST_LOOK || look.left-- <= 0) return true;
  const inner = (part: unknown, member: unknown): boolean =>
    looksRight(look, { schema: part, value: member, depth: depth + 1 });
  const shape = shapeOf(look.document, schema);
  if (!isOfKind(shape, value)) return false;
  if (value === null) return true;
  if (shape.kind === "union") return shape.branches.some((branch) => inner(branch.schema, value));
  if (shape.kind === "object" && isObject(value)) return membersFit(shape, value, inner);
  if (shape.kind === "array" && Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items
      .slice(0, MEMBERS_LOOKED_AT)
      .every((item, index) => inner(shape.prefix[index] ?? shape.items ?? false, item));
  }
  return shape.kind !== "json" || !isClosed(shape.schema);
}

type Inner = (schema: unknown, value: unknown) => boolean;
type ObjectShape = Extract<Shape, { kind: "object" }>;

function membersFit(shape: ObjectShape, value: Readonly<Record<string, unknown>>, inner: Inner): boolean {
  const known = new Map(shape.properties.map((property) => [property.key, property]));
  if (shape.properties.some(({ key, required }) => required && !Object.hasOwn(value, key))) return false;
  return Object.entries(value)
    .slice(0, MEMBERS_LOOKED_AT)
    .every(([key, member]) => {
      const property = known.get(key);
      if (property !== undefined) return inner(property.schema, member);
      if (shape.schema["additionalProperties"] === false && shape.additional === undefined) return false;
      return shape.additional === undefined || inner(shape.additional, member);
    });
}

/** A schema that nothing fits, as `false` does. */
function isClosed(schema: Readonly<Record<string, unknown>>): boolean {
  return isObject(schema["not"]) && Object.keys(schema["not"]).length === 0;
}

/** The branch that a value belongs to, or comes nearest to; -1 for no value. */
export function branchFor(document: SchemaDocument, branches: readonly Branch[], value: unknown): number {
  if (value === undefined) return -1;
  const exact = branches.findIndex((branch) => roughlyFits(document, branch.schema, value));
  if (exact >= 0) return exact;
  const scores = branches.map((branch) => nearness(document, branch, value));
  const best = Math.max(...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}

/** How much speaks for a branch; below zero where the value is of another kind. */
function nearness(document: SchemaDocument, branch: Branch, value: unknown): number {
  const shape = shapeOf(document, branch.schema);
  if (!isOfKind(shape, value)) return -1;
  if (shape.kind !== "object" || !isObject(value)) return 1;
  let score = 1;
  for (const { key, schema } of shape.properties) {
    if (!Object.hasOwn(value, key)) continue;
    const member = shapeOf(document, schema);
    if (member.kind === "const") score += isOfKind(member, value[key]) ? 100 : -50;
    else if (isOfKind(member, value[key])) score += 1;
  }
  return Math.max(0, score);
}
