import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { TooLongToMatch } from "./pattern-guard.ts";
import { isSafeNamePattern, safePattern } from "./safe-pattern.ts";

const EXPONENTIAL = [
  "^(a+)+$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(\\w+\\s?)*$",
  "(a*)*b",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(a{0,16}){0,16}$",
  "^(a?){30}a{30}$",
  `^${"a?".repeat(30)}${"a".repeat(30)}$`,
  "^(.*?,){11}P",
  "^((\\p{L}|a)+)*$",
  "^(?=(a+)+$)b",
  `^${"(?:|)".repeat(40)}$`,
];

const QUADRATIC = ["^a*a*b$", "^.*.*x$", "\\s+$", "^\\s+|\\s+$", "[a-z]+_token_[0-9]+", "(a|b)*c$"];

const HARMLESS = [
  "^[a-z]+$",
  "^https?://",
  "^\\d{1,2}\\d{1,2}$",
  "[a-z][a-z0-9\\-]{0,48}[a-z0-9]",
  "^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$",
  "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
  "^#(([0-9a-fA-F]{2}){3}|([0-9a-fA-F]){3})$",
  "^(?=.*\\d)(?=.*[a-z])(?!.*\\s).{4,}$",
  "a(?=b(?!c))",
  "\\bfoo\\b|\\Bbar",
  "^$|^(?:x|y$)",
  "^\\p{L}+$",
  "^.{1,5000}$",
  "\\-[\\_]",
  "(?<year>\\d{4})-\\d\\d",
  "",
];

/** Texts made from the parts of these patterns, so that many match. */
const texts = fc.string({ unit: fc.constantFrom(...Array.from("aabbcxyzA0199-_ .,@/#=\nä😀\ud800")), maxLength: 24 });

describe("when a pattern comes from outside", () => {
  it.each([...QUADRATIC, ...HARMLESS])("%j gives the same answers as the native engine", (source) => {
    const [safe, native] = [safePattern(source)!, nativePattern(source)];
    const property = fc.property(texts, (text) => safe.test(text) === native.test(text));
    expect(() => fc.assert(property)).not.toThrow();
  });

  const atoms = ["a", "b", "[ab]", "[^a]", ".", "\\w", "\\d", "^", "$", "\\b", "\\B", "(?=a)", "(?!ab)", "ä", "-"];
  const patterns = fc.letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(...atoms),
      fc.tuple(tie("pattern"), tie("pattern")).map((parts) => parts.join("")),
      fc.tuple(tie("pattern"), tie("pattern")).map((branches) => `(${branches.join("|")})`),
      fc.tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,3}", "{1,}")).map(([p, n]) => `(?:${p})${n}`),
      tie("pattern").map((inner) => `(?=${inner})`),
    ),
  })).pattern;

  it("answers like the native engine, whatever the pattern and the text", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "a", "b", "-", "ä"), maxLength: 8 });
    const property = fc.property(patterns, text, (source, given) => {
      const safe = safePattern(source);
      return safe === undefined || safe.test(given) === nativePattern(source).test(given);
    });
    expect(() => fc.assert(property, { numRuns: 3000 })).not.toThrow();
  });

  it.each([...EXPONENTIAL, ...QUADRATIC])("%j refuses a long text in finite time", (source) => {
    expect(safePattern(source)!.test(`${"a".repeat(100_000)}!`)).toBe(false);
  });

  it("gives up on a text for which even linear time is too long", () => {
    const text = Array.from({ length: 200_000 }, (_, index) => "ab"[(index * index * 7 + (index >> 3)) % 2]).join("");
    expect(() => safePattern("[ab]*a[ab]{2000}c")!.test(text)).toThrow(TooLongToMatch);
  });
});

describe("when a pattern cannot be matched in linear time", () => {
  it.each([
    "(?<!a)b",
    "(\\w+)\\1",
    "(?<n>a)\\k<n>",
    "(",
    "[",
    "(".repeat(5000),
    "(a{1,1000}){1,1000}",
    "(?:\\u{2}-\\-)*",
  ])("is refused: %j", (pattern) => {
    expect(safePattern(pattern)).toBeUndefined();
  });
});

describe("when the engine itself compiles a pattern, as one of names", () => {
  it.each(["^x-", "^[a-z]+$", "^.*$", "^[a-zA-Z0-9._-]{1,64}$", "^(?:a|b)c*$", "\\d{4}", "^.{1,5000}$"])(
    "accepts %j, which has only one way to match",
    (pattern) => {
      expect(isSafeNamePattern(pattern)).toBe(true);
    },
  );

  it.each([...EXPONENTIAL, ...QUADRATIC, "[a-z]+x", "^(?:ab|ac)*$", "(?<!a)b", "(", "\\-\\_"])(
    "refuses %j",
    (pattern) => {
      expect(isSafeNamePattern(pattern)).toBe(false);
    },
  );
});

function nativePattern(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}
