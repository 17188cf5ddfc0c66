/** The commands about MCP hosts: one takes their servers into a config, the other adds a config to a host. */
import type { Command } from "./command.ts";
import { HOST_NAMES } from "./host-names.ts";
import { CONFIG, JSON_OUTPUT, LOG, YES } from "./shared-options.ts";

export const HOST_COMMANDS: readonly Command[] = [
  {
    name: "init",
    operands: [],
    summary: "Write a config: with the MCP servers of your editors and assistants, or with an example.",
    takesInput: false,
    options: [
      {
        name: "from",
        value: "<hosts>",
        summary: `Take over the servers of these hosts, separated by commas, or of all: ${HOST_NAMES.join(", ")}.`,
      },
      { name: "yes", short: "y", summary: "Take over all of them without asking. A config starts their commands." },
      {
        name: "format",
        value: "<format>",
        choices: ["yaml", "json", "ts"],
        summary: "The format of the file. Default: yaml, which has room for comments.",
      },
    ],
    examples: ["operations init", "operations init --from claude-desktop,cursor --yes"],
  },
  {
    name: "install",
    operands: ["<host>"],
    summary: "Connect an editor or assistant: write these operations into its config, with its own key.",
    takesInput: false,
    options: [
      { name: "remove", summary: "Take it out again, and revoke the key." },
      { name: "name", value: "<name>", summary: "The name of the server there. Default: operations." },
      {
        name: "scopes",
        value: "<scopes>",
        summary: "The scopes of the host, separated by commas. Default: all that the sources of the config ask for.",
      },
      { name: "yes", short: "y", summary: "Write without asking. Required without a terminal." },
      CONFIG,
      JSON_OUTPUT,
    ],
    examples: [
      "operations install cursor",
      `operations install claude-desktop --yes  # hosts: ${HOST_NAMES.join(", ")}`,
      "operations install generic  # prints what any other host needs",
      "operations install cursor --remove",
    ],
  },
  {
    name: "mcp",
    operands: [],
    summary: "Serve all sources as one MCP server on standard input and output, for MCP hosts.",
    takesInput: false,
    options: [
      {
        name: "search-above",
        value: "<n>",
        summary: "Above this many operations, give tools that search instead. never: list all. Default: 60.",
      },
      {
        name: "tool-names",
        value: "<names>",
        summary: "Name tools by the ids of their operations: 'shop.order=order,github.*=gh_{name}'.",
      },
      { name: "instructions", value: "<text>", summary: "What models should know about the server as a whole." },
      {
        name: "embedder",
        value: "<module>",
        summary: "Search by meaning too: local, or a module that exports an embedder.",
      },
      { name: "code-mode", summary: "Let models run TypeScript programs against the operations: the tool run_code." },
      CONFIG,
      YES,
      ...LOG,
    ],
    examples: [`{ "mcpServers": { "operations": { "command": "npx", "args": ["@alkdev/operations", "mcp"] } } }`],
  },
];
