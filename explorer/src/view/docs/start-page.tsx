import { useEffect } from "preact/hooks";
import { docAddress } from "../../docs/doc-address.ts";
import type { DocContents } from "../../docs/doc-library.ts";
import { MarkdownView } from "../controls/markdown-view.tsx";

/** The pages by task, with what each covers. */
export function StartPage({ contents }: { readonly contents: DocContents }) {
  useEffect(() => {
    document.title = `Documentation · ${contents.name}`;
  }, [contents]);
  return (
    <article class="doc doc-start">
      <h1>{contents.name}</h1>
      <p>{contents.about}</p>
      {contents.parts.map(({ title, about, pages }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p class="muted">{about}</p>
          <ul>
            {pages.map((each) => (
              <li key={each.page}>
                <a href={docAddress(each.page)}>{each.title}</a>
                <MarkdownView text={each.about} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
