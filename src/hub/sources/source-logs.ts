import { shorten } from "../../shared/short-text.ts";
import type { SourceLog } from "../../sources/source.ts";
import { keyOf } from "./source-switches.ts";
import type { SourceName } from "./source-switches.ts";

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

  add(source: SourceName, ...[level, message, fields = {}]: Parameters<SourceLog>): void {
    const { error } = fields as { readonly error?: unknown };
    const text = shorten(typeof error === "string" ? `${message}: ${error}` : message, LONGEST_LINE);
    const key = keyOf(source);
    const lines = this.#lines.get(key) ?? [];
    if (this.#lines.size >= MOST_SOURCES && !this.#lines.has(key)) return;
    lines.push({ time: new Date().toISOString(), level, text });
    if (lines.length > MOST_LINES) lines.shift();
    this.#lines.set(key, lines);
  }

  /** Oldest first. */
  of(source: SourceName): readonly SourceLogLine[] {
    return [...(this.#lines.get(keyOf(source)) ?? [])];
  }
}
