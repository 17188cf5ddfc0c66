import { parseOptions } from "../arguments/parse-options.ts";
import type { Options } from "../arguments/parse-options.ts";
import { COMMANDS, COMMON_OPTIONS, findCommand } from "../arguments/command-table.ts";
import type { Command } from "../arguments/command.ts";
import { HOST_NAMES } from "../arguments/host-names.ts";
import type { RunCommand } from "../session/command-context.ts";
import { rememberedOperations } from "../backend/hub/remembered-operations.ts";
import { ExitCode } from "../output/exit-code.ts";

/** Prints the words that could replace the last one given, one line each. The scripts of the shells call it. */
export const run: RunCommand = async ({ options, terminal }) => {
  const words = options.rest;
  const last = words.at(-1) ?? "";
  const candidates = await candidatesFor(words.slice(0, -1), last, terminal.env);
  terminal.out(
    candidates
      .filter((word) => word.startsWith(last))
      .map((word) => `${word}\n`)
      .join(""),
  );
  return ExitCode.ok;
};

async function candidatesFor(
  before: readonly string[],
  last: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const [name, ...rest] = before;
  if (name === undefined) {
    return [...COMMANDS.filter(({ hidden }) => hidden !== true).map((command) => command.name), "--help", "--version"];
  }
  const command = findCommand(name);
  if (command === undefined) return [];
  const choices = choicesAfter(command, rest.at(-1));
  if (choices !== undefined) return choices;
  if (last.startsWith("-")) return [...command.options, ...COMMON_OPTIONS].map((option) => `--${option.name}`);
  const given = understood(rest, command);
  if (given === undefined || given.rest.length > 0) return [];
  if (command.name === "completion") return ["bash", "zsh", "fish"];
  if (command.name === "install") return [...HOST_NAMES, "generic"];
  const [operand = ""] = command.operands;
  // The actions of a command: `<add|list>`.
  if (operand.includes("|")) return operand.slice(1, -1).split("|");
  if (operand !== "<id>") return [];
  const operations = await rememberedOperations(given, env);
  const isWanted = (type: string): boolean =>
    command.name === "describe" || (type === "SUBSCRIPTION") === (command.name === "subscribe");
  return operations.filter(({ type }) => isWanted(type)).map(({ id }) => id);
}

/** The values of the option before the word, if it takes one. The list is empty if any value will do. */
function choicesAfter({ options }: Command, word: string | undefined): string[] | undefined {
  const option = options.find(
    ({ name, short }) => word === `--${name}` || (short !== undefined && word === `-${short}`),
  );
  return option?.value === undefined ? undefined : [...(option.choices ?? [])];
}

function understood(words: readonly string[], { options }: Command): Options | undefined {
  try {
    return parseOptions(words, [...options, ...COMMON_OPTIONS], { keepUnknown: true });
  } catch {
    return undefined;
  }
}
