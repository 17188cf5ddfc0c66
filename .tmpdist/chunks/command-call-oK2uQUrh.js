import { A as unlessAborted, At as decodeData, Bt as Cancellation, Ft as isExactInteger, It as parseExactly, Mt as encodeData, j as within, ln as CallError, o as didYouMean } from "./client-D7eheyo4.js";
import { Bt as counted, Ht as isRecord, K as toJSONSchema, V as deprecationText, W as toDeprecation, o as subscribe, x as strippedMembers, y as OperationRegistry } from "./core-CcxVOvtt.js";
import { t as SchemaReader } from "./hub-shared-evUMSPIC.js";
import { M as findConfig, N as loadConfig, t as openSources } from "./hub-sources-fie4hXTD.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { createWriteStream, fstatSync, openSync } from "node:fs";
import { createHash } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate } from "node:timers/promises";
// src/cli/backend/time-limit.ts
function limitTime(signal, ms = Infinity) {
	const limit = new Cancellation();
	limit.followSignal(signal);
	limit.followDeadline(performance.now() + ms);
	return limit;
}
function hasPassed({ reason }) {
	return reason?.code === "TIMEOUT";
}
// src/cli/backend/missing-sources.ts
function missingSources(statuses) {
	return statuses.flatMap((status) => {
		const why = status.state === "ready" ? quarantineText(status) : connectionText(status);
		return why === void 0 ? [] : [`${status.name} (${status.kind}) ${why}`];
	});
}
function connectionText({ state, error }) {
	return `${state === "connecting" ? "is still connecting" : "is not connected"}${error === void 0 ? "" : `: ${error}`}`;
}
function quarantineText({ report }) {
	const count = report?.counts.quarantined ?? 0;
	if (count === 0) return void 0;
	return `has ${counted(count, "quarantined operation")}: "operations check" says why`;
}
// src/cli/terminal/safe-text.ts
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
function safeText(text) {
	return text.replaceAll("\r\n", "\n").replace(CONTROL, (character) => {
		return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
	});
}
function safeLine(text) {
	return safeText(text).replaceAll(/\s+/g, " ").trim();
}
// src/cli/config/user-files.ts
function stateFile(name, env) {
	return join(baseFolder(env["XDG_STATE_HOME"], [".local", "state"]), "operations", name);
}
function cacheFile(name, env) {
	return join(baseFolder(env["XDG_CACHE_HOME"], [".cache"]), "operations", name);
}
function baseFolder(given, fallback) {
	return given !== void 0 && isAbsolute(given) ? given : join(homedir(), ...fallback);
}
async function writeUserFile(file, text) {
	await makeFolder(dirname(file));
	await chmod(dirname(file), 448);
	const draft = `${file}.${process.pid}`;
	try {
		await writeFile(draft, text, { mode: 384 });
		await rename(draft, file);
	} catch (thrown) {
		await rm(draft, { force: true }).catch(() => void 0);
		throw thrown;
	}
}
async function makeFolder(folder) {
	try {
		await mkdir(folder, { mode: 448 });
	} catch (error) {
		const { code } = error;
		if (code === "EEXIST") return;
		if (code !== "ENOENT" || dirname(folder) === folder) throw error;
		await makeFolder(dirname(folder));
		await mkdir(folder, { mode: 448 });
	}
}
// src/cli/config/known-configs.ts
var KnownConfigs = class KnownConfigs {
	file;
	problem;
	#digests;
	constructor(file, stored) {
		this.file = file;
		this.problem = stored.problem;
		this.#digests = stored.digests;
	}
	static async read(env) {
		const file = stateFile("configs.json", env);
		return new KnownConfigs(file, await readStored(file));
	}
	stateOf(config, digest) {
		const known = this.#digests.get(config);
		if (known === void 0) return "new";
		return known === digest ? "same" : "changed";
	}
	async add(config, digest) {
		this.#digests.delete(config);
		this.#digests.set(config, digest);
		const newest = [...this.#digests].slice(-1e3);
		await writeUserFile(this.file, `${JSON.stringify(Object.fromEntries(newest), void 0, 2)}\n`);
	}
};
async function digestOf(file) {
	return createHash("sha256").update(await readFile(file)).digest("hex");
}
async function readStored(file) {
	try {
		const stored = JSON.parse(await readFile(file, "utf8"));
		const entries = Object.entries(stored).filter(([, digest]) => typeof digest === "string");
		return { digests: new Map(entries) };
	} catch (thrown) {
		const isMissing = thrown.code === "ENOENT";
		return {
			digests: /* @__PURE__ */ new Map(),
			problem: isMissing ? void 0 : thrown.message
		};
	}
}
// src/cli/config/open-config.ts
async function openConfig(settings) {
	const { options, terminal, spinner } = settings;
	const file = terminal.canAsk && !options.has("config") && !options.has("yes") ? await findConfig() : void 0;
	if (file === void 0) return await loadConfig(options.text("config"));
	spinner?.pause();
	const loaded = await loadFound(file, settings);
	spinner?.resume();
	return loaded;
}
async function loadFound(file, { terminal, signal }) {
	const digest = await digestOf(file).catch(() => void 0);
	if (digest === void 0) return await loadConfig(file);
	const known = await KnownConfigs.read(terminal.env);
	const state = known.stateOf(file, digest);
	if (state === "same") return await loadConfig(file);
	if (known.problem !== void 0) terminal.err(`${safeLine(known.file)} can't be read, so every config is new: ${safeLine(known.problem)}\n`);
	const loaded = /\.(?:json|ya?ml)$/.test(file) ? await loadConfig(file) : void 0;
	const { askToRun } = await import("./ask-to-run-3IxUeLuJ.js");
	await askToRun({
		terminal,
		signal,
		file,
		loaded,
		isChanged: state === "changed"
	});
	if (await digestOf(file) !== digest) throw new CallError("ACCESS_DENIED", `${file} changed while the question was open: run the command again.`);
	await known.add(file, digest).catch((thrown) => {
		const { message } = thrown;
		terminal.err(`The answer can't be kept, so the next command asks again: ${safeLine(message)}\n`);
	});
	return loaded ?? await loadConfig(file);
}
// src/cli/backend/owner-identity.ts
function ownerIdentity(registry, id = "local") {
	let rights;
	registry.onChange(() => rights = void 0);
	return {
		id,
		get scopes() {
			return (rights ??= collectRights(registry)).scopes;
		},
		get resources() {
			return (rights ??= collectRights(registry)).resources;
		}
	};
}
function collectRights(registry) {
	const controls = registry.list().map(({ accessControl }) => accessControl);
	const scopes = controls.flatMap(({ requiredScopes, requiredScopesAny = [] }) => [...requiredScopes, ...requiredScopesAny]);
	const types = controls.flatMap(({ resourceType }) => resourceType ?? []);
	return {
		scopes: [...new Set(scopes)],
		resources: Object.fromEntries(types.map((type) => [type, ["*"]]))
	};
}
// src/cli/backend/wait-for-sources.ts
async function waitForSources({ ready }, { signal, atMost }) {
	await unlessAborted(atMost === void 0 ? ready : within(ready, atMost, void 0), signal);
}
// src/cli/backend/sources-on-demand.ts
const CLOSE_GRACE = 1e3;
var SourcesOnDemand = class SourcesOnDemand {
	sources;
	#loaded;
	#options;
	#config;
	#tried = Promise.resolve();
	constructor(sources, loaded, config, options) {
		this.sources = sources;
		this.#loaded = loaded;
		this.#config = config;
		this.#options = options;
	}
	static async open(loaded, id, options) {
		const { registry, approve, log, operator } = options;
		const config = (id === void 0 ? void 0 : neededFirst(loaded.config, id)) ?? loaded.config;
		const settings = {
			registry,
			approve,
			log,
			operator,
			graceMs: CLOSE_GRACE
		};
		const sources = await openSources({
			...loaded,
			config
		}, settings);
		const opened = new SourcesOnDemand(sources, loaded, config, options);
		try {
			await opened.#wait(sources.ready);
			if (id !== void 0) await opened.need(id);
			return opened;
		} catch (thrown) {
			await sources.close({ graceMs: 0 });
			throw thrown;
		}
	}
	async need(id) {
		const named = narrowConfig(this.#loaded.config, id);
		if (named !== void 0 && !this.#isSettled(id)) {
			const { mcpServers, openapi } = this.#config;
			await this.#widen({
				...this.#config,
				mcpServers: {
					...mcpServers,
					...named.mcpServers
				},
				openapi: {
					...openapi,
					...named.openapi
				}
			});
			if (this.#isMissing(named)) return;
		}
		if (!this.#isSettled(id)) await this.#widen(this.#loaded.config);
	}
	#isSettled(id) {
		const { registry } = this.#options;
		return registry.has(id) || registry.quarantine.errorFor(id) !== void 0;
	}
	#isMissing({ mcpServers = {}, openapi = {} }) {
		const names = /* @__PURE__ */ new Set([...Object.keys(mcpServers), ...Object.keys(openapi)]);
		return missingSources(this.sources.statuses().filter(({ name }) => names.has(name))).length > 0;
	}
	async #widen(config) {
		if (sourceNames(config).join() !== sourceNames(this.#config).join()) {
			this.#config = config;
			this.#tried = Promise.all([this.#tried, this.#wait(this.sources.reload({
				...this.#loaded,
				config
			}))]);
		}
		await this.#tried;
	}
	async #wait(ready) {
		const { onStatus } = this.#options;
		const tell = () => onStatus?.(this.sources.statuses());
		const stop = this.sources.onChange(tell);
		tell();
		try {
			await waitForSources({ ready }, this.#options);
		} finally {
			stop();
			tell();
		}
	}
};
function sourceNames({ mcpServers = {}, openapi = {}, remotes = {}, sources = {}, local }) {
	const names = Object.entries({
		mcpServers,
		openapi,
		remotes,
		sources
	}).flatMap(([kind, block]) => Object.keys(block).map((name) => `${kind} ${name}`));
	return local === void 0 ? names : [...names, "local"];
}
function neededFirst(config, id) {
	const named = narrowConfig(config, id);
	if (named !== void 0 || config.local === void 0) return named;
	const { mcpServers: _servers, openapi: _apis, remotes: _remotes, sources: _sources, ...local } = config;
	return local;
}
function narrowConfig(config, id) {
	const { mcpServers = {}, openapi = {}, local: _local, remotes: _remotes, sources: _sources, ...rest } = config;
	const namespace = id.slice(0, Math.max(0, id.lastIndexOf(".")));
	const isOwn = ([name, source]) => namespace === (source.namespace ?? name) || namespace.startsWith(`${source.namespace ?? name}.`);
	const servers = Object.entries(mcpServers).filter(isOwn);
	const apis = Object.entries(openapi).filter(isOwn);
	if (servers.length + apis.length === 0) return void 0;
	return {
		...rest,
		mcpServers: Object.fromEntries(servers),
		openapi: Object.fromEntries(apis)
	};
}
// src/cli/backend/on-demand-registry.ts
var OnDemandRegistry = class extends OperationRegistry {
	need = () => Promise.resolve();
	call(request) {
		if (this.has(request.id)) return super.call(request);
		const needed = this.need(request.id);
		return orItems(needed.then(() => super.call(request)), needed, () => super.stream(request));
	}
};
function orItems(answer, needed, open) {
	const items = (async function* () {
		await needed;
		yield* open();
	})();
	answer.catch(() => void 0);
	return Object.assign(answer, {
		next: () => items.next(),
		return: () => items.return(),
		[Symbol.asyncIterator]() {
			return this;
		}
	});
}
// src/cli/backend/local-backend.ts
const OWN_LIMITS = {
	timeout: 2 ** 31 - 1,
	computeTime: 6e5,
	memory: 512 * 2 ** 20,
	codeLength: 1e7,
	calls: 1e6,
	inputLength: 5e7,
	outputLength: 5e7
};
async function openLocalBackend(config, options) {
	const { id, log } = options;
	const registry = new OnDemandRegistry({ onWarning: ({ message, ...fields }) => {
		if (fields.kind !== "deprecated") log?.("warn", message, fields);
	} });
	const operator = ownerIdentity(registry);
	const opened = await SourcesOnDemand.open(config, id, {
		...options,
		registry,
		operator
	});
	registry.need = (needed) => opened.need(needed);
	return new LocalBackend(opened.sources, operator);
}
var LocalBackend = class {
	#sources;
	#registry;
	#owner;
	constructor(sources, owner) {
		this.#sources = sources;
		this.#owner = owner;
		this.#registry = sources.registry;
	}
	list() {
		const specs = this.#registry.list().filter((spec) => this.#registry.getHandler(idOf(spec)) !== void 0);
		return Promise.resolve(specs.map(summarise));
	}
	async describe(id) {
		const spec = this.#registry.getSpec(id);
		if (spec === void 0) {
			await this.#registry.execute(id);
			throw new Error(`There is no operation ${id}.`);
		}
		const { inputSchema, outputSchema, errorSchemas, accessControl } = spec;
		return toPlain({
			...summarise(spec),
			inputSchema: toJSONSchema(inputSchema, "input"),
			outputSchema: toJSONSchema(outputSchema, "output"),
			errorSchemas: errorSchemas && describeErrors(errorSchemas),
			accessControl
		});
	}
	async call({ id, input, ...rest }) {
		const envelope = await this.#registry.execute(id, decodeData(input), this.#contextOf(rest));
		return encodeData(envelope);
	}
	async *subscribe({ id, input, ...rest }) {
		for await (const envelope of subscribe(this.#registry, id, decodeData(input), this.#contextOf(rest))) yield encodeData(envelope);
	}
	async runCode(code, call) {
		const { CODE_OPERATION, codeOperation } = await import("../code.js");
		if (!this.#registry.has(CODE_OPERATION)) {
			const registry = this.#registry;
			registry.register(codeOperation({
				registry,
				limits: OWN_LIMITS,
				exposeErrors: true
			}));
		}
		return await this.call({
			id: CODE_OPERATION,
			input: { code },
			...call
		});
	}
	missing() {
		return Promise.resolve(missingSources(this.#sources.statuses()));
	}
	async close() {
		await this.#sources.close();
	}
	#contextOf({ signal, deadline, onProgress, onElicitation }) {
		return {
			identity: this.#owner,
			signal,
			deadline,
			onProgress,
			onElicitation
		};
	}
};
function idOf({ namespace, name }) {
	return `${namespace}.${name}`;
}
function summarise(spec) {
	const { namespace, name, type, version, title, description, tags, deprecated, origin, idempotent } = spec;
	const words = {
		namespace,
		name,
		type,
		version,
		title,
		description,
		tags,
		deprecated
	};
	return {
		id: idOf(spec),
		...words,
		origin,
		idempotent
	};
}
function describeErrors(errors) {
	return Object.fromEntries(Object.entries(errors).map(([code, { schema, ...rest }]) => [code, {
		...rest,
		schema: schema && toJSONSchema(schema, "output")
	}]));
}
function toPlain(value) {
	return JSON.parse(JSON.stringify(value));
}
// src/cli/backend/open-log.ts
function logTarget(options) {
	const file = options.text("log-file");
	if (file === void 0) return void 0;
	const stream = createWriteStream(file, { fd: openFile(file) });
	stream.on("error", ({ message }) => process.stderr.write(`The log file can't be written any more: ${message}\n`));
	return stream;
}
function openFile(file) {
	try {
		return openSync(file, "a", 384);
	} catch (cause) {
		throw new UsageError(`--log-file can't be opened: ${cause.message}`);
	}
}
async function openLog(loaded, options, keep) {
	const to = logTarget(options);
	const level = options.text("log-level");
	const isAsked = to !== void 0 || level !== void 0;
	if (!isAsked && keep === void 0) return void 0;
	const { createHubLog } = await import("../hub.js");
	return await createHubLog(loaded, {
		level,
		to: isAsked ? to : { write: () => void 0 },
		keep
	});
}
// src/cli/backend/open-local.ts
async function openLocal(settings) {
	const { options, terminal, spinner, signal, id, approve, atMost } = settings;
	const loaded = await openConfig({
		options,
		terminal,
		spinner,
		signal
	});
	if (id !== void 0 && !options.has("no-hub") && !wantsLog(options)) {
		const { findRunningHub } = await import("./running-hub-Bs6mcxox.js");
		const running = await findRunningHub(loaded, {
			id,
			config: narrowConfig(loaded.config, id) ?? loaded.config,
			signal,
			env: terminal.env
		});
		if (running !== void 0) return running;
	}
	const asked = await openLog(loaded, options);
	const downloads = /* @__PURE__ */ new Set();
	let known = [];
	const onStatus = (statuses) => {
		known = statuses;
		spinner.text = connectingText(statuses, downloads) ?? id ?? "Starting";
	};
	const log = (level, message, fields = {}) => {
		asked?.(level, message, fields);
		const { source, from } = fields;
		if (from !== "download" || source === void 0) return;
		downloads.add(source);
		onStatus(known);
		if (!terminal.showsProgress && !options.has("json")) terminal.err(`${safeLine(`${source}: ${message}`)}\n`);
	};
	return await openLocalBackend(loaded, {
		signal,
		approve,
		log,
		onStatus,
		atMost,
		id
	});
}
function wantsLog(options) {
	return options.has("log-level") || options.has("log-file");
}
function connectingText(statuses, downloads) {
	const waiting = statuses.filter(({ state }) => state === "connecting").map(({ name }) => downloads.has(name) ? `${name} (is being downloaded)` : name);
	const done = statuses.length - waiting.length;
	return waiting.length === 0 ? void 0 : `Connecting (${done} of ${statuses.length}): ${waiting.join(", ")}`;
}
// src/cli/backend/hub-address.ts
function hubAddress(options, env) {
	const given = options.text("hub") ?? (options.has("config") ? void 0 : env["OPERATIONS_HUB"]);
	if (given === void 0 || given === "") return void 0;
	const text = /^[a-z]+:\/\//i.test(given) ? given : `http://${given}`;
	const url = URL.canParse(text) ? new URL(text) : void 0;
	if (url === void 0 || !/^https?:$/.test(url.protocol)) throw new UsageError(`--hub is "${given}": give an address such as http://127.0.0.1:7411.`);
	if (url.username !== "" || url.password !== "") throw new UsageError("--hub takes no credentials: use --key.");
	url.search = "";
	url.hash = "";
	if (!url.pathname.endsWith("/")) url.pathname += "/";
	return url;
}
async function hubKey(url, options, env) {
	const given = options.text("key") ?? env["OPERATIONS_KEY"];
	if (given !== void 0 && given !== "") return given.trim();
	return isLoopback(url.hostname) ? await storedKey(env) : void 0;
}
function isLoopback(host) {
	return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}
async function storedKey(env) {
	const text = await readFile(stateFile("key", env), "utf8").catch(() => "");
	return text.trim() === "" ? void 0 : text.trim();
}
// src/cli/input/choice-text.ts
function choiceText(choice) {
	return typeof choice === "string" ? choice : JSON.stringify(choice);
}
// src/cli/input/flag-value.ts
var InvalidInputError = class extends Error {
	name = "InvalidInputError";
	code = "VALIDATION_ERROR";
};
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
async function parseFlagValue(text, view, flag) {
	const { kind, isNullable } = view;
	if (isNullable && text === "null" && kind !== "text") return null;
	switch (kind) {
		case "text": return text;
		case "number":
		case "integer": return parseNumber(text, view, flag);
		case "boolean":
			if (text === "true" || text === "false") return text === "true";
			throw invalid(flag, text, "it must be true or false");
		case "choice": return parseChoice(text, view.choices, flag);
		case "bytes": return { $bytes: (await readBytes(text, flag)).toString("base64") };
		case "base64": return text.startsWith("@") ? (await readBytes(text, flag)).toString("base64") : text;
		case "list":
		case "object": return parseStructure(text, kind, flag);
		case "nothing": throw invalid(flag, text, "it takes no value at all");
		case "any": return parseAny(text, view.types);
	}
}
function kindName(view) {
	return {
		text: "text",
		base64: "text|@file",
		bytes: "@file",
		number: "number",
		integer: "integer",
		boolean: "true|false",
		choice: view.choices.length <= 6 ? view.choices.map(choiceText).join("|") : "choice",
		list: "json",
		object: "json",
		nothing: "nothing",
		any: "json"
	}[view.kind];
}
function parseNumber(text, { kind, types }, flag) {
	const value = NUMBER.test(text) ? Number(text) : NaN;
	const isWhole = kind === "integer";
	if (!Number.isFinite(value) || isWhole && !Number.isInteger(value)) throw invalid(flag, text, isWhole ? "it must be a whole number" : "it must be a number");
	if (/^[+-]?\d+$/.test(text) && !isExactInteger(text.replace("+", ""))) {
		if (types.includes("string")) return text;
		throw invalid(flag, text, "it is too large to be kept exactly");
	}
	return value;
}
function parseChoice(text, choices, flag) {
	const found = choices.find((choice) => choiceText(choice) === text);
	if (found !== void 0) return found;
	throw invalid(flag, text, `it must be one of ${choices.slice(0, 20).map(choiceText).join(", ")}${choices.length > 20 ? ", …" : ""}`);
}
async function readBytes(text, flag) {
	if (!text.startsWith("@")) throw invalid(flag, text, `it takes a file: give its path after an @, as in ${flag} @photo.png`);
	const path = text.slice(1);
	try {
		return await readFile(path);
	} catch (cause) {
		const { code } = cause;
		throw new InvalidInputError(`${flag}: the file ${path} can't be read (${String(code)}).`);
	}
}
function parseStructure(text, kind, flag) {
	const value = parseJSON(text);
	const what = kind === "list" ? "a list" : "an object";
	if (value === void 0) throw invalid(flag, text, `it must be ${what} in JSON`);
	if (typeof value !== "object" || value === null || Array.isArray(value) !== (kind === "list")) throw invalid(flag, text, `it must be ${what}`);
	return value;
}
function parseAny(text, types) {
	const value = parseJSON(text);
	if (value === void 0) return text;
	return types.includes("string") && value !== null && !types.includes(typeOf(value)) && !fitsNumber(value, types) ? text : value;
}
function fitsNumber(value, types) {
	return typeof value === "number" && types.includes("integer") && Number.isInteger(value);
}
function typeOf(value) {
	return Array.isArray(value) ? "array" : typeof value;
}
function parseJSON(text) {
	try {
		return parseExactly(text);
	} catch {
		return;
	}
}
function invalid(flag, text, why) {
	const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
	return new InvalidInputError(`${flag} is ${JSON.stringify(shown)}: ${why}.`);
}
// src/cli/json-schema/outline-schema.ts
const DEEPEST = 5;
const MOST_ROWS = 150;
const MOST_CHOICES = 8;
function outlineSchema(schema) {
	const reader = new SchemaReader(schema);
	const rows = [];
	const addParts = (view, depth) => {
		if (view.union !== void 0) return addForms(view, depth);
		for (const [name, part] of view.properties) {
			if (rows.length >= MOST_ROWS) return;
			addRow(part, {
				depth,
				name,
				isRequired: view.required.has(name)
			});
		}
		if (isNamed(view.additional)) addRow(view.additional, {
			depth,
			name: "<name>",
			isRequired: false
		});
	};
	const addForms = (view, depth) => {
		const { tag, variants } = view.union ?? {
			tag: void 0,
			variants: []
		};
		const forms = variants.map(({ value, schema: form }) => ({
			value,
			form: reader.view(form)
		}));
		const isShared = (name, part) => name === tag || forms.every(({ form }) => isSame(form.properties.get(name), part));
		const shared = [...view.properties].filter(([name, part]) => isShared(name, part));
		const names = new Set(shared.map(([name]) => name));
		for (const [name, part] of shared) addRow(part, {
			depth,
			name,
			isRequired: view.required.has(name)
		});
		for (const [index, { value, form }] of forms.entries()) {
			const own = [...form.properties].filter(([name]) => !names.has(name));
			if (rows.length >= MOST_ROWS || own.length === 0) continue;
			const name = tag === void 0 ? `form ${index + 1}` : `${tag} ${JSON.stringify(value)}`;
			rows.push({
				depth,
				name,
				isRequired: false,
				type: "",
				note: noteOf(form.schema)
			});
			if (depth >= DEEPEST) continue;
			for (const [key, part] of own) addRow(part, {
				depth: depth + 1,
				name: key,
				isRequired: form.required.has(key)
			});
		}
	};
	const addRow = (part, at) => {
		const view = reader.view(part);
		rows.push({
			...at,
			type: typeText(reader, view, 0),
			note: noteOf(view.schema)
		});
		if (at.depth >= DEEPEST) return;
		addParts(innermost(reader, view), at.depth + 1);
	};
	const root = reader.view();
	if (root.kind === "object" && (root.properties.size > 0 || isNamed(root.additional))) addParts(root, 0);
	else addRow(schema, {
		depth: 0,
		name: "",
		isRequired: false
	});
	return rows;
}
function isSame(left, right) {
	return JSON.stringify(left) === JSON.stringify(right);
}
function isNamed(additional) {
	return typeof additional === "object" && additional !== null;
}
function innermost(reader, view) {
	let inner = view;
	for (let hops = 0; inner.kind === "list" && hops < DEEPEST; hops++) inner = reader.view(inner.items);
	return inner;
}
function typeText(reader, view, depth) {
	const text = baseText(reader, view, depth);
	return view.isNullable ? `${text} or null` : text;
}
function baseText(reader, view, depth) {
	const { kind, choices, schema, types } = view;
	if (kind === "choice") {
		const shown = choices.slice(0, MOST_CHOICES).map((choice) => JSON.stringify(choice));
		if (choices.length > MOST_CHOICES) shown.push("…");
		return choices.length === 1 ? shown[0] ?? "" : `one of ${shown.join(", ")}`;
	}
	if (kind === "list") return depth > 3 ? "list" : `list of ${typeText(reader, reader.view(view.items), depth + 1)}`;
	if (kind === "base64") return "text in base64";
	if (kind === "text" && typeof schema["format"] === "string") return `text (${schema["format"]})`;
	if (kind === "any") return types.length > 0 ? types.join(" or ") : "anything";
	return kind;
}
const BOUNDS = [
	["minimum", "at least"],
	["exclusiveMinimum", "more than"],
	["maximum", "at most"],
	["exclusiveMaximum", "less than"],
	["minLength", "length at least"],
	["maxLength", "length at most"],
	["minItems", "items at least"],
	["maxItems", "items at most"],
	["pattern", "pattern"]
];
function noteOf(schema) {
	const { description, title } = schema;
	const words = typeof description === "string" ? description : typeof title === "string" ? title : "";
	const bounds = BOUNDS.filter(([keyword]) => isBound(schema[keyword])).map(([keyword, label]) => `${label} ${String(schema[keyword])}`);
	if (schema["default"] !== void 0) bounds.unshift(`default ${JSON.stringify(schema["default"])}`);
	return [words, bounds.length === 0 ? "" : `(${bounds.join(", ")})`].filter((part) => part !== "").join(" ");
}
function isBound(value) {
	return typeof value === "number" || typeof value === "string";
}
// src/cli/terminal/ask.ts
async function ask(terminal, question, signal) {
	if (signal.aborted) return void 0;
	const { stdin } = terminal.streams;
	const lines = createInterface({
		input: stdin,
		terminal: false
	});
	try {
		return await new Promise((resolve) => {
			lines.once("line", resolve);
			lines.once("close", () => resolve(void 0));
			signal.addEventListener("abort", () => resolve(void 0), { once: true });
			terminal.err(question);
		});
	} finally {
		lines.close();
		await setImmediate();
	}
}
const [CTRL_C, CTRL_D, ENTER, NEW_LINE, BACKSPACE, DELETE] = [
	"",
	"",
	"\r",
	"\n",
	"\b",
	""
];
async function askSecret(terminal, question, signal) {
	const { stdin } = terminal.streams;
	if (signal.aborted || stdin.setRawMode === void 0) return await ask(terminal, question, signal);
	terminal.err(question);
	stdin.setRawMode(true);
	const end = new AbortController();
	try {
		return await new Promise((resolve) => {
			let typed = [];
			const take = (chunk) => {
				for (const key of String(chunk)) {
					if (key === ENTER || key === NEW_LINE) return resolve(typed.join(""));
					if (key === CTRL_D && typed.length === 0) return resolve(void 0);
					if (key === CTRL_C) return void process.kill(process.pid, "SIGINT");
					if (key === BACKSPACE || key === DELETE) typed = typed.slice(0, -1);
					else if (key >= " ") typed.push(key);
				}
			};
			stdin.on("data", take);
			end.signal.addEventListener("abort", () => stdin.off("data", take));
			signal.addEventListener("abort", () => resolve(void 0), { once: true });
			stdin.resume();
		});
	} finally {
		end.abort();
		stdin.setRawMode(false);
		stdin.pause();
		terminal.err("\n");
	}
}
// src/cli/session/ask-secrets.ts
function isSecret({ format, writeOnly }) {
	return format === "password" || writeOnly === true;
}
async function askSecrets(input, schema, context) {
	const { terminal, spinner, signal } = context;
	if (!terminal.canAsk || !isRecord(input)) return input;
	const reader = new SchemaReader(schema);
	const { properties, required } = reader.view();
	const secrets = [];
	for (const [name, part] of properties) {
		const { kind, schema: own } = reader.view(part);
		if (kind !== "text" || !required.has(name) || !isSecret(own) || input[name] !== void 0) continue;
		spinner.pause();
		const answer = await askSecret(terminal, `${terminal.errorStyle.yellow("?")} ${safeLine(name)}: `, signal);
		spinner.resume();
		signal.throwIfAborted();
		if (answer !== void 0) secrets.push([name, answer]);
	}
	return secrets.length === 0 ? input : {
		...input,
		...Object.fromEntries(secrets)
	};
}
// src/cli/session/approval.ts
const LONGEST_INPUT = 2e3;
function showInput(text, atMost = LONGEST_INPUT) {
	const hidden = text.length - atMost;
	return hidden <= 0 ? text : `${text.slice(0, atMost)}… and ${hidden} more characters`;
}
function createApproval({ terminal, spinner }, isApproved) {
	return async ({ id, input, context }) => {
		if (isApproved) return true;
		if (!terminal.canAsk) return {
			approved: false,
			reason: "there is no terminal to ask on; --yes approves in advance."
		};
		const { errorStyle } = terminal;
		const shown = showInput(safeText(JSON.stringify(input, void 0, 2) ?? "no input"));
		spinner.pause();
		const answer = await ask(terminal, `${errorStyle.yellow("?")} Run ${errorStyle.bold(safeLine(id))} with ${shown}\n  [y/N] `, context.signal);
		spinner.resume();
		return /^y(es)?$/i.test(answer?.trim() ?? "") ? true : {
			approved: false,
			reason: "you said no."
		};
	};
}
function createElicitation({ terminal, spinner }) {
	if (!terminal.canAsk) return void 0;
	return async ({ mode, message, requestedSchema, url }, { signal }) => {
		spinner.pause();
		try {
			terminal.err(`${terminal.errorStyle.yellow("?")} ${safeText(message)}\n`);
			if (mode === "url") return await confirmPage(terminal, url ?? "", signal);
			return await askForm(terminal, requestedSchema, signal);
		} finally {
			spinner.resume();
		}
	};
}
async function confirmPage(terminal, url, signal) {
	const answer = await ask(terminal, `  ${safeLine(url)}\n  Visit it, then press Enter (n: decline) `, signal);
	if (answer === void 0) return { action: "cancel" };
	return { action: /^n/i.test(answer) ? "decline" : "accept" };
}
async function askForm(terminal, schema, signal) {
	const reader = new SchemaReader(schema);
	const { properties, required } = reader.view();
	const content = {};
	for (const [name, part] of properties) {
		const view = reader.view(part);
		for (;;) {
			const note = safeLine(noteOf(view.schema));
			const answer = await (isSecret(view.schema) ? askSecret : ask)(terminal, `  ${safeLine(name)}${note === "" ? "" : ` (${note})`}: `, signal);
			if (answer === void 0) return { action: "cancel" };
			if (answer === "" && required.has(name) && view.schema["default"] === void 0) return { action: "decline" };
			if (answer === "") break;
			try {
				content[name] = await parseFlagValue(answer, view, name);
				break;
			} catch (thrown) {
				terminal.err(`  ${safeLine(thrown.message)}\n`);
			}
		}
	}
	return {
		action: "accept",
		content
	};
}
// src/cli/terminal/spinner.ts
const FRAMES = [
	"⠋",
	"⠙",
	"⠹",
	"⠸",
	"⠼",
	"⠴",
	"⠦",
	"⠧",
	"⠇",
	"⠏"
];
const FRAME_MS = 80;
const DELAY_MS = 150;
var Spinner = class {
	#terminal;
	#started = Date.now();
	#timer;
	#text;
	#frame = 0;
	#isShown = false;
	constructor(terminal, text) {
		this.#terminal = terminal;
		this.#text = text;
		this.resume();
	}
	set text(text) {
		this.#text = text;
	}
	pause() {
		clearInterval(this.#timer);
		this.#timer = void 0;
		if (this.#isShown) this.#terminal.err("\r\x1B[2K");
		this.#isShown = false;
	}
	resume() {
		if (!this.#terminal.showsProgress || this.#timer !== void 0) return;
		this.#timer = setInterval(() => void this.#draw(), FRAME_MS);
		this.#timer.unref();
	}
	async #draw() {
		const elapsed = Date.now() - this.#started;
		if (elapsed < DELAY_MS) return;
		const { fitText } = await import("./fit-text-DUbhNpG7.js");
		if (this.#timer === void 0) return;
		const { errorStyle, streams } = this.#terminal;
		const frame = FRAMES[this.#frame++ % FRAMES.length] ?? "";
		const seconds = elapsed < 2e3 ? "" : ` ${Math.floor(elapsed / 1e3)} s`;
		const room = (streams.stderr.columns ?? 80) - 4 - seconds.length;
		const text = fitText(safeLine(this.#text), room);
		this.#isShown = true;
		this.#terminal.err(`\r\u001b[2K${errorStyle.cyan(frame)} ${text}${errorStyle.dim(seconds)}`);
	}
};
// src/cli/session/interruption.ts
const SIGNALS = {
	SIGINT: ExitCode.interrupted,
	SIGTERM: ExitCode.terminated
};
async function interruptible(work, { isService = false } = {}) {
	const controller = new AbortController();
	let code;
	const onSignal = (name) => {
		const own = SIGNALS[name];
		if (code !== void 0) process.exit(own);
		code = own;
		controller.abort();
	};
	for (const name of Object.keys(SIGNALS)) process.on(name, onSignal);
	try {
		const result = await work(controller.signal);
		return isService ? result : code ?? result;
	} catch (thrown) {
		if (code !== void 0) return code;
		throw thrown;
	} finally {
		for (const name of Object.keys(SIGNALS)) process.off(name, onSignal);
	}
}
async function withSpinner(terminal, work) {
	return await interruptible(async (signal) => {
		const spinner = new Spinner(terminal, "Starting");
		return await work(signal, spinner).finally(() => spinner.pause());
	});
}
// src/cli/input/input-flags.ts
const DEEPEST_SHOWN = 4;
const MOST_SHOWN = 200;
var InputFlags = class InputFlags {
	root;
	#reader;
	#schema;
	#chosen;
	constructor(schema, chosen = /* @__PURE__ */ new Map()) {
		this.#reader = new SchemaReader(schema);
		this.#schema = schema;
		this.#chosen = chosen;
		this.root = this.#viewAt(void 0, []);
	}
	#viewAt(part, path) {
		const view = this.#reader.view(part);
		const chosen = this.#chosen.get(path.join("."));
		const variant = view.union?.variants.find(({ value }) => choiceText(value) === chosen);
		return chosen === void 0 || variant === void 0 ? view : this.#reader.view(variant.schema);
	}
	chooses({ path }) {
		const parent = path.slice(0, -1);
		let view = this.root;
		for (const [index, key] of parent.entries()) view = this.#viewAt(view.properties.get(key) ?? view.additional, parent.slice(0, index + 1));
		return view.union?.tag !== void 0 && view.union.tag === path.at(-1) ? parent : void 0;
	}
	get unchosen() {
		return new InputFlags(this.#schema);
	}
	get isEmpty() {
		return this.root.properties.size === 0 && !isOpen(this.root);
	}
	itemOf(view) {
		return this.#reader.view(view.items);
	}
	find(name) {
		return this.#findIn(this.root, {
			name,
			rest: name,
			path: [],
			isRequired: true
		});
	}
	list() {
		const flags = [];
		this.#collect(this.root, {
			path: [],
			isRequired: true
		}, flags);
		return flags;
	}
	#collect(parent, at, flags) {
		const { tag } = parent.union ?? {};
		const keys = [...parent.properties.keys()].sort((left, right) => Number(right === tag) - Number(left === tag));
		for (const key of keys) {
			if (flags.length >= MOST_SHOWN) return;
			const path = [...at.path, key];
			const view = this.#viewAt(parent.properties.get(key), path);
			const { of = at.of, isNeeded } = formsWith(key, parent, at.path);
			const isRequired = at.isRequired && isNeeded;
			if (view.kind === "object" && view.properties.size > 0 && path.length < DEEPEST_SHOWN) this.#collect(view, {
				path,
				isRequired,
				of
			}, flags);
			else flags.push({
				name: path.join("."),
				path,
				view,
				isRequired,
				of
			});
		}
	}
	#findIn(parent, at) {
		const { name, rest, path } = at;
		const keys = [...parent.properties.keys()].filter((key) => rest === key || rest.startsWith(`${key}.`));
		for (const key of keys.sort((left, right) => right.length - left.length)) {
			const isRequired = at.isRequired && parent.required.has(key);
			const found = this.#step(parent.properties.get(key), {
				name,
				rest,
				key,
				path,
				isRequired
			});
			if (found !== void 0) return found;
		}
		if (!isOpen(parent) || rest === "") return void 0;
		const [first = ""] = rest.split(".");
		const below = {
			name,
			rest,
			path,
			isRequired: false
		};
		return (rest.includes(".") && this.#reader.view(parent.additional).kind === "object" ? this.#step(parent.additional, {
			...below,
			key: first
		}) : void 0) ?? this.#step(parent.additional, {
			...below,
			key: rest
		});
	}
	#step(part, at) {
		const { name, rest, key, isRequired } = at;
		const path = [...at.path, key];
		const view = this.#viewAt(part, path);
		if (rest === key) return {
			name,
			path,
			view,
			isRequired
		};
		return this.#findIn(view, {
			name,
			rest: rest.slice(key.length + 1),
			path,
			isRequired
		});
	}
};
function formsWith(key, { union, required }, path) {
	if (union?.tag === void 0 || key === union.tag) return { isNeeded: required.has(key) };
	const { tag, variants } = union;
	const having = variants.filter(({ schema }) => isRecord(schema["properties"]) && Object.hasOwn(schema["properties"], key));
	const isNeeded = having.every(({ schema }) => Array.isArray(schema["required"]) && schema["required"].includes(key));
	if (having.length === variants.length) return { isNeeded };
	return {
		isNeeded,
		of: having.map(({ value }) => `--${[...path, tag].join(".")} ${choiceText(value)}`)
	};
}
function isOpen({ kind, additional }) {
	return kind === "object" && additional !== void 0;
}
// src/cli/input/parse-input-flags.ts
function chooseForms(schema, tokens, base) {
	const chosen = /* @__PURE__ */ new Map();
	let flags = new InputFlags(schema);
	for (let before = -1; before !== chosen.size; flags = new InputFlags(schema, chosen)) {
		before = chosen.size;
		for (const flag of flags.list()) {
			const value = flag.path.reduce((part, key) => isRecord(part) ? part[key] : void 0, base);
			const path = value === void 0 ? void 0 : flags.chooses(flag);
			if (path !== void 0) chosen.set(path.join("."), choiceText(value));
		}
		for (const [index, token] of tokens.entries()) {
			const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(token) ?? [];
			const flag = name === "" ? void 0 : flags.find(name);
			const path = flag && flags.chooses(flag);
			const value = inline ?? tokens[index + 1];
			if (path !== void 0 && value !== void 0) chosen.set(path.join("."), value);
		}
	}
	return flags;
}
async function parseInputFlags(tokens, flags, base) {
	const given = await readFlags(tokens, flags);
	if (given.length === 0) return base;
	if (base !== void 0 && (typeof base !== "object" || base === null || Array.isArray(base))) throw new InvalidInputError("Flags can only add to an input that is an object: use flags or --input, not both.");
	const input = { ...base };
	for (const { flag, value } of given.sort((left, right) => left.flag.path.length - right.flag.path.length)) setAt(input, flag, value);
	return input;
}
async function readFlags(tokens, flags) {
	const given = /* @__PURE__ */ new Map();
	for (let index = 0; index < tokens.length; index++) {
		const token = tokens[index] ?? "";
		const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(token) ?? [];
		if (name === "") throw new UsageError(`"${token}" is one argument too many: give input as --name value.`);
		const { flag, isNegated } = findFlag(name, flags);
		const label = `--${name}`;
		const next = tokens[index + 1];
		if (flag.view.kind === "boolean") {
			const isSpelled = inline === void 0 && !isNegated && (next === "true" || next === "false");
			if (isSpelled) index++;
			if (isNegated && inline !== void 0) throw new UsageError(`${label} takes no value.`);
			add(given, flag, await parseFlagValue(isSpelled ? next : inline ?? String(!isNegated), flag.view, label));
			continue;
		}
		const text = inline ?? next;
		if (text === void 0 || inline === void 0 && text.startsWith("--")) throw new UsageError(`${label} needs a value. A value that begins with dashes needs an equals sign: ${label}=…`);
		if (inline === void 0) index++;
		if (flag.view.kind === "list") await addToList(given, flag, {
			text,
			item: flags.itemOf(flag.view)
		});
		else add(given, flag, await parseFlagValue(text, flag.view, label));
	}
	return [...given.values()];
}
function findFlag(name, flags) {
	const flag = flags.find(name);
	if (flag !== void 0) return {
		flag,
		isNegated: false
	};
	const negated = name.startsWith("no-") ? flags.find(name.slice(3)) : void 0;
	if (negated?.view.kind === "boolean") return {
		flag: negated,
		isNegated: true
	};
	throw unknownFlag(name, flags);
}
function ofAnotherForm(name, flags) {
	const { of = [] } = flags.unchosen.list().find((flag) => flag.name === name) ?? {};
	if (of.length === 0) return void 0;
	return new UsageError(`--${name} goes with ${of.join(" or ")}, and another form was chosen.`);
}
function unknownFlag(name, flags) {
	const elsewhere = ofAnotherForm(name, flags);
	if (elsewhere !== void 0) return elsewhere;
	if (flags.isEmpty) {
		const way = flags.root.kind === "object" || flags.root.kind === "nothing" ? "takes no input" : "takes its input by --input";
		return new UsageError(`There is no flag --${name}: the operation ${way}.`);
	}
	const all = flags.list().map((flag) => `--${flag.name}`);
	const alike = all.filter((label) => label.slice(2, 5) === name.slice(0, 3));
	const shown = [.../* @__PURE__ */ new Set([...alike, ...all])].slice(0, 12).join(", ");
	if (all.length === 1) return new UsageError(`There is no flag --${name}. The only one is ${shown}.`);
	const meant = didYouMean(`--${name}`, all);
	return new UsageError(`There is no flag --${name}. The flags are ${shown}${all.length > 12 ? ", …" : ""}.${meant}`);
}
function add(given, flag, value) {
	if (given.has(flag.name)) throw new UsageError(`--${flag.name} is given twice, but takes one value.`);
	given.set(flag.name, {
		flag,
		value
	});
}
async function addToList(given, flag, { text, item }) {
	const label = `--${flag.name}`;
	const members = text.trimStart().startsWith("[") && item.kind !== "text" && item.kind !== "list" ? await parseFlagValue(text, flag.view, label) : [await parseFlagValue(text, item, label)];
	const before = given.get(flag.name)?.value ?? [];
	given.set(flag.name, {
		flag,
		value: [...before, ...members]
	});
}
function setAt(input, { path, name }, value) {
	let target = input;
	for (const key of path.slice(0, -1)) {
		const child = Object.hasOwn(target, key) ? target[key] : void 0;
		if (child !== void 0 && (typeof child !== "object" || child === null || Array.isArray(child))) throw new InvalidInputError(`--${name} can't be set: ${key} is no object in the given input.`);
		const copy = { ...child };
		define(target, key, copy);
		target = copy;
	}
	define(target, path.at(-1) ?? "", value);
}
function define(target, key, value) {
	Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true
	});
}
// src/cli/input/read-input.ts
const NOTE_AFTER_MS = 2e3;
async function readInput(options, schema, terminal) {
	const tokens = options.rest.slice(1);
	const flags = chooseForms(schema, tokens);
	const given = options.text("input");
	const isPiped = given === void 0 && tokens.length === 0 && takesInput(flags) && isPipe();
	const base = given === void 0 && !isPiped ? void 0 : await readBase(given ?? "-", isPiped, terminal);
	const input = await parseInputFlags(tokens, base === void 0 ? flags : chooseForms(schema, tokens, base), base);
	return input === void 0 && flags.root.kind === "object" ? {} : input;
}
function takesInput({ root, isEmpty }) {
	return root.kind === "object" ? !isEmpty : root.kind !== "nothing";
}
function isPipe() {
	try {
		const stats = fstatSync(0);
		return stats.isFIFO() || stats.isFile() || stats.isSocket();
	} catch {
		return false;
	}
}
async function readBase(given, isPiped, terminal) {
	if (given === "-") {
		const text = await readStandardInput(terminal);
		return isPiped && text.trim() === "" ? void 0 : parseInput(text, "standard input");
	}
	if (!given.startsWith("@")) return parseInput(given, "--input");
	const path = given.slice(1);
	if (path === "") throw new InvalidInputError("--input: give the path of a file after the @, as in --input @order.json");
	return parseInput(await readFile(path, "utf8").catch((cause) => {
		throw new InvalidInputError(`--input: the file ${path} can't be read (${String(cause.code)}).`);
	}), path);
}
async function readStandardInput(terminal) {
	const note = setTimeout(() => terminal.err("Waiting for input on standard input. (Use --input '{}' for none.)\n"), NOTE_AFTER_MS);
	const chunks = [];
	try {
		for await (const chunk of terminal.streams.stdin) {
			clearTimeout(note);
			chunks.push(Buffer.from(chunk));
		}
	} finally {
		clearTimeout(note);
	}
	return Buffer.concat(chunks).toString("utf8");
}
function parseInput(text, where) {
	try {
		return parseExactly(text.replace(/^\uFEFF/, ""));
	} catch (cause) {
		throw new InvalidInputError(`The input (${where}) is not JSON${/ at position \d+/.exec(cause.message)?.[0] ?? ""}. Names and texts have double quotes there: '{"name":"Ada"}'.`);
	}
}
// src/cli/backend/open-backend.ts
async function openBackend(settings) {
	const { options, terminal, signal, atMost } = settings;
	const url = hubAddress(options, terminal.env);
	if (url === void 0) {
		const { openLocal } = await import("./open-local-Cfu8TEVb.js");
		return await openLocal(settings);
	}
	const { HubBackend } = await import("./hub-backend-PqJR40Ye.js");
	return new HubBackend({
		url,
		key: await hubKey(url, options, terminal.env),
		signal,
		atMost
	});
}
// src/cli/output/note-missing.ts
async function noteMissing(backend, terminal) {
	for (const source of await backend.missing()) {
		const { paragraph } = await import("./paragraph-D3dkzU1p.js");
		const text = `the source ${safeLine(source)}`;
		terminal.err(paragraph({
			label: "warning:",
			paint: terminal.errorStyle.yellow,
			text
		}, terminal));
	}
}
// src/cli/session/operation-session.ts
async function withOperation({ options, terminal }, work) {
	const [id = ""] = options.rest;
	const timeout = options.duration("timeout");
	const deadline = timeout === void 0 ? void 0 : Date.now() + timeout;
	return await withSpinner(terminal, async (signal, spinner) => {
		const limit = limitTime(signal, timeout);
		const before = (needed) => unlessAborted(needed, limit.signal);
		try {
			const approve = createApproval({
				terminal,
				spinner
			}, options.has("yes"));
			const backend = await openBackend({
				options,
				terminal,
				spinner,
				signal: limit.signal,
				id,
				approve
			});
			try {
				const operation = await before(backend.describe(id)).catch(async (thrown) => {
					if (thrown.code !== "OPERATION_NOT_FOUND") throw thrown;
					spinner.pause();
					await noteMissing(backend, terminal);
					throw await withSuggestion(thrown, id, backend);
				});
				spinner.text = operation.id;
				return await work({
					backend,
					operation,
					spinner,
					signal,
					before,
					deadline
				}).catch((thrown) => {
					throw options.has("json") ? thrown : withHelp(thrown, operation);
				});
			} finally {
				spinner.pause();
				await backend.close();
			}
		} catch (thrown) {
			throw hasPassed(limit) && isOf(limit, thrown) ? timedOut(id) : thrown;
		} finally {
			limit.release();
		}
	});
}
async function withSuggestion(thrown, id, backend) {
	if (!(thrown instanceof Error) || thrown.message.includes("Did you mean")) return thrown;
	const ids = (await backend.list().catch(() => [])).map((operation) => operation.id);
	thrown.message += didYouMean(id, ids);
	return thrown;
}
function withHelp(thrown, { id, type }) {
	const isInput = thrown instanceof Error && thrown.message.startsWith(`Input of ${id} is invalid`);
	const command = type === "SUBSCRIPTION" ? "subscribe" : "call";
	if (isInput) thrown.message += `. "operations ${command} ${id} --help" shows what it takes.`;
	return thrown;
}
function isOf({ reason }, thrown) {
	return thrown === reason || thrown instanceof Error && thrown.name === "AbortError";
}
function timedOut(id) {
	return new CallError("TIMEOUT", `The time was up before ${id} was reached.`, void 0, { phase: "notStarted" });
}
// src/cli/output/format-data.ts
function formatResult(envelope, form, terminal) {
	const { data } = envelope;
	if (form.isEnvelope) return form.isJSON ? `${JSON.stringify(envelope)}\n` : forReading(envelope, terminal);
	if (data === void 0) return "";
	if (form.isJSON) return `${JSON.stringify(data)}\n`;
	const bytes = bytesOf(data);
	if (bytes !== void 0) {
		const note = `${bytes.length} bytes. --output <file> saves them; a pipe gets them as they are.`;
		return terminal.isInteractive ? `${terminal.style.dim(note)}\n` : bytes;
	}
	const text = textOf(envelope);
	if (text === void 0) return forReading(data, terminal);
	const shown = terminal.isInteractive ? safeText(text) : text;
	return shown.endsWith("\n") ? shown : `${shown}\n`;
}
function formatItem(envelope, form, terminal) {
	const value = form.isEnvelope ? envelope : envelope.data ?? null;
	const text = JSON.stringify(value);
	return `${terminal.isInteractive ? paintJSON(escapeControls(text), terminal.style) : text}\n`;
}
function bytesOf(data) {
	if (typeof data !== "object" || data === null || Object.keys(data).length !== 1) return void 0;
	const { $bytes } = data;
	return typeof $bytes === "string" ? Buffer.from($bytes, "base64") : void 0;
}
function textOf({ data, meta }) {
	if (typeof data === "string") return data;
	if (meta["source"] !== "mcp" || !Array.isArray(data) || data.length === 0) return void 0;
	const texts = data.map((block) => {
		const { type, text } = block ?? {};
		return type === "text" && typeof text === "string" ? text : void 0;
	});
	return texts.every((text) => text !== void 0) ? texts.join("\n") : void 0;
}
function forReading(value, { isInteractive, style }) {
	const text = JSON.stringify(value, void 0, 2);
	return `${paintJSON(isInteractive ? escapeControls(text) : text, style)}\n`;
}
function escapeControls(json) {
	return json.split("\n").map((line) => safeText(line)).join("\n");
}
const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;
const MOST_PAINTED = 1e6;
function paintJSON(json, style) {
	if (json.length > MOST_PAINTED) return json;
	return json.replaceAll(TOKEN, (token, text, colon) => {
		if (text === void 0) return /^[tfn]/.test(token) ? style.magenta(token) : style.yellow(token);
		return colon === void 0 ? style.green(text) : style.cyan(text) + colon;
	});
}
function progressText({ progress, total, message = "" }) {
	return `${total !== void 0 && total > 0 ? `${Math.floor(100 * Math.min(1, Math.max(0, progress / total)))} %` : String(progress)} ${message}`.trimEnd();
}
// src/cli/output/note-stripped.ts
async function noteStripped({ meta }, form, terminal) {
	const stripped = form.isJSON || form.isEnvelope ? void 0 : strippedMembers(meta);
	if (stripped === void 0) return false;
	const { count, paths } = stripped;
	const names = [...paths.map(safeLine), ...count > paths.length ? ["…"] : []].join(", ");
	const text = `${count === 1 ? "1 member was" : `${String(count)} members were`} left out, because the output schema does not name ${count === 1 ? "it" : "them"}: ${names}. "output: keep" in the config, for all sources or one, keeps such members.`;
	const { paragraph } = await import("./paragraph-D3dkzU1p.js");
	terminal.err(paragraph({
		label: "note:",
		paint: terminal.errorStyle.yellow,
		text
	}, terminal));
	return true;
}
// src/cli/output/note-deprecated.ts
async function noteDeprecated({ id, deprecated }, { terminal, spinner }) {
	const deprecation = toDeprecation(deprecated);
	if (deprecation === void 0) return;
	const text = `${id} is deprecated. ${deprecationText(deprecation)}`.trimEnd();
	const { paragraph } = await import("./paragraph-D3dkzU1p.js");
	spinner.pause();
	terminal.err(paragraph({
		label: "warning:",
		paint: terminal.errorStyle.yellow,
		text: safeLine(text)
	}, terminal));
	spinner.resume();
}
// src/cli/commands/call.ts
const run = async (context) => {
	const { options, terminal } = context;
	return await withOperation(context, async ({ backend, operation, spinner, signal, before, deadline }) => {
		const { id, type, inputSchema } = operation;
		if (!options.has("json")) await noteDeprecated(operation, {
			terminal,
			spinner
		});
		if (options.has("help")) {
			const { inputHelp } = await import("./input-help-CbsOhWhM.js");
			spinner.pause();
			terminal.out(await inputHelp(operation, "call", context));
			return ExitCode.ok;
		}
		if (type === "SUBSCRIPTION") throw new UsageError(`${id} is a stream: use "operations subscribe ${id}".`);
		const input = await before(askSecrets(await before(readInput(options, inputSchema, terminal)), inputSchema, {
			terminal,
			spinner,
			signal
		}));
		await assertWritable(options.text("output"));
		const isWatched = terminal.showsProgress && !options.has("json");
		const cut = await before(readPart(context));
		const whole = await backend.call({
			id,
			input,
			signal,
			deadline,
			onProgress: isWatched ? (progress) => spinner.text = `${id} ${progressText(progress)}` : void 0,
			onElicitation: createElicitation({
				terminal,
				spinner
			})
		});
		spinner.pause();
		const envelope = whole.data === void 0 ? whole : cut(whole);
		const form = {
			isJSON: options.has("json"),
			isEnvelope: options.has("envelope")
		};
		await print(envelope, form, context);
		await noteStripped(envelope, form, terminal);
		if (envelope.meta["isError"] !== true) return ExitCode.ok;
		terminal.err(`${terminal.errorStyle.red("error:")} ${id} reports that it failed.\n`);
		return ExitCode.failed;
	});
};
async function readPart({ options, terminal }) {
	const [select, tokens] = [options.text("select"), options.text("answer-tokens")];
	if (select === void 0 && tokens === void 0) return (whole) => whole;
	const { cutTo, readCut } = await import("./cut-answer-BnlBLZrA.js");
	const wanted = await readCut({
		select,
		answerTokens: tokens
	});
	return (whole) => {
		const { data, note } = cutTo(decodeData(whole.data), wanted);
		if (note !== void 0) terminal.err(`${note}\n`);
		return {
			...whole,
			data
		};
	};
}
async function assertWritable(file) {
	if (file === void 0) return;
	try {
		await (await open(file, "a")).close();
	} catch (cause) {
		throw new UsageError(`--output can't be written: ${cause.message}`);
	}
}
async function print(envelope, form, { options, terminal }) {
	const file = options.text("output");
	if (file === void 0) return terminal.out(formatResult(envelope, form, terminal));
	const bytes = form.isJSON || form.isEnvelope ? void 0 : bytesOf(envelope.data);
	await writeFile(file, bytes ?? `${JSON.stringify(form.isEnvelope ? envelope : envelope.data ?? null, void 0, 2)}\n`);
}
export { digestOf as A, openLocal as C, ownerIdentity as D, waitForSources as E, safeText as F, missingSources as I, hasPassed as L, stateFile as M, writeUserFile as N, openConfig as O, safeLine as P, limitTime as R, hubKey as S, openLog as T, ask as _, formatResult as a, kindName as b, openBackend as c, interruptible as d, withSpinner as f, askSecrets as g, showInput as h, formatItem as i, cacheFile as j, KnownConfigs as k, readInput as l, createElicitation as m, noteDeprecated as n, withOperation as o, createApproval as p, noteStripped as r, noteMissing as s, run as t, chooseForms as u, noteOf as v, logTarget as w, hubAddress as x, outlineSchema as y };
