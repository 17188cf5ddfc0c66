/**
 * YAML 1.1's merge key `<<`. YAML 1.2, which OpenAPI asks for, has none; documents use it all the same, and without it
 * parameters and responses would be lost unsaid.
 */
import { isRawObject, ownValue } from "./raw-object.ts";
import type { RawObject } from "./raw-object.ts";

const MERGE_KEY = "<<";
/** Of properties, in all: a few lines could otherwise describe more than fits in memory. */
const MAX_COPIES = 100_000;

/** Replaces each `<<` in a parsed document, in place, by what it names; an object's own properties come first. */
export function applyMergeKeys(root: unknown): void {
  const budget = { copies: MAX_COPIES };
  const seen = new Set<unknown>([root]);
  // The set grows while it is walked.
  for (const value of seen) {
    if (typeof value !== "object" || value === null) continue;
    if (isRawObject(value)) merge(value, budget);
    for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
  }
}

function merge(target: RawObject, budget: { copies: number }): void {
  const named = [ownValue(target, MERGE_KEY)].flat();
  if (named.length === 0 || !named.every(isRawObject)) return;
  // First of all: an object that names itself must not be merged again.
  Reflect.deleteProperty(target, MERGE_KEY);
  for (const source of named) {
    merge(source, budget);
    for (const [name, value] of Object.entries(source)) {
      if (--budget.copies < 0) throw new RangeError("its merge keys (<<) copy more than 100,000 properties");
      // Defined, not assigned: `__proto__` stays an ordinary name.
      if (Object.hasOwn(target, name)) continue;
      Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true });
    }
  }
}
