import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

/** Responders record each run of a handler here, in one file shared by processes that may be killed at any moment. */
export interface RanLog {
  /** Call it first in the handler. When it returns, the kernel has the line. */
  note(key: string): void;
  close(): void;
}

export interface Run {
  readonly key: string;
  /** The responder that ran it. */
  readonly by: string;
}

/** Opens the log for one responder. Lines of several processes do not mix, because each is one write in append mode. */
export function openRanLog(path: string, by: string): RanLog {
  const file = openSync(path, "a");
  return {
    note(key) {
      if (/\s/.test(key)) throw new Error(`a key must not hold white space: ${JSON.stringify(key)}`);
      writeSync(file, `${key} ${by}\n`);
    },
    close: () => closeSync(file),
  };
}

/** All runs so far, by key. A log that does not exist yet is empty. */
export function readRanLog(path: string): Map<string, Run[]> {
  const runs = new Map<string, Run[]>();
  for (const line of linesOf(path)) {
    const divider = line.indexOf(" ");
    if (divider < 1) throw new Error(`not a line of a log of runs: ${JSON.stringify(line)}`);
    const run = { key: line.slice(0, divider), by: line.slice(divider + 1) };
    const before = runs.get(run.key);
    if (before) before.push(run);
    else runs.set(run.key, [run]);
  }
  return runs;
}

function linesOf(path: string): string[] {
  const text = readIfThere(path);
  if (text === "") return [];
  if (!text.endsWith("\n")) throw new Error("the last line of the log of runs is torn");
  return text.slice(0, -1).split("\n");
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
