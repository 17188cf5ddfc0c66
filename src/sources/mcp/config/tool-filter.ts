/** A name, a pattern with `*` for any characters, a regular expression, or several of them. */
export type ToolPatterns = string | RegExp | ReadonlyArray<string | RegExp>;

/** Whether a tool is wanted, by its own name. */
export function createToolFilter(include?: ToolPatterns, exclude?: ToolPatterns): (name: string) => boolean {
  const included = include === undefined ? () => true : matcher(include);
  const excluded = exclude === undefined ? () => false : matcher(exclude);
  return (name) => included(name) && !excluded(name);
}

function matcher(patterns: ToolPatterns): (name: string) => boolean {
  const tests = (isList(patterns) ? patterns : [patterns]).map(toTest);
  return (name) => tests.some((matches) => matches(name));
}

function isList(patterns: ToolPatterns): patterns is ReadonlyArray<string | RegExp> {
  return Array.isArray(patterns);
}

function toTest(pattern: string | RegExp): (name: string) => boolean {
  // `search` starts at the beginning, whatever `lastIndex` a global expression was left with.
  if (typeof pattern !== "string") return (name) => name.search(pattern) !== -1;
  const parts = pattern.split("*");
  return parts.length === 1 ? (name) => name === pattern : (name) => matchesParts(name, parts);
}

/** Greedy from the left is right where `*` is the only wildcard, and takes linear time. */
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
