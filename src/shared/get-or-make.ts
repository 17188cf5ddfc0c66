/** The part of a `Map` or `WeakMap` that `getOrMake` uses. */
interface Kept<TKey, TValue> {
  get(key: TKey): TValue | undefined;
  set(key: TKey, value: TValue): unknown;
}

/** The value that is kept for a key. The first time, `make` makes it. */
export function getOrMake<TKey, TValue extends {}>(
  kept: Kept<TKey, TValue>,
  key: TKey,
  make: (key: TKey) => TValue,
): TValue {
  let value = kept.get(key);
  if (value === undefined) kept.set(key, (value = make(key)));
  return value;
}
