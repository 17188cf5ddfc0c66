import { toPointer } from "../../shared/json/json-pointer.ts";

/**
 * A place in a schema, as a list that is linked upwards. Walking down costs one small object per level, and the text is
 * made only if something is wrong.
 */
export interface SchemaPath {
  readonly parent: SchemaPath | undefined;
  readonly key: string;
  readonly depth: number;
}

/** The most steps (keywords, names, indices). Deeper schemas may overflow the stack, and no honest schema needs more. */
export const maxSchemaDepth = 1000;

/** `prefix` is the pointer or reference where the walk starts; empty for a root. */
export function startPath(prefix = ""): SchemaPath {
  return { parent: undefined, key: prefix, depth: 0 };
}

export function downPath(parent: SchemaPath, key: string | number): SchemaPath {
  return { parent, key: String(key), depth: parent.depth + 1 };
}

/** The JSON pointer of a place (RFC 6901). */
export function pathToPointer(path: SchemaPath): string {
  const keys: string[] = [];
  let current = path;
  for (; current.parent !== undefined; current = current.parent) {
    keys.push(current.key);
  }
  return current.key + toPointer(keys.toReversed());
}
