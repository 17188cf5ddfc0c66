import { plainWords, readMarkdown } from "../data/markdown.ts";
import type { Block } from "../data/prose.ts";
import { outlineOf } from "./doc-outline.ts";

export interface DocSection {
  /** The anchor of its heading; `""` for the text below the title. */
  readonly id: string;
  readonly heading: string;
  /** Its text on one line. */
  readonly text: string;
}

/** Splits a page at its headings, as plain text. */
export function splitSections(markdown: string): DocSection[] {
  const blocks = readMarkdown(markdown, { isOurs: true });
  const { headings } = outlineOf(blocks);
  const sections: Array<Omit<DocSection, "text"> & { readonly texts: string[] }> = [];
  for (const block of blocks) {
    const heading = block.kind === "heading" ? headings.get(block) : undefined;
    if (heading === undefined) sections.at(-1)?.texts.push(wordsOf(block));
    else sections.push({ id: heading.level === 1 ? "" : heading.id, heading: heading.text, texts: [] });
  }
  return sections.map(({ texts, ...section }) => ({
    ...section,
    text: texts.join(" ").replaceAll(/\s+/g, " ").trim(),
  }));
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case "code":
      return block.text;
    case "list":
      return block.items.flat().map(wordsOf).join(" ");
    case "quote":
    case "note":
      return block.blocks.map(wordsOf).join(" ");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plainWords).join(" ")).join(" ");
    case "rule":
      return "";
    default:
      return plainWords(block.parts);
  }
}
