import { parseOptions } from "./arguments/parse-options.ts";
import type { Options } from "./arguments/parse-options.ts";
import { commandHelp, overviewHelp } from "./arguments/help.ts";
import { suggestion } from "./arguments/nearest.ts";
import { UsageError } from "./arguments/usage-error.ts";
import { COMMANDS, HELP_OPTION, findCommand } from "./arguments/command-table.ts";
import type { Command } from "./arguments/command-table.ts";
import { loadCommand } from "./commands/load-command.ts";
import { ExitCode } from "./output/exit-code.ts";
import { reportFailure } from "./output/report-failure.ts";
import { Terminal } from "./terminal/terminal.ts";

/** Runs the command line, and ends the process: what a handler left open must not keep it alive. */
export async function main(args: readonly string[], version: string): Promise<never> {
  const terminal = new Terminal({ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }, process.env);
  const code = await runCommandLine(args, terminal, version);
  await terminal.flush();
  process.exit(code);
}

async function runCommandLine(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-V") {
    terminal.out(`${version}\n`);
    return ExitCode.ok;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const [about] = rest;
    const command = about === undefined ? undefined : findCommand(about);
    if (name === "help" && about !== undefined && command === undefined) {
      return reportFailure(unknownCommand(about), { terminal, isJSON: false });
    }
    terminal.out(command === undefined ? overviewHelp(COMMANDS, terminal) : commandHelp(command, terminal));
    return name === undefined ? ExitCode.usage : ExitCode.ok;
  }
  const end = args.indexOf("--");
  const isJSON = args.slice(0, end === -1 ? args.length : end).includes("--json");
  try {
    const command = findCommand(name);
    if (command === undefined) throw unknownCommand(name);
    const options = parseOptions(rest, [...command.options, HELP_OPTION], { keepUnknown: command.takesInput });
    return await runCommand(command, options, { terminal, version });
  } catch (thrown) {
    return reportFailure(thrown, { terminal, isJSON });
  }
}

async function runCommand(
  command: Command,
  options: Options,
  { terminal, version }: { readonly terminal: Terminal; readonly version: string },
): Promise<number> {
  const { operands, takesInput } = command;
  // `call <id> --help` is about the operation: the command itself answers it.
  if (options.has("help") && (!takesInput || options.rest.length === 0)) {
    terminal.out(commandHelp(command, terminal));
    return ExitCode.ok;
  }
  const least = operands.filter((operand) => operand.startsWith("<")).length;
  const missing = options.rest.length < least ? operands[options.rest.length] : undefined;
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`, command.name);
  const extra = takesInput ? undefined : options.rest[operands.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many.`, command.name);
  const run = await loadCommand(command.name);
  return await run({ options, terminal, version });
}

function unknownCommand(name: string): UsageError {
  const what = name.startsWith("-") ? `There is no option ${name}` : `There is no command "${name}"`;
  const names = COMMANDS.filter(({ hidden }) => hidden !== true).map(({ name: known }) => known);
  return new UsageError(`${what}: there are ${names.join(", ")}.${suggestion(name, names)}`);
}
