import { useRef, useState } from "preact/hooks";
import { formatCount } from "../../data/format.ts";
import { DOCS_PATH, DOCS_TAB } from "../../docs/doc-address.ts";
import { useApp } from "../hooks/app-context.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { CloseIcon, SearchIcon } from "../controls/icons.tsx";
import type { Grouping } from "../../catalogue/operation-tree.ts";
import { OperationTreeView } from "./operation-tree-view.tsx";
import { Failure } from "../controls/failure.tsx";
import { SearchResults } from "./search-results.tsx";

export function Sidebar() {
  const { catalogue, isDrawerOpen } = useApp();
  const { operations, query, results, failure } = catalogue;
  const all = operations.value;
  const found = results.value;
  return (
    <nav
      class="sidebar"
      id="sidebar"
      aria-label="Operations"
      onClick={({ target }) => {
        // Also for a link to the page that is already open.
        if (target instanceof Element && target.closest("a") !== null) isDrawerOpen.value = false;
      }}
    >
      <SearchField />
      {all === undefined && failure.value === undefined && <p class="loading pad">Loading operations…</p>}
      {all === undefined && failure.value !== undefined && (
        <Failure error={failure.value} onRetry={() => void catalogue.refresh().catch(() => undefined)} />
      )}
      {all?.length === 0 && (
        <div class="empty pad">
          <p>
            <strong>No operations yet.</strong>
          </p>
          <p>Either no source has connected, or your key may not call any operation.</p>
        </div>
      )}
      {all !== undefined &&
        all.length > 0 &&
        (found === undefined ? <OperationTreeView /> : <SearchResults results={found} query={query.value} />)}
      {all !== undefined && all.length > 0 && (
        <div class="sidebar-foot">
          <p role="status">
            {found === undefined
              ? formatCount(all.length, "operation")
              : `${found.length.toLocaleString("en")} of ${formatCount(all.length, "operation")}`}
          </p>
          <a class="only-narrow" href={DOCS_PATH} target={DOCS_TAB}>
            Documentation
          </a>
          {found === undefined && all.some(({ path }) => path !== undefined) && <GroupingSelect />}
        </div>
      )}
    </nav>
  );
}

/** Shown only if there are paths: all other namespaces look the same in every grouping. */
function GroupingSelect() {
  const { catalogue } = useApp();
  return (
    <select
      class="control small"
      aria-label="Group operations by"
      value={catalogue.grouping.value}
      onChange={({ currentTarget }) => catalogue.groupBy(currentTarget.value as Grouping)}
    >
      <option value="tag">by tag</option>
      <option value="path">by path</option>
      <option value="name">by name</option>
    </select>
  );
}

function SearchField() {
  const { catalogue, router } = useApp();
  const { query } = catalogue;
  const field = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      document.querySelector<HTMLElement>(".operation-list")?.focus();
    } else if (event.key === "Enter") {
      void catalogue.findFirst().then((first) => first && router.go({ page: "operation", id: first.id }));
    } else if (event.key === "Escape" && query.value !== "") {
      event.preventDefault();
      query.value = "";
    }
  };
  return (
    <div class="search" role="search">
      <SearchIcon />
      <input
        id="search"
        ref={field}
        type="text"
        role="searchbox"
        aria-label="Search operations"
        placeholder="Search operations"
        autoComplete="off"
        spellcheck={false}
        value={query.value}
        onInput={(event) => (query.value = event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
      />
      {query.value !== "" ? (
        <IconButton
          icon={CloseIcon}
          label="Clear the search"
          isLarge
          onClick={() => {
            query.value = "";
            field.current?.focus();
          }}
        />
      ) : (
        !isFocused && <kbd aria-hidden="true">/</kbd>
      )}
    </div>
  );
}
