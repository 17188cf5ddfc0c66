/** Levels that an input of a caller may have: more than any needs, and far from where validators run out of stack. */
export const MOST_LEVELS = 500;

/** Whether JSON that was parsed has more levels of lists and objects than this. */
export function isTooDeep(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (const item of value) if (isTooDeep(item, levels - 1)) return true;
    return false;
  }
  // Not `Object.values`, which would make a list for each object of each input.
  for (const name in value) if (isTooDeep((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return true;
  return false;
}

/** What a caller is told whose input is too deep, at every interface. */
export function tooDeepProblem(what: string): string {
  return `The ${what} is nested more than ${MOST_LEVELS} levels deep.`;
}
