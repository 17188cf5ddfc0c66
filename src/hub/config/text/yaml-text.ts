import { LineCounter, Parser, isMap, isNode, parseDocument } from "yaml";
import type { Document, YAMLParseError } from "yaml";
import { messageOf } from "../../../errors/call-error.ts";
import { readYAMLTokens } from "../../../shared/json/yaml-tokens.ts";
import { ConfigError, REPEATED_NAME } from "./config-error.ts";
import type { ConfigProblem } from "./config-error.ts";
import type { ConfigPath, ConfigText, TextPosition } from "./config-text.ts";

const MAX_ALIASES = 100;

export function readYAML(text: string, file: string): ConfigText {
  const lines = new LineCounter();
  const document = compose(text, file, lines);
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map((error) => yamlProblem(error, { text, file, lines })));
  }
  const value = toValue(document, file);
  // An empty file does not count as a config without sources: a reload in the middle of a write would end them all.
  if (value === null) throw new ConfigError([{ file, path: "", message: "the file is empty" }]);
  return { value: withoutEmptySections(value), locate: locator(document, lines) };
}

function compose(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    readYAMLTokens({ Parser }, text);
  } catch (thrown) {
    throw new ConfigError([{ file, path: "", message: messageOf(thrown) }]);
  }
  return parseDocument(text, { lineCounter, prettyErrors: false });
}

function yamlProblem(
  { code, pos, message }: YAMLParseError,
  { text, file, lines }: { readonly text: string; readonly file: string; readonly lines: LineCounter },
): ConfigProblem {
  const { line, col } = lines.linePos(pos[0]);
  const position = { file, line, column: col, path: "" };
  if (code === "DUPLICATE_KEY") return { ...position, message: REPEATED_NAME };
  const isVariable = text.startsWith("${", pos[0] - 1);
  return {
    ...position,
    message: `this is not YAML: ${message}`,
    ...(isVariable ? { hint: 'between braces a variable needs quotes: "${NAME}"' } : {}),
  };
}

/** A section whose lines are all comments is `null`: it counts as absent. */
function withoutEmptySections(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, section]) => section !== null));
}

function toValue(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (thrown) {
    throw new ConfigError([{ file, path: "", message: `this YAML can't be used: ${messageOf(thrown)}` }]);
  }
}

function locator(document: Document.Parsed, lines: LineCounter): ConfigText["locate"] {
  const positionOf = (node: unknown): TextPosition | undefined => {
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset === undefined) return undefined;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  return (path, part = "value") => {
    for (let length = path.length; length >= 0; length--) {
      const isWhole = length === path.length;
      const node = isWhole && part === "key" ? keyNode(document, path) : nodeAt(document, path.slice(0, length));
      const position = positionOf(node);
      if (position !== undefined) return position;
    }
    return undefined;
  };
}

function nodeAt(document: Document.Parsed, path: ConfigPath): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true);
}

function keyNode(document: Document.Parsed, path: ConfigPath): unknown {
  const parent = nodeAt(document, path.slice(0, -1));
  if (!isMap(parent)) return undefined;
  const name = String(path.at(-1));
  return parent.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === name)?.key;
}
