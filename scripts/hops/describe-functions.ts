/** Formats counted functions for people: by file, each with its line in the source. */
import { Session } from "node:inspector/promises";
import { findSourceMap } from "node:module";
import { fileURLToPath } from "node:url";
import type { CalledFunction } from "./watch-calls.ts";

export interface DescribedFile {
  readonly file: string;
  readonly functions: ReadonlyArray<{ readonly name: string; readonly line: number; readonly calls: number }>;
}

/** Sorted by file name, and functions by line. */
export async function describeFunctions(functions: readonly CalledFunction[]): Promise<DescribedFile[]> {
  const session = new Session();
  session.connect();
  await session.post("Debugger.enable");
  const files: DescribedFile[] = [];
  for (const file of [...new Set(functions.map((called) => called.file))].sort()) {
    const ofFile = functions.filter((called) => called.file === file);
    const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId: ofFile[0]?.scriptId ?? "" });
    const described = ofFile.map(({ name, calls, offset }) => ({
      name: name === "" ? "(no name)" : name,
      line: lineOf(file, scriptSource.slice(0, offset)),
      calls,
    }));
    files.push({ file, functions: described.sort((a, b) => a.line - b.line) });
  }
  session.disconnect();
  return files;
}

/** The line in the source, found from the compiled text before it. */
function lineOf(file: string, before: string): number {
  const lines = before.split("\n");
  const map = findSourceMap(fileURLToPath(new URL(`../../src/${file}`, import.meta.url)));
  const entry = map?.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
  return entry !== undefined && "originalLine" in entry ? entry.originalLine + 1 : Number.NaN;
}
