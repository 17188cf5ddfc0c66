/** The pages of the documentation in order, from `docs/contents.json`. Titles come from the pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-command.ts";

export interface Page {
  /** Below `docs/`: `guide/hub.md`. */
  readonly file: string;
  readonly title: string;
  /** What it covers, in a few words. */
  readonly about: string;
  readonly text: string;
}

export interface Part {
  readonly title: string;
  readonly about: string;
  readonly pages: readonly Page[];
}

export interface Contents {
  readonly name: string;
  readonly about: string;
  readonly parts: readonly Part[];
}

type Listed = Pick<Page, "file" | "about">;

export function readContents(): Contents {
  const text = readFileSync(join(root, "docs/contents.json"), "utf8");
  const { parts, ...contents } = JSON.parse(text) as Contents & {
    parts: ReadonlyArray<Omit<Part, "pages"> & { readonly pages: readonly Listed[] }>;
  };
  return { ...contents, parts: parts.map((part) => ({ ...part, pages: part.pages.map((page) => readPage(page)) })) };
}

function readPage({ file, about }: Listed): Page {
  const text = readFileSync(join(root, "docs", file), "utf8");
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`docs/${file} has no title`);
  return { file, about, title, text };
}
