/** Names, and patterns in which `*` stands for any characters, as one test. */
export function matchesAny(patterns: readonly string[]): (name: string) => boolean {
  if (patterns.length === 0) return () => false;
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split(/\*+/).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
    return new RegExp(`^${parts.join(".*")}$`, "s");
  });
  return (name) => expressions.some((expression) => expression.test(name));
}
