import { isSchemaObject } from "../types/scope.ts";
import { mapSchema } from "./plain-schema.ts";
import type { PlainSchema } from "./plain-schema.ts";

export interface WrapOptions {
  /** The property that holds the value. */
  readonly property: string;
  /** Whether the property holds a list of such values. */
  readonly list?: boolean;
}

/**
 * An object schema around another schema. References that start at the root of the inner schema are moved to its new
 * place, so that they stay correct.
 */
export function wrapSchema(inner: PlainSchema, { property, list = false }: WrapOptions): PlainSchema {
  const { $schema, ...schema } = inner;
  const moved = moveReferences(schema, `#/properties/${property}${list ? "/items" : ""}`);
  return {
    ...($schema === undefined ? {} : { $schema }),
    type: "object",
    properties: { [property]: list ? { type: "array", items: moved } : moved },
    required: [property],
  };
}

function moveReferences(schema: PlainSchema, place: string): PlainSchema {
  // A schema with its own `$id` is the root of everything in it.
  if (hasOwnBase(schema)) return schema;
  const own = new Set<unknown>();
  mapSchema(schema, (part) => {
    if (hasOwnBase(part)) collect(part, own);
    return part;
  });
  return mapSchema(schema, (part) => {
    const { $ref } = part;
    if (own.has(part) || typeof $ref !== "string" || !/^#(\/|$)/.test($ref)) return part;
    return { ...part, $ref: `${place}${$ref.slice(1)}` };
  });
}

function hasOwnBase(schema: PlainSchema): boolean {
  const id = schema["$id"];
  return typeof id === "string" && !id.startsWith("#");
}

function collect(value: unknown, into: Set<unknown>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  if (!isSchemaObject(value)) return;
  into.add(value);
  for (const item of Object.values(value)) collect(item, into);
}
