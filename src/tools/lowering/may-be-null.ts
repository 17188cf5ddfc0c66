import { isSchemaObject } from "../../schema/types/scope.ts";
import type { PlainSchema } from "../../schema/standard/plain-schema.ts";
import { impliedTypes } from "./json-types.ts";
import { literalsOf } from "./merge-schemas.ts";

const DEEPEST = 20;

/** Whether null may fit a schema. A no is certain, a yes is not. */
export function mayBeNull(schema: unknown, targetOf: (schema: PlainSchema) => unknown, depth = 0): boolean {
  if (!isSchemaObject(schema) || depth > DEEPEST) return schema !== false;
  const inner = (part: unknown): boolean => mayBeNull(part, targetOf, depth + 1);
  const { $ref, allOf, anyOf, oneOf } = schema;
  if (typeof $ref === "string" && !inner(targetOf(schema))) return false;
  if (Array.isArray(allOf) && !allOf.every(inner)) return false;
  for (const choices of [anyOf, oneOf]) if (Array.isArray(choices) && !choices.some(inner)) return false;
  const literals = literalsOf(schema);
  if (literals !== undefined) return literals.includes(null);
  return impliedTypes(schema).includes("null");
}
