/** The commands: their names, options and help texts. `main.ts` knows where their code is. */
import type { OptionDefinition } from "./parse-options.ts";
import { HOST_NAMES } from "./host-names.ts";
import { BACKEND, CALL, CONFIG, HUB, JSON_OUTPUT, KEY, LOG, SOURCE_TIMEOUT, TIMEOUT, YES } from "./shared-options.ts";

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
  | "run"
  | "check"
  | "lock"
  | "login"
  | "logins"
  | "logout"
  | "approvals"
  | "keys"
  | "types"
  | "tools"
  | "init"
  | "install"
  | "mcp"
  | "completion"
  | "complete";

export const HELP_OPTION: OptionDefinition = { name: "help", short: "h", summary: "Show this help." };

export const COMMANDS: readonly Command[] = [
  {
    name: "serve",
    operands: [],
    summary: "Run the hub: all sources of the config on HTTP, MCP and WebSocket, with a web page.",
    takesInput: false,
    options: [
      CONFIG,
      { name: "host", value: "<address>", summary: "The address to listen on. Default: the config's, else 127.0.0.1." },
      {
        name: "port",
        short: "p",
        value: "<port>",
        summary: "The port to listen on; 0 takes any free one. Default: the config's, else 7411.",
      },
      { name: "open", summary: "Open the explorer in a browser, logged in where the hub has made its own key." },
      { name: "no-watch", summary: "Do not reload when the config changes. SIGHUP still reloads it." },
      YES,
      JSON_OUTPUT,
      ...LOG,
    ],
    examples: ["operations serve --open", "operations serve --port 8080 --log-level debug"],
  },
  {
    name: "list",
    operands: ["[text]"],
    summary: "List operations, or find them by what they do.",
    takesInput: false,
    options: [
      { name: "namespace", short: "n", value: "<name>", summary: "Only this namespace and those below it." },
      {
        name: "type",
        value: "<type>",
        choices: ["query", "mutation", "subscription"],
        summary: "Only this type.",
      },
      SOURCE_TIMEOUT,
      YES,
      ...BACKEND,
    ],
    examples: ["operations list", "operations list issue --namespace github --type query"],
  },
  {
    name: "describe",
    operands: ["<id>"],
    summary: "Show what an operation does, takes and returns.",
    takesInput: false,
    options: [{ name: "types", summary: "Show it as TypeScript." }, TIMEOUT, YES, ...BACKEND],
    examples: ["operations describe files.read", "operations describe files.read --types"],
  },
  {
    name: "call",
    operands: ["<id>"],
    summary: "Call an operation and print its result.",
    takesInput: true,
    options: [
      ...CALL,
      { name: "output", short: "o", value: "<file>", summary: "Write the result to this file." },
      { name: "select", value: "<path>", summary: "Only this part: a JSON Pointer, or JSONPath." },
      { name: "answer-tokens", value: "<n>", summary: "At most so many tokens of the result (characters / 4)." },
    ],
    examples: [
      "operations call files.read --path notes.txt",
      "operations call github.issues_list --select \"$[*]['number','title']\"",
      `operations call github.issues_create --input '{"owner":"a","repo":"b","body":{"title":"c"}}'`,
      "cat input.json | operations call files.write --json",
      "operations call demo.search -- --yes true      (flags of the operation that are also options here go after --)",
    ],
  },
  {
    name: "subscribe",
    operands: ["<id>"],
    summary: "Print the items of a stream, one line of JSON each.",
    takesInput: true,
    options: [...CALL, { name: "limit", short: "l", value: "<n>", summary: "Stop after this many items." }],
    examples: ["operations subscribe demo.ticks --interval 500 --limit 3"],
  },
  {
    name: "run",
    operands: ["<file>"],
    summary: "Run a TypeScript program against the operations, in a sandbox, and print what it returns.",
    takesInput: false,
    options: [
      { name: "calls", summary: "List the calls that it made, on standard error." },
      TIMEOUT,
      { name: "yes", short: "y", summary: "Approve its calls, and the config of this folder, in advance." },
      ...BACKEND,
    ],
    examples: ["operations run report.ts", "echo 'return await search(\"issue\")' | operations run -"],
  },
  {
    name: "check",
    operands: [],
    summary: "Check the config, connect to every source, and report what could not be imported as it is.",
    takesInput: false,
    options: [
      { name: "locked", summary: "Also fail if the sources differ in any way from operations.lock. For CI." },
      SOURCE_TIMEOUT,
      CONFIG,
      YES,
      JSON_OUTPUT,
      ...LOG,
    ],
    examples: ["operations check", "operations check --locked --json"],
  },
  {
    name: "lock",
    operands: ["[pattern]"],
    summary: "Write operations.lock: what each source offers, so that later changes are noticed.",
    takesInput: false,
    options: [
      {
        name: "accept",
        summary: "Take in what has changed since: everything, or the operations that match the pattern.",
      },
      {
        name: "out",
        short: "o",
        value: "<file>",
        summary: "The file to write; - is standard output. Default: operations.lock beside the config.",
      },
      {
        name: "hub",
        value: "<url>",
        summary: "Decide at a running hub, which writes its own lock: also on what only its callers' sessions show.",
      },
      KEY,
      SOURCE_TIMEOUT,
      CONFIG,
      YES,
      JSON_OUTPUT,
      ...LOG,
    ],
    examples: ["operations lock", "operations lock --accept", "operations lock --accept 'github.issues_*'"],
  },
  {
    name: "login",
    operands: ["<source>"],
    summary: "Log in to the service behind a source, with a browser. A hub that runs takes it up at once.",
    takesInput: false,
    options: [
      { name: "no-browser", summary: "Print the address instead of opening it." },
      {
        name: "device",
        summary: "Print a code, to be entered with a browser on any device, where the server has that.",
      },
      { ...TIMEOUT, summary: "Give up after 30s or 2m. A bare number is seconds. Default: 5m." },
      CONFIG,
      ...HUB,
      YES,
      JSON_OUTPUT,
    ],
    examples: ["operations login linear", "operations login linear --hub https://hub.example"],
  },
  {
    name: "logins",
    operands: [],
    summary: "List the sources that take a login, and who is logged in.",
    takesInput: false,
    options: [CONFIG, ...HUB, YES, JSON_OUTPUT],
  },
  {
    name: "logout",
    operands: ["<source>"],
    summary: "Forget a login, and end it at the service where that is possible.",
    takesInput: false,
    options: [CONFIG, ...HUB, YES, JSON_OUTPUT],
    examples: ["operations logout linear"],
  },
  {
    name: "approvals",
    operands: ["[list|show|approve|deny|watch|link]", "[id]"],
    summary: "Answer for calls that wait for an approval at a running hub.",
    takesInput: false,
    options: [
      { name: "reason", value: "<text>", summary: "Tell the caller why not." },
      { name: "yes", short: "y", summary: "Approve without a question. It does not do for a call of your own key." },
      { name: "hub", value: "<url>", summary: "The hub. Default: OPERATIONS_HUB, or http://127.0.0.1:7411." },
      KEY,
      JSON_OUTPUT,
    ],
    examples: ["operations approvals", "operations approvals approve 4f1c09ab", "operations approvals watch"],
  },
  {
    name: "keys",
    operands: ["<add|list|rotate|revoke>", "[key]"],
    summary: "Add, list, rotate and revoke the keys of callers. A hub that runs takes it up at once.",
    takesInput: false,
    options: [
      { name: "scopes", value: "<scopes>", summary: "What a new key may do, with commas. Default: operations:call." },
      { name: "expires", value: "<time>", summary: "When a new key expires: 90d, or 2027-01-31. Default: never." },
      { name: "note", value: "<text>", summary: "What a new key is for." },
      { name: "grace", value: "<time>", summary: "How long a rotated key still works: 1h, 7d. Default: 24h." },
      CONFIG,
      YES,
      JSON_OUTPUT,
    ],
    examples: [
      "operations keys add ci --scopes deploy,operations:call --expires 90d --note 'the pipeline'",
      "operations keys list",
      "operations keys rotate ci --grace 1h",
      "operations keys revoke k3x0a1b2c4d5      (an id, a holder with one key, or the key itself)",
    ],
  },
  {
    name: "types",
    operands: [],
    summary: "Write TypeScript types for the operations of all sources.",
    takesInput: false,
    options: [
      {
        name: "out",
        short: "o",
        value: "<file>",
        summary: "The file to write; - is standard output. Default: operations.d.ts.",
      },
      { name: "name", value: "<name>", summary: "The name of the interface. Default: Operations." },
      { name: "no-register", summary: "Do not make the types known to the whole program." },
      { name: "check", summary: "Write nothing; fail if the file is not what the sources say now." },
      TIMEOUT,
      CONFIG,
      YES,
      ...LOG,
    ],
    examples: ["operations types", "operations types --out src/operations.d.ts --check"],
  },
  {
    name: "tools",
    operands: ["[name]"],
    summary: "Print the operations as tools of a model's provider.",
    takesInput: false,
    options: [
      {
        name: "provider",
        value: "<provider>",
        choices: ["openai", "openai-chat", "anthropic", "gemini"],
        summary: "The provider of the model.",
      },
      { name: "strict", summary: "Hold the model to the schemas, where the provider can." },
      { name: "search", summary: "Print the tools that search, describe and call operations instead." },
      { name: "report", summary: "Show what each schema lost instead." },
      TIMEOUT,
      YES,
      ...BACKEND,
    ],
    examples: ["operations tools --provider openai --strict", "operations tools github --provider anthropic --report"],
  },
  {
    name: "init",
    operands: [],
    summary: "Write a config: with the MCP servers of your editors and assistants, or to start from.",
    takesInput: false,
    options: [
      {
        name: "from",
        value: "<hosts>",
        summary: `Take over the servers of these hosts, with commas, or of all: ${HOST_NAMES.join(", ")}.`,
      },
      { name: "yes", short: "y", summary: "Take all of them over without a question. A config starts their commands." },
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
    summary: "Connect an editor or assistant: write these operations into its config, with a key of its own.",
    takesInput: false,
    options: [
      { name: "remove", summary: "Take it out again, and revoke the key." },
      { name: "name", value: "<name>", summary: "The name of the server there. Default: operations." },
      {
        name: "scopes",
        value: "<scopes>",
        summary: "What the host may do, with commas. Default: all that the sources of the config ask for.",
      },
      { name: "yes", short: "y", summary: "Write without a question. Needed where there is no terminal." },
      CONFIG,
      JSON_OUTPUT,
    ],
    examples: [
      "operations install cursor",
      `operations install claude-desktop --yes      (hosts: ${HOST_NAMES.join(", ")})`,
      "operations install generic      (prints what any other host needs)",
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
        summary: "Give tools that search instead of all tools above so many operations; never lists all. Default: 60.",
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
  {
    name: "completion",
    operands: ["<shell>"],
    summary: "Print the completion script for bash, zsh or fish.",
    takesInput: false,
    options: [],
    examples: ['eval "$(operations completion bash)"      (in ~/.bashrc)'],
  },
  {
    name: "complete",
    operands: [],
    summary: "Print what could complete a command line.",
    takesInput: true,
    options: [],
    hidden: true,
  },
];

export function findCommand(name: string): Command | undefined {
  return COMMANDS.find((command) => command.name === name);
}
