/** The documents that a `$ref` may lead into: those that were given, and those that a schema embeds with an `$id`. */
import { getOrMake } from "../../shared/get-or-make.ts";
import { isRecord } from "../../shared/json/is-record.ts";

/** The base of a schema without an `$id`, as the engine names it. */
export const defaultBase = "urn:typebox:root";

/** Their values are data, in which the engine looks for no `$id`. */
const dataKeywords = new Set(["const", "enum"]);

export interface DocumentReference {
  /** The address, without its fragment. */
  readonly uri: string;
  readonly fragment: string;
}

/** Splits a reference, and resolves its address against the base. */
export function toDocumentReference(ref: string, base: string): DocumentReference {
  const start = `${ref}#`.indexOf("#");
  const [uri = ""] = resolveURI(ref.slice(0, start), base).split("#");
  return { uri, fragment: ref.slice(start + 1) };
}

/** A URN has no path to resolve against, so the engine puts a reference behind its last colon. */
function resolveURI(ref: string, base: string): string {
  if (URL.canParse(ref, base)) return new URL(ref, base).href;
  return base === defaultBase ? `${base}:${ref}` : `${base.slice(0, base.lastIndexOf(":"))}:${ref}`;
}

/** An address as the author of a schema without an `$id` wrote it. */
export function withoutDefaultBase(uri: string): string {
  return uri.startsWith(`${defaultBase}:`) ? uri.slice(defaultBase.length + 1) : uri;
}

const embedded = new WeakMap<object, ReadonlyMap<string, object>>();

/** A root and the resources inside it, by their addresses. */
export function embeddedDocuments(root: object): ReadonlyMap<string, object> {
  return getOrMake(embedded, root, findDocuments);
}

function findDocuments(root: object): Map<string, object> {
  const documents = new Map<string, object>([[defaultBase, root]]);
  const met = new Set<unknown>();
  const open: [part: unknown, base: string][] = [[root, defaultBase]];
  for (const [part, outer] of open) {
    if (typeof part !== "object" || part === null || met.has(part)) continue;
    met.add(part);
    const { $id } = part as { $id?: unknown };
    const base = typeof $id === "string" ? toDocumentReference($id, outer).uri : outer;
    if (isRecord(part) && typeof $id === "string" && !$id.startsWith("#") && !documents.has(base)) {
      documents.set(base, part);
    }
    for (const [key, value] of Object.entries(part)) if (!dataKeywords.has(key)) open.push([value, base]);
  }
  return documents;
}
