import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useVirtualRows } from "../hooks/use-virtual-rows.ts";

export interface RowState {
  readonly index: number;
  readonly isActive: boolean;
  /** Attributes for the row's element. */
  readonly attributes: {
    readonly id: string;
    readonly style: Record<string, string>;
    readonly "data-active": boolean | undefined;
  };
}

/** The rows of a tree open and close with the arrow keys. */
interface TreeKeys<TRow> {
  readonly levelOf: (row: TRow) => number;
  /** Undefined for a row that has nothing to open. */
  readonly isOpen: (row: TRow) => boolean | undefined;
  readonly setOpen: (row: TRow, isOpen: boolean) => void;
}

interface RowListProps<TRow> {
  readonly id: string;
  readonly class: string;
  readonly label: string;
  readonly rows: readonly TRow[];
  readonly rowHeight: number;
  /** The index of the row that the arrow keys move from; -1 if there is none. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** Called when the user presses Enter or Space on the active row. */
  readonly onEnter?: (row: TRow) => void;
  /** Makes the list a tree. */
  readonly tree?: TreeKeys<TRow>;
  /** Returns the active row's text for the clipboard, used when the user has selected none. */
  readonly copied?: (row: TRow) => string | undefined;
  /** Keeps the last row visible while rows are added. */
  readonly follow?: boolean;
  readonly children: (row: TRow, state: RowState) => ComponentChildren;
}

/** A long list with one tab stop. Arrow keys move inside it, and the document holds the visible rows only. */
export function RowList<TRow>(props: RowListProps<TRow>) {
  const { id, label, rows, rowHeight, active, onActive, onEnter, tree, copied, follow = false, children } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const count = rows.length;
  const activeRow = rows[active];
  const { rows: visible, totalHeight, scrollTo } = useVirtualRows({ scroller, count, rowHeight });
  const last = useRef({ height: 0, follow: false });
  useEffect(() => {
    if (active >= 0 && active < count) scrollTo(active);
  }, [active]);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    // Do not scroll while the user reads further up; follow again once they are back at the end.
    const wasAtEnd = element.scrollTop + element.clientHeight >= last.current.height - 2 * rowHeight;
    if (follow && (wasAtEnd || !last.current.follow)) element.scrollTop = element.scrollHeight;
    last.current = { height: element.scrollHeight, follow };
  }, [follow, count]);

  const move = (event: KeyboardEvent, index: number): void => {
    event.preventDefault();
    if (count > 0) onActive(Math.max(0, Math.min(count - 1, index)));
  };
  const page = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active < 0 ? count - 1 : active - 1,
      Home: 0,
      End: count - 1,
      PageDown: active + page(),
      PageUp: active - page(),
    };
    const next = steps[event.key];
    if (next !== undefined) move(event, next);
    else if (activeRow !== undefined && handleKey(event.key, activeRow)) event.preventDefault();
  };
  /** Returns whether it used the key. */
  const handleKey = (key: string, row: TRow): boolean => {
    const isOpen = tree?.isOpen(row);
    if (onEnter !== undefined && (key === "Enter" || key === " ")) onEnter(row);
    else if (tree === undefined) return false;
    else if (key === "ArrowRight" && isOpen === false) tree.setOpen(row, true);
    else if (key === "ArrowRight" && isOpen === true) onActive(active + 1);
    else if (key === "ArrowLeft" && isOpen === true) tree.setOpen(row, false);
    else if (key === "ArrowLeft") {
      const isParent = (other: TRow): boolean => tree.levelOf(other) < tree.levelOf(row);
      onActive(Math.max(0, rows.slice(0, active).findLastIndex(isParent)));
    } else return false;
    return true;
  };
  const rowId = (index: number): string => `${id}-row-${String(index)}`;
  const isActiveThere = visible.some(({ index }) => index === active);
  return (
    <div
      id={id}
      ref={scroller}
      class={props.class}
      role={tree === undefined ? "listbox" : "tree"}
      aria-label={label}
      aria-activedescendant={isActiveThere ? rowId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={(event) => {
        const text = getSelection()?.isCollapsed === false || activeRow === undefined ? undefined : copied?.(activeRow);
        if (text === undefined) return;
        event.clipboardData?.setData("text/plain", text);
        event.preventDefault();
      }}
      onFocus={(event) => {
        // Keyboard focus only: a click means the row under the pointer.
        if (active < 0 && count > 0 && event.currentTarget.matches(":focus-visible")) onActive(0);
      }}
      onFocusIn={(event) => {
        // A clicked link takes the focus, but would lose it when scrolled out of view. Keep it on the list.
        const { target, currentTarget } = event;
        if (target instanceof Element && target.matches("a[role]")) currentTarget.focus({ preventScroll: true });
      }}
    >
      <div class="row-space" role="presentation" style={{ height: `${String(totalHeight)}px` }}>
        {visible.map(({ index, start }) => {
          const row = rows[index];
          const isActive = index === active;
          const attributes = {
            id: rowId(index),
            style: { transform: `translateY(${String(start)}px)`, height: `${String(rowHeight)}px` },
            "data-active": isActive ? true : undefined,
          };
          return row && children(row, { index, isActive, attributes });
        })}
      </div>
    </div>
  );
}
