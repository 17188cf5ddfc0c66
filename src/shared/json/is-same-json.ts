/** Whether two values are the same JSON. An object never equals an array, and the order of members does not matter. */
export function isSameJSON(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isSameJSON(valueAt(one, name), valueAt(other, name)));
}

function valueAt(container: object, name: string): unknown {
  return (container as Readonly<Record<string, unknown>>)[name];
}
