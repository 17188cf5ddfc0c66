import { toNameTest } from "../../../shared/name-pattern.ts";

/** A name, a pattern with `*` for any characters, a regular expression, or several of them. */
export type ToolPatterns = string | RegExp | ReadonlyArray<string | RegExp>;

/** Makes a test for whether a tool is wanted, by the server's name for it. */
export function createToolFilter(include: ToolPatterns = "*", exclude: ToolPatterns = []): (name: string) => boolean {
  const [included, excluded] = [toTests(include), toTests(exclude)];
  return (name) => included.some((matches) => matches(name)) && !excluded.some((matches) => matches(name));
}

function toTests(patterns: ToolPatterns): Array<(name: string) => boolean> {
  return [patterns].flat().map((pattern) => {
    // `search` starts at the beginning, whatever `lastIndex` a global expression was left with.
    return typeof pattern === "string" ? toNameTest(pattern) : (name) => name.search(pattern) !== -1;
  });
}
