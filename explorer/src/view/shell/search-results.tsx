import { useEffect, useMemo, useState } from "preact/hooks";
import type { ListedOperation } from "../../api/contract.ts";
import { requestLine } from "../../api/contract.ts";
import { shortNames } from "../../catalogue/short-names.ts";
import { routeHash } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { OperationName } from "../controls/operation-name.tsx";
import { RowList } from "../controls/row-list.tsx";
import { OperationChip, typeWords } from "../controls/type-chip.tsx";
import { htmlToMarkdown } from "../../../../src/shared/html-to-markdown.ts";

const ROW_HEIGHT = 50;
/** Characters of an id that fit into a row. */
const ROOM = 32;

interface SearchResultsProps {
  readonly results: readonly ListedOperation[];
  readonly query: string;
}

export function SearchResults({ results, query }: SearchResultsProps) {
  const { router } = useApp();
  const [active, setActive] = useState(-1);
  const route = router.route.value;
  useEffect(() => setActive(-1), [results]);
  const short = useMemo(
    () =>
      shortNames(
        results.map(({ id }) => id),
        ROOM,
      ),
    [results],
  );
  if (results.length === 0) {
    return (
      <div class="empty pad">
        <p>
          <strong>Nothing found for “{query.trim()}”.</strong>
        </p>
        <p>The search covers names, titles, tags, descriptions, and the methods and paths of HTTP APIs.</p>
      </div>
    );
  }
  return (
    <RowList
      id="results"
      class="operation-list"
      label="Search results"
      rows={results}
      rowHeight={ROW_HEIGHT}
      active={active}
      onActive={setActive}
      onEnter={({ id }) => router.go({ page: "operation", id })}
    >
      {({ id, title, description, type, deprecated, ...request }, { index, attributes }) => (
        <a
          {...attributes}
          key={id}
          class="result-row"
          role="option"
          href={routeHash({ page: "operation", id })}
          tabIndex={-1}
          title={[requestLine(request), id, title].filter(Boolean).join("\n")}
          aria-selected={route.page === "operation" && route.id === id}
          onClick={() => setActive(index)}
        >
          <OperationChip type={type} {...request} />
          <OperationName text={id} short={short.get(id)} deprecated={deprecated} />
          <span class="sr-only">{typeWords[type]}</span>
          <span class="row-words">{request.path ?? title ?? htmlToMarkdown(description)}</span>
        </a>
      )}
    </RowList>
  );
}
