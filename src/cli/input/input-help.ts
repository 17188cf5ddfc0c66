import wrapAnsi from "wrap-ansi";
import { describeRows, fitCommand } from "../arguments/help.ts";
import type { Options } from "../arguments/parse-options.ts";
import { COMMON_OPTIONS, findCommand } from "../arguments/command-table.ts";
import { kindName } from "./flag-value.ts";
import { exampleCommands } from "./example-command.ts";
import { chooseForms } from "./parse-input-flags.ts";
import type { InputFlag, InputFlags } from "./input-flags.ts";
import { schemaNote } from "../json-schema/outline-schema.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Columns: on fewer, the terminal itself breaks lines. */
const NARROWEST = 20;

export interface OperationWithInput {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

/** What `call <id> --help` shows. */
export async function inputHelp(
  operation: OperationWithInput,
  command: "call" | "subscribe",
  { terminal, options }: { readonly terminal: Terminal; readonly options: Options },
): Promise<string> {
  const { id, description, inputSchema } = operation;
  const { style } = terminal;
  const flags = chooseForms(inputSchema, options.rest.slice(1));
  const lines = [
    `${wrapped(safeText(description), terminal)}\n`,
    `${wrapped(`${style.bold("Usage:")} operations ${command} ${id} [input flags] [options]`, terminal)}\n`,
  ];
  if (flags.isEmpty) {
    const none = flags.root.kind === "object" || flags.root.kind === "nothing";
    const how = `Its input is not an object: give it with --input (${kindName(flags.root)}).`;
    lines.push(wrapped(none ? "It takes no input." : how, terminal));
  } else {
    const own = new Set([...(findCommand(command)?.options ?? []), ...COMMON_OPTIONS].map(({ name }) => name));
    lines.push(
      style.bold("Input:"),
      describeRows(
        flags.list().map((flag) => flagRow(flag, flags, own)),
        terminal,
      ),
    );
  }
  const examples = await exampleCommands(operation);
  lines.push(
    "",
    style.bold(examples.length > 1 ? "Examples:" : "Example:"),
    ...examples.map((each) => fitCommand(each, terminal)),
  );
  lines.push(`\n${wrapped(`"operations ${command} --help" shows the options.`, terminal)}`);
  return `${lines.join("\n")}\n`;
}

function wrapped(text: string, { width }: Terminal): string {
  return wrapAnsi(text, Math.max(NARROWEST, width));
}

/** Whether it must be given, and with which form. */
function noteOfForm({ isRequired, of = [] }: InputFlag): string {
  const form = of.length === 0 ? "" : `with ${of.join(" or ")}`;
  const parts = [isRequired ? "required" : "", form].filter((part) => part !== "");
  return parts.length === 0 ? "" : `(${parts.join(" ")})`;
}

/** A flag that is also an option of the command goes after `--`. */
function flagRow(flag: InputFlag, flags: InputFlags, own: ReadonlySet<string>): [string, string] {
  const { name, view } = flag;
  const isList = view.kind === "list";
  const value = isList ? kindName(flags.itemOf(view)) : kindName(view);
  const label = view.kind === "boolean" ? `--[no-]${name}` : `--${name} <${value}>`;
  const notes = [schemaNote(view.schema), isList ? "(may be repeated)" : "", noteOfForm(flag)];
  return [
    safeLine(own.has(name) || own.has(`no-${name}`) ? `-- ${label}` : label),
    safeLine(notes.filter((note) => note !== "").join(" ")),
  ];
}
