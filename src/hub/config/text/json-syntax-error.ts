/** What is wrong with a text that `JSON.parse` refuses. Loaded for such a text only. */
import { createScanner, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import { messageOf } from "../../../errors/call-error.ts";
import { ConfigError, isTooDeep, nestedTooDeep } from "./config-error.ts";
import { positionAt } from "./json-positions.ts";

/** The error for a text in which `JSON.parse` found what is `thrown`. */
export function syntaxError(text: string, file: string, thrown: unknown): ConfigError {
  // The parser of positions is recursive, `JSON.parse` is not.
  if (isTooDeep(depthOf(text))) return nestedTooDeep(file);
  const { offset, message } = findJSONSyntaxError(text) ?? { offset: 0, message: messageOf(thrown) };
  return new ConfigError([{ file, ...positionAt(text, offset), path: "", message: `this is not JSON: ${message}` }]);
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
