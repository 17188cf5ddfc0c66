/** JSON Pointers (RFC 6901), the one place that knows how they escape names. */

/** A property name or index as one token of a pointer. */
export function toPointerToken(name: string | number): string {
  return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The property name behind one token of a pointer. */
export function fromPointerToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** `["a", "b/c", 0]` -> `/a/b~1c/0`; the empty path is the empty pointer. */
export function toPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${toPointerToken(step)}`).join("");
}

/** `/a/b~1c/0` -> `["a", "b/c", "0"]`; the empty pointer is the empty path. */
export function fromPointer(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(fromPointerToken);
}

/** The part of a document that a local reference (`#/a/b~1c`) names; undefined if there is none. */
export function partAt(root: unknown, reference: string): unknown {
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  return valueAt(root, decodeFragment(reference.slice(1)));
}

/** The value that a pointer (`/a/b~1c`) names; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let part = root;
  for (const name of fromPointer(pointer)) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, name)) return undefined;
    part = (part as Readonly<Record<string, unknown>>)[name];
  }
  return part;
}

/** The text of a URI fragment. A fragment that is not percent-encoded correctly stays as it is. */
export function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
