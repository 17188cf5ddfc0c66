import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from "@tanstack/virtual-core";
import type { VirtualItem } from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useState } from "preact/hooks";

export interface VirtualRows {
  /** The visible rows, and a few around them. */
  readonly rows: readonly VirtualItem[];
  readonly totalHeight: number;
  readonly scrollTo: (index: number) => void;
}

export interface VirtualRowsOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
}

/** Keeps only the visible rows of a list in the document. */
export function useVirtualRows({ scroller, count, rowHeight }: VirtualRowsOptions): VirtualRows {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return {
    rows: virtualizer.getVirtualItems(),
    totalHeight: virtualizer.getTotalSize(),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
  };
}
