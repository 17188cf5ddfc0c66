/** The documentation as the explorer shows it: each link of each page leads somewhere. */
import { describe, expect, it } from "vitest";
import { ERROR_TABLE } from "../../src/errors/error-table.ts";
import { readMarkdown } from "../../explorer/src/data/markdown.ts";
import type { Block, Inline } from "../../explorer/src/data/prose.ts";
import { DOC_PAGES, DOCS_PATH, resolveDocLink } from "../../explorer/src/docs/doc-address.ts";
import type { DocContents } from "../../explorer/src/docs/doc-library.ts";
import { outlineOf } from "../../explorer/src/docs/doc-outline.ts";
import { readContents } from "../../scripts/docs/contents.ts";
import { docFiles } from "../../scripts/docs/docs-plugin.ts";

const files = docFiles();
const pages = [...files.keys()].filter((name) => name.endsWith(".md")).map((name) => name.replace(/\.md$/, ""));

function blocksOf(page: string): Block[] {
  const linkTo = (href: string): string | undefined => resolveDocLink(href, page);
  return readMarkdown(String(files.get(`${page}.md`)), { linkTo, pictureAt: linkTo });
}

const anchors = new Map(
  pages.map((page) => {
    const { headings, rows } = outlineOf(blocksOf(page));
    return [page, new Set([...rows.values(), ...Array.from(headings.values(), ({ id }) => id)])];
  }),
);

function linksIn(value: readonly Block[] | readonly Inline[]): string[] {
  const links: string[] = [];
  JSON.stringify(value, (key, part: unknown) => {
    if (key === "href") links.push(String(part));
    return part;
  });
  return links;
}

function leadsNowhere(link: string): boolean {
  if (!link.startsWith(DOCS_PATH)) return !link.startsWith("https://") && !link.startsWith("http://");
  const [name = "", anchor] = link.slice(DOCS_PATH.length).split("#");
  if (name === "") return false;
  const isThere = files.has(name) || files.has(`${name}.md`);
  return !isThere || (anchor !== undefined && anchors.get(name)?.has(anchor) !== true);
}

describe("the documentation in the explorer", () => {
  it("has each page of the contents", () => {
    const { parts } = JSON.parse(String(files.get("contents.json"))) as DocContents;
    const listed = parts.flatMap((part) => part.pages.map(({ page }) => page));
    expect(listed).toEqual(readContents().parts.flatMap((part) => part.pages.map(({ file }) => file.slice(0, -3))));
    expect(listed.filter((page) => !files.has(`${page}.md`))).toEqual([]);
  });

  it.each(pages)("has every target that %s links to", (page) => {
    expect(linksIn(blocksOf(page)).filter(leadsNowhere)).toEqual([]);
  });

  it("has the pages that the explorer links to, and a row for each error code", () => {
    expect(Object.values(DOC_PAGES).filter((page) => !files.has(`${page}.md`))).toEqual([]);
    expect(Object.keys(ERROR_TABLE).filter((code) => anchors.get("errors")?.has(code) !== true)).toEqual([]);
  });

  it("has each page for models once, too", () => {
    expect(String(files.get("llms.txt"))).toContain("(guide/hub.md)");
    expect(files.has("llms-full.txt")).toBe(false);
  });
});
