import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readInline, readMarkdown } from "./markdown.ts";

function wordsOf(text: string): string {
  const blocks = readMarkdown(text).map((block) => {
    if (block.kind === "code") return block.text;
    if (block.kind === "table")
      return [block.head, ...block.rows]
        .flat(2)
        .map((part) => part.text)
        .join("");
    const lines = block.kind === "list" ? block.items : [block.parts];
    return lines
      .flat()
      .map((part) => part.text)
      .join("");
  });
  return blocks.join("").replaceAll(/[^a]/g, "");
}

describe("reading a description", () => {
  test("tells headings, lists, code and paragraphs apart", () => {
    const text = "# Title\nWords\nmore\n\n- one\n  goes on\n- two\n\n1. first\n\n```json\n{\n  - no list\n```\nend";
    expect(readMarkdown(text)).toEqual([
      { kind: "heading", parts: [{ kind: "text", text: "Title" }] },
      { kind: "paragraph", parts: [{ kind: "text", text: "Words\nmore" }] },
      {
        kind: "list",
        isOrdered: false,
        items: [[{ kind: "text", text: "one goes on" }], [{ kind: "text", text: "two" }]],
      },
      { kind: "list", isOrdered: true, items: [[{ kind: "text", text: "first" }]] },
      { kind: "code", text: "{\n  - no list" },
      { kind: "paragraph", parts: [{ kind: "text", text: "end" }] },
    ]);
  });

  test("finds strong text, emphasis, code and links in a line", () => {
    expect(readInline("**a** *b* `c*d*` [e](https://x.org/) 2 * 3 * 4 snake_case_name")).toEqual([
      { kind: "strong", text: "a" },
      { kind: "text", text: " " },
      { kind: "emphasis", text: "b" },
      { kind: "text", text: " " },
      { kind: "code", text: "c*d*" },
      { kind: "text", text: " " },
      { kind: "link", text: "e", href: "https://x.org/" },
      { kind: "text", text: " 2 * 3 * 4 snake_case_name" },
    ]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "//x.org", "/path"])("does not take %s as a link", (href) => {
    expect(readInline(`[x](${href})`).some(({ kind }) => kind === "link")).toBe(false);
  });

  test("keeps every word of any text", () => {
    const unit = fc.constantFrom("a", "\n", " ", "-", "#", "*", "`", "[", "]", "(", "1", ".", "|");
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        // The text on the line of a fence names a language.
        fc.pre(!/^\s*```/m.test(text));
        expect(wordsOf(text)).toBe(text.replaceAll(/[^a]/g, ""));
      }),
    );
  });

  test("reads a long line of marks in no time", () => {
    expect(readInline("*a".repeat(50_000)).length).toBeGreaterThan(0);
    expect(readInline("[".repeat(50_000)).length).toBe(1);
  });

  test("reads tables, with or without outer pipes, and cells that lack or contain pipes", () => {
    const text = [
      "Values:",
      "| Name | Meaning |",
      "|---|:-:|",
      "| `a` | one \\| other |",
      "| b |",
      "",
      "x | y",
      "- | -",
      "1 | 2 | 3",
    ];
    const cell = (value: string) => [{ kind: "text", text: value }];
    expect(readMarkdown(text.join("\n"))).toEqual([
      { kind: "paragraph", parts: cell("Values:") },
      {
        kind: "table",
        head: [cell("Name"), cell("Meaning")],
        rows: [
          [[{ kind: "code", text: "a" }], cell("one | other")],
          [cell("b"), []],
        ],
      },
      { kind: "table", head: [cell("x"), cell("y")], rows: [[cell("1"), cell("2"), cell("3")]] },
    ]);
    expect(readMarkdown("a | b\nno table")).toMatchObject([{ kind: "paragraph" }]);
  });
});
