import { At as decodeData, D as becomesTrue, Gt as localEnvelope, L as fromRemoteError, Mt as encodeData, O as delay, Wt as isResponseEnvelope, dn as messageOf, j as within, ln as CallError, pn as toCallError, s as fail, u as callsByName, vt as operationId } from "./chunks/client-D7eheyo4.js";
import { At as isSameJSON, E as assertValidSpec, Ht as isRecord, I as builtinModule, j as isStreamOutcome, y as OperationRegistry } from "./chunks/core-CcxVOvtt.js";
import { T as importByURL, x as checkSourceConfig } from "./chunks/main-B19mhTeA.js";
import { n as connectBus } from "./chunks/bus-peer-ryyqi57k.js";
import { o as fromOffer, s as toOffer } from "./chunks/peer-session-COcsWiYG.js";
import { t as createMemoryBroker } from "./chunks/memory-bus-CLN6HvwZ.js";
// src/testing/peer-pair.ts
async function connectPeerPair(options = {}) {
	const broker = createMemoryBroker();
	const offered = [offeredBy(options.near?.registry), offeredBy(options.far?.registry)];
	const near = await connectBus({
		...options.near,
		transport: broker.connect()
	});
	const far = await connectBus({
		...options.far,
		transport: broker.connect()
	});
	const close = async () => {
		await Promise.all([near.close({ graceMs: 0 }), far.close({ graceMs: 0 })]);
	};
	try {
		await Promise.all([...offered[1].map((id) => near.waitFor(id)), ...offered[0].map((id) => far.waitFor(id))]);
	} catch (thrown) {
		await close();
		throw thrown;
	}
	return {
		near,
		far,
		close
	};
}
function offeredBy(registry = new OperationRegistry()) {
	return registry.list().map(operationId).filter((id) => registry.getHandler(id) !== void 0);
}
// src/testing/with-handler.ts
const FIELDS = [
	"name",
	"namespace",
	"version",
	"type",
	"title",
	"description",
	"tags",
	"deprecated",
	"inputSchema",
	"outputSchema",
	"errorSchemas",
	"accessControl",
	"idempotent",
	"origin",
	"metadata",
	"output",
	"use"
];
function withHandler(operation, handler) {
	const readThrough = FIELDS.map((field) => [field, {
		get: () => operation[field],
		enumerable: true
	}]);
	return Object.defineProperties({}, {
		...Object.fromEntries(readThrough),
		handler: {
			value: handler,
			enumerable: true
		}
	});
}
// src/testing/fake-source.ts
function createFakeSource(operations = []) {
	const open = /* @__PURE__ */ new Set();
	let lost;
	let offered = operations.map(whileConnected);
	function whileConnected(operation) {
		const handler = (input, context) => {
			if (lost !== void 0) throw new CallError("CONNECTION_LOST", "The fake source is not connected.", void 0, { cause: lost.error });
			return operation.handler(input, context);
		};
		return withHandler(operation, handler);
	}
	const tell = (change) => {
		for (const context of open) context.stateChanged(change);
	};
	return {
		source: { open(_config, context) {
			context.signal.throwIfAborted();
			if (lost !== void 0) throw new CallError("CONNECTION_LOST", "The fake source is not connected.");
			open.add(context);
			return {
				get operations() {
					return offered;
				},
				close: () => void open.delete(context)
			};
		} },
		get openings() {
			return open.size;
		},
		setOperations(changed) {
			offered = changed.map(whileConnected);
			for (const context of open) context.changed();
		},
		lose(error = /* @__PURE__ */ new Error("The connection of the fake source is lost.")) {
			lost = { error };
			tell({
				state: "connecting",
				error
			});
		},
		restore() {
			lost = void 0;
			tell({ state: "ready" });
		},
		fail(error = /* @__PURE__ */ new Error("The connection of the fake source is lost for good.")) {
			lost = { error };
			tell({
				state: "failed",
				error
			});
		}
	};
}
// src/testing/recording.ts
function fileSystem() {
	const found = builtinModule("node:fs/promises");
	if (found === void 0) throw new CallError("VALIDATION_ERROR", "Recordings need a runtime with files.");
	return found;
}
async function writeRecording(file, recording) {
	const calls = recording.calls.map(({ id, input, output, items, error }) => ({
		id,
		input: encodeData(input),
		...output !== void 0 && { output: encodeData(output) },
		...items !== void 0 && { items: items.map(encodeData) },
		...error !== void 0 && { error: encodeData(error) }
	}));
	await fileSystem().writeFile(file, `${JSON.stringify({
		...recording,
		calls
	}, void 0, 2)}\n`);
}
async function readRecording(file) {
	let found;
	try {
		found = JSON.parse(await fileSystem().readFile(file, "utf8"));
	} catch (cause) {
		throw unreadable(file, messageOf(cause), cause);
	}
	const { version, operations, calls } = isRecord(found) ? found : {};
	if (version !== 1 || !Array.isArray(operations) || !Array.isArray(calls)) throw unreadable(file, "it is not a recording of this version");
	return {
		version,
		operations,
		calls: calls.map((call) => ({
			...call,
			input: decodeData(call.input),
			output: decodeData(call.output),
			items: call.items?.map(decodeData),
			error: decodeData(call.error)
		}))
	};
}
function unreadable(file, why, cause) {
	const message = `The recording ${file} cannot be used: ${why}. Make it with recordSource().`;
	return new CallError("VALIDATION_ERROR", message, void 0, { cause });
}
// src/testing/record-source.ts
function recordSource(source, file) {
	return {
		configSchema: source.configSchema,
		async open(config, context) {
			const calls = [];
			const opened = await source.open(config, context);
			const recorded = /* @__PURE__ */ new WeakMap();
			const recordedOnce = (operation) => {
				const known = recorded.get(operation) ?? recordedOperation(operation, (call) => calls.push(call));
				recorded.set(operation, known);
				return known;
			};
			let closing;
			const close = async (options) => {
				const operations = opened.operations.map((each) => ({
					spec: toOffer(each),
					origin: each.origin
				}));
				await opened.close(options);
				await writeRecording(file, {
					version: 1,
					operations,
					calls
				});
			};
			return {
				get operations() {
					return opened.operations.map(recordedOnce);
				},
				report: () => opened.report?.() ?? {
					quarantined: [],
					findings: []
				},
				stopAnswering: () => opened.stopAnswering?.(),
				close: (options) => closing ??= close(options)
			};
		}
	};
}
function recordedOperation(operation, record) {
	const id = operationId(operation);
	const handler = async (input, context) => {
		const note = (answer) => record({
			id,
			input: structuredClone(input),
			...answer
		});
		try {
			const output = await operation.handler(input, context);
			if (isStreamOutcome(output)) return recordedItems(output, note);
			note({ output });
			return output;
		} catch (thrown) {
			note({ error: toCallError(thrown).toJSON() });
			throw thrown;
		}
	};
	return withHandler(operation, handler);
}
async function* recordedItems(stream, note) {
	const items = [];
	let error;
	try {
		for await (const item of stream) {
			items.push(item);
			yield item;
		}
	} catch (thrown) {
		error = toCallError(thrown).toJSON();
		throw thrown;
	} finally {
		note({
			items,
			error
		});
	}
}
// src/testing/replay-source.ts
function replaySource(file) {
	return { async open(_config, { signal }) {
		const recording = await readRecording(file);
		signal.throwIfAborted();
		const answers = new Answers(recording.calls, file);
		return {
			operations: recording.operations.map((each) => replayedOperation(each, answers)),
			close: () => void 0
		};
	} };
}
function replayedOperation({ spec, origin }, answers) {
	const offer = fromOffer(spec, "recording");
	const descriptors = Object.getOwnPropertyDescriptors(offer.spec);
	const handler = (input) => replay(answers.next(offer.id, input));
	return Object.defineProperties({}, {
		...descriptors,
		origin: {
			value: origin ?? { source: "recording" },
			enumerable: true
		},
		handler: {
			value: handler,
			enumerable: true
		}
	});
}
function replay(answer) {
	if (answer.items !== void 0) return replayItems(answer.items, answer.error);
	if (answer.error !== void 0) throw fromRemoteError(answer.error);
	return answer.output;
}
async function* replayItems(items, error) {
	yield* items;
	if (error !== void 0) throw fromRemoteError(error);
}
var Answers = class {
	#calls;
	#file;
	#used = /* @__PURE__ */ new Set();
	constructor(calls, file) {
		this.#calls = calls;
		this.#file = file;
	}
	next(id, input) {
		const wanted = encodeData(input);
		const fitting = this.#calls.filter((call) => call.id === id && isSameJSON(encodeData(call.input), wanted));
		const found = fitting.find((call) => !this.#used.has(call)) ?? fitting.at(-1);
		if (found === void 0) {
			const others = this.#calls.filter((call) => call.id === id).length;
			throw new CallError("EXECUTION_ERROR", `The recording ${this.#file} has no answer of ${id} to this input, and ${others} to others: record it again.`);
		}
		this.#used.add(found);
		return found;
	}
};
// src/testing/test-context.ts
function testContext(_operation, parts = {}) {
	const { env: stubs = {}, ...given } = parts;
	return {
		requestId: "test",
		parentRequestId: void 0,
		identity: void 0,
		deadline: void 0,
		signal: new AbortController().signal,
		trace: void 0,
		onProgress: void 0,
		onElicitation: void 0,
		onSampling: void 0,
		onRoots: void 0,
		callerLog: void 0,
		onExchange: void 0,
		callMeta: void 0,
		...given,
		fail,
		env: callsByName({ call: (path, input) => callStub(stubs, path, input) })
	};
}
function callStub(stubs, path, input) {
	let found = stubs;
	for (const name of path.split(".")) found = typeof found === "object" && found !== null && Object.hasOwn(found, name) ? found[name] : void 0;
	if (typeof found !== "function") return Promise.reject(/* @__PURE__ */ new Error(`The handler calls env.${path}, and the test has no stub for it.`));
	const result = found(input);
	return isStreamOutcome(result) ? envelopesOf(result, path) : answerOf(result, path);
}
async function answerOf(result, path) {
	return toEnvelope(await result, path);
}
async function* envelopesOf(items, path) {
	for await (const item of items) yield toEnvelope(item, path);
}
function toEnvelope(data, path) {
	return isResponseEnvelope(data) ? data : localEnvelope(data, path);
}
// src/testing/leftovers.ts
function watchLeftovers() {
	const before = countResources();
	return { async expectNothingLeft({ withinMs = 2e4 } = {}) {
		if (await becomesTrue(() => resourcesAbove(before).length === 0, withinMs)) return;
		throw new Error(`still there after ${withinMs} ms: ${resourcesAbove(before).join(", ")}`);
	} };
}
function resourcesAbove(before) {
	return [...countResources()].flatMap(([type, count]) => {
		const more = count - (before.get(type) ?? 0);
		return more > 0 ? [`${more} ${type}`] : [];
	});
}
function countResources() {
	const { process } = globalThis;
	const counts = /* @__PURE__ */ new Map();
	for (const type of process?.getActiveResourcesInfo?.() ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
	return counts;
}
// src/testing/source-trial.ts
var SourceTrial = class {
	registry = new CountingRegistry();
	states = [];
	aborting = new AbortController();
	changes = 0;
	signalListeners = 0;
	#timeoutMs;
	constructor(timeoutMs) {
		this.#timeoutMs = timeoutMs;
		const { signal } = this.aborting;
		const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
		const added = /* @__PURE__ */ new Set();
		signal.addEventListener = (...args) => {
			added.add(args[1]);
			this.signalListeners = added.size;
			add(...args);
		};
		signal.removeEventListener = (...args) => {
			added.delete(args[1]);
			this.signalListeners = added.size;
			remove(...args);
		};
	}
	async open(source, config, given) {
		const checked = await checkSourceConfig(source.configSchema, config);
		if ("errors" in checked) throw new Error(checked.errors.map(({ path, message }) => `${path}: ${message}`).join("; "));
		const opening = source.open(checked.value, {
			...given,
			registry: this.registry,
			signal: this.aborting.signal,
			log: () => void 0,
			importModule: importByURL,
			changed: () => void this.changes++,
			stateChanged: (change) => void this.states.push(change)
		});
		return await this.inTime(Promise.resolve(opening), "open() did not settle");
	}
	async execute(opened, { id, input = {} }) {
		const registry = new OperationRegistry();
		registry.registerAll(opened.operations);
		return await this.inTime(registry.execute(id, input), `${id} did not end`);
	}
	caller(opened) {
		return async (id, input) => (await this.execute(opened, {
			id,
			input
		})).data;
	}
	async close(opened) {
		await this.inTime(Promise.resolve(opened.close({ graceMs: 0 })), "close() did not resolve");
	}
	async inTime(work, complaint) {
		const result = await within(work, this.#timeoutMs, LATE);
		if (result === LATE) throw new LateError(`${complaint} within ${this.#timeoutMs} ms`);
		return result;
	}
};
const LATE = Symbol("late");
var LateError = class extends Error {};
var CountingRegistry = class extends OperationRegistry {
	listeners = 0;
	onChange(...args) {
		return this.#counted(super.onChange(...args));
	}
	use(...args) {
		return this.#counted(super.use(...args));
	}
	#counted(stop) {
		let isOver = false;
		this.listeners++;
		return () => {
			if (!isOver) this.listeners--;
			isOver = true;
			stop();
		};
	}
};
// src/testing/test-source.ts
function testSource({ describe, it }, tested) {
	const { tries = [], badConfigs } = tested;
	const suite = new SourceSuite(tested);
	describe(`the source ${tested.name}`, () => {
		it("opens, with valid operations of different ids", () => suite.opens());
		it("answers a call with an envelope", () => suite.answers());
		for (const [what, config] of Object.entries(badConfigs)) it(`refuses a config with ${what}, and leaves nothing behind`, () => suite.refuses(config));
		if (tries.includes("change")) it("tells of a change, and its operations follow", () => suite.changes());
		if (tries.includes("interrupt")) it("tells when its connection is lost and back", () => suite.isInterrupted());
		it("closes once, twice and at the same time, and then tells nothing more", () => suite.closes());
		if (tries.includes("slowCall")) it("closes while a call runs, which then ends", () => suite.closesDuringCall());
		it("stops opening when it is no longer wanted", () => suite.stopsOpening());
		it("opens again after it was closed", () => suite.opensAgain());
		it("leaves no listener, timer or connection behind", () => suite.leavesNothing());
	});
}
var SourceSuite = class {
	#tested;
	constructor(tested) {
		this.#tested = tested;
	}
	async opens() {
		await this.#whileOpen((opened) => {
			assertOperations(opened);
			assert(opened.operations.length > 0, "the source has no operations; give it a config with which it has some");
			const { quarantined, findings } = opened.report?.() ?? {
				quarantined: [],
				findings: []
			};
			assert(Array.isArray(quarantined) && Array.isArray(findings), "report() gives no { quarantined, findings }");
			const before = new Set(opened.operations);
			assert(opened.operations.every((operation) => before.has(operation)), "operations has other objects each time; an operation stays the same object until it changes");
		});
	}
	async answers() {
		await this.#whileOpen(async (opened, { call }, trial) => {
			const envelope = await trial.execute(opened, call);
			assert(isResponseEnvelope(envelope), `${call.id} answered without an envelope`);
			if (call.data === void 0) return;
			const [expected, found] = [JSON.stringify(call.data), JSON.stringify(envelope.data)];
			assert(isSameJSON(envelope.data, call.data), `${call.id} answered ${found}, expected ${expected}`);
		});
	}
	async refuses(config) {
		await this.#try(async (_setup, trial) => {
			const leftovers = watchLeftovers();
			const opened = await this.#open(config, trial).catch((error) => {
				assert(messageOf(error).length > 0, "the config was refused without a message");
			});
			if (opened !== void 0) await trial.close(opened);
			assert(opened === void 0, `the source opened with ${JSON.stringify(config)}`);
			await leftovers.expectNothingLeft({ withinMs: this.#timeoutMs });
		});
	}
	async changes() {
		await this.#whileOpen(async (opened, { change }, trial) => {
			const before = new Set(opened.operations);
			const hasChanged = () => {
				const { operations } = opened;
				return operations.length !== before.size || operations.some((operation) => !before.has(operation));
			};
			await change?.(trial.caller(opened));
			await this.#until(() => trial.changes > 0, "the source did not call changed() after a change");
			await this.#until(hasChanged, "operations are the same after a change");
			assertOperations(opened);
		});
	}
	async isInterrupted() {
		await this.#whileOpen(async (opened, { interrupt, restore }, trial) => {
			const { states } = trial;
			const has = (state) => states.some((change) => change.state === state);
			await interrupt?.(trial.caller(opened));
			await this.#until(() => has("connecting") || has("failed"), "the source did not tell that its connection is lost");
			const lost = states.find((change) => change.state !== "ready");
			assert(lost !== void 0 && "error" in lost && messageOf(lost.error) !== "", "it did not say why");
			if (restore === void 0 || has("failed")) return;
			await restore();
			await this.#until(() => states.at(-1)?.state === "ready", "the source did not tell that its connection is back");
		});
	}
	async closes() {
		await this.#try(async (setup, trial) => {
			const opened = await this.#open(setup.config, trial);
			await Promise.all([trial.close(opened), trial.close(opened)]);
			await trial.close(opened);
			const told = {
				changes: trial.changes,
				states: trial.states.length
			};
			await Promise.resolve(setup.change?.(trial.caller(opened))).catch(() => void 0);
			await delay(QUIET);
			assert(trial.changes === told.changes, "the source called changed() after it was closed");
			assert(trial.states.length === told.states, "the source called stateChanged() after it was closed");
		});
	}
	async closesDuringCall() {
		await this.#whileOpen(async (opened, { slowCall, end }, trial) => {
			if (slowCall === void 0) throw new Error("the setup has no slowCall");
			let hasEnded = false;
			const call = trial.execute(opened, slowCall).catch(() => void 0).then(() => hasEnded = true);
			await delay(QUIET);
			assert(!hasEnded, `${slowCall.id} has ended before the source was closed; give a call that takes longer`);
			await trial.close(opened);
			await end?.();
			await trial.inTime(call, `${slowCall.id} did not end after the source was closed,`);
		});
	}
	async stopsOpening() {
		for (const [when, wait] of ABORTS) await this.#try(async ({ config }, trial) => {
			const leftovers = watchLeftovers();
			const outcome = this.#open(config, trial).catch((error) => {
				if (error instanceof LateError) throw error;
			});
			outcome.catch(() => void 0);
			await wait();
			trial.aborting.abort(/* @__PURE__ */ new Error("The source is no longer wanted."));
			const opened = await outcome;
			if (opened !== void 0) await trial.close(opened);
			await leftovers.expectNothingLeft({ withinMs: this.#timeoutMs }).catch((error) => {
				throw new Error(`after an abort ${when}: ${messageOf(error)}`);
			});
		});
	}
	async opensAgain() {
		await this.#try(async ({ config }, trial) => {
			const first = await this.#open(config, trial);
			const before = idsOf(first);
			await trial.close(first);
			const again = new SourceTrial(this.#timeoutMs);
			const second = await this.#open(config, again);
			const after = idsOf(second);
			await again.close(second);
			assert(isSameJSON(before, after), `opened again, the source has ${after.join(", ")}, not ${before.join(", ")}`);
		});
	}
	async leavesNothing() {
		await this.#try(async ({ config, call }, trial) => {
			const leftovers = watchLeftovers();
			const opened = await this.#open(config, trial);
			await trial.execute(opened, call);
			await trial.close(opened);
			const { registry, signalListeners } = trial;
			assert(registry.listeners === 0, `${registry.listeners} listeners are left on context.registry`);
			assert(signalListeners === 0, `${signalListeners} listeners are left on context.signal`);
			await leftovers.expectNothingLeft({ withinMs: this.#timeoutMs });
		});
	}
	get #timeoutMs() {
		return this.#tested.timeoutMs ?? 1e4;
	}
	#open(config, trial) {
		const { source, name, folder = "." } = this.#tested;
		return trial.open(source, config, {
			name,
			folder
		});
	}
	async #try(trying) {
		const setup = await this.#tested.setup();
		try {
			await trying(setup, new SourceTrial(this.#timeoutMs));
		} finally {
			await setup.end?.();
		}
	}
	async #whileOpen(trying) {
		await this.#try(async (setup, trial) => {
			const opened = await this.#open(setup.config, trial);
			try {
				await trying(opened, setup, trial);
			} finally {
				await trial.close(opened);
			}
		});
	}
	async #until(isSo, complaint) {
		assert(await becomesTrue(isSo, this.#timeoutMs), `${complaint} within ${this.#timeoutMs} ms`);
	}
};
const QUIET = 100;
const ABORTS = [
	["at once", () => Promise.resolve()],
	["in the next tick", () => delay(0)],
	["a little later", () => delay(20)]
];
function assertOperations({ operations }) {
	assert(Array.isArray(operations), "operations is not an array");
	const ids = /* @__PURE__ */ new Set();
	for (const operation of operations) {
		assertValidSpec(operation);
		const id = operationId(operation);
		for (const field of ["inputSchema", "outputSchema"]) assert(operation[field] !== void 0, `${id} has no ${field}`);
		assert(typeof operation.handler === "function", `${id} has no handler`);
		assert(!ids.has(id), `${id} is offered twice`);
		ids.add(id);
	}
}
function idsOf({ operations }) {
	return operations.map(operationId).sort();
}
function assert(condition, complaint) {
	if (!condition) throw new Error(complaint);
}
export { connectPeerPair, createFakeSource, recordSource, replaySource, testContext, testSource };
