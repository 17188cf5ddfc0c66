/** Patterns from outside, such as `^(a+)+$`, must not keep the process busy for minutes. */
import { isDeterministic } from "./deterministic-pattern.ts";
import { matchLinearly } from "./match-linearly.ts";
import { buildProgram, programSize } from "./pattern-program.ts";
import { readPattern } from "./pattern-syntax.ts";
import type { Pattern } from "./pattern-syntax.ts";

const MAX_PROGRAM = 5_000;
/** A longer pattern may hold so many choices that the engine takes long for each character. */
const MAX_NATIVE_LENGTH = 200;
/** Schemas repeat their patterns, and each is compiled more than once. */
const MAX_KNOWN = 1_000;

const known = new Map<string, RegExp | undefined>();

/**
 * The pattern as an expression whose `test` takes time linear in the text. It throws `TooLongToMatch` if even that is too
 * long. `undefined` for a pattern that can't be matched like that: it looks behind, refers back or is very large.
 *
 * @example
 * safePattern("^(a+)+$")?.test("a".repeat(100_000) + "b"); // false, in a few milliseconds
 */
export function safePattern(source: string): RegExp | undefined {
  if (known.has(source)) return known.get(source);
  const pattern = readPattern(source);
  const isUsable = pattern !== undefined && (programSize(pattern.root) <= MAX_PROGRAM || isNative(source, pattern));
  const safe = isUsable ? new SafePattern(source, pattern) : undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(source, safe);
  return safe;
}

/** Whether a pattern is left to the native engine, because that takes linear time for it too. */
export function isLeftToNative(source: string): boolean {
  const pattern = readPattern(source);
  return pattern !== undefined && isNative(source, pattern);
}

/** Whether a pattern of names can be used. The schema engine runs these natively, and in Unicode mode. */
export function isSafeNamePattern(source: string): boolean {
  const pattern = readPattern(source);
  return pattern?.isUnicode === true && isNative(source, pattern);
}

function isNative(source: string, { root }: Pattern): boolean {
  return source.length <= MAX_NATIVE_LENGTH && isDeterministic(root);
}

/** A subclass, because the schema engine takes a pattern only as a text or as a `RegExp`. */
class SafePattern extends RegExp {
  readonly #text: string;
  readonly #pattern: Pattern;
  #test: ((text: string) => boolean) | undefined;

  constructor(source: string, pattern: Pattern) {
    super(source, pattern.isUnicode ? "u" : "");
    this.#text = source;
    this.#pattern = pattern;
  }

  override test(text: string): boolean {
    return (this.#test ??= this.#choose())(text);
  }

  #choose(): (text: string) => boolean {
    if (isNative(this.#text, this.#pattern)) return (text) => super.test(text);
    const program = buildProgram(this.#pattern);
    return (text) => matchLinearly(program, text);
  }
}
