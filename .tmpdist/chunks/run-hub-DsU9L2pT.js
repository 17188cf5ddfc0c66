import { A as unlessAborted, E as backoff, F as failureCause, Mt as encodeData, O as delay, T as randomId, bt as decodePercent, dn as messageOf, dt as checkAccess, ft as identityKey, ln as CallError, on as Listeners, vt as operationId } from "./client-D7eheyo4.js";
import { Ht as isRecord, y as OperationRegistry } from "./core-CcxVOvtt.js";
import { _ as matchesOperation, i as canonicalize, m as isLoginRequired, y as sha256 } from "./hub-shared-evUMSPIC.js";
import { r as reachOf, t as connectWithin } from "./guarded-connection-Dz1tBV87.js";
import { y as DELEGATE_SCOPE } from "./main-B19mhTeA.js";
import { C as WIRE_SCOPE, D as secretsOf, F as Redactor, I as node, O as defaultStateFolder, S as OFFER_ANYTHING, a as HubVault, b as CALL_SCOPE, d as commonRules, f as createPolicy, i as HubOperation, n as summarise, r as RegisteredOperations, t as openSources, v as ADMIN_SCOPE, w as CallCounter, x as METRICS_SCOPE, y as APPROVE_SCOPE } from "./hub-sources-fie4hXTD.js";
import { n as isLoopback, t as LOOPBACK_NAMES } from "./loopback-names-DN0nuCOL.js";
import { A as showsPersonCode, D as failureLevel, E as openHubLog, N as confirmByCaller, O as isSameText, S as PROMETHEUS_TYPE, _ as observeHub, a as statusOf, c as followFiles, d as openCodeMode, f as openRateLimits, g as keyFileOf, h as readKeyFile, i as addressOf, j as loadOrMakeKey, l as mcpOptions, m as namesCallers, p as configWarnings, r as logOut, s as KnownKeys, u as openSearch } from "./hub-DdUAW9QA.js";
import { t as signedIdentity } from "./signed-identity-jUIVda0a.js";
import { c as ClientShares, f as HTTPRefusal, l as clientOf, r as isEveryAddress, s as ClientLimits, t as hostInURL, u as defaultShare } from "./node-http-BpqrIn2X.js";
import { c as OriginRules, f as CredentialWatch, r as credentialIn } from "./trace-context-0mVtzqxi.js";
import { a as serveHTTP, i as anyOf, n as introspection, r as apiKeys, t as jwt } from "./jwt-ByjVNw3P.js";
import { s as KeptAnswers } from "./request-options-pa3sJnm0.js";
import { t as serveMCP } from "./serve-mcp-BRXpiofk.js";
import { n as serveWebSocket } from "./serve-websocket-Ba_YXn5L.js";
// src/hub/access/config-warner.ts
var ConfigWarner = class {
	#log;
	#loaded = { config: {} };
	#told = /* @__PURE__ */ new Set();
	constructor(log) {
		this.#log = log;
	}
	async look(loaded = this.#loaded) {
		this.#loaded = loaded;
		const warnings = await configWarnings(loaded);
		if (loaded !== this.#loaded) return;
		for (const { message, sources } of warnings) if (!this.#told.has(message)) this.#log("warn", message, { sources });
		this.#told = new Set(warnings.map(({ message }) => message));
	}
};
// src/hub/closing.ts
var Closing = class {
	#steps = [];
	add(step) {
		this.#steps.push(step);
	}
	async run() {
		const failures = [];
		for (const step of this.#steps.splice(0).reverse()) try {
			await step();
		} catch (error) {
			failures.push(error);
		}
		throwAll(failures);
	}
};
async function allEnded(ending) {
	throwAll((await Promise.allSettled(ending)).flatMap((end) => end.status === "rejected" ? [end.reason] : []));
}
function throwAll(failures) {
	if (failures.length === 0) return;
	if (failures.length === 1) throw failures[0];
	throw new AggregateError(failures, failures.map(messageOf).join("; "));
}
// src/hub/approvals/pending-approval.ts
const LONGEST_LISTED = 4e3;
var PendingApproval = class {
	id;
	ended;
	#facts;
	#startedAt = performance.now();
	#controller = new AbortController();
	#onEnd;
	#timer;
	#release = () => void 0;
	#input;
	#state = "pending";
	#end;
	#waitedMs = 0;
	constructor(request, { id, timeoutMs, onEnd }) {
		const { spec, context } = request;
		const { signal, identity, requestId } = context;
		const now = Date.now();
		this.id = id;
		this.#input = encodeData(request.input);
		this.#onEnd = onEnd;
		this.#facts = {
			id,
			operation: request.id,
			...spec.title === void 0 ? {} : { title: spec.title },
			caller: identity === void 0 ? null : callerOf(identity),
			requestId,
			digest: digestOf$1(request),
			since: new Date(now).toISOString(),
			expires: new Date(now + timeoutMs).toISOString(),
			inputLength: (JSON.stringify(this.#input) ?? "").length
		};
		const withdraw = () => void this.settle("withdrawn");
		this.#timer = setTimeout(() => this.settle("expired"), timeoutMs);
		this.ended = new Promise((resolve) => {
			this.#release = () => {
				signal.removeEventListener("abort", withdraw);
				resolve();
			};
		});
		signal.addEventListener("abort", withdraw, { once: true });
	}
	get state() {
		return this.#state;
	}
	get digest() {
		return this.#facts.digest;
	}
	get end() {
		return this.#end;
	}
	get waitedMs() {
		return this.#waitedMs;
	}
	get signal() {
		return this.#controller.signal;
	}
	isOf(identity) {
		const { caller } = this.#facts;
		return caller !== null && identityKey(caller) === identityKey(identity);
	}
	settle(state, end = {}) {
		if (this.#state !== "pending") return false;
		this.#state = state;
		this.#end = {
			at: (/* @__PURE__ */ new Date()).toISOString(),
			...end
		};
		this.#waitedMs = Math.round(performance.now() - this.#startedAt);
		this.#input = void 0;
		clearTimeout(this.#timer);
		this.#onEnd(this);
		this.#controller.abort();
		this.#release();
		return true;
	}
	show() {
		const { end } = this;
		return {
			...this.#facts,
			state: this.#state,
			...this.#input === void 0 ? {} : { input: this.#input },
			...end === void 0 ? {} : { end }
		};
	}
	list() {
		const { input, ...rest } = this.show();
		return input === void 0 || rest.inputLength > LONGEST_LISTED ? rest : {
			...rest,
			input
		};
	}
};
function digestOf$1({ id, input }) {
	const value = encodeData(input);
	return sha256(canonicalize(value === void 0 ? { operation: id } : {
		operation: id,
		input: value
	}) ?? "");
}
function callerOf({ id, issuer }) {
	return issuer === void 0 ? { id } : {
		id,
		issuer
	};
}
// src/hub/approvals/approval-queue.ts
const MOST_REMEMBERED$1 = 200;
var ApprovalQueue = class {
	limits;
	ended = /* @__PURE__ */ new Map();
	#onEnd;
	#pending = /* @__PURE__ */ new Map();
	#byCaller = /* @__PURE__ */ new Map();
	#remembered = /* @__PURE__ */ new Map();
	#changes = new Listeners();
	#version = 0;
	#isClosed = false;
	constructor({ limits, onEnd }) {
		this.limits = limits;
		this.#onEnd = onEnd;
	}
	get size() {
		return this.#pending.size;
	}
	get version() {
		return this.#version;
	}
	async changed(signal) {
		if (this.#isClosed || signal.aborted) return;
		let stop;
		await new Promise((resolve) => {
			const stopListening = this.#changes.add(resolve);
			const leave = () => resolve();
			signal.addEventListener("abort", leave, { once: true });
			stop = () => {
				stopListening();
				signal.removeEventListener("abort", leave);
			};
		});
		stop?.();
	}
	open(request) {
		const { identity, signal } = request.context;
		signal.throwIfAborted();
		if (this.#isClosed) throw refusal$1(request.id, STOPPED);
		const caller = identity === void 0 ? "" : identityKey(identity);
		this.#assertRoom(caller);
		const { timeoutMs } = this.limits;
		const approval = new PendingApproval(request, {
			id: this.#freshId(),
			timeoutMs,
			onEnd: (ended) => this.#remember(ended, caller)
		});
		this.#pending.set(approval.id, approval);
		this.#byCaller.set(caller, (this.#byCaller.get(caller) ?? 0) + 1);
		this.#tell();
		return approval;
	}
	async outcome(approval, request) {
		await approval.ended;
		const { state, id, end } = approval;
		const { signal } = request.context;
		if (state === "withdrawn") signal.throwIfAborted();
		if (state !== "approved") throw refusal$1(request.id, reasonOf(state, end?.reason), id);
		if (digestOf$1(request) !== approval.digest) throw refusal$1(request.id, "the input has changed since.", id);
		return true;
	}
	answer(id, { answer, digest, reason }, { by, via }) {
		const approval = this.get(id);
		if (approval.digest !== digest) throw new HTTPRefusal(409, `The digest is not that of ${id}: look at it again.`, { code: "VALIDATION_ERROR" });
		const state = answer === "approve" ? "approved" : "denied";
		if (!approval.settle(state, {
			by,
			via,
			...reason === void 0 ? {} : { reason }
		})) throw tooLate(approval);
		return approval.show();
	}
	get(id, viewer) {
		const found = this.#pending.get(id) ?? this.#remembered.get(id);
		if (found !== void 0 && (viewer === void 0 || found.isOf(viewer))) return found;
		throw new CallError("OPERATION_NOT_FOUND", `No approval ${id} is pending, and none is remembered.`);
	}
	list(viewer) {
		const seen = (all) => Array.from(all).filter((approval) => viewer === void 0 || approval.isOf(viewer)).map((approval) => approval.list());
		return {
			pending: seen(this.#pending.values()),
			recent: seen(this.#remembered.values()).reverse()
		};
	}
	close() {
		this.#isClosed = true;
		for (const approval of this.#pending.values()) approval.settle("stopped");
		this.#tell();
	}
	#assertRoom(caller) {
		const { pending, pendingPerCaller } = this.limits;
		const own = this.#byCaller.get(caller) ?? 0;
		if (own >= pendingPerCaller) throw new CallError("OVERLOADED", `${own} of your calls already wait for an approval, your limit.`);
		if (this.#pending.size >= pending) throw new CallError("OVERLOADED", `${this.#pending.size} calls already wait for an approval, the hub's limit.`);
	}
	#remember(approval, caller) {
		const { id, state } = approval;
		this.#pending.delete(id);
		const left = (this.#byCaller.get(caller) ?? 1) - 1;
		if (left === 0) this.#byCaller.delete(caller);
		else this.#byCaller.set(caller, left);
		this.ended.set(state, (this.ended.get(state) ?? 0) + 1);
		this.#remembered.set(id, approval);
		const [oldest] = this.#remembered.keys();
		if (this.#remembered.size > MOST_REMEMBERED$1 && oldest !== void 0) this.#remembered.delete(oldest);
		this.#onEnd?.(approval.show(), approval.waitedMs);
		this.#tell();
	}
	#tell() {
		this.#version++;
		this.#changes.tell();
	}
	#freshId() {
		for (;;) {
			const id = randomId().slice(0, 8);
			if (!this.#pending.has(id) && !this.#remembered.has(id)) return id;
		}
	}
};
const STOPPED = "the hub stopped before anyone answered.";
function reasonOf(state, reason) {
	if (state === "expired") return "no one answered in time. Approvers hold the scope operations:approve.";
	return state === "stopped" ? STOPPED : reason;
}
function refusal$1(operation, reason, approval) {
	const why = reason === void 0 || reason === "" ? "." : `: ${reason}`;
	return new CallError("ACCESS_DENIED", `${operation} was not approved${why}`, {
		reason,
		approval
	});
}
function tooLate({ id, state, end }) {
	const how = end?.by === void 0 ? state : `${state} by ${end.by}`;
	return new HTTPRefusal(409, `${id} was ${how} already.`, { code: "VALIDATION_ERROR" });
}
// src/hub/approvals/read-decision.ts
const LONGEST_REASON = 1e3;
function readJSON(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function readDecision$1(value) {
	const { answer, digest, reason } = isRecord(value) ? value : {};
	const isAnswer = answer === "approve" || answer === "deny";
	const isReason = reason === void 0 || typeof reason === "string" && reason.length <= LONGEST_REASON;
	if (isAnswer && typeof digest === "string" && isReason) return {
		answer,
		digest,
		reason
	};
	throw new CallError("VALIDATION_ERROR", `Send {"answer": "approve" or "deny", "digest", "reason"?} as JSON, with a reason of at most ${LONGEST_REASON} characters.`);
}
// src/hub/approvals/webhook-signature.ts
const TOLERANCE = 300;
const PREFIX = "whsec_";
function signWebhook(secret, id, body, now = Date.now()) {
	const timestamp = String(Math.floor(now / 1e3));
	return {
		"webhook-id": id,
		"webhook-timestamp": timestamp,
		"webhook-signature": `v1,${macOf(secret, id, timestamp, body).toString("base64")}`
	};
}
function isSigned(secret, headers, body, now = Date.now()) {
	const id = headers.get("webhook-id") ?? "";
	const timestamp = headers.get("webhook-timestamp") ?? "";
	const signatures = headers.get("webhook-signature") ?? "";
	if (id === "" || !/^\d{1,12}$/.test(timestamp) || signatures.length > LONGEST_SIGNATURES) return false;
	if (Math.abs(now / 1e3 - Number(timestamp)) > TOLERANCE) return false;
	const expected = macOf(secret, id, timestamp, body);
	return signatures.split(" ").some((signature) => {
		if (!signature.startsWith("v1,")) return false;
		const given = Buffer.from(signature.slice(3), "base64");
		return given.length === expected.length && node.crypto.timingSafeEqual(given, expected);
	});
}
const LONGEST_SIGNATURES = 1e3;
function macOf(secret, id, timestamp, body) {
	const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(6), "base64") : secret;
	return node.crypto.createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
}
// src/hub/approvals/approval-webhook.ts
const ATTEMPTS = 5;
const ATTEMPT_MS = 1e4;
const LONGEST_NAME = 200;
var ApprovalWebhook = class {
	#config;
	#deps;
	#tokens = /* @__PURE__ */ new Map();
	constructor(config, deps) {
		this.#config = config;
		this.#deps = deps;
	}
	async send(approval) {
		const token = randomId() + randomId();
		this.#tokens.set(approval.id, token);
		approval.ended.then(() => this.#tokens.delete(approval.id));
		const body = JSON.stringify(requestOf(approval.show(), token, this.#deps.answerUrl()));
		for (let attempt = 0; attempt < ATTEMPTS && !approval.signal.aborted; attempt++) try {
			await this.#post(approval, body);
			return;
		} catch (error) {
			if (approval.signal.aborted) return;
			this.#deps.log?.("warn", "the approval webhook failed", {
				approval: approval.id,
				error: messageOf(failureCause(error))
			});
			await delay(backoff(attempt, { minDelayMs: 1e3 }), approval.signal).catch(() => void 0);
		}
	}
	answer(headers, body) {
		const { queue } = this.#deps;
		if (!isSigned(this.#config.secret, headers, body)) throw new CallError("UNAUTHENTICATED", "The signature of the answer is missing, wrong or too old.");
		const value = readJSON(body);
		const { id, token, by } = isRecord(value) ? value : {};
		if (typeof id !== "string" || typeof token !== "string") throw new CallError("VALIDATION_ERROR", "Send {\"id\", \"token\", \"digest\", \"answer\"} as JSON.");
		const decision = readDecision$1(value);
		const expected = this.#tokens.get(id);
		if (expected === void 0 ? queue.get(id).state === "pending" : !isSameText(expected, token)) throw new CallError("ACCESS_DENIED", `The token is not that of ${id}.`);
		const name = typeof by === "string" && by !== "" ? `${by.slice(0, LONGEST_NAME)} (webhook)` : "webhook";
		return queue.answer(id, decision, {
			by: name,
			via: "webhook"
		});
	}
	async #post({ id, signal }, body) {
		const { url, secret, allowPrivateNetwork = false } = this.#config;
		const reach = allowPrivateNetwork ? 2 : reachOf(new URL(url));
		const response = await fetch(url, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				...signWebhook(secret, id, body)
			},
			body,
			redirect: "manual",
			signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
			...connectWithin(reach)
		});
		await response.body?.cancel();
		if (!response.ok) throw new Error(`it answered with the status ${response.status}`);
	}
};
function requestOf(approval, token, answerUrl) {
	return {
		type: "approval.requested",
		timestamp: approval.since,
		data: {
			...approval,
			token,
			answerUrl
		}
	};
}
// src/hub/approvals/hub-approvals.ts
const TIMEOUT = 6e5;
const MOST_PENDING = 100;
const MOST_PER_CALLER = 10;
const CONCURRENT_CALLS = 1e3;
var HubApprovals = class {
	queue;
	#deps;
	#webhook;
	#callersConfirm = () => false;
	#isFourEyes = false;
	#url = "";
	constructor(config, deps) {
		this.#deps = deps;
		this.queue = new ApprovalQueue({
			limits: limitsOf(config),
			onEnd: (approval, ms) => this.#record(approval, ms)
		});
		this.update(config);
	}
	update(config) {
		const { callersConfirm = false, fourEyes = false, webhook } = config.approvals ?? {};
		const { queue } = this;
		queue.limits = limitsOf(config);
		this.#isFourEyes = fourEyes;
		this.#callersConfirm = typeof callersConfirm === "boolean" ? () => callersConfirm : matchesOperation(callersConfirm);
		const answerUrl = () => `${this.#url}/~/approvals/answer`;
		this.#webhook = webhook && new ApprovalWebhook(webhook, {
			queue,
			answerUrl,
			log: this.#deps.log
		});
	}
	listensAt(url) {
		this.#url = url.replace(/\/$/, "");
	}
	get webhook() {
		return this.#webhook;
	}
	ask = async (request) => {
		const approval = this.queue.open(request);
		const { onElicitation, onProgress } = request.context;
		onProgress?.({
			progress: 0,
			message: `Waits for an approval: ${approval.id}`
		});
		this.#webhook?.send(approval);
		if (onElicitation !== void 0 && this.#callersConfirm(request.spec)) confirmByCaller(request, onElicitation, approval.signal).then(({ approved, reason }) => this.#confirmed(approval, approved, reason), () => void 0);
		return await this.queue.outcome(approval, request);
	};
	answer(id, decision, { identity, isPerson }) {
		if (!identity.scopes.includes("operations:approve")) throw new CallError("ACCESS_DENIED", `This needs the scope ${APPROVE_SCOPE}.`);
		const isOwn = decision.answer === "approve" && this.queue.get(id).isOf(identity);
		if (isOwn && this.#isFourEyes) throw new CallError("ACCESS_DENIED", FOUR_EYES);
		if (isOwn && !isPerson) throw new CallError("ACCESS_DENIED", OWN_CALL);
		return this.queue.answer(id, decision, {
			by: identity.id,
			via: isPerson ? "person" : "key"
		});
	}
	close() {
		this.queue.close();
	}
	#confirmed(approval, approved, reason) {
		const by = approval.show().caller?.id ?? "the caller";
		approval.settle(approved ? "approved" : "denied", {
			by,
			via: "caller",
			...approved ? {} : { reason }
		});
	}
	#record({ id, state, operation, caller, requestId, digest, end }, waitedMs) {
		const { at, ...answer } = end ?? { at: (/* @__PURE__ */ new Date()).toISOString() };
		this.#deps.audit?.write({
			time: at,
			event: "approval",
			approval: id,
			outcome: state,
			...answer,
			identity: caller?.id ?? null,
			...caller?.issuer === void 0 ? {} : { issuer: caller.issuer },
			operation,
			requestId,
			digest,
			waitedMs
		});
		this.#deps.log?.("info", "an approval ended", {
			approval: id,
			outcome: state,
			operation,
			by: answer.by
		});
	}
};
const FOUR_EYES = "No one approves a call of their own here (approvals.fourEyes).";
const OWN_CALL = "A key does not approve its own call. A person does: at the terminal of the hub (`operations approvals`), in the explorer from `operations approvals link`, or with another key.";
function limitsOf({ approvals = {}, serve }) {
	const { concurrentCalls = CONCURRENT_CALLS } = serve?.limits ?? {};
	const { callsPerClient = concurrentCalls } = serve?.limits ?? {};
	const { timeout = TIMEOUT, pending = Math.min(MOST_PENDING, halfOf(concurrentCalls)) } = approvals;
	const share = Math.min(MOST_PER_CALLER, halfOf(pending), halfOf(callsPerClient));
	return {
		timeoutMs: timeout,
		pending,
		pendingPerCaller: approvals.pendingPerCaller ?? share
	};
}
function halfOf(count) {
	return Math.max(1, Math.floor(count / 2));
}
// src/serve/identity/failed-credentials.ts
const FREE = 20;
const FORGET = 3e3;
const FIRST_DELAY = 100;
const LONGEST_DELAY = 2e3;
const MOST_WAITING_EACH = 8;
const MOST_WAITING$1 = 1e3;
const MOST_ADDRESSES = 1e4;
const MOST_GOOD = 1e3;
var FailedCredentials = class {
	refused = 0;
	unchecked = 0;
	#onSlow;
	#byAddress = /* @__PURE__ */ new Map();
	#good = /* @__PURE__ */ new Set();
	#waiting = /* @__PURE__ */ new Set();
	#isClosed = false;
	constructor(onSlow) {
		this.#onSlow = onSlow;
	}
	get addresses() {
		return this.#byAddress.size;
	}
	guard(authenticate) {
		return (credential) => {
			if (this.#byAddress.size > 0) this.#assertHasRoom(credential);
			const found = authenticate(credential);
			if (found instanceof Promise) return found.then((identity) => identity === void 0 ? this.#fail(credential) : this.#succeed(credential, identity));
			if (found === void 0) return this.#fail(credential);
			return this.#good.has(credential.token) ? found : this.#succeed(credential, found);
		};
	}
	close() {
		this.#isClosed = true;
		for (const end of this.#waiting) end();
	}
	#assertHasRoom({ token, address }) {
		if (address === void 0) return;
		const failures = this.#byAddress.get(networkOf(address));
		if (failures === void 0 || failures.waiting < MOST_WAITING_EACH || this.#good.has(token)) return;
		throw this.#tooMany();
	}
	#succeed({ token }, identity) {
		addBounded(this.#good, token);
		return identity;
	}
	#fail({ token, address }) {
		this.refused++;
		this.#good.delete(token);
		if (address === void 0 || this.#isClosed) return void 0;
		const failures = this.#count(networkOf(address));
		const over = Math.ceil(failures.count) - FREE;
		if (over <= 0) return void 0;
		if (over === 1 && failures.waiting === 0) this.#onSlow(address);
		if (this.#waiting.size >= MOST_WAITING$1) throw this.#tooMany();
		return this.#wait(failures, Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (over - 1)));
	}
	#count(network) {
		const now = performance.now();
		const known = this.#byAddress.get(network) ?? {
			count: 0,
			at: now,
			waiting: 0
		};
		const forgotten = (now - known.at) / FORGET;
		known.count = Math.min(Math.max(0, known.count - forgotten) + 1, 40);
		known.at = now;
		this.#byAddress.delete(network);
		this.#byAddress.set(network, known);
		this.#forgetOld(now);
		return known;
	}
	#forgetOld(now) {
		for (const [network, { count, at, waiting }] of this.#byAddress) {
			if (!(waiting === 0 && (now - at) / FORGET >= count) && this.#byAddress.size <= MOST_ADDRESSES) return;
			this.#byAddress.delete(network);
		}
	}
	async #wait(failures, milliseconds) {
		failures.waiting++;
		await new Promise((resolve) => {
			const end = () => {
				clearTimeout(timer);
				this.#waiting.delete(end);
				resolve();
			};
			const timer = setTimeout(end, milliseconds);
			timer.unref?.();
			this.#waiting.add(end);
		});
		failures.waiting--;
	}
	#tooMany() {
		this.unchecked++;
		return new CallError("RATE_LIMITED", "Too many credentials from your address were not valid: wait a little.", { retryAfterMs: LONGEST_DELAY });
	}
};
function addBounded(set, text) {
	set.add(text);
	if (set.size <= MOST_GOOD) return;
	for (const oldest of set) return void set.delete(oldest);
}
function networkOf(address) {
	if (!address.includes(":")) return address;
	const [head = "", tail] = address.split("::");
	const first = head === "" ? [] : head.split(":");
	const last = tail === void 0 || tail === "" ? [] : tail.split(":");
	const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
	return `${[
		...first,
		...zeros,
		...last
	].slice(0, 4).join(":")}::/64`;
}
// src/hub/keys/followed-keys.ts
const GONE_FOR = 500;
var FollowedKeys = class FollowedKeys {
	#file;
	#options;
	#closed = new AbortController();
	#keys = new KnownKeys([]);
	#hasFile = false;
	#failures = 0;
	#isBroken = false;
	constructor(file, options) {
		this.#file = file;
		this.#options = options;
	}
	static async open(file, options) {
		const keys = new FollowedKeys(file, options);
		const stop = followFiles([file], () => keys.#follow());
		keys.#closed.signal.addEventListener("abort", stop, { once: true });
		try {
			keys.#take(await readKeyFile(file));
		} catch (thrown) {
			keys.close();
			throw thrown;
		}
		return keys;
	}
	identify(token) {
		return this.#keys.identify(token);
	}
	get numbers() {
		return {
			...this.#keys.counts,
			isBroken: this.#isBroken,
			failures: this.#failures
		};
	}
	close() {
		this.#closed.abort();
	}
	async #follow() {
		const { log, onChange } = this.#options;
		try {
			this.#take(await this.#read());
		} catch (thrown) {
			if (this.#closed.signal.aborted) return;
			this.#isBroken = true;
			this.#failures++;
			log("error", "the keys stay as they were, because their file is broken", { error: messageOf(thrown) });
			return;
		}
		this.#isBroken = false;
		log("info", "keys reloaded", this.#keys.counts);
		onChange();
	}
	async #read() {
		const found = await readKeyFile(this.#file);
		if (found !== void 0 || !this.#hasFile) return found;
		await delay(GONE_FOR, this.#closed.signal);
		return await readKeyFile(this.#file);
	}
	#take(records) {
		this.#hasFile = records !== void 0;
		this.#keys = new KnownKeys(records ?? []);
	}
};
// src/hub/access/hub-access.ts
const OWN_SCOPES = [
	CALL_SCOPE,
	ADMIN_SCOPE,
	APPROVE_SCOPE,
	METRICS_SCOPE,
	WIRE_SCOPE,
	OFFER_ANYTHING,
	DELEGATE_SCOPE
];
const SOCKET_KEY = "ops_";
const AT_SOCKET = {
	id: "local",
	scopes: ["*"]
};
const LOG_EVERY = 1e4;
var ScopeList = class extends Array {
	known;
	static get [Symbol.species]() {
		return Array;
	}
	includes(scope) {
		return this.known?.has(scope) ?? false;
	}
};
var RequiredRights = class {
	scopes = new ScopeList();
	resources = {};
	#required = /* @__PURE__ */ new Map();
	#counts = new Map(OWN_SCOPES.map((scope) => [scope, 1]));
	close;
	constructor(registry) {
		for (const spec of registry.list()) this.#set(operationId(spec), spec.accessControl);
		this.#write();
		this.close = registry.onChange((changes) => {
			const before = this.#counts.size;
			let hasNew = false;
			for (const { type, id, spec } of changes) if (this.#set(id, type === "unregistered" ? void 0 : spec.accessControl)) hasNew = true;
			if (hasNew || this.#counts.size !== before) this.#write();
		});
	}
	#set(id, required) {
		let hasNew = false;
		for (const scope of scopesOf(required)) {
			const count = this.#counts.get(scope) ?? 0;
			if (count === 0) hasNew = true;
			this.#counts.set(scope, count + 1);
		}
		for (const scope of scopesOf(this.#required.get(id))) {
			const count = this.#counts.get(scope) ?? 0;
			if (count > 1) this.#counts.set(scope, count - 1);
			else this.#counts.delete(scope);
		}
		if (required === void 0) this.#required.delete(id);
		else this.#required.set(id, required);
		if (required?.resourceType !== void 0) this.resources[required.resourceType] = ["*"];
		return hasNew;
	}
	#write() {
		this.scopes.known = this.#counts;
		this.scopes.length = 0;
		for (const scope of this.#counts.keys()) this.scopes.push(scope);
	}
};
function scopesOf(required) {
	return required === void 0 ? [] : [...required.requiredScopes, ...required.requiredScopesAny ?? []];
}
var HubAccess = class HubAccess {
	#ownKey;
	#socketKey;
	#log;
	#current;
	#answerTokens;
	#fileKeys;
	#slowLoggedAt = -Infinity;
	#rights;
	keysChanged = new Listeners();
	failures = new FailedCredentials((address) => this.#logSlow(address));
	constructor(config, { registry, ownKey, log }) {
		this.#ownKey = ownKey;
		this.#log = log;
		this.#current = this.#fromConfig(config);
		this.#answerTokens = answerTokensIn(config);
		this.#rights = new RequiredRights(registry);
	}
	static async open(config, options) {
		const access = new HubAccess(config, options);
		const { keyFile, log } = options;
		try {
			const onChange = () => {
				access.credentialWatch.recheck();
				access.keysChanged.tell(void 0);
			};
			access.#fileKeys = keyFile === void 0 ? void 0 : await FollowedKeys.open(keyFile, {
				log,
				onChange
			});
		} catch (thrown) {
			access.close();
			throw thrown;
		}
		return access;
	}
	get socketKey() {
		return this.#socketKey ??= SOCKET_KEY + node.crypto.randomBytes(32).toString("base64url");
	}
	#isSocketKey(token) {
		if (this.#socketKey === void 0 || !token.startsWith(SOCKET_KEY)) return false;
		return node.crypto.timingSafeEqual(digestOf(token), digestOf(this.#socketKey));
	}
	get keyNumbers() {
		return this.#fileKeys?.numbers;
	}
	#identify = (credential) => {
		const current = this.#current;
		if (this.#isSocketKey(credential.token)) return this.#allowEverything(AT_SOCKET);
		const found = this.#fileKeys?.identify(credential.token) ?? current(credential);
		if (!(found instanceof Promise)) return found?.scopes.includes("*") === true ? this.#allowEverything(found) : found;
		return found.then((identity) => {
			if (current !== this.#current) return this.#identify(credential);
			return identity?.scopes.includes("*") === true ? this.#allowEverything(identity) : identity;
		});
	};
	credentialWatch = new CredentialWatch(this.#identify);
	authenticate = this.failures.guard(this.#identify);
	answerTokensOf = (identity) => identity === void 0 || identity.issuer !== void 0 ? void 0 : this.#answerTokens.get(identity.id);
	update(config) {
		this.#current = this.#fromConfig(config);
		this.#answerTokens = answerTokensIn(config);
		this.credentialWatch.recheck();
	}
	close() {
		this.failures.close();
		this.#fileKeys?.close();
		this.keysChanged.clear();
		this.#rights.close();
	}
	#logSlow(address) {
		const now = performance.now();
		if (now - this.#slowLoggedAt < LOG_EVERY) return;
		this.#slowLoggedAt = now;
		this.#log("warn", "an address tries credentials that are not valid, and is slowed down", { address });
	}
	#fromConfig(config) {
		const { keys = [], jwt: byJWT, introspection: byIssuer, publicUrl } = config.serve ?? {};
		const known = keys.map(toAPIKey);
		if (this.#ownKey !== void 0 && !namesCallers(config)) known.push({
			key: this.#ownKey,
			identity: {
				id: "owner",
				scopes: ["*"]
			}
		});
		const onRefused = (reason) => this.#log("debug", "a token was refused", { reason });
		const ways = [
			apiKeys(known),
			...byJWT === void 0 ? [] : [byToken(byJWT, jwt, {
				publicUrl,
				onRefused
			})],
			...byIssuer === void 0 ? [] : [byToken(byIssuer, introspection, {
				publicUrl,
				onRefused
			})]
		];
		return ways.length === 1 ? ways[0] : anyOf(...ways);
	}
	#allowEverything(identity) {
		const { scopes, resources } = this.#rights;
		return {
			...identity,
			scopes,
			resources
		};
	}
};
function digestOf(key) {
	return node.crypto.hash("sha256", key, "buffer");
}
function answerTokensIn({ serve }) {
	return new Map((serve?.keys ?? []).flatMap(({ id, answerTokens: t }) => t === void 0 ? [] : [[id, t]]));
}
function toAPIKey({ id, key, sha256, scopes = [CALL_SCOPE], claims }) {
	const identity = {
		id,
		scopes: Object.freeze([...scopes]),
		...claims !== void 0 && { claims }
	};
	return key === void 0 ? {
		sha256: sha256 ?? "",
		identity
	} : {
		key,
		identity
	};
}
function byToken(config, check, { publicUrl, onRefused }) {
	const { scopes = [], requestScopes: _, audience = audiencesOf(publicUrl), ...options } = config;
	const authenticate = check({
		...options,
		audience,
		onRefused
	});
	return async (credential) => {
		const identity = await authenticate(credential);
		if (identity === void 0) return void 0;
		const held = [...identity.scopes.filter((scope) => scope !== "*"), ...scopes];
		return {
			...identity,
			scopes: Object.freeze(held)
		};
	};
}
function audiencesOf(publicUrl = "") {
	const base = publicUrl.replace(/\/$/, "");
	return [
		base,
		`${base}/`,
		`${base}/mcp`
	];
}
// src/hub/logins/page/ask-to-log-in.ts
const LONGEST_WAIT$1 = 3e5;
const PAUSE$1 = 500;
function askToLogIn(options) {
	const asking = async (call, next) => {
		try {
			return await next();
		} catch (thrown) {
			const source = sourceIn$1(thrown, call, options);
			if (source === void 0 || !await logsIn(source, call, options)) throw thrown;
			return await next();
		}
	};
	return (call, next) => call.context.onElicitation === void 0 ? next() : asking(call, next);
}
function sourceIn$1(thrown, { context }, { pageFor }) {
	if (!isLoginRequired(thrown) || context.identity === void 0) return void 0;
	const { source, url } = thrown.details ?? {};
	if (typeof source !== "string" || typeof url !== "string") return void 0;
	return url === pageFor(source, context.identity) ? source : void 0;
}
async function logsIn(source, { context: { onElicitation, signal, identity } }, { pageFor, savedAt }) {
	if (identity === void 0) return false;
	try {
		const before = await savedAt(source, identity);
		const message = `${source} needs your login. Log in there, and the call goes on.`;
		const url = pageFor(source, identity);
		if ((await onElicitation?.({
			mode: "url",
			message,
			url
		}, { signal }))?.action !== "accept") return false;
		const end = performance.now() + LONGEST_WAIT$1;
		while (performance.now() < end) {
			const now = await savedAt(source, identity);
			if (now !== void 0 && now !== before) return true;
			await delay(PAUSE$1, signal);
		}
	} catch {
		signal.throwIfAborted();
	}
	return false;
}
// src/hub/logins/page/own-logins.ts
var OwnLogins = class {
	#options;
	constructor(options) {
		this.#options = options;
	}
	async list(caller) {
		return await Promise.all(this.#loginsOf(caller).map((login) => this.status(login)));
	}
	async status({ source, owner }) {
		const vault = await this.#options.vault.openExisting();
		return statusOf(source, await vault?.read(addressOf(source.login, owner)));
	}
	async savedAt(name, caller) {
		const { source, owner } = this.find(name, caller);
		return (await (await this.#options.vault.openExisting())?.read(addressOf(source.login, owner)))?.savedAt;
	}
	find(name, caller) {
		const found = this.#loginsOf(caller).find(({ source }) => source.name === name);
		if (found !== void 0) return found;
		throw new CallError("OPERATION_NOT_FOUND", "There is no such source that you can log in to.");
	}
	async logOut({ source, owner }) {
		const { vault } = this.#options;
		return await logOut(source.login, {
			vault,
			owner,
			signal: AbortSignal.timeout(1e4)
		});
	}
	#loginsOf(caller) {
		const isAdmin = caller.scopes.includes(ADMIN_SCOPE);
		return this.#options.sources(isAdmin ? void 0 : caller).flatMap((source) => {
			const { owner, isUnattended } = source.login;
			if (isUnattended) return [];
			if (owner === "caller") return [{
				source,
				owner: identityKey(caller)
			}];
			return isAdmin ? [{
				source,
				owner: ""
			}] : [];
		});
	}
};
// src/hub/logins/page/login-address.ts
const LOGIN_PATH = "/~/login/";
const CALLBACK_PATH = "/~/callback";
var LoginAddress = class {
	#publicUrl;
	listening;
	constructor(publicUrl) {
		this.#publicUrl = publicUrl?.replace(/\/+$/, "");
	}
	pageFor(source, caller) {
		const base = this.#publicUrl ?? this.listening;
		return base === void 0 ? void 0 : `${base}${pathOf(source)}?for=${callerTag(source, caller)}`;
	}
	get port() {
		return this.listening === void 0 ? "" : new URL(this.listening).port;
	}
	originsOf(host) {
		const own = `${this.#scheme}://${host}`;
		return this.#publicUrl === void 0 ? [own] : [new URL(this.#publicUrl).origin, own];
	}
	baseOf(request) {
		if (this.#publicUrl !== void 0) return this.#publicUrl;
		const { host } = new URL(request.url);
		return `${this.#scheme}://${host}`;
	}
	get #scheme() {
		return this.listening?.startsWith("https:") === true ? "https" : "http";
	}
};
function pathOf(source) {
	return `${LOGIN_PATH}${encodeURIComponent(source)}`;
}
function callerTag(source, caller) {
	const { createHash } = process.getBuiltinModule("node:crypto");
	const text = JSON.stringify([source, identityKey(caller)]);
	return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
// src/hub/hub-core.ts
async function openCore(loaded, options, closing) {
	const { config } = loaded;
	const { redactor, log } = await openHubLog(loaded, {
		to: options.logTo,
		keep: options.keepLog
	});
	const { stateFolder = defaultStateFolder() } = options;
	const ownKey = namesCallers(config) ? void 0 : await loadOrMakeKey(stateFolder);
	if (ownKey !== void 0) redactor.add([ownKey.key]);
	const registry = options.registry ?? new OperationRegistry({ onWarning: ({ message, kind }) => log("warn", message, { warning: kind }) });
	const access = await HubAccess.open(config, {
		registry,
		ownKey: ownKey?.key,
		keyFile: keyFileOf(loaded),
		log
	});
	closing.add(() => access.close());
	const observers = await observeHub(registry, loaded, log);
	closing.add(() => observers.close());
	const ownVault = new HubVault(loaded, stateFolder);
	closing.add(() => ownVault.close());
	const { vault = ownVault } = options;
	await vault.openExisting();
	const rateLimits = await openRateLimits(loaded, log);
	if (rateLimits !== void 0) {
		closing.add(() => rateLimits.close());
		closing.add(registry.use(rateLimits.middleware));
	}
	const opened = await openSearch(loaded, registry, {
		stateFolder,
		onError: (error) => log("warn", "search", { error: messageOf(error) })
	});
	if (opened !== void 0) closing.add(() => opened.close());
	const search = opened?.search;
	const codeMode = await openCodeMode(config, registry, search);
	if (codeMode !== void 0) closing.add(() => codeMode.close());
	const approvals = new HubApprovals(config, {
		audit: observers.audit,
		log
	});
	closing.add(() => approvals.close());
	const redact = (text) => redactor.redact(text);
	const graceMs = config.serve?.limits?.shutdownGrace;
	const { approve = approvals.ask } = options;
	const loginAddress = new LoginAddress(config.serve?.publicUrl);
	const loginPage = (source, caller) => loginAddress.pageFor(source, caller);
	const sources = await openSources(loaded, {
		graceMs,
		loginPage,
		...options,
		approve,
		vault,
		registry,
		log,
		redact
	});
	closing.add(() => sources.close({ graceMs: 0 }));
	if (search !== void 0) sources.ready.then(() => search.ready());
	const ownLogins = new OwnLogins({
		vault,
		sources: (viewer) => sources.logins(viewer)
	});
	const savedAt = (source, caller) => ownLogins.savedAt(source, caller);
	const asking = askToLogIn({
		pageFor: loginPage,
		savedAt
	});
	let stopAsking;
	const askWhereNeeded = () => {
		if (sources.logins().some(({ login }) => login.owner === "caller")) stopAsking ??= registry.use(asking);
	};
	askWhereNeeded();
	closing.add(sources.onChange(askWhereNeeded));
	closing.add(() => stopAsking?.());
	return {
		log,
		redactor,
		ownKey,
		registry,
		access,
		observers,
		rateLimits,
		approvals,
		stateFolder,
		sources,
		search,
		vault,
		loginAddress,
		ownLogins
	};
}
// src/hub/observe/wire-masks.ts
const MASK = "[redacted]";
const SENSITIVE = /auth|cookie|token|secret|key|passw|session|signature|credential|^(?:sig|code|pwd)$/i;
const HARMLESS = /* @__PURE__ */ new Set([
	"www-authenticate",
	"proxy-authenticate",
	"idempotency-key"
]);
const SCHEME = /^([A-Za-z][\w-]{0,20}) (?=\S)/;
function maskedHeaders(headers) {
	if (headers === void 0) return {
		headers,
		secrets: []
	};
	const secrets = [];
	const masked = Object.entries(headers).map(([name, value]) => {
		if (!isSensitive(name)) return [name, value];
		const [scheme = ""] = SCHEME.exec(value) ?? [];
		const credential = value.slice(scheme.length);
		const parts = credential.split(/[;,]\s*/).map((part) => part.slice(part.indexOf("=") + 1));
		secrets.push(credential, .../cookie/i.test(name) ? parts : []);
		return [name, `${scheme}${MASK}`];
	});
	return {
		headers: Object.fromEntries(masked),
		secrets
	};
}
function maskedURL(text, secrets) {
	if (!URL.canParse(text)) return text;
	const url = new URL(text);
	if (url.password !== "") url.password = MASK;
	for (const [name, value] of Array.from(url.searchParams)) if (value !== "" && (isSensitive(name) || secrets.includes(value))) url.searchParams.set(name, MASK);
	return url.href.replaceAll(encodeURIComponent(MASK), MASK);
}
function isSensitive(name) {
	return SENSITIVE.test(name) && !HARMLESS.has(name.toLowerCase());
}
// src/hub/observe/wire-recorder.ts
const MOST_RECORDINGS = 30;
const MOST_EXCHANGES = 100;
const LARGEST_RECORDING = 1e6;
const LONGEST_TEXT = 65536;
var WireRecorder = class {
	#redactor;
	#recordings = /* @__PURE__ */ new Map();
	constructor(redactor) {
		this.#redactor = redactor;
	}
	begin(requestId, identity) {
		const recording = {
			owner: identityKey(identity),
			exchanges: [],
			leftOut: 0,
			size: 0
		};
		this.#recordings.delete(requestId);
		this.#recordings.set(requestId, recording);
		const [oldest] = this.#recordings.keys();
		if (this.#recordings.size > MOST_RECORDINGS && oldest !== void 0) this.#recordings.delete(oldest);
		return (exchange) => this.#add(recording, exchange);
	}
	find(requestId, identity) {
		const found = this.#recordings.get(requestId);
		return found?.owner === identityKey(identity) ? {
			exchanges: found.exchanges,
			leftOut: found.leftOut
		} : void 0;
	}
	#add(recording, exchange) {
		if (recording.exchanges.length >= MOST_EXCHANGES || recording.size >= LARGEST_RECORDING) return void recording.leftOut++;
		const shown = this.#show(exchange);
		recording.size += (shown.request.text?.length ?? 0) + (shown.answer?.text?.length ?? 0);
		recording.exchanges.push(shown);
	}
	#show({ protocol, requestId, at, durationMs, request, answer, error, secrets }) {
		const sent = maskedHeaders(request.headers);
		const got = maskedHeaders(answer?.headers);
		const hidden = [
			...secrets,
			...sent.secrets,
			...got.secrets
		];
		const own = new Redactor();
		own.add(hidden);
		const mask = (text) => this.#redactor.redact(own.redactKnown(text));
		return {
			protocol,
			requestId,
			at: new Date(at).toISOString(),
			durationMs: Math.round(durationMs * 1e3) / 1e3,
			request: {
				method: request.method,
				to: mask(maskedURL(request.to, hidden)),
				...toShown(request, sent.headers, mask)
			},
			...answer && { answer: {
				status: answer.status,
				isStream: answer.isStream,
				...toShown(answer, got.headers, mask)
			} },
			...error === void 0 ? {} : { error: mask(error) }
		};
	}
};
function toShown({ body, size }, headers, mask) {
	const fields = headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mask(value)]));
	const beginning = typeof body === "string" ? body.slice(0, 81920) : textIn(body);
	const text = beginning === void 0 ? void 0 : mask(beginning).slice(0, LONGEST_TEXT);
	const bytes = size ?? (typeof body === "string" ? new Blob([body]).size : body?.byteLength ?? 0);
	const isCut = text !== void 0 && (size !== void 0 || (beginning?.length ?? 0) > LONGEST_TEXT);
	return {
		headers: fields,
		text: text === "" ? void 0 : text,
		bytes,
		isCut
	};
}
function textIn(bytes) {
	if (bytes === void 0) return void 0;
	try {
		const isWhole = bytes.byteLength <= 81920;
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, 81920), { stream: !isWhole });
	} catch {
		return;
	}
}
// src/hub/interfaces/wire-access.ts
function recordFor(wire, { requestId, identity }) {
	return wire.begin(requestId, viewerOf(identity));
}
function recordingOf(wire, requestId, identity) {
	const recording = wire.find(requestId, viewerOf(identity));
	if (recording !== void 0) return recording;
	throw new CallError("OPERATION_NOT_FOUND", "No call of yours with this id was recorded, or it is forgotten.");
}
function viewerOf(identity) {
	if (identity?.scopes.includes("operations:wire") === true) return identity;
	throw new CallError("ACCESS_DENIED", `To see what goes over the wire needs the scope ${WIRE_SCOPE}.`);
}
// src/hub/activity/update-streams.ts
const TICK = 1e3;
const QUIET_TICKS = 15;
const LONGEST_STREAM = 6e5;
const MOST_STREAMS = 100;
const HEADERS$1 = {
	"content-type": "text/event-stream",
	"cache-control": "no-store",
	"x-accel-buffering": "no"
};
var UpdateStreams = class {
	#open = /* @__PURE__ */ new Set();
	#isClosed = false;
	get size() {
		return this.#open.size;
	}
	open(watched, { onCredentialEnd }) {
		if (this.#isClosed) throw new CallError("OVERLOADED", "The hub stops.");
		if (this.#open.size >= MOST_STREAMS) throw new CallError("OVERLOADED", "Too many pages follow this hub already.");
		let end;
		const body = new ReadableStream({
			start: (controller) => {
				end = this.#start(watched, controller, onCredentialEnd);
			},
			cancel: () => end?.()
		});
		return new Response(body, { headers: HEADERS$1 });
	}
	close() {
		this.#isClosed = true;
		for (const end of this.#open) end();
	}
	#start(watched, controller, onCredentialEnd) {
		const encoder = new TextEncoder();
		let told;
		let quiet = 0;
		const tell = () => {
			if ((controller.desiredSize ?? 0) <= 0) return;
			const version = watched.version();
			if (version !== told) {
				told = version;
				quiet = 0;
				controller.enqueue(encoder.encode(`data: ${JSON.stringify(watched.state())}\n\n`));
			} else if (++quiet === QUIET_TICKS) {
				quiet = 0;
				controller.enqueue(encoder.encode(": keep-alive\n\n"));
			}
		};
		const timer = setInterval(tell, TICK);
		const last = setTimeout(() => end(), LONGEST_STREAM);
		let stopWatching;
		const end = () => {
			if (!this.#open.delete(end)) return;
			clearInterval(timer);
			clearTimeout(last);
			stopWatching?.();
			try {
				controller.close();
			} catch {}
		};
		this.#open.add(end);
		stopWatching = onCredentialEnd?.(() => end());
		tell();
		return end;
	}
};
// src/hub/interfaces/activity-route.ts
const MOST_WAITING = 20;
function activityRoute(deps) {
	const { activity, streams, approvals, changes } = deps;
	const version = () => `${activity.version} ${approvals.version} ${changes()}`;
	return {
		path: "/~/activity",
		handle(request, info) {
			const { identity } = info;
			if (identity === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
			if (request.method !== "GET") return new Response(null, {
				status: 405,
				headers: { allow: "GET" }
			});
			const sources = sourcesOf(deps, identity);
			const state = () => ({
				...activityFor(identity, deps),
				sources: sources()
			});
			if (request.headers.get("accept")?.includes("text/event-stream") !== true) return Response.json(state(), { headers: { "cache-control": "no-store" } });
			return streams.open({
				version,
				state
			}, info);
		}
	};
}
function activityFor(identity, { activity, inFlight, approvals }) {
	const holds = (scope) => identity.scopes.includes(scope);
	const isAdmin = holds(ADMIN_SCOPE);
	const seesNumbers = isAdmin || holds("operations:metrics");
	const { pending } = approvals.list(holds("operations:approve") ? void 0 : identity);
	return {
		at: (/* @__PURE__ */ new Date()).toISOString(),
		callers: isAdmin ? "all" : "own",
		...seesNumbers ? {
			hour: activity.hour(),
			inFlight: inFlight()
		} : {},
		...activity.recent(identity, isAdmin),
		waiting: pending.slice(0, MOST_WAITING).map(({ id, operation, caller, since }) => ({
			id,
			operation,
			caller: caller?.id ?? null,
			since
		}))
	};
}
function sourcesOf({ statuses, changes }, viewer) {
	const seen = viewer.scopes.includes("operations:admin") ? void 0 : viewer;
	let known;
	return () => {
		const at = changes();
		if (known?.at !== at) known = {
			at,
			list: statuses(seen).map(withoutReport)
		};
		return known.list;
	};
}
function withoutReport({ report: _report, ...status }) {
	return status;
}
// src/hub/interfaces/approvals-route.ts
const APPROVALS = "/~/approvals";
const LARGEST_ANSWER = 1e4;
const LONGEST_WAIT = 25e3;
const UNCACHED$3 = { headers: { "cache-control": "no-store" } };
function approvalRoutes({ approvals, isPerson }) {
	const { queue } = approvals;
	return [
		{
			path: APPROVALS,
			async handle(request, info) {
				const identity = identityIn(info);
				if (request.method !== "GET" && request.method !== "HEAD") return notAllowed("GET, HEAD");
				if (new URL(request.url).searchParams.get("after") === String(queue.version)) await changeOf(approvals, request, info);
				const viewer = mayApprove(identity) ? void 0 : identity;
				return Response.json({
					version: queue.version,
					mayAnswer: viewer === void 0,
					...queue.list(viewer)
				}, UNCACHED$3);
			}
		},
		{
			path: `${APPROVALS}/answer`,
			public: true,
			async handle(request) {
				if (request.method !== "POST") return notAllowed("POST");
				if (approvals.webhook === void 0) throw new CallError("OPERATION_NOT_FOUND", "This hub has no approvals.webhook.");
				const { input: _, ...answered } = approvals.webhook.answer(request.headers, await bodyOf(request));
				return Response.json(answered, UNCACHED$3);
			}
		},
		{
			path: `${APPROVALS}/`,
			async handle(request, info) {
				const identity = identityIn(info);
				const id = decodePercent(new URL(request.url).pathname.slice(13));
				const found = queue.get(id, mayApprove(identity) ? void 0 : identity);
				if (request.method === "GET" || request.method === "HEAD") return Response.json(found.show(), UNCACHED$3);
				if (request.method !== "POST") return notAllowed("GET, HEAD, POST");
				const decision = readDecision$1(readJSON(await bodyOf(request)));
				const approver = {
					identity,
					isPerson: await isPerson(request)
				};
				return Response.json(approvals.answer(id, decision, approver), UNCACHED$3);
			}
		}
	];
}
function identityIn({ identity }) {
	if (identity === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
	return identity;
}
function mayApprove({ scopes }) {
	return scopes.includes(APPROVE_SCOPE);
}
async function changeOf({ queue }, request, { onCredentialEnd }) {
	const patience = new AbortController();
	const giveUp = () => patience.abort();
	const timer = setTimeout(giveUp, LONGEST_WAIT);
	const stopWatching = onCredentialEnd?.(giveUp);
	request.signal.addEventListener("abort", giveUp, { once: true });
	await queue.changed(patience.signal);
	clearTimeout(timer);
	stopWatching?.();
}
async function bodyOf(request) {
	const text = await request.text();
	if (text.length > LARGEST_ANSWER) throw new CallError("VALIDATION_ERROR", "The answer is too long.");
	return text;
}
function notAllowed(allow) {
	return new Response(null, {
		status: 405,
		headers: { allow }
	});
}
// src/hub/browser/arrival-codes.ts
const CODE_LIFETIME = 6e5;
const MOST_CODES = 20;
var ArrivalCodes = class {
	#ends = /* @__PURE__ */ new Map();
	make() {
		const code = node.crypto.randomBytes(24).toString("base64url");
		const [oldest] = this.#ends.keys();
		if (this.#ends.size >= MOST_CODES && oldest !== void 0) this.#ends.delete(oldest);
		this.#ends.set(hashOf$1(code), performance.now() + CODE_LIFETIME);
		return code;
	}
	redeem(code) {
		const hash = hashOf$1(code);
		const end = this.#ends.get(hash) ?? -Infinity;
		this.#ends.delete(hash);
		return performance.now() < end;
	}
};
function hashOf$1(code) {
	return node.crypto.createHash("sha256").update(code).digest("base64url");
}
// src/hub/browser/page-sessions.ts
const SESSION_LIFETIME$1 = 432e5;
const RECHECK = 5e3;
const MOST_REMEMBERED = 1e3;
const MOST_OF_ONE = 20;
var PageSessions = class {
	#vault;
	#log;
	#remembered = /* @__PURE__ */ new Map();
	#begun = /* @__PURE__ */ new Map();
	constructor(vault, log) {
		this.#vault = vault;
		this.#log = log;
	}
	async begin({ credential: { token, kind }, isPerson }) {
		const [id, secret] = [newSecret(), newSecret()];
		const kept = {
			credential: {
				token,
				kind
			},
			isPerson,
			secretHash: hashOf(secret)
		};
		await this.#makeRoom(hashOf(token), id);
		try {
			const { brief } = await this.#vault.open();
			await brief.keep(nameOf$4(id), JSON.stringify(kept), SESSION_LIFETIME$1);
		} catch (thrown) {
			this.#log("warn", "a browser's session is not kept: it ends with the hub", { error: messageOf(thrown) });
			this.#remember(id, kept, SESSION_LIFETIME$1);
		}
		return {
			id,
			secret
		};
	}
	async find({ id, secret }) {
		const kept = await this.#read(id);
		return kept !== void 0 && isSameText(kept.secretHash, hashOf(secret)) ? kept : void 0;
	}
	async end(session) {
		const found = await this.find(session);
		if (found === void 0) return false;
		const credential = hashOf(found.credential.token);
		const others = this.#begun.get(credential)?.filter((id) => id !== session.id);
		if (others !== void 0) this.#begun.set(credential, others);
		await this.#forget(session.id);
		return true;
	}
	async #makeRoom(credential, id) {
		const ids = [...this.#begun.get(credential) ?? [], id];
		const ended = ids.splice(0, ids.length - MOST_OF_ONE);
		this.#begun.delete(credential);
		this.#begun.set(credential, ids);
		const [longestAgo] = this.#begun.keys();
		if (this.#begun.size > MOST_REMEMBERED && longestAgo !== void 0) this.#begun.delete(longestAgo);
		for (const oldest of ended) await this.#forget(oldest);
	}
	async #forget(id) {
		this.#remembered.delete(id);
		await (await this.#vault.openExisting().catch(() => void 0))?.brief.take(nameOf$4(id));
	}
	async #read(id) {
		const remembered = this.#remembered.get(id);
		if (remembered !== void 0 && performance.now() < remembered.until) return remembered.kept;
		this.#remembered.delete(id);
		const text = await (await this.#vault.openExisting())?.brief.read(nameOf$4(id));
		if (text === void 0) return void 0;
		const kept = JSON.parse(text);
		this.#remember(id, kept, RECHECK);
		return kept;
	}
	#remember(id, kept, forMs) {
		const [oldest] = this.#remembered.keys();
		if (this.#remembered.size >= MOST_REMEMBERED && oldest !== void 0) this.#remembered.delete(oldest);
		this.#remembered.set(id, {
			kept,
			until: performance.now() + forMs
		});
	}
};
function newSecret() {
	return node.crypto.randomBytes(32).toString("base64url");
}
function hashOf(secret) {
	return node.crypto.createHash("sha256").update(secret).digest("base64url");
}
function nameOf$4(id) {
	return `page ${id}`;
}
// src/hub/browser/session-request.ts
const SESSION_HEADER = "operation-session";
function pageCookie(port, origin, id) {
	const age = id === void 0 ? 0 : SESSION_LIFETIME$1 / 1e3;
	const secure = origin.startsWith("https:") ? "; Secure" : "";
	return `${cookieName(port)}=${id ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}
function sessionIn(headers, port) {
	const { cookie = "", [SESSION_HEADER]: secret = "" } = headers;
	const prefix = `${cookieName(port)}=`;
	const found = cookie.split(/; */).filter((pair) => pair.startsWith(prefix));
	const id = found[0]?.slice(prefix.length) ?? "";
	return found.length === 1 && id !== "" && secret !== "" ? {
		id,
		secret
	} : void 0;
}
function ownOrigin(headers, origins) {
	const { origin } = headers;
	if (origin !== void 0) return origins.includes(origin) ? origin : void 0;
	return headers["sec-fetch-site"] === "same-origin" ? origins[0] : void 0;
}
function cookieName(port) {
	return `operations-session-${port}`;
}
// src/hub/browser/browser-access.ts
const LONGEST_BODY = 1e4;
const UNCACHED$2 = { "cache-control": "no-store" };
const FOR_PROGRAMS = /^\/(mcp|ws)(\/|$)/;
var BrowserAccess = class {
	#options;
	#codes = new ArrivalCodes();
	routes;
	constructor(options) {
		this.#options = options;
		this.routes = [{
			path: "/~/log-in",
			public: true,
			handle: (request, { address }) => this.#logIn(request, address)
		}, {
			path: "/~/log-out",
			public: true,
			handle: (request) => this.#logOut(request)
		}];
	}
	newCode() {
		return `#code=${this.#codes.make()}`;
	}
	credentialIn = (request) => {
		return request.headers["operation-session"] !== void 0 && !FOR_PROGRAMS.test(request.path) ? this.#credentialOf(request) : void 0;
	};
	async #credentialOf({ headers, address }) {
		const found = await this.#find(headers);
		if (found === void 0) throw new CallError("UNAUTHENTICATED", "Your session is over: log in again.");
		return {
			...found.credential,
			address
		};
	}
	credentialOf = async (request) => {
		const headers = Object.fromEntries(request.headers);
		return credentialIn({
			headers,
			address: void 0
		}) ?? (await this.#find(headers))?.credential;
	};
	async isPerson(request) {
		return (await this.#find(Object.fromEntries(request.headers)))?.isPerson === true;
	}
	async #find(headers) {
		if (ownOrigin(headers, this.#originsOf(headers)) === void 0) return void 0;
		const session = sessionIn(headers, this.#port);
		return session && await this.#options.sessions.find(session);
	}
	async #logIn(request, address) {
		const { origin, body } = await this.#readForm(request);
		const { key, code } = body;
		const begun = typeof code === "string" ? this.#redeem(code) : await this.#identify(key, address);
		const session = await this.#options.sessions.begin(begun);
		return Response.json({
			secret: session.secret,
			expiresAt: Date.now() + SESSION_LIFETIME$1
		}, { headers: {
			...UNCACHED$2,
			"set-cookie": pageCookie(this.#port, origin, session.id)
		} });
	}
	#redeem(code) {
		const { ownKey } = this.#options;
		if (ownKey === void 0 || !this.#codes.redeem(code)) throw new CallError("ACCESS_DENIED", `This link was used already, or its time is over. Restart the hub for another link, or log in with a key ("operations serve" prints its file).`);
		return {
			credential: {
				token: ownKey,
				kind: "bearer"
			},
			isPerson: true
		};
	}
	async #identify(key, address) {
		if (typeof key !== "string" || key === "") throw new CallError("VALIDATION_ERROR", "Send a JSON object with the member `key` or `code`.");
		const credential = {
			token: key,
			kind: "bearer",
			address
		};
		if (await this.#options.authenticate(credential) === void 0) throw new CallError("UNAUTHENTICATED", "The hub does not know this key.");
		return {
			credential,
			isPerson: false
		};
	}
	async #logOut(request) {
		const { origin } = await this.#readForm(request);
		const session = sessionIn(Object.fromEntries(request.headers), this.#port);
		const cookie = session !== void 0 && await this.#options.sessions.end(session) ? { "set-cookie": pageCookie(this.#port, origin, void 0) } : {};
		return new Response(null, {
			status: 204,
			headers: {
				...UNCACHED$2,
				...cookie
			}
		});
	}
	async #readForm(request) {
		if (request.method !== "POST") throw new HTTPRefusal(405, "This path takes only POST.", { headers: ["allow", "POST"] });
		const headers = Object.fromEntries(request.headers);
		const origin = ownOrigin(headers, this.#originsOf(headers));
		if (origin === void 0) throw new CallError("ACCESS_DENIED", "Only the hub's own page logs in and out here.");
		const text = await request.text();
		if (text.length > LONGEST_BODY) throw new CallError("VALIDATION_ERROR", "The request is too long.");
		const body = text === "" ? {} : readJSON(text);
		return {
			origin,
			body: typeof body === "object" && body !== null ? { ...body } : {}
		};
	}
	#originsOf({ host = "" }) {
		return this.#options.address.originsOf(host);
	}
	get #port() {
		return this.#options.address.port;
	}
};
// src/hub/interfaces/explorer-files.ts
const TYPES = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".json": "application/json",
	".svg": "image/svg+xml",
	".png": "image/png",
	".ico": "image/x-icon",
	".woff2": "font/woff2",
	".map": "application/json",
	".md": "text/plain; charset=utf-8",
	".txt": "text/plain; charset=utf-8"
};
const HEADERS = {
	"content-security-policy": [
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data: blob:",
		"media-src 'self' data: blob:",
		"font-src 'self'",
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'"
	].join("; "),
	"x-content-type-options": "nosniff",
	"referrer-policy": "no-referrer",
	"cross-origin-opener-policy": "same-origin"
};
const EXPLORER_PATH = "/explorer/";
const HASHED = /^assets\/.*[-.][\w-]{8,}\.\w+$/;
const NOT_BUILT = `The explorer is not built here.

In a checkout, "npm run build" builds it. The rest of this hub works without it.
`;
function explorerRoute(folder) {
	return {
		path: EXPLORER_PATH,
		public: true,
		async handle(request) {
			if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, {
				status: 405,
				headers: {
					...HEADERS,
					allow: "GET, HEAD"
				}
			});
			const { pathname } = new URL(request.url);
			if (pathname === "/explorer/".slice(0, -1)) return new Response(null, {
				status: 308,
				headers: { location: EXPLORER_PATH }
			});
			const found = folder === void 0 ? void 0 : await findFile(folder, pathname.slice(10));
			if (found === void 0) {
				const isBuilt = folder !== void 0;
				return new Response(isBuilt ? "There is no such file.\n" : NOT_BUILT, {
					status: isBuilt ? 404 : 503,
					headers: {
						...HEADERS,
						"content-type": TEXT
					}
				});
			}
			const { content, name } = found;
			const isImmutable = HASHED.test(name);
			return new Response(request.method === "HEAD" ? null : content, { headers: {
				...HEADERS,
				"content-type": TYPES[node.path.extname(name)] ?? "application/octet-stream",
				"content-length": String(content.byteLength),
				"cache-control": isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
			} });
		}
	};
}
const TEXT = "text/plain; charset=utf-8";
const explorerAtRoot = {
	path: "/",
	public: true,
	handle: () => new Response(null, {
		status: 302,
		headers: {
			location: EXPLORER_PATH,
			"cache-control": "no-store"
		}
	})
};
async function findFile(folder, path) {
	const name = decoded(path);
	if (name === void 0 || name.includes("\0") || name.split(/[\\/]/).includes("..")) return void 0;
	const wanted = name === "" || node.path.extname(name) === "" ? "index.html" : name;
	try {
		return {
			name: wanted,
			content: new Uint8Array(await node.files.readFile(node.path.join(folder, wanted)))
		};
	} catch {
		return;
	}
}
function decoded(path) {
	try {
		return decodeURIComponent(path);
	} catch {
		return;
	}
}
function findExplorerFolder() {
	return [
		"./explorer/",
		"../explorer/",
		"../../../dist/explorer/"
	].map((candidate) => node.url.fileURLToPath(new URL(candidate, import.meta.url))).find((folder) => node.fs.existsSync(node.path.join(folder, "index.html")));
}
// src/hub/interfaces/hub-mcp.ts
function serveHubMCP(registry, config, { log, clientLimits, sources, loginPage, search, answerTokensOf, keptAnswers }) {
	const { answerTokens, ...options } = mcpOptions(config, sources);
	return serveMCP(registry, {
		...options,
		name: config.name,
		search,
		loginPage,
		answerTokens: (identity) => answerTokensOf(identity) ?? answerTokens,
		keptAnswers,
		clientLimits,
		maxBodySize: config.serve?.limits?.bodyBytes,
		onError: (error, context) => {
			log(context === void 0 ? "warn" : failureLevel(error), "mcp", {
				error: messageOf(error),
				...context
			});
		}
	});
}
// src/hub/interfaces/owner-socket.ts
async function openOwnerSocket(path, { server, key }) {
	const { createServer } = process.getBuiltinModule("node:http");
	const answer = (request, response) => {
		asOwner(request, key);
		server.emit("request", request, response);
	};
	const local = createServer(answer);
	await new Promise((resolve, reject) => {
		local.once("error", reject);
		local.listen(path, () => resolve());
	});
	await process.getBuiltinModule("node:fs/promises").chmod(path, 384);
	local.unref();
	return async () => {
		const closed = new Promise((resolve) => {
			local.close(() => resolve());
		});
		local.closeAllConnections();
		await closed;
	};
}
function asOwner(request, key) {
	const own = {
		host: "localhost",
		authorization: `Bearer ${key}`
	};
	const raw = request.rawHeaders;
	const kept = raw.flatMap((name, index) => index % 2 === 0 && !Object.hasOwn(own, name.toLowerCase()) ? [name, raw[index + 1] ?? ""] : []);
	raw.splice(0, raw.length, ...kept, ...Object.entries(own).flat());
	Object.assign(request.headers, own);
}
// src/hub/interfaces/followed-certificate.ts
var FollowedCertificate = class FollowedCertificate {
	#paths;
	#log;
	#loaded;
	#isBroken = false;
	#stop;
	constructor(paths, log) {
		this.#paths = paths;
		this.#log = log;
	}
	static async open(config, { folder, log, apply }) {
		const given = Object.entries(config).map(([name, path]) => [name, node.path.resolve(folder, path)]);
		const followed = new FollowedCertificate(Object.fromEntries(given), log);
		followed.#stop = followFiles(given.map(([, path]) => path), () => followed.#follow(apply));
		try {
			followed.#take(await loadCertificate(followed.#paths));
		} catch (cause) {
			followed.close();
			throw new CallError("EXECUTION_ERROR", `The hub can't use serve.tls: ${messageOf(cause)}`, void 0, { cause });
		}
		return followed;
	}
	get tls() {
		return this.#loaded.tls;
	}
	get numbers() {
		return {
			expiresAt: this.#loaded?.expiresAt ?? 0,
			isBroken: this.#isBroken
		};
	}
	close() {
		this.#stop?.();
	}
	async #follow(apply) {
		try {
			const next = await loadCertificate(this.#paths);
			apply(next.tls);
			this.#take(next);
		} catch (thrown) {
			this.#isBroken = true;
			const error = messageOf(thrown);
			this.#log("error", "the certificate stays as it was, because the new one can't be used", { error });
			return;
		}
		this.#log("info", "certificate reloaded", { until: new Date(this.numbers.expiresAt).toISOString() });
	}
	#take(loaded) {
		this.#isBroken = false;
		this.#loaded = loaded;
		if (loaded.expiresAt > Date.now()) return;
		this.#log("warn", "the certificate has expired", { since: new Date(loaded.expiresAt).toISOString() });
	}
};
async function loadCertificate(paths) {
	const [own, key, ca, clientCa] = await Promise.all([
		paths.cert,
		paths.key,
		paths.ca,
		paths.clientCa
	].map(readText));
	const tls = {
		cert: ca === void 0 ? own : `${own}\n${ca}`,
		key,
		...clientCa !== void 0 && { clientCa }
	};
	return {
		tls,
		expiresAt: checkPair(tls, paths)
	};
}
async function readText(path) {
	return path === void 0 ? void 0 : await node.files.readFile(path, "utf8");
}
function checkPair({ cert, key, clientCa }, paths) {
	const { X509Certificate, createPrivateKey } = node.crypto;
	const certificate = readAs(paths.cert, "certificate", () => new X509Certificate(cert));
	const privateKey = readAs(paths.key, "private key", () => createPrivateKey(key));
	if (!certificate.checkPrivateKey(privateKey)) throw new Error(`the certificate in ${paths.cert} belongs to another key than the one in ${paths.key}.`);
	if (clientCa !== void 0) readAs(paths.clientCa ?? "", "certificate", () => new X509Certificate(clientCa));
	node.tls.createSecureContext({
		cert,
		key,
		...clientCa !== void 0 && { ca: clientCa }
	});
	return Date.parse(certificate.validTo);
}
function readAs(path, what, read) {
	try {
		return read();
	} catch (cause) {
		throw new Error(`${path} holds no ${what} in PEM (${messageOf(cause)}).`, { cause });
	}
}
// src/hub/logins/page/browser-sessions.ts
const SESSION_LIFETIME = 9e5;
var BrowserSessions = class {
	#authenticate;
	#vault;
	constructor(authenticate, vault) {
		this.#authenticate = authenticate;
		this.#vault = vault;
	}
	async begin(credential) {
		const identity = await this.#identify(credential);
		if (identity === void 0) return void 0;
		const id = process.getBuiltinModule("node:crypto").randomBytes(32).toString("base64url");
		const { token, kind } = credential;
		const kept = {
			credential: {
				token,
				kind
			},
			key: identityKey(identity)
		};
		const { brief } = await this.#vault.open();
		await brief.keep(nameOf$3(id), JSON.stringify(kept), SESSION_LIFETIME);
		return {
			id,
			identity
		};
	}
	async find(id) {
		if (id === void 0) return void 0;
		const text = await (await this.#vault.openExisting())?.brief.read(nameOf$3(id));
		if (text === void 0) return void 0;
		const { credential, key } = JSON.parse(text);
		const identity = await this.#identify(credential);
		if (identity !== void 0 && identityKey(identity) === key) return {
			id,
			identity
		};
		await this.end(id);
	}
	async end(id) {
		await (await this.#vault.openExisting())?.brief.take(nameOf$3(id));
	}
	async #identify(credential) {
		try {
			return await this.#authenticate(credential);
		} catch {
			return;
		}
	}
};
function nameOf$3(id) {
	return `browser ${id}`;
}
// src/hub/logins/page/login-html.ts
const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --muted: #5b6470; --line: #d5d9df; --back: #fff; --main: #0d6259; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --text: #e8eaed; --muted: #a0a8b3; --line: #3a4049; --back: #16181c; --main: #6fd0c0; --bad: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { width: min(26rem, calc(100vw - 2rem)); padding: 2rem 0; }
h1 { font-size: 1.35rem; line-height: 1.3; margin: 0 0 .75rem; overflow-wrap: anywhere; }
p { margin: 0 0 1rem; color: var(--muted); overflow-wrap: anywhere; }
p.problem { color: var(--bad); }
form { margin: 0 0 .75rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; padding: .6rem .7rem; margin-bottom: .75rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; font-family: ui-monospace, monospace; }
button, a.button { display: block; width: 100%; padding: .6rem .7rem; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
.main { background: var(--main); border-color: var(--main); color: var(--back); font-weight: 600; }
:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
`;
function loginResponse(page, init = {}) {
	const { createHash } = process.getBuiltinModule("node:crypto");
	const hash = createHash("sha256").update(STYLE).digest("base64");
	return new Response(toHTML(page), {
		status: init.status ?? 200,
		headers: {
			"content-type": "text/html; charset=utf-8",
			"content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
			"x-frame-options": "DENY",
			"x-content-type-options": "nosniff",
			"referrer-policy": "same-origin",
			"cache-control": "no-store",
			...init.cookie === void 0 ? {} : { "set-cookie": init.cookie }
		}
	});
}
function toHTML({ title, lines = [], problem, asksKey, buttons = {}, link, next }) {
	const parts = [
		`<h1>${escaped(title)}</h1>`,
		...lines.map((line) => `<p>${escaped(line)}</p>`),
		...problem === void 0 ? [] : [`<p class="problem" role="alert">${escaped(problem)}</p>`],
		...asksKey === true ? [KEY_FORM] : [],
		...Object.entries(buttons).map(([action, text], index) => {
			return `<form method="post"><button${index === 0 ? " class=\"main\"" : ""} name="action" value="${escaped(action)}">${escaped(text)}</button></form>`;
		}),
		...link === void 0 ? [] : [`<a class="button" href="${escaped(link.href)}">${escaped(link.text)}</a>`]
	];
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${next === void 0 ? "" : `<meta http-equiv="refresh" content="0;url=${escaped(next)}">`}<title>${escaped(title)}</title><style>${STYLE}</style></head><body><main>${parts.join("")}</main></body></html>`;
}
const KEY_FORM = `<form method="post"><label for="key">Access key of this hub</label><input id="key" name="key" type="password" autocomplete="off" required autofocus><button class="main">Continue</button></form>`;
function escaped(text) {
	return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}
// src/hub/logins/page/session-cookie.ts
const NAME = "operations-login";
function sessionCookie(base, id) {
	const isSecure = base.startsWith("https:");
	const age = id === void 0 ? 0 : SESSION_LIFETIME / 1e3;
	const secure = isSecure ? "; Secure" : "";
	return `${nameOf$2(base)}=${id ?? ""}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}
function readSessionCookie(base, request) {
	const prefix = `${nameOf$2(base)}=`;
	const found = (request.headers.get("cookie") ?? "").split(/; */).filter((pair) => pair.startsWith(prefix));
	return found.length === 1 ? found[0]?.slice(prefix.length) || void 0 : void 0;
}
function nameOf$2(base) {
	return base.startsWith("https:") ? `__Host-${NAME}` : NAME;
}
// src/hub/logins/page/started-logins.ts
const LIFETIME = 6e5;
const LONGEST_WORK = 6e4;
var StartedLogins = class {
	#vault;
	#closing = new AbortController();
	#clients = /* @__PURE__ */ new Map();
	constructor(vault) {
		this.#vault = vault;
	}
	async start({ login, session, redirectUrl, isFromExplorer }) {
		const { source, owner } = login;
		const { key } = source.login;
		const vault = await this.#vault.open();
		const earlier = await vault.read(addressOf(source.login, owner)) ?? this.#clients.get(key);
		const { address, pending } = await this.#work((signal) => source.login.begin({
			redirectUrl,
			signal
		}, earlier));
		const started = {
			source: source.name,
			key,
			owner,
			session,
			isFromExplorer,
			pending
		};
		const state = address.searchParams.get("state") ?? "";
		if (state === "") throw new CallError("PROTOCOL_ERROR", `The login page of ${source.name} has no state.`);
		await vault.brief.keep(nameOf$1(state), JSON.stringify(started), LIFETIME);
		return address;
	}
	async finish(browser, answer) {
		const vault = await this.#vault.openExisting();
		const text = await vault?.brief.take(nameOf$1(answer.get("state") ?? ""));
		if (vault === void 0 || text === void 0) throw refusal("This login is unknown, over, or finished already.");
		const { source, key, owner, session, isFromExplorer, pending } = JSON.parse(text);
		const login = browser?.id === session ? browser.findLogin(source) : void 0;
		if (login === void 0 || login.owner !== owner || login.source.login.key !== key) throw refusal("This login was begun in another browser, or by a caller who may no longer do so.");
		const record = await this.#work((signal) => login.source.login.finish(pending, answer, signal));
		await vault.write(addressOf(login.source.login, owner), record);
		const { refreshToken: _, ...rest } = record;
		this.#clients.set(key, {
			...rest,
			accessToken: ""
		});
		return {
			login,
			isFromExplorer
		};
	}
	close() {
		this.#closing.abort(new CallError("ABORTED", "The hub stops."));
	}
	async #work(run) {
		const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(LONGEST_WORK)]);
		return await unlessAborted(run(signal), signal);
	}
};
function nameOf$1(state) {
	return `login ${state}`;
}
function refusal(message) {
	return new CallError("ACCESS_DENIED", message);
}
// src/hub/logins/page/login-routes.ts
const LARGEST_FORM = 16384;
const API = "/~/logins/";
const EXPLORER_SOURCES = "/explorer/#/sources";
const UNCACHED$1 = { "cache-control": "no-store" };
var LoginRoutes = class {
	#options;
	#logins;
	#sessions;
	#started;
	routes;
	constructor(options) {
		this.#options = options;
		this.#logins = options.logins;
		this.#sessions = new BrowserSessions(options.authenticate, options.vault);
		this.#started = new StartedLogins(options.vault);
		this.routes = [
			{
				path: API,
				handle: (request, { identity }) => this.#answerAPI(request, identity)
			},
			{
				path: LOGIN_PATH,
				public: true,
				handle: (request, { address }) => this.#answerPage(request, address)
			},
			{
				path: CALLBACK_PATH,
				public: true,
				handle: (request) => this.#answerCallback(request)
			}
		];
	}
	close() {
		this.#started.close();
	}
	async #answerAPI(request, identity) {
		if (identity === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
		const name = decodePercent(new URL(request.url).pathname.slice(10));
		if (name === "") {
			if (request.method !== "GET") return new Response(null, {
				status: 405,
				headers: { allow: "GET" }
			});
			const logins = (await this.#logins.list(identity)).map((status) => ({
				...status,
				page: this.#options.address.pageFor(status.source, identity)
			}));
			return Response.json({ logins }, { headers: UNCACHED$1 });
		}
		const login = this.#logins.find(name, identity);
		if (request.method === "DELETE") {
			const result = await this.#logins.logOut(login);
			this.#note("caller logged out", login, identity);
			return Response.json(result, { headers: UNCACHED$1 });
		}
		if (request.method !== "POST") return new Response(null, {
			status: 405,
			headers: { allow: "POST, DELETE" }
		});
		return await this.#startFromExplorer(request, login);
	}
	async #startFromExplorer(request, login) {
		const base = this.#options.address.baseOf(request);
		const credential = await this.#options.credentialOf(request);
		const session = credential && await this.#sessions.begin(credential);
		if (session === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
		const url = await this.#start(base, {
			login,
			session,
			isFromExplorer: true
		});
		const headers = {
			...UNCACHED$1,
			"set-cookie": sessionCookie(base, session.id)
		};
		return Response.json({ url: url.href }, { headers });
	}
	async #start(base, { login, session, isFromExplorer }) {
		const redirectUrl = `${base}${CALLBACK_PATH}`;
		const address = await this.#started.start({
			login,
			session: session.id,
			redirectUrl,
			isFromExplorer
		});
		if (/^https?:$/.test(address.protocol)) return address;
		throw new CallError("PROTOCOL_ERROR", "The service names a page for its login that is no web address.");
	}
	async #answerPage(request, address) {
		const { pathname, searchParams } = new URL(request.url);
		const name = decodePercent(pathname.slice(9));
		const base = this.#options.address.baseOf(request);
		const session = await this.#sessions.find(readSessionCookie(base, request));
		try {
			if (request.method === "POST") return await this.#answerForm(request, {
				name,
				base,
				session,
				address
			});
			if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, {
				status: 405,
				headers: { allow: "GET, HEAD, POST" }
			});
			if (session === void 0) return askForKey(name);
			const { identity } = session;
			const wanted = searchParams.get("for");
			if (wanted !== null && wanted !== callerTag(name, identity)) return askForKey(name, `This link is for another caller than ${identity.id}. Enter the key of that caller.`);
			return await this.#showLogin(this.#logins.find(name, identity), identity);
		} catch (thrown) {
			return problemPage(name, thrown);
		}
	}
	async #showLogin(login, { id }) {
		const { state, scope } = await this.#logins.status(login);
		const { name } = login.source;
		const isIn = state === "logged in";
		return loginResponse({
			title: isIn ? `${id} is connected to ${name}` : `Connect ${id} to ${name}`,
			lines: isIn ? [scope === void 0 ? `Calls of ${id} use this login.` : `Calls of ${id} use this login, with: ${scope}`] : [`You log in at the service behind ${name}. Calls of ${id} then use that login, and calls of no other caller do.`],
			buttons: {
				connect: isIn ? "Connect another account" : "Connect",
				...isIn ? { disconnect: "Disconnect" } : {},
				leave: `I am not ${id}`
			}
		});
	}
	async #answerForm(request, { name, base, session, address }) {
		if (request.headers.get("origin") !== new URL(base).origin) throw new CallError("ACCESS_DENIED", `This form must be sent by the hub's own page: open ${base}${pathOf(name)}.`);
		const text = await request.text();
		if (text.length > LARGEST_FORM) throw new CallError("VALIDATION_ERROR", "This form is too large.");
		const form = new URLSearchParams(text);
		const here = `${pathOf(name)}${new URL(request.url).search}`;
		const key = form.get("key")?.trim() ?? "";
		if (key !== "") {
			const begun = await this.#sessions.begin({
				token: key,
				kind: "bearer",
				address
			});
			if (begun === void 0) return askForKey(name, "The hub does not know this key.", 403);
			if (session !== void 0) await this.#sessions.end(session.id);
			return seeOther(here, sessionCookie(base, begun.id));
		}
		if (session === void 0) return askForKey(name, "Your time on this page is over. Enter the key again.", 403);
		const action = form.get("action");
		if (action === "leave") {
			await this.#sessions.end(session.id);
			return seeOther(here, sessionCookie(base, void 0));
		}
		const login = this.#logins.find(name, session.identity);
		if (action === "disconnect") {
			await this.#logins.logOut(login);
			this.#note("caller logged out", login, session.identity);
			return seeOther(here);
		}
		if (action !== "connect") throw new CallError("VALIDATION_ERROR", "This form has no action.");
		const { href, host } = await this.#start(base, {
			login,
			session,
			isFromExplorer: false
		});
		const link = {
			text: `Go to ${host}`,
			href
		};
		return loginResponse({
			title: `Going to ${host}`,
			lines: ["You come back here afterwards."],
			link,
			next: href
		});
	}
	async #answerCallback(request) {
		if (request.method !== "GET") return new Response(null, {
			status: 405,
			headers: { allow: "GET" }
		});
		const base = this.#options.address.baseOf(request);
		try {
			const session = await this.#sessions.find(readSessionCookie(base, request));
			const { login, isFromExplorer } = await this.#started.finish(session && {
				id: session.id,
				findLogin: (source) => this.#findLogin(source, session.identity)
			}, new URL(request.url).searchParams);
			if (session !== void 0) this.#note("caller logged in", login, session.identity);
			if (isFromExplorer && this.#options.hasExplorer) return seeOther(EXPLORER_SOURCES);
			const { name } = login.source;
			return loginResponse({
				title: `${session?.identity.id ?? "You"} is connected to ${name}`,
				lines: ["You can close this page, and call again."]
			});
		} catch (thrown) {
			return problemPage("the service", thrown);
		}
	}
	#findLogin(source, identity) {
		try {
			return this.#logins.find(source, identity);
		} catch {
			return;
		}
	}
	#note(message, { source }, { id }) {
		this.#options.log("info", message, {
			source: source.name,
			kind: source.kind,
			caller: id
		});
	}
};
function askForKey(name, problem, status = 200) {
	return loginResponse({
		title: `Connect to ${name}`,
		lines: ["Show first who you are here: the login will serve only your own calls."],
		problem,
		asksKey: true
	}, { status });
}
function problemPage(name, thrown) {
	const { code } = thrown;
	const status = code === "OPERATION_NOT_FOUND" ? 404 : code === "ACCESS_DENIED" ? 403 : 502;
	const problem = thrown instanceof CallError ? messageOf(thrown) : "Something went wrong. Start again.";
	return loginResponse({
		title: `Not connected to ${name}`,
		problem
	}, { status });
}
function seeOther(location, cookie) {
	const headers = {
		location,
		...UNCACHED$1,
		...cookie === void 0 ? {} : { "set-cookie": cookie }
	};
	return new Response(null, {
		status: 303,
		headers
	});
}
// src/hub/interfaces/source-route.ts
const SOURCES = "/~/sources/";
const LARGEST_ACTION = 1e3;
function sourceRoute({ sources, audit, log }) {
	const act = async (action, source, { id, issuer }) => {
		if (action === "reopen") await sources.reopen(source);
		else await sources.setEnabled(source, action === "enable");
		const what = {
			source: source.name,
			kind: source.kind,
			action
		};
		const identity = issuer === void 0 ? { identity: id } : {
			identity: id,
			issuer
		};
		audit?.write({
			time: (/* @__PURE__ */ new Date()).toISOString(),
			event: "source",
			...identity,
			...what
		});
		log("info", "source switched", {
			...what,
			by: id
		});
	};
	return {
		path: SOURCES,
		async handle(request, { identity }) {
			if (identity === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
			if (!identity.scopes.includes("operations:admin")) throw new CallError("ACCESS_DENIED", `This needs the scope ${ADMIN_SCOPE}.`);
			const source = sourceIn(new URL(request.url).pathname.slice(11));
			if (request.method === "GET" || request.method === "HEAD") return answer({ log: sources.logOf(source) });
			if (request.method !== "POST") return new Response(null, {
				status: 405,
				headers: { allow: "GET, HEAD, POST" }
			});
			const action = readAction(await request.text());
			await act(action, source, identity);
			return answer({
				...source,
				action
			});
		}
	};
}
function answer(body) {
	return Response.json(body, { headers: { "cache-control": "no-store" } });
}
function sourceIn(path) {
	const slash = path.indexOf("/");
	if (slash < 1) throw new CallError("OPERATION_NOT_FOUND", "Name a source: /~/sources/{kind}/{name}.");
	return {
		kind: path.slice(0, slash),
		name: decodePercent(path.slice(slash + 1))
	};
}
function readAction(text) {
	const action = text.length > LARGEST_ACTION ? void 0 : actionIn(text);
	if (action === "reopen" || action === "enable" || action === "disable") return action;
	throw new CallError("VALIDATION_ERROR", "Send {\"action\": \"reopen\"}, \"enable\" or \"disable\" as JSON.");
}
function actionIn(text) {
	try {
		return JSON.parse(text)?.action;
	} catch {
		return;
	}
}
// src/hub/interfaces/lock-route.ts
const LARGEST_DECISION = 1e4;
function lockRoute(lock) {
	const answer = () => {
		const { exists } = lock;
		return Response.json({
			exists,
			sources: exists ? lock.changes() : []
		}, { headers: { "cache-control": "no-store" } });
	};
	return {
		path: "/~/lock",
		async handle(request, { identity }) {
			if (identity === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
			if (!identity.scopes.includes("operations:admin")) throw new CallError("ACCESS_DENIED", `This needs the scope ${ADMIN_SCOPE}.`);
			if (request.method === "GET" || request.method === "HEAD") return answer();
			if (request.method !== "POST") return new Response(null, {
				status: 405,
				headers: { allow: "GET, HEAD, POST" }
			});
			await lock.decide(readDecision(await request.text()));
			return answer();
		}
	};
}
function wrongDecision() {
	throw new CallError("VALIDATION_ERROR", "Send {\"source\", \"kind\", \"operation\", \"digest\", \"decision\": \"accept\" or \"refuse\"} as JSON.");
}
function readDecision(text) {
	if (text.length > LARGEST_DECISION) wrongDecision();
	const value = parse(text);
	if (!isRecord(value)) return wrongDecision();
	const { source, kind, operation, digest, decision } = value;
	if (!(typeof source === "string" && typeof kind === "string" && typeof operation === "string") || decision !== "accept" && decision !== "refuse") return wrongDecision();
	if (digest !== void 0 && typeof digest !== "string") return wrongDecision();
	return {
		source,
		kind,
		operation,
		digest,
		decision
	};
}
function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// src/hub/interfaces/hub-routes.ts
const CALLS = "/~/calls/";
function hubRoutes(deps) {
	const { statuses, off, refusals, waiting, audit, rateLimited, approvals, access, metrics, timeline, wire, lock } = deps;
	return [
		lockRoute(lock),
		reading("/~/sources", (_request, identity) => {
			const isAdmin = identity.scopes.includes(ADMIN_SCOPE);
			const sources = statuses(isAdmin ? void 0 : identity);
			return Response.json(isAdmin ? {
				sources,
				off: off()
			} : { sources }, UNCACHED);
		}),
		reading(CALLS, (request, identity) => {
			const [id = "", part] = new URL(request.url).pathname.slice(9).split("/");
			const requestId = decodePercent(id);
			if (part === "exchanges") return Response.json(recordingOf(wire, requestId, identity), UNCACHED);
			const calls = timeline.find(requestId, identity);
			if (calls.length > 0) return Response.json({ calls }, UNCACHED);
			throw new CallError("OPERATION_NOT_FOUND", "No call of yours with this id is remembered.");
		}),
		reading("/metrics", (_request, identity) => {
			if (!identity.scopes.includes("operations:metrics")) throw new CallError("ACCESS_DENIED", `This needs the scope ${METRICS_SCOPE}.`);
			const counted = {
				waiting,
				audit,
				rateLimited,
				approvals,
				...access()
			};
			const text = metrics.render({
				sources: statuses(),
				refusals: refusals(),
				...counted
			});
			return new Response(text, { headers: { "content-type": PROMETHEUS_TYPE } });
		})
	];
}
const UNCACHED = { headers: { "cache-control": "no-store" } };
function reading(path, read) {
	return {
		path,
		handle(request, { identity }) {
			if (identity === void 0) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
			if (request.method !== "GET" && request.method !== "HEAD") return new Response(null, {
				status: 405,
				headers: { allow: "GET, HEAD" }
			});
			return read(request, identity);
		}
	};
}
// src/hub/interfaces/hub-settings.ts
function httpOptions(config, hosts) {
	const { cors, limits, trustedProxies, publicOperations = [] } = config.serve ?? {};
	return {
		anonymous: publicOperations.length > 0,
		protectedResource: protectedResourceOf(config),
		cors,
		allowedHosts: hosts,
		trustedProxies,
		maxBodySize: limits?.bodyBytes,
		callTimeout: limits?.callTimeout
	};
}
function protectedResourceOf({ serve }) {
	const { jwt, introspection } = serve ?? {};
	const issuers = [jwt?.issuer, introspection?.issuer].filter((issuer) => issuer !== void 0 && /^https?:/.test(issuer) && URL.canParse(issuer));
	if (issuers.length === 0) return void 0;
	return {
		authorizationServers: [...new Set(issuers)],
		publicUrl: serve?.publicUrl,
		scopes: jwt?.requestScopes ?? introspection?.requestScopes,
		paths: serve?.mcp === false ? [] : ["/mcp"]
	};
}
function clientLimitsOf({ serve }) {
	const { concurrentCalls, callsPerClient, waitingBytes, waitingBytesPerClient, stallTimeout } = serve?.limits ?? {};
	return new ClientLimits({
		maxConcurrentCalls: concurrentCalls,
		maxCallsPerClient: callsPerClient,
		maxWaitingBytes: waitingBytes,
		maxWaitingBytesPerClient: waitingBytesPerClient,
		stallTimeout
	});
}
function allowedHosts({ serve }, host) {
	const own = isEveryAddress(host) ? ownNames() : [];
	return [.../* @__PURE__ */ new Set([
		...LOOPBACK_NAMES,
		hostInURL(host),
		...own,
		...serve?.allowedHosts ?? []
	])];
}
function ownNames() {
	const { hostname, networkInterfaces } = node.os;
	const reachable = Object.values(networkInterfaces()).flatMap((each = []) => each).filter(({ address }) => !address.startsWith("fe80:"));
	return [hostname().toLowerCase(), ...reachable.map(({ address }) => hostInURL(address))];
}
function settingsThatNeedARestart(before, after) {
	const [old, fresh] = [fixedSettings(before), fixedSettings(after)];
	return [.../* @__PURE__ */ new Set([...Object.keys(old), ...Object.keys(fresh)])].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]));
}
const CHANGEABLE = /* @__PURE__ */ new Set([
	"keys",
	"jwt",
	"introspection",
	"publicOperations",
	"identitySecret"
]);
function fixedSettings(config) {
	const { serve = {}, name, audit, log, rateLimits, codeMode } = config;
	const ofServe = Object.entries(serve).filter(([key]) => !CHANGEABLE.has(key));
	return {
		name,
		audit,
		log,
		codeMode,
		rateLimits: rateLimits !== void 0 && { redis: rateLimits.redis },
		"serve.jwt.issuer": protectedResourceOf(config),
		"serve.publicOperations": (serve.publicOperations?.length ?? 0) > 0,
		...Object.fromEntries(ofServe.map(([key, value]) => [`serve.${key}`, value]))
	};
}
// src/hub/interfaces/arrivals.ts
var Arrivals = class {
	#options;
	#shares;
	#names = /* @__PURE__ */ new WeakMap();
	#waiting = /* @__PURE__ */ new Map();
	#count = 0;
	#refused = 0;
	constructor(options) {
		this.#options = options;
		this.#shares = new ClientShares(options.perClient);
	}
	get refused() {
		return this.#refused;
	}
	take(request) {
		const address = this.#options.addressOf(request);
		const client = clientOf(void 0, address) ?? "";
		const refusal = this.#enter(client);
		if (refusal !== void 0) {
			this.#refused++;
			this.#options.onRefused(refusal, `websocket from ${address ?? "unknown"}`);
			return refusal;
		}
		const name = `websocket ${++this.#count} from ${address ?? "unknown"}`;
		const leave = () => {
			if (this.#waiting.delete(name)) this.#shares.give(client);
		};
		this.#names.set(request, name);
		this.#waiting.set(name, {
			address,
			leave
		});
		request.socket.once("close", leave);
		return true;
	}
	nameOf(request) {
		return this.#names.get(request) ?? "websocket";
	}
	find(name) {
		return this.#waiting.get(name);
	}
	#enter(client) {
		const { limit, perClient } = this.#options;
		if (this.#waiting.size >= limit) return {
			status: 503,
			message: `${limit} connections have not been identified yet: no more at once.`
		};
		if (this.#shares.take(client)) return void 0;
		return {
			status: 429,
			message: `${perClient} of your connections have not been identified yet: no more at once.`
		};
	}
};
// src/hub/interfaces/refusal-log.ts
const PAUSE = 1e4;
var RefusalLog = class {
	#log;
	#byCode = /* @__PURE__ */ new Map();
	constructor(log) {
		this.#log = log;
	}
	note(refusal) {
		const { code } = refusal;
		let logged = this.#byCode.get(code);
		if (logged === void 0) this.#byCode.set(code, logged = {
			latest: refusal,
			refused: 0,
			timer: void 0
		});
		logged.latest = refusal;
		logged.refused++;
		if (logged.timer === void 0) this.#write(logged);
	}
	close() {
		for (const logged of this.#byCode.values()) {
			this.#write(logged);
			clearTimeout(logged.timer);
		}
		this.#byCode.clear();
	}
	#write(logged) {
		clearTimeout(logged.timer);
		logged.timer = void 0;
		if (logged.refused === 0) return;
		this.#log("warn", "ws", {
			...logged.latest,
			refused: logged.refused
		});
		logged.refused = 0;
		logged.timer = setTimeout(() => this.#write(logged), PAUSE);
		logged.timer.unref();
	}
};
// src/hub/interfaces/spoke-operations.ts
const KIND = "spoke";
function isOfSpoke(spec) {
	return HubOperation.rulesOf(spec)?.kind === KIND;
}
var SpokeOperations = class {
	#registry;
	imports = new OperationRegistry();
	#registered;
	#stops;
	constructor(registry, config) {
		this.#registry = registry;
		this.#registered = new RegisteredOperations(registry, {
			kind: KIND,
			calls: new CallCounter()
		}, policyOf(config));
		this.#stops = [this.imports.onChange((changes) => this.#follow(changes)), registry.onChange((changes) => {
			const freed = changes.filter(({ type, id }) => type === "unregistered" && this.#registered.wants(id));
			if (freed.length > 0) this.#follow(freed);
		})];
	}
	setConfig(config) {
		return this.#registered.update(this.imports.list(), policyOf(config));
	}
	statuses(peers, viewer) {
		const offering = peers.filter(({ operationIds }) => operationIds.length > 0);
		const all = offering.map((peer) => this.#status(peer, nameOf(peer, offering), viewer));
		return viewer === void 0 ? all : all.filter(({ operations }) => operations > 0);
	}
	close() {
		for (const stop of this.#stops) stop();
		return this.#registered.clear();
	}
	#status({ operationIds, since }, name, viewer) {
		const ids = new Set(operationIds);
		const held = operationIds.filter((id) => {
			const spec = this.#registry.getSpec(id);
			if (spec === void 0 || !this.#registered.holds(id, spec)) return false;
			return viewer === void 0 || checkAccess(spec.accessControl, viewer);
		});
		const status = {
			name,
			kind: KIND,
			state: "ready",
			operations: held.length,
			since: since.toISOString()
		};
		if (viewer !== void 0) return status;
		return {
			...status,
			report: summarise(held.length, [{
				quarantined: this.#registered.quarantined.filter(({ id = "" }) => ids.has(id)),
				findings: this.#registered.findings.filter(({ where }) => ids.has(where))
			}])
		};
	}
	#follow(changes) {
		this.#registered.change(changes.map(({ id }) => [id, this.imports.getSpec(id)]));
	}
};
function policyOf(config) {
	return createPolicy({}, commonRules(config));
}
function nameOf({ identity, id }, peers) {
	return peers.filter((other) => other.identity?.id === identity?.id).length === 1 ? identity?.id ?? id : `${identity?.id ?? ""} ${id}`;
}
// src/hub/interfaces/hub-websocket.ts
const PATH = "/ws";
const LEAST_FRAME = 1024;
const DEFAULT_CONNECTIONS = 500;
const DEFAULT_HANDSHAKES = 1e3;
function serveHubWebSocket(config, log) {
	let attached;
	return {
		name: "ws",
		path: PATH,
		attach(context) {
			attached = new AttachedWebSocket(config, context, log);
		},
		sources: (viewer) => attached?.sources(viewer) ?? [],
		refusedConnections: () => attached?.refused ?? 0,
		reload: async (next) => attached?.reload(next),
		drain: async (graceMs) => attached?.drain(graceMs),
		close: async () => attached?.close()
	};
}
var AttachedWebSocket = class {
	#operations;
	#hub;
	#context;
	#rules;
	#connections;
	#arrivals;
	#refusals;
	#forbidden = 0;
	#credentials = /* @__PURE__ */ new WeakMap();
	constructor(config, context, log) {
		const { registry, isAnonymousAllowed, server, allowedHosts, allowedOrigins } = context;
		const { limits } = config.serve ?? {};
		this.#context = context;
		this.#rules = new OriginRules({
			allowedHosts,
			cors: { origins: allowedOrigins }
		});
		this.#refusals = new RefusalLog(log);
		this.#connections = new ClientShares(limits?.connectionsPerClient ?? DEFAULT_CONNECTIONS);
		const { handshakes = DEFAULT_HANDSHAKES, handshakesPerClient = defaultShare(handshakes) } = limits ?? {};
		this.#arrivals = new Arrivals({
			limit: handshakes,
			perClient: handshakesPerClient,
			addressOf: (request) => context.clientAddress(request),
			onRefused: ({ message: error }, about) => this.#refusals.note({
				code: "OVERLOADED",
				error,
				about
			})
		});
		this.#operations = new SpokeOperations(registry, config);
		this.#hub = serveWebSocket({
			registry,
			serverLog: (listener) => context.serverLog((entry) => void (entry.isRemote || listener(entry))),
			imports: this.#operations.imports,
			authenticate: (credential) => this.#identify(credential),
			identity: identityOf(config),
			anonymous: isAnonymousAllowed,
			admit: (peer) => this.#admit(peer),
			tells: (spec) => spec.origin?.source !== "remote" || isOfSpoke(spec),
			limits: {
				...limits?.bodyBytes === void 0 ? {} : { maxFrameBytes: Math.max(LEAST_FRAME, limits.bodyBytes) },
				...limits?.concurrentCalls === void 0 ? {} : { maxCallsInFlight: limits.concurrentCalls }
			},
			callTimeoutMs: limits?.callTimeout,
			clientLimits: context.clientLimits,
			onError: (failure, about, isCall) => {
				const { code, message: error } = failure;
				if (this.#arrivals.find(about) !== void 0) this.#refusals.note({
					code,
					error,
					about
				});
				else log(isCall === true ? failureLevel(failure) : "warn", "ws", {
					code,
					error,
					about
				});
			}
		});
		this.#hub.attach(server, {
			path: PATH,
			allow: (request) => this.#allow(request),
			nameOf: (request) => this.#arrivals.nameOf(request),
			addressOf: (request) => context.clientAddress(request)
		});
	}
	get refused() {
		return this.#forbidden + this.#arrivals.refused + this.#hub.counters.refusedHandshakes;
	}
	sources(viewer) {
		return this.#operations.statuses(this.#hub.peers(), viewer);
	}
	async reload(config) {
		this.#hub.setIdentity(identityOf(config));
		await this.#operations.setConfig(config);
	}
	async drain(graceMs) {
		await this.#hub.drain({
			graceMs,
			until: this.#context.idle(graceMs)
		});
	}
	async close() {
		this.#hub.close();
		this.#refusals.close();
		await this.#operations.close();
	}
	#allow(request) {
		try {
			this.#rules.check(request.headers);
		} catch {
			this.#forbidden++;
			return false;
		}
		return this.#arrivals.take(request);
	}
	async #identify(shown) {
		const credential = {
			...shown,
			address: this.#arrivals.find(shown.peer?.address ?? "")?.address
		};
		const identity = await this.#context.authenticate(credential);
		if (identity === void 0) return void 0;
		const own = { ...identity };
		this.#credentials.set(own, credential);
		return own;
	}
	#admit({ identity, address: name, disconnect }) {
		const arrival = this.#arrivals.find(name);
		const client = clientOf(identity, arrival?.address) ?? "";
		if (!this.#connections.take(client)) {
			const { limit } = this.#connections;
			throw new CallError("OVERLOADED", `You have ${limit} connections already: no more at once.`);
		}
		arrival?.leave();
		const stopWatching = this.#watch(identity, ({ message }) => disconnect(new CallError("CONNECTION_LOST", `The hub has ended the connection: ${message}`)));
		const left = () => {
			stopWatching?.();
			this.#connections.give(client);
		};
		return { left };
	}
	#watch(identity, onEnd) {
		const credential = identity && this.#credentials.get(identity);
		if (identity === void 0 || credential === void 0) return void 0;
		return this.#context.credentialWatch.hold({
			credential,
			identity,
			endsAtExpiry: false,
			onEnd
		});
	}
};
function identityOf({ serve }) {
	const secret = serve?.identitySecret;
	return secret === void 0 ? void 0 : signedIdentity({ secret });
}
// src/hub/serve-interfaces.ts
const DEFAULT_HOST = "127.0.0.1";
const DEFAULT_PORT = 7411;
const UNENCRYPTED = "Keys and data travel unencrypted between this hub and other machines. Set serve.tls, or listen on 127.0.0.1 behind a proxy that has a certificate; serve.trustedProxies names a proxy on another machine.";
async function serveInterfaces(core, options) {
	const { log, observers, registry, sources, search, access, loginAddress } = core;
	const { config, folder, closing, isReady } = options;
	const { serve = {}, name } = config;
	const host = options.host ?? serve.host ?? DEFAULT_HOST;
	const hosts = allowedHosts(config, host);
	const clientLimits = clientLimitsOf(config);
	const loginPage = (source, caller) => loginAddress.pageFor(source, caller);
	const keptAnswers = new KeptAnswers();
	closing.add(() => keptAnswers.close());
	const mcpDeps = {
		log,
		clientLimits,
		sources,
		search,
		loginPage,
		answerTokensOf: access.answerTokensOf,
		keptAnswers
	};
	const mcp = serve.mcp === false ? void 0 : serveHubMCP(registry, config, mcpDeps);
	if (mcp !== void 0) closing.add(() => mcp.close());
	const hasExplorer = serve.explorer !== false && serve.http !== false;
	const { metrics, timeline, activity, audit } = observers;
	const wire = new WireRecorder(core.redactor);
	const streams = new UpdateStreams();
	closing.add(() => streams.close());
	let changes = 0;
	const countChange = () => void changes++;
	closing.add(registry.onChange(countChange));
	closing.add(sources.onChange(countChange));
	let listening;
	const certificate = serve.tls && await FollowedCertificate.open(serve.tls, {
		folder,
		log,
		apply: (tls) => listening?.setCertificate(tls)
	});
	if (certificate !== void 0) closing.add(() => certificate.close());
	const attached = attachedInterfaces(options.interfaces, config, log);
	const statuses = (viewer) => [...sources.statuses(viewer), ...attached.flatMap((each) => each.sources?.(viewer) ?? [])];
	const refusals = () => new Map(attached.flatMap((each) => each.refusedConnections ? [[each.name, each.refusedConnections()]] : []));
	const { vault, loginAddress: address } = core;
	const browser = new BrowserAccess({
		sessions: new PageSessions(vault, log),
		authenticate: access.authenticate,
		address,
		ownKey: core.ownKey?.key
	});
	const logins = new LoginRoutes({
		credentialOf: browser.credentialOf,
		vault,
		address,
		log,
		hasExplorer,
		logins: core.ownLogins,
		authenticate: access.authenticate
	});
	closing.add(() => logins.close());
	const http = serveHTTP(serve.http === false ? new OperationRegistry() : registry, {
		...httpOptions(config, hosts),
		answerTokens: access.answerTokensOf,
		keptAnswers,
		name,
		clientLimits,
		authenticate: access.authenticate,
		credentialWatch: access.credentialWatch,
		sessionCredential: hasExplorer ? browser.credentialIn : void 0,
		isReady,
		onCallTimes: metrics.observeTimes,
		recordExchanges: (call) => recordFor(wire, call),
		onError: (error, context) => log("error", "http", {
			error: messageOf(error),
			...context
		}),
		routes: [
			...hubRoutes({
				statuses,
				off: () => sources.off(),
				refusals,
				waiting: clientLimits.waiting,
				audit: audit?.counters,
				rateLimited: core.rateLimits?.refused,
				access: () => ({
					credentials: access.failures,
					keyFile: access.keyNumbers,
					certificate: certificate?.numbers
				}),
				metrics,
				timeline,
				wire,
				lock: sources.lock,
				approvals: core.approvals.queue
			}),
			sourceRoute({
				sources,
				audit,
				log
			}),
			activityRoute({
				activity,
				streams,
				inFlight: () => metrics.inFlight,
				statuses,
				changes: () => changes,
				approvals: core.approvals.queue
			}),
			...approvalRoutes({
				approvals: core.approvals,
				isPerson: async (request) => await browser.isPerson(request) || await showsPersonCode(request, core.stateFolder)
			}),
			...logins.routes,
			...mcp === void 0 ? [] : [mcp.route("/mcp")],
			...hasExplorer ? [
				...browser.routes,
				explorerAtRoot,
				explorerRoute(options.explorerFolder ?? findExplorerFolder())
			] : []
		]
	});
	const server = await listen(http, {
		host,
		port: options.port ?? serve.port ?? DEFAULT_PORT,
		tls: certificate?.tls
	});
	if (certificate === void 0 && serve.trustedProxies === void 0 && !isLoopback(host)) log("warn", UNENCRYPTED, { host });
	core.approvals.listensAt(serve.publicUrl ?? server.url);
	closing.add(() => http.close({ graceMs: 0 }));
	address.listening = server.url;
	listening = server;
	if (certificate !== void 0) server.setCertificate(certificate.tls);
	if (attached.length > 0 && (options.interfaces ?? []).length > 0) refuseOtherUpgrades(server.server, attached);
	for (const each of attached) {
		closing.add(() => each.close());
		await each.attach({
			server: server.server,
			registry,
			serverLog: core.sources.onServerLog,
			authenticate: access.authenticate,
			credentialWatch: access.credentialWatch,
			clientLimits,
			isAnonymousAllowed: (serve.publicOperations?.length ?? 0) > 0,
			allowedHosts: hosts,
			allowedOrigins: serve.cors?.origins ?? [],
			clientAddress: (request) => server.clientAddress(request),
			idle: (graceMs) => observers.calls.idle(graceMs)
		});
	}
	const endpoints = endpointsOf(server, {
		hasHTTP: serve.http !== false,
		hasMCP: mcp !== void 0,
		hasExplorer,
		attached
	});
	return {
		endpoints,
		hosts,
		makeLogInLink: hasExplorer && core.ownKey !== void 0 ? () => `${endpoints.explorer}${browser.newCode()}` : void 0,
		async openOwnerSocket(path) {
			const close = await openOwnerSocket(path, {
				server: server.server,
				key: access.socketKey
			});
			closing.add(close);
			return close;
		},
		async drain(graceMs) {
			streams.close();
			await allEnded([
				http.close({ graceMs }),
				...attached.map(async (each) => each.drain(graceMs)),
				observers.calls.idle(graceMs).then(() => mcp?.endListening())
			]);
		},
		reload: async (next) => void await Promise.all(attached.map(async (each) => each.reload?.(next)))
	};
}
function attachedInterfaces(given = [], config, log) {
	if (config.serve?.ws === false) return given.filter(({ name }) => name !== "ws");
	return given.some(({ name }) => name === "ws") ? given : [...given, serveHubWebSocket(config, log)];
}
function refuseOtherUpgrades(server, attached) {
	const paths = new Set(attached.map(({ path }) => path));
	server.on("upgrade", ({ url = "/" }, socket) => {
		if (paths.has(url.split("?", 1)[0] ?? "/")) return;
		socket.on("error", () => socket.destroy());
		socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", () => socket.destroy());
	});
}
async function listen(http, where) {
	const { host, port } = where;
	try {
		return await http.listen(where);
	} catch (cause) {
		const reason = cause.code === "EADDRINUSE" ? "another program listens there; choose another serve.port" : messageOf(cause);
		throw new CallError("EXECUTION_ERROR", `The hub can't listen on ${host}:${port}: ${reason}`, void 0, { cause });
	}
}
function endpointsOf({ url }, { hasHTTP, hasMCP, hasExplorer, attached }) {
	const ws = attached.find(({ name }) => name === "ws");
	return {
		http: url,
		...hasHTTP ? { openapi: `${url}/openapi.json` } : {},
		...hasMCP ? { mcp: `${url}/mcp` } : {},
		...ws === void 0 ? {} : { ws: `${url.replace(/^http/, "ws")}${ws.path}` },
		...hasExplorer ? { explorer: `${url}${EXPLORER_PATH}` } : {}
	};
}
// src/hub/run-hub.ts
const DEFAULT_GRACE = 1e4;
async function runHub(loaded, options) {
	const closing = new Closing();
	try {
		return await start(loaded, options, closing);
	} catch (error) {
		await closing.run();
		throw error;
	}
}
async function start(loaded, options, closing) {
	let { config } = loaded;
	const { folder = process.cwd() } = loaded;
	let isReady = false;
	const core = await openCore(loaded, options, closing);
	const { registry, sources, access, redactor, observers, ownKey, log } = core;
	sources.ready.then(() => isReady = true);
	const server = await serveInterfaces(core, {
		...options,
		config,
		folder,
		closing,
		isReady: () => isReady
	});
	log("info", "hub listens", { url: server.endpoints.http });
	const warner = new ConfigWarner(log);
	await warner.look(loaded);
	access.keysChanged.add(() => void warner.look());
	if (options.waitForSources === true) await sources.ready;
	let closed;
	const close = async (graceMs) => {
		isReady = false;
		log("info", "hub stops", { callsInFlight: observers.calls.count });
		sources.stopAnswering();
		core.approvals.close();
		access.failures.close();
		const drained = server.drain(graceMs);
		await allEnded([drained, drained.catch(() => void 0).then(() => closing.run())]).finally(() => log("info", "hub stopped"));
	};
	return {
		registry,
		sources,
		endpoints: server.endpoints,
		...ownKey?.isNew === true ? { key: ownKey.key } : {},
		...ownKey === void 0 ? {} : { keyFile: ownKey.file },
		hosts: server.hosts,
		makeLogInLink: server.makeLogInLink,
		openOwnerSocket: server.openOwnerSocket,
		async reload(next) {
			redactor.add(secretsOf(next));
			const settings = settingsThatNeedARestart(config, next.config);
			if (settings.length > 0) log("warn", "these settings need a restart", { settings });
			({config} = next);
			access.update(next.config);
			core.approvals.update(next.config);
			core.rateLimits?.update(next.config.rateLimits ?? {});
			await Promise.all([server.reload(next.config), sources.reload(next)]);
			log("info", "config reloaded");
			await warner.look(next);
		},
		close: ({ graceMs = loaded.config.serve?.limits?.shutdownGrace ?? DEFAULT_GRACE } = {}) => closed ??= close(graceMs)
	};
}
export { runHub };
