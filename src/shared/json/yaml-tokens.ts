import type * as YAML from "yaml";

/** A token of the parser, and the nodes in it. */
interface Token {
  readonly type: string;
  readonly value?: unknown;
  readonly items?: readonly Item[];
}

interface Item {
  readonly start: readonly Token[];
  readonly key?: unknown;
  readonly sep?: readonly Token[];
  readonly value?: unknown;
}

/**
 * The tokens of a YAML text, for a composer. Throws if composing them could end the process or take forever. A worker
 * runs the source text of this function on its own. So it uses nothing from outside, and it declares no inner function,
 * because a compiler might wrap that in a helper.
 */
export function readYAMLTokens(
  { Parser }: Pick<typeof YAML, "Parser">,
  text: string,
  maxValues = Infinity,
): YAML.CST.Token[] {
  // The composer recurses, and V8 ends the process if a pattern is compiled at the very end of the stack.
  const maxDepth = 256;
  // For each alias the composer searches all anchors.
  const maxAnchors = 20_000;
  let anchors = 0;
  let values = 0;
  const tokens = [...new Parser().parse(text)];
  let level: readonly unknown[] = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new RangeError(`it is nested deeper than ${String(maxDepth)} levels`);
    const inner: unknown[] = [];
    for (const token of level as readonly (Token | null | undefined)[]) {
      if (token?.type === "anchor" || token?.type === "alias") anchors++;
      if (typeof token?.value === "object") inner.push(token.value);
      if (token?.items !== undefined) values += 8 + token.items.length;
      for (const { start, key, sep = [], value } of token?.items ?? []) {
        inner.push(key, value);
        for (const mark of start) inner.push(mark);
        for (const mark of sep) inner.push(mark);
      }
    }
    if (values > maxValues)
      throw new RangeError(`it has more values than ${String(maxValues)}, where a mapping or list counts as 8`);
    if (anchors > maxAnchors) throw new RangeError(`it has more than ${String(maxAnchors)} anchors and aliases`);
    level = inner;
  }
  return tokens;
}
