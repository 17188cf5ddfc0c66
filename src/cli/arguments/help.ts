import wrapAnsi from "wrap-ansi";
import type { Terminal } from "../terminal/terminal.ts";
import { COMMANDS, HELP_OPTION } from "./command-table.ts";
import type { Command } from "./command.ts";
import type { OptionDefinition } from "./parse-options.ts";

const LONGEST_LABEL = 28;
const LEAST_ROOM = 24;
const NARROW_INDENT = 6;

export function overviewHelp(terminal: Terminal): string {
  const { style } = terminal;
  const shown = COMMANDS.filter(({ hidden }) => hidden !== true);
  const rows = shown.map(({ name, operands, summary }): [string, string] => [[name, ...operands].join(" "), summary]);
  return [
    "Call MCP servers, HTTP APIs and scripts in one way.\n",
    `${style.bold("Usage:")} operations <command> [options]\n`,
    style.bold("Commands:"),
    describeRows(rows, terminal),
    "",
    `"operations <command> --help" shows the options of a command.`,
    `"operations call <id> --help" shows the input of an operation.\n`,
  ].join("\n");
}

export function commandHelp(command: Command, terminal: Terminal): string {
  const { name, operands, takesInput, summary, options, examples = [] } = command;
  const { style } = terminal;
  const usage = ["operations", name, ...operands, ...(takesInput ? ["[input flags]"] : []), "[options]"].join(" ");
  const lines = [`${summary}\n`, `${style.bold("Usage:")} ${usage}\n`, style.bold("Options:")];
  lines.push(describeRows([...options, HELP_OPTION].map(optionRow), terminal));
  if (examples.length > 0) lines.push("", style.bold("Examples:"), ...examples.map((example) => `  ${example}`));
  return `${lines.join("\n")}\n`;
}

function optionRow({ name, short, value, choices, summary }: OptionDefinition): [string, string] {
  const label = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
  return [label, choices === undefined ? summary : `${summary} (${choices.join(", ")})`];
}

/** Labels on the left, their meaning on the right, as wide as the terminal. A narrow terminal has the meaning below. */
export function describeRows(rows: ReadonlyArray<readonly [string, string]>, { width }: Terminal): string {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= LONGEST_LABEL);
  const beside = Math.max(0, ...fitting) + 4;
  const isNarrow = width - beside < LEAST_ROOM;
  const column = isNarrow ? NARROW_INDENT : beside;
  const indent = " ".repeat(column);
  return rows
    .map(([label, text]) => {
      const isBelow = isNarrow || label.length > LONGEST_LABEL;
      const first = isBelow ? `  ${label}\n${indent}` : `  ${label}`.padEnd(column);
      const lines = wrapAnsi(text, Math.max(LEAST_ROOM, width - column));
      return (first + lines.replaceAll("\n", `\n${indent}`)).trimEnd();
    })
    .join("\n");
}
