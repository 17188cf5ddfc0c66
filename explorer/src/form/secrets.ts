/** The parts of an input that the page must not store: passwords and `writeOnly` values. */
import { conditionsOf } from "./conditions.ts";
import { isObject, listOf } from "../json/json-path.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { tupleOf } from "./schema-object.ts";
import type { SchemaObject } from "./schema-object.ts";

export interface WithoutSecrets {
  readonly value: unknown;
  /** Whether `strip` removed something. */
  readonly lacksSecret: boolean;
}

/**
 * Finds secrets by everything that the schema says about a value, in any branch or condition. Removing too much costs
 * some typing; a stored secret cannot be taken back.
 */
export class Secrets {
  /** Whether the schema mentions secrets at all. */
  readonly areKnown: boolean;
  readonly #document: SchemaDocument;
  readonly #applying = new WeakMap<SchemaObject, readonly SchemaObject[]>();

  constructor(document: SchemaDocument) {
    this.#document = document;
    this.areKnown = mentionsSecret(document.root);
  }

  /** A copy without secrets. Members are removed; items become empty, so that the others keep their index. */
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

  /** All schemas that may apply together with this one: references, branches, conditions. */
  #schemasAt(part: SchemaObject): readonly SchemaObject[] {
    const known = this.#applying.get(part);
    if (known !== undefined) return known;
    const parts = new Set<unknown>([part]);
    const schemas: SchemaObject[] = [];
    // Iterating a set also visits values added meanwhile, each once: references may form a circle.
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

function isSecret({ format, writeOnly }: SchemaObject): boolean {
  return format === "password" || writeOnly === true;
}

/** Takes the schema of every pattern without running it: patterns come from outside and may take forever. */
function memberSchemas(schema: SchemaObject, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const isListed = isObject(properties) && Object.hasOwn(properties, key);
  return [
    ...(isObject(patternProperties) ? Object.values(patternProperties) : []),
    ...(isListed ? [properties[key]] : [additionalProperties, unevaluatedProperties]),
  ];
}

function itemSchemas(schema: SchemaObject, index: number): unknown[] {
  const { prefix, rest } = tupleOf(schema);
  return [index < prefix.length ? prefix[index] : rest, schema["unevaluatedItems"], schema["contains"]];
}

function mentionsSecret(root: SchemaObject): boolean {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isObject(next) && isSecret(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    for (const inner of Object.values(next)) if (typeof inner === "object" && inner !== null) waiting.push(inner);
  }
  return false;
}
