/**
 * YAML 1.1's merge key `<<`. OpenAPI asks for YAML 1.2, which has none. Documents still use it, and without it
 * parameters and responses would be lost silently.
 */
import { isRawObject, ownValue } from "./raw-object.ts";
import type { RawObject } from "./raw-object.ts";

const MERGE_KEY = "<<";
/** Copied properties in the whole document. Otherwise a few lines could describe more than fits in memory. */
const MAX_COPIES = 100_000;

/** Replaces each `<<` of a parsed document, in place, with the properties of its target. Own properties win. */
export function applyMergeKeys(root: unknown): void {
  const budget = { copies: MAX_COPIES };
  const seen = new Set<unknown>([root]);
  // The set grows during the iteration.
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    if (isRawObject(value)) merge(value, budget);
    for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
  }
}

function merge(target: RawObject, budget: { copies: number }): void {
  const named = [ownValue(target, MERGE_KEY)].flat();
  if (named.length === 0 || !named.every(isRawObject)) return;
  // Delete the key first, so that an object that refers to itself is not merged again.
  Reflect.deleteProperty(target, MERGE_KEY);
  for (const source of named) {
    merge(source, budget);
    for (const [name, value] of Object.entries(source)) {
      if (--budget.copies < 0) throw new RangeError("its merge keys (<<) copy more than 100,000 properties");
      // An assignment to `__proto__` would change the prototype; a definition does not.
      if (Object.hasOwn(target, name)) continue;
      Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }
}
