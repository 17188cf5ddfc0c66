/** Whether a name matches the pattern, in which `*` means any characters. Takes linear time. */
export function toNameTest(pattern: string): (name: string) => boolean {
  const parts = pattern.split("*");
  return parts.length === 1 ? (name) => name === pattern : (name) => matchesParts(name, parts);
}

/** Whether a name fits one of these patterns. */
export function matchesAny(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map(toNameTest);
  return (name) => tests.some((matches) => matches(name));
}

/** Whether an operation fits one of these patterns, by its id or its namespace. */
export function matchesOperation(
  patterns: readonly string[],
): (operation: { readonly namespace: string; readonly name: string }) => boolean {
  const matches = matchesAny(patterns);
  return ({ namespace, name }) => matches(`${namespace}.${name}`) || matches(namespace);
}

/** Matches greedily from the left, which is correct because `*` is the only wildcard. */
function matchesParts(name: string, parts: readonly string[]): boolean {
  const first = parts[0] as string;
  const last = parts.at(-1) as string;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  const end = name.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, from);
    if (found === -1 || found + part.length > end) return false;
    from = found + part.length;
  }
  return true;
}
