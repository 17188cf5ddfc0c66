/** An object of a document, before anything is known about it. */
export type RawObject = Readonly<Record<string, unknown>>;

export const NOTHING: RawObject = {};
const NO_ITEMS: readonly never[] = [];

export function isRawObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property of any name: in a document, `__proto__` and `toString` are ordinary names. */
export function ownValue<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function ownObject(object: RawObject, key: string): RawObject | undefined {
  if (!Object.hasOwn(object, key)) return undefined;
  const value = object[key];
  return isRawObject(value) ? value : undefined;
}

export function ownList(object: RawObject, key: string): readonly unknown[] {
  const value = ownValue(object, key);
  return Array.isArray(value) ? value : NO_ITEMS;
}

/** A text, unless it is empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function ownText(object: RawObject, key: string): string | undefined {
  return Object.hasOwn(object, key) ? textOf(object[key]) : undefined;
}

/** The items of a list that are texts: nearly always the list itself, which is not copied then. */
export function ownTexts(object: RawObject, key: string): readonly string[] {
  const list = ownList(object, key);
  return list.every(isText) ? list : list.filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
