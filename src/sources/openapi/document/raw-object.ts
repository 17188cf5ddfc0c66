/** An object of a document of which nothing is known yet. */
export type RawObject = Readonly<Record<string, unknown>>;

export function isRawObject(value: unknown): value is RawObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property, whatever it is called: `__proto__` and `toString` are names like others in a document. */
export function ownValue(object: RawObject, key: string): unknown {
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

/** A text that is not empty. */
export function ownText(object: RawObject, key: string): string | undefined {
  const value = ownValue(object, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The texts among a list's items. */
export function ownTexts(object: RawObject, key: string): string[] {
  return ownList(object, key).filter((item) => typeof item === "string");
}
