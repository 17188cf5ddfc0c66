import { O as delay, cn as DONE, d as OperationType, in as LONGEST_DELAY, ln as CallError, mn as withPhase, pn as toCallError, rn as toWallTime, un as furthestPhase } from "./chunks/client-D7eheyo4.js";
import { b as warnIfThrows, j as isStreamOutcome } from "./chunks/core-CcxVOvtt.js";
import { a as observeStream, n as approval } from "./chunks/hub-shared-evUMSPIC.js";
import { i as keyFunction, r as checkedNumber, t as rateLimit } from "./chunks/rate-limit-b3xH-vNU.js";
import { n as upstreamStatus } from "./chunks/upstream-status-CNAcOKiS.js";
import { t as retryAfterOf } from "./chunks/retry-after-SzGSZ4Li.js";
// src/middleware/failure-window.ts
const BUCKETS = 10;
var FailureWindow = class {
	#spanLength;
	#buckets = Array.from({ length: BUCKETS }, () => ({
		span: -Infinity,
		calls: 0,
		failures: 0
	}));
	constructor(length) {
		this.#spanLength = length / BUCKETS;
	}
	record(failed, now) {
		const span = Math.floor(now / this.#spanLength);
		const bucket = this.#buckets[span % BUCKETS];
		if (bucket.span !== span) Object.assign(bucket, {
			span,
			calls: 0,
			failures: 0
		});
		bucket.calls++;
		if (failed) bucket.failures++;
	}
	totals(now) {
		const oldest = Math.floor(now / this.#spanLength) - BUCKETS + 1;
		const totals = {
			calls: 0,
			failures: 0
		};
		for (const { span, calls, failures } of this.#buckets) {
			if (span < oldest) continue;
			totals.calls += calls;
			totals.failures += failures;
		}
		return totals;
	}
	clear() {
		for (const bucket of this.#buckets) bucket.span = -Infinity;
	}
};
// src/middleware/circuit.ts
var Circuit = class {
	#key;
	#policy;
	#window;
	#state = "closed";
	#epoch = 0;
	#consecutive = 0;
	#nextTrialAt = 0;
	#lastError;
	constructor(key, policy) {
		this.#key = key;
		this.#policy = policy;
		this.#window = policy.failureThreshold === Infinity ? void 0 : new FailureWindow(policy.window);
	}
	snapshot() {
		return {
			state: this.#state,
			consecutiveFailures: this.#consecutive,
			openUntil: this.#state === "open" ? toWallTime(this.#nextTrialAt) : void 0,
			lastError: this.#lastError
		};
	}
	admit() {
		if (this.#state !== "closed") {
			const now = performance.now();
			if (now < this.#nextTrialAt) throw this.#refusal(now);
			this.#nextTrialAt = now + this.#policy.halfOpenAfter;
			this.#change("halfOpen");
		}
		let epoch = this.#epoch;
		return {
			settle: (verdict) => {
				if (epoch === this.#epoch) this.#judge(verdict);
				epoch = void 0;
			},
			alive: () => {
				if (this.#state !== "halfOpen" || epoch !== this.#epoch) return;
				this.#close();
				epoch = this.#epoch;
			}
		};
	}
	reset() {
		this.#lastError = void 0;
		if (this.#state === "closed") this.#forget();
		else this.#close();
	}
	#judge(verdict) {
		if (this.#state === "halfOpen") return this.#judgeTrial(verdict);
		if (verdict.kind === "nothing") return;
		const now = performance.now();
		const failed = verdict.kind === "failure";
		this.#consecutive = failed ? this.#consecutive + 1 : 0;
		this.#window?.record(failed, now);
		if (failed) {
			this.#lastError = verdict.error;
			if (this.#isTooMuch(now)) this.#open(verdict.error);
		}
	}
	#judgeTrial(verdict) {
		if (verdict.kind === "success") return this.#close();
		if (verdict.kind === "failure") {
			this.#lastError = verdict.error;
			this.#consecutive++;
			return this.#open(verdict.error);
		}
		this.#nextTrialAt = performance.now();
		this.#change("open");
	}
	#isTooMuch(now) {
		const { consecutive, failureThreshold, minimumCalls } = this.#policy;
		if (this.#consecutive >= consecutive) return true;
		if (this.#window === void 0) return false;
		const { calls, failures } = this.#window.totals(now);
		return calls >= minimumCalls && failures / calls >= failureThreshold;
	}
	#open(error) {
		this.#nextTrialAt = performance.now() + this.#policy.halfOpenAfter;
		this.#change("open", error);
	}
	#close() {
		this.#forget();
		this.#change("closed");
	}
	#forget() {
		this.#consecutive = 0;
		this.#window?.clear();
	}
	#change(to, error) {
		const from = this.#state;
		this.#state = to;
		this.#epoch++;
		if (from !== to) this.#policy.onStateChange({
			key: this.#key,
			from,
			to,
			error
		});
	}
	#refusal(now) {
		const why = this.#lastError === void 0 ? "" : ` The last failure was ${this.#lastError.code}.`;
		const isOpen = this.#state === "open";
		const until = isOpen ? `is open until ${new Date(toWallTime(this.#nextTrialAt)).toISOString()}` : "is half open, and a trial call is under way";
		return new CallError("OVERLOADED", `The circuit breaker of ${this.#key} ${until}.${why}`, {
			breaker: this.#key,
			state: this.#state,
			...isOpen ? { retryAfterMs: this.#nextTrialAt - now } : {}
		});
	}
};
// src/middleware/source-verdict.ts
const SAY_NOTHING = /* @__PURE__ */ new Set([
	"OPERATION_NOT_FOUND",
	"OPERATION_QUARANTINED",
	"VALIDATION_ERROR",
	"ACCESS_DENIED",
	"UNAUTHENTICATED",
	"ABORTED",
	"OVERLOADED",
	"RATE_LIMITED",
	"PAYLOAD_TOO_LARGE",
	"PROTOCOL_ERROR"
]);
const STATUSES_OF_TROUBLE = /* @__PURE__ */ new Set([
	408,
	425,
	429
]);
function verdictOf(thrown, call, isFailure) {
	const { signal } = call.context;
	const error = toCallError(signal.aborted ? signal.reason : thrown);
	if (isFailure !== void 0) return isFailure(error, call) ? {
		kind: "failure",
		error
	} : { kind: "nothing" };
	if (SAY_NOTHING.has(error.code)) return { kind: "nothing" };
	return isAnswer(error, call) ? { kind: "success" } : {
		kind: "failure",
		error
	};
}
function isAnswer({ code, details }, { spec }) {
	if (code !== "EXECUTION_ERROR") return spec.errorSchemas !== void 0 && Object.hasOwn(spec.errorSchemas, code);
	const status = upstreamStatus(details);
	return status !== void 0 && status < 500 && !STATUSES_OF_TROUBLE.has(status);
}
// src/middleware/circuit-breaker.ts
function circuitBreaker(options = {}) {
	const policy = readOptions$1(options);
	const maxKeys = checkedNumber("circuitBreaker: maxKeys", options.maxKeys ?? 1e3, RANGE.count);
	const keyOf = keyFunction(options.keyBy ?? "operation");
	const circuits = /* @__PURE__ */ new Map();
	let latest;
	const circuitOf = (key) => {
		const circuit = circuits.get(key) ?? new Circuit(key, policy);
		if (key === latest) return circuit;
		latest = key;
		circuits.delete(key);
		circuits.set(key, circuit);
		if (circuits.size > maxKeys) circuits.delete(circuits.keys().next().value);
		return circuit;
	};
	const middleware = async (call, next) => {
		const key = keyOf(call);
		if (key === void 0) return next();
		const watch = new CallWatch(call, circuitOf(key).admit(), options.isFailure);
		try {
			const outcome = await next();
			if (isStreamOutcome(outcome)) return watch.stream(outcome);
			watch.answered();
			return outcome;
		} catch (thrown) {
			watch.failed(thrown);
			throw thrown;
		}
	};
	return Object.assign(middleware, {
		inspect: () => new Map(Array.from(circuits, ([key, circuit]) => [key, circuit.snapshot()])),
		reset: (key) => {
			for (const circuit of key === void 0 ? circuits.values() : [circuits.get(key)]) circuit?.reset();
		}
	});
}
const RANGE = {
	count: {
		min: 1,
		max: Infinity,
		whole: true
	},
	share: {
		min: Number.MIN_VALUE,
		max: 1
	},
	milliseconds: {
		min: 1,
		max: Number.MAX_SAFE_INTEGER
	}
};
function readOptions$1(options) {
	const { failureThreshold, window = 3e4, minimumCalls = 10, halfOpenAfter = 1e4 } = options;
	const consecutive = options.consecutive ?? (failureThreshold === void 0 ? 5 : Infinity);
	return {
		consecutive: checkedNumber("circuitBreaker: consecutive", consecutive, RANGE.count),
		failureThreshold: failureThreshold === void 0 ? Infinity : checkedNumber("circuitBreaker: failureThreshold", failureThreshold, RANGE.share),
		window: checkedNumber("circuitBreaker: window", window, RANGE.milliseconds),
		minimumCalls: checkedNumber("circuitBreaker: minimumCalls", minimumCalls, RANGE.count),
		halfOpenAfter: checkedNumber("circuitBreaker: halfOpenAfter", halfOpenAfter, RANGE.milliseconds),
		onStateChange: warnIfThrows("circuitBreaker: onStateChange", options.onStateChange)
	};
}
var CallWatch = class {
	#call;
	#permit;
	#isFailure;
	#delivered = false;
	constructor(call, permit, isFailure) {
		this.#call = call;
		this.#permit = permit;
		this.#isFailure = isFailure;
		if (call.context.deadline !== void 0) call.context.signal.addEventListener("abort", this.#stopped);
	}
	answered() {
		this.#detach();
		this.#permit.settle({ kind: "success" });
	}
	failed(thrown) {
		this.#detach();
		this.#permit.settle(verdictOf(thrown, this.#call, this.#isFailure));
	}
	stream(stream) {
		return observeStream(stream, {
			onItem: () => {
				if (this.#delivered) return;
				this.#delivered = true;
				this.#permit.alive();
			},
			onEnd: (end) => {
				if (end.kind === "failed") this.failed(end.error);
				else if (end.kind === "completed") this.answered();
				else this.#stopped();
			}
		});
	}
	#stopped = () => {
		const { signal } = this.#call.context;
		if (this.#delivered) this.answered();
		else if (signal.aborted) this.failed(signal.reason);
		else {
			this.#detach();
			this.#permit.settle({ kind: "nothing" });
		}
	};
	#detach() {
		if (this.#call.context.deadline !== void 0) this.#call.context.signal.removeEventListener("abort", this.#stopped);
	}
};
// src/middleware/held-keys.ts
const NOTHING = /* @__PURE__ */ new Set();
var HeldKeys = class {
	#nodes = /* @__PURE__ */ new WeakMap();
	#waiters = /* @__PURE__ */ new Set();
	above({ parent }) {
		if (parent === void 0) return NOTHING;
		const keys = /* @__PURE__ */ new Set();
		let node = this.#nodes.get(parent);
		for (; node !== void 0; node = node.parent) for (const key of node.keys) keys.add(key);
		return keys;
	}
	enter({ context, parent }, key) {
		const above = parent === void 0 ? void 0 : this.#nodes.get(parent);
		if (above === void 0 && key === void 0) return;
		this.#nodes.set(context, {
			parent: above,
			keys: key === void 0 ? [] : [key]
		});
	}
	leave({ context }) {
		this.#nodes.delete(context);
	}
	lend({ parent }, key) {
		if (parent === void 0) return () => void 0;
		let node = this.#nodes.get(parent);
		if (node === void 0) this.#nodes.set(parent, node = {
			parent: void 0,
			keys: []
		});
		const { keys } = node;
		keys.push(key);
		return () => void keys.splice(keys.indexOf(key), 1);
	}
	wouldCircle({ key, held }) {
		const reached = /* @__PURE__ */ new Set([key]);
		for (const from of reached) for (const waiter of this.#waiters) if (waiter.held.has(from)) reached.add(waiter.key);
		return Array.from(held).some((own) => reached.has(own));
	}
	async whileWaiting(waiter, wait) {
		if (waiter.held.size === 0) return wait;
		this.#waiters.add(waiter);
		try {
			await wait;
		} finally {
			this.#waiters.delete(waiter);
		}
	}
};
// src/middleware/slot-queue.ts
var SlotQueue = class {
	#limit;
	#waiting = /* @__PURE__ */ new Set();
	#active = 0;
	constructor(limit) {
		this.#limit = limit;
	}
	get active() {
		return this.#active;
	}
	get waiting() {
		return this.#waiting.size;
	}
	tryTake() {
		if (this.#active >= this.#limit) return false;
		this.#active++;
		return true;
	}
	wait(signal) {
		return new Promise((resolve, reject) => {
			const grant = () => {
				signal.removeEventListener("abort", leave);
				resolve();
			};
			const leave = () => {
				this.#waiting.delete(grant);
				reject(signal.reason);
			};
			if (signal.aborted) return reject(signal.reason);
			this.#waiting.add(grant);
			signal.addEventListener("abort", leave, { once: true });
		});
	}
	release() {
		const [first] = this.#waiting;
		if (first === void 0) {
			this.#active--;
			return;
		}
		this.#waiting.delete(first);
		first();
	}
};
// src/middleware/concurrency-limit.ts
function concurrencyLimit(options) {
	const limiter = new Limiter(options);
	const middleware = (call, next) => limiter.run(call, next);
	return Object.assign(middleware, { usage: (key) => limiter.usage(key) });
}
var Limiter = class {
	#limit;
	#queue;
	#keyOf;
	#slots = /* @__PURE__ */ new Map();
	#held = new HeldKeys();
	constructor({ limit, queue = 100, keyBy = () => "all calls" }) {
		this.#limit = checkedNumber("concurrencyLimit: limit", limit, {
			min: 1,
			max: Infinity,
			whole: true
		});
		this.#queue = checkedNumber("concurrencyLimit: queue", queue, {
			min: 0,
			max: Infinity,
			whole: true
		});
		this.#keyOf = keyFunction(keyBy);
	}
	usage(key) {
		const usage = {
			active: 0,
			waiting: 0
		};
		for (const slots of key === void 0 ? this.#slots.values() : [this.#slots.get(key)]) {
			usage.active += slots?.active ?? 0;
			usage.waiting += slots?.waiting ?? 0;
		}
		return usage;
	}
	async run(call, next) {
		const key = this.#keyOf(call);
		const held = this.#held.above(call);
		if (key === void 0 || held.has(key)) {
			this.#held.enter(call);
			return this.#untilEnd(next, () => this.#held.leave(call));
		}
		await this.#take(call, key, held);
		this.#held.enter(call, key);
		const release = () => {
			this.#held.leave(call);
			this.#release(key);
		};
		return this.#untilEnd(next, release, () => this.#held.lend(call, key));
	}
	async #untilEnd(next, onEnd, onStream) {
		let outcome;
		try {
			outcome = await next();
		} catch (thrown) {
			onEnd();
			throw thrown;
		}
		if (isStreamOutcome(outcome)) {
			const giveBack = onStream?.();
			return observeStream(outcome, { onEnd() {
				giveBack?.();
				onEnd();
			} });
		}
		onEnd();
		return outcome;
	}
	async #take(call, key, held) {
		let slots = this.#slots.get(key);
		if (slots === void 0) this.#slots.set(key, slots = new SlotQueue(this.#limit));
		if (slots.tryTake()) return;
		if (slots.waiting >= this.#queue) throw new CallError("OVERLOADED", `${this.#describe(key)}, and ${slots.waiting} are already waiting.`);
		if (this.#held.wouldCircle({
			key,
			held
		})) throw new CallError("OVERLOADED", `${this.#describe(key)}, and those calls may be waiting for the caller of ${call.id}, which waits for this call.`);
		await this.#held.whileWaiting({
			key,
			held
		}, slots.wait(call.context.signal));
	}
	#release(key) {
		const slots = this.#slots.get(key);
		slots?.release();
		if (slots?.active === 0) this.#slots.delete(key);
	}
	#describe(key) {
		return `The limit of ${this.#limit} concurrent calls for ${key} is reached`;
	}
};
// src/middleware/retry.ts
function retry(options = {}) {
	const policy = readOptions(options);
	return async (call, next) => {
		const attempts = new Attempts(call, next, policy);
		const outcome = await attempts.open();
		return isStreamOutcome(outcome) ? untilFirstItem(outcome, attempts) : outcome;
	};
}
function readOptions(options) {
	const { attempts = 3, initialDelay = 200, maxDelay = 5e3 } = options;
	return {
		attempts: checkedNumber("retry: attempts", attempts, {
			min: 1,
			max: Infinity,
			whole: true
		}),
		initialDelay: checkedNumber("retry: initialDelay", initialDelay, {
			min: 0,
			max: LONGEST_DELAY
		}),
		maxDelay: checkedNumber("retry: maxDelay", maxDelay, {
			min: 0,
			max: LONGEST_DELAY
		}),
		retryIf: options.retryIf ?? ((error) => error.retryable),
		onRetry: warnIfThrows("retry: onRetry", options.onRetry)
	};
}
var Attempts = class {
	#call;
	#next;
	#policy;
	#made = 0;
	#phase = "notStarted";
	constructor(call, next, policy) {
		this.#call = call;
		this.#next = next;
		this.#policy = policy;
	}
	async open() {
		for (;;) {
			this.#made++;
			try {
				return await this.#next();
			} catch (thrown) {
				await this.pause(thrown);
			}
		}
	}
	async pause(thrown) {
		const error = toCallError(thrown);
		const { context } = this.#call;
		const wait = this.#mayRepeat(error) ? this.#delayAfter(error) : void 0;
		this.#phase = furthestPhase(this.#phase, error.phase);
		const last = error.phase === this.#phase ? thrown : withPhase(error, this.#phase);
		if (wait === void 0 || Date.now() + wait >= (context.deadline ?? Infinity)) throw last;
		const { signal } = context;
		if (signal.aborted) throw last;
		this.#policy.onRetry({
			call: this.#call,
			error,
			attempt: this.#made,
			delay: wait
		});
		await delay(wait, signal);
	}
	#mayRepeat(error) {
		const { spec } = this.#call;
		const isSafe = spec.type === OperationType.QUERY || spec.idempotent === true || error.phase === "notStarted";
		return this.#made < this.#policy.attempts && isSafe && this.#policy.retryIf(error, this.#call);
	}
	#delayAfter(error) {
		const { initialDelay, maxDelay } = this.#policy;
		const backoff = Math.min(initialDelay * 2 ** (this.#made - 1), maxDelay) * (.5 + Math.random() / 2);
		const asked = retryAfterOf(error.details);
		if (asked === void 0) return backoff;
		if (asked > maxDelay) return void 0;
		return Math.max(backoff, asked + Math.random() * Math.min(initialDelay, maxDelay - asked));
	}
};
function untilFirstItem(stream, attempts) {
	return { [Symbol.asyncIterator]() {
		let iterator = stream[Symbol.asyncIterator]();
		let begun = false;
		let stopped = false;
		return {
			async next() {
				for (;;) {
					try {
						const item = await iterator.next();
						begun = true;
						return item;
					} catch (thrown) {
						if (begun || stopped) throw thrown;
						await attempts.pause(thrown);
						await closeFailed(iterator);
					}
					if (stopped) return DONE;
					iterator = iteratorOf(await attempts.open());
					if (stopped) return iterator.return?.() ?? DONE;
				}
			},
			async return() {
				stopped = true;
				return await iterator.return?.() ?? DONE;
			}
		};
	} };
}
async function closeFailed(iterator) {
	try {
		await iterator.return?.();
	} catch {}
}
function iteratorOf(outcome) {
	if (isStreamOutcome(outcome)) return outcome[Symbol.asyncIterator]();
	throw new TypeError("One attempt returned a stream, and the next one returned something else.");
}
export { approval, circuitBreaker, concurrencyLimit, rateLimit, retry };
