import { didYouMean } from "../shared/closest-name.ts";
import { COMMANDS, COMMON_OPTIONS, NO_COLOR_OPTION, findCommand } from "./arguments/command-table.ts";
import type { Command, CommandName } from "./arguments/command.ts";
import { parseOptions } from "./arguments/parse-options.ts";
import { UsageError } from "./arguments/usage-error.ts";
import { keepCompiledCode } from "./config/compiled-code.ts";
import { ExitCode } from "./output/exit-code.ts";
import type { CommandContext, RunCommand } from "./session/command-context.ts";
import { Terminal } from "./terminal/terminal.ts";

/** Each command is loaded when it runs: a process runs only one. */
const COMMAND_MODULES: Readonly<Record<CommandName, () => Promise<{ readonly run: RunCommand }>>> = {
  serve: () => import("./commands/serve.ts"),
  list: () => import("./commands/list.ts"),
  describe: () => import("./commands/describe.ts"),
  call: () => import("./commands/call.ts"),
  run: () => import("./commands/run.ts"),
  subscribe: () => import("./commands/subscribe.ts"),
  check: () => import("./commands/check.ts"),
  lock: () => import("./commands/lock.ts"),
  login: () => import("./commands/login.ts"),
  logins: () => import("./commands/logins.ts"),
  logout: () => import("./commands/logout.ts"),
  approvals: () => import("./commands/approvals.ts"),
  keys: () => import("./commands/keys.ts"),
  types: () => import("./commands/types.ts"),
  tools: () => import("./commands/tools.ts"),
  logs: () => import("./commands/logs.ts"),
  install: () => import("./commands/install.ts"),
  init: () => import("./commands/init.ts"),
  mcp: () => import("./commands/mcp.ts"),
  completion: () => import("./commands/completion.ts"),
  complete: () => import("./commands/complete.ts"),
};

/** Runs the command line, then ends the process: what a handler left open must not keep it alive. */
export async function main(args: readonly string[], version: string): Promise<never> {
  const { env } = process;
  keepCompiledCode(env);
  const isPlain = hasOption(args, `--${NO_COLOR_OPTION.name}`);
  const plain = { ...env, NO_COLOR: "1", FORCE_COLOR: undefined };
  const terminal = new Terminal(process, isPlain ? plain : env);
  const code = await runCommandLine(args, terminal, version).catch(async (thrown: unknown) => {
    const { reportFailure } = await import("./output/report-failure.ts");
    return reportFailure(thrown, { terminal, isJSON: hasOption(args, "--json") });
  });
  await terminal.flush();
  process.exit(code);
}

/** Looks before the options are parsed, because that may fail. */
function hasOption(args: readonly string[], option: string): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end === -1 ? args.length : end).includes(option);
}

async function runCommandLine(args: readonly string[], terminal: Terminal, version: string): Promise<number> {
  const [name, ...rest] = args;
  if (name === "--version" || name === "-V") {
    terminal.out(`${version}\n`);
    return ExitCode.ok;
  }
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const [about = ""] = rest;
    await showHelp(name === "help" && about !== "" ? knownCommand(about) : findCommand(about), terminal);
    return name === undefined ? ExitCode.usage : ExitCode.ok;
  }
  const command = knownCommand(name);
  const options = parseOptions(rest, [...command.options, ...COMMON_OPTIONS], { keepUnknown: command.takesInput });
  return await runCommand(command, { options, terminal, version });
}

/** The help is loaded when it is shown: laying out its text costs as much as the rest of the start. */
async function showHelp(command: Command | undefined, terminal: Terminal): Promise<void> {
  const { commandHelp, overviewHelp } = await import("./arguments/help.ts");
  terminal.out(command === undefined ? overviewHelp(terminal) : commandHelp(command, terminal));
}

async function runCommand(command: Command, context: CommandContext): Promise<number> {
  const { operands, takesInput } = command;
  const { options, terminal } = context;
  // `call <id> --help` is about the operation: the command itself answers it.
  if (options.has("help") && (!takesInput || options.rest.length === 0)) {
    await showHelp(command, terminal);
    return ExitCode.ok;
  }
  const least = operands.filter((operand) => operand.startsWith("<")).length;
  const missing = options.rest.length < least ? operands[options.rest.length] : undefined;
  if (missing !== undefined) throw new UsageError(`${missing} is missing.`, command.name);
  const extra = takesInput ? undefined : options.rest[operands.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many.`, command.name);
  const { run } = await COMMAND_MODULES[command.name]();
  return await run(context);
}

function knownCommand(name: string): Command {
  const command = findCommand(name);
  if (command !== undefined) return command;
  const what = name.startsWith("-") ? `There is no option ${name}.` : `There is no command "${name}".`;
  const names = COMMANDS.filter(({ hidden }) => hidden !== true).map(({ name: known }) => known);
  throw new UsageError(`${what} The commands are ${names.join(", ")}.${didYouMean(name, names)}`);
}
