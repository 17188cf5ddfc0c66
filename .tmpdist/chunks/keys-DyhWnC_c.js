import { o as didYouMean } from "./client-D7eheyo4.js";
import { o as openKeys } from "./hub-DdUAW9QA.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { O as openConfig, P as safeLine } from "./command-call-oK2uQUrh.js";
import { t as formatTable } from "./table-AbPJ0VD6.js";
// src/cli/commands/keys.ts
const ACTIONS = {
	add,
	list,
	rotate,
	revoke
};
const run = async ({ options, terminal }) => {
	const [action = "", name = ""] = options.rest;
	const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : void 0;
	const names = Object.keys(ACTIONS);
	if (act === void 0) {
		const message = `"${action}" is nothing to do with keys. Use ${names.join(", ")}.${didYouMean(action, names)}`;
		throw new UsageError(message, "keys");
	}
	if (name === "" && action !== "list") throw new UsageError(`${action === "add" ? "<holder>" : "<key>"} is missing.`, "keys");
	await act({
		keys: openKeys(await openConfig({
			options,
			terminal
		})),
		name,
		options,
		terminal
	});
	return ExitCode.ok;
};
async function add({ keys, name: holder, options, terminal }) {
	const scopes = options.text("scopes")?.split(/[\s,]+/).filter((scope) => scope !== "");
	showKey(await keys.add({
		holder,
		scopes,
		expiresAt: expiryIn(options),
		note: options.text("note")
	}), {
		keys,
		options,
		terminal
	});
}
async function rotate({ keys, name, options, terminal }) {
	const grace = options.text("grace");
	const graceMs = grace === void 0 ? void 0 : spanOf("grace", grace);
	const made = await keys.rotate(name, {
		graceMs,
		expiresAt: expiryIn(options)
	});
	showKey(made, {
		keys,
		options,
		terminal
	});
	if (options.has("json")) return;
	const old = (await keys.list()).find(({ replacedBy }) => replacedBy === made.id);
	if (old !== void 0) terminal.err(`The old key, ${old.id}, works until ${old.expiresAt}.\n`);
}
async function revoke({ keys, name, options, terminal }) {
	const { id, holder } = await keys.revoke(name);
	if (options.has("json")) terminal.out(`${JSON.stringify({
		id,
		holder,
		revoked: true
	})}\n`);
	else terminal.out(`The key ${id} of ${safeLine(holder)} is revoked. A hub that runs ends its streams and connections.\n`);
}
const STATE_COLOURS = {
	active: "green",
	replaced: "yellow",
	expired: "dim"
};
async function list({ keys, options, terminal }) {
	const all = await keys.list();
	if (options.has("json")) return terminal.out(`${JSON.stringify({
		file: keys.file,
		keys: all
	})}\n`);
	if (all.length === 0) return terminal.out("No keys. `operations keys add <holder>` makes one.\n");
	terminal.out(formatTable(all, [
		{
			title: "ID",
			text: ({ id }) => id
		},
		{
			title: "HOLDER",
			text: ({ holder }) => holder
		},
		{
			title: "STATE",
			text: ({ state }) => state,
			colour: ({ state }) => STATE_COLOURS[state]
		},
		{
			title: "EXPIRES",
			text: ({ expiresAt = "never" }) => expiresAt.slice(0, 16).replace("T", " ")
		},
		{
			title: "SCOPES",
			text: ({ scopes }) => scopes.join(" ")
		},
		{
			title: "NOTE",
			text: ({ note = "" }) => note
		}
	], terminal));
}
function showKey(made, { keys, options, terminal }) {
	if (options.has("json")) return terminal.out(`${JSON.stringify({
		...made,
		file: keys.file
	})}\n`);
	const until = made.expiresAt === void 0 ? "" : `, until ${made.expiresAt}`;
	terminal.err(`The key of ${safeLine(made.holder)}, with ${made.scopes.join(" ")}${until}. It is shown only now:\n`);
	terminal.out(`${made.key}\n`);
}
const UNITS = {
	s: 1e3,
	m: 6e4,
	h: 36e5,
	d: 864e5,
	w: 6048e5
};
function expiryIn(options) {
	const text = options.text("expires");
	if (text === void 0) return void 0;
	const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : new Date(Date.now() + spanOf("expires", text));
	if (Number.isNaN(date.getTime())) throw new UsageError(`--expires is "${text}": give a date such as 2027-01-31.`, "keys");
	return date;
}
function spanOf(name, text) {
	const [, number = "", unit = "s"] = /^(\d{1,6})(s|m|h|d|w)?$/.exec(text) ?? [];
	if (number !== "") return Number(number) * UNITS[unit];
	throw new UsageError(`--${name} is "${text}": give a time such as 30m, 24h or 90d${name === "expires" ? ", or a date" : ""}.`, "keys");
}
export { run };
