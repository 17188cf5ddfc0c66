/** Each page of the guide has the same form: what you get, the shortest way, its result, then the rest. */
import { describe, expect, it } from "vitest";
import { readMarkdown } from "../../explorer/src/data/markdown.ts";
import type { Block } from "../../explorer/src/data/prose.ts";
import { readContents } from "../../scripts/docs/contents.ts";

/** What may precede the first sample: what you get, what you need, a heading. */
const MOST_BLOCKS = 5;
/** Some pages define something first, and then use it. */
const MOST_SAMPLES = 3;

const pages = readContents()
  .parts.flatMap((part) => part.pages)
  .filter(({ file }) => file.startsWith("guide/"));

type Code = Extract<Block, { kind: "code" }>;

/** What a command prints, or a line of a program that says what it prints. */
function isResult({ text, language }: Code): boolean {
  return language === "" || language === "text" || (language === "ts" && text.includes("// => "));
}

const isPicture = (block: Block): boolean =>
  block.kind === "paragraph" && block.parts.some(({ kind }) => kind === "image");

describe("a page of the guide", () => {
  it.each(pages.map(({ file, text }) => [file, text]))("%s says what you get, then shows it", (_, text) => {
    const [title, ...blocks] = readMarkdown(text, { pictureAt: (href) => href });
    expect(title).toMatchObject({ kind: "heading", level: 1 });
    expect(blocks[0]?.kind).toBe("paragraph");
    const first = blocks.findIndex(({ kind }) => kind === "code");
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(MOST_BLOCKS);
    const samples = blocks.filter((block) => block.kind === "code").slice(0, MOST_SAMPLES);
    const isShown = samples.some(isResult) || blocks.slice(first, first + MOST_SAMPLES).some(isPicture);
    expect(isShown).toBe(true);
  });
});
