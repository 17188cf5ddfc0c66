import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useVirtualRows } from "./use-virtual-rows.ts";

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

interface RowListProps {
  readonly id: string;
  readonly class: string;
  readonly role: "tree" | "listbox";
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The index of the row that the arrow keys move from; -1 if there is none. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  /** Called for keys that the list does not handle. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** The text to copy if the user has selected none. */
  readonly copied?: () => string | undefined;
  /** Keeps the last row visible while rows are added. */
  readonly follow?: boolean;
  readonly row: (state: RowState) => ComponentChildren;
}

/** A long list with one tab stop. Arrow keys move inside it, and the document holds the visible rows only. */
export function RowList(props: RowListProps) {
  const { id, role, label, count, rowHeight, active, onActive, onKey, copied, follow = false, row } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const { rows, totalHeight, scrollTo } = useVirtualRows({ scroller, count, rowHeight });
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
    if (next === undefined) onKey?.(event);
    else move(event, next);
  };
  const rowId = (index: number): string => `${id}-row-${String(index)}`;
  const isActiveThere = rows.some(({ index }) => index === active);
  return (
    <div
      id={id}
      ref={scroller}
      class={props.class}
      role={role}
      aria-label={label}
      aria-activedescendant={isActiveThere ? rowId(active) : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={(event) => {
        const text = getSelection()?.isCollapsed === false ? undefined : copied?.();
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
        {rows.map(({ index, start }) =>
          row({
            index,
            isActive: index === active,
            attributes: {
              id: rowId(index),
              style: { transform: `translateY(${String(start)}px)`, height: `${String(rowHeight)}px` },
              "data-active": index === active ? true : undefined,
            },
          }),
        )}
      </div>
    </div>
  );
}
