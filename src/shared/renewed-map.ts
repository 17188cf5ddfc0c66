/** A map is renewed once at least this many entries, and as many as it holds, have left it. */
export const RENEW_AFTER = 512;

/**
 * A new map with the same entries, for a map whose entries come and go, such as the calls in flight. V8 links the table
 * of a `Map` to the one that replaces it when entries have come and gone. Once a table is in the old generation, all
 * later ones and their entries live until the next full collection: see ADR 56. A new map ends the chain.
 */
export function renewedMap<TKey, TValue>(map: ReadonlyMap<TKey, TValue>): Map<TKey, TValue> {
  return new Map(map);
}

/** The same for a set. */
export function renewedSet<TMember>(set: ReadonlySet<TMember>): Set<TMember> {
  return new Set(set);
}
