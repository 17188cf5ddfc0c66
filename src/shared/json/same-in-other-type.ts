/** The same value in another type, if nothing is lost. There is at most one: a string is a number, a boolean or neither. */
export function sameInOtherType(value: unknown): string | number | boolean | undefined {
  if (typeof value === "boolean") return String(value);
  // Not -0, which would come back as 0.
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  if (value === "true" || value === "false") return value === "true";
  const number = Number(value);
  return Number.isFinite(number) && String(number) === value ? number : undefined;
}
