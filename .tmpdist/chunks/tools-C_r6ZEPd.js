import { y as OperationRegistry } from "./core-CcxVOvtt.js";
import { t as toTools } from "./tools-84Y1IthO.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { D as ownerIdentity, c as openBackend, f as withSpinner, s as noteMissing, x as hubAddress } from "./command-call-oK2uQUrh.js";
import { t as formatTable } from "./table-AbPJ0VD6.js";
import { t as withAllSources } from "./with-all-sources-YRtqbDQG.js";
// src/cli/commands/tools.ts
const MISSING = "No tools were printed: they would lack the operations of these sources.";
const AT_ONCE = 16;
const run = async ({ options, terminal }) => {
	const provider = options.text("provider");
	if (provider === void 0) throw new UsageError("Name the provider of the model: --provider openai.");
	const print = (registry, identity) => terminal.out(textOf(registry, {
		provider,
		identity,
		options,
		terminal
	}));
	if (hubAddress(options, terminal.env) !== void 0) return await withHubOperations({
		options,
		terminal
	}, print);
	return await withAllSources({
		options,
		terminal
	}, MISSING, ({ registry }) => {
		print(registry, ownerIdentity(registry));
		return ExitCode.ok;
	});
};
async function withHubOperations({ options, terminal }, use) {
	const [wanted] = options.rest;
	return await withSpinner(terminal, async (signal, spinner) => {
		const backend = await openBackend({
			options,
			terminal,
			spinner,
			signal,
			atMost: options.duration("timeout")
		});
		const ids = (await backend.list()).map(({ id }) => id).filter((id) => wanted === void 0 || isWithin(id, wanted));
		const registry = new OperationRegistry();
		for (let at = 0; at < ids.length; at += AT_ONCE) {
			const described = await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => backend.describe(id)));
			registry.registerAll(described.map(describedOnly));
		}
		spinner.pause();
		use(registry);
		await noteMissing(backend, terminal);
		return ExitCode.ok;
	});
}
function isWithin(id, name) {
	return id === name || id.startsWith(`${name}.`);
}
function describedOnly(operation) {
	return {
		...operation,
		accessControl: { requiredScopes: [] },
		handler: neverCalled
	};
}
function neverCalled() {
	throw new Error("Operations of a hub are only described here.");
}
function textOf(registry, { provider, identity, options, terminal }) {
	const [include] = options.rest;
	const tools = toTools(registry, {
		provider,
		identity,
		include: include === void 0 ? void 0 : [include],
		strict: options.has("strict"),
		search: { above: options.has("search") ? 0 : Infinity }
	});
	try {
		if (!options.has("report")) return `${JSON.stringify(tools.definitions, null, 2)}\n`;
		return options.has("json") ? `${JSON.stringify(tools.report)}\n` : tableOf(tools.report, terminal);
	} finally {
		tools.close();
	}
}
function tableOf(report, terminal) {
	return formatTable(report, [
		{
			title: "TOOL",
			text: ({ name }) => name
		},
		{
			title: "STRICT",
			text: ({ strict }) => strict ? "yes" : "no"
		},
		{
			title: "LOST",
			text: lostIn
		}
	], terminal);
}
function lostIn({ losses, refused, leftOut }) {
	const lost = losses.map(({ path, keyword }) => `${path || "/"} ${keyword}`).join(", ") || "nothing";
	if (refused === void 0) return lost;
	return leftOut === true ? `left out: ${refused}` : `${lost}; not strict: ${refused}`;
}
export { run };
