import wrapAnsi from "wrap-ansi";
import { fillLines } from "../terminal/fill-lines.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { COMMANDS, COMMON_OPTIONS } from "./command-table.ts";
import type { Command } from "./command.ts";
import type { OptionDefinition } from "./parse-options.ts";

const LONGEST_LABEL = 28;
const LEAST_ROOM = 24;
const NARROW_INDENT = 6;

export function overviewHelp(terminal: Terminal): string {
  const { style } = terminal;
  const room = Math.max(LEAST_ROOM, terminal.width);
  const shown = COMMANDS.filter(({ hidden }) => hidden !== true);
  const rows = shown.map(({ name, operands, summary }): [string, string] => [[name, ...operands].join(" "), summary]);
  return [
    `${wrapAnsi("Call MCP servers, HTTP APIs and scripts in one way.", room)}\n`,
    `${style.bold("Usage:")} operations <command> [options]\n`,
    style.bold("Commands:"),
    describeRows(rows, terminal),
    "",
    wrapAnsi('To begin: "operations init" writes a config, and "operations serve --open" runs it.', room),
    wrapAnsi('"operations <command> --help" shows the options of a command.', room),
    `${wrapAnsi('"operations call <id> --help" shows the input of an operation.', room)}\n`,
  ].join("\n");
}

export function commandHelp(command: Command, terminal: Terminal): string {
  const { name, operands, takesInput, summary, options, examples = [] } = command;
  const { style } = terminal;
  const wrap = (text: string): string => wrapAnsi(text, Math.max(LEAST_ROOM, terminal.width));
  const usage = ["operations", name, ...operands, ...(takesInput ? ["[input flags]"] : []), "[options]"].join(" ");
  const lines = [wrap(summary), "", wrap(`${style.bold("Usage:")} ${usage}`), "", style.bold("Options:")];
  lines.push(describeRows([...options, ...COMMON_OPTIONS].map(optionRow), terminal));
  if (examples.length > 0)
    lines.push("", style.bold("Examples:"), ...examples.map((example) => fitCommand(example, terminal)));
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
      const fitted = fillLines(label.split(/(?<=[|\s])/), Math.max(LEAST_ROOM, width - 4)).join("\n    ");
      const first = isBelow ? `  ${fitted}\n${indent}` : `  ${label}`.padEnd(column);
      const lines = wrapAnsi(text, Math.max(LEAST_ROOM, width - column));
      return (first + lines.replaceAll("\n", `\n${indent}`)).trimEnd();
    })
    .join("\n");
}

/** A command on lines that the terminal does not break, ready to be pasted. A remark goes before it. */
export function fitCommand(example: string, { width, isInteractive }: Terminal): string {
  const room = Math.max(LEAST_ROOM, width) - 6;
  if (!isInteractive || example.length <= room) return `  ${example}`;
  const [command = "", remark] = example.split(/ +# /);
  // Words of a shell: what is in quotes stays together.
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+ ?/g) ?? [];
  const lines = fillLines(words, room).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
  const before = remark === undefined ? [] : wrapAnsi(remark, room).split("\n");
  return [...before.map((line) => `  # ${line}`), lines.join(" \\\n")].join("\n");
}
