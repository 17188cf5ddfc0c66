/** A schema and everything that its `$ref`s reach, read one level at a time so that recursion costs nothing. */
import { partAt } from "../../../src/shared/json/json-pointer.ts";
import { withConditions } from "./conditions.ts";
import { isObject } from "../json/json-path.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { toSchemaObject } from "./schema-object.ts";
import type { SchemaObject } from "./schema-object.ts";

/** A longer chain of references is a circle. */
const LONGEST_CHAIN = 24;

/** Bounds the work on schemas from outside, which may refer to each other in many ways. */
export interface SchemaBudget {
  readonly document: SchemaDocument;
  left: number;
}

const DEFINITIONS = ["$defs", "definitions"] as const;

export class SchemaDocument {
  readonly root: SchemaObject;
  readonly #effective = new WeakMap<SchemaObject, SchemaObject>();
  #byName: ReadonlyMap<string, SchemaObject> | undefined;

  constructor(root: unknown) {
    this.root = toSchemaObject(root);
  }

  /** The schema with its own references resolved and its `allOf` merged. Members stay as they are. */
  effective(part: unknown): SchemaObject {
    const schema = toSchemaObject(part);
    const known = this.#effective.get(schema);
    if (known !== undefined) return known;
    const effective = this.#read(schema, 0);
    this.#effective.set(schema, effective);
    return effective;
  }

  /** The schema's own keywords, and the other schemas that a value must fit. Nothing is merged. */
  parts(part: unknown): { readonly schema: SchemaObject; readonly others: readonly unknown[] } {
    const { $ref, $dynamicRef, allOf, ...own } = toSchemaObject(part);
    const ref = $ref ?? $dynamicRef;
    const others: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
    return { schema: withConditions(own), others: typeof ref === "string" ? [this.#target(ref), ...others] : others };
  }

  #read(schema: SchemaObject, depth: number): SchemaObject {
    if (depth > LONGEST_CHAIN) return {};
    const { $ref, $dynamicRef, allOf, ...own } = schema;
    const ref = $ref ?? $dynamicRef;
    let result = withConditions(own);
    if (typeof ref === "string") result = mergeSchemas(this.#read(this.#target(ref), depth + 1), result);
    if (Array.isArray(allOf)) {
      for (const part of allOf) result = mergeSchemas(result, this.#read(toSchemaObject(part), depth + 1));
    }
    return result;
  }

  #target(ref: string): SchemaObject {
    if (ref === "#" || ref.startsWith("#/")) return toSchemaObject(partAt(this.root, ref));
    return this.#names().get(ref.replace(/^#/, "")) ?? this.#names().get(ref) ?? {};
  }

  /** Definitions by key, `$id` and anchor. */
  #names(): ReadonlyMap<string, SchemaObject> {
    if (this.#byName !== undefined) return this.#byName;
    const names = new Map<string, SchemaObject>();
    const add = (schema: SchemaObject, key?: string): void => {
      for (const name of [schema["$id"], schema["$anchor"], schema["$dynamicAnchor"], key]) {
        if (typeof name === "string" && !names.has(name)) names.set(name, schema);
      }
    };
    add(this.root);
    for (const keyword of DEFINITIONS) {
      const definitions = this.root[keyword];
      if (isObject(definitions)) for (const [key, part] of Object.entries(definitions)) add(toSchemaObject(part), key);
    }
    return (this.#byName = names);
  }
}
