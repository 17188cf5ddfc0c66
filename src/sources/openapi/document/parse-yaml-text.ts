import type * as YAML from "yaml";
import type { readYAMLTokens } from "../../../shared/yaml-tokens.ts";

/**
 * Parses YAML with the given parser. A worker runs the source of this function, alone (see `parse-yaml.ts`): it must use
 * nothing from outside, and declare no function inside, which a compiler might wrap in a helper of its own. `readTokens`
 * is `readYAMLTokens`.
 */
export function parseYAMLText(yaml: typeof YAML, text: string, readTokens: typeof readYAMLTokens): unknown {
  const tokens = readTokens(yaml, text);
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
