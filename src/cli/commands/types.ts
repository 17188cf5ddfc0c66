import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { generateTypes } from "../../entries/types.ts";
import { withAllSources } from "./with-all-sources.ts";
import { ExitCode } from "../output/exit-code.ts";
import { replaceOutputFile } from "../output/replace-output-file.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";

const DEFAULT_FILE = "operations.d.ts";
const STANDARD_OUTPUT = "-";
const MISSING = "No types were written: they would lack the operations of these sources.";

/** Writes nothing while a source is missing: its operations would be gone from the types. */
export const run: RunCommand = (context) => {
  const { options } = context;
  return withAllSources(context, MISSING, async ({ registry }) => {
    const specs = registry.list();
    const text = generateTypes(specs, { name: options.text("name"), register: !options.has("no-register") });
    return await hand(text, specs.length, context);
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
    terminal.err(`${file} is out of date: run "operations types" again.\n`);
    return ExitCode.failed;
  }
  if (present !== text) await replaceOutputFile(path, text);
  const { style } = terminal;
  terminal.out(`${style.green("✔")} ${file}  ${count} operations${present === text ? ", unchanged" : ""}\n`);
  return ExitCode.ok;
}
