/** Where the parts of a text in JSON are. The text must be valid: `JSON.parse` has read it. */
import type { ConfigPath, TextPosition } from "./config-text.ts";

/** A value of the text, with the values in it. */
export interface JSONPart {
  readonly offset: number;
  readonly members?: Map<string, JSONMember>;
  readonly items?: JSONPart[];
}

interface JSONMember {
  readonly key: number;
  readonly part: JSONPart;
}

export interface JSONParts {
  readonly root: JSONPart | undefined;
  /** How deep lists and objects are nested. */
  readonly depth: number;
  /** The offsets of names that their object has already. `JSON.parse` silently drops all but the last of equal names. */
  readonly repeated: readonly number[];
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]|[^\s[\]{}:,"]+/g;

export function readJSONParts(text: string): JSONParts {
  const repeated: number[] = [];
  // Without recursion: the text may be nested to any depth.
  const open: JSONPart[] = [];
  let root: JSONPart | undefined;
  let depth = 0;
  let key: { readonly name: string; readonly offset: number } | undefined;
  for (const { 0: token, index: offset } of text.matchAll(TOKEN)) {
    if (token === "}" || token === "]") {
      open.pop();
      continue;
    }
    const { members, items } = open.at(-1) ?? {};
    if (members !== undefined && key === undefined) {
      key = { name: JSON.parse(token) as string, offset };
      if (members.has(key.name)) repeated.push(offset);
      continue;
    }
    const part = newPart(token, offset);
    root ??= part;
    if (key !== undefined) members?.set(key.name, { key: key.offset, part });
    key = undefined;
    items?.push(part);
    if (token === "{" || token === "[") depth = Math.max(depth, open.push(part));
  }
  return { root, depth, repeated };
}

function newPart(token: string, offset: number): JSONPart {
  if (token === "{") return { offset, members: new Map() };
  return token === "[" ? { offset, items: [] } : { offset };
}

/** The offset of a value, or of the nearest value around a missing one. `key`: the offset of its name. */
export function offsetOf(root: JSONPart | undefined, path: ConfigPath, wanted: "key" | "value" = "value"): number {
  let nearest = root;
  for (const [index, step] of path.entries()) {
    const member = nearest?.members?.get(String(step));
    if (index === path.length - 1 && wanted === "key") return member?.key ?? nearest?.offset ?? 0;
    const found: JSONPart | undefined = member?.part ?? nearest?.items?.[Number(step)];
    if (found === undefined) break;
    nearest = found;
  }
  return nearest?.offset ?? 0;
}

export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
