/** Going into a schema, and from a `$ref` to what it points at. */
import { enterScope } from "../engine/engine.ts";
import type { Explanation, KeywordSpot, Spot } from "./explanation.ts";
import { resolvedRef } from "./explained-root.ts";
import type { Keywords } from "./keywords.ts";

/** The spot with the scope inside its schema. */
export function entered(spot: Spot, schema: object): KeywordSpot {
  // Spelt out: spreading costs ten times as much, once per schema looked at.
  const { scope, value, path, schemaPath, depth } = spot;
  return { schema, scope, value, path, schemaPath, depth, inner: enterScope(scope, schema) };
}

/** Where the schema's `$ref` leads, for the same value. (One that leads nowhere has made the root unusable already.) */
export function refTarget(explanation: Explanation, spot: KeywordSpot): Spot | undefined {
  if (!hasRef(spot.schema)) return undefined;
  const target = resolvedRef(explanation.root, spot.inner, spot.schema);
  if (target === undefined) return undefined;
  return { ...spot, ...target, schemaPath: `${spot.schemaPath}/$ref`, depth: spot.depth + 1 };
}

function hasRef(schema: Keywords): schema is { $ref: string } {
  return typeof schema.$ref === "string";
}
