import { A as unlessAborted, ln as CallError } from "./client-D7eheyo4.js";
import { y as OperationRegistry } from "./core-CcxVOvtt.js";
import { t as openSources } from "./hub-sources-fie4hXTD.js";
import { M as askCaller, d as openCodeMode, f as openRateLimits, l as mcpOptions, o as openKeys, u as openSearch, v as openAudit, w as observeCalls, y as loadTracing } from "./hub-DdUAW9QA.js";
import { t as serveMCP } from "./serve-mcp-BRXpiofk.js";
import { a as UsageError, n as ExitCode, r as exitCodeOf } from "./command-DcVYX5yF.js";
import { D as ownerIdentity, E as waitForSources, O as openConfig, T as openLog, d as interruptible } from "./command-call-oK2uQUrh.js";
import { t as KEY_VARIABLE } from "./host-servers-DuoSgX7v.js";
import { t as keepLog } from "./kept-log-Bl0eFpqf.js";
import { delimiter, dirname } from "node:path";
// src/cli/session/host-caller.ts
async function openHostCaller({ loaded, registry, key, onEnd }) {
	if (key === void 0 || key === "") return {
		identity: ownerIdentity(registry),
		close: () => void 0
	};
	const watched = await openKeys(loaded).watch(key, onEnd);
	if (watched === void 0) {
		const message = `The key in ${KEY_VARIABLE} is not valid: it was revoked, has expired, or belongs to another config. Run "operations install" again for this host.`;
		throw new CallError("UNAUTHENTICATED", message);
	}
	const { identity } = watched;
	return {
		identity: identity.scopes.includes("*") ? ownerIdentity(registry, identity.id) : identity,
		close: () => watched.close()
	};
}
// src/cli/commands/with-mcp-flags.ts
function withMCPFlags(loaded, options) {
	const { config } = loaded;
	const { mcp } = config.serve ?? {};
	const flags = {
		...given("searchAbove", searchAboveOf(options)),
		...given("toolNames", toolNamesOf(options.text("tool-names"))),
		...given("instructions", options.text("instructions")),
		...given("embedder", options.text("embedder"))
	};
	const changed = {
		...config,
		serve: {
			...config.serve,
			mcp: {
				...typeof mcp === "object" ? mcp : {},
				...flags
			}
		},
		...options.has("code-mode") ? { codeMode: config.codeMode || true } : {}
	};
	return {
		...loaded,
		config: changed
	};
}
function searchAboveOf(options) {
	return options.text("search-above") === "never" ? "never" : options.count("search-above", 0);
}
function given(name, value) {
	return value === void 0 ? {} : { [name]: value };
}
function toolNamesOf(text) {
	if (text === void 0) return void 0;
	const names = text.split(",").map((part) => {
		const [, pattern = "", name = ""] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(part) ?? [];
		if (pattern !== "") return [pattern, name];
		throw new UsageError(`--tool-names is "${text}": give ids and names, such as 'shop.order=order,github.*=gh_{name}'.`);
	});
	return Object.fromEntries(names);
}
// src/cli/commands/mcp.ts
const LONGEST_WAIT_MS = 5e3;
const run = async ({ options, terminal, version }) => {
	const loaded = withMCPFlags(await openConfig({
		options,
		terminal
	}), options);
	const log = await openLog(loaded, options, await keepLog(loaded, terminal.env));
	const warn = (error) => log?.("warn", error instanceof Error ? error.message : String(error));
	withOwnNode(process.env);
	const work = async (stopped) => {
		const registry = new OperationRegistry();
		const ended = new AbortController();
		const signal = AbortSignal.any([stopped, ended.signal]);
		const onEnd = () => {
			terminal.err("The key of this host was revoked, or has expired.\n");
			ended.abort();
		};
		const caller = await openHostCaller({
			loaded,
			registry,
			key: terminal.env[KEY_VARIABLE],
			onEnd
		});
		const stopWrapping = await wrapCalls(registry, loaded, log);
		const owner = ownerIdentity(registry);
		const opened = await openSearch(loaded, registry, { onError: warn });
		const search = opened?.search;
		const codeMode = await openCodeMode(loaded.config, registry, search);
		const sources = await openSources(loaded, {
			registry,
			log,
			approve: askCaller,
			operator: owner
		});
		try {
			await waitForSources(sources, {
				signal,
				atMost: LONGEST_WAIT_MS
			});
			for (const { name, state, error } of sources.statuses()) if (state === "failed") terminal.err(`The source ${name} is not connected: ${error ?? state}\n`);
			search?.ready();
			const service = serveMCP(registry, {
				...mcpOptions(loaded.config, sources),
				name: loaded.config.name ?? "operations",
				version,
				identity: caller.identity,
				search,
				onError: warn
			});
			const { closed } = await service.connect();
			await unlessAborted(closed, signal).catch(() => void 0);
			await service.close();
			return ended.signal.aborted ? exitCodeOf("UNAUTHENTICATED") : ExitCode.ok;
		} finally {
			caller.close();
			await sources.close({ graceMs: 0 });
			await codeMode?.close();
			await opened?.close();
			await stopWrapping();
		}
	};
	return await interruptible(work, { isService: true });
};
function withOwnNode(env) {
	const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
	const own = dirname(process.execPath);
	if (!folders.includes(own)) env["PATH"] = [...folders, own].join(delimiter);
}
async function wrapCalls(registry, loaded, log) {
	const tracing = await loadTracing();
	if (tracing !== void 0) registry.use(tracing);
	const audit = await openAudit(loaded, log);
	if (audit !== void 0) registry.use(observeCalls([audit.observe]));
	if (audit !== void 0 && loaded.config.audit?.required === true) registry.use(audit.require);
	const rateLimits = await openRateLimits(loaded, log);
	if (rateLimits !== void 0) registry.use(rateLimits.middleware);
	return async () => {
		rateLimits?.close();
		await audit?.close();
	};
}
export { run };
