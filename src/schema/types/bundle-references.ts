/** Makes a schema self-contained: the documents that it refers to become part of its `$defs`, each under its address. */
import { defaultBase, toDocumentReference } from "./known-documents.ts";
import type { JSONSchema, SchemaReferences } from "./scope.ts";

/** Returns `schema` itself if it refers to none of the documents. */
export function bundleReferences(schema: JSONSchema, references: SchemaReferences): JSONSchema {
  if (typeof schema === "boolean") return schema;
  const known = byAddress(references);
  const reached = new Map<string, object>();
  const open: [document: JSONSchema, base: string][] = [[schema, defaultBase]];
  // The list grows as documents lead to others.
  for (const [document, base] of open) {
    for (const address of addressesIn(document, base)) {
      const target = known.get(address);
      if (target === undefined || reached.has(address)) continue;
      reached.set(address, asResource(target, address));
      open.push([target, toDocumentReference(address, defaultBase).uri]);
    }
  }
  if (reached.size === 0) return schema;
  const { $defs } = schema as { $defs?: object };
  return { ...schema, $defs: { ...$defs, ...Object.fromEntries(reached) } };
}

/** A document may be known by its own `$id` too. */
function byAddress(references: SchemaReferences): Map<string, JSONSchema> {
  const documents = Object.entries(references);
  const named = documents.flatMap(([, document]): [string, JSONSchema][] => {
    const own = ownAddress(document);
    return own === undefined ? [] : [[own.replace(/#$/, ""), document]];
  });
  return new Map([...named, ...documents]);
}

function ownAddress(document: unknown): string | undefined {
  if (typeof document !== "object" || document === null) return undefined;
  const { $id, id } = document as { $id?: unknown; id?: unknown };
  const own = $id ?? id;
  return typeof own === "string" ? own : undefined;
}

/** A document under the address that others know it by. */
function asResource(document: JSONSchema, $id: string): object {
  if (typeof document === "boolean") return document ? { $id } : { $id, not: {} };
  const { id: _oldId, ...rest } = document as { id?: unknown };
  return { ...rest, $id };
}

/** The addresses of all references in a document, as they are written and after resolving them. */
function addressesIn(document: JSONSchema, base: string): Set<string> {
  const found = new Set<string>();
  const met = new Set<unknown>();
  const open: [part: unknown, base: string][] = [[document, base]];
  for (const [part, outer] of open) {
    if (typeof part !== "object" || part === null || met.has(part)) continue;
    met.add(part);
    const own = ownAddress(part);
    const inner = own === undefined ? outer : toDocumentReference(own, outer).uri;
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      if (typeof value === "string" && /^\$(?:dynamic|recursive)?[rR]ef$/.test(key) && !value.startsWith("#")) {
        found.add(value.split("#")[0]!).add(toDocumentReference(value, inner).uri);
      }
      open.push([value, inner]);
    }
  }
  return found;
}
