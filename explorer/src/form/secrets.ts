/** The parts of an input that nothing here may keep: what the schema calls a password, or says is only ever written. */
import { conditionsOf } from "./conditions.ts";
import { isObject } from "../json/json-path.ts";
import type { Schema } from "./schema.ts";
import type { SchemaDocument } from "./schema-document.ts";

export interface WithoutSecrets {
  readonly value: unknown;
  /** Whether something was taken away. */
  readonly lacksSecret: boolean;
}

/**
 * Finds secrets by all that a schema says of a place, whichever branch or condition holds: to take away too much costs
 * some typing, to keep too much can't be undone.
 */
export class Secrets {
  /** Whether the schema speaks of secrets at all. */
  readonly areKnown: boolean;
  readonly #document: SchemaDocument;
  readonly #applying = new WeakMap<Schema, readonly Schema[]>();

  constructor(document: SchemaDocument) {
    this.#document = document;
    this.areKnown = mentionsSecret(document.root);
  }

  /** A copy without them. Members go; items are emptied, so that others keep their places. */
  strip(value: unknown): WithoutSecrets {
    if (!this.areKnown) return { value, lacksSecret: false };
    const found = { any: false };
    return { value: this.#strip([this.#document.root], value, found), lacksSecret: found.any };
  }

  #strip(parts: readonly unknown[], value: unknown, found: { any: boolean }): unknown {
    const schemas = [...new Set(parts.filter(isObject).flatMap((part) => this.#schemasAt(part)))];
    if (value !== null && value !== "" && schemas.some(isSecret)) {
      found.any = true;
      return undefined;
    }
    if (Array.isArray(value)) {
      return value.map((item: unknown, index) => {
        const inner = schemas.flatMap((schema) => itemSchemas(schema, index));
        return this.#strip(inner, item, found) ?? (typeof item === "string" ? "" : null);
      });
    }
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([key, member]): [string, unknown] => {
      const inner = schemas.flatMap((schema) => memberSchemas(schema, key));
      return [key, this.#strip(inner, member, found)];
    });
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  }

  /** Everything that may hold where the schema does: references, branches, conditions. */
  #schemasAt(part: Schema): readonly Schema[] {
    const known = this.#applying.get(part);
    if (known !== undefined) return known;
    const parts = new Set<unknown>([part]);
    const schemas: Schema[] = [];
    // A set also gives what is added on the way, and each only once: references may go round.
    for (const next of parts) {
      const { schema, others } = this.#document.parts(next);
      const branches = ["anyOf", "oneOf"].flatMap((keyword) => listOf(schema[keyword]));
      const conditional = conditionsOf(schema).flatMap((condition) => [condition.if, condition.then, condition.else]);
      for (const other of [...others, ...branches, ...conditional]) if (isObject(other)) parts.add(other);
      schemas.push(schema);
    }
    this.#applying.set(part, schemas);
    return schemas;
  }
}

function isSecret({ format, writeOnly }: Schema): boolean {
  return format === "password" || writeOnly === true;
}

/** Patterns are not tried: they come from outside, and may take for ever. */
function memberSchemas(schema: Schema, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const isListed = isObject(properties) && Object.hasOwn(properties, key);
  return [
    ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
    ...(isListed ? [properties[key]] : [additionalProperties, unevaluatedProperties]),
  ];
}

function itemSchemas(schema: Schema, index: number): unknown[] {
  const { prefixItems, items, additionalItems, unevaluatedItems, contains } = schema;
  // Draft 7 writes tuples as a list of `items`.
  const places = Array.isArray(items) ? listOf(items) : listOf(prefixItems);
  const rest = Array.isArray(items) ? additionalItems : items;
  return [index < places.length ? places[index] : rest, unevaluatedItems, contains];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mentionsSecret(root: Schema): boolean {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isObject(next) && isSecret(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    for (const inner of Object.values(next)) if (typeof inner === "object" && inner !== null) waiting.push(inner);
  }
  return false;
}
