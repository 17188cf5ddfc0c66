/** Own-property handling of the values that the normaliser may rebuild: plain objects and arrays, nothing else. */

export type PlainObject = Record<string, unknown>;

/** A `Date`, a `Map`, bytes or an instance of a class is never rebuilt: only what a literal or `JSON.parse` makes. */
export function hasPlainPrototype(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Not an instance of a subclass of `Array`, which a copy would lose. */
export function isPlainArray(value: object): value is unknown[] {
  return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
}

/** Sets an own property; a plain assignment to `__proto__` would change the prototype instead. */
export function setOwn(target: PlainObject, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

/** An own property whose value is `undefined` counts as absent, as in JSON and in TypeScript's optional properties. */
export function lacksValue(target: PlainObject, key: string): boolean {
  return !Object.hasOwn(target, key) || target[key] === undefined;
}

/** An empty object with the same prototype and the same symbol keys: what a rebuilt object starts from. */
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
  if (!hasPlainPrototype(value)) return value;
  const copy = emptyLike(value);
  for (const key of Object.keys(value)) setOwn(copy, key, cloneData(value[key]));
  return copy;
}
