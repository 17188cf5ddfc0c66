import { partAt } from "../../shared/json/json-pointer.ts";
import { isSchemaObject } from "../types/scope.ts";
import { shorten } from "../../shared/short-text.ts";
import type { PlainSchema } from "../standard/plain-schema.ts";

/** The depths to try, the deepest first. */
const DEPTHS = [4, 3, 2, 1, 0];

/** The most parts of an outline, because references turn small schemas into wide trees. */
const MOST_PARTS = 500;
const MOST_CHOICES = 20;
const LONGEST_DESCRIPTION = 120;

/** Outlines of a schema, the deepest first. */
export function* outlinesOf(schema: PlainSchema): Generator<PlainSchema> {
  for (const depth of DEPTHS) yield new SchemaOutline(schema).of(schema, depth);
}

/** A schema in short: names, types and choices, without references. It accepts more than the schema does. */
class SchemaOutline {
  readonly #root: PlainSchema;
  #parts = 0;

  constructor(root: PlainSchema) {
    this.#root = root;
  }

  of(part: unknown, depth: number): PlainSchema {
    if (!isSchemaObject(part) || ++this.#parts > MOST_PARTS) return {};
    const schema = this.#resolved(part);
    const { type, description, required, const: only, enum: choices } = schema;
    return {
      ...(type === undefined ? {} : { type }),
      ...(typeof description === "string" ? { description: shorten(description, LONGEST_DESCRIPTION) } : {}),
      ...(only === undefined ? {} : { const: only }),
      ...(Array.isArray(choices) && choices.length <= MOST_CHOICES ? { enum: choices } : {}),
      ...(depth === 0 ? {} : this.#inner(schema, depth - 1)),
      ...(depth > 0 && Array.isArray(required) ? { required } : {}),
    };
  }

  #inner(schema: PlainSchema, depth: number): PlainSchema {
    const { properties, items } = schema;
    const outline: Record<string, unknown> = {};
    if (isSchemaObject(properties)) {
      outline["properties"] = Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, this.of(property, depth)]),
      );
    }
    if (isSchemaObject(items)) outline["items"] = this.of(items, depth);
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      const choices = schema[keyword];
      if (Array.isArray(choices) && choices.length <= MOST_CHOICES) {
        outline[keyword] = choices.map((choice) => this.of(choice, depth));
      }
    }
    return outline;
  }

  /** Keywords beside a reference take precedence over those of its target. */
  #resolved(schema: PlainSchema): PlainSchema {
    let [resolved, hops] = [schema, 0];
    while (typeof resolved["$ref"] === "string" && hops++ < 10) {
      const { $ref, ...own } = resolved;
      const target = partAt(this.#root, $ref);
      resolved = { ...(isSchemaObject(target) ? target : {}), ...own };
    }
    return resolved;
  }
}
