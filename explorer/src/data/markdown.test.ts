import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainWords, readMarkdown } from "./markdown.ts";
import type { Block, Inline } from "./prose.ts";

function wordsOf(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case "code":
          return block.text;
        case "table":
          return [block.head, ...block.rows].flat().map(plainWords).join("");
        case "list":
          return wordsOf(block.items.flat());
        case "quote":
        case "note":
          return wordsOf(block.blocks);
        case "rule":
          return "";
        default:
          return plainWords(block.parts);
      }
    })
    .join("");
}

const text = (value: string): Inline => ({ kind: "text", text: value });
const paragraph = (...parts: Inline[]): Block => ({ kind: "paragraph", parts });
/** The parts of a text with a single paragraph. */
const inline = (value: string): readonly Inline[] => {
  const [block] = readMarkdown(value);
  return block?.kind === "paragraph" ? block.parts : [];
};
const kinds = (value: string): string[] => inline(value).map(({ kind }) => kind);

describe("reading a description", () => {
  test("tells headings, lists, code and paragraphs apart", () => {
    const description =
      "# Title\nWords\nmore\n\n- one\n  goes on\n- two\n\n1. first\n\n```json\n{\n  - no list\n```\nend";
    expect(readMarkdown(description)).toEqual([
      { kind: "heading", level: 1, parts: [text("Title")] },
      paragraph(text("Words\nmore")),
      { kind: "list", isOrdered: false, items: [[paragraph(text("one\ngoes on"))], [paragraph(text("two"))]] },
      { kind: "list", isOrdered: true, items: [[paragraph(text("first"))]] },
      { kind: "code", text: "{\n  - no list", language: "json" },
      paragraph(text("end")),
    ]);
  });

  test("finds strong text, emphasis, code and links in a line", () => {
    expect(inline("**a** *b* _c_ `d*e*` [f](https://x.org/) 2 * 3 * 4 snake_case_name")).toEqual([
      { kind: "strong", parts: [text("a")] },
      text(" "),
      { kind: "emphasis", parts: [text("b")] },
      text(" "),
      { kind: "emphasis", parts: [text("c")] },
      text(" "),
      { kind: "code", text: "d*e*" },
      text(" "),
      { kind: "link", parts: [text("f")], href: "https://x.org/" },
      text(" 2 * 3 * 4 snake_case_name"),
    ]);
  });

  test("finds marks within marks", () => {
    expect(inline("**see [`GET /pets`](https://x.org/)**")).toEqual([
      {
        kind: "strong",
        parts: [text("see "), { kind: "link", parts: [{ kind: "code", text: "GET /pets" }], href: "https://x.org/" }],
      },
    ]);
  });

  test("keeps lists, code and paragraphs within the items of a list", () => {
    expect(readMarkdown("1. one\n\n   more\n\n   ```sh\n   ls\n   ```\n   - inner")).toEqual([
      {
        kind: "list",
        isOrdered: true,
        items: [
          [
            paragraph(text("one")),
            paragraph(text("more")),
            { kind: "code", text: "ls", language: "sh" },
            { kind: "list", isOrdered: false, items: [[paragraph(text("inner"))]] },
          ],
        ],
      },
    ]);
  });

  test("makes bare addresses links", () => {
    expect(inline("at https://x.org/a.")).toEqual([
      text("at "),
      { kind: "link", parts: [text("https://x.org/a")], href: "https://x.org/a" },
      text("."),
    ]);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "//x.org", "/path"])("does not take %s as a link", (href) => {
    expect(kinds(`[x](${href})`)).toEqual(["text"]);
    expect(kinds(`![x](${href})`)).toEqual(["text"]);
  });

  test("shows a link in place of a picture", () => {
    expect(inline("![a cat](https://x.org/cat.png)")).toEqual([
      { kind: "link", parts: [text("a cat")], href: "https://x.org/cat.png" },
    ]);
  });

  test.each(["<script>alert(1)</script>", "<iframe src=https://x.org></iframe>", "a <id> b", "<style>p{}</style>"])(
    "leaves %s, which does not format a text, as it is",
    (html) => {
      expect(wordsOf(readMarkdown(html))).toBe(html);
    },
  );

  test("reads the HTML that formats a text, without its scripts and pictures", () => {
    expect(inline('a<img src="x" onerror="y">b')).toEqual([text("a"), text("x"), text("b")]);
    expect(inline("a<br/>b")).toEqual([text("a"), { kind: "break" }, text("b")]);
    expect(readMarkdown('<p onclick="x()">Creates a <b>Session</b>\n object.</p>')).toEqual([
      paragraph(text("Creates a "), { kind: "strong", parts: [text("Session")] }, text(" object.")),
    ]);
    const link = (href: string) => inline(`see <a href="${href}">this</a>`);
    expect(link("https://x.org/?a=1&amp;b=2")).toEqual([
      text("see "),
      { kind: "link", parts: [text("this")], href: "https://x.org/?a=1&b=2" },
    ]);
    expect(link("javascript:alert(1)")).toEqual([text("see "), text("this")]);
  });

  test("reads lists, tables, headings and code of HTML, also with ends left out", () => {
    const list = "<p>Either</p><ul><li>one <i>a</i><li>two<ul><li>deep</li></ul></li></ul><p>End";
    expect(readMarkdown(list)).toEqual([
      paragraph(text("Either")),
      {
        kind: "list",
        isOrdered: false,
        items: [
          [paragraph(text("one "), { kind: "emphasis", parts: [text("a")] })],
          [paragraph(text("two")), { kind: "list", isOrdered: false, items: [[paragraph(text("deep"))]] }],
        ],
      },
      paragraph(text("End")),
    ]);
    const table =
      "<table><tr><th>Name</th><th>Use</th></tr><tr><td><code>a</code><td>one</tr></table><pre>x\n  y</pre>";
    expect(readMarkdown(table)).toEqual([
      {
        kind: "table",
        head: [[text("Name")], [text("Use")]],
        rows: [[[{ kind: "code", text: "a" }], [text("one")]]],
      },
      { kind: "code", text: "x\n  y", language: "" },
    ]);
    expect(readMarkdown("<h2>Title</h2>\n<blockquote>Said</blockquote>")).toEqual([
      { kind: "heading", level: 2, parts: [text("Title")] },
      { kind: "quote", blocks: [paragraph(text("Said"))] },
    ]);
  });

  test("reads GitHub's notes", () => {
    expect(readMarkdown("> [!NOTE]\n> For *owners*.\n\n> [!WARNING] Careful\n\n> [!OTHER]\n> no note")).toMatchObject([
      {
        kind: "note",
        word: "Note",
        blocks: [paragraph(text("For "), { kind: "emphasis", parts: [text("owners")] }, text("."))],
      },
      { kind: "note", word: "Warning", blocks: [paragraph(text("Careful"))] },
      { kind: "quote" },
    ]);
  });

  test("keeps every word of every HTML, however its elements are nested", () => {
    const names = fc.constantFrom(
      "p",
      "b",
      "ul",
      "li",
      "table",
      "tr",
      "td",
      "pre",
      "blockquote",
      "h2",
      "a",
      "code",
      "id",
    );
    const part = fc.oneof(
      names.map((name) => `<${name}>`),
      names.map((name) => `</${name}>`),
      fc.constantFrom("<br>", "\n", "\n\n", " ", "WORD ", "WORD", "<!-- x -->"),
    );
    const count = (value: string): number => value.match(/WORD/g)?.length ?? 0;
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const html = parts.join("");
        expect(count(wordsOf(readMarkdown(html)))).toBe(count(html));
      }),
      { numRuns: 2000 },
    );
  });

  test("reads entities, and backslashes before marks", () => {
    expect(plainWords(inline("a &lt; b &amp; c &#38; &unknown; \\*d\\* &copy; &rarr;"))).toBe(
      "a < b & c & &unknown; *d* © →",
    );
  });

  test("keeps every word of every text", () => {
    const unit = fc.constantFrom("a", "\n", " ", "-", "#", "*", "_", "`", "[", "]", "1", ".", "|", ">");
    fc.assert(
      fc.property(fc.string({ unit }), (description) => {
        // The text on the line of a fence names a language.
        fc.pre(!/```/.test(description));
        const words = (value: string): string => value.replaceAll(/[^a]/g, "");
        expect(words(wordsOf(readMarkdown(description)))).toBe(words(description));
      }),
    );
  });

  test.each([
    ["stars", "*a".repeat(50_000)],
    ["brackets", "[".repeat(50_000)],
    ["quotes", ">".repeat(9000)],
    ["lists", `${"- ".repeat(9000)}a`],
    ["elements", "<ul><li>".repeat(2400)],
    ["open tags", "<a href=".repeat(2400)],
  ])("reads a long line of %s quickly and completely", (_, marks) => {
    const start = process.cpuUsage();
    expect(wordsOf(readMarkdown(marks)).length).toBeGreaterThanOrEqual(marks.includes("[") ? marks.length : 0);
    const { user } = process.cpuUsage(start);
    expect(user / 1e6).toBeLessThan(10);
  });

  test("reads tables, with or without outer pipes, and cells that lack or contain pipes", () => {
    const lines = ["Values:", "", "| Name | Meaning |", "|---|:-:|", "| `a` | one \\| other |", "| b |"];
    const others = ["", "x | y", "- | -", "1 | 2"];
    expect(readMarkdown([...lines, ...others].join("\n"))).toEqual([
      paragraph(text("Values:")),
      {
        kind: "table",
        head: [[text("Name")], [text("Meaning")]],
        rows: [
          [[{ kind: "code", text: "a" }], [text("one | other")]],
          [[text("b")], []],
        ],
      },
      { kind: "table", head: [[text("x")], [text("y")]], rows: [[[text("1")], [text("2")]]] },
    ]);
    expect(readMarkdown("a | b\nno table")).toMatchObject([{ kind: "paragraph" }]);
  });
});

test("a long paragraph from outside stays plain, and one of ours is formatted", () => {
  const table = `| a | b |\n| - | - |\n${"| `one` | two |\n".repeat(2000)}`;
  expect(readMarkdown(table)).toMatchObject([{ kind: "paragraph" }]);
  expect(readMarkdown(table, { isOurs: true })).toMatchObject([{ kind: "table" }]);
});
