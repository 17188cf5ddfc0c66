/** A map is renewed after this many entries have left it, and as many as it holds. */
export const RENEW_AFTER = 512;

/**
 * For a map whose entries come and go, such as the calls in flight: a new map with the same entries. V8 links the table of a
 * `Map` to the one that replaces it when entries have come and gone. Once a table is in the old generation, all later ones
 * and every entry that was in them live until the next full collection: see ADR 56. A new map ends the chain.
 */
export function renewedMap<TKey, TValue>(map: ReadonlyMap<TKey, TValue>): Map<TKey, TValue> {
  return new Map(map);
}
