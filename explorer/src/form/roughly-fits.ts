/** Finds the branch of a union that a value belongs to. This is a quick check; the server validates. */
import { isTaggedBytes } from "../json/bytes.ts";
import { isSameJSON } from "../../../src/shared/json/is-same-json.ts";
import { isObject } from "../json/json-path.ts";
import type { SchemaBudget, SchemaDocument } from "./schema-document.ts";
import { acceptsNothing, isOfType } from "./schema-object.ts";
import { shapeOf } from "./shape.ts";
import type { Branch, Shape } from "./shape.ts";

const DEEPEST_CHECK = 6;
const MEMBERS_CHECKED = 50;
/** Schemas that refer to each other could take forever. When the budget is used up, the value counts as fitting. */
const MOST_CHECKS = 2000;

/** Whether a value is of the shape's kind; its members do not matter. */
export function isOfKind(shape: Shape, value: unknown): boolean {
  if (value === null && shape.nullable) return true;
  switch (shape.kind) {
    case "const":
      return isSameJSON(value, shape.value);
    case "enum":
      return shape.values.some((allowed) => isSameJSON(allowed, value));
    case "bytes":
      return shape.form === "tagged" ? isTaggedBytes(value) : typeof value === "string";
    case "union":
    case "json":
      return true;
    default:
      return isOfType(shape.kind, value);
  }
}

/** Whether a value seems to fit the schema, members included. */
export function roughlyFits(document: SchemaDocument, schema: unknown, value: unknown): boolean {
  return check({ document, left: MOST_CHECKS }, { schema, value, depth: 0 });
}

interface Candidate {
  readonly schema: unknown;
  readonly value: unknown;
  readonly depth: number;
}

function check(budget: SchemaBudget, { schema, value, depth }: Candidate): boolean {
  if (depth > DEEPEST_CHECK || budget.left-- <= 0) return true;
  const inner = (part: unknown, member: unknown): boolean =>
    check(budget, { schema: part, value: member, depth: depth + 1 });
  const shape = shapeOf(budget.document, schema);
  if (!isOfKind(shape, value)) return false;
  if (value === null) return true;
  if (shape.kind === "union") return shape.branches.some((branch) => inner(branch.schema, value));
  if (shape.kind === "object" && isObject(value)) return membersFit(shape, value, inner);
  if (shape.kind === "array" && Array.isArray(value)) {
    return value
      .slice(0, MEMBERS_CHECKED)
      .every((item: unknown, index) => inner(shape.prefix[index] ?? shape.items ?? false, item));
  }
  return shape.kind !== "json" || !acceptsNothing(shape.schema);
}

type Inner = (schema: unknown, value: unknown) => boolean;
type ObjectShape = Extract<Shape, { kind: "object" }>;

function membersFit(shape: ObjectShape, value: Readonly<Record<string, unknown>>, inner: Inner): boolean {
  const known = new Map(shape.properties.map((property) => [property.key, property]));
  if (shape.properties.some(({ key, required }) => required && !Object.hasOwn(value, key))) return false;
  return Object.entries(value)
    .slice(0, MEMBERS_CHECKED)
    .every(([key, member]) => {
      const property = known.get(key);
      if (property !== undefined) return inner(property.schema, member);
      if (shape.schema["additionalProperties"] === false && shape.additional === undefined) return false;
      return shape.additional === undefined || inner(shape.additional, member);
    });
}

/** The branch that a value fits, or fits best; -1 without a value. */
export function branchFor(document: SchemaDocument, branches: readonly Branch[], value: unknown): number {
  if (value === undefined) return -1;
  const exact = branches.findIndex((branch) => roughlyFits(document, branch.schema, value));
  if (exact >= 0) return exact;
  const scores = branches.map((branch) => nearness(document, branch, value));
  const best = Math.max(...scores);
  return best < 0 ? -1 : scores.indexOf(best);
}

/** How well a value matches a branch; below zero if it is of another kind. */
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
