import { useEffect, useMemo, useState } from "preact/hooks";
import type { TreeRow } from "../../catalogue/operation-tree.ts";
import { requestLine } from "../../api/contract.ts";
import { routeHash } from "../../state/page-router.ts";
import { useApp } from "../hooks/app-context.ts";
import { ChevronIcon } from "../controls/icons.tsx";
import { OperationName } from "../controls/operation-name.tsx";
import { RowList } from "../controls/row-list.tsx";
import type { RowState } from "../controls/row-list.tsx";
import { OperationChip, typeWords } from "../controls/type-chip.tsx";

const ROW_HEIGHT = 30;

export function OperationTreeView() {
  const { catalogue, router } = useApp();
  const rows = catalogue.rows.value;
  const route = router.route.value;
  const current = route.page === "operation" ? route.id : undefined;
  const [activeKey, setActiveKey] = useState(current);
  const active = useMemo(() => rows.findIndex(({ key }) => key === activeKey), [rows, activeKey]);

  useEffect(() => {
    if (current === undefined) return;
    catalogue.reveal(current);
    setActiveKey(current);
  }, [current, catalogue.grouping.value]);

  const activate = (row: TreeRow): void => {
    setActiveKey(row.key);
    if (row.kind === "operation") router.go({ page: "operation", id: row.operation.id });
    else catalogue.setOpen(row.path, !row.isOpen);
  };
  return (
    <RowList
      id="operations"
      class="operation-list"
      label="Operations by namespace"
      rows={rows}
      rowHeight={ROW_HEIGHT}
      active={active}
      onActive={(index) => setActiveKey(rows[index]?.key)}
      onEnter={activate}
      tree={{
        levelOf: ({ level }) => level,
        isOpen: (row) => (row.kind === "group" ? row.isOpen : undefined),
        setOpen: (row, isOpen) => row.kind === "group" && catalogue.setOpen(row.path, isOpen),
      }}
    >
      {(row, state) => (
        <Row
          key={row.key}
          row={row}
          state={state}
          isCurrent={row.key === current}
          onClick={() => {
            setActiveKey(row.key);
            // An operation is a link. The browser follows it, here or in another tab.
            if (row.kind === "group") activate(row);
          }}
        />
      )}
    </RowList>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly state: RowState;
  readonly isCurrent: boolean;
  readonly onClick: () => void;
}

function Row({ row, state, isCurrent, onClick }: RowProps) {
  const { style, ...attributes } = state.attributes;
  const shared = {
    ...attributes,
    style: { ...style, "--level": String(row.level) },
    role: "treeitem" as const,
    "aria-level": row.level,
    "aria-posinset": row.position,
    "aria-setsize": row.siblings,
    onClick,
  };
  if (row.kind === "group") {
    return (
      <div {...shared} class="tree-row namespace" title={row.name} aria-expanded={row.isOpen}>
        <ChevronIcon />
        <span class="row-name">{row.name}</span>
        <span class="row-count">
          {row.count}
          <span class="sr-only"> operations</span>
        </span>
      </div>
    );
  }
  const { operation, label, short } = row;
  const { id, title, type, deprecated } = operation;
  return (
    <a
      {...shared}
      class="tree-row operation"
      href={routeHash({ page: "operation", id })}
      tabIndex={-1}
      aria-selected={isCurrent}
      title={[requestLine(operation), id, title].filter(Boolean).join("\n")}
    >
      <OperationChip {...operation} />
      <OperationName text={label} short={short} deprecated={deprecated} />
      <span class="sr-only">{typeWords[type]}</span>
    </a>
  );
}
