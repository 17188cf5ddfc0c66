import { targetOf } from "../graph/schema-graph.ts";
import { isSchemaObject } from "../types/scope.ts";
import type { PlainSchema } from "../standard/plain-schema.ts";

/** The names of the parts of a schema: its properties, `items` for the items of an array. */
export function partNames(root: PlainSchema, schema: PlainSchema = root): string[] {
  return [...new Set(variantsOf(root, schema).flatMap(ownNames))];
}

/**
 * The schema of a part, by the names that lead to it (`items/user`); undefined if there is none. References are
 * followed, and choices are looked through.
 */
export function partOf(root: PlainSchema, path: readonly string[]): PlainSchema | undefined {
  let found = root;
  for (const name of path) {
    const next = variantsOf(root, found)
      .map((variant) => childOf(variant, name))
      .find(isSchemaObject);
    if (next === undefined) return undefined;
    found = next;
  }
  const { $defs, definitions } = root;
  // What the part refers to is at the root.
  return { ...found, ...($defs === undefined ? {} : { $defs }), ...(definitions === undefined ? {} : { definitions }) };
}

/** A hostile schema may refer to itself without end. */
const MOST_VARIANTS = 200;

/** A schema, the schema that it refers to, and those that it combines. */
function variantsOf(root: PlainSchema, schema: PlainSchema): PlainSchema[] {
  const variants = [schema];
  for (const variant of variants) {
    if (variants.length > MOST_VARIANTS) break;
    const { $ref } = variant;
    const referred = typeof $ref === "string" ? [targetOf(root, $ref)] : [];
    const combined = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => variant[keyword] ?? []);
    for (const next of [...referred, ...combined])
      if (isSchemaObject(next) && !variants.includes(next)) variants.push(next);
  }
  return variants;
}

function ownNames({ properties, items }: PlainSchema): string[] {
  return [...(isSchemaObject(properties) ? Object.keys(properties) : []), ...(isSchemaObject(items) ? ["items"] : [])];
}

function childOf({ properties, items }: PlainSchema, name: string): unknown {
  if (isSchemaObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return name === "items" ? items : undefined;
}
