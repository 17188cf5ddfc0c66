import { o as didYouMean } from "./client-D7eheyo4.js";
import { styleText } from "node:util";
// src/cli/arguments/host-names.ts
const HOST_NAMES = [
	"claude-desktop",
	"claude-code",
	"cursor",
	"vscode",
	"windsurf",
	"zed",
	"codex",
	"gemini-cli",
	"lm-studio",
	"cline"
];
// src/cli/arguments/shared-options.ts
const CONFIG = {
	name: "config",
	short: "c",
	value: "<file>",
	summary: "The config. Default: operations.config.{json,yaml,ts,…} in this folder."
};
const LOG = [{
	name: "log-level",
	value: "<level>",
	choices: [
		"trace",
		"debug",
		"info",
		"warn",
		"error",
		"fatal",
		"silent"
	],
	summary: "How much to log, on standard error."
}, {
	name: "log-file",
	value: "<file>",
	summary: "Append the log to this file instead."
}];
const JSON_OUTPUT = {
	name: "json",
	summary: "Print JSON, for programs. Errors are JSON too."
};
const YES = {
	name: "yes",
	short: "y",
	summary: "Run the config of this folder without a question, also if you never ran it."
};
const KEY = {
	name: "key",
	value: "<key>",
	summary: "The key for the hub. Default: OPERATIONS_KEY, or the key that a hub on this machine has stored."
};
const HUB = [{
	name: "hub",
	value: "<url>",
	summary: "Use a running hub instead of the config. Default: OPERATIONS_HUB."
}, KEY];
const BACKEND = [
	CONFIG,
	...HUB,
	JSON_OUTPUT,
	...LOG
];
const NO_HUB = {
	name: "no-hub",
	summary: "Open the source here, even if a hub of the same config runs on this machine."
};
const TIMEOUT = {
	name: "timeout",
	short: "t",
	value: "<time>",
	summary: "Give up after 500ms, 30s or 2m. A bare number is seconds."
};
const SOURCE_TIMEOUT = {
	...TIMEOUT,
	summary: "Wait this long for sources, then go on without the rest: 500ms, 30s, 2m. A bare number is seconds."
};
const CALL = [
	{
		name: "input",
		short: "i",
		value: "<json>",
		summary: "The input as JSON. @file reads it from a file, - from standard input."
	},
	{
		name: "envelope",
		summary: "Print the envelope: data and meta."
	},
	TIMEOUT,
	{
		name: "yes",
		short: "y",
		summary: "Approve the call, and the config of this folder, in advance."
	},
	NO_HUB,
	...BACKEND
];
// src/cli/arguments/host-commands.ts
const HOST_COMMANDS = [
	{
		name: "init",
		operands: [],
		summary: "Write a config: with the MCP servers of your editors and assistants, or to start from.",
		takesInput: false,
		options: [
			{
				name: "from",
				value: "<hosts>",
				summary: `Take over the servers of these hosts, with commas, or of all: ${HOST_NAMES.join(", ")}.`
			},
			{
				name: "yes",
				short: "y",
				summary: "Take all of them over without a question. A config starts their commands."
			},
			{
				name: "format",
				value: "<format>",
				choices: [
					"yaml",
					"json",
					"ts"
				],
				summary: "The format of the file. Default: yaml, which has room for comments."
			}
		],
		examples: ["operations init", "operations init --from claude-desktop,cursor --yes"]
	},
	{
		name: "install",
		operands: ["<host>"],
		summary: "Connect an editor or assistant: write these operations into its config, with a key of its own.",
		takesInput: false,
		options: [
			{
				name: "remove",
				summary: "Take it out again, and revoke the key."
			},
			{
				name: "name",
				value: "<name>",
				summary: "The name of the server there. Default: operations."
			},
			{
				name: "scopes",
				value: "<scopes>",
				summary: "What the host may do, with commas. Default: all that the sources of the config ask for."
			},
			{
				name: "yes",
				short: "y",
				summary: "Write without a question. Needed where there is no terminal."
			},
			CONFIG,
			JSON_OUTPUT
		],
		examples: [
			"operations install cursor",
			`operations install claude-desktop --yes      (hosts: ${HOST_NAMES.join(", ")})`,
			"operations install generic      (prints what any other host needs)",
			"operations install cursor --remove"
		]
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
				summary: "Give tools that search instead of all tools above so many operations; never lists all. Default: 60."
			},
			{
				name: "tool-names",
				value: "<names>",
				summary: "Name tools by the ids of their operations: 'shop.order=order,github.*=gh_{name}'."
			},
			{
				name: "instructions",
				value: "<text>",
				summary: "What models should know about the server as a whole."
			},
			{
				name: "embedder",
				value: "<module>",
				summary: "Search by meaning too: local, or a module that exports an embedder."
			},
			{
				name: "code-mode",
				summary: "Let models run TypeScript programs against the operations: the tool run_code."
			},
			CONFIG,
			YES,
			...LOG
		],
		examples: [`{ "mcpServers": { "operations": { "command": "npx", "args": ["@alkdev/operations", "mcp"] } } }`]
	}
];
// src/cli/arguments/command-table.ts
const HELP_OPTION = {
	name: "help",
	short: "h",
	summary: "Show this help."
};
const NO_COLOR_OPTION = {
	name: "no-color",
	summary: "Use no colours, as NO_COLOR=1 does."
};
const COMMON_OPTIONS = [NO_COLOR_OPTION, HELP_OPTION];
const COMMANDS = [
	{
		name: "serve",
		operands: [],
		summary: "Run the hub: all sources of the config on HTTP, MCP and WebSocket, with a web page.",
		takesInput: false,
		options: [
			CONFIG,
			{
				name: "host",
				value: "<address>",
				summary: "The address to listen on. Default: the config's, else 127.0.0.1."
			},
			{
				name: "port",
				short: "p",
				value: "<port>",
				summary: "The port to listen on; 0 takes any free one. Default: the config's, else 7411."
			},
			{
				name: "open",
				summary: "Open the explorer in a browser, logged in where the hub has made its own key."
			},
			{
				name: "no-watch",
				summary: "Do not reload when the config changes. SIGHUP still reloads it."
			},
			YES,
			JSON_OUTPUT,
			...LOG
		],
		examples: ["operations serve --open", "operations serve --port 8080 --log-level debug"]
	},
	{
		name: "list",
		operands: ["[text]"],
		summary: "List operations, or find them by what they do.",
		takesInput: false,
		options: [
			{
				name: "namespace",
				short: "n",
				value: "<name>",
				summary: "Only this namespace and those below it."
			},
			{
				name: "type",
				value: "<type>",
				choices: [
					"query",
					"mutation",
					"subscription"
				],
				summary: "Only this type."
			},
			SOURCE_TIMEOUT,
			YES,
			...BACKEND
		],
		examples: ["operations list", "operations list issue --namespace github --type query"]
	},
	{
		name: "describe",
		operands: ["<id>"],
		summary: "Show what an operation does, takes and returns.",
		takesInput: false,
		options: [
			{
				name: "types",
				summary: "Show it as TypeScript."
			},
			TIMEOUT,
			YES,
			NO_HUB,
			...BACKEND
		],
		examples: ["operations describe files.read", "operations describe files.read --types"]
	},
	{
		name: "call",
		operands: ["<id>"],
		summary: "Call an operation and print its result.",
		takesInput: true,
		options: [
			...CALL,
			{
				name: "output",
				short: "o",
				value: "<file>",
				summary: "Write the result to this file."
			},
			{
				name: "select",
				value: "<path>",
				summary: "Only this part: a JSON Pointer, or JSONPath."
			},
			{
				name: "answer-tokens",
				value: "<n>",
				summary: "At most so many tokens of the result (characters / 4)."
			}
		],
		examples: [
			"operations call files.read --path notes.txt",
			"operations call github.issues_list --select \"$[*]['number','title']\"",
			`operations call github.issues_create --input '{"owner":"a","repo":"b","body":{"title":"c"}}'`,
			"cat input.json | operations call files.write --json",
			"operations call demo.search -- --yes true  # flags of the operation that are also options here go after --"
		]
	},
	{
		name: "subscribe",
		operands: ["<id>"],
		summary: "Print the items of a stream, one line of JSON each.",
		takesInput: true,
		options: [...CALL, {
			name: "limit",
			short: "l",
			value: "<n>",
			summary: "Stop after this many items."
		}],
		examples: ["operations subscribe demo.ticks --interval 500 --limit 3"]
	},
	{
		name: "run",
		operands: ["<file>"],
		summary: "Run a TypeScript program against the operations, in a sandbox, and print what it returns.",
		takesInput: false,
		options: [
			{
				name: "calls",
				summary: "List the calls that it made, on standard error."
			},
			TIMEOUT,
			{
				name: "yes",
				short: "y",
				summary: "Approve its calls, and the config of this folder, in advance."
			},
			...BACKEND
		],
		examples: ["operations run report.ts", "echo 'return await search(\"issue\")' | operations run -"]
	},
	{
		name: "check",
		operands: [],
		summary: "Check the config, connect to every source, and report what could not be imported as it is.",
		takesInput: false,
		options: [
			{
				name: "locked",
				summary: "Also fail if the sources differ in any way from operations.lock. For CI."
			},
			SOURCE_TIMEOUT,
			CONFIG,
			YES,
			JSON_OUTPUT,
			...LOG
		],
		examples: ["operations check", "operations check --locked --json"]
	},
	{
		name: "lock",
		operands: ["[pattern]"],
		summary: "Write operations.lock: what each source offers, so that later changes are noticed.",
		takesInput: false,
		options: [
			{
				name: "accept",
				summary: "Take in what has changed since: everything, or the operations that match the pattern."
			},
			{
				name: "out",
				short: "o",
				value: "<file>",
				summary: "The file to write; - is standard output. Default: operations.lock beside the config."
			},
			{
				name: "hub",
				value: "<url>",
				summary: "Decide at a running hub, which writes its own lock: also on what only its callers' sessions show."
			},
			KEY,
			SOURCE_TIMEOUT,
			CONFIG,
			YES,
			JSON_OUTPUT,
			...LOG
		],
		examples: [
			"operations lock",
			"operations lock --accept",
			"operations lock --accept 'github.issues_*'"
		]
	},
	{
		name: "login",
		operands: ["<source>"],
		summary: "Log in to the service behind a source, with a browser. A hub that runs takes it up at once.",
		takesInput: false,
		options: [
			{
				name: "no-browser",
				summary: "Print the address instead of opening it."
			},
			{
				name: "device",
				summary: "Print a code, to be entered with a browser on any device, where the server has that."
			},
			{
				...TIMEOUT,
				summary: "Give up after 30s or 2m. A bare number is seconds. Default: 5m."
			},
			CONFIG,
			...HUB,
			YES,
			JSON_OUTPUT
		],
		examples: ["operations login linear", "operations login linear --hub https://hub.example"]
	},
	{
		name: "logins",
		operands: [],
		summary: "List the sources that take a login, and who is logged in.",
		takesInput: false,
		options: [
			CONFIG,
			...HUB,
			YES,
			JSON_OUTPUT
		]
	},
	{
		name: "logout",
		operands: ["<source>"],
		summary: "Forget a login, and end it at the service where that is possible.",
		takesInput: false,
		options: [
			CONFIG,
			...HUB,
			YES,
			JSON_OUTPUT
		],
		examples: ["operations logout linear"]
	},
	{
		name: "approvals",
		operands: ["[list|show|approve|deny|watch|link]", "[id]"],
		summary: "Answer for calls that wait for an approval at a running hub.",
		takesInput: false,
		options: [
			{
				name: "reason",
				value: "<text>",
				summary: "Tell the caller why not."
			},
			{
				name: "yes",
				short: "y",
				summary: "Approve without a question. It does not do for a call of your own key."
			},
			{
				name: "hub",
				value: "<url>",
				summary: "The hub. Default: OPERATIONS_HUB, or http://127.0.0.1:7411."
			},
			KEY,
			JSON_OUTPUT
		],
		examples: [
			"operations approvals",
			"operations approvals approve 4f1c09ab",
			"operations approvals watch"
		]
	},
	{
		name: "keys",
		operands: ["<add|list|rotate|revoke>", "[key]"],
		summary: "Add, list, rotate and revoke the keys of callers. A hub that runs takes it up at once.",
		takesInput: false,
		options: [
			{
				name: "scopes",
				value: "<scopes>",
				summary: "What a new key may do, with commas. Default: operations:call."
			},
			{
				name: "expires",
				value: "<time>",
				summary: "When a new key expires: 90d, or 2027-01-31. Default: never."
			},
			{
				name: "note",
				value: "<text>",
				summary: "What a new key is for."
			},
			{
				name: "grace",
				value: "<time>",
				summary: "How long a rotated key still works: 1h, 7d. Default: 24h."
			},
			CONFIG,
			YES,
			JSON_OUTPUT
		],
		examples: [
			"operations keys add ci --scopes deploy,operations:call --expires 90d --note 'the pipeline'",
			"operations keys list",
			"operations keys rotate ci --grace 1h",
			"operations keys revoke k3x0a1b2c4d5      (an id, a holder with one key, or the key itself)"
		]
	},
	{
		name: "logs",
		operands: ["[text]"],
		summary: "Show the log of the hub, and of `operations mcp` under hosts: also after they have ended.",
		takesInput: false,
		options: [
			{
				name: "follow",
				short: "f",
				summary: "Go on with new lines until Ctrl-C."
			},
			{
				name: "lines",
				short: "n",
				value: "<n>",
				summary: "So many of the last lines. Default: 50."
			},
			{
				name: "level",
				value: "<level>",
				choices: [
					"debug",
					"info",
					"warn",
					"error"
				],
				summary: "Only lines of this level and above."
			},
			CONFIG,
			JSON_OUTPUT
		],
		examples: ["operations logs --follow", "operations logs github --level warn      (only lines with this text)"]
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
				summary: "The file to write; - is standard output. Default: operations.d.ts."
			},
			{
				name: "name",
				value: "<name>",
				summary: "The name of the interface. Default: Operations."
			},
			{
				name: "no-register",
				summary: "Do not make the types known to the whole program."
			},
			{
				name: "check",
				summary: "Write nothing; fail if the file is not what the sources say now."
			},
			TIMEOUT,
			CONFIG,
			YES,
			...LOG
		],
		examples: ["operations types", "operations types --out src/operations.d.ts --check"]
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
				choices: [
					"openai",
					"openai-chat",
					"anthropic",
					"gemini"
				],
				summary: "The provider of the model."
			},
			{
				name: "strict",
				summary: "Hold the model to the schemas, where the provider can."
			},
			{
				name: "search",
				summary: "Print the tools that search, describe and call operations instead."
			},
			{
				name: "report",
				summary: "Show what each schema lost instead."
			},
			TIMEOUT,
			YES,
			...BACKEND
		],
		examples: ["operations tools --provider openai --strict", "operations tools github --provider anthropic --report"]
	},
	...HOST_COMMANDS,
	{
		name: "completion",
		operands: ["<shell>"],
		summary: "Print the completion script for bash, zsh or fish.",
		takesInput: false,
		options: [],
		examples: ["eval \"$(operations completion bash)\"      (in ~/.bashrc)"]
	},
	{
		name: "complete",
		operands: [],
		summary: "Print what could complete a command line.",
		takesInput: true,
		options: [],
		hidden: true
	}
];
function findCommand(name) {
	return COMMANDS.find((command) => command.name === name);
}
// src/cli/arguments/usage-error.ts
var UsageError = class extends Error {
	name = "UsageError";
	command;
	constructor(message, command) {
		super(message);
		this.command = command;
	}
};
// src/cli/arguments/parse-options.ts
const LONGEST_DURATION = 20736e5;
const UNITS = {
	ms: 1,
	s: 1e3,
	m: 6e4,
	h: 36e5
};
var Options = class {
	rest;
	#values;
	constructor(values, rest) {
		this.#values = values;
		this.rest = rest;
	}
	has(name) {
		return this.#values.has(name);
	}
	text(name) {
		return this.#values.get(name);
	}
	count(name, least) {
		const text = this.text(name);
		if (text === void 0) return void 0;
		const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
		if (value >= least) return value;
		throw new UsageError(`--${name} is "${text}": give a whole number of at least ${least}.`);
	}
	duration(name) {
		const text = this.text(name);
		if (text === void 0) return void 0;
		const [, number = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
		const milliseconds = Math.round(Number(number) * (UNITS[unit] ?? NaN));
		if (number !== "" && milliseconds > 0 && Number.isSafeInteger(milliseconds)) return Math.min(milliseconds, LONGEST_DURATION);
		throw new UsageError(`--${name} is "${text}": give a time such as 500ms, 30s or 2m.`);
	}
};
function parseOptions(args, definitions, { keepUnknown = false } = {}) {
	const values = /* @__PURE__ */ new Map();
	const rest = [];
	for (let index = 0; index < args.length; index++) {
		const argument = args[index] ?? "";
		if (argument === "--") {
			rest.push(...args.slice(index + 1));
			break;
		}
		const { definition, given } = findOption(argument, definitions);
		if (definition === void 0) {
			if (!keepUnknown && /^-./.test(argument)) throw unknownOption(argument, definitions);
			rest.push(argument);
			continue;
		}
		const { name, value: label, choices } = definition;
		if (label === void 0) {
			if (given !== void 0) throw new UsageError(`--${name} takes no value.`);
			values.set(name, "");
			continue;
		}
		const value = given ?? args[++index];
		if (value === void 0 || given === void 0 && value.startsWith("--")) throw new UsageError(`--${name} needs a value: --${name} ${label}`);
		if (choices !== void 0 && !choices.includes(value)) throw new UsageError(`--${name} is "${value}": it must be one of ${choices.join(", ")}.`);
		values.set(name, value);
	}
	return new Options(values, rest);
}
function findOption(argument, definitions) {
	const [, long, given] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
	if (long !== void 0) return {
		definition: definitions.find(({ name }) => name === long),
		given
	};
	const short = /^-([A-Za-z])$/.exec(argument)?.[1];
	return { definition: short === void 0 ? void 0 : definitions.find((option) => option.short === short) };
}
function unknownOption(argument, definitions) {
	const known = definitions.map(({ name }) => `--${name}`);
	const given = argument.split("=")[0] ?? argument;
	return new UsageError(`There is no option ${given} here. The options are ${known.join(", ")}.${didYouMean(given, known)}`);
}
// src/cli/output/exit-code.ts
const ExitCode = {
	ok: 0,
	failed: 1,
	usage: 2,
	notFound: 3,
	invalidInput: 4,
	accessDenied: 5,
	timeout: 6,
	aborted: 7,
	unavailable: 8,
	protocol: 9,
	interrupted: 130,
	terminated: 143
};
const EXIT_CODE_BY_ERROR = {
	EXECUTION_ERROR: ExitCode.failed,
	OUTPUT_INVALID: ExitCode.failed,
	OPERATION_NOT_FOUND: ExitCode.notFound,
	VALIDATION_ERROR: ExitCode.invalidInput,
	ACCESS_DENIED: ExitCode.accessDenied,
	OPERATION_QUARANTINED: ExitCode.accessDenied,
	LOGIN_REQUIRED: ExitCode.accessDenied,
	UNAUTHENTICATED: ExitCode.accessDenied,
	TIMEOUT: ExitCode.timeout,
	ABORTED: ExitCode.aborted,
	NO_RESPONDER: ExitCode.unavailable,
	CONNECTION_LOST: ExitCode.unavailable,
	OVERLOADED: ExitCode.unavailable,
	RATE_LIMITED: ExitCode.unavailable,
	STREAM_GAP: ExitCode.unavailable,
	PAYLOAD_TOO_LARGE: ExitCode.protocol,
	PROTOCOL_ERROR: ExitCode.protocol
};
function exitCodeOf(code) {
	return Object.hasOwn(EXIT_CODE_BY_ERROR, code) ? EXIT_CODE_BY_ERROR[code] ?? ExitCode.failed : ExitCode.failed;
}
// src/cli/terminal/style.ts
const STYLES = [
	"bold",
	"dim",
	"red",
	"green",
	"yellow",
	"blue",
	"magenta",
	"cyan"
];
function createStyle(isOn) {
	const paint = (name) => (text) => isOn ? styleText(name, text, { validateStream: false }) : text;
	return Object.fromEntries(STYLES.map((name) => [name, paint(name)]));
}
function hasColours(stream, env) {
	const forced = env["FORCE_COLOR"];
	if (forced !== void 0) return forced !== "0" && forced !== "false";
	if ((env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb") return false;
	return stream.isTTY === true;
}
// src/cli/terminal/terminal.ts
const DEFAULT_WIDTH = 80;
var Terminal = class {
	streams;
	env;
	style;
	errorStyle;
	onClosed;
	#isClosed = false;
	constructor(streams, env) {
		this.streams = streams;
		this.env = env;
		this.style = createStyle(hasColours(streams.stdout, env));
		this.errorStyle = createStyle(hasColours(streams.stderr, env));
		streams.stdout.on("error", () => {
			this.#isClosed = true;
			this.onClosed?.();
		});
		streams.stderr.on("error", () => void 0);
	}
	get isInteractive() {
		return this.streams.stdout.isTTY === true;
	}
	get showsProgress() {
		return this.streams.stderr.isTTY === true && this.env["TERM"] !== "dumb";
	}
	get canAsk() {
		return this.streams.stdin.isTTY === true && this.streams.stderr.isTTY === true;
	}
	get width() {
		const columns = this.streams.stdout.columns ?? Number(this.env["COLUMNS"]);
		return Number.isInteger(columns) && columns > 0 ? columns : DEFAULT_WIDTH;
	}
	get errorWidth() {
		const { isTTY, columns } = this.streams.stderr;
		return isTTY === true ? columns ?? DEFAULT_WIDTH : void 0;
	}
	out(text) {
		if (!this.#isClosed) this.streams.stdout.write(text);
	}
	err(text) {
		this.streams.stderr.write(text);
	}
	async flush() {
		if (this.#isClosed) return;
		await new Promise((resolve) => {
			this.streams.stdout.write("", () => resolve());
		});
	}
};
// src/cli/main.ts
const COMMAND_MODULES = {
	serve: () => import("./serve-BWEpfIAW.js"),
	list: () => import("./list-DvP4q8ij.js"),
	describe: () => import("./describe-B2XgZrVp.js"),
	call: () => import("./call-CoA3AF-A.js"),
	run: () => import("./run-BeVRS6Qi.js"),
	subscribe: () => import("./subscribe-D5Xh_L8b.js"),
	check: () => import("./check-Clbg8nLx.js"),
	lock: () => import("./lock-98BQDMEW.js"),
	login: () => import("./login-CMvRfa_d.js"),
	logins: () => import("./logins-BpJN6lg2.js"),
	logout: () => import("./logout-GBeR6cVS.js"),
	approvals: () => import("./approvals-BUJCUMxu.js"),
	keys: () => import("./keys-DyhWnC_c.js"),
	types: () => import("./types-DC12bEvu.js"),
	tools: () => import("./tools-C_r6ZEPd.js"),
	logs: () => import("./logs-BYkwol74.js"),
	install: () => import("./install-C3A0wgGY.js"),
	init: () => import("./init-mYL597GP.js"),
	mcp: () => import("./mcp-DyoKvxyb.js"),
	completion: () => import("./completion-yZSamjP7.js"),
	complete: () => import("./complete-XqfTJKz9.js")
};
async function main(args, version) {
	const { stdin, stdout, stderr, env } = process;
	const isPlain = hasOption(args, `--${NO_COLOR_OPTION.name}`);
	const plain = {
		...env,
		NO_COLOR: "1",
		FORCE_COLOR: void 0
	};
	const terminal = new Terminal({
		stdin,
		stdout,
		stderr
	}, isPlain ? plain : env);
	const code = await runCommandLine(args, terminal, version).catch(async (thrown) => {
		const { reportFailure } = await import("./report-failure-B-vlRrEM.js");
		return reportFailure(thrown, {
			terminal,
			isJSON: hasOption(args, "--json")
		});
	});
	await terminal.flush();
	process.exit(code);
}
function hasOption(args, option) {
	const end = args.indexOf("--");
	return args.slice(0, end === -1 ? args.length : end).includes(option);
}
async function runCommandLine(args, terminal, version) {
	const [name, ...rest] = args;
	if (name === "--version" || name === "-V") {
		terminal.out(`${version}\n`);
		return ExitCode.ok;
	}
	if (name === void 0 || name === "--help" || name === "-h" || name === "help") {
		const [about = ""] = rest;
		await showHelp(name === "help" && about !== "" ? knownCommand(about) : findCommand(about), terminal);
		return name === void 0 ? ExitCode.usage : ExitCode.ok;
	}
	const command = knownCommand(name);
	return await runCommand(command, {
		options: parseOptions(rest, [...command.options, ...COMMON_OPTIONS], { keepUnknown: command.takesInput }),
		terminal,
		version
	});
}
async function showHelp(command, terminal) {
	const { commandHelp, overviewHelp } = await import("./help-Ty6fJlDG.js");
	terminal.out(command === void 0 ? overviewHelp(terminal) : commandHelp(command, terminal));
}
async function runCommand(command, context) {
	const { operands, takesInput } = command;
	const { options, terminal } = context;
	if (options.has("help") && (!takesInput || options.rest.length === 0)) {
		await showHelp(command, terminal);
		return ExitCode.ok;
	}
	const least = operands.filter((operand) => operand.startsWith("<")).length;
	const missing = options.rest.length < least ? operands[options.rest.length] : void 0;
	if (missing !== void 0) throw new UsageError(`${missing} is missing.`, command.name);
	const extra = takesInput ? void 0 : options.rest[operands.length];
	if (extra !== void 0) throw new UsageError(`"${extra}" is one argument too many.`, command.name);
	const { run } = await COMMAND_MODULES[command.name]();
	return await run(context);
}
function knownCommand(name) {
	const command = findCommand(name);
	if (command !== void 0) return command;
	const what = name.startsWith("-") ? `There is no option ${name}.` : `There is no command "${name}".`;
	const names = COMMANDS.filter(({ hidden }) => hidden !== true).map(({ name: known }) => known);
	throw new UsageError(`${what} The commands are ${names.join(", ")}.${didYouMean(name, names)}`);
}
export { UsageError as a, findCommand as c, parseOptions as i, HOST_NAMES as l, ExitCode as n, COMMANDS as o, exitCodeOf as r, COMMON_OPTIONS as s, main as t };
