/** Reads the syntax of a regular expression, as far as it can be matched in linear time. */
import { compilePattern } from "../types/compile-pattern.ts";
import { CharacterSet } from "./character-set.ts";

export type PatternNode =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** These consume no character. */
  | { readonly kind: "assertion"; readonly sign: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "lookahead"; readonly body: PatternNode; readonly negated: boolean };

export interface Pattern {
  readonly root: PatternNode;
  /** Whether it matches code points: it has the flag "u". */
  readonly isUnicode: boolean;
}

const MAX_LENGTH = 10_000;
const MAX_NESTING = 100;

/** Without the flag "u", these escapes mean something else, and a character beyond 16 bits counts as two. */
const AMBIGUOUS_WITHOUT_UNICODE = /\\(?:u\{|[pP]|c(?![A-Za-z])|0\d)|[\u{10000}-\u{10ffff}]/u;

/** The structure of a pattern; `undefined` for look-behind, back-references and other unknown syntax. */
export function readPattern(source: string): Pattern | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  const compiled = compilePattern(source);
  if (compiled === undefined) return undefined;
  if (!compiled.unicode && AMBIGUOUS_WITHOUT_UNICODE.test(source)) return undefined;
  const reader: Reader = { source, flags: compiled.flags, at: 0, depth: 0 };
  const root = readChoice(reader);
  if (root === undefined || reader.at < source.length) return undefined;
  return { root, isUnicode: compiled.unicode };
}

interface Reader {
  readonly source: string;
  readonly flags: string;
  at: number;
  depth: number;
}

function readChoice(reader: Reader): PatternNode | undefined {
  const branches: PatternNode[] = [];
  for (;;) {
    const branch = readSequence(reader);
    if (branch === undefined) return undefined;
    branches.push(branch);
    if (reader.source[reader.at] !== "|") break;
    reader.at++;
  }
  return branches.length === 1 ? branches[0] : { kind: "choice", branches };
}

function readSequence(reader: Reader): PatternNode | undefined {
  const parts: PatternNode[] = [];
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at]!)) {
    const atom = readAtom(reader);
    if (atom === undefined) return undefined;
    parts.push(readRepeat(reader, atom));
  }
  return { kind: "sequence", parts };
}

const REPEAT = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

function readRepeat(reader: Reader, body: PatternNode): PatternNode {
  const match = take(reader, REPEAT);
  if (match === undefined) return body;
  const [, sign, count, comma, limit] = match;
  if (sign !== undefined) {
    return { kind: "repeat", body, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity };
  }
  const min = Number(count);
  if (comma === undefined) return { kind: "repeat", body, min, max: min };
  return { kind: "repeat", body, min, max: limit === "" ? Infinity : Number(limit) };
}

function readAtom(reader: Reader): PatternNode | undefined {
  const sign = reader.source[reader.at]!;
  if (sign === "(") return readGroup(reader);
  if (sign === "^" || sign === "$") {
    reader.at++;
    return { kind: "assertion", sign };
  }
  return readCharacters(reader);
}

const GROUP_START = /\((?:\?(?:(:)|(=)|(!)|<[A-Za-z_]\w*>)|(?!\?))/y;

function readGroup(reader: Reader): PatternNode | undefined {
  const match = take(reader, GROUP_START);
  if (match === undefined || reader.depth >= MAX_NESTING) return undefined;
  reader.depth++;
  const body = readChoice(reader);
  reader.depth--;
  if (body === undefined || reader.source[reader.at] !== ")") return undefined;
  reader.at++;
  const [, , isAhead, isNotAhead] = match;
  if (isAhead === undefined && isNotAhead === undefined) return body;
  return { kind: "lookahead", body, negated: isNotAhead !== undefined };
}

/** A class, an escape or one character. An escape inside a class must not hide the closing bracket. */
const CHARACTERS =
  /\[\^?(?:\\[^]|[^\]\\])*\]|\\(?:u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^k1-9])|[^\\]/uy;

function readCharacters(reader: Reader): PatternNode | undefined {
  const source = take(reader, CHARACTERS)?.[0];
  if (source === undefined) return undefined;
  if (source === "\\b" || source === "\\B") return { kind: "assertion", sign: source };
  return { kind: "characters", set: new CharacterSet(source, reader.flags) };
}

function take(reader: Reader, expression: RegExp): RegExpExecArray | undefined {
  expression.lastIndex = reader.at;
  const match = expression.exec(reader.source);
  if (match === null) return undefined;
  reader.at += match[0].length;
  return match;
}
