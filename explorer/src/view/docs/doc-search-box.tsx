import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../../../src/errors/call-error.ts";
import type { DocSearch } from "../../docs/doc-search.ts";
import { useDocs } from "./doc-state.ts";

/** Searches all pages. They are loaded at the first search. */
export function DocSearchBox() {
  const docs = useDocs();
  const { library } = docs;
  const [text, setText] = useState("");
  const [search, setSearch] = useState<DocSearch>();
  const [problem, setProblem] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focusBySlash = (event: KeyboardEvent): void => {
      if (event.key !== "/" || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener("keydown", focusBySlash);
    return () => removeEventListener("keydown", focusBySlash);
  }, []);
  const isAsked = text.trim() !== "";
  useEffect(() => {
    if (!isAsked || search !== undefined) return;
    void import("../../docs/doc-search.ts")
      .then(async ({ openDocSearch }) => await openDocSearch(library))
      .then(
        (opened) => setSearch(() => opened),
        (error: unknown) => setProblem(messageOf(error)),
      );
  }, [isAsked]);
  const found = isAsked ? (search?.search(text) ?? []) : [];
  const chosen = Math.max(0, Math.min(at, found.length - 1));
  const close = (): void => {
    setText("");
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape") close();
    else if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(chosen - 1, 0));
    else if (event.key === "Enter" && found[chosen] !== undefined) {
      docs.go(found[chosen].address);
      close();
      field.current?.blur();
    } else return;
    event.preventDefault();
  };
  return (
    <div class="doc-search" role="search">
      <input
        ref={field}
        class="control"
        role="combobox"
        placeholder="Search"
        aria-label="Search the documentation"
        aria-expanded={isAsked}
        aria-controls="doc-results"
        aria-activedescendant={found.length > 0 ? `doc-result-${chosen}` : undefined}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isAsked && (
        <div class="doc-results">
          <ul id="doc-results" role="listbox" aria-label="Search results">
            {found.map(({ address, page, heading, excerpt }, index) => (
              <li
                key={address}
                id={`doc-result-${index}`}
                role="option"
                aria-selected={index === chosen}
                onClick={() => {
                  docs.go(address);
                  close();
                }}
              >
                <strong>{heading}</strong>
                {heading !== page && <span class="muted">{page}</span>}
                <span class="doc-excerpt">{excerpt}</span>
              </li>
            ))}
          </ul>
          {found.length === 0 && (
            <p class="muted pad" role="status">
              {problem !== "" ? problem : search === undefined ? "Loading…" : "Nothing found. Try other words."}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
