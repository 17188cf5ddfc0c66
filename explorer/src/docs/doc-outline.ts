import { plainWords } from "../data/markdown.ts";
import type { Block, TableRow } from "../data/prose.ts";

export interface DocHeading {
  readonly id: string;
  readonly level: number;
  readonly text: string;
}

type HeadingBlock = Extract<Block, { kind: "heading" }>;

/** What can be linked to within a page: its headings, and the rows of its tables that begin with a name in code. */
export interface DocOutline {
  readonly headings: ReadonlyMap<HeadingBlock, DocHeading>;
  readonly rows: ReadonlyMap<TableRow, string>;
}

export function outlineOf(blocks: readonly Block[]): DocOutline {
  const headings = new Map<HeadingBlock, DocHeading>();
  const rows = new Map<TableRow, string>();
  const taken = new Map<string, number>();
  for (const block of blocks) {
    if (block.kind === "heading") {
      const text = plainWords(block.parts);
      headings.set(block, { id: unique(slugOf(text), taken), level: block.level, text });
    }
  }
  for (const block of blocks) {
    if (block.kind !== "table") continue;
    for (const row of block.rows) {
      const [first] = row[0] ?? [];
      if (first?.kind !== "code" || row[0]?.length !== 1 || taken.has(first.text)) continue;
      taken.set(first.text, 0);
      rows.set(row, first.text);
    }
  }
  return { headings, rows };
}

/** The anchor of a heading, as GitHub makes it. The links in the pages use these anchors. */
export function slugOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

function unique(slug: string, taken: Map<string, number>): string {
  const times = taken.get(slug);
  taken.set(slug, (times ?? 0) + 1);
  return times === undefined ? slug : `${slug}-${times}`;
}
