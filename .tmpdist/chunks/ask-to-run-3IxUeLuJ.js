import { ln as CallError } from "./client-D7eheyo4.js";
import { P as safeLine, _ as ask } from "./command-call-oK2uQUrh.js";
import { t as fitText } from "./fit-text-Dgj2l370.js";
// src/cli/config/config-effects.ts
function effectsOf({ config, secrets = [] }) {
	const hide = (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
	return [
		...startsOf(config).map((what) => ({
			verb: "starts",
			what
		})),
		...importsOf(config).map((what) => ({
			verb: "imports",
			what
		})),
		...[...new Set(hostsOf(config))].map((what) => ({
			verb: "connects to",
			what
		}))
	].map(({ verb, what }) => ({
		verb,
		what: hide(what)
	}));
}
function startsOf({ mcpServers = {} }) {
	return Object.values(mcpServers).flatMap(({ command, args = [], disabled }) => command === void 0 || disabled === true ? [] : [[command, ...args].map(quote).join(" ")]);
}
function quote(argument) {
	return /^[^\s"']+$/.test(argument) ? argument : JSON.stringify(argument);
}
function importsOf({ local = {}, sources = {} }) {
	return [
		...(local.folders ?? []).map((folder) => `the modules in ${folder}`),
		...local.modules ?? [],
		...Object.values(sources).flatMap((source) => unlessOff(source, source.use))
	];
}
function hostsOf({ mcpServers = {}, openapi = {}, remotes = {} }) {
	return [
		...Object.values(mcpServers).flatMap((server) => unlessOff(server, server.url)),
		...Object.values(openapi).flatMap((source) => [...unlessOff(source, source.document), ...unlessOff(source, source.baseUrl)]),
		...Object.values(remotes).flatMap((remote) => [remote.type === "nats" ? remote.servers : remote.url].flat().flatMap((address) => unlessOff(remote, address)))
	].flatMap((address) => hostOf(address));
}
function unlessOff({ disabled }, what) {
	return disabled === true || what === void 0 ? [] : [what];
}
function hostOf(address) {
	const { host } = URL.canParse(address) ? new URL(address) : { host: "" };
	return host === "" ? [] : [host];
}
// src/cli/config/ask-to-run.ts
const MOST_EFFECTS = 8;
async function askToRun(question) {
	const { terminal, file, isChanged, signal = new AbortController().signal } = question;
	const { errorStyle } = terminal;
	const why = isChanged ? "has changed since you last ran it" : "is new to you";
	const lines = [
		`${errorStyle.yellow("?")} The config of this folder ${why}. A config is code.`,
		`    ${errorStyle.bold(safeLine(file))}`,
		...effectLines(question).map((line) => `    ${line}`),
		"  Run it, and do not ask again until it changes? [y/N] "
	];
	const answer = await ask(terminal, lines.join("\n"), signal);
	signal.throwIfAborted();
	if (/^y(es)?$/i.test(answer?.trim() ?? "")) return;
	throw new CallError("ACCESS_DENIED", `${file} was not run: you said no. With --yes or --config there is no question.`);
}
function effectLines({ loaded, terminal }) {
	if (loaded === void 0) return ["is a program: it runs as soon as it is read"];
	const effects = effectsOf(loaded);
	if (effects.length === 0) return ["starts no program, and connects to nothing"];
	const room = (terminal.errorWidth ?? 80) - 4;
	const lines = effects.slice(0, MOST_EFFECTS).map(({ verb, what }) => fitText(safeLine(`${verb} ${what}`), room));
	const hidden = effects.length - lines.length;
	return hidden === 0 ? lines : [...lines, `… and ${hidden} more: read the file`];
}
export { askToRun };
