/** What the schemas of operations refer to. */
import { partAt, toPointerToken } from "../shared/json/json-pointer.ts";
import { isSchemaObject } from "../schema/types/scope.ts";
import { mapSubschemas } from "../schema/types/schema-keywords.ts";

export type SchemaObject = Readonly<Record<string, unknown>>;

/** Reads each schema once: imported operations share the schemas of their document. */
export class SchemaGraph {
  readonly #refs = new WeakMap<object, readonly string[]>();
  readonly #idsByObject = new WeakMap<object, number>();
  readonly #idsByText = new Map<string, number>();

  /** The references in a schema, each once. Those in its `$defs` do not count. */
  refsOf(schema: SchemaObject): readonly string[] {
    let refs = this.#refs.get(schema);
    if (refs === undefined) this.#refs.set(schema, (refs = refsIn(schema)));
    return refs;
  }

  /** Equal for schemas that say the same. */
  idOf(schema: SchemaObject): number {
    let id = this.#idsByObject.get(schema);
    if (id === undefined) {
      const text = JSON.stringify(schema);
      id = this.#idsByText.get(text) ?? this.#idsByText.size;
      this.#idsByText.set(text, id);
      this.#idsByObject.set(schema, id);
    }
    return id;
  }
}

/** The schema that a reference names within a root; undefined where there is none. */
export function targetOf(root: SchemaObject, ref: string): SchemaObject | undefined {
  const isPointer = ref === "#" || ref.startsWith("#/");
  // TypeBox refers to the `$defs` of a cyclic type by their names.
  const target = partAt(root, isPointer ? ref : `#/$defs/${encodeURIComponent(toPointerToken(ref))}`);
  return isSchemaObject(target) ? target : undefined;
}

function refsIn(schema: SchemaObject): string[] {
  const refs = new Set<string>();
  const visit = (part: unknown): unknown => {
    if (!isSchemaObject(part)) return part;
    if (typeof part["$ref"] === "string") refs.add(part["$ref"]);
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword !== "$defs" && keyword !== "definitions") mapSubschemas(keyword, value, visit);
    }
    return part;
  };
  visit(schema);
  return [...refs];
}
