/** Plain objects and arrays: the values that the normaliser may rebuild. */

export type PlainObject = Record<string, unknown>;

/**
 * Whether an object is like those that literals and `JSON.parse` make, so that its members are what is written. Only
 * these are rebuilt.
 */
export function isPlainObject(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !writesItself(value);
}

export function isPlainArray(value: object): value is unknown[] {
  return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype && !writesItself(value);
}

/** Whether JSON has what `toJSON` returns, and not the members. */
export function writesItself(value: object): value is { toJSON: (key: string) => unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

/** Sets an own property. A plain assignment to `__proto__` would change the prototype instead. */
export function setOwn(target: PlainObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** Whether a property is absent. One that is `undefined` counts as absent, as it does in JSON. */
export function lacksValue(target: PlainObject, key: string): boolean {
  return !Object.hasOwn(target, key) || target[key] === undefined;
}

/** Whether other code has put enumerable properties on `Object.prototype`, which a `for` over a plain object would visit. */
export function hasInheritedNames(): boolean {
  // oxlint-disable-next-line guard-for-in -- asks for inherited names
  for (const _ in {}) return true;
  return false;
}

/** An empty object with the same prototype and symbol keys. A rebuilt object starts from it. */
export function emptyLike(original: PlainObject): PlainObject {
  const copy: PlainObject = Object.getPrototypeOf(original) === null ? Object.create(null) : {};
  for (const symbol of Object.getOwnPropertySymbols(original)) {
    const descriptor = Object.getOwnPropertyDescriptor(original, symbol);
    if (descriptor !== undefined) Object.defineProperty(copy, symbol, descriptor);
  }
  return copy;
}

/** A copy that shares no plain object or array with `value`. */
export function cloneData(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (isPlainArray(value)) return value.map(cloneData);
  if (!isPlainObject(value)) return value;
  const copy = emptyLike(value);
  for (const key of Object.keys(value)) setOwn(copy, key, cloneData(value[key]));
  return copy;
}
