import type * as YAML from "yaml";

/** A text as tokens, and the nodes in them. */
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
 * Parses YAML with the given parser. A worker runs the source of this function, alone (see `parse-yaml.ts`): it must use
 * nothing from outside, and declare no function inside, which a compiler might wrap in a helper of its own.
 */
export function parseYAMLText(yaml: typeof YAML, text: string): unknown {
  // Nodes are composed by recursion, and where a pattern is compiled at the very end of the stack, V8 ends the process.
  const maxDepth = 256;
  // For each alias the parser looks through all anchors.
  const maxAnchors = 20_000;
  let anchors = 0;
  const tokens = [...new yaml.Parser().parse(text)];
  let level: readonly unknown[] = tokens;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new RangeError(`it is nested deeper than ${String(maxDepth)} levels`);
    const inner: unknown[] = [];
    for (const token of level as readonly (Token | null | undefined)[]) {
      if (token?.type === "anchor" || token?.type === "alias") anchors++;
      if (typeof token?.value === "object") inner.push(token.value);
      for (const { start, key, sep = [], value } of token?.items ?? []) {
        inner.push(key, value);
        for (const mark of start) inner.push(mark);
        for (const mark of sep) inner.push(mark);
      }
    }
    if (anchors > maxAnchors) throw new RangeError(`it has more than ${String(maxAnchors)} anchors and aliases`);
    level = inner;
  }
  // Aliases may multiply: a few lines can describe more data than fits in memory. Looking for doubled keys takes the
  // square of their number; JSON does not look either.
  const composer = new yaml.Composer({ uniqueKeys: false, prettyErrors: false, logLevel: "error" });
  const [document, another] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return null;
  const error = document.errors[0];
  if (error !== undefined) {
    const before = text.slice(0, error.pos[0]).split("\n");
    const place = `line ${String(before.length)}, column ${String(before.at(-1)!.length + 1)}`;
    throw new SyntaxError(`${error.message} at ${place}`);
  }
  if (another !== undefined) throw new SyntaxError("it holds more than one document");
  return document.toJS({ maxAliasCount: 10_000 });
}
