/** Enters a schema, and follows a `$ref` to its target. */
import { enterScope } from "../types/scope.ts";
import type { Explanation, KeywordSpot, Spot } from "./explanation.ts";
import { resolvedRef } from "./explained-root.ts";
import type { Keywords } from "./keywords.ts";

/** The spot, with the scope inside its schema. */
export function entered(spot: Spot, schema: object): KeywordSpot {
  // Spelt out, because spreading costs ten times as much for every schema.
  const { scope, value, path, schemaPath, depth } = spot;
  return { schema, scope, value, path, schemaPath, depth, inner: enterScope(scope, schema) };
}

/** The target of the schema's `$ref`, for the same value. (A `$ref` without a target has already made the root unusable.) */
export function refTarget(explanation: Explanation, spot: KeywordSpot): Spot | undefined {
  if (!hasRef(spot.schema)) return undefined;
  const target = resolvedRef(explanation.root, spot.inner, spot.schema);
  if (target === undefined) return undefined;
  return { ...spot, ...target, schemaPath: `${spot.schemaPath}/$ref`, depth: spot.depth + 1 };
}

function hasRef(schema: Keywords): schema is { $ref: string } {
  return typeof schema.$ref === "string";
}
