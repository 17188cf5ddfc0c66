import { describe, expect, test } from "vitest";
import { nearest, suggestion } from "./nearest.ts";

describe("when a name is mistyped", () => {
  test.each([
    ["cal", "call"],
    ["lsit", "list"],
    ["notes.brefing", "notes.briefing"],
    ["CHECK", "check"],
    ["frob", undefined],
    ["", undefined],
  ])("%s may have meant %s", (name, meant) => {
    expect(nearest(name, ["serve", "list", "call", "check", "notes.briefing"])).toBe(meant);
  });

  test("the nearest of many counts, and what is no name at all costs nothing", () => {
    expect(nearest("title", ["titles", "tilte", "title2", "tit1e"])).toBe("titles");
    expect(suggestion("x".repeat(1000), ["x".repeat(999)])).toBe("");
    expect(suggestion("cal", ["call"])).toBe(" Did you mean call?");
  });
});
