/** Finds sections of the documentation by words. The same ranking finds operations. */
import { OperationIndex } from "../../../src/search/ranking/operation-index.ts";
import { atOnce } from "../../../src/shared/time/slices.ts";
import { docAddress } from "./doc-address.ts";
import type { DocLibrary, ListedDoc } from "./doc-library.ts";
import { splitSections } from "./doc-sections.ts";
import type { DocSection } from "./doc-sections.ts";

export interface FoundSection {
  readonly address: string;
  /** The title of the page. */
  readonly page: string;
  /** The heading of the section. Text before the first heading has the page's title. */
  readonly heading: string;
  /** A few words of it, around the match. */
  readonly excerpt: string;
}

export interface DocSearch {
  search(text: string): FoundSection[];
}

const MOST_RESULTS = 20;
const EXCERPT_LENGTH = 140;
/** How much of an excerpt comes before the match. */
const EXCERPT_LEAD = 40;

export async function openDocSearch(library: DocLibrary): Promise<DocSearch> {
  const { parts } = await library.contents();
  const pages = await Promise.all(parts.flatMap((part) => part.pages.map((page) => sectionsOf(library, page))));
  const sections = new Map(pages.flat().map((section) => [section.address, section]));
  const index = new OperationIndex();
  for (const { address, listed, heading, text } of sections.values()) {
    index.add({ id: address, namespace: listed.title, name: heading, title: heading, description: text });
  }
  return {
    search: (text) =>
      atOnce(index.rank(text, { isTyping: true, limit: MOST_RESULTS })).flatMap(({ id }) => {
        const section = sections.get(id);
        return section === undefined ? [] : [toFound(section, text)];
      }),
  };
}

interface IndexedSection extends DocSection {
  readonly address: string;
  readonly listed: ListedDoc;
}

async function sectionsOf(library: DocLibrary, listed: ListedDoc): Promise<IndexedSection[]> {
  const text = (await library.read(listed.page)) ?? "";
  return splitSections(text).map((section) => ({
    ...section,
    listed,
    address: docAddress(listed.page, section.id),
  }));
}

function toFound({ address, listed, heading, text }: IndexedSection, query: string): FoundSection {
  return { address, page: listed.title, heading, excerpt: excerptOf(text, query) };
}

/** The words around the first query word that occurs in the text; otherwise the beginning of the text. */
function excerptOf(text: string, query: string): string {
  const lower = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/\W+/)
    .filter(({ length }) => length > 2)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const place = places.length === 0 ? 0 : Math.min(...places);
  const start = place <= EXCERPT_LEAD ? 0 : text.indexOf(" ", place - EXCERPT_LEAD) + 1;
  const excerpt = text.slice(start, start + EXCERPT_LENGTH);
  return `${start > 0 ? "… " : ""}${excerpt}${start + EXCERPT_LENGTH < text.length ? "…" : ""}`;
}
