import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

describe("a description with HTML", () => {
  it.each([
    ["<p>Creates a Session object.</p>", "Creates a Session object."],
    ["<p>One.</p>\n\n<p>Two.</p>", "One.\n\nTwo."],
    [
      'See <a href="https://stripe.com/docs?a=1&amp;b=2">the guide</a>, <b>now</b>.',
      "See [the guide](https://stripe.com/docs?a=1&b=2), **now**.",
    ],
    ["Either:<ul><li>a</li><li><code>b</code></li></ul>", "Either:\n\n- a\n- `b`"],
    ["one<br/>two<BR>three", "one\ntwo\nthree"],
    ["a <!-- hidden --> b", "a  b"],
    ["<img src='x.png' alt=\"A picture\">", "A picture"],
  ])("%j becomes %j", (html, text) => {
    expect(htmlToMarkdown(html)).toBe(text);
  });

  it.each([
    "Bearer <token>, of type Map<string, number>, if a < b && b > c",
    "<script>alert(1)</script>",
    "`<p>` and ```\n<b>code</b>\n``` stay",
    "no marks at all",
  ])("keeps %j, which has none that formats a text", (text) => {
    expect(htmlToMarkdown(text)).toBe(text);
  });

  it.each([
    ["a long name in a mark", `<p ${"a".repeat(200_000)}>one</p>`, "one"],
    ["many empty lines", `${"\n".repeat(200_000)}[!one`, `${"\n".repeat(200_000)}[!one`],
    ["a long run of spaces", `<b>one</b>${" ".repeat(200_000)}.`, `**one**${" ".repeat(200_000)}.`],
  ])("reads %s once: in quadratic time, it would take minutes", { timeout: 10_000 }, (_what, html, text) => {
    expect(htmlToMarkdown(html) === text).toBe(true);
  });

  it("reads GitHub's notes as words", () => {
    expect(htmlToMarkdown("Text.\n\n> [!NOTE]\n> Only for owners.\n")).toBe("Text.\n\n> Note: Only for owners.\n");
    expect(htmlToMarkdown("> [!WARNING] Careful")).toBe("> Warning: Careful");
  });

  it.each([
    ["an attribute", `<a ${"a".repeat(80_000)}>`],
    ["spaces", `<b>${" ".repeat(80_000)}x`],
    ["line breaks before a note", `[!${"\n".repeat(80_000)}x`],
  ])("takes no time that grows with the square of its length: %s", (_what, html) => {
    // Some milliseconds. With the square it would be more than the test may take, on any machine.
    expect(htmlToMarkdown(html).length).toBeLessThanOrEqual(html.length);
  });

  it("never throws, and loses no letter of the text between the tags", () => {
    const part = fc.oneof(
      fc.constantFrom("<p>", "</p>", "<b>", "</i>", "<a href='x'>", "<br/>", "<", ">"),
      fc.string(),
    );
    const letters = (text: string): string => text.replaceAll(/[^0-9]/g, "");
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.nat().map(String))), (parts) => {
        const html = parts.map((one) => one.replaceAll(/&#?\w+;|!--|[a-z]+=/g, "")).join(" ");
        const withoutTags = html.replaceAll(/<\/?[a-z][^<>]*>/gi, "");
        expect(letters(htmlToMarkdown(html)).length).toBeGreaterThanOrEqual(letters(withoutTags).length);
      }),
    );
  });
});
