import type { ComponentChildren } from "preact";
import { DOC_PAGES, docAddress, DOCS_TAB } from "../../docs/doc-address.ts";
import type { DocName } from "../../docs/doc-address.ts";

interface DocLinkProps {
  readonly to: DocName;
  readonly anchor?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Leads to a page of the documentation, in its own tab. */
export function DocLink({ to, anchor, class: name, children }: DocLinkProps) {
  return (
    <a class={name} href={docAddress(DOC_PAGES[to], anchor)} target={DOCS_TAB}>
      {children}
    </a>
  );
}
