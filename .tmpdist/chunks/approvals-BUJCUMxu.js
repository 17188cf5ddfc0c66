import { k as loadPersonCode } from "./hub-DdUAW9QA.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { F as safeText, P as safeLine, S as hubKey, _ as ask, d as interruptible, h as showInput, x as hubAddress } from "./command-call-oK2uQUrh.js";
import { t as HubBackend } from "./hub-backend-BV-G7Y2f.js";
// src/cli/commands/approvals.ts
const DEFAULT_HUB = new URL("http://127.0.0.1:7411/");
const run = async (given) => {
	const { options, terminal } = given;
	const [action = "list", id] = options.rest;
	const url = hubAddress(options, terminal.env) ?? DEFAULT_HUB;
	const key = await hubKey(url, options, terminal.env);
	return await interruptible(async (signal) => {
		const context = {
			...given,
			url,
			signal,
			hub: new HubBackend({
				url,
				key,
				signal
			})
		};
		if (action === "list" && id === void 0) return await list(context);
		if (action === "watch" && id === void 0) return await watch(context);
		if (action === "link" && id === void 0) return await link(context);
		if (action === "list" || action === "watch" || action === "link") throw new UsageError(`${action} takes no id.`);
		if (action !== "show" && action !== "approve" && action !== "deny") throw new UsageError(`"${action}" is none of list, show, approve, deny, watch and link.`);
		if (id === void 0) throw new UsageError(`Which one? operations approvals ${action} <id>`);
		const approval = await context.hub.get(pathOf(id));
		if (action === "show") return print(context, approval, describe(approval, terminal, Infinity));
		return await answer(context, approval, action);
	});
};
function pathOf(id) {
	return `~/approvals/${encodeURIComponent(id)}`;
}
async function list(context) {
	const { pending } = await context.hub.get("~/approvals");
	const lines = pending.map((approval) => lineOf(approval, context.terminal)).join("");
	return print(context, pending, lines === "" ? "No call waits for an approval.\n" : lines);
}
function print({ options, terminal }, value, text) {
	terminal.out(options.has("json") ? `${JSON.stringify(value)}\n` : text);
	return ExitCode.ok;
}
async function answer(context, approval, decided) {
	const { options, terminal, signal } = context;
	const isAsked = decided === "approve" && !options.has("yes") && approval.state === "pending";
	if (isAsked && !terminal.canAsk) throw new UsageError("There is no terminal to ask on: --yes approves without a question.");
	if (isAsked) terminal.err(describe(approval, terminal));
	if (isAsked && !isYes(await ask(terminal, "  Approve? [y/N] ", signal))) {
		terminal.err("Nothing was answered.\n");
		return ExitCode.aborted;
	}
	const answered = await send(context, approval, decided, isAsked);
	return print(context, answered, `${answered.state === "approved" ? terminal.style.green("✔") : terminal.style.yellow("✗")} ${answered.state} ${answered.id} ${safeLine(answered.operation)}\n`);
}
async function send({ hub, options }, { id, digest }, decided, isPerson) {
	const reason = options.text("reason");
	const code = isPerson ? await loadPersonCode().catch(() => void 0) : void 0;
	const headers = code === void 0 ? {} : { "operation-person": code };
	return await hub.send(pathOf(id), {
		answer: decided,
		digest,
		reason
	}, headers);
}
async function watch(context) {
	const { hub, terminal, signal } = context;
	if (!terminal.canAsk) throw new UsageError("watch asks on a terminal, and there is none.");
	const seen = /* @__PURE__ */ new Set();
	let version;
	terminal.err("Waiting for calls that need an approval. Ctrl-C ends.\n");
	while (!signal.aborted) {
		const query = version === void 0 ? "" : `?after=${version}`;
		const waiting = await hub.get(`~/approvals${query}`);
		({version} = waiting);
		for (const each of waiting.pending.filter(({ id }) => !seen.has(id))) {
			seen.add(each.id);
			await askAbout(context, each);
			version = void 0;
		}
	}
	return ExitCode.ok;
}
async function askAbout(context, { id }) {
	const { hub, terminal, signal } = context;
	const approval = await hub.get(pathOf(id));
	if (approval.state !== "pending") return;
	terminal.err(describe(approval, terminal));
	const said = await ask(terminal, "  Approve? [y: yes, n: no, Enter: later] ", signal);
	if (said === void 0 || said.trim() === "") return;
	try {
		const { state } = await send(context, approval, isYes(said) ? "approve" : "deny", true);
		terminal.err(`  ${state}\n`);
	} catch (thrown) {
		terminal.err(`  ${safeLine(thrown.message)}\n`);
	}
}
async function link(context) {
	const url = new URL("explorer/", context.url);
	url.hash = `person=${await loadPersonCode()}`;
	return print(context, { url: url.href }, `${url.href}\n`);
}
function isYes(said) {
	return /^y(es)?$/i.test(said?.trim() ?? "");
}
function lineOf({ id, operation, caller, since, input, inputLength }, { style }) {
	const shown = input === void 0 ? `${inputLength} characters of input` : JSON.stringify(input);
	const age = Math.max(0, Math.round((Date.now() - Date.parse(since)) / 1e3));
	return `${`${style.bold(id)}  ${safeLine(operation)}  ${safeLine(caller?.id ?? "anonymous")}`}  ${style.dim(`${age} s`)}  ${safeLine(shown.length > 80 ? `${shown.slice(0, 79)}…` : shown)}\n`;
}
function describe(approval, { style }, atMost) {
	const { id, operation, caller, since, expires, state, end, digest } = approval;
	const input = approval.input === void 0 ? "" : showInput(JSON.stringify(approval.input, void 0, 2), atMost);
	const by = end?.by === void 0 ? "" : ` by ${end.by}`;
	return [
		`${style.bold(safeLine(operation))}  ${id}  ${state}${safeLine(by)}`,
		`  caller   ${safeLine(caller?.id ?? "anonymous")}`,
		`  since    ${safeLine(since)}, until ${safeLine(expires)}`,
		`  digest   ${safeLine(digest)}`,
		...input === "" ? [] : [`  input    ${safeText(input).replaceAll("\n", "\n           ")}`],
		""
	].join("\n");
}
export { run };
