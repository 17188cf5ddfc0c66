import { toNameTest } from "../../../shared/name-pattern.ts";

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
  return toNameTest(pattern);
}
