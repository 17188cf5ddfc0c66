import { useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { paletteEntries } from "../../state/palette.ts";
import type { PaletteEntry } from "../../state/palette.ts";
import { useApp } from "../hooks/app-context.ts";
import { OperationChip } from "../controls/type-chip.tsx";
import { useModalDialog } from "../controls/use-modal-dialog.ts";

/** Finds operations, pages, saved requests and actions from anywhere, by a few letters. */
export function Palette() {
  const app = useApp();
  const { catalogue, isPaletteOpen } = app;
  const wanted = useSignal("");
  const at = useSignal(0);
  // It follows all that it reads: the operations, and the index to search them, may come after the text.
  const found = useComputed(() => paletteEntries(app, wanted.value));
  const [text, active, entries] = [wanted.value, at.value, found.value];
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
      at.value = (active + step + entries.length) % Math.max(1, entries.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      choose(found.value[at.value]);
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
          wanted.value = currentTarget.value;
          at.value = 0;
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
            onMouseMove={() => void (at.value = index)}
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
          {catalogue.isIndexed.value
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
