/** A schema with everything that its `$ref`s can reach, read one level at a time so that recursion costs nothing. */
import { withConditions } from "./conditions.ts";
import { isObject, memberOf } from "../json/json-path.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import type { Schema } from "./schema.ts";

/** References that lead to references: more than this is a circle. */
const LONGEST_CHAIN = 24;

const DEFINITIONS = ["$defs", "definitions"] as const;

export class SchemaDocument {
  readonly root: Schema;
  readonly #effective = new WeakMap<Schema, Schema>();
  #byName: ReadonlyMap<string, Schema> | undefined;

  constructor(root: unknown) {
    this.root = toSchema(root);
  }

  /** The schema with its own references followed and its `allOf` merged; members are left as they are. */
  effective(part: unknown): Schema {
    const schema = toSchema(part);
    const known = this.#effective.get(schema);
    if (known !== undefined) return known;
    const effective = this.#read(schema, 0);
    this.#effective.set(schema, effective);
    return effective;
  }

  /** The schema's own keywords, and the schemas that must fit as well: nothing is merged. */
  parts(part: unknown): { readonly schema: Schema; readonly others: readonly unknown[] } {
    const { $ref, $dynamicRef, allOf, ...own } = toSchema(part);
    const ref = $ref ?? $dynamicRef;
    const others: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
    return { schema: withConditions(own), others: typeof ref === "string" ? [this.#target(ref), ...others] : others };
  }

  #read(schema: Schema, depth: number): Schema {
    if (depth > LONGEST_CHAIN) return {};
    const { $ref, $dynamicRef, allOf, ...own } = schema;
    const ref = $ref ?? $dynamicRef;
    let result = withConditions(own);
    if (typeof ref === "string") result = mergeSchemas(this.#read(this.#target(ref), depth + 1), result);
    if (Array.isArray(allOf)) {
      for (const part of allOf) result = mergeSchemas(result, this.#read(toSchema(part), depth + 1));
    }
    return result;
  }

  #target(ref: string): Schema {
    if (ref === "#") return this.root;
    if (ref.startsWith("#/")) return toSchema(this.#atPointer(ref.slice(2)));
    return this.#names().get(ref.replace(/^#/, "")) ?? this.#names().get(ref) ?? {};
  }

  #atPointer(pointer: string): unknown {
    return pointer.split("/").reduce<unknown>((value, token) => {
      const name = decoded(token).replaceAll("~1", "/").replaceAll("~0", "~");
      return memberOf(value, Array.isArray(value) ? Number(name) : name);
    }, this.root);
  }

  /** Definitions by key, `$id` and anchor. */
  #names(): ReadonlyMap<string, Schema> {
    if (this.#byName !== undefined) return this.#byName;
    const names = new Map<string, Schema>();
    const add = (schema: Schema, key?: string): void => {
      for (const name of [schema["$id"], schema["$anchor"], schema["$dynamicAnchor"], key]) {
        if (typeof name === "string" && !names.has(name)) names.set(name, schema);
      }
    };
    add(this.root);
    for (const keyword of DEFINITIONS) {
      const definitions = this.root[keyword];
      if (isObject(definitions)) for (const [key, part] of Object.entries(definitions)) add(toSchema(part), key);
    }
    return (this.#byName = names);
  }
}

const NOTHING_FITS: Schema = { not: {} };
const ANYTHING: Schema = {};

function toSchema(part: unknown): Schema {
  if (isObject(part)) return part;
  return part === false ? NOTHING_FITS : ANYTHING;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}
