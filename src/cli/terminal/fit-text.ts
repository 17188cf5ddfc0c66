import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** A column rarely takes more UTF-16 units than this. Descriptions may be long, and only their start is shown. */
const UNITS_PER_COLUMN = 10;

/** Cuts a text to a width. An ellipsis shows that it was cut. */
export function fitText(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  if (width < 2) return "…".slice(0, Math.max(0, width));
  const start = text.slice(0, width * UNITS_PER_COLUMN);
  const [line = ""] = wrapAnsi(start, width - 1, { hard: true, wordWrap: false }).split("\n", 1);
  // The first character may be wider than the room.
  return stringWidth(line) < width ? `${line.trimEnd()}…` : "…";
}

/** The whole of one line, in lines of this width. No space is lost. */
export function wrapWhole(text: string, width: number): string[] {
  return wrapAnsi(text, Math.max(width, 1), { hard: true, wordWrap: false, trim: false }).split("\n");
}

export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - stringWidth(text)));
}
