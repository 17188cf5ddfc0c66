import { useEffect, useMemo } from "preact/hooks";
import { readMarkdown } from "../../data/markdown.ts";
import { docAddress, resolveDocLink } from "../../docs/doc-address.ts";
import type { DocContents, ListedDoc } from "../../docs/doc-library.ts";
import { outlineOf } from "../../docs/doc-outline.ts";
import type { DocHeading } from "../../docs/doc-outline.ts";
import { Failure } from "../controls/failure.tsx";
import { Blocks, Inlines } from "../controls/markdown-view.tsx";
import type { Looks } from "../controls/markdown-view.tsx";
import { useLoaded } from "../hooks/use-loaded.ts";
import { DocCode } from "./doc-code.tsx";
import { useDocs } from "./doc-state.ts";

interface DocPageProps {
  readonly page: string;
  readonly contents: DocContents;
}

export function DocPage({ page, contents }: DocPageProps) {
  const { library } = useDocs();
  const loaded = useLoaded(() => library.read(page), page);
  if (loaded === undefined) return <p class="loading pad">Loading…</p>;
  if ("error" in loaded) return <Failure error={loaded.error} />;
  if (loaded.value === undefined) return <NoSuchPage page={page} />;
  return <DocText page={page} text={loaded.value} contents={contents} />;
}

function NoSuchPage({ page }: { readonly page: string }) {
  useEffect(() => {
    document.title = "No such page · Documentation";
  }, []);
  return (
    <article class="doc">
      <h1>There is no such page</h1>
      <p>
        This hub's documentation has no page <code>{page}</code>. Search for it above, or look at{" "}
        <a href={docAddress("")}>all pages</a>.
      </p>
    </article>
  );
}

interface DocTextProps extends DocPageProps {
  readonly text: string;
}

function DocText({ page, text, contents }: DocTextProps) {
  const { place } = useDocs();
  const { blocks, headings, looks } = useMemo(() => readPage(text, page), [text, page]);
  useEffect(() => {
    document.title = `${headings[0]?.text ?? page} · Documentation`;
  }, [page]);
  const { anchor, top } = place.value;
  useEffect(() => {
    const main = document.getElementById("main");
    const target = anchor === "" ? null : document.getElementById(anchor);
    if (top !== undefined) main?.scrollTo({ top });
    else if (target !== null) target.scrollIntoView();
    else main?.scrollTo({ top: 0 });
    for (const marked of document.querySelectorAll(".doc [data-target]"))
      delete (marked as HTMLElement).dataset["target"];
    if (target !== null) target.dataset["target"] = "";
    // Screen readers continue from here. A user who is already typing keeps the focus.
    if (!(document.activeElement instanceof HTMLInputElement)) (target ?? main)?.focus({ preventScroll: true });
  }, [place.value]);
  return (
    <div class="doc-columns">
      <article class="doc">
        <Blocks blocks={blocks} looks={looks} />
        <Neighbours page={page} contents={contents} />
      </article>
      <Outline headings={headings} page={page} />
    </div>
  );
}

function readPage(text: string, page: string) {
  const linkTo = (href: string): string | undefined => resolveDocLink(href, page);
  const blocks = readMarkdown(text, { linkTo, pictureAt: linkTo, isOurs: true });
  const outline = outlineOf(blocks);
  const looks: Looks = {
    Heading({ block }) {
      const heading = outline.headings.get(block);
      const Element = `h${block.level}` as "h1" | "h2" | "h3";
      return (
        <Element id={heading?.id} tabIndex={-1}>
          <Inlines parts={block.parts} />
          {block.level > 1 && heading !== undefined && (
            <a class="doc-anchor" href={docAddress(page, heading.id)} aria-label={`Link to ${heading.text}`}>
              #
            </a>
          )}
        </Element>
      );
    },
    Code: DocCode,
    rowId: (row) => outline.rows.get(row),
  };
  return { blocks, looks, headings: [...outline.headings.values()] };
}

/** With more headings than this, an outline would be too long to help. */
const MOST_HEADINGS = 60;

function Outline({ headings, page }: { readonly headings: readonly DocHeading[]; readonly page: string }) {
  const sections = headings.filter(({ level }) => level === 2 || level === 3);
  const shown = sections.length > MOST_HEADINGS ? sections.filter(({ level }) => level === 2) : sections;
  if (shown.length < 2) return null;
  return (
    <nav class="doc-outline" aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        {shown.map(({ id, level, text }) => (
          <li key={id} data-level={level}>
            <a href={docAddress(page, id)}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages before and after this one. */
function Neighbours({ page, contents }: DocPageProps) {
  const pages = contents.parts.flatMap((part) => part.pages);
  const at = pages.findIndex((each) => each.page === page);
  if (at < 0) return null;
  return (
    <nav class="doc-neighbours" aria-label="Previous and next page">
      <Neighbour page={pages[at - 1]} words="Previous" />
      <Neighbour page={pages[at + 1]} words="Next" />
    </nav>
  );
}

function Neighbour({ page, words }: { readonly page: ListedDoc | undefined; readonly words: string }) {
  if (page === undefined) return <span />;
  return (
    <a href={docAddress(page.page)}>
      <span class="muted">{words}</span>
      {page.title}
    </a>
  );
}
