import { At as decodeData, Bt as Cancellation, Mt as encodeData, R as toRemoteError, d as OperationType, ln as CallError, pn as toCallError$1, un as furthestPhase, w as nextRequestId } from "./client-D7eheyo4.js";
import { Ht as isRecord, L as defineOperation, Ut as CallScope, Vt as shorten } from "./core-CcxVOvtt.js";
import { E as toCodeLimits } from "./hub-shared-evUMSPIC.js";
import { _ as Optional, b as _Array_, g as _Object_, h as Unknown, m as Unsafe, o as String, s as Number } from "./typebox-CNAKntqg.js";
import { t as lookUp } from "./code-lookup-CDeW5nA3.js";
import { n as markCodeRun } from "./code-runs-Dv077pAx.js";
import { n as createCodeExecutor } from "./quickjs-executor-DmPolFUQ.js";
// src/code/turns.ts
var Turns = class {
	#most;
	#waiting = [];
	#running = 0;
	constructor(most) {
		this.#most = most;
	}
	async run(task) {
		if (this.#running >= this.#most) await new Promise((resolve) => this.#waiting.push(resolve));
		else this.#running++;
		try {
			return await task();
		} finally {
			const next = this.#waiting.shift();
			if (next === void 0) this.#running--;
			else next();
		}
	}
};
// src/code/code-calls.ts
const LONGEST_ID = 200;
var CodeCalls = class {
	made = [];
	#options;
	#turns;
	#begun = performance.now();
	#running = /* @__PURE__ */ new Set();
	#streams = /* @__PURE__ */ new Map();
	#streamCount = 0;
	constructor(options) {
		this.#options = options;
		this.#turns = new Turns(options.parallel);
	}
	invoke(name, input) {
		const answer = this.#turns.run(async () => {
			const { cancellation } = this.#options;
			if (cancellation.reason !== void 0) throw cancellation.reason;
			const answered = await this.#answer(name, input === "" ? void 0 : JSON.parse(input));
			return JSON.stringify(answered);
		});
		const running = answer.catch(() => void 0).finally(() => this.#running.delete(running));
		this.#running.add(running);
		return answer;
	}
	async ended() {
		while (this.#running.size > 0) await Promise.all(this.#running);
		const stopping = Array.from(this.#streams.keys(), (handle) => this.#stop(handle).catch(() => void 0));
		await Promise.all(stopping);
	}
	async #answer(name, input) {
		switch (name) {
			case "call": return await this.#call(input);
			case "next": return await this.#next(input);
			case "stop": return await this.#stop(input);
			case "search": return await this.#search(input);
			case "describe": return await this.#describe(input);
			default: throw new CallError("OPERATION_NOT_FOUND", `A program has no function ${shorten(name, LONGEST_ID)}.`);
		}
	}
	async #call({ id, input }) {
		const { registry, context, cancellation, refused } = this.#options;
		const call = new RunningCall(id, this.#begun, this.made);
		if (refused.has(id)) {
			const message = `A program can't call ${id}: it would run within itself.`;
			throw call.failed(new CallError("ACCESS_DENIED", message));
		}
		const own = new Cancellation();
		own.followParent(cancellation);
		const request = {
			id,
			input: decodeData(input),
			context,
			checked: true,
			cancellation: own
		};
		if (registry.isStream(id)) {
			const stream = registry.stream(request);
			const handle = this.#streamCount++;
			this.#streams.set(handle, {
				stream,
				call,
				own
			});
			return { stream: handle };
		}
		try {
			const envelope = await registry.call(request);
			call.succeeded();
			return { envelope: encodeData(envelope) };
		} catch (thrown) {
			throw call.failed(this.#shown(id, thrown));
		} finally {
			own.release();
		}
	}
	async #next(handle) {
		const open = this.#streams.get(handle);
		if (open === void 0) return { done: true };
		try {
			const { done, value } = await open.stream.next();
			if (done !== true) return {
				done: false,
				value: encodeData(value)
			};
		} catch (thrown) {
			this.#forget(handle);
			throw open.call.failed(this.#shown(open.call.id, thrown));
		}
		open.call.succeeded();
		this.#forget(handle);
		return { done: true };
	}
	async #stop(handle) {
		const open = this.#streams.get(handle);
		if (open === void 0) return;
		this.#forget(handle);
		open.call.succeeded();
		await open.stream.return();
	}
	#forget(handle) {
		this.#streams.get(handle)?.own.release();
		this.#streams.delete(handle);
	}
	async #search(input) {
		const { query, limit } = isRecord(input) ? input : {};
		if (typeof query !== "string") throw badArgument("search takes a text: search(\"create an issue\").");
		const { lookup, identity } = this.#options;
		return await lookup.search({
			query,
			limit: typeof limit === "number" ? limit : void 0
		}, identity);
	}
	async #describe(input) {
		const { ids } = isRecord(input) ? input : {};
		if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) throw badArgument("describe takes ids of operations: describe(\"github.issues_create\").");
		const { lookup, identity } = this.#options;
		return await lookup.describe(ids, identity);
	}
	#shown(id, thrown) {
		const { registry, exposeErrors: expose } = this.#options;
		const error = toCallError$1(thrown);
		const declared = registry.getSpec(id)?.errorSchemas;
		const { code, message, details, retryable, phase } = toRemoteError(error, {
			declared,
			expose
		});
		return new CallError(code, message, details, {
			retryable,
			phase
		});
	}
};
var RunningCall = class {
	id;
	#runBegan;
	#made;
	#begun = performance.now();
	constructor(id, runBegan, made) {
		this.id = id;
		this.#runBegan = runBegan;
		this.#made = made;
	}
	succeeded() {
		this.#made.push(this.#measured());
	}
	failed(error) {
		this.#made.push({
			...this.#measured(),
			error: error.code,
			phase: error.phase
		});
		return error;
	}
	#measured() {
		const now = performance.now();
		return {
			id: shorten(this.id, LONGEST_ID),
			at: rounded(this.#begun - this.#runBegan),
			duration: rounded(now - this.#begun)
		};
	}
};
function badArgument(message) {
	return new CallError("VALIDATION_ERROR", message);
}
function rounded(time) {
	return Math.round(time * 10) / 10;
}
// src/code/run-code.ts
async function runCode(source, options) {
	const { registry, context = {}, executor = sharedExecutor(), lookup = lookUp(registry) } = options;
	const limits = toCodeLimits(options.limits);
	const begun = performance.now();
	const run = new Cancellation();
	const logs = [];
	run.followDeadline(begun + limits.timeout);
	if (context.signal !== void 0) run.followSignal(context.signal);
	const calls = new CodeCalls({
		registry,
		context: contextOfCalls(context, limits),
		identity: context.identity,
		lookup,
		refused: new Set(options.refuse),
		parallel: limits.parallelCalls,
		exposeErrors: options.exposeErrors ?? false,
		cancellation: run
	});
	let outcome;
	try {
		outcome = tooLong(source, limits) ?? await executor.execute({
			source,
			limits,
			signal: run.signal,
			now: Date.now()
		}, {
			invoke: (name, input) => calls.invoke(name, input),
			log: (line) => void logs.push(line)
		});
		if (outcome.ok) await calls.ended();
		if (run.reason !== void 0) outcome = {
			ok: false,
			failure: failureOf(run.reason)
		};
	} catch (thrown) {
		if (run.reason === void 0 || thrown !== run.reason) throw thrown;
		outcome = {
			ok: false,
			failure: failureOf(run.reason)
		};
	} finally {
		run.cancel(new CallError("ABORTED", "The program that made this call has ended."));
		await calls.ended();
	}
	const phase = calls.made.map(({ error, phase }) => error === void 0 ? "started" : phase ?? "unknown").reduce(furthestPhase, "notStarted");
	return {
		result: outcome.ok && outcome.result !== void 0 ? JSON.parse(outcome.result) : void 0,
		error: outcome.ok ? void 0 : {
			...outcome.failure,
			phase
		},
		logs,
		calls: calls.made,
		duration: rounded(performance.now() - begun)
	};
}
function tooLong(source, { codeLength }) {
	if (source.length <= codeLength) return void 0;
	return {
		ok: false,
		failure: {
			code: "PAYLOAD_TOO_LARGE",
			message: `The program has ${source.length} characters, and may have ${codeLength}.`
		}
	};
}
function failureOf(reason) {
	const { code, message } = toCallError$1(reason);
	return {
		code,
		message: code === "TIMEOUT" ? "The run has taken longer than it may (limits.timeout)." : message
	};
}
function contextOfCalls(context, { timeout }) {
	if (context instanceof CallScope) {
		markCodeRun(context);
		return context;
	}
	const deadline = Math.min(context.deadline ?? Infinity, Date.now() + timeout);
	const parentRequestId = context.requestId ?? nextRequestId();
	return {
		...context,
		requestId: void 0,
		parentRequestId,
		deadline,
		signal: void 0
	};
}
let shared;
function sharedExecutor() {
	return shared ??= createCodeExecutor();
}
// src/code/code-operation.ts
const NAMESPACE = "run";
const NAME = "code";
const CODE_OPERATION = `${NAMESPACE}.${NAME}`;
const DESCRIPTION = `Runs a TypeScript program that calls operations, and answers with what it returns and logs: use it for several calls, loops, and to cut large results down.
env.<namespace>.<name>(input) calls an operation. It resolves to { data, meta }, and throws an error with code, message and details. A stream is read by: for await (const { data } of env.<namespace>.<name>(input)).
await search("words") finds operations; await describe("namespace.name") gives their TypeScript signatures.
The program is the body of an async function: end it with return. There are no modules, network, files, clock or timers.
Example: const { data } = await env.shop.orders({ open: true }); return data.map(({ id }) => id);`;
const Log = _Object_({
	level: String(),
	text: String()
});
const Call = _Object_({
	id: String(),
	at: Number({ description: "Milliseconds after the start" }),
	duration: Number({ description: "Milliseconds" }),
	error: Optional(String({ description: "Its code, where the call failed" })),
	phase: Optional(String({ description: "Where the call failed: whether it ran" }))
});
const left = {
	logs: Optional(_Array_(Log)),
	calls: Optional(_Array_(Call))
};
const CODE_FAILED = "CODE_FAILED";
function codeOperation({ accessControl, ...options }) {
	const { codeLength } = toCodeLimits(options.limits);
	return defineOperation({
		namespace: NAMESPACE,
		name: NAME,
		version: "1.0.0",
		type: OperationType.MUTATION,
		title: "Run code",
		description: DESCRIPTION,
		accessControl: accessControl ?? { requiredScopes: [] },
		metadata: { mcp: { pinned: true } },
		inputSchema: _Object_({ code: String({
			maxLength: codeLength,
			description: "The program"
		}) }),
		outputSchema: Unsafe(_Object_({
			result: Optional(Unknown({ description: "What the program returned" })),
			...left
		})),
		errorSchemas: { [CODE_FAILED]: {
			description: "The program failed. The details say where, and which calls ran.",
			httpStatus: 422,
			schema: _Object_({
				code: String({ description: "Of the error that ended the program" }),
				line: Optional(Number()),
				details: Optional(Unknown()),
				...left
			})
		} },
		handler: async ({ code }, context) => {
			const report = await runCode(code, {
				...options,
				context,
				refuse: [CODE_OPERATION]
			});
			if (report.error !== void 0) throw toCallError(report);
			return {
				...report.result === void 0 ? {} : { result: report.result },
				...leftBy(report)
			};
		}
	});
}
function toCallError(report) {
	const { code, message, line, details, phase } = report.error;
	const where = line === void 0 ? "" : ` (line ${line})`;
	const shown = {
		code,
		...line === void 0 ? {} : { line },
		...details === void 0 ? {} : { details },
		...leftBy(report)
	};
	return new CallError(CODE_FAILED, `${code}: ${message}${where}`, shown, { phase });
}
function leftBy({ logs, calls }) {
	return {
		...logs.length === 0 ? {} : { logs },
		...calls.length === 0 ? {} : { calls }
	};
}
export { runCode as i, CODE_OPERATION as n, codeOperation as r, CODE_FAILED as t };
