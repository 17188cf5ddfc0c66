import { useEffect, useMemo, useState } from "preact/hooks";
import { paletteEntries } from "../../state/palette.ts";
import type { PaletteEntry } from "../../state/palette.ts";
import { useApp } from "../hooks/app-context.ts";
import { OperationChip } from "../controls/type-chip.tsx";
import { useModalDialog } from "../controls/use-modal-dialog.ts";

/** Finds operations, pages, saved requests and actions from anywhere, by a few letters. */
export function Palette() {
  const app = useApp();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { catalogue, history, saved, isPaletteOpen } = app;
  const searchIndex = catalogue.searchIndex.value;
  // The operations, and the index to search them, may come after the text.
  const entries = useMemo(
    () => paletteEntries(app, text),
    [text, catalogue.operations.value, searchIndex, history.entries.value, saved.list.value],
  );
  const close = (): void => void (isPaletteOpen.value = false);
  const dialog = useModalDialog(close);
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: "nearest" });
  }, [active, entries]);
  const choose = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    close();
    entry.choose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setActive((active + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(entries[active]);
    }
  };
  return (
    <dialog ref={dialog} class="modal palette" aria-label="Find anything">
      <input
        class="palette-text"
        role="combobox"
        aria-label="Find operations, pages and saved requests"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={entries.length > 0 ? optionId(active) : undefined}
        placeholder="Find operations, pages, saved requests"
        autoComplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-list" class="palette-list" role="listbox" aria-label="Found">
        {entries.map((entry, index) => (
          <div
            key={entry.key}
            id={optionId(index)}
            class="palette-row"
            role="option"
            aria-selected={index === active}
            onMouseMove={() => setActive(index)}
            onClick={() => choose(entry)}
          >
            {entry.operation === undefined ? (
              <span class="tag">{entry.kind}</span>
            ) : (
              <OperationChip {...entry.operation} />
            )}
            <span class="palette-name">{entry.text}</span>
            {entry.words !== undefined && <span class="palette-words">{entry.words}</span>}
          </div>
        ))}
      </div>
      {entries.length === 0 && (
        <p class="empty pad" role="status">
          {searchIndex !== undefined
            ? `Nothing found for “${text.trim()}”.`
            : catalogue.failure.value === undefined
              ? "Loading operations…"
              : "The operations could not be loaded."}
        </p>
      )}
    </dialog>
  );
}

function optionId(index: number): string {
  return `palette-${index}`;
}
