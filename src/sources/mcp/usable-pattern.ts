const MAX_LENGTH = 1000;

/**
 * Whether a pattern from outside may be given to a backtracking engine: it must be a regular expression, and one that
 * cannot take long. This keeps the flat ones: without groups, alternatives and references, and with at most one
 * repetition that has no bound, in a pattern that is tried at the start only.
 */
export function isUsablePattern(pattern: string): boolean {
  return pattern.length <= MAX_LENGTH && isRegExp(pattern) && isFlat(pattern);
}

function isRegExp(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

function isFlat(pattern: string): boolean {
  // Character classes and escapes become one character each; a reference to a group stays visible as `\1` or `\k`.
  const plain = pattern.replaceAll(/\\[^0-9k]/g, "x").replaceAll(/\[[^\]]*\]/g, "x");
  if (/[(|\\]/.test(plain)) return false;
  const unbounded = plain.match(/[*+]|\{\d+,\}/g) ?? [];
  return unbounded.length === 0 || (unbounded.length === 1 && pattern.startsWith("^"));
}
