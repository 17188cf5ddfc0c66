import { describe, expect, it } from "vitest";

import { proveSafe } from "./safe-pattern.ts";

describe("when a pattern can be matched in linear time", () => {
  it.each([
    "^[a-z]+$",
    "^https?://",
    "^\\d+\\.\\d+\\.\\d+$",
    "^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$",
    "^[a-z]([a-z0-9_-]*[a-z0-9])?$",
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "^#(([0-9a-fA-F]{2}){3}|([0-9a-fA-F]){3})$",
    "^[a-z0-9]([a-z0-9]|-[a-z0-9])*$",
    "^\\p{L}+$",
    "^.{1,5000}$",
    "\\S+",
    "github",
    "",
  ])("keeps %j", (pattern) => {
    expect(proveSafe(pattern)).toBe(true);
  });
});

describe("when a text could be matched in exponentially many ways", () => {
  it.each([
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
  ])("refuses %j", (pattern) => {
    expect(proveSafe(pattern)).toBe(false);
  });
});

describe("when the number of ways grows with the square of the text", () => {
  it.each(["^a*a*b$", "^.*.*x$", "\\s+$", "^\\s+|\\s+$", "[a-z]+_token_[0-9]+", "(a|b)*c$"])(
    "refuses %j",
    (pattern) => {
      expect(proveSafe(pattern)).toBe(false);
    },
  );
});

describe("when a pattern can't be judged", () => {
  it.each(["^(?=a)b", "(?<!a)b", "(\\w+)\\1", "(?<n>a)\\k<n>", "(", "[", "a".repeat(3000), "(".repeat(5000)])(
    "refuses it",
    (pattern) => {
      expect(proveSafe(pattern)).toBe(false);
    },
  );

  it("gives up on a pattern that takes long to judge", () => {
    const branches = Array.from({ length: 60 }, (_, index) => `(?:a${String(index)}+b)*`).join("");
    expect(proveSafe(`^${branches}$`)).toBe(false);
  });
});
