import { open, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findConfig } from "../../entries/hub.ts";
import { UsageError } from "../arguments/usage-error.ts";
import { keptLogFile } from "../backend/local/kept-log.ts";
import { ExitCode } from "../output/exit-code.ts";
import type { RunCommand } from "../session/command-context.ts";
import { interruptible } from "../session/interruption.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Style, StyleName } from "../terminal/style.ts";

const DEFAULT_LINES = 50;
/** Milliseconds between two looks at the file. */
const LOOK_EVERY = 200;

const LEVELS: Readonly<Record<string, number>> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };
const COLOURS: Readonly<Record<string, StyleName>> = { debug: "dim", warn: "yellow", error: "red", fatal: "red" };

interface LogLine {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly fields: object;
  readonly text: string;
}

export const run: RunCommand = async ({ options, terminal }) => {
  const config = options.has("config") ? resolve(options.text("config") ?? "") : await findConfig();
  if (config === undefined) throw new UsageError("There is no config in this folder: name one with --config.", "logs");
  const file = keptLogFile(config, terminal.env);
  const least = LEVELS[options.text("level") ?? "trace"] ?? 0;
  const wanted = (options.rest[0] ?? "").toLowerCase();
  const show = (lines: readonly LogLine[]): void => {
    const text = lines.map((line) => (options.has("json") ? line.text : printed(line, terminal.style)));
    if (text.length > 0) terminal.out(`${text.join("\n")}\n`);
  };
  const isShown = ({ level, text }: LogLine): boolean => level >= least && text.toLowerCase().includes(wanted);
  const before = await readFile(`${file}.1`, "utf8").catch(() => "");
  const now = await readFile(file, "utf8").catch(() => "");
  const isFollowed = options.has("follow");
  if (now === "" && before === "" && !isFollowed) {
    terminal.err('There is no log yet: "operations serve" and "operations mcp" write one.\n');
    return ExitCode.ok;
  }
  const count = options.count("lines", 0) ?? DEFAULT_LINES;
  const whole = now.slice(0, now.lastIndexOf("\n") + 1);
  const last = parsed(before + whole).filter(isShown);
  show(count === 0 ? [] : last.slice(-count));
  if (!isFollowed) return ExitCode.ok;
  return await interruptible(
    async (signal) => {
      for await (const lines of follow(file, Buffer.byteLength(whole), signal)) show(parsed(lines).filter(isShown));
      return ExitCode.ok;
    },
    { isService: true },
  );
};

/** Whole lines as they come. A file that became shorter was turned over, and is read from its start. */
async function* follow(file: string, from: number, signal: AbortSignal): AsyncGenerator<string> {
  let at = from;
  while (!signal.aborted) {
    await wait(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
    const { size } = await stat(file).catch(() => ({ size: 0 }));
    if (size < at) at = 0;
    if (size === at) continue;
    const handle = await open(file, "r");
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - at), 0, size - at, at);
      const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
      at += end;
      if (end > 0) yield buffer.toString("utf8", 0, end);
    } finally {
      await handle.close();
    }
  }
}

function parsed(text: string): LogLine[] {
  return text.split("\n").flatMap((line) => {
    try {
      const { level, time, msg, ...fields } = JSON.parse(line) as { level: number; time: string; msg: string };
      return [{ level, time, msg, fields, text: line }];
    } catch {
      return [];
    }
  });
}

/** `17:03:16 warn  source failed  source=files error="no such file"` */
function printed({ level, time, msg, fields }: LogLine, style: Style): string {
  const name = Object.keys(LEVELS).findLast((each) => (LEVELS[each] ?? 0) <= level) ?? "info";
  const colour = COLOURS[name];
  const shown = Object.entries(fields).map(([key, value]) => {
    return `${style.dim(`${safeLine(key)}=`)}${safeLine(typeof value === "string" ? value : JSON.stringify(value))}`;
  });
  const label = name.padEnd(5);
  const when = time.slice(0, 19).replace("T", " ");
  return [style.dim(when), colour === undefined ? label : style[colour](label), safeLine(msg), ...shown].join(" ");
}
