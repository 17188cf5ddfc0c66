import { createScanner, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { messageOf } from "../../../errors/call-error.ts";
import { ConfigError, REPEATED_NAME } from "./config-error.ts";
import type { ConfigPath, ConfigText, TextPosition } from "./config-text.ts";

const MAX_DEPTH = 256;

export function readJSON(text: string, file: string): ConfigText {
  // The parser of positions is recursive, `JSON.parse` is not.
  if (depthOf(text) > MAX_DEPTH) {
    throw new ConfigError([{ file, path: "", message: `it is nested deeper than ${MAX_DEPTH} levels` }]);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const { offset, message } = findJSONSyntaxError(text) ?? { offset: 0, message: messageOf(thrown) };
    throw new ConfigError([{ file, ...positionAt(text, offset), path: "", message: `this is not JSON: ${message}` }]);
  }
  const root = parseTree(text);
  const repeated = repeatedNames(root).map(({ offset }) => ({ file, ...positionAt(text, offset), path: "" }));
  if (repeated.length > 0) throw new ConfigError(repeated.map((where) => ({ ...where, message: REPEATED_NAME })));
  return { value, locate: (path, part) => positionAt(text, nearestNode(root, path, part)?.offset ?? 0) };
}

function depthOf(text: string): number {
  const scanner = createScanner(text, true);
  let [depth, deepest] = [0, 0];
  for (let end = 0; end < text.length; end = scanner.getPosition()) {
    scanner.scan();
    const first = text[scanner.getTokenOffset()];
    if (first === "{" || first === "[") deepest = Math.max(deepest, ++depth);
    if (first === "}" || first === "]") depth--;
  }
  return deepest;
}

export interface JSONSyntaxError {
  readonly offset: number;
  readonly message: string;
}

/** The first error of a text that `JSON.parse` refuses, in words for people who write JSON by hand. */
export function findJSONSyntaxError(text: string): JSONSyntaxError | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first, second] = errors;
  if (first === undefined) return undefined;
  const code = printParseErrorCode(first.error);
  // The parser skips a symbol that it does not know, and says after it what it expected there.
  const expected = code === "InvalidSymbol" && second !== undefined ? printParseErrorCode(second.error) : code;
  return explainError(text, first, expected);
}

function explainError(text: string, { offset, length }: ParseError, code: string): JSONSyntaxError {
  const token = text.slice(offset, offset + length);
  const at = (message: string, from = offset): JSONSyntaxError => ({ offset: from, message });
  if (code === "InvalidCommentToken" || token.startsWith("#")) return at("JSON has no comments");
  if (code === "UnexpectedEndOfString") return at("this string has no end on its line");
  if (code === "InvalidEscapeCharacter" || code === "InvalidUnicode") {
    return at("JSON has no such escape", offset + (VALID_START.exec(token)?.[0].length ?? 0));
  }
  if (code === "InvalidCharacter") return at("a control character in a string must be escaped");
  if (code === "EndOfFileExpected") return at("there is something after the end of the JSON value");
  const comma = /,\s*$/.exec(text.slice(0, offset))?.index;
  if (comma !== undefined && /^[}\]]/.test(token)) return at(`JSON has no comma before "${token}"`, comma);
  if (token.startsWith("'") && code === "ValueExpected") return at("JSON's strings have double quotes");
  return at(`expected ${EXPECTED[code] ?? "a value"}, found ${token === "" ? "the end of the file" : shown(token)}`);
}

/** A string up to its first bad escape. */
const VALID_START = /^"(?:[^\\]+|\\["\\/bfnrt]|\\u[0-9a-f]{4})*/i;

const EXPECTED: Readonly<Record<string, string>> = {
  PropertyNameExpected: "a name in double quotes",
  ColonExpected: '":" after the name',
  CommaExpected: "a comma",
  CloseBraceExpected: '"," or "}"',
  CloseBracketExpected: '"," or "]"',
};

function shown(token: string): string {
  const short = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  return short.startsWith('"') ? short : `"${short}"`;
}

/** `JSON.parse` keeps the last of several equal names, and silently drops the others. */
function repeatedNames(node: Node | undefined): Node[] {
  if (node?.type !== "object") return (node?.children ?? []).flatMap(repeatedNames);
  const names = new Set<unknown>();
  return (node.children ?? []).flatMap(({ children: [key, member] = [] }) => {
    const isRepeated = key !== undefined && names.has(key.value);
    names.add(key?.value);
    return [...(isRepeated ? [key] : []), ...repeatedNames(member)];
  });
}

function nearestNode(root: Node | undefined, path: ConfigPath, part: "key" | "value" = "value"): Node | undefined {
  let nearest = root;
  for (const [index, step] of path.entries()) {
    const children = nearest?.children ?? [];
    const [key, member] =
      nearest?.type === "array"
        ? [undefined, children[Number(step)]]
        : (children.find((property) => property.children?.[0]?.value === String(step))?.children ?? []);
    const isLast = index === path.length - 1;
    const found = isLast && part === "key" ? key : member;
    if (found === undefined) break;
    nearest = found;
  }
  return nearest;
}

function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
