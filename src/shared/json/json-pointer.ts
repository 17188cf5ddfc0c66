/** JSON Pointers (RFC 6901), the one place that knows how they escape names. */

/** A property name or index as one token of a pointer. */
export function toPointerToken(name: string | number): string {
  const token = String(name);
  // Most names hold neither, and looking is cheaper than replacing.
  if (!token.includes("~") && !token.includes("/")) return token;
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** `["a", "b/c", 0]` -> `/a/b~1c/0`; the empty path is the empty pointer. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${toPointerToken(step)}`).join("");
}

/** `/a/b~1c/0` -> `["a", "b/c", "0"]`; the empty pointer is the empty path. */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The part of a document that a local reference (`#/a/b~1c`) names; undefined if there is none. */
export function partAt(root: unknown, reference: string): unknown {
  const path = pathIn(reference);
  return path && valueAt(root, path);
}

/** `#/a/b~1c` -> `["a", "b/c"]`; undefined if the reference is not local. */
export function pathIn(reference: string): string[] | undefined {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  return fromPointer(decodePercent(reference.slice(1)));
}

/** The value at the end of a path of own properties; undefined if there is none. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

/** Decodes percent escapes. A text with a broken escape stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
