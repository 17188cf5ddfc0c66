/** The commands: their names, options and help texts. `commands/load-command.ts` knows where their code is. */
import type { OptionDefinition } from "./parse-options.ts";

export interface Command {
  readonly name: CommandName;
  /** `<id>` is required; `[id]` is optional. */
  readonly operands: readonly string[];
  readonly summary: string;
  readonly options: readonly OptionDefinition[];
  /** Whether options that the command does not know belong to the operation's input. */
  readonly takesInput: boolean;
  readonly examples?: readonly string[] | undefined;
  /** For programs: the help does not list it. */
  readonly hidden?: boolean | undefined;
}

export type CommandName =
  | "serve"
  | "list"
  | "describe"
  | "call"
  | "subscribe"
  | "check"
  | "init"
  | "mcp"
  | "completion"
  | "complete";

export const HELP_OPTION: OptionDefinition = { name: "help", short: "h", summary: "Shows this." };

const CONFIG: OptionDefinition = {
  name: "config",
  short: "c",
  value: "<file>",
  summary: "The config. Default: operations.config.{json,yaml,ts,…} in this folder.",
};

const LOG: readonly OptionDefinition[] = [
  {
    name: "log-level",
    value: "<level>",
    choices: ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
    summary: "How much is logged, on standard error.",
  },
  { name: "log-file", value: "<file>", summary: "Logs to the end of this file instead." },
];

const JSON_OUTPUT: OptionDefinition = { name: "json", summary: "Prints JSON, for programs; errors too." };

/** For commands that look at operations, here or in a hub. */
const WHERE: readonly OptionDefinition[] = [
  CONFIG,
  { name: "hub", value: "<url>", summary: "A running hub, instead of the config. Default: OPERATIONS_HUB." },
  {
    name: "key",
    value: "<key>",
    summary: "For the hub. Default: OPERATIONS_KEY, or what a hub on this machine has stored.",
  },
  JSON_OUTPUT,
  ...LOG,
];

const TIMEOUT: OptionDefinition = {
  name: "timeout",
  short: "t",
  value: "<time>",
  summary: "Gives up after 500ms, 30s, 2m; a number is seconds.",
};

/** For those that can do with the sources that are there by then. */
const SOURCE_TIMEOUT: OptionDefinition = {
  ...TIMEOUT,
  summary: "Waits so long for sources, and goes on without the others: 500ms, 30s, 2m; a number is seconds.",
};

const CALL: readonly OptionDefinition[] = [
  {
    name: "input",
    short: "i",
    value: "<json>",
    summary: "The input as JSON; @file reads it from a file, - from standard input.",
  },
  { name: "envelope", summary: "Prints data and meta." },
  TIMEOUT,
  { name: "yes", short: "y", summary: "Approves beforehand what would be asked." },
  ...WHERE,
];

export const COMMANDS: readonly Command[] = [
  {
    name: "serve",
    operands: [],
    summary: "Runs the hub: all sources of the config on HTTP, MCP and WebSocket, with a web page.",
    takesInput: false,
    options: [
      CONFIG,
      { name: "host", value: "<address>", summary: "Where to listen. Default: the config's, else 127.0.0.1." },
      { name: "port", short: "p", value: "<port>", summary: "Default: the config's, else 7411; 0: any that is free." },
      { name: "no-watch", summary: "Does not reload when the config changes (SIGHUP still does)." },
      JSON_OUTPUT,
      ...LOG,
    ],
    examples: ["operations serve", "operations serve --port 8080 --log-level debug"],
  },
  {
    name: "list",
    operands: ["[text]"],
    summary: "Lists operations.",
    takesInput: false,
    options: [
      { name: "namespace", short: "n", value: "<name>", summary: "Only of this namespace, and those below it." },
      {
        name: "type",
        value: "<type>",
        choices: ["query", "mutation", "subscription"],
        summary: "Only of this type.",
      },
      SOURCE_TIMEOUT,
      ...WHERE,
    ],
    examples: ["operations list", "operations list issue --namespace github --type query"],
  },
  {
    name: "describe",
    operands: ["<id>"],
    summary: "Shows what an operation does, takes and returns.",
    takesInput: false,
    options: [TIMEOUT, ...WHERE],
    examples: ["operations describe files.read"],
  },
  {
    name: "call",
    operands: ["<id>"],
    summary: "Calls an operation, and prints its result.",
    takesInput: true,
    options: [...CALL, { name: "output", short: "o", value: "<file>", summary: "Writes the result to this file." }],
    examples: [
      "operations call files.read --path notes.txt",
      `operations call github.issues_create --input '{"owner":"a","repo":"b","body":{"title":"c"}}'`,
      "cat input.json | operations call files.write --json",
      "operations call demo.search -- --limit 5      (after --, a flag of the operation's that is also an option here)",
    ],
  },
  {
    name: "subscribe",
    operands: ["<id>"],
    summary: "Prints the items of a stream, a line of JSON each.",
    takesInput: true,
    options: [...CALL, { name: "limit", short: "l", value: "<n>", summary: "Ends after so many items." }],
    examples: ["operations subscribe demo.ticks --interval 500 --limit 3"],
  },
  {
    name: "check",
    operands: [],
    summary: "Checks the config, connects to every source, and reports what could not be taken as it is.",
    takesInput: false,
    options: [SOURCE_TIMEOUT, CONFIG, JSON_OUTPUT, ...LOG],
  },
  {
    name: "init",
    operands: [],
    summary: "Writes a config to begin with. Never overwrites one.",
    takesInput: false,
    options: [
      {
        name: "format",
        value: "<format>",
        choices: ["yaml", "json", "ts"],
        summary: "Of the file. Default: yaml, which has room for comments.",
      },
    ],
  },
  {
    name: "mcp",
    operands: [],
    summary: "Serves all sources as one MCP server on standard input and output, for MCP hosts.",
    takesInput: false,
    options: [CONFIG, ...LOG],
    examples: [`{ "mcpServers": { "operations": { "command": "npx", "args": ["@alkdev/operations", "mcp"] } } }`],
  },
  {
    name: "completion",
    operands: ["<shell>"],
    summary: "Prints the completion script for bash, zsh or fish.",
    takesInput: false,
    options: [],
    examples: ['eval "$(operations completion bash)"      (in ~/.bashrc)'],
  },
  {
    name: "complete",
    operands: [],
    summary: "Prints what could stand at the end of a command line.",
    takesInput: true,
    options: [],
    hidden: true,
  },
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
