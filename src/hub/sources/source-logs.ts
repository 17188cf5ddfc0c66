import { shorten } from "../../shared/short-text.ts";
import type { SourceLog } from "../../sources/source.ts";

/** A line that a source, or the process behind it, has logged. */
export interface SourceLogLine {
  /** ISO 8601. */
  readonly time: string;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly text: string;
}

const MOST_LINES = 200;
const MOST_SOURCES = 1000;
const LONGEST_LINE = 2000;

/** The latest log lines of each source, in memory. They are redacted before they come here. */
export class SourceLogs {
  readonly #lines = new Map<string, SourceLogLine[]>();

  /** Takes lines that name a source; others belong to none. */
  readonly add: SourceLog = (level, message, fields = {}) => {
    const { source, error } = fields as { readonly source?: unknown; readonly error?: unknown };
    if (typeof source !== "string") return;
    const text = shorten(typeof error === "string" ? `${message}: ${error}` : message, LONGEST_LINE);
    const lines = this.#lines.get(source) ?? [];
    if (this.#lines.size >= MOST_SOURCES && !this.#lines.has(source)) return;
    lines.push({ time: new Date().toISOString(), level, text });
    if (lines.length > MOST_LINES) lines.shift();
    this.#lines.set(source, lines);
  };

  /** Oldest first. */
  of(source: string): readonly SourceLogLine[] {
    return [...(this.#lines.get(source) ?? [])];
  }
}
