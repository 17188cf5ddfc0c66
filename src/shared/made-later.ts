/** The members of a TypeBox object that has a required property. */
export const OBJECT_MEMBERS = ["~kind", "type", "required", "properties"] as const;

/**
 * An object whose members are made, all at once, when one of them is first read. For constants that most programs never
 * look at: an import must not take time for them.
 */
export function madeLater<T extends object>(names: ReadonlyArray<keyof T & string>, make: () => T): T {
  let made: T | undefined;
  const later = {} as T;
  for (const name of names)
    // TypeBox hides members whose names begin with `~`.
    Object.defineProperty(later, name, { enumerable: name[0] !== "~", get: () => (made ??= make())[name] });
  return later;
}
