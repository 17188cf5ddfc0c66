/** Reads the syntax of a regular expression, as far as `safe-pattern.ts` needs it to count the ways to match. */

import { compilePattern } from "../types/compile-pattern.ts";

/** A set of characters as bits: 0 to 127 are ASCII, bit 128 stands for all others together. */
export type CharacterSet = bigint;

export type PatternNode =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `^`, `$` and word boundaries, which consume no character. */
  | { readonly kind: "assertion"; readonly sign: "^" | "$" | "\\b" };

const ASCII = 128;
const ALL: CharacterSet = (1n << BigInt(ASCII + 1)) - 1n;
const BEYOND_ASCII: CharacterSet = 1n << BigInt(ASCII);
const MAX_NESTING = 100;

/** A class that may match beyond ASCII counts as matching all of it. That can only make a pattern look worse than it is. */
const REACHES_BEYOND_ASCII = /^\.$|^\[\^|\\[SWDpPsux]|[^\0-\x7f]/;

/** The structure of a pattern; `undefined` for look-around, back-references and other unknown syntax. */
export function readPattern(source: string): PatternNode | undefined {
  if (compilePattern(source) === undefined) return undefined;
  const reader = { source, at: 0, depth: 0 };
  const node = readChoice(reader);
  return node !== undefined && reader.at === source.length ? node : undefined;
}

interface Reader {
  readonly source: string;
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
  REPEAT.lastIndex = reader.at;
  const match = REPEAT.exec(reader.source);
  if (match === null) return body;
  reader.at += match[0].length;
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

const GROUP_START = /\((?:\?:|\?<[A-Za-z_]\w*>|(?!\?))/y;

function readGroup(reader: Reader): PatternNode | undefined {
  GROUP_START.lastIndex = reader.at;
  const match = GROUP_START.exec(reader.source);
  if (match === null || reader.depth >= MAX_NESTING) return undefined;
  reader.at += match[0].length;
  reader.depth++;
  const inner = readChoice(reader);
  reader.depth--;
  if (inner === undefined || reader.source[reader.at] !== ")") return undefined;
  reader.at++;
  return inner;
}

/** A class, an escape or one character. An escape inside a class must not hide the closing bracket. */
const CHARACTERS =
  /\[\^?(?:\\[^]|[^\]\\])*\]|\\(?:u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^k1-9])|[^\\]/uy;

function readCharacters(reader: Reader): PatternNode | undefined {
  CHARACTERS.lastIndex = reader.at;
  const match = CHARACTERS.exec(reader.source);
  if (match === null) return undefined;
  reader.at += match[0].length;
  if (match[0] === "\\b" || match[0] === "\\B") return { kind: "assertion", sign: "\\b" };
  return { kind: "characters", set: characterSet(match[0]) };
}

/** Asks the engine which characters match. A second reading of escapes and ranges could differ from its own. */
function characterSet(source: string): CharacterSet {
  const matcher = compilePattern(`^(?:${source})$`);
  if (matcher === undefined) return ALL;
  let set = REACHES_BEYOND_ASCII.test(source) ? BEYOND_ASCII : 0n;
  for (let code = 0; code < ASCII; code++) {
    if (matcher.test(String.fromCharCode(code))) set |= 1n << BigInt(code);
  }
  return set;
}
