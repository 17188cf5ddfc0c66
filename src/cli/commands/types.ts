import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { generateTypes } from "../../entries/types.ts";
import { withAllSources } from "./with-all-sources.ts";
import { ExitCode } from "../output/exit-code.ts";
import { replaceOutputFile } from "../output/replace-output-file.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";

const DEFAULT_FILE = "operations.d.ts";
const STANDARD_OUTPUT = "-";
const MISSING = "The types lack the operations of these sources.";

export const run: RunCommand = (context) => {
  const { options } = context;
  return withAllSources(context, MISSING, async ({ registry }, isWhole) => {
    const specs = registry.list();
    const text = generateTypes(specs, { name: options.text("name"), register: !options.has("no-register") });
    return await hand({ text, count: specs.length, isWhole }, context);
  });
};

interface Generated {
  readonly text: string;
  /** How many operations. */
  readonly count: number;
  /** Whether no source is missing. */
  readonly isWhole: boolean;
}

async function hand({ text, count, isWhole }: Generated, { options, terminal }: CommandContext): Promise<number> {
  const file = options.text("out") ?? DEFAULT_FILE;
  if (file === STANDARD_OUTPUT) {
    terminal.out(text);
    return ExitCode.ok;
  }
  const path = resolve(file);
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (options.has("check")) {
    // Without a source, the types differ anyway.
    if (present === text || !isWhole) return ExitCode.ok;
    terminal.err(`${file} is out of date: run "operations types" again.\n`);
    return ExitCode.failed;
  }
  if (present !== text) await replaceOutputFile(path, text);
  const { style } = terminal;
  const mark = isWhole ? style.green("✔") : style.yellow("!");
  terminal.out(`${mark} ${file}  ${count} operations${present === text ? ", unchanged" : ""}\n`);
  return ExitCode.ok;
}
