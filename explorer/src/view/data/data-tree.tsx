import { useMemo, useState } from "preact/hooks";
import { dataRows, FIRST_MEMBERS, isShortened, nothingChanged, textOfValue } from "../../data/data-rows.ts";
import type { DataRow } from "../../data/data-rows.ts";
import { isTaggedBytes } from "../../json/bytes.ts";
import { decodeData } from "../../../../src/shared/json/encode-data.ts";
import { CopyButton } from "../controls/copy-button.tsx";
import { download } from "../../data/download.ts";
import { ChevronIcon, DownloadIcon } from "../controls/icons.tsx";
import { LongText } from "../controls/long-text.tsx";
import { Modal } from "../controls/modal.tsx";
import { RowList } from "../controls/row-list.tsx";
import type { RowState } from "../controls/row-list.tsx";

const ROW_HEIGHT = 24;
const MOST_HEIGHT = 520;

interface DataTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** Whether the tree is closed at first. */
  readonly isShut?: boolean;
}

export function DataTree({ value, label, isShut = false }: DataTreeProps) {
  const [state, setState] = useState(isShut ? { ...nothingChanged, opened: new Map([["", false]]) } : nothingChanged);
  const [active, setActive] = useState(-1);
  const [whole, setWhole] = useState<string | undefined>(undefined);
  const rows = useMemo(() => dataRows(value, state), [value, state]);

  const setOpen = ({ pointer }: DataRow, isOpen: boolean): void =>
    setState({ ...state, opened: new Map([...state.opened, [pointer, isOpen]]) });
  const activate = (row: DataRow): void => {
    if (row.canOpen) setOpen(row, !row.isOpen);
    else if (row.kind === "more") {
      const pointer = String(row.value);
      setState({
        ...state,
        shown: new Map([...state.shown, [pointer, (state.shown.get(pointer) ?? FIRST_MEMBERS) * 4]]),
      });
    } else if (isShortened(row)) setWhole(String(row.value));
    else if (isTaggedBytes(row.value)) {
      const bytes = decodeData(row.value);
      if (bytes instanceof Uint8Array) download("bytes.bin", new Uint8Array(bytes));
    }
  };
  const id = `tree-${label.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;
  return (
    <div class="data-tree-box" style={{ height: `${String(Math.min(MOST_HEIGHT, rows.length * ROW_HEIGHT + 16))}px` }}>
      <RowList
        id={id}
        class="data-tree"
        label={label}
        rows={rows}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={setActive}
        onEnter={activate}
        tree={{ levelOf: ({ level }) => level, isOpen: (row) => (row.canOpen ? row.isOpen : undefined), setOpen }}
        copied={(row) => (row.kind === "more" ? undefined : textOfValue(row.value))}
      >
        {(row, rowState) => (
          <Row
            key={row.pointer}
            row={row}
            state={rowState}
            onClick={() => {
              setActive(rowState.index);
              activate(row);
            }}
          />
        )}
      </RowList>
      {whole !== undefined && (
        <Modal title="Full text" onClose={() => setWhole(undefined)}>
          <LongText text={whole} label="Full text" />
          <div class="modal-foot">
            <button type="button" class="button small" onClick={() => download("text.txt", whole, "text/plain")}>
              <DownloadIcon /> Download
            </button>
            <CopyButton text={whole} label="Copy the text" hasWord />
          </div>
        </Modal>
      )}
    </div>
  );
}

interface RowProps {
  readonly row: DataRow;
  readonly state: RowState;
  readonly onClick: () => void;
}

function Row({ row, state, onClick }: RowProps) {
  const { style, ...attributes } = state.attributes;
  const isActionable = row.canOpen || row.kind === "more" || row.kind === "bytes" || isShortened(row);
  return (
    <div
      {...attributes}
      class={`data-row ${row.kind}`}
      style={{ ...style, "--level": String(row.level) }}
      role="treeitem"
      aria-level={row.level}
      aria-expanded={row.canOpen ? row.isOpen : undefined}
      aria-selected={state.isActive}
      data-actionable={isActionable ? true : undefined}
      onClick={onClick}
    >
      {row.canOpen ? <ChevronIcon /> : <span class="no-chevron" />}
      {row.label !== undefined && <span class="data-key">{row.label}</span>}
      <span class="data-value">{row.preview}</span>
      {row.kind === "bytes" && <span class="data-action">download</span>}
      {isShortened(row) && <span class="data-action">show all</span>}
    </div>
  );
}
