import type { Terminal } from "./terminal.ts";
import { textWidth } from "./text-width.ts";
import { wrapText } from "./wrap-text.ts";

export interface Paragraph {
  /** One word: `error:` */
  readonly label: string;
  readonly paint: (label: string) => string;
  readonly text: string;
  /** One word, dimmed: `[TIMEOUT]` */
  readonly suffix?: string | undefined;
}

/** Something to read on standard error: on a terminal broken at spaces, else in one line for whoever looks for it. */
export function paragraph({ label, paint, text, suffix = "" }: Paragraph, terminal: Terminal): string {
  const whole = [label, text, suffix].filter((part) => part !== "").join(" ");
  const broken = breakLines(whole, terminal.errorWidth);
  const middle = broken.slice(label.length, broken.length - suffix.length);
  return `${paint(label)}${middle}${suffix === "" ? "" : terminal.errorStyle.dim(suffix)}\n`;
}

/** Lines that fit stay as they are: some are drawn, such as those of a config with a mistake. */
function breakLines(text: string, width: number | undefined): string {
  if (width === undefined) return text;
  const lines = text.split("\n").flatMap((line) => (textWidth(line) <= width ? [line] : wrapText(line, width)));
  return lines.join("\n");
}
