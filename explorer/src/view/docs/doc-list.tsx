import { useEffect, useRef } from "preact/hooks";
import { docAddress } from "../../docs/doc-address.ts";
import type { DocContents } from "../../docs/doc-library.ts";

interface DocListProps {
  readonly contents: DocContents;
  /** The page that is shown. */
  readonly current: string;
}

/** All pages, by task. */
export function DocList({ contents, current }: DocListProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <nav ref={list} class="sidebar doc-list" id="doc-list" aria-label="Pages">
      {contents.parts.map(({ title, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          <ul>
            {pages.map((each) => (
              <li key={each.page}>
                <a href={docAddress(each.page)} aria-current={each.page === current ? "page" : undefined}>
                  {each.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
