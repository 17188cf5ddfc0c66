import { Bt as Cancellation, Gt as localEnvelope, It as parseExactly, Lt as quoteLongIntegers, Mt as encodeData, Pt as LONG_INTEGER, an as onDeadline, ct as isLogLevel, d as OperationType, ft as identityKey, h as roomInTurn, j as within, ln as CallError, lt as isLogged, m as atEndOfTick, mn as withPhase, on as Listeners, pn as toCallError, rt as isProtocolEvent, tt as isTooDense, v as approximateSize, vt as operationId } from "./client-D7eheyo4.js";
import { Ht as isRecord, Q as toPlainSchema, a as OpenCallSession, c as dispatchSubscription, s as dispatch } from "./core-CcxVOvtt.js";
import { u as charactersFor } from "./hub-shared-evUMSPIC.js";
import { t as installCommand } from "./install-command-BiAMW_RF.js";
import { i as PART_KEY, s as RELATED_REQUEST_KEY, t as ANSWER_TOKENS_KEY } from "./mcp-meta-6QK7fgiN.js";
import { t as readHeaderArguments } from "./mcp-header-arguments-BebjJ2CV.js";
import { _ as assertQuestionSize, g as assertFewQuestions, v as callEnded } from "./main-B19mhTeA.js";
import { t as LOOPBACK_NAMES } from "./loopback-names-DN0nuCOL.js";
import { f as HTTPRefusal, o as CallLimits, s as ClientLimits, t as hostInURL } from "./node-http-BpqrIn2X.js";
import { i as scopeChallenge, l as bodyTooLarge, n as serveRequests, t as readTrace } from "./trace-context-0mVtzqxi.js";
import { o as AnswerBudget } from "./request-options-pa3sJnm0.js";
import { c as describePart, d as keepWhole, f as roomBesideNote, p as writeAnswer, r as toSelection, s as jsonLength } from "./select-parts-NDqDjxbN.js";
import { A as rewriteField, C as toMCPSettings, D as pageOf, O as rewriteBlock, S as resourceMarkOf, T as toolShapeOf, _ as isVisible$1, a as cutText, b as methodMarkOf, c as SearchTools, d as forLegacyEra, f as CALL_OPERATION, g as SpecCatalog, h as ToolCatalog, i as IMAGE_LENGTH, k as rewriteBlocks, l as envelopeResult, m as SEARCH_OPERATIONS, n as boundEnvelope, o as firstThatFit, p as DESCRIBE_OPERATIONS, r as fitOptions, s as errorText, t as collectStream, u as errorResult, v as ResourceProviders, w as ResultReader, x as promptMarkOf, y as sourceNamespace } from "./collect-stream-DDIkDmng.js";
import { t as PacedCall } from "./paced-call-BKFfizSk.js";
// src/serve/mcp/call/elicitation-params.ts
const ids = {
	requestId: "mcp",
	questionId: "1"
};
const NO_FIELDS = {
	type: "object",
	properties: {}
};
function toElicitationParams(request, modes) {
	const { mode, message, requestedSchema = NO_FIELDS, url } = request;
	const event = {
		type: "call.question",
		...ids,
		mode,
		message,
		requestedSchema,
		url
	};
	if (!isProtocolEvent(event) || mode === "url" && url === void 0) throw refusal("VALIDATION_ERROR", "The question cannot be sent: it needs a message, and a schema or a url.");
	assertQuestionSize(event);
	if (!modes.has(mode)) throw refusal("EXECUTION_ERROR", `The MCP client takes no questions of the mode ${mode}.`);
	return mode === "form" ? {
		mode,
		message,
		requestedSchema
	} : {
		mode,
		message,
		url
	};
}
function readElicitationAnswer(given) {
	if (typeof given !== "object" || given === null) return void 0;
	const { action, content } = given;
	const answer = action === "accept" && content !== void 0 ? {
		action,
		content
	} : { action };
	const event = {
		type: "call.answer",
		...ids,
		...answer
	};
	if (event.action === "failed" || !isProtocolEvent(event)) return void 0;
	return answer;
}
function refusal(code, message, options = {}) {
	return withPhase(new CallError(code, message, void 0, options), "started");
}
// src/serve/mcp/call/suspended-calls.ts
var SuspendedCalls = class {
	#limits;
	#suspended = /* @__PURE__ */ new Map();
	#isClosed = false;
	constructor(limits) {
		this.#limits = limits;
	}
	keep(call, owner) {
		if (this.#isClosed) throw refusal("ABORTED", "The MCP service has been closed.");
		this.#assertRoom(owner);
		const { questionTimeout } = this.#limits;
		const unanswered = new CallError("TIMEOUT", `The MCP client has not answered a question within ${questionTimeout} ms.`);
		const until = call.askedAt + questionTimeout;
		if (until <= performance.now()) {
			call.cancel(unanswered);
			throw unanswered;
		}
		const state = crypto.randomUUID();
		const stopTimer = onDeadline(until, () => this.#end(state, unanswered));
		this.#suspended.set(state, {
			call,
			owner,
			stopTimer
		});
		return state;
	}
	take(state, { identity, connection, operation }) {
		const suspended = typeof state === "string" ? this.#suspended.get(state) : void 0;
		if (suspended === void 0) return void 0;
		const { owner, call } = suspended;
		if (owner.identity !== identity || owner.connection !== connection || owner.operation !== operation) return;
		this.#remove(state);
		return call;
	}
	endConnection(connection) {
		const reason = new CallError("ABORTED", "The MCP client is gone.");
		for (const [state, { owner }] of this.#suspended) if (owner.connection === connection) this.#end(state, reason);
	}
	close() {
		this.#isClosed = true;
		const reason = new CallError("ABORTED", "The MCP service has been closed.");
		for (const state of this.#suspended.keys()) this.#end(state, reason);
	}
	#assertRoom({ client, connection }) {
		const { maxSuspendedCalls, maxSuspendedCallsPerClient } = this.#limits;
		const isOwn = ({ owner }) => owner.client === client && owner.connection === connection;
		const own = [...this.#suspended.values()].filter(isOwn).length;
		if (this.#suspended.size < maxSuspendedCalls && own < maxSuspendedCallsPerClient) return;
		throw refusal("OVERLOADED", "Too many calls wait for answers of their MCP clients already.");
	}
	#end(state, reason) {
		this.#remove(state)?.call.cancel(reason);
	}
	#remove(state) {
		const suspended = this.#suspended.get(state);
		this.#suspended.delete(state);
		suspended?.stopTimer();
		return suspended;
	}
};
// src/serve/mcp/options/load-sdk.ts
function loadServerSDK() {
	return orExplain(() => import("@modelcontextprotocol/server"));
}
function loadStdioSDK() {
	return orExplain(() => import("@modelcontextprotocol/server/stdio"));
}
async function orExplain(load) {
	try {
		return await load();
	} catch (cause) {
		const name = "@modelcontextprotocol/server";
		throw new Error(`serveMCP needs the package ${name}, version 2: ${installCommand(`${name}@2`)}`, { cause });
	}
}
// src/serve/mcp/prompts/prompt-catalog.ts
var PromptCatalog = class extends SpecCatalog {
	constructor(registry, settings) {
		super(registry, settings, {
			includes: (spec) => promptMarkOf(spec) !== void 0,
			define: promptDefinition,
			wanted: settings.toolName ?? ((spec) => operationId({
				...idOf(spec),
				namespace: sourceNamespace(spec)
			}))
		});
	}
};
function idOf({ name, namespace }) {
	return {
		name,
		namespace
	};
}
function promptDefinition(name, spec) {
	const { icons, _meta } = spec.metadata?.["mcp"] ?? {};
	const given = spec.origin?.source === "mcp" ? promptMarkOf(spec)?.arguments : argumentsOf(spec);
	return {
		name,
		...spec.title === void 0 ? {} : { title: spec.title },
		...spec.description === "" ? {} : { description: spec.description },
		...given === void 0 ? {} : { arguments: given },
		...Array.isArray(icons) ? { icons } : {},
		...isRecord(_meta) ? { _meta } : {}
	};
}
function argumentsOf(spec) {
	const { properties, required } = toPlainSchema(spec.inputSchema, "input");
	return Object.entries(isRecord(properties) ? properties : {}).map(([name, schema]) => {
		const { title, description } = isRecord(schema) ? schema : {};
		return {
			name,
			...typeof title === "string" ? { title } : {},
			...typeof description === "string" ? { description } : {},
			required: Array.isArray(required) && required.includes(name)
		};
	});
}
// src/serve/mcp/resources/resource-catalog.ts
const PAUSE$1 = 100;
var ResourceCatalog = class {
	providers;
	#registry;
	#settings;
	#own = /* @__PURE__ */ new Map();
	#listeners = new Listeners();
	#stop;
	#announcing = new PacedCall(PAUSE$1, () => this.#listeners.tell());
	constructor(registry, settings, providers) {
		this.#registry = registry;
		this.#settings = settings;
		this.providers = providers;
		for (const spec of registry.list()) this.#add(spec);
		this.#stop = registry.onChange((changes) => {
			const ours = changes.filter(({ spec }) => methodMarkOf(spec) !== void 0 || resourceMarkOf(spec) !== void 0);
			if (ours.length === 0) return;
			providers.update(ours);
			for (const { type, spec } of ours) if (type === "unregistered") this.#remove(spec);
			for (const { type, spec } of ours) if (type !== "unregistered") this.#add(spec);
			this.#announcing.request();
		});
	}
	operationFor(provider, method, identity) {
		return this.findById(provider.operations.get(method), identity);
	}
	findById(id, identity) {
		const spec = id === void 0 ? void 0 : this.#registry.getSpec(id);
		if (id === void 0 || spec === void 0) return void 0;
		return isVisible$1(this.#registry, this.#settings, {
			id,
			spec,
			identity
		}) ? {
			id,
			spec
		} : void 0;
	}
	own(kind, identity) {
		const found = [];
		for (const uri of [...this.#own.keys()].sort()) {
			const operation = uri.includes("{") === (kind === "uriTemplate") ? this.findOwn(uri, identity) : void 0;
			if (operation !== void 0) found.push({
				...operation,
				uri,
				definition: defineResource(operation.spec, kind)
			});
		}
		return found;
	}
	findOwn(uri, identity) {
		return this.findById(this.#own.get(uri), identity);
	}
	onChange(listener) {
		return this.#listeners.add(listener);
	}
	close() {
		this.#stop();
		this.#announcing.stop();
		this.#listeners.clear();
	}
	#add(spec) {
		const mark = resourceMarkOf(spec);
		if (mark !== void 0 && !this.#own.has(mark.uri)) this.#own.set(mark.uri, operationId(spec));
	}
	#remove(spec) {
		const mark = resourceMarkOf(spec);
		if (mark !== void 0 && this.#own.get(mark.uri) === operationId(spec)) this.#own.delete(mark.uri);
	}
};
function defineResource(spec, kind) {
	const { uri, mimeType, size } = resourceMarkOf(spec) ?? { uri: "" };
	const { annotations, icons, _meta } = spec.metadata?.["mcp"] ?? {};
	return {
		[kind]: uri,
		name: spec.name,
		...spec.title === void 0 ? {} : { title: spec.title },
		...spec.description === "" ? {} : { description: spec.description },
		...mimeType === void 0 ? {} : { mimeType },
		...size === void 0 || kind === "uriTemplate" ? {} : { size },
		...isRecord(annotations) ? { annotations } : {},
		...Array.isArray(icons) ? { icons } : {},
		...isRecord(_meta) ? { _meta } : {}
	};
}
// src/serve/mcp/tools/app-tools.ts
const readPages = /* @__PURE__ */ new WeakMap();
function notePage(session, uri, spec) {
	if (session === void 0 || !uri.startsWith("ui:")) return;
	const sources = readPages.get(session) ?? /* @__PURE__ */ new Set();
	readPages.set(session, sources.add(sourceNamespace(spec)));
}
function findAppTools(catalog, { name, identity, session }) {
	const withPages = sourcesWithPages(catalog, identity);
	const found = [];
	for (const spec of catalog.visible(identity)) if (spec.origin?.source === "mcp" && spec.origin.name === name && withPages.has(sourceNamespace(spec))) found.push(spec);
	return narrow(found, session, sourceNamespace);
}
function findAppSources(catalog, { identity, session }) {
	return narrow([...sourcesWithPages(catalog, identity)], session, (source) => source);
}
function sourcesWithPages(catalog, identity) {
	const sources = /* @__PURE__ */ new Set();
	for (const spec of catalog.visible(identity)) {
		const words = spec.origin?.source === "mcp" ? spec.metadata?.["mcp"] : void 0;
		if (isRecord(words) && pageOf(words["_meta"]) !== void 0) sources.add(sourceNamespace(spec));
	}
	return sources;
}
function narrow(found, session, sourceOf) {
	const read = session && readPages.get(session);
	const narrowed = found.length > 1 ? found.filter((each) => read?.has(sourceOf(each))) : found;
	return narrowed.length === 0 ? found : narrowed;
}
function severalAppTools(name, specs) {
	const ids = specs.slice(0, 5).map(operationId).join(", ");
	return `Several sources with pages have a tool ${name.slice(0, 200)}: ${ids}. Only a session that has read the page of one of them can call it by this name.`;
}
// src/serve/mcp/call/client-input.ts
const MODES = ["form", "url"];
function abilitiesOf(declared) {
	const { elicitation, sampling, roots } = declared;
	const modes = isRecord(elicitation) ? questionModesOf(elicitation) : void 0;
	const samples = isRecord(sampling);
	const listsRoots = isRecord(roots);
	return modes === void 0 && !samples && !listsRoots ? void 0 : {
		modes,
		samples,
		listsRoots
	};
}
function questionModesOf(elicitation) {
	const declared = MODES.filter((mode) => Object.hasOwn(elicitation, mode));
	return new Set(declared.length === 0 ? ["form"] : declared);
}
function answersOf({ modes, samples, listsRoots }, ask) {
	const onElicitation = (request, { signal }) => ask(() => ({
		method: "elicitation/create",
		params: toElicitationParams(request, modes)
	}), readElicitationAnswer, {
		signal,
		id: request.elicitationId
	});
	const onSampling = (request, { signal }) => ask(() => ({
		method: "sampling/createMessage",
		params: toSamplingParams(request)
	}), readSamplingResult, { signal });
	const onRoots = ({ signal }) => ask(() => ({
		method: "roots/list",
		params: {}
	}), readRoots, { signal });
	return {
		...modes && { onElicitation },
		...samples && { onSampling },
		...listsRoots && { onRoots }
	};
}
function toSamplingParams(params) {
	const event = {
		type: "call.question",
		requestId: "mcp",
		questionId: "1",
		mode: "sampling",
		message: "",
		params
	};
	const { messages, maxTokens } = params;
	if (!isProtocolEvent(event) || !Array.isArray(messages) || !Number.isInteger(maxTokens)) throw refusal("VALIDATION_ERROR", "The prompt cannot be sent: it needs messages and maxTokens.");
	assertQuestionSize(event);
	return params;
}
function readSamplingResult(given) {
	if (!isRecord(given) || given["content"] === void 0 || typeof given["model"] !== "string") return void 0;
	return given;
}
function readRoots(given) {
	const roots = isRecord(given) ? given["roots"] : void 0;
	if (!Array.isArray(roots)) return void 0;
	return roots.every((root) => isRecord(root) && typeof root["uri"] === "string") ? roots : void 0;
}
// src/serve/mcp/call/asking-call.ts
var AskingCall = class {
	#cancellation = new Cancellation();
	#open = /* @__PURE__ */ new Map();
	#result;
	#round;
	#notified;
	#onQuestion;
	#count = 0;
	#isOver = false;
	constructor(abilities, run) {
		const contact = {
			cancellation: this.#cancellation,
			answers: answersOf(abilities, this.#ask),
			sendProgress: this.#sendProgress,
			sendLog: this.#sendLog
		};
		this.#result = Promise.resolve().then(() => run(contact)).finally(() => {
			this.#isOver = true;
			this.refuse(callEnded());
		});
		this.#result.catch(() => void 0);
	}
	get askedAt() {
		const [oldest] = this.#open.values();
		return oldest?.askedAt ?? performance.now();
	}
	async proceed(round) {
		this.#round = round;
		this.#cancellation.followSignal(round.signal);
		try {
			for (;;) {
				const result = await (this.#cancellation.reason !== void 0 ? this.#result : Promise.race([this.#result, this.#asked()]));
				await this.#notified;
				if (result !== void 0) return result;
				if (this.#open.size > 0 && this.#cancellation.reason === void 0) return new Map(Array.from(this.#open, ([name, { input }]) => [name, input]));
			}
		} finally {
			this.#round = void 0;
			this.#notified = void 0;
			this.#onQuestion = void 0;
			this.#cancellation.release();
		}
	}
	answer(given) {
		for (const [name, { take }] of this.#open) if (Object.hasOwn(given, name) && take(given[name])) this.#take(name);
	}
	refuse(reason) {
		for (const name of this.#open.keys()) this.#take(name)?.reject(reason);
	}
	cancel(reason) {
		this.#cancellation.cancel(reason);
	}
	#ask = (...[make, read, { signal, id }]) => {
		const answer = new Promise((resolve, reject) => {
			if (this.#isOver) throw callEnded();
			signal.throwIfAborted();
			const input = make();
			assertFewQuestions(this.#open.size);
			const name = this.#nameOf(id);
			const take = (given) => {
				const taken = read(given);
				if (taken !== void 0) resolve(taken);
				return taken !== void 0;
			};
			const asker = new Cancellation();
			asker.followSignal(signal);
			asker.onCancel(() => this.#take(name)?.reject(signal.reason));
			this.#open.set(name, {
				input,
				askedAt: performance.now(),
				take,
				reject,
				stop: () => asker.release()
			});
			this.#onQuestion?.();
		});
		answer.catch(() => void 0);
		return answer;
	};
	#sendProgress = (progress) => this.#notify(this.#round?.sendProgress?.(progress));
	#sendLog = (message) => this.#notify(this.#round?.sendLog?.(message));
	#notify(sending) {
		if (sending !== void 0) this.#notified = sending.catch(() => void 0);
		return this.#notified ?? Promise.resolve();
	}
	async #asked() {
		if (this.#open.size === 0) await new Promise((resolve) => this.#onQuestion = resolve);
		await new Promise(atEndOfTick);
	}
	#nameOf(id = "") {
		this.#count++;
		return NAME.test(id) && !this.#open.has(id) ? id : `question-${this.#count}`;
	}
	#take(name) {
		const question = this.#open.get(name);
		this.#open.delete(name);
		question?.stop();
		return question;
	}
};
const NAME = /^[A-Za-z][\w.-]{0,63}$/;
// src/serve/mcp/call/notifications.ts
var ProgressReporter = class {
	#send;
	#last = -Infinity;
	#sent = Promise.resolve();
	constructor(send) {
		this.#send = send;
	}
	report = ({ progress, total, message }) => {
		if (!Number.isFinite(progress) || progress <= this.#last) return;
		this.#last = progress;
		const sending = this.#send({
			progress,
			total: Number.isFinite(total) ? total : void 0,
			message
		}).catch(() => {});
		this.#sent = Promise.all([this.#sent, sending]);
	};
	async flushed() {
		await this.#sent;
	}
};
const MOST_SENDING = 100;
const LONGEST_MESSAGE = 65536;
var LogReporter = class {
	level;
	#send;
	#logger;
	#sending = /* @__PURE__ */ new Set();
	constructor({ level, send }, logger) {
		this.level = level;
		this.#send = send;
		this.#logger = logger;
	}
	write({ level, data, logger = this.#logger }) {
		if (!isLogged(level, this.level) || this.#sending.size >= MOST_SENDING) return;
		const encoded = encodedOf(data);
		if (encoded === void 0) return;
		const sending = this.#send({
			level,
			data: encoded.data,
			logger
		}).catch(() => void 0).finally(() => this.#sending.delete(sending));
		this.#sending.add(sending);
	}
	async flushed() {
		await Promise.all(this.#sending);
	}
};
function encodedOf(data) {
	try {
		const encoded = encodeData(data);
		const text = JSON.stringify(encoded);
		return text === void 0 || text.length > LONGEST_MESSAGE ? void 0 : { data: encoded };
	} catch {
		return;
	}
}
// src/serve/mcp/call/call-tool.ts
const SHORT = charactersFor(250);
async function callTool(deps, call) {
	const { registry, settings } = deps;
	const { spec, caller, sendProgress, cancellation, answers } = call;
	const { callTimeout } = settings;
	const progress = sendProgress === void 0 ? void 0 : new ProgressReporter(sendProgress);
	const log = call.log === void 0 ? void 0 : new LogReporter(call.log, operationId(spec));
	const isStream = spec.type === OperationType.SUBSCRIPTION;
	try {
		const asked = call.select !== void 0 || call.meta?.["alkdev.operations/answerTokens"] !== void 0 ? await readAsked(deps, call) : void 0;
		const request = {
			id: call.id,
			input: inputOf(call),
			context: {
				identity: caller.identity,
				session: call.session,
				trace: call.trace,
				onElicitation: answers?.onElicitation,
				onSampling: answers?.onSampling,
				onRoots: answers?.onRoots,
				callerLog: log,
				callMeta: call.meta,
				deadline: callTimeout === void 0 ? void 0 : Date.now() + callTimeout,
				onProgress: isStream ? void 0 : progress?.report
			},
			cancellation
		};
		if (isStream) {
			const collected = await collect(deps, call, {
				request,
				progress
			});
			return boundEnvelope(localEnvelope(collected, call.id), asked ?? {
				bound: boundFor(deps, call),
				spec
			});
		}
		const envelope = await dispatch(registry, request);
		const room = roomInTurn(cancellation.atOnce);
		if (room !== void 0) await room;
		if (cancellation.reason !== void 0) throw cancellation.reason;
		if (asked === void 0 && call.telling === void 0 && approximateSize(envelope.data, SHORT) < SHORT) {
			const result = envelopeResult(envelope, spec);
			const [only, more] = result.content;
			if (more === void 0 && only?.type === "text" && only.text.length <= SHORT) return result;
		}
		const bounded = asked ?? {
			bound: boundFor(deps, call),
			spec
		};
		return call.telling === void 0 ? boundEnvelope(envelope, bounded) : call.telling.result(envelope, bounded.bound);
	} catch (thrown) {
		return failureResult(deps, call, toCallError(thrown));
	} finally {
		if (progress !== void 0) await progress.flushed();
		if (log !== void 0) await log.flushed();
	}
}
function failureResult(deps, call, error) {
	const { settings, budget } = deps;
	const { spec, telling, toError, caller } = call;
	const told = toError?.(error);
	if (told === void 0 && telling !== void 0) throw telling.failure(error);
	settings.onError?.(error, { operation: operationId(spec) });
	if (told !== void 0) throw told;
	const room = budget.roomFor(caller.identity);
	const keep = room === Infinity ? void 0 : keeperFor(deps, call);
	return errorResult(errorText(error, {
		spec,
		expose: settings.exposeErrors ?? false,
		room,
		keep
	}));
}
async function collect({ registry, settings }, { caller, cancellation }, { request, progress }) {
	const { maxItems, maxStreamDuration: maxDuration } = settings;
	const stopWatching = caller.onCredentialEnd?.((reason) => cancellation.cancel(reason));
	try {
		const report = progress?.report ?? (() => {});
		return await collectStream(dispatchSubscription(registry, request), {
			maxItems,
			maxDuration,
			report
		});
	} finally {
		stopWatching?.();
	}
}
async function readAsked(deps, call) {
	const selection = call.select === void 0 ? void 0 : await toSelection(call.select);
	return {
		bound: boundFor(deps, call),
		selection,
		spec: call.spec
	};
}
function boundFor(deps, call) {
	const { spec, caller, meta, telling, isListed = false } = call;
	const byDefault = telling === void 0 ? void 0 : "all";
	return {
		room: deps.budget.roomFor(caller.identity, meta?.[ANSWER_TOKENS_KEY], byDefault),
		keep: keeperFor(deps, call),
		outputSchema: () => isListed ? toolShapeOf(spec).outputSchema : void 0
	};
}
function keeperFor({ budget, registry }, { id, spec, caller, session }) {
	const owner = {
		identity: caller.identity,
		session
	};
	return (text) => budget.kept.keep(text, owner, () => (registry.getSpec(id) ?? spec).accessControl);
}
function inputOf({ spec, arguments: given }) {
	const { toInput } = toolShapeOf(spec);
	try {
		return toInput(given);
	} catch (cause) {
		throw new CallError("VALIDATION_ERROR", "The arguments are nested too deep.", void 0, { cause });
	}
}
// src/serve/mcp/call/client-questions.ts
var ClientQuestions = class {
	#options;
	#call = new Cancellation();
	#open = 0;
	constructor(options) {
		this.#options = options;
	}
	get answers() {
		return answersOf(this.#options.abilities, this.#ask);
	}
	end() {
		this.#call.cancel(callEnded());
	}
	#ask = (...[make, read, options]) => {
		const answer = this.#send(make, options).then((given) => {
			const taken = read(given);
			if (taken === void 0) throw refusal("EXECUTION_ERROR", "The MCP client answered with something else.");
			return taken;
		});
		answer.catch(() => void 0);
		return answer;
	};
	async #send(make, { signal, id }) {
		const { context, timeout } = this.#options;
		const { method, params } = make();
		assertFewQuestions(this.#open);
		const question = new Cancellation();
		question.followParent(this.#call);
		question.followSignal(signal);
		if (question.reason !== void 0) throw question.reason;
		this.#open++;
		try {
			return await context.mcpReq.send({
				method,
				params: {
					...withId(params, id),
					_meta: { [RELATED_REQUEST_KEY]: context.mcpReq.id }
				}
			}, {
				signal: question.signal,
				timeout
			});
		} catch (cause) {
			throw question.reason ?? this.#failure(cause);
		} finally {
			this.#open--;
			question.release();
		}
	}
	#failure(cause) {
		const { sdk, timeout } = this.#options;
		return cause instanceof sdk.SdkError && cause.code === sdk.SdkErrorCode.RequestTimeout ? refusal("TIMEOUT", `The MCP client has not answered a question within ${timeout} ms.`, { cause }) : refusal("EXECUTION_ERROR", "The MCP client could not answer a question.", { cause });
	}
};
function withId(params, elicitationId = crypto.randomUUID()) {
	return "mode" in params && params.mode === "url" ? {
		...params,
		elicitationId
	} : params;
}
// src/serve/mcp/call/login-error.ts
const REVISION$1 = "2025-11-25";
function toLoginError({ code, message, details }, options) {
	const { sdk, settings, revision, identity } = options;
	if (code !== "LOGIN_REQUIRED" || revision !== REVISION$1 || identity === void 0) return void 0;
	const { source, url } = details ?? {};
	if (typeof source !== "string" || typeof url !== "string") return void 0;
	if (url !== settings.loginPage?.(source, identity)) return void 0;
	const why = `${source} needs your login. Log in there, then call again.`;
	const elicitation = {
		mode: "url",
		elicitationId: crypto.randomUUID(),
		url,
		message: why
	};
	return new sdk.UrlElicitationRequiredError([elicitation], message);
}
// src/serve/mcp/call/run-call.ts
async function answerCall(deps, request) {
	const { params, caller, era, sendProgress, log, connection: session } = request;
	const { sdk, catalog, search, reader } = deps;
	const { name, arguments: given, _meta } = params;
	const isObject = given === void 0 || typeof given === "object" && given !== null && !Array.isArray(given);
	if (typeof name !== "string") throw invalidParams(sdk, "tools/call needs the name of a tool.");
	if (!isObject) throw invalidParams(sdk, "The arguments of a tool are an object.");
	const id = catalog.idOf(name);
	const found = id === void 0 ? void 0 : catalog.findById(id, caller.identity);
	const asked = {
		name,
		given,
		identity: caller.identity,
		session
	};
	const target = id === void 0 || found === void 0 ? reader.find(asked) ?? search?.find(asked) ?? findUnlisted(deps, asked) : {
		registry: deps.registry,
		id,
		spec: found,
		arguments: asked.given,
		isListed: true
	};
	if (!("spec" in target)) return { ...target };
	const { spec, registry } = target;
	const { traceparent } = _meta ?? {};
	const trace = traceparent === void 0 ? void 0 : readTrace(_meta);
	const told = await runCall(registry === deps.registry ? deps : {
		...deps,
		registry
	}, request, {
		id: target.id,
		spec,
		arguments: target.arguments,
		select: target.select,
		isListed: target.isListed,
		caller,
		session,
		trace,
		sendProgress,
		log,
		meta: callMetaOf(_meta)
	});
	const result = "requestState" in told || told.content.length === 1 && told.content[0]?.type === "text" ? told : withClientURIs(told, spec, deps.providers);
	if (era === "modern" || "requestState" in result || result.structuredContent === void 0) return { ...result };
	return { ...forLegacyEra(result, toolShapeOf(spec).outputSchema) };
}
function findUnlisted({ registry, catalog, sdk }, { given, ...asked }) {
	const { name, identity } = asked;
	const quarantined = catalog.findQuarantined(name, identity);
	if (quarantined !== void 0) return errorResult(`${quarantined.code}: ${quarantined.message}`);
	const [spec, ...others] = findAppTools(catalog, asked);
	if (spec === void 0) throw invalidParams(sdk, `Unknown tool: ${name.slice(0, 200)}`);
	if (others.length > 0) throw invalidParams(sdk, severalAppTools(name, [spec, ...others]));
	return {
		registry,
		id: operationId(spec),
		spec,
		arguments: given,
		isListed: true
	};
}
async function answerOffer(deps, request, offered) {
	const { caller, sendProgress, log, params, connection: session } = request;
	const { _meta } = params;
	const result = await runCall(deps, request, {
		...offered,
		caller,
		session,
		trace: traceOf(_meta),
		sendProgress,
		log,
		meta: callMetaOf(_meta)
	});
	return "requestState" in result ? { ...result } : result.structuredContent;
}
function traceOf(meta) {
	const { traceparent } = meta ?? {};
	return traceparent === void 0 ? void 0 : readTrace(meta);
}
function withClientURIs(result, spec, providers) {
	const content = rewriteBlocks(result.content, spec, providers);
	return content === result.content ? result : {
		...result,
		content
	};
}
const OWN = /* @__PURE__ */ new Set([
	"progressToken",
	"traceparent",
	"tracestate"
]);
function callMetaOf(meta) {
	if (typeof meta !== "object" || meta === null) return void 0;
	let kept;
	for (const [key, value] of Object.entries(meta)) {
		if (key === "__proto__" || OWN.has(key) || key.startsWith("io.modelcontextprotocol/")) continue;
		(kept ??= {})[key] = value;
	}
	return kept;
}
function invalidParams(sdk, message) {
	return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, message);
}
async function runCall(deps, request, call) {
	const { era, capabilities, resumed, legacy, revision } = request;
	const required = era === "modern" ? (call.spec.metadata?.["mcp"])?.["requiredClientCapabilities"] : void 0;
	if (required !== void 0) assertCapabilities(deps.sdk, required, capabilities);
	const { elicitation, sampling, roots } = capabilities ?? {};
	const abilities = elicitation !== void 0 || sampling !== void 0 || roots !== void 0 ? abilitiesOf({
		elicitation,
		sampling,
		roots
	}) : void 0;
	let running;
	try {
		running = deps.limits.enter(call.caller);
	} catch (thrown) {
		return failureResult(deps, call, toCallError(thrown));
	}
	try {
		running.followParent(request.cancellation);
		if (revision !== void 0 && abilities?.modes?.has("url") !== true) call.toError = (error) => toLoginError(error, {
			...deps,
			revision,
			identity: call.caller.identity
		});
		call.cancellation = running;
		const ready = call;
		if (resumed === void 0 && abilities === void 0) return await callTool(deps, ready);
		if (legacy !== void 0) return await askByRequest(deps, ready, {
			context: legacy,
			abilities
		});
		const asking = resumed === void 0 ? begin(deps, ready, abilities) : resume(deps, ownerOf$1(request, call), resumed);
		return await proceed(deps, {
			request,
			call
		}, asking);
	} finally {
		deps.limits.leave(running);
	}
}
function assertCapabilities(sdk, required, capabilities) {
	const declared = capabilities ?? {};
	const missing = Object.entries(required ?? {}).filter(([capability]) => !Object.hasOwn(declared, capability));
	if (missing.length === 0) return;
	throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: Object.fromEntries(missing) });
}
async function askByRequest(deps, call, { context, abilities }) {
	const { sdk, settings } = deps;
	const questions = new ClientQuestions({
		sdk,
		context,
		abilities,
		timeout: settings.questionTimeout
	});
	try {
		return await callTool(deps, {
			...call,
			answers: questions.answers
		});
	} finally {
		questions.end();
	}
}
function ownerOf$1({ connection, caller }, { spec }) {
	const { identity, client } = caller;
	return {
		identity: identity && identityKey(identity),
		client,
		connection,
		operation: operationId(spec)
	};
}
function begin(deps, call, abilities) {
	return new AskingCall(abilities, ({ cancellation, answers, sendProgress, sendLog: send }) => callTool(deps, {
		...call,
		cancellation,
		answers,
		sendProgress: call.sendProgress && sendProgress,
		log: call.log && {
			level: call.log.level,
			send
		}
	}));
}
function resume({ sdk, suspended }, owner, { state, answers }) {
	const asking = suspended.take(state, owner);
	if (asking === void 0) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", { reason: "invalid_request_state" });
	asking.answer(answers);
	return asking;
}
async function proceed({ suspended }, { request, call }, asking) {
	const { cancellation } = request;
	const round = {
		signal: cancellation.signal,
		sendProgress: call.sendProgress,
		sendLog: call.log?.send
	};
	for (;;) {
		const outcome = await asking.proceed(round);
		if (!isQuestions(outcome)) return outcome;
		if (cancellation.reason !== void 0) continue;
		try {
			return inputRequired(outcome, suspended.keep(asking, ownerOf$1(request, call)));
		} catch (thrown) {
			asking.refuse(toCallError(thrown));
		}
	}
}
function isQuestions(outcome) {
	return outcome instanceof Map;
}
function inputRequired(questions, requestState) {
	return {
		resultType: "input_required",
		inputRequests: Object.fromEntries(questions),
		requestState
	};
}
// src/serve/mcp/resources/offer-errors.ts
function toProtocolError({ sdk, settings }, error, spec) {
	settings.onError?.(error, { operation: operationId(spec) });
	const { InternalError, InvalidParams, ResourceNotFound } = sdk.ProtocolErrorCode;
	const told = error.details?.code;
	const code = spec.origin?.source === "mcp" && (told === InvalidParams || told === ResourceNotFound) ? InvalidParams : error.code === "VALIDATION_ERROR" ? InvalidParams : InternalError;
	const text = errorText(error, {
		spec,
		expose: settings.exposeErrors ?? false
	});
	return new sdk.ProtocolError(code, text, { code: error.code });
}
function resourceNotFound(sdk, uri) {
	return new sdk.ResourceNotFoundError(uri, `Resource not found: ${uri.slice(0, 500)}`);
}
function resourceOfSeveral(sdk, uri, readers) {
	const sources = readers.slice(0, 5).map(({ spec }) => sourceNamespace(spec));
	const message = `Resource not found: ${uri.slice(0, 500)}. Several sources with pages may have it: ${sources.join(", ")}. Only a session that has read the page of one of them can read it by this URI.`;
	return new sdk.ResourceNotFoundError(uri, message);
}
// src/serve/mcp/prompts/complete.ts
const MOST_VALUES = 100;
const TIMEOUT = 1e4;
async function complete(deps, request) {
	const { params, caller, cancellation, connection: session } = request;
	const { sdk, registry, settings, limits } = deps;
	const { ref, argument, context: given } = params;
	if (!isRecord(ref) || !isRecord(argument) || typeof argument["name"] !== "string") throw invalidParams(sdk, "completion/complete needs a ref, and an argument with a name and a value.");
	const found = findCompleted(deps, ref, caller.identity);
	if (found === void 0) throw invalidParams(sdk, "Unknown prompt or resource template.");
	const { completer, spec } = found;
	if (completer === void 0) return completion(namedValues(spec, argument));
	const running = limits.enter(caller);
	try {
		const input = {
			ref: found.ref,
			argument,
			...given === void 0 ? {} : { context: given }
		};
		const timeout = Math.min(settings.callTimeout ?? TIMEOUT, TIMEOUT);
		const context = {
			identity: caller.identity,
			session,
			deadline: Date.now() + timeout,
			signal: cancellation.signal
		};
		const { data } = await dispatch(registry, {
			id: completer.id,
			input,
			context
		});
		return completion(data);
	} catch (thrown) {
		throw toProtocolError(deps, toCallError(thrown), completer.spec);
	} finally {
		limits.leave(running);
	}
}
function findCompleted(deps, ref, identity) {
	const { type, name, uri } = ref;
	if (type === "ref/prompt" && typeof name === "string") return findPrompt(deps, name, identity);
	return type === "ref/resource" && typeof uri === "string" ? findTemplate(deps, uri, identity) : void 0;
}
function findPrompt(deps, name, identity) {
	const { prompts, resources } = deps;
	const id = prompts.idOf(name);
	const spec = id === void 0 ? void 0 : prompts.findById(id, identity);
	if (spec === void 0) return void 0;
	const provider = resources.providers.get(sourceNamespace(spec));
	return {
		spec,
		completer: resources.findById(promptMarkOf(spec)?.completedBy, identity) ?? (provider && resources.operationFor(provider, "completion/complete", identity)),
		ref: {
			type: "ref/prompt",
			name: spec.origin?.name ?? operationId(spec)
		}
	};
}
function findTemplate({ resources }, uri, identity) {
	const own = resources.findOwn(uri, identity);
	if (own !== void 0) {
		const completer = resources.findById(resourceMarkOf(own.spec)?.completedBy, identity);
		return {
			spec: own.spec,
			completer,
			ref: {
				type: "ref/resource",
				uri
			}
		};
	}
	const provided = resources.providers.find(uri);
	if (provided === void 0) return void 0;
	const completer = resources.operationFor(provided.provider, "completion/complete", identity);
	return (completer ?? resources.operationFor(provided.provider, "resources/read", identity)) && {
		completer,
		ref: {
			type: "ref/resource",
			uri: provided.uri
		}
	};
}
function completion(data) {
	const { values, total, hasMore } = Array.isArray(data) ? { values: data } : data ?? {};
	const texts = (Array.isArray(values) ? values : []).filter((value) => typeof value === "string");
	const isCut = texts.length > MOST_VALUES;
	const count = typeof total === "number" ? total : isCut ? texts.length : void 0;
	return { completion: {
		values: texts.slice(0, MOST_VALUES),
		...count === void 0 ? {} : { total: count },
		...isCut || typeof hasMore === "boolean" ? { hasMore: isCut || hasMore === true } : {}
	} };
}
function namedValues(spec, { name, value }) {
	if (spec === void 0) return [];
	const { properties } = toPlainSchema(spec.inputSchema, "input");
	const schema = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : {};
	const begun = typeof value === "string" ? value.toLowerCase() : "";
	return textsIn(schema).filter((text) => text.toLowerCase().startsWith(begun));
}
function textsIn(schema) {
	if (!isRecord(schema)) return [];
	const { enum: listed, const: only, anyOf, oneOf } = schema;
	const named = [...Array.isArray(listed) ? listed : [], only].filter((value) => typeof value === "string");
	const branches = [...Array.isArray(anyOf) ? anyOf : [], ...Array.isArray(oneOf) ? oneOf : []];
	return [...named, ...branches.flatMap(textsIn)];
}
// src/serve/mcp/prompts/get-prompt.ts
async function getPrompt(deps, request) {
	const { params, caller } = request;
	const { sdk, prompts } = deps;
	const { name, arguments: given = {} } = params;
	if (typeof name !== "string") throw invalidParams(sdk, "prompts/get needs the name of a prompt.");
	if (!isRecord(given)) throw invalidParams(sdk, "The arguments of a prompt are an object.");
	const id = prompts.idOf(name);
	const spec = id === void 0 ? void 0 : prompts.findById(id, caller.identity);
	if (id === void 0 || spec === void 0) throw invalidParams(sdk, `Unknown prompt: ${name.slice(0, 200)}`);
	return await answerOffer(deps, request, {
		id,
		spec,
		arguments: given,
		telling: {
			result: (envelope) => promptResult(deps, spec, envelope),
			failure: (error) => toProtocolError(deps, error, spec)
		}
	});
}
function promptResult({ resources }, spec, { data, meta }) {
	const { description, messages } = data;
	const written = (Array.isArray(messages) ? messages : []).map((message) => isRecord(message) ? {
		...message,
		content: rewriteBlock(message["content"], spec, resources.providers)
	} : message);
	const _meta = meta.source === "mcp" ? meta._meta : void 0;
	return {
		content: [],
		structuredContent: {
			...description === void 0 ? {} : { description },
			messages: written,
			..._meta === void 0 ? {} : { _meta }
		}
	};
}
// src/serve/mcp/resources/list-resources.ts
const RESOURCES = {
	method: "resources/list",
	field: "resources",
	key: "uri"
};
const TEMPLATES = {
	method: "resources/templates/list",
	field: "resourceTemplates",
	key: "uriTemplate"
};
const SOURCE_TIMEOUT = 1e4;
const AT_ONCE = 8;
const MOST_PAGES = 1e3;
const LONGEST_CURSOR = 1e5;
const LONGEST_SOURCE_CURSOR = 4e3;
async function listResources(deps, request, list) {
	const { caller, params } = request;
	const { settings, resources, limits } = deps;
	const { after, sources } = readCursor(deps, params["cursor"]);
	const entries = [];
	if (sources === void 0) for (const { uri, definition } of resources.own(list.key, caller.identity)) {
		if (after !== void 0 && uri <= after) continue;
		if (entries.length >= settings.pageSize) {
			const { [list.key]: last } = entries.at(-1);
			return {
				[list.field]: entries,
				nextCursor: writeCursor({ after: last })
			};
		}
		entries.push(definition);
	}
	const waiting = sources ?? resources.providers.all.map(({ namespace }) => [
		namespace,
		null,
		0
	]);
	const running = limits.enter(caller);
	try {
		const rest = await askSources({
			deps,
			request,
			list,
			entries
		}, waiting);
		return {
			[list.field]: entries,
			...rest.length === 0 ? {} : { nextCursor: writeCursor({ sources: rest }) }
		};
	} finally {
		limits.leave(running);
	}
}
async function askSources(listing, waiting) {
	const { deps, request, entries } = listing;
	const more = [];
	let next = 0;
	while (next < waiting.length && entries.length < deps.settings.pageSize && request.cancellation.reason === void 0) {
		const batch = waiting.slice(next, next + AT_ONCE);
		next += batch.length;
		const pages = await Promise.all(batch.map((remaining) => askSource(listing, remaining)));
		for (const [index, page] of pages.entries()) {
			const [namespace, , count] = batch[index];
			for (const entry of page.entries) entries.push(entry);
			if (page.nextCursor !== void 0 && count < MOST_PAGES) more.push([
				namespace,
				page.nextCursor,
				count + 1
			]);
		}
	}
	return [...waiting.slice(next), ...more];
}
const NOTHING$1 = { entries: [] };
async function askSource({ deps, request, list }, [namespace, cursor]) {
	const { resources, registry, settings } = deps;
	const { caller, cancellation, connection: session } = request;
	const provider = resources.providers.get(namespace);
	const found = provider && resources.operationFor(provider, list.method, caller.identity);
	if (found === void 0) return NOTHING$1;
	try {
		const deadline = Date.now() + timeoutOf(settings.callTimeout);
		const context = {
			identity: caller.identity,
			session,
			deadline,
			signal: cancellation.signal
		};
		const { data } = await dispatch(registry, {
			id: found.id,
			input: cursor === null ? {} : { cursor },
			context
		});
		const { [list.field]: listed, nextCursor } = data;
		return {
			entries: (Array.isArray(listed) ? listed : []).filter((entry) => isRecord(entry) && typeof entry[list.key] === "string").map((entry) => rewriteField(entry, list.key, found.spec, resources.providers)),
			nextCursor: typeof nextCursor === "string" && nextCursor.length <= LONGEST_SOURCE_CURSOR ? nextCursor : void 0
		};
	} catch (error) {
		settings.onError?.(error, { operation: found.id });
		return NOTHING$1;
	}
}
function timeoutOf(callTimeout) {
	return Math.min(callTimeout ?? SOURCE_TIMEOUT, SOURCE_TIMEOUT);
}
function writeCursor(position) {
	return btoa(encodeURIComponent(JSON.stringify(position)));
}
function readCursor({ sdk }, cursor) {
	if (cursor === void 0) return {};
	try {
		if (typeof cursor === "string" && cursor.length <= LONGEST_CURSOR) {
			const position = JSON.parse(decodeURIComponent(atob(cursor)));
			if (isPosition(position)) return position;
		}
	} catch {}
	throw invalidParams(sdk, "Invalid cursor");
}
function isPosition(value) {
	if (!isRecord(value)) return false;
	const { after, sources } = value;
	if (typeof after === "string") return sources === void 0;
	return Array.isArray(sources) && sources.every(isRemaining);
}
function isRemaining(value) {
	if (!Array.isArray(value) || value.length !== 3) return false;
	const [namespace, cursor, pages] = value;
	return typeof namespace === "string" && (cursor === null || typeof cursor === "string") && typeof pages === "number";
}
// src/serve/mcp/answers/bound-contents.ts
function boundContents(contents, bound) {
	const { room } = bound;
	if (contents.reduce((length, each) => length + lengthOf(each), 0) <= room) return { contents };
	const { shown, length, left } = firstThatFit(contents, roomBesideNote(room), {
		lengthOf,
		cut: cutContent
	});
	const part = keepWhole(writeAnswer(contents), {
		left: left.places,
		more: left.more
	}, bound);
	const text = describePart(part, {
		...fitOptions(bound),
		shown: length
	});
	const note = {
		uri: contents[0]?.["uri"],
		mimeType: "text/plain",
		text
	};
	return {
		contents: [...shown, note],
		_meta: { [PART_KEY]: part }
	};
}
function lengthOf({ text, blob, mimeType }) {
	if (typeof text === "string") return text.length;
	if (typeof blob !== "string") return 0;
	return typeof mimeType === "string" && mimeType.startsWith("image/") ? IMAGE_LENGTH : blob.length;
}
function cutContent(content, { index, room, left }) {
	if (typeof content["text"] === "string") {
		const text = cutText(content["text"], {
			path: [index, "text"],
			room,
			left
		});
		return text === void 0 ? void 0 : {
			...content,
			text
		};
	}
	left.add([index], "bytes", {
		shown: 0,
		of: jsonLength(content, Infinity)
	});
	const { uri, mimeType } = content;
	return {
		uri,
		mimeType: "text/plain",
		text: `[${typeof mimeType === "string" ? mimeType.slice(0, 60) : "bytes"}: left out, because it is too long]`
	};
}
// src/serve/mcp/resources/find-resource.ts
const LONGEST_URI = 8e3;
function findReader(deps, uri, identity) {
	return findOwn(deps, uri, identity) ?? findProvided(deps, uri, {
		method: "resources/read",
		identity
	});
}
function findWatcher(deps, uri, identity) {
	const own = findOwn(deps, uri, identity);
	if (own === void 0) {
		const found = findProvided(deps, uri, {
			method: "resources/subscribe",
			identity
		});
		return found && {
			...found,
			acknowledges: true
		};
	}
	const watcher = deps.resources.findById(resourceMarkOf(own.spec)?.watchedBy, identity);
	return watcher && {
		...watcher,
		arguments: own.arguments,
		acknowledges: false
	};
}
function findAppReaders(deps, uri, caller) {
	const { resources, catalog } = deps;
	return findAppSources(catalog, caller).flatMap((source) => {
		const provider = resources.providers.get(source);
		const found = provider && resources.operationFor(provider, "resources/read", caller.identity);
		return found === void 0 ? [] : [{
			...found,
			arguments: { uri }
		}];
	});
}
function findProvided({ resources }, uri, { method, identity }) {
	const provided = resources.providers.find(uri);
	const found = provided && resources.operationFor(provided.provider, method, identity);
	return found && {
		...found,
		arguments: { uri: provided.uri }
	};
}
function findOwn(deps, uri, identity) {
	const { resources, sdk } = deps;
	const plain = uri.includes("{") ? void 0 : resources.findOwn(uri, identity);
	if (plain !== void 0) return {
		...plain,
		arguments: {}
	};
	if (uri.length > LONGEST_URI || resources.providers.find(uri) !== void 0) return void 0;
	for (const { uri: template, id, spec } of resources.own("uriTemplate", identity)) {
		const variables = matchTemplate(sdk, template, uri);
		if (variables !== void 0) return {
			id,
			spec,
			arguments: variables
		};
	}
}
function matchTemplate(sdk, template, uri) {
	const variables = new sdk.UriTemplate(template).match(uri);
	if (variables === null) return void 0;
	return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, decoded(Array.isArray(value) ? value.join(",") : value)]));
}
function decoded(text) {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
// src/serve/mcp/resources/read-resource.ts
async function readResource(deps, request) {
	const { uri } = request.params;
	if (typeof uri !== "string") throw invalidParams(deps.sdk, "resources/read needs the uri of a resource.");
	const found = findReader(deps, uri, request.caller.identity);
	if (found === void 0) return await readForPage(deps, request, uri);
	try {
		return await read(deps, request, found);
	} catch (error) {
		if (!isNotFound(deps, error)) throw error;
		return await readForPage(deps, request, uri).catch(() => {
			throw error;
		});
	}
}
async function readForPage(deps, request, uri) {
	const { caller, connection: session } = request;
	const [found, ...others] = findAppReaders(deps, uri, {
		identity: caller.identity,
		session
	});
	if (found === void 0) throw resourceNotFound(deps.sdk, uri);
	if (others.length > 0) throw resourceOfSeveral(deps.sdk, uri, [found, ...others]);
	return await read(deps, request, found, (content) => content);
}
async function read(deps, request, found, show = (content) => rewriteField(content, "uri", found.spec, deps.resources.providers)) {
	const { spec } = found;
	const uri = request.params["uri"];
	const isPage = uri.startsWith("ui://");
	notePage(request.connection, uri, spec);
	return await answerOffer(deps, request, {
		...found,
		telling: {
			result: (envelope, bound) => readResult(envelope, show, isPage ? {
				...bound,
				room: Infinity
			} : bound),
			failure: (error) => toProtocolError(deps, error, spec)
		}
	});
}
function isNotFound({ sdk }, error) {
	const code = sdk.ProtocolErrorCode.InvalidParams;
	return error instanceof sdk.ProtocolError && error.code === code;
}
function readResult({ data, meta }, show, bound) {
	const { contents, _meta: part } = boundContents((Array.isArray(data) ? data : []).filter(isRecord).map(show).filter(isRecord), bound);
	const told = meta.source === "mcp" ? meta._meta : void 0;
	return {
		content: [],
		structuredContent: {
			contents,
			...told === void 0 && part === void 0 ? {} : { _meta: {
				...told,
				...part
			} }
		}
	};
}
// src/serve/mcp/resources/resource-watches.ts
const MOST_WATCHES = 100;
const ACKNOWLEDGED_WITHIN = 1e4;
const LATE = Symbol("late");
var ResourceWatches = class {
	#deps;
	#tell;
	#session;
	#watches = /* @__PURE__ */ new Map();
	#isClosed = false;
	constructor(deps, tell, session) {
		this.#deps = deps;
		this.#tell = tell;
		this.#session = session;
	}
	async subscribe(uri, caller) {
		const { sdk, registry } = this.#deps;
		if (typeof uri !== "string") throw invalidParams(sdk, "A subscription needs the uri of a resource.");
		if (this.#watches.has(uri)) return;
		if (this.#watches.size >= MOST_WATCHES) throw invalidParams(sdk, `A client watches at most ${MOST_WATCHES} resources.`);
		const found = findWatcher(this.#deps, uri, caller.identity);
		if (found === void 0) {
			if (findReader(this.#deps, uri, caller.identity) === void 0) throw resourceNotFound(sdk, uri);
			throw invalidParams(sdk, `Nothing tells of changes of this resource: ${uri.slice(0, 500)}`);
		}
		const { id, arguments: input, acknowledges } = found;
		const context = {
			identity: caller.identity,
			session: this.#session
		};
		const subscription = dispatchSubscription(registry, {
			id,
			input,
			context
		});
		const forgetCredential = caller.onCredentialEnd?.(() => this.unsubscribe(uri));
		this.#watches.set(uri, {
			subscription,
			forgetCredential
		});
		if (acknowledges) await this.#acknowledged(uri, subscription);
		if (this.#isClosed) return this.unsubscribe(uri);
		this.#follow(uri, subscription);
	}
	async subscribeAll(uris, caller) {
		return (await Promise.all(uris.slice(0, MOST_WATCHES).map(async (uri) => {
			return await this.subscribe(uri, caller).then(() => true, () => false) ? [uri] : [];
		}))).flat();
	}
	unsubscribe(uri) {
		const watch = this.#watches.get(uri);
		this.#watches.delete(uri);
		watch?.forgetCredential?.();
		watch?.subscription.return().catch(() => void 0);
	}
	close() {
		this.#isClosed = true;
		for (const uri of this.#watches.keys()) this.unsubscribe(uri);
	}
	async #acknowledged(uri, subscription) {
		try {
			const first = await within(subscription.next(), ACKNOWLEDGED_WITHIN, LATE);
			if (first === LATE || first.done === true) throw new CallError("TIMEOUT", "The source does not say that it watches.");
		} catch (error) {
			const { sdk, settings } = this.#deps;
			this.unsubscribe(uri);
			settings.onError?.(error);
			throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, "The resource cannot be watched.");
		}
	}
	async #follow(uri, subscription) {
		try {
			for await (const _change of subscription) if (this.#watches.get(uri)?.subscription === subscription) this.#tell(uri);
		} catch (error) {
			this.#deps.settings.onError?.(error);
		}
		if (this.#watches.get(uri)?.subscription === subscription) this.unsubscribe(uri);
	}
};
var UpdateAnnouncer = class {
	#pending = /* @__PURE__ */ new Set();
	#paced;
	constructor(tell) {
		this.#paced = new PacedCall(PAUSE, () => {
			const uris = [...this.#pending];
			this.#pending.clear();
			for (const uri of uris) tell(uri);
		});
	}
	announce = (uri) => {
		this.#pending.add(uri);
		this.#paced.request();
	};
	stop() {
		this.#paced.stop();
	}
};
const PAUSE = 50;
// src/serve/mcp/session/tool-server.ts
function createToolServer(deps, session) {
	const { ToolServer, settings } = deps;
	const { name, version } = settings;
	const instructions = instructionsFor(deps, (session.caller ?? session.viewer)?.identity);
	const subscribe = session.era === "modern" || session.connection !== void 0;
	const server = new ToolServer({
		name,
		version
	}, {
		capabilities: {
			tools: { listChanged: true },
			prompts: { listChanged: true },
			resources: {
				listChanged: true,
				subscribe
			},
			completions: {},
			logging: {}
		},
		...instructions === void 0 ? {} : { instructions }
	});
	server.onerror = (error) => settings.onError?.(error);
	const conceal = (error) => concealError(deps, error);
	server.setRequestHandler("tools/list", { params: anyParams }, (params, context) => answerList(deps, callerOf(session, context), params).catch(conceal));
	const answerWith = (answer) => async (params, context) => {
		const request = toCallRequest(deps, {
			params,
			context,
			server,
			session
		});
		try {
			return await answer(request);
		} catch (error) {
			return conceal(error);
		} finally {
			request.cancellation.release();
		}
	};
	const on = (method, answer) => server.setRequestHandler(method, { params: anyParams }, answerWith(answer));
	on("tools/call", (request) => answerCall(deps, request));
	on("resources/list", (request) => listResources(deps, request, RESOURCES));
	on("resources/templates/list", (request) => listResources(deps, request, TEMPLATES));
	on("resources/read", (request) => readResource(deps, request));
	on("prompts/list", async ({ caller, params }) => listPrompts(deps, caller, params));
	on("prompts/get", (request) => getPrompt(deps, request));
	on("completion/complete", (request) => complete(deps, request));
	if (session.era === "legacy" && subscribe) offerWatches(deps, server, {
		on,
		session: session.connection
	});
	if (session.era === "legacy") server.setRequestHandler("logging/setLevel", { params: anyParams }, async ({ level }) => {
		if (!isLogLevel(level)) throw invalidParams(deps.sdk, `Unknown log level: ${String(level).slice(0, 50)}`);
		server.logLevel = level;
		return {};
	});
	return server;
}
function offerWatches(deps, server, { on, session }) {
	const watches = new ResourceWatches(deps, (uri) => void server.sendResourceUpdated({ uri }).catch(() => {}), session);
	on("resources/subscribe", async ({ params, caller }) => {
		await watches.subscribe(params["uri"], caller);
		return {};
	});
	on("resources/unsubscribe", async ({ params }) => {
		watches.unsubscribe(String(params["uri"]));
		return {};
	});
	server.onclose = () => watches.close();
}
function instructionsFor(deps, identity) {
	const { settings, catalog, search } = deps;
	const { instructions } = settings;
	const given = typeof instructions === "function" ? instructions(identity) : instructions;
	if (search === void 0 || !catalog.isSearched(identity)) return given;
	return given === void 0 ? SEARCH_INSTRUCTIONS : `${SEARCH_INSTRUCTIONS}\n\n${given}`;
}
const SEARCH_INSTRUCTIONS = `This server has more operations than it lists as tools.
1. ${SEARCH_OPERATIONS}: say in a few words what you need to do. An empty query lists the namespaces.
2. ${DESCRIBE_OPERATIONS}: read the TypeScript signatures of the operations that fit. Where a type is only in outline, ask for a part of it.
3. ${CALL_OPERATION}: run one, with the input that its signature asks for.`;
function listPrompts({ sdk, prompts }, { identity }, { cursor }) {
	const { items, nextCursor } = prompts.list(identity, cursor === void 0 ? void 0 : decodeCursor(cursor, sdk));
	return {
		prompts: items,
		...nextCursor === void 0 ? {} : { nextCursor: encodeCursor(nextCursor) }
	};
}
function defineToolServer(sdk) {
	return class extends sdk.Server {
		logLevel = void 0;
		_wrapHandler(_method, handler) {
			return handler;
		}
	};
}
const anyParams = { "~standard": {
	version: 1,
	vendor: "operations",
	validate: (value) => ({ value })
} };
function callerOf({ caller }, { http }) {
	return caller ?? http?.authInfo?.extra?.["caller"] ?? {};
}
function concealError({ sdk, settings }, error) {
	if (error instanceof sdk.ProtocolError) throw error;
	settings.onError?.(error);
	throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, "Internal error");
}
async function answerList({ sdk, catalog, search, reader, budget }, { identity }, { cursor }) {
	const after = cursor === void 0 ? void 0 : decodeCursor(cursor, sdk);
	const own = budget.isBound(identity) ? [reader.definition] : [];
	if (search !== void 0 && catalog.isSearched(identity)) return { tools: [
		...search.definitions,
		...own,
		...catalog.pinned(identity)
	] };
	const { items, nextCursor } = catalog.list(identity, after);
	if (nextCursor !== void 0) return {
		tools: items,
		nextCursor: encodeCursor(nextCursor)
	};
	return { tools: items.length === 0 ? items : [...items, ...own] };
}
function toCallRequest({ sdk }, { params, context, server, session }) {
	const { mcpReq } = context;
	const { era, connection } = session;
	const envelope = mcpReq.envelope;
	const cancellation = new Cancellation();
	cancellation.followSignal(mcpReq.signal);
	const common = {
		params: params["_meta"] === void 0 ? {
			...params,
			_meta: mcpReq._meta
		} : params,
		caller: callerOf(session, context),
		cancellation,
		connection,
		era,
		sendProgress: mcpReq._meta?.progressToken === void 0 ? void 0 : progressSender(context),
		log: logOf(context, era === "legacy" ? server.logLevel : envelope?.[sdk.LOG_LEVEL_META_KEY])
	};
	if (era === "legacy") {
		const revision = server.getNegotiatedProtocolVersion();
		return {
			...common,
			capabilities: server.getClientCapabilities(),
			revision,
			legacy: context
		};
	}
	const state = mcpReq.requestState();
	return {
		...common,
		capabilities: envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY],
		resumed: state === void 0 ? void 0 : {
			state,
			answers: mcpReq.inputResponses ?? {}
		}
	};
}
function logOf({ mcpReq }, level) {
	if (!isLogLevel(level)) return void 0;
	return {
		level,
		send: (params) => mcpReq.notify({
			method: "notifications/message",
			params: { ...params }
		})
	};
}
function progressSender({ mcpReq }) {
	const progressToken = mcpReq._meta?.progressToken;
	return ({ progress, total, message }) => mcpReq.notify({
		method: "notifications/progress",
		params: {
			progressToken,
			progress,
			...total === void 0 ? {} : { total },
			...message === void 0 ? {} : { message }
		}
	});
}
function encodeCursor(name) {
	return btoa(name);
}
function decodeCursor(cursor, sdk) {
	try {
		if (typeof cursor === "string") return atob(cursor);
	} catch {}
	throw invalidParams(sdk, "Invalid cursor");
}
// src/serve/mcp/session/direct-calls.ts
var DirectCalls = class {
	#deps;
	#running = /* @__PURE__ */ new Map();
	constructor(deps) {
		this.#deps = deps;
	}
	get size() {
		return this.#running.size;
	}
	async answer({ id, params }, { caller, era, capabilities, revision, connection }, key) {
		const cancellation = new Cancellation();
		this.#running.set(key, cancellation);
		try {
			const request = {
				params,
				caller,
				era,
				capabilities,
				revision,
				connection,
				cancellation
			};
			const result = await answerCall(this.#deps, request);
			if (cancellation.reason !== void 0) return void 0;
			return {
				jsonrpc: "2.0",
				id,
				result: era === "modern" ? this.#stamp(result) : result
			};
		} catch (thrown) {
			return cancellation.reason !== void 0 ? void 0 : {
				jsonrpc: "2.0",
				id,
				error: this.#toError(thrown)
			};
		} finally {
			if (this.#running.get(key) === cancellation) this.#running.delete(key);
		}
	}
	cancel(key, reason) {
		const cancellation = this.#running.get(key);
		cancellation?.cancel(reason);
		return cancellation !== void 0;
	}
	close() {
		for (const cancellation of this.#running.values()) cancellation.cancel(new CallError("ABORTED", "The connection has been closed."));
	}
	#stamp(result) {
		const { sdk, settings } = this.#deps;
		const { name, version } = settings;
		return {
			resultType: "complete",
			...result,
			_meta: {
				[sdk.SERVER_INFO_META_KEY]: {
					name,
					version
				},
				...result._meta
			}
		};
	}
	#toError(thrown) {
		try {
			return concealError(this.#deps, thrown);
		} catch (error) {
			const { code, message, data } = error;
			return data === void 0 ? {
				code,
				message
			} : {
				code,
				message,
				data
			};
		}
	}
};
const REVISION = "2026-07-28";
const NO_HEADERS = {};
const MOST_KNOWN = 100;
const LONGEST_KNOWN = 2e3;
var KnownEnvelopes = class {
	#sdk;
	#known = /* @__PURE__ */ new Set();
	constructor(sdk) {
		this.#sdk = sdk;
	}
	has(message, headers) {
		const sdk = this.#sdk;
		const { _meta, name } = message.params;
		if (!isObject(_meta) || _meta[sdk.PROTOCOL_VERSION_META_KEY] !== REVISION) return false;
		const { "mcp-protocol-version": version, "mcp-method": method, "mcp-name": named } = headers ?? NO_HEADERS;
		if (headers !== void 0) {
			const isEncoded = named === void 0 ? message.method === "tools/call" : named.startsWith("=?");
			if (version !== REVISION || method !== message.method || named !== name || isEncoded) return false;
		}
		const text = JSON.stringify(_meta["traceparent"] === void 0 ? _meta : withoutTrace(_meta));
		if (this.#known.has(text)) return true;
		const { kind } = sdk.classifyInboundRequest({
			httpMethod: "POST",
			...version !== void 0 && { protocolVersionHeader: version },
			...method !== void 0 && { mcpMethodHeader: method },
			...named !== void 0 && { mcpNameHeader: named },
			body: message
		});
		if (kind !== "modern") return false;
		if (this.#known.size >= MOST_KNOWN) this.#known.clear();
		if (text.length <= LONGEST_KNOWN) this.#known.add(text);
		return true;
	}
};
function withoutTrace(meta) {
	return {
		...meta,
		traceparent: void 0,
		tracestate: void 0
	};
}
function plainCallOf(message) {
	if (!isObject(message) || message["method"] !== "tools/call" || message["jsonrpc"] !== "2.0") return void 0;
	const { id, params } = message;
	if (typeof id !== "string" && !Number.isSafeInteger(id)) return void 0;
	if (!isObject(params) || Object.keys(message).length !== 4) return void 0;
	for (const name of Object.keys(params)) if (name !== "name" && name !== "arguments" && name !== "_meta") return void 0;
	const { _meta } = params;
	return _meta === void 0 || isObject(_meta) && _meta["progressToken"] === void 0 && _meta["io.modelcontextprotocol/logLevel"] === void 0 ? message : void 0;
}
function legacyCapabilities(server, { params }) {
	const capabilities = server.getClientCapabilities();
	if (capabilities === void 0 || server.logLevel !== void 0) return void 0;
	const { elicitation, sampling, roots } = capabilities;
	if ((elicitation ?? sampling ?? roots) !== void 0) return void 0;
	return Object.keys(params["_meta"] ?? {}).some((key) => key.startsWith("io.modelcontextprotocol/")) ? void 0 : capabilities;
}
function cancelledBy(message) {
	if (!isObject(message) || message["method"] !== "notifications/cancelled") return void 0;
	return isObject(message["params"]) ? message["params"]["requestId"] : void 0;
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
const SILENCE = 1e4;
async function toCallReply(pending, options) {
	const answer = options.accept?.includes("text/event-stream") === true ? await within(pending, SILENCE, STILL_RUNNING) : await pending;
	if (answer === STILL_RUNNING) return {
		status: 200,
		headers: [...EVENT_HEADERS],
		stream: new AnswerEvents(pending)
	};
	if (answer === void 0) return {
		status: options.cancelled,
		headers: []
	};
	return {
		status: answer.error === void 0 || answer.error.code !== options.badRequest ? 200 : 400,
		headers: ["content-type", "application/json"],
		body: JSON.stringify(answer)
	};
}
const STILL_RUNNING = Symbol("still running");
const DONE = {
	done: true,
	value: void 0
};
const EVENT_HEADERS = [
	"content-type",
	"text/event-stream",
	"cache-control",
	"no-cache, no-transform",
	"x-accel-buffering",
	"no"
];
var AnswerEvents = class {
	#pending;
	constructor(pending) {
		this.#pending = pending;
	}
	async next() {
		if (this.#pending === void 0) return DONE;
		const answer = await within(this.#pending, SILENCE, STILL_RUNNING);
		if (answer === STILL_RUNNING) return {
			done: false,
			value: ": keep-alive\n\n"
		};
		this.#pending = void 0;
		return answer === void 0 ? DONE : {
			done: false,
			value: `event: message\ndata: ${JSON.stringify(answer)}\n\n`
		};
	}
	async return() {
		this.#pending = void 0;
	}
};
// src/serve/mcp/session/exact-lines.ts
const NEWLINE = 10;
function exactLines(input, maxBytes) {
	const { Transform } = process.getBuiltinModule("node:stream");
	let held = [];
	let bytes = 0;
	const take = (last) => {
		const whole = held.length === 0 ? last : Buffer.concat([...held, last]);
		held = [];
		bytes = 0;
		return whole;
	};
	const lines = new Transform({
		transform(chunk, _encoding, done) {
			const end = chunk.lastIndexOf(NEWLINE) + 1;
			if (end > 0) this.push(exact(take(chunk.subarray(0, end))));
			const rest = chunk.subarray(end);
			bytes += rest.length;
			if (bytes > maxBytes) this.push(take(rest));
			else if (rest.length > 0) held.push(rest);
			done();
		},
		flush(done) {
			done(null, take(Buffer.alloc(0)));
		}
	});
	input.pipe(lines);
	const stop = () => {
		input.unpipe(lines);
		input.pause();
	};
	return {
		lines,
		stop
	};
}
function exact(whole) {
	const text = whole.toString("utf8");
	return LONG_INTEGER.test(text) ? Buffer.from(text.split("\n").map(quoteLongIntegers).join("\n")) : whole;
}
// src/serve/mcp/session/list-changes.ts
function onListChange(deps, listener) {
	const stops = [
		deps.catalog.onChange(() => listener("tools")),
		deps.prompts.onChange(() => listener("prompts")),
		deps.resources.onChange(() => listener("resources"))
	];
	return () => stops.forEach((stop) => stop());
}
function sendListChanged(server, kind) {
	(kind === "tools" ? server.sendToolListChanged() : kind === "prompts" ? server.sendPromptListChanged() : server.sendResourceListChanged()).catch(() => {});
}
// src/serve/mcp/session/listen-request.ts
function watchedURIs(message) {
	if (!isRecord(message) || message["method"] !== "subscriptions/listen") return void 0;
	const uris = notificationsOf(message)?.["resourceSubscriptions"];
	return Array.isArray(uris) && uris.length > 0 ? uris : void 0;
}
function withWatchedURIs(message, uris) {
	const { params } = message;
	const notifications = {
		...notificationsOf(message),
		resourceSubscriptions: uris
	};
	return {
		...message,
		params: {
			...params,
			notifications
		}
	};
}
function notificationsOf(message) {
	const params = isRecord(message) ? message["params"] : void 0;
	const notifications = isRecord(params) ? params["notifications"] : void 0;
	return isRecord(notifications) ? notifications : void 0;
}
// src/serve/mcp/session/session-log.ts
const reporters = /* @__PURE__ */ new WeakMap();
function sendServerLog(server, reader, { message, isFor }) {
	const { logLevel: level } = server;
	if (level === void 0 || !isFor(reader)) return;
	const known = reporters.get(server);
	const send = (params) => server.sendLoggingMessage(params);
	const reporter = known?.level === level ? known : new LogReporter({
		level,
		send
	}, "");
	reporters.set(server, reporter);
	reporter.write(message);
}
// src/serve/mcp/session/connection.ts
async function connect(deps, options) {
	const { sdk, settings, suspended } = deps;
	const { serveStdio, StdioServerTransport } = await loadStdioSDK();
	const { maxBodySize } = settings;
	const input = options.transport === void 0 ? exactLines(process.stdin, maxBodySize) : void 0;
	const transport = options.transport ?? new StdioServerTransport(input?.lines, void 0, { maxBufferSize: maxBodySize });
	const connection = new OpenCallSession();
	const session = {
		caller: { identity: options.identity ?? settings.identity },
		connection
	};
	let current;
	const stopListening = onListChange(deps, (kind) => {
		if (current !== void 0) sendListChanged(current.server, kind);
	});
	const stopLog = settings.serverLog?.((entry) => {
		if (current !== void 0) sendServerLog(current.server, {
			...session.caller,
			session: connection
		}, entry);
	});
	const updates = new UpdateAnnouncer((uri) => void current?.server.sendResourceUpdated({ uri }).catch(() => {}));
	const listening = /* @__PURE__ */ new Map();
	const open = ({ era }) => {
		const server = createToolServer(deps, {
			era,
			...session
		});
		current = {
			era,
			server
		};
		return server;
	};
	const handle = serveStdio(open, {
		transport,
		...settings.onError && { onerror: settings.onError }
	});
	const calls = new DirectCalls(deps);
	const envelopes = new KnownEnvelopes(sdk);
	const capabilitiesOf = (call) => {
		if (current === void 0) return void 0;
		if (current.era === "legacy") return legacyCapabilities(current.server, call);
		return envelopes.has(call) ? call.params["_meta"][sdk.CLIENT_CAPABILITIES_META_KEY] : void 0;
	};
	const listen = async (message, uris) => {
		const watches = new ResourceWatches(deps, updates.announce, connection);
		listening.set(message.id, watches);
		const watched = await watches.subscribeAll(uris, session.caller);
		onmessage?.(withWatchedURIs(message, watched));
	};
	const stopWatching = (id) => {
		listening.get(id)?.close();
		listening.delete(id);
	};
	const takeDirectly = (message) => {
		const call = plainCallOf(message);
		const uris = watchedURIs(message);
		if (uris !== void 0) {
			listen(message, uris);
			return true;
		}
		stopWatching(cancelledBy(message));
		if (call === void 0) return calls.cancel(cancelledBy(message), new CallError("ABORTED", "The client gave the call up."));
		const capabilities = capabilitiesOf(call);
		if (capabilities === void 0) return false;
		const { era, server } = current;
		const revision = era === "legacy" ? server.getNegotiatedProtocolVersion() : void 0;
		calls.answer(call, {
			caller: session.caller,
			connection,
			era,
			capabilities,
			revision
		}, call.id).then((answer) => answer && transport.send(answer)).catch((error) => settings.onError?.(error));
		return true;
	};
	const { onmessage, onclose } = transport;
	transport.onmessage = (message, extra) => {
		if (!takeDirectly(message)) onmessage?.(message, extra);
	};
	const closed = new Promise((resolve) => {
		transport.onclose = () => {
			onclose?.();
			input?.stop();
			calls.close();
			stopListening();
			stopLog?.();
			updates.stop();
			for (const id of listening.keys()) stopWatching(id);
			suspended.endConnection(connection);
			connection.end();
			resolve();
		};
	});
	return {
		closed,
		async close() {
			await handle.close();
			await closed;
		}
	};
}
// src/serve/mcp/session/watched-body.ts
function watchBody(response, onEnd) {
	const reader = response.body.getReader();
	const body = new ReadableStream({
		async pull(controller) {
			try {
				const { done, value } = await reader.read();
				if (!done) return controller.enqueue(value);
				onEnd();
				controller.close();
			} catch (error) {
				onEnd();
				controller.error(error);
			}
		},
		async cancel(reason) {
			onEnd();
			await reader.cancel(reason);
		}
	});
	const { status, statusText, headers } = response;
	return {
		response: new Response(body, {
			status,
			statusText,
			headers
		}),
		cancel: (reason) => void reader.cancel(reason).catch(() => void 0)
	};
}
var ListeningResponses = class {
	#open = /* @__PURE__ */ new Set();
	#isOver = false;
	hold(response, onCredentialEnd) {
		if (response.body === null) return response;
		const watched = watchBody(response, () => {
			stopWatching?.();
			this.#open.delete(watched);
		});
		const stopWatching = onCredentialEnd?.((reason) => watched.cancel(reason));
		this.#open.add(watched);
		if (this.#isOver) this.end();
		return watched.response;
	}
	end() {
		this.#isOver = true;
		for (const watched of this.#open) watched.cancel(/* @__PURE__ */ new Error("The server is closing."));
	}
};
// src/serve/mcp/session/legacy-sessions.ts
var LegacySessions = class {
	#deps;
	#sessions = /* @__PURE__ */ new Map();
	#sweeper;
	#isClosed = false;
	constructor(deps) {
		this.#deps = deps;
	}
	async handle(asked) {
		if (this.#isClosed) throw new CallError("OVERLOADED", "This MCP service has been closed.");
		const { request, body, caller } = asked;
		const id = request.headers.get("mcp-session-id");
		if (id === null) {
			if (startsSession(this.#deps, body)) return this.#begin(asked);
			return rpcError(400, "Bad Request: send initialize first, then the Mcp-Session-Id it gave.");
		}
		const session = this.#find(id, caller);
		if (session === void 0) return rpcError(404, "Session not found", { code: -32001 });
		this.#touch(id, session);
		return pass(session, asked);
	}
	handleDirectly(caller, body, call) {
		const { headers } = caller.incoming;
		const { "mcp-session-id": id = "", "mcp-protocol-version": version = "", accept = "" } = headers;
		const session = this.#find(id, caller);
		if (session === void 0 || !this.#deps.sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return void 0;
		if (call === void 0) return session.calls.cancel(cancelledBy(body), new CallError("ABORTED", "The client gave the call up.")) ? {
			status: 202,
			headers: []
		} : void 0;
		const capabilities = legacyCapabilities(session.server, call);
		if (capabilities === void 0 || !accept.includes("application/json")) return void 0;
		this.#touch(id, session);
		return toCallReply(session.calls.answer(call, {
			caller,
			era: "legacy",
			capabilities,
			revision: version,
			connection: session.connection
		}, call.id), {
			accept,
			cancelled: 202
		});
	}
	isReady(caller) {
		const { "mcp-session-id": id = "", "mcp-protocol-version": version = "" } = caller.incoming.headers;
		const session = this.#find(id, caller);
		const isKnown = this.#deps.sdk.SUPPORTED_PROTOCOL_VERSIONS.includes(version);
		if (session?.server.getClientCapabilities() === void 0 || !isKnown) return false;
		this.#touch(id, session);
		return true;
	}
	#find(id, { identity }) {
		const session = this.#sessions.get(id);
		return session?.owner === (identity && identityKey(identity)) ? session : void 0;
	}
	announceLog(entry) {
		for (const { server, identity, connection: session } of this.#sessions.values()) sendServerLog(server, {
			identity,
			session
		}, entry);
	}
	announceChange(kind) {
		for (const { server } of this.#sessions.values()) sendListChanged(server, kind);
	}
	async close() {
		this.#isClosed = true;
		clearInterval(this.#sweeper);
		const sessions = [...this.#sessions.values()];
		this.#sessions.clear();
		await Promise.all(sessions.map(endSession));
	}
	async #begin(asked) {
		const { sdk, settings } = this.#deps;
		const connection = new OpenCallSession();
		const server = createToolServer(this.#deps, {
			era: "legacy",
			connection,
			viewer: asked.caller
		});
		const { client } = asked.caller;
		const transport = new sdk.WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: () => crypto.randomUUID(),
			onsessioninitialized: (id) => this.#touch(id, session),
			onsessionclosed: (id) => this.#end(id),
			maxRequestBodySize: settings.maxBodySize
		});
		const session = {
			server,
			transport,
			calls: new DirectCalls(this.#deps),
			connection,
			identity: asked.caller.identity,
			owner: ownerOf(asked.caller),
			client,
			open: 0,
			lastUsed: performance.now()
		};
		await server.connect(transport);
		const response = await pass(session, asked);
		if (transport.sessionId === void 0) await server.close();
		return response;
	}
	#touch(id, session) {
		session.lastUsed = performance.now();
		this.#sessions.delete(id);
		this.#sessions.set(id, session);
		const { maxSessions, sessionIdle } = this.#deps.settings;
		if (this.#sessions.size > maxSessions) this.#end(this.#longestUnused());
		this.#sweeper ??= unreferenced(setInterval(() => this.#sweep(), Math.max(sessionIdle / 4, 1e3)));
	}
	#longestUnused() {
		const counts = /* @__PURE__ */ new Map();
		let most = 0;
		for (const { client } of this.#sessions.values()) {
			const count = (counts.get(client) ?? 0) + 1;
			counts.set(client, count);
			most = Math.max(most, count);
		}
		const older = [...this.#sessions].slice(0, -1).filter(([, { client }]) => counts.get(client) === most);
		const [id] = older.find(([, session]) => !isBusy(session)) ?? older[0];
		return id;
	}
	#sweep() {
		const before = performance.now() - this.#deps.settings.sessionIdle;
		for (const [id, session] of this.#sessions) if (isBusy(session)) session.lastUsed = performance.now();
		else if (session.lastUsed < before) this.#end(id);
	}
	#end(id) {
		const session = this.#sessions.get(id);
		this.#sessions.delete(id);
		if (session !== void 0) endSession(session).catch((error) => this.#deps.settings.onError?.(error));
	}
};
function isBusy({ open, calls }) {
	return open > 0 || calls.size > 0;
}
async function endSession({ server, calls, connection }) {
	calls.close();
	connection.end();
	await server.close();
}
function ownerOf({ identity }) {
	return identity && identityKey(identity);
}
function startsSession({ sdk }, body) {
	return Array.isArray(body) ? body.some((message) => sdk.isInitializeRequest(message)) : sdk.isInitializeRequest(body);
}
async function pass(session, { request, body, authInfo }) {
	const options = {
		authInfo,
		...body === void 0 ? {} : { parsedBody: body }
	};
	const response = await session.transport.handleRequest(request, options);
	return response.body === null ? response : heldOpen(session, response);
}
function heldOpen(session, response) {
	session.open++;
	let released = false;
	return watchBody(response, () => {
		if (!released) session.open--;
		released = true;
		session.lastUsed = performance.now();
	}).response;
}
function rpcError(status, message, { code = -32e3, id, data } = {}) {
	return Response.json({
		jsonrpc: "2.0",
		id: id ?? null,
		error: {
			code,
			message,
			data
		}
	}, { status });
}
function unreferenced(timer) {
	timer.unref?.();
	return timer;
}
// src/serve/mcp/session/list-answers.ts
const METHODS = /* @__PURE__ */ new Set(["tools/list", "prompts/list"]);
const MOST_KEPT = 8e6;
function plainListOf(message) {
	if (!isObject(message) || !METHODS.has(message["method"]) || message["jsonrpc"] !== "2.0") return void 0;
	const { id, params = {} } = message;
	if (typeof id !== "string" && !Number.isSafeInteger(id)) return void 0;
	if (!isObject(params) || Object.keys(message).some((name) => !MEMBERS.has(name))) return void 0;
	const { cursor, _meta, ...others } = params;
	if (!(cursor === void 0 || typeof cursor === "string") || _meta !== void 0 && !isObject(_meta) || Object.keys(others).length > 0) return void 0;
	return {
		jsonrpc: "2.0",
		id,
		method: message["method"],
		params
	};
}
const MEMBERS = /* @__PURE__ */ new Set([
	"jsonrpc",
	"id",
	"method",
	"params"
]);
var ListAnswers = class {
	#deps;
	#texts = /* @__PURE__ */ new Map();
	#stop;
	#length = 0;
	#state = 0;
	constructor(deps) {
		this.#deps = deps;
		this.#stop = deps.registry.onChange(() => this.#clear());
	}
	async answer({ id, method, params }, { era, identity }, ask) {
		const { budget, settings } = this.#deps;
		if (settings.filter !== void 0) return await ask();
		const key = JSON.stringify([
			era,
			method,
			params["cursor"],
			budget.isBound(identity),
			identity
		]);
		const known = this.#use(key);
		if (known !== void 0) return toReply(id, known);
		const state = this.#state;
		const response = await ask();
		if (response.status !== 200 || response.body === null) return response;
		const { status, headers } = response;
		const text = await response.text();
		const result = resultIn(text, id);
		if (result !== void 0 && state === this.#state) this.#keep(key, result);
		return new Response(text, {
			status,
			headers
		});
	}
	close() {
		this.#stop();
		this.#clear();
	}
	#use(key) {
		const text = this.#texts.get(key);
		if (text === void 0) return void 0;
		this.#texts.delete(key);
		this.#texts.set(key, text);
		return text;
	}
	#keep(key, text) {
		this.#texts.set(key, text);
		this.#length += text.length;
		for (const [oldest, { length }] of this.#texts) {
			if (this.#length <= MOST_KEPT) return;
			this.#texts.delete(oldest);
			this.#length -= length;
		}
	}
	#clear() {
		this.#state++;
		this.#texts.clear();
		this.#length = 0;
	}
};
function toReply(id, result) {
	return {
		status: 200,
		headers: ["content-type", "application/json"],
		body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
	};
}
const isData = (line) => line.startsWith("data:");
const dataOf = (line) => line.slice(5);
function resultIn(text, id) {
	const messages = text.startsWith("{") ? [text] : text.split("\n").filter(isData).map(dataOf);
	for (const message of messages) try {
		const { id: answered, result } = JSON.parse(message);
		if (answered === id && isObject(result)) return JSON.stringify(result);
	} catch {}
}
// src/serve/mcp/session/listen-streams.ts
const MOST_STREAMS = 1024;
const LIMIT_REACHED = -32603;
var ListenStreams = class {
	#deps;
	#createHandler;
	#open = /* @__PURE__ */ new Set();
	constructor(deps, createHandler) {
		this.#deps = deps;
		this.#createHandler = createHandler;
	}
	async open(caller, { webRequest, options, body, watched }) {
		const { id } = body;
		if (this.#open.size >= MOST_STREAMS) return rpcError(200, "Subscription limit reached", {
			code: LIMIT_REACHED,
			id
		});
		const handler = this.#createHandler();
		this.#open.add(handler);
		const updates = new UpdateAnnouncer((uri) => handler.notify.resourceUpdated(uri));
		const watches = new ResourceWatches(this.#deps, updates.announce);
		const end = () => {
			watches.close();
			updates.stop();
			this.#open.delete(handler);
		};
		const parsedBody = withWatchedURIs(body, await watches.subscribeAll(watched, caller));
		const response = await handler.fetch(webRequest, {
			...options,
			parsedBody
		});
		if (response.body === null) {
			end();
			return response;
		}
		return watchBody(response, end).response;
	}
	announceChange(kind) {
		for (const handler of this.#open) handler.notify[`${kind}Changed`]();
	}
	async close() {
		await Promise.all(Array.from(this.#open, (handler) => handler.close()));
	}
};
// src/serve/mcp/session/header-mismatch.ts
const NONE = [];
const HEADER_MISMATCH = -32020;
const declarations = /* @__PURE__ */ new WeakMap();
function refuseMismatch({ registry, catalog }, { incoming, identity }, { id, params }) {
	const operation = catalog.idOf(String(params["name"]));
	const spec = operation === void 0 ? void 0 : registry.getSpec(operation);
	if (operation === void 0 || spec === void 0) return void 0;
	let declared = declarations.get(spec);
	if (declared === void 0) declarations.set(spec, declared = declaredBy(spec));
	if (declared === NONE) return void 0;
	const mismatch = findMismatch(declared, params["arguments"], incoming.headers);
	if (mismatch === void 0 || !isVisible(() => catalog.findById(operation, identity))) return void 0;
	return rpcError(400, `Bad Request: ${mismatch.header} and the body disagree. ${mismatch.body}.`, {
		code: HEADER_MISMATCH,
		id,
		data: { mismatch }
	});
}
function isVisible(find) {
	try {
		return find() !== void 0;
	} catch {
		return false;
	}
}
function findMismatch(declared, given, headers) {
	for (const argument of declared) {
		const problem = compare(argument, valueAt(given, argument.path), headers[argument.field]);
		if (problem !== void 0) return {
			header: argument.field,
			body: `${argument.path.join(".")}: ${problem}`
		};
	}
}
function declaredBy(spec) {
	try {
		const { declared, problem } = readHeaderArguments(toolShapeOf(spec).inputSchema);
		return problem === void 0 && declared.length > 0 ? declared : NONE;
	} catch {
		return NONE;
	}
}
function valueAt(given, path) {
	let value = given;
	for (const name of path) value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : void 0;
	return value;
}
function compare({ type }, value, header) {
	if (value === void 0 || value === null) return void 0;
	if (header === void 0) return typeof value === type || type === "integer" && Number.isSafeInteger(value) ? "the header field is missing" : void 0;
	const decoded = decodeField(header);
	if (decoded === void 0) return "the header field is not well encoded";
	return type === "integer" && DECIMAL.test(decoded) && Number(decoded) === value || decoded === (typeof value === "string" ? value : JSON.stringify(value)) ? void 0 : "the header field says something else";
}
const DECIMAL = /^-?\d+(\.\d+)?$/;
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
function decodeField(header) {
	const encoded = ENCODED.exec(header)?.[1];
	if (encoded === void 0) return header;
	if (!BASE64.test(encoded)) return void 0;
	try {
		const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch {
		return;
	}
}
// src/serve/mcp/session/mcp-endpoint.ts
var MCPEndpoint = class {
	countsRequests = true;
	readsAhead = true;
	#start;
	#listening = new ListeningResponses();
	#handlers;
	constructor(start) {
		this.#start = start;
	}
	answer = async (request) => {
		const { incoming } = request;
		const handlers = this.#handlers ?? this.#open(await this.#start());
		const { deps, sessions } = handlers;
		const isPost = incoming.method === "POST";
		const body = isPost ? await readBody(incoming, deps) : void 0;
		if (body instanceof Response) return body;
		if (request.canStepUp) assertScopes(body, request, deps);
		const call = isPost ? plainCallOf(body) : void 0;
		if (isPost && incoming.headers["mcp-session-id"] !== void 0) {
			const reply = sessions?.handleDirectly(request, body, call);
			if (reply !== void 0) return reply;
		} else if (call !== void 0 && handlers.envelopes.has(call, incoming.headers)) return refuseMismatch(deps, request, call) ?? callDirectly(handlers, request, call);
		const list = isPost ? plainListOf(body) : void 0;
		const era = list && listEraOf(handlers, request, list);
		if (list === void 0 || era === void 0) return await this.#answerBySDK(handlers, request, body);
		return await handlers.lists.answer(list, {
			era,
			identity: request.identity
		}, () => this.#answerBySDK(handlers, request, body));
	};
	async #answerBySDK(handlers, request, body) {
		const { deps, modern, sessions } = handlers;
		const { sdk, settings } = deps;
		const { incoming } = request;
		const isPost = incoming.method === "POST";
		const authInfo = toAuthInfo(request);
		const webRequest = incoming.toRequest();
		const limit = { maxRequestBodySize: settings.maxBodySize };
		const isModern = sessions === void 0 || !await sdk.isLegacyRequest(webRequest, body, limit);
		const headed = isModern ? headedCallOf(body, sdk) : void 0;
		const refused = headed && refuseMismatch(deps, request, headed);
		if (refused !== void 0) return refused;
		const watched = isModern ? watchedURIs(body) : void 0;
		const response = watched !== void 0 ? await handlers.streams.open(request, {
			webRequest,
			options: { authInfo },
			body,
			watched
		}) : isModern ? await modern.fetch(webRequest, isPost ? {
			authInfo,
			parsedBody: body
		} : { authInfo }) : await sessions.handle({
			request: webRequest,
			body,
			authInfo,
			caller: request
		});
		return incoming.method === "GET" || body?.method === "subscriptions/listen" ? this.#listening.hold(response, request.onCredentialEnd) : response;
	}
	endListening() {
		this.#listening.end();
	}
	async close() {
		const handlers = this.#handlers;
		handlers?.stopListening();
		handlers?.calls.close();
		handlers?.lists.close();
		await Promise.all([
			handlers?.modern.close(),
			handlers?.streams.close(),
			handlers?.sessions?.close()
		]);
	}
	#open(deps) {
		if (this.#handlers !== void 0) return this.#handlers;
		const modern = createModernHandler(deps);
		const sessions = deps.settings.sessions === false ? void 0 : new LegacySessions(deps);
		const streams = new ListenStreams(deps, () => createModernHandler(deps));
		const stopListening = onListChange(deps, (kind) => {
			streams.announceChange(kind);
			modern.notify[`${kind}Changed`]();
			sessions?.announceChange(kind);
		});
		const stopLog = deps.settings.serverLog?.((entry) => sessions?.announceLog(entry));
		const calls = new DirectCalls(deps);
		const envelopes = new KnownEnvelopes(deps.sdk);
		const lists = new ListAnswers(deps);
		const stop = () => {
			stopListening();
			stopLog?.();
		};
		return this.#handlers = {
			deps,
			calls,
			envelopes,
			modern,
			sessions,
			streams,
			lists,
			stopListening: stop
		};
	}
};
function assertScopes(body, { identity }, { catalog }) {
	const name = body?.method === "tools/call" ? body.params?.["name"] : void 0;
	const required = typeof name === "string" ? catalog.findHidden(name, identity) : void 0;
	const headers = required && scopeChallenge(required, identity);
	if (headers === void 0) return;
	throw new HTTPRefusal(403, `Your token lacks a scope that ${name} needs.`, {
		code: "ACCESS_DENIED",
		headers
	});
}
function listEraOf({ envelopes, sessions }, request, list) {
	const { headers } = request.incoming;
	if (headers["accept"]?.includes("application/json") !== true) return void 0;
	if (headers["mcp-session-id"] !== void 0) return sessions?.isReady(request) === true ? "legacy" : void 0;
	return envelopes.has(list, headers) ? "modern" : void 0;
}
function headedCallOf(body, sdk) {
	const { id, method, params } = body ?? {};
	const meta = method === "tools/call" && isObject(params) ? params["_meta"] : void 0;
	return isObject(meta) && meta[sdk.PROTOCOL_VERSION_META_KEY] !== void 0 ? {
		id,
		params
	} : void 0;
}
function callDirectly({ deps, calls }, caller, call) {
	const { CLIENT_CAPABILITIES_META_KEY, ProtocolErrorCode } = deps.sdk;
	const { incoming } = caller;
	incoming.onLeave((reason) => calls.cancel(call, reason));
	const capabilities = call.params["_meta"][CLIENT_CAPABILITIES_META_KEY];
	return toCallReply(calls.answer(call, {
		caller,
		era: "modern",
		capabilities,
		connection: void 0
	}, call), {
		accept: incoming.headers["accept"],
		badRequest: ProtocolErrorCode.MissingRequiredClientCapability,
		cancelled: 499
	});
}
function createModernHandler(deps) {
	const { sdk, settings } = deps;
	const open = ({ era, authInfo }) => createToolServer(deps, {
		era,
		viewer: authInfo?.extra?.["caller"]
	});
	return sdk.createMcpHandler(open, {
		legacy: settings.sessions === false ? "stateless" : "reject",
		maxRequestBodySize: settings.maxBodySize,
		...settings.onError && { onerror: settings.onError }
	});
}
function toAuthInfo(caller) {
	const { id = "", scopes = [] } = caller.identity ?? {};
	return {
		token: "",
		clientId: id,
		scopes: [...scopes],
		extra: { caller }
	};
}
async function readBody(incoming, { sdk, settings }) {
	if (!sdk.isJsonContentType(incoming.headers["content-type"])) return rpcError(415, "Unsupported Media Type: Content-Type must be application/json");
	try {
		const text = await incoming.readText(settings.maxBodySize) ?? "";
		if (text.length > 65536 && isTooDense(text, settings.maxBodySize)) throw bodyTooLarge(settings.maxBodySize, "values");
		return LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
	} catch (error) {
		if (!(error instanceof CallError) || error.code !== "PAYLOAD_TOO_LARGE") return rpcError(400, "Parse error: the request body is not JSON.", { code: -32700 });
		return rpcError(413, `Payload Too Large: ${error.message}`);
	}
}
// src/serve/mcp/serve-mcp.ts
function serveMCP(registry, options = {}) {
	const settings = toMCPSettings(options);
	const requestSettings = {
		...settings,
		compressAbove: Infinity
	};
	const providers = new ResourceProviders(registry.list());
	const catalog = new ToolCatalog(registry, settings, providers);
	const prompts = new PromptCatalog(registry, settings);
	const resources = new ResourceCatalog(registry, settings, providers);
	const search = settings.searchAbove === Infinity ? void 0 : new SearchTools({
		registry,
		catalog,
		settings
	});
	const limits = new CallLimits(settings.clientLimits ?? new ClientLimits(settings));
	const suspended = new SuspendedCalls(settings);
	const budget = new AnswerBudget(settings);
	const reader = new ResultReader(budget);
	const open = /* @__PURE__ */ new Set();
	let started;
	let isClosed = false;
	const assertOpen = () => {
		if (isClosed) throw new CallError("OVERLOADED", "This MCP service has been closed.");
	};
	const keep = async (part) => {
		if (isClosed) await part.close();
		assertOpen();
		open.add(part);
		return part;
	};
	const start = async () => {
		assertOpen();
		started ??= loadServerSDK().then((sdk) => {
			const ToolServer = defineToolServer(sdk);
			return {
				registry,
				settings,
				catalog,
				prompts,
				resources,
				providers,
				search,
				budget,
				reader,
				sdk,
				ToolServer,
				limits,
				suspended
			};
		});
		return started;
	};
	const endpoint = new MCPEndpoint(start);
	const serve = (find, own) => serveRequests({ find: ({ path }) => find(path) }, own, limits);
	const service = serve(() => endpoint, requestSettings);
	return {
		async fetch(request, info) {
			await start();
			return service.fetch(request, info);
		},
		route(path = "/mcp") {
			return {
				path,
				handle: (request, info) => service.fetch(request, info),
				answer: endpoint.answer,
				readsAhead: endpoint.readsAhead
			};
		},
		async listen({ path = "/mcp", ...where } = {}) {
			await start();
			const { allowedHosts = [...LOOPBACK_NAMES, hostInURL(where.host ?? "127.0.0.1")] } = settings;
			const { allowedOrigins = allowedHosts } = settings;
			const own = {
				...requestSettings,
				allowedHosts,
				allowedOrigins
			};
			const server = await serve((asked) => asked === path ? endpoint : NOTHING, own).listen(where);
			const close = () => server.close({ graceMs: 0 });
			await keep({ close });
			return {
				...server,
				url: `${server.url}${path}`,
				close
			};
		},
		async connect(how = {}) {
			const connection = await keep(await connect(await start(), how));
			connection.closed.then(() => open.delete(connection));
			return connection;
		},
		endListening: () => endpoint.endListening(),
		async close() {
			isClosed = true;
			for (const each of [
				catalog,
				prompts,
				resources
			]) each.close();
			search?.close();
			budget.close();
			await endpoint.close();
			await Promise.all(Array.from(open, (part) => part.close()));
			open.clear();
			suspended.close();
		}
	};
}
const NOTHING = { answer() {
	throw new CallError("OPERATION_NOT_FOUND", "There is nothing at this path.");
} };
export { serveMCP as t };
