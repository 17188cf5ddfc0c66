import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { openSources } from "../../entries/hub.ts";
import { generateTypes } from "../../entries/types.ts";
import { openLog } from "../backend/open-log.ts";
import { waitForSources } from "../backend/wait-for-sources.ts";
import { openConfig } from "../config/open-config.ts";
import { ExitCode } from "../output/exit-code.ts";
import { noteUnconnected } from "../output/note-unconnected.ts";
import { replaceFile } from "../output/replace-file.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { withSpinner } from "../session/interruption.ts";

const DEFAULT_FILE = "operations.d.ts";
const STANDARD_OUTPUT = "-";
const MISSING = "No types were written: they would lack the operations of these sources.";

/** Writes nothing while a source is missing: its operations would be gone from the types. */
export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  const loaded = await openConfig({ options, terminal });
  const log = await openLog(loaded, options);
  return await withSpinner(terminal, async (signal, spinner) => {
    const sources = await openSources(loaded, { log });
    try {
      await waitForSources(sources, { signal, atMost: options.duration("timeout") });
      spinner.pause();
      if (noteUnconnected(sources, terminal, MISSING)) return ExitCode.unavailable;
      const specs = sources.registry.list();
      const text = generateTypes(specs, { name: options.text("name"), register: !options.has("no-register") });
      return await hand(text, specs.length, context);
    } finally {
      await sources.close({ graceMs: 0 });
    }
  });
};

async function hand(text: string, count: number, { options, terminal }: CommandContext): Promise<number> {
  const file = options.text("out") ?? DEFAULT_FILE;
  if (file === STANDARD_OUTPUT) {
    terminal.out(text);
    return ExitCode.ok;
  }
  const path = resolve(file);
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (options.has("check")) {
    if (present === text) return ExitCode.ok;
    terminal.err(`${file} is not what the sources say: run "operations types" again.\n`);
    return ExitCode.failed;
  }
  if (present !== text) await replaceFile(path, text);
  const { style } = terminal;
  terminal.out(`${style.green("✔")} ${file}  ${count} operations${present === text ? ", unchanged" : ""}\n`);
  return ExitCode.ok;
}
