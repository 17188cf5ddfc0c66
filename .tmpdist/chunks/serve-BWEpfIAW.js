import { Bt as counted } from "./core-CcxVOvtt.js";
import { N as loadConfig } from "./hub-sources-fie4hXTD.js";
import { t as LOOPBACK_NAMES } from "./loopback-names-DN0nuCOL.js";
import { t as startHub } from "./hub-DdUAW9QA.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { O as openConfig, P as safeLine, w as logTarget } from "./command-call-oK2uQUrh.js";
import { t as announceHub } from "./running-hub-R_FSmrAY.js";
import { t as openBrowser } from "./open-browser-Btkg80uj.js";
import { t as keepLog } from "./kept-log-Bl0eFpqf.js";
import { watch } from "node:fs";
import { basename, dirname } from "node:path";
// src/cli/output/announce-hub.ts
function createAnnouncer(options, terminal) {
	if (!options.has("json")) return new PeopleAnnouncer(terminal);
	const line = (event) => terminal.out(`${JSON.stringify(event)}\n`);
	return {
		addresses: ({ endpoints, hosts, keyFile }) => line({
			event: "listening",
			endpoints,
			hosts,
			keyFile
		}),
		source: (source) => line({
			event: "source",
			source
		}),
		note: (message) => line({
			event: "note",
			message
		})
	};
}
var PeopleAnnouncer = class {
	#terminal;
	#states = /* @__PURE__ */ new Map();
	constructor(terminal) {
		this.#terminal = terminal;
	}
	addresses({ endpoints, hosts, key, keyFile, makeLogInLink }) {
		const { style } = this.#terminal;
		const lines = Object.entries({
			explorer: "Explorer",
			http: "HTTP",
			openapi: "OpenAPI",
			mcp: "MCP",
			ws: "WebSocket"
		}).flatMap(([name, label]) => {
			const url = endpoints[name];
			return url === void 0 ? [] : [`  ${label.padEnd(10)} ${style.cyan(url)}`];
		});
		const others = hosts.filter((host) => !LOOPBACK_NAMES.includes(host));
		if (others.length > 0) lines.push(`  ${"Answers to".padEnd(10)} ${[LOOPBACK_NAMES[0], ...others].join(", ")}`);
		const { isInteractive } = this.#terminal;
		if (makeLogInLink !== void 0 && isInteractive) lines.push(`  ${"Log in".padEnd(10)} ${style.cyan(makeLogInLink())}  ${style.dim("(once, within 10 minutes)")}`);
		if (key !== void 0 && isInteractive) lines.push(`  ${"Key".padEnd(10)} ${style.yellow(key)}  ${style.dim("(shown once)")}`);
		if (keyFile !== void 0) lines.push(`  ${"Key file".padEnd(10)} ${keyFile}`);
		this.#terminal.out(`${style.bold("The hub is listening")}\n${lines.join("\n")}\n`);
	}
	source({ name, kind, state, operations, error, retryAt, report }) {
		const { style } = this.#terminal;
		const quarantined = report?.counts.quarantined ?? 0;
		const why = quarantined === 0 ? "" : style.yellow(`, ${quarantined} quarantined: "operations check" says why`);
		const retry = retryAt === void 0 ? "" : style.dim(` (next try at ${retryAt.slice(11, 19)} UTC)`);
		const text = {
			connecting: `${style.dim("…")} connecting`,
			ready: `${style.green("✔")} ${counted(operations, "operation")}${why}`,
			failed: `${style.red("✘")} ${safeLine(error ?? "failed")}${retry}`,
			closed: `${style.dim("–")} closed`
		}[state];
		if (this.#states.get(`${kind} ${name}`) === text) return;
		this.#states.set(`${kind} ${name}`, text);
		this.#terminal.out(`  ${safeLine(name).padEnd(16)} ${style.dim(kind.padEnd(8))} ${text}\n`);
	}
	note(text) {
		this.#terminal.out(`${text}\n`);
	}
};
// src/cli/commands/serve.ts
const run = async ({ options, terminal }) => {
	const show = createAnnouncer(options, terminal);
	const config = withLogLevel(await openConfig({
		options,
		terminal
	}), options);
	const load = async () => withLogLevel(await loadConfig(config.file), options);
	const stopped = stopSignal();
	const hub = await startHub(config, {
		host: options.text("host"),
		port: portOf(options),
		logTo: logTarget(options),
		keepLog: await keepLog(config, terminal.env)
	});
	const announced = await announceHub(hub, config, terminal.env);
	const reload = createReload({ reload: async (next) => {
		await hub.reload(next);
		await announced?.moveTo(next);
	} }, load, show);
	process.on("SIGHUP", reload);
	const stopWatching = config.file === void 0 || options.has("no-watch") ? () => void 0 : watchFile(config.file, reload);
	show.addresses(hub);
	if (options.has("open")) await openExplorer(hub, {
		show,
		terminal
	});
	for (const status of hub.sources.statuses()) show.source(status);
	hub.sources.onChange((status) => show.source(status));
	const name = await stopped;
	stopWatching();
	show.note(`${name}: waiting for calls in flight. A second signal ends them at once.`);
	await hub.close();
	return ExitCode.ok;
};
async function openExplorer({ endpoints, makeLogInLink }, { show, terminal }) {
	const address = makeLogInLink?.() ?? endpoints.explorer;
	if (address === void 0) return show.note("--open has nothing to open: this config turns the explorer off.");
	if (!await openBrowser(new URL(address), terminal.env)) show.note("There is no browser to open here. Set BROWSER to the command that opens one.");
}
async function stopSignal() {
	return await new Promise((resolve) => {
		let isFirst = true;
		const onSignal = (code) => (name) => {
			if (!isFirst) process.exit(code);
			isFirst = false;
			resolve(name);
		};
		process.on("SIGINT", onSignal(ExitCode.interrupted));
		process.on("SIGTERM", onSignal(ExitCode.terminated));
	});
}
function createReload(hub, load, show) {
	let [isRunning, isWanted] = [false, false];
	const refuse = (thrown) => show.note(`The new config has errors, so the old one stays:\n${thrown instanceof Error ? thrown.message : String(thrown)}`);
	const work = async () => {
		isRunning = true;
		while (isWanted) {
			isWanted = false;
			try {
				const loaded = await load();
				hub.reload(loaded).then(() => show.note("The config was reloaded."), refuse);
			} catch (thrown) {
				refuse(thrown);
			}
		}
		isRunning = false;
	};
	return () => {
		isWanted = true;
		if (!isRunning) work();
	};
}
function portOf(options) {
	const port = options.count("port", 0);
	if (port !== void 0 && port > 65535) throw new UsageError(`--port is ${port}: give a number from 0 to 65535.`);
	return port;
}
function withLogLevel(loaded, options) {
	const level = options.text("log-level");
	if (level === void 0) return loaded;
	return {
		...loaded,
		config: {
			...loaded.config,
			log: {
				...loaded.config.log,
				level
			}
		}
	};
}
const SETTLE_MS = 200;
function watchFile(file, onChange) {
	const names = [
		basename(file),
		"operations.lock",
		"operations.env"
	];
	let timer;
	const watcher = watch(dirname(file), (_event, changed) => {
		if (changed !== null && !names.includes(changed)) return;
		clearTimeout(timer);
		timer = setTimeout(onChange, SETTLE_MS);
	});
	watcher.on("error", () => watcher.close());
	return () => {
		clearTimeout(timer);
		watcher.close();
	};
}
export { createReload, run };
