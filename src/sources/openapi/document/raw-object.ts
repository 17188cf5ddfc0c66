/** An object of a document, before anything is known about it. */
export type RawObject = Readonly<Record<string, unknown>>;

export const NOTHING: RawObject = {};

export function isRawObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property of any name: in a document, `__proto__` and `toString` are ordinary names. */
export function ownValue<T>(object: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

export function ownObject(object: RawObject, key: string): RawObject | undefined {
  const value = ownValue(object, key);
  return isRawObject(value) ? value : undefined;
}

export function ownList(object: RawObject, key: string): readonly unknown[] {
  const value = ownValue(object, key);
  return Array.isArray(value) ? value : [];
}

/** A text, unless it is empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function ownText(object: RawObject, key: string): string | undefined {
  return textOf(ownValue(object, key));
}

/** The items of a list that are texts. */
export function ownTexts(object: RawObject, key: string): string[] {
  return ownList(object, key).filter((item) => typeof item === "string");
}
