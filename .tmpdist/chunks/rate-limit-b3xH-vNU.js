import { ft as identityKey, ln as CallError } from "./client-D7eheyo4.js";
import { j as isStreamOutcome } from "./core-CcxVOvtt.js";
import { o as isFieldString } from "./hub-shared-evUMSPIC.js";
// src/middleware/call-key.ts
function keyFunction(keyBy) {
	if (typeof keyBy === "function") return keyBy;
	if (keyBy === "namespace") return (call) => call.spec.namespace;
	if (keyBy === "operation") return (call) => call.id;
	if (keyBy === "caller") return callerKey;
	const message = `keyBy is ${String(keyBy)}: give "operation", "namespace", "caller" or a function.`;
	throw new CallError("VALIDATION_ERROR", message);
}
function callerKey({ context: { identity } }) {
	return identity === void 0 ? "callers without an identity" : identityKey(identity);
}
// src/middleware/checked-number.ts
function checkedNumber(name, value, { min, max, whole = false }) {
	if (typeof value === "number" && value >= min && value <= max && (!whole || Number.isInteger(value) || value === Infinity)) return value;
	throw new CallError("VALIDATION_ERROR", `${name} is ${String(value)}: give ${whole ? "a whole number" : "a number"} from ${min} to ${max}.`);
}
// src/middleware/rate-store.ts
const MOST_WINDOWS = 1e5;
var MemoryRateStore = class {
	#windows = /* @__PURE__ */ new Map();
	#most;
	#sweepAt = 1e3;
	constructor(mostWindows = MOST_WINDOWS) {
		this.#most = mostWindows;
	}
	add(key, calls, windowMs) {
		const now = performance.now();
		let window = this.#windows.get(key);
		if (window === void 0 || window.endsAt <= now) {
			this.#windows.delete(key);
			window = {
				calls: 0,
				endsAt: now + windowMs
			};
			this.#windows.set(key, window);
			if (this.#windows.size > this.#sweepAt) this.#sweep(now);
		}
		window.calls = Math.max(0, window.calls + calls);
		return {
			calls: window.calls,
			endsIn: window.endsAt - now
		};
	}
	#sweep(now) {
		for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
		for (const key of this.#windows.size > this.#most ? this.#windows.keys() : []) {
			if (this.#windows.size <= this.#most * .9) break;
			this.#windows.delete(key);
		}
		this.#sweepAt = Math.min(this.#most, Math.max(1e3, this.#windows.size * 2));
	}
};
// src/middleware/rate-limit.ts
const YEAR = 316224e5;
function rateLimit(options) {
	const limiter = new RateLimiter(options);
	return (call, next) => limiter.run(call, next);
}
var RateLimiter = class {
	#rules;
	#options;
	#memory = new MemoryRateStore();
	constructor(options) {
		this.#rules = options.rules.map(checkedRule);
		this.#options = options;
	}
	async run(call, next) {
		const counted = [];
		for (const rule of this.#rules) {
			const key = rule.keyOf(call);
			if (key !== void 0) counted.push({
				rule,
				key: `${rule.name}\n${key}`
			});
		}
		if (counted.length === 0) return next();
		await call.check();
		const added = this.#add(counted, 1);
		const windows = added instanceof Promise ? await added : added;
		const states = [];
		let exceeded;
		for (const [index, { rule }] of counted.entries()) {
			const window = windows[index];
			const state = stateOf(rule, window);
			states.push(state);
			if (window.calls > rule.calls) exceeded ??= state;
		}
		if (exceeded === void 0) return withStates(await next(), states);
		await this.#add(counted, -1);
		this.#options.onRefused?.(exceeded.name, call);
		throw refusal(call, exceeded);
	}
	#add(counted, calls) {
		const windows = counted.map((each) => this.#addTo(each, calls));
		return windows.every(isCounted) ? windows : Promise.all(windows.map(async (window) => await window));
	}
	#addTo({ key, rule: { windowMs } }, calls) {
		const inMemory = (error) => {
			this.#options.onStoreError?.(error);
			return this.#memory.add(key, calls, windowMs);
		};
		try {
			const window = (this.#options.store ?? this.#memory).add(key, calls, windowMs);
			return window instanceof Promise ? window.catch(inMemory) : window;
		} catch (error) {
			return inMemory(error);
		}
	}
};
function checkedRule({ name, calls, windowMs, keyBy = () => "all calls" }) {
	if (!isFieldString(name)) {
		const message = `rateLimit: the name of a rule is ${JSON.stringify(name)}: give up to 64 printable ASCII characters without quotes and backslashes.`;
		throw new CallError("VALIDATION_ERROR", message);
	}
	return {
		name,
		calls: checkedNumber(`rateLimit: calls of ${name}`, calls, {
			min: 1,
			max: Number.MAX_SAFE_INTEGER,
			whole: true
		}),
		windowMs: checkedNumber(`rateLimit: windowMs of ${name}`, windowMs, {
			min: 1,
			max: YEAR,
			whole: true
		}),
		keyOf: keyFunction(keyBy)
	};
}
function isCounted(window) {
	return !(window instanceof Promise);
}
function stateOf({ name, calls: limit, windowMs }, { calls, endsIn }) {
	return {
		name,
		limit,
		windowMs,
		remaining: Math.max(0, limit - calls),
		endsInMs: Math.min(windowMs, Math.max(0, Math.round(endsIn)))
	};
}
function withStates(outcome, rateLimits) {
	if (isStreamOutcome(outcome)) return outcome;
	return {
		data: outcome.data,
		meta: Object.assign({}, outcome.meta, { rateLimits })
	};
}
function refusal(call, state) {
	const seconds = Math.max(1, Math.ceil(state.endsInMs / 1e3));
	const message = `${call.id} is over the limit "${state.name}" of ${state.limit} calls in ${state.windowMs / 1e3} s: try again in ${seconds} s.`;
	const details = {
		...state,
		retryAfterMs: state.endsInMs
	};
	return new CallError("RATE_LIMITED", message, details);
}
export { keyFunction as i, MemoryRateStore as n, checkedNumber as r, rateLimit as t };
