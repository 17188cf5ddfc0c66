import { A as unlessAborted, Mt as encodeData, O as delay, Qt as Expiry, R as toRemoteError, d as OperationType, dn as messageOf, ft as identityKey, in as LONGEST_DELAY, ln as CallError, o as didYouMean, vt as operationId } from "./client-D7eheyo4.js";
import { M as collectErrors, Ut as CallScope } from "./core-CcxVOvtt.js";
import { _ as matchesOperation, g as matchesAny, v as toNameTest } from "./hub-shared-evUMSPIC.js";
import { _ as Optional, b as _Array_, g as _Object_, l as Literal, o as String$1 } from "./typebox-CNAKntqg.js";
import { t as isCodeRun } from "./code-runs-Dv077pAx.js";
import { D as secretsOf, E as watchCall, F as Redactor, H as isFresh, I as node, L as HubConfigSchema, O as defaultStateFolder, R as mcpInterfaceOf, T as failureCode, _ as loadBuiltIn, a as HubVault, b as CALL_SCOPE, u as toEntries, w as CallCounter } from "./hub-sources-fie4hXTD.js";
import { i as keyFunction, n as MemoryRateStore, t as rateLimit } from "./rate-limit-b3xH-vNU.js";
import { t as redisRateStore } from "./redis-rate-store-EFay-6dI.js";
import { r as tryFileLock, t as replaceFile } from "./replace-file-DMPzMh5K.js";
// src/hub/config/config-json-schema.ts
function configJSONSchema() {
	return {
		$schema: "http://json-schema.org/draft-07/schema#",
		title: "operations.config",
		...JSON.parse(JSON.stringify(HubConfigSchema))
	};
}
// src/hub/approvals/ask-caller.ts
const LONGEST_INPUT$1 = 2e3;
async function askCaller(request) {
	const { onElicitation, signal } = request.context;
	if (onElicitation === void 0) return {
		approved: false,
		reason: "it needs an approval, and the caller's client takes no questions."
	};
	try {
		return await confirmByCaller(request, onElicitation, signal);
	} catch (error) {
		signal.throwIfAborted();
		if (error instanceof CallError) return {
			approved: false,
			reason: error.message
		};
		throw error;
	}
}
async function confirmByCaller({ id, input }, elicit, signal) {
	const { action, content } = await elicit({
		mode: "form",
		message: `Run ${id} with ${shorten(JSON.stringify(encodeData(input)) ?? "no input")}?`,
		requestedSchema
	}, { signal });
	if (action === "accept" && content?.["approve"] === true) return { approved: true };
	return {
		approved: false,
		reason: REFUSALS[action]
	};
}
function shorten(text) {
	const hidden = text.length - LONGEST_INPUT$1;
	return hidden <= 0 ? text : `${text.slice(0, LONGEST_INPUT$1)}… and ${hidden} more characters`;
}
const requestedSchema = {
	type: "object",
	properties: { approve: {
		type: "boolean",
		title: "Approve",
		default: false
	} },
	required: ["approve"]
};
const REFUSALS = {
	accept: "the answer at the caller's client was no.",
	decline: "it was declined at the caller's client.",
	cancel: "the question was closed at the caller's client without an answer."
};
// src/hub/access/hub-key.ts
const KEY_PATTERN = /^[\w-]{32,200}$/;
async function loadOrMakeKey(folder) {
	const file = node.path.join(folder, "key");
	try {
		return await loadOrMakeSecret(file);
	} catch (cause) {
		const message = `The hub's key can't be stored in ${file}: ${messageOf(cause)}. Set XDG_STATE_HOME to a writable folder, or set serve.keys in the config.`;
		throw new CallError("EXECUTION_ERROR", message, void 0, { cause });
	}
}
async function loadOrMakeSecret(file) {
	return await readKey(file) ?? await makeKey$1(file);
}
async function readKey(file) {
	const text = await node.files.readFile(file, "utf8").catch((error) => {
		if (error.code === "ENOENT") return void 0;
		throw error;
	});
	if (text === void 0) return void 0;
	const key = text.trim();
	if (!KEY_PATTERN.test(key)) throw new Error("it holds no key; delete it, and the next start makes a new one");
	await node.files.chmod(file, 384);
	return {
		key,
		file,
		isNew: false
	};
}
async function makeFolder(folder) {
	try {
		await node.files.mkdir(folder, { mode: 448 });
	} catch (error) {
		const { code } = error;
		if (code === "EEXIST") return;
		const around = node.path.dirname(folder);
		if (code !== "ENOENT" || around === folder) throw error;
		await makeFolder(around);
		await node.files.mkdir(folder, { mode: 448 });
	}
}
async function makeKey$1(file) {
	await makeFolder(node.path.dirname(file));
	const key = `op_${node.crypto.randomBytes(32).toString("base64url")}`;
	const draft = `${file}.${process.pid}.${node.crypto.randomBytes(4).toString("hex")}`;
	try {
		await node.files.writeFile(draft, `${key}\n`, {
			mode: 384,
			flag: "wx"
		});
		await node.files.link(draft, file);
		return {
			key,
			file,
			isNew: true
		};
	} catch (error) {
		const other = error.code === "EEXIST" ? await readKey(file) : void 0;
		if (other === void 0) throw error;
		return other;
	} finally {
		await node.files.rm(draft, { force: true });
	}
}
// src/hub/approvals/person-code.ts
const FILE = "person";
async function loadPersonCode(folder = defaultStateFolder()) {
	const { key } = await loadOrMakeSecret(node.path.join(folder, FILE));
	return key;
}
async function showsPersonCode({ headers }, folder) {
	const given = headers.get("operation-person");
	if (given === null) return false;
	const text = await node.files.readFile(node.path.join(folder, FILE), "utf8").catch(() => "");
	return text.trim() !== "" && isSameText(text.trim(), given);
}
function isSameText(one, other) {
	const [first, second] = [one, other].map((text) => node.crypto.createHash("sha256").update(text).digest());
	return node.crypto.timingSafeEqual(first, second);
}
// src/hub/observe/create-log.ts
async function createLog(options) {
	const { level = "info", redactor, to = process.stderr, keep } = options;
	const { format = options.to === void 0 && process.stderr.isTTY ? "pretty" : "json" } = options;
	const { pino } = await import("pino");
	const logger = pino({
		level,
		base: null,
		timestamp: pino.stdTimeFunctions.isoTime
	}, { write(line) {
		const safe = redactor.redact(line);
		to.write(format === "json" ? safe : prettyLine(safe));
		keep?.write(safe);
	} });
	return (at, message, fields = {}) => logger[at](fields, message);
}
function failureLevel(error) {
	return error instanceof CallError && !error.unexpected ? "debug" : "error";
}
const LEVELS = {
	10: "trace",
	20: "debug",
	30: "info",
	40: "warn",
	50: "error"
};
function prettyLine(line) {
	try {
		const { level, time, msg, ...fields } = JSON.parse(line);
		const shown = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
		return `${escapeControls([
			time.slice(11, 19),
			LEVELS[level] ?? "fatal",
			msg,
			...shown
		].join(" "))}\n`;
	} catch {
		return line;
	}
}
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
function escapeControls(text) {
	return text.replaceAll(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
// src/hub/create-hub-log.ts
async function createHubLog(loaded, options) {
	return (await openHubLog(loaded, options)).log;
}
async function openHubLog(loaded, { level, to, keep } = {}) {
	const redactor = new Redactor();
	redactor.add(secretsOf(loaded));
	return {
		log: await createLog({
			...loaded.config.log,
			...level === void 0 ? {} : { level },
			to,
			keep,
			redactor
		}),
		redactor
	};
}
// src/hub/observe/observe-calls.ts
const MOST_WAITING = 500;
var EndedCalls = class {
	#waiting = [];
	#onFull;
	#now;
	constructor(onFull, now) {
		this.#onFull = onFull;
		this.#now = now;
	}
	observe = ({ id, spec: { type }, context }) => {
		return ({ code, error, durationMs }) => {
			const { identity, requestId, parentRequestId } = context;
			const at = this.#now();
			this.#waiting.push({
				id,
				type,
				identity,
				requestId,
				parentRequestId,
				at,
				code,
				error,
				durationMs
			});
			if (this.#waiting.length >= MOST_WAITING) this.#onFull();
		};
	};
	take() {
		const taken = this.#waiting;
		if (taken.length > 0) this.#waiting = [];
		return taken;
	}
};
function observeCalls(observers) {
	return (call, next) => {
		const start = performance.now();
		const listeners = observers.map((observe) => observe(call));
		let hasEnded = false;
		let stopListening;
		const end = (how) => {
			if (hasEnded) return;
			hasEnded = true;
			stopListening?.();
			const error = how.kind === "failed" ? how.error : void 0;
			const durationMs = performance.now() - start;
			for (const tell of listeners) tell({
				code: failureCode(how) ?? "OK",
				error,
				durationMs
			});
		};
		stopListening = onCancel(call, (error) => end({
			kind: "failed",
			error
		}));
		return watchCall(next, end);
	};
}
function onCancel({ spec, context }, listener) {
	if (spec.type === OperationType.SUBSCRIPTION || !(context instanceof CallScope)) return void 0;
	return context.cancellation?.onCancel(listener);
}
// src/hub/activity/durations.ts
const SHORTEST = .25;
const BINS = 44;
var Durations = class {
	#counts = new Uint32Array(BINS);
	#total = 0;
	add(ms) {
		const bin = ms <= SHORTEST ? 0 : Math.min(43, Math.ceil(2 * Math.log2(ms / SHORTEST)));
		this.#counts[bin] = this.#counts[bin] + 1;
		this.#total++;
	}
	addAll(other) {
		for (const [bin, count] of other.#counts.entries()) this.#counts[bin] = this.#counts[bin] + count;
		this.#total += other.#total;
	}
	quantile(part) {
		if (this.#total === 0) return null;
		let left = Math.ceil(part * this.#total);
		let bin = -1;
		while (left > 0) left -= this.#counts[++bin];
		return Number((SHORTEST * 2 ** (bin / 2 - 1 / 4)).toPrecision(2));
	}
};
// src/hub/activity/recent-calls.ts
const MOST_KEPT = 500;
const MOST_SHOWN$2 = 20;
const LONGEST_ID$1 = 200;
const LONGEST_MESSAGE = 500;
var RecentCalls = class {
	#all = new Ring();
	#failed = new Ring();
	add({ id, identity, requestId, parentRequestId, at, code, error, durationMs }) {
		if (parentRequestId !== void 0) return;
		const message = error && toRemoteError(error, { declared: void 0 }).message;
		const call = {
			requestId: requestId.slice(0, LONGEST_ID$1),
			operationId: id,
			caller: identity?.id ?? null,
			at: new Date(at).toISOString(),
			durationMs: Math.round(durationMs * 1e3) / 1e3,
			code,
			...message === void 0 ? {} : { message: message.slice(0, LONGEST_MESSAGE) }
		};
		const kept = {
			owner: identity && identityKey(identity),
			call
		};
		this.#all.add(kept);
		if (code !== "OK") this.#failed.add(kept);
	}
	list(which, viewer, all) {
		const owner = identityKey(viewer);
		const shown = [];
		for (const kept of (which === "all" ? this.#all : this.#failed).newestFirst()) {
			if (shown.length === MOST_SHOWN$2) break;
			const { message: _, ...others } = kept.call;
			if (kept.owner === owner) shown.push(kept.call);
			else if (all) shown.push(others);
		}
		return shown;
	}
};
var Ring = class {
	#kept = [];
	#next = 0;
	add(kept) {
		this.#kept[this.#next] = kept;
		this.#next = (this.#next + 1) % MOST_KEPT;
	}
	*newestFirst() {
		const { length } = this.#kept;
		for (let back = 1; back <= length; back++) yield this.#kept[(this.#next - back + length) % length];
	}
};
// src/hub/activity/call-activity.ts
const MINUTE = 6e4;
const MINUTES = 60;
const MOST_OPERATIONS$1 = 200;
const MOST_SHOWN$1 = 20;
const OTHER$1 = "other";
var Numbers = class {
	calls = 0;
	errors = 0;
	durations = new Durations();
	add(isError, durationMs) {
		this.calls++;
		if (isError) this.errors++;
		if (durationMs !== void 0) this.durations.add(durationMs);
	}
	addAll({ calls, errors, durations }) {
		this.calls += calls;
		this.errors += errors;
		this.durations.addAll(durations);
	}
	get shown() {
		const { calls, errors, durations } = this;
		return {
			calls,
			errors,
			p50: durations.quantile(.5),
			p99: durations.quantile(.99)
		};
	}
};
var CallActivity = class {
	#now;
	#ended;
	#minutes = [];
	#recent = new RecentCalls();
	#changes = 0;
	constructor(now = Date.now) {
		this.#now = now;
		this.#ended = new EndedCalls(() => this.#count(), now);
	}
	get observe() {
		return this.#ended.observe;
	}
	get version() {
		this.#count();
		return `${this.#changes} ${Math.floor(this.#now() / MINUTE)}`;
	}
	hour() {
		this.#count();
		const last = Math.floor(this.#now() / MINUTE);
		const total = new Numbers();
		const operations = /* @__PURE__ */ new Map();
		const minutes = [];
		for (let minute = last - MINUTES + 1; minute <= last; minute++) {
			const found = this.#minutes[minute % MINUTES];
			const kept = found?.minute === minute ? found : void 0;
			minutes.push(kept?.all.shown ?? NONE);
			if (kept === void 0) continue;
			total.addAll(kept.all);
			for (const [id, numbers] of kept.operations) numbersOf(operations, id).addAll(numbers);
		}
		const most = Array.from(operations).sort(([, one], [, other]) => other.calls - one.calls);
		return {
			total: total.shown,
			minutes,
			operations: most.slice(0, MOST_SHOWN$1).map(([operationId, numbers]) => ({
				operationId,
				...numbers.shown
			}))
		};
	}
	recent(viewer, all) {
		this.#count();
		return {
			recent: this.#recent.list("all", viewer, all),
			failed: this.#recent.list("failed", viewer, all)
		};
	}
	#count() {
		for (const call of this.#ended.take()) {
			const { all, operations } = this.#at(Math.floor(call.at / MINUTE));
			const isError = call.code !== "OK";
			const durationMs = call.type === OperationType.SUBSCRIPTION ? void 0 : call.durationMs;
			all.add(isError, durationMs);
			numbersOf(operations, call.id).add(isError, durationMs);
			this.#recent.add(call);
			this.#changes++;
		}
	}
	#at(minute) {
		const slot = minute % MINUTES;
		const found = this.#minutes[slot];
		if (found?.minute === minute) return found;
		return this.#minutes[slot] = {
			minute,
			all: new Numbers(),
			operations: /* @__PURE__ */ new Map()
		};
	}
};
const NONE = {
	calls: 0,
	errors: 0,
	p50: null,
	p99: null
};
function numbersOf(operations, id) {
	let numbers = operations.get(id);
	if (numbers !== void 0) return numbers;
	const label = operations.size < MOST_OPERATIONS$1 ? id : OTHER$1;
	numbers = operations.get(label);
	if (numbers === void 0) operations.set(label, numbers = new Numbers());
	return numbers;
}
// src/hub/observe/line-file.ts
const PAUSE = 10;
const WORTH_WRITING = 65536;
var LineFile = class LineFile {
	#options;
	#worthWriting;
	#handle;
	#waiting = [];
	#waitingBytes = 0;
	#work;
	#pauseTimer;
	#retryTimer;
	#isFailing = false;
	#isClosed = false;
	constructor(options, handle) {
		this.#options = options;
		this.#handle = handle;
		this.#worthWriting = Math.min(WORTH_WRITING, options.maxBuffered / 2);
	}
	static async open(options) {
		return new LineFile(options, await openWhole(options));
	}
	get isFailing() {
		return this.#isFailing;
	}
	get hasRoom() {
		return this.#waitingBytes <= this.#options.maxBuffered;
	}
	add(text) {
		const line = `${text}\n`;
		this.#waiting.push(line);
		this.#waitingBytes += Buffer.byteLength(line);
		const mayWait = this.#pauseTimer !== void 0 && this.#waitingBytes < this.#worthWriting;
		if (!this.#isFailing && !mayWait) this.#start();
	}
	async reopen() {
		await this.#work;
		const fresh = await openWhole(this.#options);
		if (this.#isClosed) return await fresh.close();
		const old = this.#handle;
		this.#handle = fresh;
		await old.close();
		if (!this.#isClosed) this.#start();
		await this.#work;
	}
	async close() {
		this.#isClosed = true;
		clearTimeout(this.#retryTimer);
		await this.#work;
		this.#start();
		await this.#work;
		await this.#handle.close();
		return this.#waiting.length;
	}
	#start() {
		this.#work ??= this.#flush().finally(() => this.#work = void 0);
	}
	async #flush() {
		clearTimeout(this.#pauseTimer);
		this.#pauseTimer = void 0;
		while (this.#waiting.length > 0) {
			const lines = this.#waiting;
			const { failure, whole } = await appendLines(this.#handle, lines);
			for (const line of lines.splice(0, whole)) this.#waitingBytes -= Buffer.byteLength(line);
			this.#isFailing = failure !== void 0;
			if (failure !== void 0) {
				this.#options.onError?.(failure);
				return this.#retryLater();
			}
			if (!this.#isClosed && this.#waitingBytes < this.#worthWriting) return this.#pause();
		}
	}
	#pause() {
		this.#pauseTimer = setTimeout(() => this.#start(), PAUSE);
	}
	#retryLater() {
		if (this.#isClosed) return;
		clearTimeout(this.#retryTimer);
		this.#retryTimer = setTimeout(() => {
			this.reopen().catch((error) => {
				this.#options.onError?.(error);
				this.#retryLater();
			});
		}, this.#options.retryMs);
		this.#retryTimer.unref();
	}
};
async function appendLines(handle, lines) {
	const count = lines.length;
	const bytes = Buffer.from(lines.join(""));
	let written = 0;
	try {
		while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
		return { whole: count };
	} catch (failure) {
		let whole = 0;
		let end = 0;
		for (const line of lines) {
			const next = end + Buffer.byteLength(line);
			if (next > written) break;
			end = next;
			whole++;
		}
		if (written > end) {
			const { size } = await handle.stat();
			await handle.truncate(Math.max(0, size - (written - end)));
		}
		return {
			whole,
			failure
		};
	}
}
async function openWhole({ file, open = openToAppend }) {
	const handle = await open(file);
	try {
		const { size } = await handle.stat();
		const end = size === 0 ? 0 : await endOfLastLine(file, size);
		if (end < size) await handle.truncate(end);
		return handle;
	} catch (error) {
		await handle.close();
		throw error;
	}
}
const NEWLINE = 10;
const PIECE = 65536;
async function endOfLastLine(file, size) {
	const reader = await process.getBuiltinModule("node:fs/promises").open(file, "r");
	try {
		const buffer = new Uint8Array(PIECE);
		for (let end = size; end > 0;) {
			const start = Math.max(0, end - PIECE);
			const { bytesRead } = await reader.read(buffer, 0, end - start, start);
			const newline = buffer.lastIndexOf(NEWLINE, bytesRead - 1);
			if (newline !== -1) return start + newline + 1;
			end = start;
		}
		return 0;
	} finally {
		await reader.close();
	}
}
function openToAppend(file) {
	return process.getBuiltinModule("node:fs/promises").open(file, "a", 384);
}
// src/hub/observe/audit.ts
const MAX_BUFFERED = 8388608;
const LONGEST_INPUT = 65536;
const RETRY = 1e3;
var AuditLog = class AuditLog {
	#file;
	#inputs;
	#counters;
	#dropped = 0;
	constructor(file, { inputs = false }, counters) {
		this.#file = file;
		this.#inputs = inputs;
		this.#counters = counters;
	}
	static async open(options) {
		const { file, open, maxBuffered = MAX_BUFFERED, retryMs = RETRY } = options;
		const counters = {
			missing: 0,
			failures: 0
		};
		const onError = (error) => {
			counters.failures++;
			options.onError?.(error);
		};
		return new AuditLog(await LineFile.open({
			file,
			open,
			maxBuffered,
			retryMs,
			onError
		}), options, counters);
	}
	get counters() {
		return this.#counters;
	}
	observe = (call) => {
		const time = (/* @__PURE__ */ new Date()).toISOString();
		return ({ code, error, durationMs }) => {
			const { requestId, parentRequestId, identity } = call.context;
			this.write({
				time,
				identity: identity?.id ?? null,
				issuer: identity?.issuer,
				operation: call.id,
				type: call.spec.type,
				deprecated: (call.spec.deprecated ?? false) === false ? void 0 : true,
				requestId,
				parentRequestId,
				durationMs: Math.round(durationMs * 1e3) / 1e3,
				outcome: code,
				phase: error?.phase,
				input: this.#inputs ? inputOf(call) : void 0
			});
		};
	};
	require = (_call, next) => {
		if (!this.#file.isFailing && this.#file.hasRoom) return next();
		throw new CallError("OVERLOADED", "The audit can't be written, and no call runs without it (audit.required).");
	};
	async reopen() {
		await this.#file.reopen();
	}
	async close() {
		if (this.#dropped > 0) this.#add({ time: (/* @__PURE__ */ new Date()).toISOString() });
		this.#counters.missing += await this.#file.close();
	}
	write(line) {
		if (this.#file.hasRoom) return this.#add(line);
		this.#dropped++;
		this.#counters.missing++;
	}
	#add(line) {
		this.#file.add(JSON.stringify(this.#dropped === 0 ? line : {
			...line,
			droppedBefore: this.#dropped
		}));
		this.#dropped = 0;
	}
};
function inputOf({ input }) {
	try {
		const text = JSON.stringify(input);
		if (text === void 0 || text.length <= LONGEST_INPUT) return input;
		return {
			$cut: text.slice(0, LONGEST_INPUT),
			length: text.length
		};
	} catch (thrown) {
		return { $unwritable: messageOf(thrown) };
	}
}
// src/hub/observe/access-metrics.ts
function renderAccess(text, { credentials, keyFile, certificate }) {
	if (credentials !== void 0) renderCredentials(text, credentials);
	if (keyFile !== void 0) renderKeyFile(text, keyFile);
	if (certificate !== void 0) renderCertificate(text, certificate);
}
function renderCredentials(text, { refused, unchecked }) {
	text.family("operations_credentials_refused_total", "counter", "Keys and tokens that were refused: not valid, or not checked because their address failed too often.");
	text.sample({ reason: "invalid" }, refused);
	text.sample({ reason: "unchecked" }, unchecked);
}
function renderKeyFile(text, { active, expired, isBroken, failures }) {
	text.family("operations_keys", "gauge", "Keys in the key file, by state.");
	text.sample({ state: "active" }, active);
	text.sample({ state: "expired" }, expired);
	text.family("operations_key_file_broken", "gauge", "Whether the key file can't be read, so that its keys stay as they were: 1 or 0.");
	text.sample({}, isBroken ? 1 : 0);
	text.family("operations_key_file_failures_total", "counter", "Changes of the key file that could not be read.");
	text.sample({}, failures);
}
function renderCertificate(text, { expiresAt, isBroken }) {
	text.family("operations_certificate_expiry_time_seconds", "gauge", "When the certificate in use expires, in seconds since the epoch.");
	text.sample({}, Math.round(expiresAt / 1e3));
	text.family("operations_certificate_broken", "gauge", "Whether the certificate's files can't be used, so that the old one stays: 1 or 0.");
	text.sample({}, isBroken ? 1 : 0);
}
// src/hub/observe/prometheus-text.ts
const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
var PrometheusText = class {
	#lines = [];
	#name = "";
	family(name, type, help) {
		this.#name = name;
		this.#lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
	}
	sample(labels, value, suffix = "") {
		const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escape(text)}"`);
		const shown = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
		this.#lines.push(`${this.#name}${suffix}${shown} ${value}`);
	}
	toString() {
		return `${this.#lines.join("\n")}\n`;
	}
};
function escape(text) {
	return text.replaceAll("\\", "\\\\").replaceAll("\"", String.raw`\"`).replaceAll("\n", String.raw`\n`);
}
// src/hub/observe/metrics.ts
const BUCKETS = [
	.001,
	.0025,
	.005,
	.01,
	.025,
	.05,
	.1,
	.25,
	.5,
	1,
	2.5,
	5,
	10,
	30
];
const MOST_OPERATIONS = 1e3;
const MOST_CODES = 50;
const OTHER = "other";
const SOURCE_STATES = [
	"connecting",
	"ready",
	"failed",
	"closed"
];
const PHASES = [
	"queue",
	"checks",
	"upstream",
	"write"
];
var OperationMetrics = class {
	phases;
	byCode = /* @__PURE__ */ new Map();
	buckets = BUCKETS.map(() => 0);
	seconds = 0;
	timed = 0;
	deprecated = 0;
	count(code) {
		this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
	}
	time(seconds) {
		this.seconds += seconds;
		this.timed++;
		const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
		if (bucket !== -1) this.buckets[bucket] = this.buckets[bucket] + 1;
	}
};
var CallMetrics = class {
	#operations = /* @__PURE__ */ new Map();
	#codes = /* @__PURE__ */ new Set();
	#maxOperations;
	#stripped;
	#inFlight = 0;
	constructor({ maxOperations = MOST_OPERATIONS, stripped = () => [] } = {}) {
		this.#maxOperations = maxOperations;
		this.#stripped = stripped;
	}
	observe = (call) => {
		this.#inFlight++;
		return ({ code, durationMs }) => {
			this.#inFlight--;
			const metrics = this.#of(call.id);
			metrics.count(this.#codeLabel(code));
			const { deprecated = false } = call.spec;
			if (deprecated !== false) metrics.deprecated++;
			if (call.spec.type !== OperationType.SUBSCRIPTION) metrics.time(durationMs / 1e3);
		};
	};
	observeTimes = ({ operationId, queueMs, checksMs, upstreamMs, writeMs }) => {
		const phases = this.#of(operationId).phases ??= {
			queue: 0,
			checks: 0,
			upstream: 0,
			write: 0
		};
		phases.queue += queueMs / 1e3;
		phases.checks += checksMs / 1e3;
		phases.upstream += upstreamMs / 1e3;
		phases.write += writeMs / 1e3;
	};
	get inFlight() {
		return this.#inFlight;
	}
	render({ sources = [], refusals = /* @__PURE__ */ new Map(), ...numbers } = {}) {
		const { waiting, audit, rateLimited, approvals, ...access } = numbers;
		const text = new PrometheusText();
		text.family("operations_calls_total", "counter", "Calls that ended, by operation and code; OK is a success.");
		for (const [operation, { byCode }] of this.#operations) for (const [code, count] of byCode) text.sample({
			operation,
			code
		}, count);
		text.family("operations_call_duration_seconds", "histogram", "How long calls took; streams are not timed.");
		for (const [operation, metrics] of this.#operations) this.#renderHistogram(text, operation, metrics);
		this.#renderPhases(text);
		text.family("operations_deprecated_calls_total", "counter", "Calls of deprecated operations that ended.");
		for (const [operation, { deprecated }] of this.#operations) if (deprecated > 0) text.sample({ operation }, deprecated);
		this.#renderStripped(text);
		text.family("operations_calls_in_flight", "gauge", "Calls and streams in flight.");
		text.sample({}, this.#inFlight);
		this.#renderSources(text, sources);
		text.family("operations_connections_refused_total", "counter", "Refused connections, by interface.");
		for (const [name, count] of refusals) text.sample({ interface: name }, count);
		if (waiting !== void 0) this.#renderWaiting(text, waiting);
		if (audit !== void 0) this.#renderAudit(text, audit);
		if (rateLimited !== void 0) {
			text.family("operations_rate_limited_total", "counter", "Calls refused by a rate limit, by its name.");
			for (const [limit, count] of rateLimited) text.sample({ limit }, count);
		}
		if (approvals !== void 0) {
			text.family("operations_approvals_pending", "gauge", "Calls that wait for an approval.");
			text.sample({}, approvals.size);
			text.family("operations_approvals_total", "counter", "Calls that waited for an approval, by outcome.");
			for (const [outcome, count] of approvals.ended) text.sample({ outcome }, count);
		}
		renderAccess(text, access);
		text.family("process_resident_memory_bytes", "gauge", "Resident memory of the process.");
		text.sample({}, process.memoryUsage.rss());
		text.family("process_start_time_seconds", "gauge", "When the process started, in seconds since the epoch.");
		text.sample({}, Math.round(performance.timeOrigin / 1e3));
		return text.toString();
	}
	#renderHistogram(text, operation, { buckets, seconds, timed }) {
		if (timed === 0) return;
		let sum = 0;
		for (const [index, bound] of BUCKETS.entries()) {
			sum += buckets[index];
			text.sample({
				operation,
				le: String(bound)
			}, sum, "_bucket");
		}
		text.sample({
			operation,
			le: "+Inf"
		}, timed, "_bucket");
		text.sample({ operation }, seconds, "_sum");
		text.sample({ operation }, timed, "_count");
	}
	#renderStripped(text) {
		const counts = /* @__PURE__ */ new Map();
		for (const [id, count] of this.#stripped()) {
			const label = this.#operations.has(id) ? id : OTHER;
			if (count > 0) counts.set(label, (counts.get(label) ?? 0) + count);
		}
		text.family("operations_stripped_members_total", "counter", "Members left out of results, because the output schema does not name them.");
		for (const [operation, count] of counts) text.sample({ operation }, count);
	}
	#renderWaiting(text, { total, cutOff }) {
		text.family("operations_waiting_bytes", "gauge", "Bytes that wait for clients to read them, or to send the rest.");
		text.sample({}, total);
		text.family("operations_connections_cut_off_total", "counter", "Connections cut off because of waiting bytes.");
		for (const [reason, count] of Object.entries(cutOff)) text.sample({ reason }, count);
	}
	#renderAudit(text, { missing, failures }) {
		text.family("operations_audit_missing_total", "counter", "Calls that are missing in the audit.");
		text.sample({}, missing);
		text.family("operations_audit_failures_total", "counter", "Writes to the audit that failed.");
		text.sample({}, failures);
	}
	#renderSources(text, sources) {
		text.family("operations_source_state", "gauge", "1 for the state that a source is in.");
		for (const { name: source, kind, state } of sources) for (const each of SOURCE_STATES) text.sample({
			source,
			kind,
			state: each
		}, each === state ? 1 : 0);
		text.family("operations_source_operations", "gauge", "Operations of a source that can be called.");
		for (const { name: source, kind, operations } of sources) text.sample({
			source,
			kind
		}, operations);
		text.family("operations_source_quarantined", "gauge", "Operations of a source that operations.lock holds back: they are new, or have changed.");
		for (const { name: source, kind, quarantined } of sources) if (quarantined !== void 0) text.sample({
			source,
			kind
		}, quarantined);
		const isolated = sources.flatMap(({ name: source, sessions }) => sessions === void 0 ? [] : {
			source,
			sessions
		});
		if (isolated.length > 0) this.#renderSessions(text, isolated);
	}
	#renderSessions(text, isolated) {
		text.family("operations_source_sessions", "gauge", "Sessions that callers have of their own with a source.");
		for (const { source, sessions } of isolated) text.sample({ source }, sessions.running);
		text.family("operations_source_sessions_started_total", "counter", "Such sessions that have begun.");
		for (const { source, sessions } of isolated) text.sample({ source }, sessions.started);
		text.family("operations_source_sessions_refused_total", "counter", "Calls refused because a source had no room for another session.");
		for (const { source, sessions } of isolated) text.sample({ source }, sessions.refused);
	}
	#renderPhases(text) {
		text.family("operations_http_call_phase_seconds_total", "counter", "Seconds that calls over HTTP spent waiting, being checked, in their handlers, and being written.");
		for (const [operation, { phases }] of this.#operations) {
			if (phases === void 0) continue;
			for (const phase of PHASES) text.sample({
				operation,
				phase
			}, phases[phase]);
		}
	}
	#of(id) {
		let metrics = this.#operations.get(id);
		if (metrics !== void 0) return metrics;
		const label = this.#operations.size < this.#maxOperations ? id : OTHER;
		metrics = this.#operations.get(label);
		if (metrics === void 0) this.#operations.set(label, metrics = new OperationMetrics());
		return metrics;
	}
	#codeLabel(code) {
		if (this.#codes.has(code)) return code;
		if (this.#codes.size >= MOST_CODES || code.length > 64) return OTHER;
		this.#codes.add(code);
		return code;
	}
};
// src/hub/observe/timeline.ts
const DEFAULT_SIZE = 1e4;
const MOST_SHOWN = 1e3;
const LONGEST_ID = 200;
var Timeline = class {
	#size;
	#calls = [];
	#next = 0;
	constructor(size = DEFAULT_SIZE) {
		this.#size = size;
	}
	get size() {
		return this.#calls.length;
	}
	observe = ({ id, context }) => {
		const { identity, requestId, parentRequestId } = context;
		if (identity === void 0 || requestId.length > LONGEST_ID) return () => void 0;
		const recorded = {
			identity,
			requestId,
			parentRequestId: parentRequestId?.slice(0, LONGEST_ID),
			operationId: id,
			startedAt: Date.now(),
			end: void 0
		};
		this.#calls[this.#next] = recorded;
		this.#next = (this.#next + 1) % this.#size;
		return (end) => {
			recorded.end = end;
		};
	};
	find(requestId, identity) {
		const owner = identityKey(identity);
		const own = [...this.#calls.slice(this.#next), ...this.#calls.slice(0, this.#next)].filter((call) => identityKey(call.identity) === owner);
		const below = byParent(own);
		const found = new Set(own.filter((call) => call.requestId === requestId));
		for (const call of found) {
			if (found.size >= MOST_SHOWN) break;
			for (const child of below.get(call.requestId) ?? []) found.add(child);
		}
		return own.filter((call) => found.has(call)).slice(0, MOST_SHOWN).map(toShown);
	}
};
function byParent(calls) {
	const groups = /* @__PURE__ */ new Map();
	for (const call of calls) {
		if (call.parentRequestId === void 0) continue;
		const group = groups.get(call.parentRequestId);
		if (group === void 0) groups.set(call.parentRequestId, [call]);
		else group.push(call);
	}
	return groups;
}
function toShown({ requestId, parentRequestId, operationId, startedAt, end }) {
	const error = end?.error && toRemoteError(end.error, { declared: void 0 });
	return {
		requestId,
		...parentRequestId === void 0 ? {} : { parentRequestId },
		operationId,
		startedAt: new Date(startedAt).toISOString(),
		...end === void 0 ? {} : { durationMs: Math.round(end.durationMs * 1e3) / 1e3 },
		...error === void 0 ? {} : { error: {
			code: error.code,
			message: error.message
		} }
	};
}
// src/hub/observe/tracing.ts
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
async function loadTracing(name = "operations") {
	const api = await import("@opentelemetry/api").catch(() => void 0);
	return api === void 0 ? void 0 : tracing(api, name);
}
function tracing(api, name = "operations") {
	const tracer = api.trace.getTracer(name);
	const none = new api.ProxyTracerProvider().getDelegate();
	const hasSDK = () => {
		const provider = api.trace.getTracerProvider();
		return !(provider instanceof api.ProxyTracerProvider) || provider.getDelegate() !== none;
	};
	return (call, next) => {
		if (tracer instanceof api.ProxyTracer && !hasSDK()) return next();
		const above = parentContext(api, call);
		const kind = call.parent === void 0 ? api.SpanKind.SERVER : api.SpanKind.INTERNAL;
		const span = tracer.startSpan(call.id, { kind }, above);
		const own = span.spanContext();
		if (!api.isSpanContextValid(own) || own.spanId === api.trace.getSpanContext(above)?.spanId) return next();
		if (span.isRecording()) span.setAttributes(attributesOf(call));
		call.continueTrace(toTrace(own));
		return api.context.with(api.trace.setSpan(above, span), () => watchCall(next, (end) => endSpan(api, span, end)));
	};
}
function parentContext(api, { context }) {
	const parent = fromTrace(api, context.trace);
	return parent === void 0 ? api.context.active() : api.trace.setSpanContext(api.context.active(), parent);
}
function attributesOf({ id, spec, context }) {
	return {
		"operation.id": id,
		"operation.type": spec.type === OperationType.SUBSCRIPTION ? "subscription" : spec.type.toLowerCase(),
		"operation.request_id": context.requestId,
		...spec.origin === void 0 ? {} : { "operation.source": spec.origin.source },
		...context.identity === void 0 ? {} : { "enduser.id": context.identity.id },
		...context.identity?.issuer === void 0 ? {} : { "enduser.issuer": context.identity.issuer }
	};
}
function endSpan(api, span, end) {
	const failure = failureCode(end);
	if (failure !== void 0) {
		span.setAttribute("error.type", failure);
		span.setStatus({
			code: api.SpanStatusCode.ERROR,
			message: failure
		});
	}
	span.end();
}
function fromTrace(api, trace) {
	const [, traceId, spanId, flags] = TRACEPARENT.exec(trace?.traceparent ?? "") ?? [];
	if (traceId === void 0 || spanId === void 0 || flags === void 0) return void 0;
	const context = {
		traceId,
		spanId,
		traceFlags: Number.parseInt(flags, 16),
		isRemote: true
	};
	if (!api.isSpanContextValid(context)) return void 0;
	return trace?.tracestate === void 0 ? context : {
		...context,
		traceState: api.createTraceState(trace.tracestate)
	};
}
function toTrace({ traceId, spanId, traceFlags, traceState }) {
	const tracestate = traceState?.serialize();
	return {
		traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
		...tracestate === void 0 || tracestate === "" ? {} : { tracestate }
	};
}
// src/hub/hub-observers.ts
async function observeHub(registry, loaded, log) {
	const metrics = new CallMetrics({ stripped: () => strippedBy(registry) });
	const timeline = new Timeline();
	const activity = new CallActivity();
	const calls = new CallCounter();
	const audit = await openAudit(loaded, log);
	const tracing = await loadTracing();
	const stops = [
		...tracing === void 0 ? [] : [registry.use(tracing)],
		registry.use(observeCalls([
			calls.enter,
			metrics.observe,
			timeline.observe,
			activity.observe,
			...audit ? [audit.observe] : []
		])),
		...audit !== void 0 && loaded.config.audit?.required === true ? [registry.use(audit.require)] : [],
		...audit === void 0 ? [] : [reopenOnHangUp(audit, log)]
	];
	return {
		metrics,
		timeline,
		activity,
		calls,
		audit,
		async close() {
			for (const stop of stops) stop();
			await audit?.close();
		}
	};
}
function* strippedBy(registry) {
	for (const spec of registry.list()) {
		const id = operationId(spec);
		yield [id, registry.getStats(id)?.stripped ?? 0];
	}
}
async function openAudit({ config, folder = process.cwd() }, log) {
	if (config.audit === void 0) return void 0;
	const { file, inputs } = config.audit;
	const onError = (error) => log?.("error", "audit", { error: messageOf(error) });
	return await AuditLog.open({
		file: node.path.resolve(folder, file),
		inputs,
		onError
	});
}
function reopenOnHangUp(audit, log) {
	const reopen = () => void audit.reopen().catch((error) => log("error", "audit", { error: messageOf(error) }));
	process.on("SIGHUP", reopen);
	return () => void process.off("SIGHUP", reopen);
}
// src/hub/keys/key-file-path.ts
const DEFAULT_NAME = "operations.keys.json";
function keyFileOf({ config, file, folder = process.cwd() }) {
	const named = config.serve?.keysFile;
	if (named !== void 0) return node.path.resolve(folder, named);
	return file === void 0 ? void 0 : node.path.join(folder, DEFAULT_NAME);
}
// src/hub/keys/key-record.ts
const SCOPE = "^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$";
const TIME = "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$";
const time = () => String$1({ pattern: TIME });
const Record = _Object_({
	id: String$1({ pattern: "^[a-z0-9]{12}$" }),
	holder: String$1({ pattern: "^[^\\p{C}]{1,200}$" }),
	scopes: _Array_(String$1({
		pattern: SCOPE,
		maxLength: 200
	}), { maxItems: 1e3 }),
	note: Optional(String$1({ pattern: "^[^\\p{C}]{1,500}$" })),
	salt: String$1({ pattern: "^[0-9a-f]{32}$" }),
	sha256: String$1({ pattern: "^[0-9a-f]{64}$" }),
	createdAt: time(),
	expiresAt: Optional(time()),
	replacedBy: Optional(String$1())
}, { additionalProperties: false });
const File = _Object_({
	version: Literal(1),
	keys: _Array_(Record, { maxItems: 1e4 })
}, { additionalProperties: false });
const LARGEST_FILE = 16777216;
async function readKeyFile(file) {
	try {
		const { size } = await node.files.stat(file);
		if (size > LARGEST_FILE) throw new Error(`it has more than ${LARGEST_FILE} bytes`);
		return parseKeys(await node.files.readFile(file, "utf8"));
	} catch (cause) {
		if (cause.code === "ENOENT") return void 0;
		throw brokenFile(file, cause);
	}
}
function printKeys(keys) {
	return `${JSON.stringify({
		version: 1,
		keys
	}, void 0, 2)}\n`;
}
function parseKeys(text) {
	const file = JSON.parse(text);
	assertFits(File, file);
	const { keys } = file;
	if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error("two of its keys have the same id");
	return keys;
}
function checkRecord(record) {
	try {
		assertFits(Record, record);
		return record;
	} catch (thrown) {
		throw new CallError("VALIDATION_ERROR", `This can't be a key: ${messageOf(thrown)}.`);
	}
}
function assertFits(schema, value) {
	const [error] = collectErrors(schema, value, { limit: 1 });
	if (error !== void 0) throw new Error(`${error.path === "" ? "it" : error.path} ${error.message}`);
}
function brokenFile(file, cause) {
	return new CallError("EXECUTION_ERROR", `The keys in ${file} can't be read: ${messageOf(cause)}. Repair it, or move it away and add new keys.`, void 0, { cause });
}
// src/hub/access/named-callers.ts
function namesCallers({ serve }) {
	const { keys = [], jwt: byJWT, introspection: byIssuer, keysFile } = serve ?? {};
	return keys.length > 0 || byJWT !== void 0 || byIssuer !== void 0 || keysFile !== void 0;
}
// src/hub/access/config-warnings.ts
async function configWarnings(loaded) {
	const servers = Object.entries(loaded.config.mcpServers ?? {}).filter(([, server]) => isShared(server));
	if (servers.length === 0) return [];
	try {
		const callers = await knownCallers(loaded);
		const shared = servers.filter((server) => hasSeveralCallers(loaded, callers, server)).map(([name]) => name);
		if (shared.length === 0) return [];
		return [{
			sources: shared,
			message: `Several callers share one session with ${shared.join(", ")}: what one of them leaves there, the others may see. "isolation": "caller" gives each caller a session, with a process of its own.`
		}];
	} catch (thrown) {
		return [{
			sources: [],
			message: messageOf(thrown)
		}];
	}
}
function isShared({ disabled, login, isolation = "shared" }) {
	return disabled !== true && login !== "caller" && isolation === "shared";
}
async function knownCallers(loaded) {
	const { config } = loaded;
	const file = keyFileOf(loaded);
	const records = (file === void 0 ? void 0 : await readKeyFile(file)) ?? [];
	const now = Date.now();
	return [
		...config.serve?.keys ?? [],
		...namesCallers(config) ? [] : [{
			id: "owner",
			scopes: ["*"]
		}],
		...records.filter(({ expiresAt }) => expiresAt === void 0 || Date.parse(expiresAt) > now).map(({ holder, scopes }) => ({
			id: holder,
			scopes
		}))
	];
}
function hasSeveralCallers({ config: { serve = {} } }, callers, [name, server]) {
	const { jwt, identitySecret, publicOperations = [] } = serve;
	if (jwt !== void 0 || identitySecret !== void 0) return true;
	const isPublic = publicOperations.some((pattern) => mayMatch(pattern, server.namespace ?? name));
	return new Set(callers.filter((caller) => mayCall(caller, server)).map(({ id }) => id)).size + (isPublic ? 1 : 0) > 1;
}
function mayCall({ scopes = [CALL_SCOPE] }, server) {
	const { scopes: required = [], operations = {} } = server;
	const holds = (needed) => scopes.includes("*") || (needed.length > 0 ? needed : ["operations:call"]).every((scope) => scopes.includes(scope));
	return holds(required) || Object.values(operations).some((shape) => shape.scopes !== void 0 && holds(shape.scopes));
}
function mayMatch(pattern, namespace) {
	const start = `${namespace}.`;
	const [known = "", ...rest] = pattern.split("*");
	return known.startsWith(start) || rest.length > 0 && start.startsWith(known);
}
// src/hub/access/hub-rate-limits.ts
const WINDOWS = {
	second: 1e3,
	minute: 6e4,
	hour: 36e5,
	day: 864e5,
	week: 6048e5,
	month: 2592e6
};
const LOG_EVERY = 1e4;
async function openRateLimits({ config: { rateLimits } }, log) {
	if (rateLimits === void 0) return void 0;
	const { redis } = rateLimits;
	return new HubRateLimits(rateLimits, redis === void 0 ? new MemoryRateStore() : await redisRateStore({ url: redis }), log);
}
var HubRateLimits = class {
	refused = /* @__PURE__ */ new Map();
	#store;
	#log;
	#current;
	#loggedAt = -Infinity;
	constructor(config, store, log) {
		this.#store = store;
		this.#log = log;
		this.#current = this.#fromConfig(config);
	}
	middleware = (call, next) => this.#current(call, next);
	update(config) {
		this.#current = this.#fromConfig(config);
	}
	close() {
		this.#store.close?.();
	}
	#fromConfig({ rules = {} }) {
		return rateLimit({
			rules: Object.entries(rules).map(([name, rule]) => toRule(name, rule)),
			store: this.#store,
			onRefused: (name) => this.refused.set(name, (this.refused.get(name) ?? 0) + 1),
			onStoreError: (error) => this.#report(error)
		});
	}
	#report(error) {
		const now = performance.now();
		if (now - this.#loggedAt < LOG_EVERY) return;
		this.#loggedAt = now;
		this.#log?.("warn", "rate limits are counted in memory, because their store fails", { error: messageOf(error) });
	}
};
function toRule(name, rule) {
	const { calls, per, operations, callers, each = [] } = rule;
	const isCounted = operations === void 0 ? isFromOutside : toOperationTest(operations);
	const isCaller = callers === void 0 ? void 0 : matchesAny(callers);
	const keys = [each].flat().map(keyFunction);
	const [onlyKey] = keys.length === 1 ? keys : [];
	return {
		name,
		calls,
		windowMs: typeof per === "number" ? per : WINDOWS[per],
		keyBy(call) {
			if (!isCounted(call) || isCaller !== void 0 && !isCaller(call.context.identity?.id ?? "")) return void 0;
			return onlyKey === void 0 ? keys.map((keyOf) => keyOf(call)).join("\n") : onlyKey(call);
		}
	};
}
function isFromOutside({ parent }) {
	return parent === void 0 || isCodeRun(parent);
}
function toOperationTest(patterns) {
	const matches = matchesOperation(patterns);
	return ({ spec }) => matches(spec);
}
// src/hub/code/open-code-mode.ts
async function openCodeMode({ codeMode = false }, registry, search) {
	if (codeMode === false) return void 0;
	const { codeOperation } = await import("./code-operation-YSNca2Pw.js");
	const { lookUp } = await import("./code-lookup-BiRXeWkN.js");
	const { QuickJSExecutor } = await import("./quickjs-executor-DlpjsT7Q.js");
	const { scopes = [CALL_SCOPE], maxRuns, ...limits } = codeMode === true ? {} : codeMode;
	const executor = new QuickJSExecutor({ maxRuns });
	await executor.warmUp();
	const lookup = search && lookUp(registry, search);
	registry.register(codeOperation({
		registry,
		executor,
		limits,
		lookup,
		accessControl: { requiredScopes: scopes }
	}));
	return { close: () => executor.close() };
}
// src/hub/search/open-search.ts
async function openSearch(loaded, registry, options) {
	const { embedder: named } = mcpInterfaceOf(loaded.config);
	if (named === void 0) return void 0;
	const { openEmbedderSearch } = await import("./embedder-search-DavfnASI.js");
	return await openEmbedderSearch(loaded, registry, {
		...options,
		named
	});
}
// src/hub/interfaces/mcp-options.ts
function mcpOptions(config, sources) {
	const { searchAbove, toolNames, instructions, answerTokens } = mcpInterfaceOf(config);
	return {
		answerTokens,
		searchAbove: searchAbove === "never" ? Infinity : searchAbove,
		toolName: toolNames && namingOf(toolNames),
		instructions: (identity) => [instructions, sources.instructions(identity)].filter((text) => text !== void 0).join("\n\n") || void 0,
		serverLog: sources.onServerLog,
		callTimeout: config.serve?.limits?.callTimeout,
		maxSessions: config.serve?.limits?.mcpSessions
	};
}
function namingOf(names) {
	const rules = Object.entries(names).map(([pattern, name]) => ({
		fits: toNameTest(pattern),
		name
	}));
	return (spec) => {
		const id = operationId(spec);
		const wanted = rules.find(({ fits }) => fits(id))?.name ?? "{id}";
		const parts = {
			id,
			namespace: spec.namespace,
			name: spec.name
		};
		return wanted.replaceAll(/\{(\w+)\}/g, (whole, part) => parts[part] ?? whole);
	};
}
// src/hub/keys/key-secret.ts
const PATTERN = /^opk_([a-z0-9]{12})_[\w-]{43}$/;
const LENGTH = 60;
const ID_LETTERS = "abcdefghijklmnopqrstuvwxyz012345";
function makeKey() {
	const { randomBytes } = node.crypto;
	const id = Array.from(randomBytes(12), (byte) => ID_LETTERS[byte % 32]).join("");
	const key = `opk_${id}_${randomBytes(32).toString("base64url")}`;
	const salt = randomBytes(16).toString("hex");
	return {
		id,
		key,
		salt,
		sha256: sealOf(salt, key).toString("hex")
	};
}
function keyIdIn(text) {
	return text.length === LENGTH ? PATTERN.exec(text)?.[1] : void 0;
}
function sealOf(salt, key) {
	return node.crypto.hash("sha256", salt + key, "buffer");
}
// src/hub/files/follow-files.ts
const SETTLE = 100;
const POLL = 2e3;
function followFiles(paths, onChange) {
	const watchers = [...new Set(paths.map((path) => node.path.dirname(path)))].flatMap(watchFolder);
	let known = versionsOf(paths);
	let settling;
	const closed = new AbortController();
	let isBusy = false;
	const look = async () => {
		if (isBusy) return;
		isBusy = true;
		for (let found = versionsOf(paths); found !== known && !closed.signal.aborted; found = versionsOf(paths)) {
			known = found;
			await onChange();
		}
		isBusy = false;
	};
	for (const watcher of watchers) {
		watcher.on("error", () => watcher.close());
		watcher.on("change", () => {
			clearTimeout(settling);
			settling = setTimeout(() => void look(), SETTLE);
			settling.unref();
		});
	}
	const polling = setInterval(() => void look(), POLL);
	polling.unref();
	return () => {
		closed.abort();
		clearTimeout(settling);
		clearInterval(polling);
		for (const watcher of watchers) watcher.close();
	};
}
function watchFolder(folder) {
	try {
		return [node.fs.watch(folder, { persistent: false })];
	} catch {
		return [];
	}
}
function versionsOf(paths) {
	return paths.map(versionOf).join();
}
function versionOf(path) {
	try {
		const { ino, size, mtimeMs, ctimeMs } = node.fs.statSync(path);
		return [
			ino,
			size,
			mtimeMs,
			ctimeMs
		].join(" ");
	} catch {
		return "";
	}
}
// src/hub/keys/known-keys.ts
var KnownKeys = class {
	#keys;
	constructor(records) {
		this.#keys = new Map(records.map((record) => [record.id, toKnown(record)]));
	}
	identify(token) {
		const id = keyIdIn(token);
		const known = id === void 0 ? void 0 : this.#keys.get(id);
		if (known === void 0 || !node.crypto.timingSafeEqual(sealOf(known.salt, token), known.seal)) return void 0;
		return known.expiry !== void 0 && known.expiry.left <= 0 ? void 0 : known.identity;
	}
	get counts() {
		const all = [...this.#keys.values()];
		const active = all.filter(({ expiry }) => expiry === void 0 || expiry.left > 0).length;
		return {
			active,
			expired: all.length - active
		};
	}
};
function toKnown({ holder, scopes, salt, sha256, expiresAt }) {
	const at = expiresAt === void 0 ? void 0 : Date.parse(expiresAt);
	const identity = {
		id: holder,
		scopes: Object.freeze([...scopes]),
		...at !== void 0 && { expiresAt: at }
	};
	return {
		salt,
		seal: Buffer.from(sha256, "hex"),
		identity,
		expiry: at === void 0 ? void 0 : new Expiry(at)
	};
}
// src/hub/keys/watched-key.ts
async function watchKey(file, key, onEnd) {
	let keys = new KnownKeys([]);
	let timer;
	let identity;
	const end = () => {
		close();
		onEnd();
	};
	const look = () => {
		clearTimeout(timer);
		const found = keys.identify(key);
		if (found === void 0) return end();
		if (found.expiresAt === void 0) return;
		timer = setTimeout(look, Math.min(LONGEST_DELAY, Math.max(0, found.expiresAt - Date.now()) + 1));
		timer.unref();
	};
	const stop = followFiles([file], async () => {
		try {
			keys = new KnownKeys(await readKeyFile(file) ?? []);
		} catch {
			return;
		}
		if (identity !== void 0) look();
	});
	const close = () => {
		stop();
		clearTimeout(timer);
	};
	try {
		keys = new KnownKeys(await readKeyFile(file) ?? []);
	} catch (thrown) {
		close();
		throw thrown;
	}
	identity = keys.identify(key);
	if (identity === void 0) {
		close();
		return;
	}
	look();
	return {
		identity,
		close
	};
}
// src/hub/keys/hub-keys.ts
function openKeys(loaded) {
	const file = keyFileOf(loaded);
	if (file === void 0) throw new CallError("VALIDATION_ERROR", "This config has no file: set serve.keysFile in it.");
	return new FileKeys(file);
}
const DAY = 864e5;
const LONGEST_WAIT = 2e4;
var FileKeys = class {
	file;
	constructor(file) {
		this.file = file;
	}
	async list() {
		return (await readKeyFile(this.file) ?? []).map(toStatus);
	}
	async add({ holder, scopes = [CALL_SCOPE], expiresAt, note }) {
		const { key, ...seal } = makeKey();
		const record = newRecord({
			...seal,
			holder,
			scopes: [...scopes],
			...note !== void 0 && { note }
		}, expiresAt);
		await this.#change((keys) => [...keys, record]);
		return {
			...toStatus(record),
			key
		};
	}
	async rotate(named, { graceMs = DAY, expiresAt } = {}) {
		if (!(graceMs >= 0)) throw new CallError("VALIDATION_ERROR", `graceMs is ${graceMs}: give 0 or more.`);
		const { key, ...seal } = makeKey();
		const { next } = await this.#change((keys) => {
			const old = findKey(keys, named, ({ replacedBy }) => replacedBy === void 0);
			if (old.replacedBy !== void 0) {
				const message = `The key ${old.id} was replaced already: rotate ${old.replacedBy}, which follows it.`;
				throw new CallError("VALIDATION_ERROR", message);
			}
			const { holder, scopes, note } = old;
			const record = newRecord({
				...seal,
				holder,
				scopes,
				...note !== void 0 && { note }
			}, expiresAt ?? sameLife(old));
			const end = Math.min(Date.now() + graceMs, old.expiresAt === void 0 ? Infinity : Date.parse(old.expiresAt));
			const replaced = {
				...old,
				expiresAt: new Date(end).toISOString(),
				replacedBy: seal.id
			};
			return [...keys.map((each) => each === old ? replaced : each), record];
		});
		return {
			...toStatus(next.at(-1)),
			key
		};
	}
	async watch(key, onEnd) {
		return await watchKey(this.file, key, onEnd);
	}
	async revoke(named) {
		const { before, next } = await this.#change((keys) => {
			const gone = findKey(keys, named);
			return keys.filter((each) => each !== gone);
		});
		return toStatus(before.find((each) => !next.includes(each)));
	}
	async #change(change) {
		const lock = await lockFile(this.file);
		try {
			const before = await readKeyFile(this.file) ?? [];
			const next = change(before);
			await replaceFile(this.file, printKeys(next)).catch((cause) => {
				throw unwritable(this.file, cause);
			});
			return {
				before,
				next
			};
		} finally {
			await lock.release();
		}
	}
};
async function lockFile(file) {
	const { path } = node;
	const folder = path.join(path.dirname(file), `.${path.basename(file)}.lock`);
	const until = performance.now() + LONGEST_WAIT;
	for (;;) {
		const lock = await tryFileLock(folder).catch((cause) => {
			throw unwritable(file, cause);
		});
		if (lock !== void 0) return lock;
		if (performance.now() > until) throw new CallError("EXECUTION_ERROR", `Another program is writing ${file}, and does not end: try again.`);
		await delay(10 + Math.random() * 40);
	}
}
function newRecord(parts, expiresAt) {
	const now = Date.now();
	if (expiresAt !== void 0 && !(expiresAt.getTime() > now)) throw new CallError("VALIDATION_ERROR", "The key would have expired already: give a later time.");
	const end = expiresAt === void 0 ? {} : { expiresAt: expiresAt.toISOString() };
	return checkRecord({
		...parts,
		createdAt: new Date(now).toISOString(),
		...end
	});
}
function sameLife({ createdAt, expiresAt }) {
	if (expiresAt === void 0) return void 0;
	return new Date(Date.now() + Date.parse(expiresAt) - Date.parse(createdAt));
}
function findKey(keys, named, isMeant = () => true) {
	const id = keyIdIn(named) ?? named;
	const found = keys.find((key) => key.id === id);
	if (found !== void 0) return found;
	const [first, ...others] = keys.filter((key) => key.holder === named && isMeant(key));
	if (first === void 0) throw new CallError("VALIDATION_ERROR", `There is no key ${JSON.stringify(id)}: see \`operations keys list\`.`);
	if (others.length === 0) return first;
	const ids = [first, ...others].map((key) => key.id).join(", ");
	throw new CallError("VALIDATION_ERROR", `${JSON.stringify(named)} has several keys: name one of ${ids}.`);
}
function toStatus(record) {
	const { id, holder, scopes, note, createdAt, expiresAt, replacedBy } = record;
	const hasExpired = expiresAt !== void 0 && Date.parse(expiresAt) <= Date.now();
	return {
		id,
		holder,
		scopes,
		...note !== void 0 && { note },
		state: hasExpired ? "expired" : replacedBy === void 0 ? "active" : "replaced",
		createdAt,
		...expiresAt !== void 0 && { expiresAt },
		...replacedBy !== void 0 && { replacedBy }
	};
}
function unwritable(file, cause) {
	const message = `The keys can't be written to ${file}: ${messageOf(cause)}. Set serve.keysFile to a file that you may write.`;
	return new CallError("EXECUTION_ERROR", message, void 0, { cause });
}
// src/hub/logins/login-status.ts
function addressOf({ key }, owner = "") {
	return {
		source: key,
		identity: owner
	};
}
function statusOf({ name, kind, login }, record) {
	const whose = login.owner === "caller" ? { login: login.owner } : {};
	if (record === void 0) return {
		source: name,
		kind,
		...whose,
		state: "logged out"
	};
	const renews = record.refreshToken !== void 0 || login.isUnattended;
	const { scope, expiresAt } = record;
	return {
		source: name,
		kind,
		...whose,
		state: renews || isFresh(record) ? "logged in" : "ended",
		renews,
		...scope === void 0 ? {} : { scope },
		...expiresAt === void 0 ? {} : { expiresAt: new Date(expiresAt).toISOString() }
	};
}
// src/hub/logins/log-out.ts
async function logOut(login, { vault, owner, signal }) {
	const record = await (await vault.openExisting())?.delete(addressOf(login, owner));
	if (record === void 0) return {
		wasLoggedIn: false,
		revoked: false
	};
	return {
		wasLoggedIn: true,
		revoked: await unlessAborted(login.revoke(record, signal), signal).catch(() => false)
	};
}
// src/hub/logins/loopback-receiver.ts
const PATH = "/callback";
const LOOPBACK = "127.0.0.1";
async function startReceiver(port, isFixed) {
	const { createServer } = process.getBuiltinModule("node:http");
	let expected;
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", `http://${LOOPBACK}`);
		if (request.method !== "GET" || pathname !== PATH) return answer(response, 404, "There is nothing here.");
		if (expected === void 0 || !isSame(searchParams.get("state") ?? "", expected.state)) return answer(response, 400, "This is not the login that was asked for. Start it again.");
		answer(response, 200, searchParams.has("error") ? "The login was refused." : "You are logged in. You can close this page.");
		expected.resolve(searchParams);
	});
	server.keepAliveTimeout = 1;
	await listen(server, port ?? 0).catch(async (thrown) => {
		if (isFixed || port === void 0) throw new CallError("EXECUTION_ERROR", `Port ${port ?? 0} can't be listened on: ${messageOf(thrown)}`);
		await listen(server, 0);
	});
	return {
		redirectUrl: `http://${LOOPBACK}:${server.address().port}${PATH}`,
		receive: (state, signal) => new Promise((resolve, reject) => {
			const abort = () => reject(signal.reason);
			if (signal.aborted) return abort();
			signal.addEventListener("abort", abort, { once: true });
			expected = {
				state,
				resolve: (parameters) => {
					signal.removeEventListener("abort", abort);
					resolve(parameters);
				}
			};
		}),
		async close() {
			await new Promise((resolve) => {
				server.close(resolve);
				server.closeIdleConnections();
				setTimeout(() => server.closeAllConnections(), 500).unref();
			});
		}
	};
}
function listen(server, port) {
	return new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, LOOPBACK, () => {
			server.off("error", reject);
			resolve();
		});
	});
}
function answer(response, status, text) {
	response.writeHead(status, {
		"content-type": "text/html; charset=utf-8",
		"content-security-policy": "default-src 'none'",
		"referrer-policy": "no-referrer",
		connection: "close"
	});
	response.end(`<!doctype html><html lang="en"><title>operations</title><p>${text}</p></html>`);
}
function isSame(given, expected) {
	const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
	const [one, other] = [Buffer.from(given), Buffer.from(expected)];
	return one.length === other.length && timingSafeEqual(one, other);
}
// src/hub/logins/hub-logins.ts
function openLogins(loaded) {
	return new VaultLogins(loaded);
}
const WITHOUT_REDIRECT = {
	redirectUrl: "http://127.0.0.1/callback",
	authorize: () => Promise.reject(new CallError("PROTOCOL_ERROR", "No redirect was asked for."))
};
var VaultLogins = class {
	#vault;
	#loaded;
	#known;
	constructor(loaded) {
		this.#vault = new HubVault(loaded);
		this.#loaded = loaded;
	}
	async list() {
		const [entries, vault] = await Promise.all([this.#entries(), this.#vault.openExisting()]);
		return await Promise.all(entries.map(async (entry) => statusOf(entry, await vault?.read(addressOf(entry.login)))));
	}
	async logIn(source, { show, showCode, signal }) {
		const entry = await this.#find(source);
		const { login } = entry;
		const vault = await this.#vault.open();
		const earlier = await vault.read(addressOf(login));
		if (showCode !== void 0) {
			const record = await login.logIn({
				...WITHOUT_REDIRECT,
				signal,
				showCode
			}, earlier);
			await vault.write(addressOf(login), record);
			return statusOf(entry, record);
		}
		const used = portOf(earlier);
		const receiver = await startReceiver(login.redirectPort ?? used, login.redirectPort !== void 0);
		try {
			const steps = {
				redirectUrl: receiver.redirectUrl,
				signal,
				authorize: async (address) => {
					const answer = receiver.receive(address.searchParams.get("state") ?? "", signal);
					answer.catch(() => void 0);
					await show(address);
					return await answer;
				}
			};
			const record = await unlessAborted(login.logIn(steps, earlier), signal);
			await vault.write(addressOf(login), record);
			return statusOf(entry, record);
		} finally {
			await receiver.close();
		}
	}
	async logOut(source, signal) {
		return await logOut((await this.#find(source)).login, {
			vault: this.#vault,
			signal
		});
	}
	async close() {
		await this.#vault.close();
	}
	#entries() {
		return this.#known ??= sourcesWithLogin(this.#loaded);
	}
	async #find(source) {
		const entries = await this.#entries();
		const found = entries.find(({ name }) => name === source);
		if (found !== void 0) return found;
		const names = entries.map(({ name }) => name);
		const hint = didYouMean(source, names) || (names.length === 0 ? " No source of this config takes one." : "");
		throw new CallError("VALIDATION_ERROR", `${source} is no source that takes a login.${hint}`);
	}
};
async function sourcesWithLogin(loaded) {
	return toEntries(loaded, await loadBuiltIn(loaded.config), loaded.folder ?? process.cwd()).flatMap(({ name, kind, login }) => login === void 0 ? [] : [{
		name,
		kind,
		login
	}]);
}
function portOf(record) {
	const { redirectUrl } = record?.state ?? {};
	return typeof redirectUrl === "string" && URL.canParse(redirectUrl) ? Number(new URL(redirectUrl).port) : void 0;
}
// src/hub/start-hub.ts
async function startHub(loaded, options = {}) {
	const { runHub } = await import("./run-hub-DsU9L2pT.js");
	return await runHub(loaded, options);
}
export { showsPersonCode as A, AuditLog as C, failureLevel as D, openHubLog as E, askCaller as M, confirmByCaller as N, isSameText as O, configJSONSchema as P, PROMETHEUS_TYPE as S, createHubLog as T, observeHub as _, statusOf as a, Timeline as b, followFiles as c, openCodeMode as d, openRateLimits as f, keyFileOf as g, readKeyFile as h, addressOf as i, loadOrMakeKey as j, loadPersonCode as k, mcpOptions as l, namesCallers as m, openLogins as n, openKeys as o, configWarnings as p, logOut as r, KnownKeys as s, startHub as t, openSearch as u, openAudit as v, observeCalls as w, CallMetrics as x, loadTracing as y };
