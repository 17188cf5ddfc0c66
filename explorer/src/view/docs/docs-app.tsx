import { useEffect, useRef, useState } from "preact/hooks";
import { DOCS_PATH } from "../../docs/doc-address.ts";
import { nextTheme } from "../../state/theme.ts";
import { Failure } from "../controls/failure.tsx";
import { IconButton } from "../controls/icon-button.tsx";
import { Mark, MenuIcon, themeIcons } from "../controls/icons.tsx";
import { useLoaded } from "../hooks/use-loaded.ts";
import { DocPage } from "./doc-page.tsx";
import { DocList } from "./doc-list.tsx";
import { DocSearchBox } from "./doc-search-box.tsx";
import { createDocState, DocContext, useDocs } from "./doc-state.ts";
import { StartPage } from "./start-page.tsx";
import "../../styles/docs.css";

/** The documentation. It needs no key, so it has no session. */
export function DocsApp() {
  const [state] = useState(createDocState);
  return (
    <DocContext.Provider value={state}>
      <DocsFrame />
    </DocContext.Provider>
  );
}

function DocsFrame() {
  const docs = useDocs();
  const { library, place, isListOpen } = docs;
  const { page } = place.value;
  const contents = useLoaded(() => library.contents(), "contents");
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    isListOpen.value = false;
  }, [page]);
  const follow = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (link === null || link.target !== "" || !isPlain || link.origin !== location.origin) return;
    // Pictures and files of the repository are not pages.
    if (!link.pathname.startsWith(DOCS_PATH) || /\.\w+$/.test(link.pathname)) return;
    event.preventDefault();
    docs.keepTop(main.current?.scrollTop ?? 0);
    docs.go(link.href);
  };
  return (
    <div class="docs" data-drawer={isListOpen.value ? "open" : "shut"} onClick={follow}>
      <DocsHeader />
      {contents !== undefined && "value" in contents && <DocList contents={contents.value} current={page} />}
      {isListOpen.value && <div class="scrim" onClick={() => (isListOpen.value = false)} />}
      <main ref={main} class="main" id="main" tabIndex={-1}>
        {contents === undefined && <p class="loading pad">Loading…</p>}
        {contents !== undefined && "error" in contents && <Failure error={contents.error} />}
        {contents !== undefined &&
          "value" in contents &&
          (page === "" ? (
            <StartPage contents={contents.value} />
          ) : (
            <DocPage key={page} page={page} contents={contents.value} />
          ))}
      </main>
    </div>
  );
}

function DocsHeader() {
  const { isListOpen, theme } = useDocs();
  return (
    <header class="header">
      <button
        type="button"
        class="icon-button only-narrow"
        aria-label="Pages"
        aria-expanded={isListOpen.value}
        aria-controls="doc-list"
        onClick={() => (isListOpen.value = !isListOpen.value)}
      >
        <MenuIcon />
      </button>
      <a class="brand" href={DOCS_PATH} aria-label="Documentation">
        <Mark />
        <span class="brand-name">Documentation</span>
      </a>
      <DocSearchBox />
      <div class="header-tools">
        <IconButton
          icon={themeIcons[theme.value]}
          label={`Colours: ${theme.value}`}
          isLarge
          onClick={() => (theme.value = nextTheme(theme.value))}
        />
        <a class="button small" href="/explorer/">
          Explorer
        </a>
      </div>
    </header>
  );
}
