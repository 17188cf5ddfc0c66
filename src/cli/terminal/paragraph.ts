import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Terminal } from "./terminal.ts";

export interface Paragraph {
  /** One word: `error:` */
  readonly label: string;
  readonly paint: (label: string) => string;
  readonly text: string;
  /** One word, dimmed: `[TIMEOUT]` */
  readonly suffix?: string | undefined;
}

/** A message on standard error: wrapped on a terminal, one line elsewhere, where programs search for it. */
export function paragraph({ label, paint, text, suffix = "" }: Paragraph, terminal: Terminal): string {
  const whole = [label, text, suffix].filter((part) => part !== "").join(" ");
  const wrapped = wrapLines(whole, terminal.errorWidth);
  const middle = wrapped.slice(label.length, wrapped.length - suffix.length);
  return `${paint(label)}${middle}${suffix === "" ? "" : terminal.errorStyle.dim(suffix)}\n`;
}

/** Lines that fit stay as they are: some are aligned, such as the excerpt of a config under its error. */
function wrapLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const lines = text.split("\n").map((line) => (stringWidth(line) <= width ? line : wrapAnsi(line, width)));
  return lines.join("\n");
}
