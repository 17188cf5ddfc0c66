/**
 * A pattern as the engine uses it; undefined if it is invalid. The specification says that patterns are Unicode, but
 * many in the wild escape characters that Unicode mode does not allow to be escaped. Those compile without the flag.
 */
export function compilePattern(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(source, flags);
    } catch {
      // Try the next flags.
    }
  }
  return undefined;
}
