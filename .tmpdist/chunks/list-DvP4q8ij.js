import { W as toDeprecation } from "./core-CcxVOvtt.js";
import { n as ExitCode } from "./command-DcVYX5yF.js";
import { c as openBackend, f as withSpinner, s as noteMissing } from "./command-call-oK2uQUrh.js";
import { t as rememberOperations } from "./remembered-operations-fjT24uge.js";
import { t as formatTable } from "./table-AbPJ0VD6.js";
// src/cli/commands/list.ts
const TYPE_COLOURS = {
	QUERY: "green",
	MUTATION: "yellow",
	SUBSCRIPTION: "blue"
};
const run = async ({ options, terminal }) => {
	const atMost = options.duration("timeout");
	return await withSpinner(terminal, async (signal, spinner) => {
		const backend = await openBackend({
			options,
			terminal,
			spinner,
			signal,
			atMost
		});
		try {
			const all = await backend.list();
			await rememberOperations(options, terminal.env, all);
			const [text] = options.rest;
			const filter = {
				namespace: options.text("namespace"),
				type: options.text("type")
			};
			const wanted = all.filter((operation) => isWanted(operation, filter));
			const found = text === void 0 || text.trim() === "" ? wanted.sort(byId) : await rank(wanted, text);
			spinner.pause();
			terminal.out(options.has("json") ? `${JSON.stringify({ operations: found })}\n` : tableOf(found, terminal));
			await noteMissing(backend, terminal);
			return ExitCode.ok;
		} finally {
			await backend.close();
		}
	});
};
function tableOf(operations, terminal) {
	if (operations.length === 0 && terminal.isInteractive) return "No operations.\n";
	return formatTable(operations, [
		{
			title: "ID",
			text: ({ id }) => id,
			colour: (operation) => isDeprecated(operation) ? "dim" : void 0
		},
		{
			title: "TYPE",
			text: ({ type }) => type.toLowerCase(),
			colour: ({ type }) => TYPE_COLOURS[type]
		},
		{
			title: "DESCRIPTION",
			text: descriptionOf
		}
	], terminal);
}
function descriptionOf(operation) {
	const { title = "", description } = operation;
	return (isDeprecated(operation) ? "[deprecated] " : "") + (description || title);
}
function isDeprecated({ deprecated }) {
	return toDeprecation(deprecated) !== void 0;
}
function byId(left, right) {
	return left.id < right.id ? -1 : 1;
}
function isWanted(operation, { namespace, type }) {
	return (namespace === void 0 || operation.namespace === namespace || operation.namespace.startsWith(`${namespace}.`)) && (type === void 0 || operation.type === type.toUpperCase());
}
async function rank(operations, text) {
	const { rankOperations } = await import("../search.js");
	const known = new Map(operations.map((operation) => [operation.id, operation]));
	const ranked = rankOperations(operations, text);
	const least = SHOWN_SHARE * Math.max(...ranked.slice(0, 10).map(({ score }) => score));
	const words = text.toLowerCase().split(/\s+/).filter(Boolean);
	return ranked.flatMap(({ id, score }) => {
		const operation = known.get(id);
		return operation !== void 0 && (score >= least || holdsAll(operation, words)) ? [operation] : [];
	});
}
function holdsAll({ id, title = "", description }, words) {
	const text = `${id} ${title} ${description}`.toLowerCase();
	return words.every((word) => text.includes(word));
}
const SHOWN_SHARE = .3;
export { run };
