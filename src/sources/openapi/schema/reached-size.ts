import type { DocumentReferences, Located } from "../document/document-references.ts";

/**
 * Whether schemas reach more than `limit` objects of their document, including through references. It looks at the raw
 * document, because converting a schema takes many times as long.
 */
export function reachesMore(schemas: Iterable<Located>, references: DocumentReferences, limit: number): boolean {
  const seen = new Set<object>();
  const places = [...schemas];
  for (const { value, document } of places) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    if (seen.add(value).size > limit) return true;
    for (const [key, child] of Object.entries(value) as [string, unknown][]) {
      if (typeof child === "object") places.push({ value: child, document });
      if (key !== "$ref" || typeof child !== "string") continue;
      const target = references.follow(child, document);
      if (typeof target === "object") places.push(target);
    }
  }
  return false;
}
