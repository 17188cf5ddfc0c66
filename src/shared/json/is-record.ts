/** An object that is not an array: what JSON calls an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An array, or else an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object or an array: what can have members. */
export function isContainer(value: unknown): value is readonly unknown[] | Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
