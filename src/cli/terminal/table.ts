import stringWidth from "string-width";
import { safeLine } from "./safe-text.ts";
import type { StyleName } from "./style.ts";
import type { Terminal } from "./terminal.ts";
import { fitText, padText } from "./fit-text.ts";

export interface Column<TRow> {
  readonly title: string;
  readonly text: (row: TRow) => string;
  readonly colour?: ((row: TRow) => StyleName | undefined) | undefined;
}

const GAP = 2;
const LEAST_LAST_COLUMN = 20;

/**
 * On a terminal: aligned columns under titles, with the last one cut to the room that is left. A first cell that leaves
 * too little room gets its own line above the others. Elsewhere: one line per row, cells separated by tabs, nothing
 * cut, and no titles.
 */
export function formatTable<TRow>(
  rows: readonly TRow[],
  columns: ReadonlyArray<Column<TRow>>,
  terminal: Terminal,
): string {
  const cells = rows.map((row) => columns.map(({ text }) => safeLine(text(row))));
  if (!terminal.isInteractive) return cells.map((line) => `${line.join("\t")}\n`).join("");
  const { style, width } = terminal;
  const titles: Line = { texts: columns.map(({ title }) => title), paint: style.dim };
  const body = rows.map((row, at): Line => ({
    texts: cells[at] ?? [],
    paint: (text, index) => {
      const colour = columns[index]?.colour?.(row);
      return colour === undefined ? text : style[colour](text);
    },
  }));
  const widths = columnWidths([titles, ...body], width);
  const format = (line: Line): string =>
    stringWidth(line.texts[0] ?? "") > (widths[0] ?? 0) ? stackedLine(line, width) : alignedLine(line, widths);
  return `${[titles, ...body].map(format).join("\n")}\n`;
}

interface Line {
  readonly texts: readonly string[];
  readonly paint: (text: string, index: number) => string;
}

/** The first column shrinks to the room that the others leave; the last one gets the rest. */
function columnWidths(lines: readonly Line[], room: number): number[] {
  const all = lines[0]?.texts.map((_, index) => Math.max(...lines.map(({ texts }) => stringWidth(texts[index] ?? ""))));
  const [first = 0, ...others] = all ?? [];
  const between = others.slice(0, -1);
  const taken = between.reduce((sum, width) => sum + width + GAP, GAP);
  const narrowed = Math.min(first, Math.max(0, room - taken - LEAST_LAST_COLUMN));
  return [narrowed, ...between, room - taken - narrowed];
}

function alignedLine({ texts, paint }: Line, widths: readonly number[]): string {
  const last = texts.length - 1;
  const cells = texts.map((text, index) => {
    const width = widths[index] ?? 0;
    return paint(index === last ? fitText(text, width) : padText(text, width + GAP), index);
  });
  return cells.join("").trimEnd();
}

function stackedLine({ texts, paint }: Line, width: number): string {
  const [first = "", ...others] = texts;
  let room = width - GAP;
  const cells = others.map((text, index) => {
    const fitted = fitText(text, room);
    room -= stringWidth(fitted) + GAP;
    return fitted === "" ? "" : " ".repeat(GAP) + paint(fitted, index + 1);
  });
  return `${paint(first, 0)}\n${cells.join("").trimEnd()}`;
}
