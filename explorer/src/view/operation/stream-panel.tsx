import { useState } from "preact/hooks";
import { lineOf } from "../../data/data-rows.ts";
import type { Runner } from "../../state/run.ts";
import { MOST_ITEMS } from "../../state/stream-items.ts";
import type { ShownItem } from "../../state/stream-items.ts";
import { DataView } from "../data/data-view.tsx";
import { formatClock } from "../../data/format.ts";
import { PauseIcon, PlayIcon } from "../controls/icons.tsx";
import { RowList } from "../controls/row-list.tsx";

const ROW_HEIGHT = 28;

const lines = new WeakMap<ShownItem, string>();

/** Computed once for each item: an item may be large, and its row is drawn many times. */
function lineFor(item: ShownItem): string {
  const line = lines.get(item) ?? lineOf(item.data);
  lines.set(item, line);
  return line;
}

/** The items of a stream as they arrive, and one of them in full. */
export function StreamPanel({ runner, schema }: { readonly runner: Runner; readonly schema: unknown }) {
  const { items, received, waiting, isPaused } = runner.stream.value;
  const isRunning = runner.state.value.step === "running";
  const [chosen, setChosen] = useState<number | undefined>(undefined);
  const active = chosen === undefined ? -1 : items.findIndex(({ seq }) => seq === chosen);
  const shown = items[active] ?? items.at(-1);
  const dropped = received - waiting - items.length;
  return (
    <div class="stream">
      <div class="stream-bar">
        {(isRunning || isPaused) && (
          <button
            type="button"
            class="button small"
            aria-pressed={isPaused}
            onClick={() => runner.setPaused(!isPaused)}
          >
            {isPaused ? <PlayIcon /> : <PauseIcon />} {isPaused ? "Resume" : "Pause"}
          </button>
        )}
        <span class="hint">
          {received.toLocaleString("en")} received
          {waiting > 0 && `, ${waiting.toLocaleString("en")} waiting`}
          {dropped > 0 && `, the last ${MOST_ITEMS.toLocaleString("en")} kept`}
        </span>
      </div>
      {items.length === 0 ? (
        <p class={isRunning ? "loading pad" : "empty pad"}>
          {isRunning ? "Waiting for the first item…" : "The stream had no items."}
        </p>
      ) : (
        <div class="stream-box">
          <RowList
            id="stream"
            class="stream-list"
            label="Items of the stream"
            rows={items}
            rowHeight={ROW_HEIGHT}
            active={active}
            onActive={(index) => setChosen(items[index]?.seq)}
            follow={isRunning && !isPaused && chosen === undefined}
          >
            {(item, { attributes, isActive }) => (
              <div
                {...attributes}
                key={item.seq}
                class="stream-row"
                role="option"
                aria-selected={isActive}
                onClick={() => setChosen(isActive ? undefined : item.seq)}
              >
                <span class="stream-seq">{item.seq}</span>
                <span class="stream-time">{formatClock(item.at)}</span>
                <span class="stream-line">{lineFor(item)}</span>
              </div>
            )}
          </RowList>
        </div>
      )}
      {shown !== undefined && (
        <section aria-label={`Item ${String(shown.seq)}`} class="stream-item">
          <h3>
            Item {shown.seq}{" "}
            {chosen === undefined ? (
              <span class="muted">(newest)</span>
            ) : (
              <button type="button" class="link" onClick={() => setChosen(undefined)}>
                follow the newest
              </button>
            )}
          </h3>
          <DataView data={shown.data} meta={shown.meta} schema={schema} />
        </section>
      )}
    </div>
  );
}
