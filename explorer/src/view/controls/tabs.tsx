import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface Tab<TId extends string> {
  readonly id: TId;
  readonly label: string;
}

interface TabsProps<TId extends string> {
  readonly id: string;
  readonly label: string;
  readonly tabs: ReadonlyArray<Tab<TId>>;
  readonly selected: TId;
  readonly onSelect: (id: TId) => void;
  /** Shown beside the tabs. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Tabs with one tab stop; the arrow keys move between them. */
export function Tabs<TId extends string>({ id, label, tabs, selected, onSelect, tools, children }: TabsProps<TId>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab.id === selected);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[tabs.indexOf(next)]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-row">
        <div ref={list} class="tab-list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.id}`}
              aria-selected={tab.id === selected}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === selected ? 0 : -1}
              onClick={() => onSelect(tab.id)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {tools !== undefined && <div class="tab-tools">{tools}</div>}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${selected}`}>
        {children}
      </div>
    </div>
  );
}
