import { CallError } from "../../errors/call-error.ts";
import type { Redactor } from "./redact.ts";

export type HubLogLevel = "debug" | "info" | "warn" | "error";

/** The log of a hub: each call writes one line, with fields. */
export type Log = (level: HubLogLevel, message: string, fields?: object) => void;

export interface LogOptions {
  /** Default: `info`. */
  readonly level?: string | undefined;
  /** Default: `pretty` on a terminal, `json` elsewhere. */
  readonly format?: "json" | "pretty" | undefined;
  /** Default: standard error. Standard output may carry a program's protocol. */
  readonly to?: { write(line: string): void } | undefined;
  /** Messages that `to` does not get. */
  readonly except?: readonly string[] | undefined;
  /** Gets every line too, as JSON. */
  readonly keep?: { write(line: string): void } | undefined;
  readonly redactor: Redactor;
}

/** Logs with pino. Known secrets are removed from the text of each line as it is written. */
export async function createLog(options: LogOptions): Promise<Log> {
  const { level = "info", redactor, to = process.stderr, except = [], keep } = options;
  const { format = options.to === undefined && process.stderr.isTTY ? "pretty" : "json" } = options;
  const { pino } = await import("pino");
  const stream = {
    write(line: string): void {
      const safe = redactor.redact(line);
      if (!isAmong(except, safe)) to.write(format === "json" ? safe : prettyLine(safe));
      keep?.write(safe);
    },
  };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  return (at, message, fields = {}) => logger[at](fields, message);
}

function isAmong(messages: readonly string[], line: string): boolean {
  return messages.length > 0 && messages.includes((JSON.parse(line) as { msg: string }).msg);
}

/** The level for a failed call. An expected failure is `debug`: its caller knows about it, and the audit has it. */
export function failureLevel(error: unknown): HubLogLevel {
  return error instanceof CallError && !error.unexpected ? "debug" : "error";
}

const LEVELS: Readonly<Record<number, string>> = { 10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error" };

/** A line for people: `12:00:00 warn source failed source=files error="no such file"`. */
function prettyLine(line: string): string {
  try {
    const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: string; msg: string };
    const shown = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return `${escapeControls([time.slice(11, 19), LEVELS[level] ?? "fatal", msg, ...shown].join(" "))}\n`;
  } catch {
    return line;
  }
}

// oxlint-disable-next-line no-control-regex -- matches what is escaped
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text of a source must not look like our own lines, nor move the cursor of a terminal. */
function escapeControls(text: string): string {
  return text.replaceAll(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
