import { safeLine } from "./safe-text.ts";
import type { StyleName } from "./style.ts";
import type { Terminal } from "./terminal.ts";
import { fitText, padText, textWidth } from "./text-width.ts";

export interface Column<TRow> {
  readonly title: string;
  readonly text: (row: TRow) => string;
  readonly colour?: ((row: TRow) => StyleName | undefined) | undefined;
}

const GAP = 2;
const LEAST_LAST_COLUMN = 20;

/**
 * On a terminal: aligned columns under titles, the last one cut to what room is left. Elsewhere: a line per row, cells
 * divided by tabs, nothing cut and no titles.
 */
export function formatTable<TRow>(
  rows: readonly TRow[],
  columns: ReadonlyArray<Column<TRow>>,
  terminal: Terminal,
): string {
  const cells = rows.map((row) => columns.map(({ text }) => safeLine(text(row))));
  if (!terminal.isInteractive) return cells.map((line) => `${line.join("\t")}\n`).join("");
  const widths = columns.map(({ title }, index) =>
    Math.max(textWidth(title), ...cells.map((line) => textWidth(line[index] ?? ""))),
  );
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  widths[widths.length - 1] = Math.max(LEAST_LAST_COLUMN, terminal.width - before);
  const { style } = terminal;
  const line = (texts: readonly string[], paint: (text: string, index: number) => string): string =>
    texts
      .map((text, index) => {
        const isLast = index === texts.length - 1;
        const fitted = fitText(text, widths[index] ?? 0);
        return paint(isLast ? fitted : padText(fitted, (widths[index] ?? 0) + GAP), index);
      })
      .join("")
      .trimEnd();
  const titles = line(
    columns.map(({ title }) => title),
    style.dim,
  );
  const body = rows.map((row, at) =>
    line(cells[at] ?? [], (text, index) => {
      const colour = columns[index]?.colour?.(row);
      return colour === undefined ? text : style[colour](text);
    }),
  );
  return `${[titles, ...body].join("\n")}\n`;
}
