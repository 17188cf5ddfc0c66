import type { Command } from "./command-table.ts";
import { HELP_OPTION } from "./command-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { wrapText } from "../terminal/wrap-text.ts";
import type { OptionDefinition } from "./parse-options.ts";

const LONGEST_LABEL = 28;

export function overviewHelp(commands: readonly Command[], terminal: Terminal): string {
  const { style } = terminal;
  const shown = commands.filter(({ hidden }) => hidden !== true);
  const rows = shown.map(({ name, operands, summary }): [string, string] => [[name, ...operands].join(" "), summary]);
  return [
    "MCP servers, HTTP APIs and scripts, called in one way.\n",
    `${style.bold("Usage:")} operations <command> [options]\n`,
    style.bold("Commands:"),
    describeRows(rows, terminal),
    "",
    `"operations <command> --help" tells more, "operations call <id> --help" shows an operation's input.\n`,
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

/** Labels on the left, what they mean on the right, as wide as the terminal. */
export function describeRows(rows: ReadonlyArray<readonly [string, string]>, { width }: Terminal): string {
  const fitting = rows.map(([label]) => label.length).filter((length) => length <= LONGEST_LABEL);
  const column = Math.max(0, ...fitting) + 4;
  const room = Math.max(24, width - column);
  return rows
    .map(([label, text]) => {
      const lines = wrapText(text, room);
      const isLong = label.length > LONGEST_LABEL;
      const first = isLong ? `  ${label}\n${" ".repeat(column)}` : `  ${label}`.padEnd(column);
      return (first + lines.join(`\n${" ".repeat(column)}`)).trimEnd();
    })
    .join("\n");
}
