import { LineCounter, Parser, isMap, isNode, parseDocument } from "yaml";
import type { Document, ParseOptions, YAMLParseError } from "yaml";
import { messageOf } from "../../errors/call-error.ts";
import { readYAMLTokens } from "../../shared/yaml-tokens.ts";
import { ConfigError } from "./config-error.ts";
import type { ConfigProblem } from "./config-error.ts";
import { findJSONSyntaxError, findRepeatedNames } from "./json-syntax.ts";

/** From 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type ConfigPath = ReadonlyArray<string | number>;

/** A config's value, and where each part of it stands. */
export interface ConfigText {
  readonly value: unknown;
  /** Where a value stands; for one that is missing, the nearest around it. `key`: where its name stands. */
  locate(path: ConfigPath, part?: "key" | "value"): Place | undefined;
}

/** A config is written by hand: what is larger is a mistake, or an attack on the parser. */
const MAX_CHARACTERS = 1_000_000;
const MAX_ALIASES = 100;
const REPEATED_NAME = "this name is there already";

/** Reads a config in JSON or YAML; throws a `ConfigError` with the places of all mistakes of syntax. */
export function readConfigText(text: string, file: string, format: "json" | "yaml"): ConfigText {
  if (text.length > MAX_CHARACTERS) {
    throw new ConfigError([{ file, path: "", message: `the file has more than ${MAX_CHARACTERS} characters` }]);
  }
  const content = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return format === "json" ? readJSON(content, file) : readYAML(content, file);
}

function readJSON(text: string, file: string): ConfigText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const { offset, message } = findJSONSyntaxError(text) ?? { offset: 0, message: messageOf(thrown) };
    throw new ConfigError([{ file, ...placeOf(text, offset), path: "", message: `this is not JSON: ${message}` }]);
  }
  const repeated = findRepeatedNames(text);
  if (repeated.length > 0) {
    throw new ConfigError(
      repeated.map((offset) => ({ file, ...placeOf(text, offset), path: "", message: REPEATED_NAME })),
    );
  }
  // Places only: JSON is YAML, and where a parser of YAML is stricter, the nearest place that it has will do.
  const lines = new LineCounter();
  return { value, locate: locator(compose(text, file, { lineCounter: lines, uniqueKeys: false }), lines) };
}

function readYAML(text: string, file: string): ConfigText {
  const lines = new LineCounter();
  const document = compose(text, file, { lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map((error) => yamlProblem(error, { text, file, lines })));
  }
  const value = toValue(document, file);
  // Not a config without sources: reloading in the middle of a write would end them all.
  if (value === null) throw new ConfigError([{ file, path: "", message: "the file is empty" }]);
  return { value: withoutEmptySections(value), locate: locator(document, lines) };
}

function compose(text: string, file: string, options: ParseOptions): Document.Parsed {
  try {
    readYAMLTokens({ Parser }, text);
  } catch (thrown) {
    throw new ConfigError([{ file, path: "", message: messageOf(thrown) }]);
  }
  return parseDocument(text, options);
}

function yamlProblem(
  { code, pos, message }: YAMLParseError,
  { text, file, lines }: { readonly text: string; readonly file: string; readonly lines: LineCounter },
): ConfigProblem {
  const { line, col } = lines.linePos(pos[0]);
  const place = { file, line, column: col, path: "" };
  if (code === "DUPLICATE_KEY") return { ...place, message: REPEATED_NAME };
  const isVariable = text.startsWith("${", pos[0] - 1);
  return {
    ...place,
    message: `this is not YAML: ${message}`,
    ...(isVariable ? { hint: 'between braces a variable needs quotes: "${NAME}"' } : {}),
  };
}

/** As they are when everything below a name is commented out. */
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
  const placeAt = (node: unknown): Place | undefined => {
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset === undefined) return undefined;
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  return (path, part = "value") => {
    for (let length = path.length; length >= 0; length--) {
      const isWhole = length === path.length;
      const node = isWhole && part === "key" ? keyNode(document, path) : nodeAt(document, path.slice(0, length));
      const place = placeAt(node);
      if (place !== undefined) return place;
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

function placeOf(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}
