/** What the schemas of operations refer to. */
import { pathIn, valueAt } from "../../shared/json/json-pointer.ts";
import { isSchemaObject } from "../types/scope.ts";
import { forEachSubschema } from "../types/schema-keywords.ts";

export type SchemaObject = Readonly<Record<string, unknown>>;

/** Reads each schema once: imported operations share the schemas of their document. */
export class SchemaGraph {
  readonly #refs = new WeakMap<object, readonly string[]>();
  readonly #idsByObject = new WeakMap<object, number>();
  readonly #idsByText = new Map<string, number>();
  /** Of each reference. The roots of one document share most references, and parsing takes longer than following. */
  readonly #paths = new Map<string, readonly string[]>();

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

  /** Everything that a schema within a root refers to, directly or not, by its references. */
  reach(schema: SchemaObject, root: SchemaObject): Map<string, SchemaObject> {
    const reached = new Map<string, SchemaObject>();
    const open = [schema];
    for (const next of open) {
      for (const ref of this.refsOf(next)) {
        const target = reached.has(ref) ? undefined : this.#targetOf(root, ref);
        if (target === undefined) continue;
        reached.set(ref, target);
        open.push(target);
      }
    }
    return reached;
  }

  /** The references that mean the same in all roots, with everything that they lead to. Takes a step per root. */
  *findPlain(roots: Iterable<SchemaObject>): Generator<void, Set<string>> {
    const ids = new Map<string, number>();
    const users = new Map<string, Set<string>>();
    const different = new Set<string>();
    for (const root of roots) {
      for (const [ref, schema] of this.reach(root, root)) {
        const id = this.idOf(schema);
        // An equal schema refers to the same.
        if (ids.get(ref) === id) continue;
        if ((ids.get(ref) ?? id) !== id) different.add(ref);
        ids.set(ref, id);
        for (const inner of this.refsOf(schema)) users.set(inner, (users.get(inner) ?? new Set()).add(ref));
      }
      yield;
    }
    // A schema that refers to a different one is different as well. The set grows during the iteration.
    for (const ref of different) for (const user of users.get(ref) ?? []) different.add(user);
    return new Set([...ids.keys()].filter((ref) => !different.has(ref)));
  }

  #targetOf(root: SchemaObject, ref: string): SchemaObject | undefined {
    let path = this.#paths.get(ref);
    if (path === undefined) this.#paths.set(ref, (path = pathTo(ref)));
    return schemaAt(root, path);
  }
}

/** The schema that a reference names within a root; undefined if there is none. */
export function targetOf(root: SchemaObject, ref: string): SchemaObject | undefined {
  return schemaAt(root, pathTo(ref));
}

function schemaAt(root: SchemaObject, path: readonly string[]): SchemaObject | undefined {
  const target = valueAt(root, path);
  return isSchemaObject(target) ? target : undefined;
}

function pathTo(ref: string): string[] {
  // TypeBox refers to the `$defs` of a cyclic type by their names.
  return pathIn(ref) ?? ["$defs", ref];
}

function refsIn(schema: SchemaObject): string[] {
  const refs = new Set<string>();
  const visit = (part: unknown): void => {
    if (!isSchemaObject(part)) return;
    if (typeof part["$ref"] === "string") refs.add(part["$ref"]);
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword !== "$defs" && keyword !== "definitions") forEachSubschema(keyword, value, visit);
    }
  };
  visit(schema);
  return [...refs];
}
