import { expect, it } from "vitest";
import { lightenChunk } from "../../scripts/lighten-chunk.ts";

/** What the code exports as `value`. */
async function valueOf(code: string): Promise<unknown> {
  const { value } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { value: unknown };
  return value;
}

it("makes costly patterns on first use, and means the same", async () => {
  const code = String.raw`
    const LETTER = /^\p{L}"\/$/u;
    const EITHER = new RegExp([LETTER, /x/].map((each) => each.source).join("|"), "u");
    const CHEAP = /a/;
    const isEither = (text) => ({ EITHER, LETTER: EITHER }).LETTER.test(text) && CHEAP !== undefined;
    export const value = ["é\"/", "x", "y"].map(isEither);`;
  const light = lightenChunk(code);
  expect(light).not.toContain("/u");
  expect(light).toContain("const CHEAP = /a/;");
  expect(await valueOf(light)).toEqual([true, true, false]);
});

it("gives arrow functions a body, and means the same", async () => {
  const code = `
    const add = (a, b = () => 1) => a + b();
    const pair = ([a, b]) => ({ a, b: add(b) });
    const later = async (a) => a;
    export const value = [pair([1, 2]), later];`;
  const light = lightenChunk(code);
  expect(light).toMatch(/function add\(a, b = \(\) => 1\) \{[^]*function pair\(\[a, b\]\) \{/);
  expect(light).toContain("const later = async");
  expect(await valueOf(light)).toEqual([{ a: 1, b: 3 }, expect.any(Function)]);
});

it("refuses what it cannot change safely", () => {
  expect(() => lightenChunk(String.raw`const A = /\p{L}/u; export { A };`)).toThrow(
    "A cannot be made later: it is the local of a ExportSpecifier",
  );
  expect(() => lightenChunk(String.raw`const A = /\p{L}/u; function f(A) {}`)).toThrow("the params of a");
});
