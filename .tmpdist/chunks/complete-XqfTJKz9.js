import { c as findCommand, i as parseOptions, n as ExitCode, o as COMMANDS, s as COMMON_OPTIONS } from "./command-DcVYX5yF.js";
import { n as rememberedOperations } from "./remembered-operations-fjT24uge.js";
// src/cli/commands/complete.ts
const run = async ({ options, terminal }) => {
	const words = options.rest;
	const last = words.at(-1) ?? "";
	const candidates = await candidatesFor(words.slice(0, -1), last, terminal.env);
	terminal.out(candidates.filter((word) => word.startsWith(last)).map((word) => `${word}\n`).join(""));
	return ExitCode.ok;
};
async function candidatesFor(before, last, env) {
	const [name, ...rest] = before;
	if (name === void 0) return [
		...COMMANDS.filter(({ hidden }) => hidden !== true).map((command) => command.name),
		"--help",
		"--version"
	];
	const command = findCommand(name);
	if (command === void 0) return [];
	const choices = choicesAfter(command, rest.at(-1));
	if (choices !== void 0) return choices;
	if (last.startsWith("-")) return [...command.options, ...COMMON_OPTIONS].map((option) => `--${option.name}`);
	const given = understood(rest, command);
	if (given === void 0 || given.rest.length > 0) return [];
	if (command.name === "completion") return [
		"bash",
		"zsh",
		"fish"
	];
	if (command.name === "keys") return [
		"add",
		"list",
		"rotate",
		"revoke"
	];
	if (command.operands[0] !== "<id>") return [];
	const operations = await rememberedOperations(given, env);
	const isWanted = (type) => command.name === "describe" || type === "SUBSCRIPTION" === (command.name === "subscribe");
	return operations.filter(({ type }) => isWanted(type)).map(({ id }) => id);
}
function choicesAfter({ options }, word) {
	const option = options.find(({ name, short }) => word === `--${name}` || short !== void 0 && word === `-${short}`);
	return option?.value === void 0 ? void 0 : [...option.choices ?? []];
}
function understood(words, { options }) {
	try {
		return parseOptions(words, [...options, ...COMMON_OPTIONS], { keepUnknown: true });
	} catch {
		return;
	}
}
export { run };
