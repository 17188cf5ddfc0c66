/** Log lines of commands that run sources themselves: on standard error, or in a file. */
import { createWriteStream } from "node:fs";
import type { Options } from "./arguments/parse-options.ts";
import { safeLine } from "./terminal/safe-text.ts";
import type { Terminal } from "./terminal/terminal.ts";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

export type Log = (level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void;

/** Where a log line may hold what nobody should read. */
const SECRET_NAMES = ["authorization", "headers", "env", "key", "keys", "token", "secret", "password", "credentials"];
const SECRETS = SECRET_NAMES.flatMap((name) => [name, `*.${name}`]);

/** Where log lines go, if the command line says so: `--log-file`. */
export function logTarget(options: Options): { write(line: string): void } | undefined {
  const file = options.text("log-file");
  return file === undefined ? undefined : createWriteStream(file, { flags: "a", mode: 0o600 });
}

/** Undefined where nobody asked for a log: then nothing of it is loaded. */
export async function createLog(options: Options, terminal: Terminal): Promise<Log | undefined> {
  const target = logTarget(options);
  const level = options.text("log-level") ?? (target === undefined ? "silent" : "info");
  if (level === "silent") return undefined;
  const { default: pino } = await import("pino");
  const logger = pino(
    { level, redact: { paths: SECRETS, censor: "[hidden]" }, base: null },
    target ?? { write: (line: string) => terminal.err(terminal.showsProgress ? forPeople(line, terminal) : line) },
  );
  return (level, message, fields = {}) => logger[level](fields, message);
}

const NAMES: Readonly<Record<number, string>> = { 10: "trace", 20: "debug", 30: "info", 40: "warn", 50: "error" };

function forPeople(line: string, { errorStyle }: Terminal): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as { time: number; level: number; msg?: string };
  const clock = new Date(time).toISOString().slice(11, 19);
  const paint = level >= 50 ? errorStyle.red : level >= 40 ? errorStyle.yellow : errorStyle.dim;
  const rest = Object.keys(fields).length === 0 ? "" : ` ${errorStyle.dim(JSON.stringify(fields))}`;
  return `\r\u001b[2K${errorStyle.dim(clock)} ${paint(NAMES[level] ?? String(level))} ${safeLine(msg ?? "")}${rest}\n`;
}
