import { $t as Moment, Bt as Cancellation, Ct as toPointer, Gt as localEnvelope, Jt as recentOffset, Nt as toBase64, St as partAt, V as parseField, Vt as assertContext, Wt as isResponseEnvelope, Xt as isSettled, Yt as recentTime, Zt as settled, _t as NAME_PATTERN, a as closestName, bt as decodePercent, cn as DONE, d as OperationType, dn as messageOf$1, en as keepDeadline, gt as NAMESPACE_PATTERN, j as within, ln as CallError, mn as withPhase, o as didYouMean, on as Listeners, p as afterArrivals, pn as toCallError, s as fail, sn as tellListener, u as callsByName, un as furthestPhase, ut as assertAccess, vt as operationId, w as nextRequestId, wt as toPointerToken, xt as fromPointer } from "./client-D7eheyo4.js";
import { A as RecursiveRef, C as ResetFunctions, D as Has, E as hash_exports, F as GetExternal, I as ResetExternal, L as BuildContext, M as ResetUnique, N as NextStack, O as Set$1, P as Stack, R as CheckContext, S as CreateFunction, T as CheckSchema, _ as Optional, a as Union, b as _Array_, c as Null, d as Boolean, f as Intersect, g as _Object_, h as Unknown, i as Tuple, j as Ref, k as DynamicRef, l as Literal, m as Unsafe, o as String$1, r as Record, s as Number$1, u as Integer, v as Never, w as BuildSchema, x as CanEvaluate, y as Ref$1, z as guard_exports } from "./typebox-CNAKntqg.js";
// src/registry/build-env.ts
function buildEnv(options) {
	const { registry, context } = options;
	return createEnv(registry, context, isChecked(context));
}
function createEnv(port, context, checked) {
	return callsByName({
		call(id, input) {
			const request = {
				id,
				input,
				context,
				checked
			};
			return port.isStream(id) ? port.stream(request) : port.call(request);
		},
		has: (id) => port.has(id)
	});
}
function isChecked(context) {
	return context !== void 0 && "checked" in context && context.checked === true;
}
// src/registry/call-scope.ts
const OWN_FIELDS = /* @__PURE__ */ new Set([
	"checked",
	"parent",
	"cancellation",
	"forwardedTo",
	"startListener"
]);
var CallScope = class CallScope {
	checked;
	parent;
	cancellation;
	forwardedTo;
	startListener;
	#port;
	#given;
	#deadline;
	#requestId;
	#env;
	#trace;
	constructor(port, context, checked) {
		this.#port = port;
		if (context === void 0) {
			this.checked = checked;
			return;
		}
		if (context instanceof CallScope) {
			this.parent = context;
			this.checked = checked || context.checked;
			if (context.cancellation !== void 0) this.bound().followParent(context.cancellation);
			return;
		}
		if (context.deadline !== void 0 || "forwardedTo" in context) assertContext(context);
		this.#given = context;
		this.checked = checked || isChecked(context);
		const { signal, deadline } = this.#given;
		if (signal !== void 0) this.bound().followSignal(signal);
		if (deadline === void 0) return;
		const { at } = this.#deadline = new Moment(deadline, recentOffset());
		this.bound().followDeadline(at, recentTime(at));
	}
	bound() {
		return this.cancellation ??= new Cancellation();
	}
	passOn() {
		const passedOn = { phase: this.forwardedTo?.phase ?? "notStarted" };
		this.forwardedTo = passedOn;
		return passedOn;
	}
	passedOnTo(request) {
		const earlier = this.forwardedTo?.phase ?? "notStarted";
		this.forwardedTo = earlier === "notStarted" ? request : new FurthestPhase(earlier, request);
	}
	workStarted() {
		this.startListener?.workStarted();
	}
	get requestId() {
		return this.#requestId ??= this.#given?.requestId ?? nextRequestId();
	}
	get parentRequestId() {
		return this.parent?.requestId ?? this.#given?.parentRequestId;
	}
	get identity() {
		return this.parent === void 0 ? this.#given?.identity : this.parent.identity;
	}
	get session() {
		return this.parent === void 0 ? this.#given?.session : this.parent.session;
	}
	get deadline() {
		return this.parent === void 0 ? this.#deadline?.wallTime : this.parent.deadline;
	}
	get endsAt() {
		return this.parent === void 0 ? this.#deadline?.at : this.parent.endsAt;
	}
	get signal() {
		return (this.cancellation ??= new Cancellation()).signal;
	}
	get trace() {
		if (this.#trace !== void 0) return this.#trace;
		return this.parent === void 0 ? this.#given?.trace : this.parent.trace;
	}
	set trace(trace) {
		this.#trace = trace;
	}
	get env() {
		return this.#env ??= createEnv(this.#port, this, this.checked);
	}
	get ownGiven() {
		return this.#given;
	}
	get outermostGiven() {
		return this.parent === void 0 ? this.#given : this.parent.outermostGiven;
	}
	get onProgress() {
		return this.#given?.onProgress;
	}
	get onElicitation() {
		return this.outermostGiven?.onElicitation;
	}
	get onSampling() {
		return this.outermostGiven?.onSampling;
	}
	get onRoots() {
		return this.outermostGiven?.onRoots;
	}
	get callerLog() {
		return this.outermostGiven?.callerLog;
	}
	get onExchange() {
		return this.parent === void 0 ? this.#given?.onExchange : this.parent.onExchange;
	}
	get callMeta() {
		return this.#given?.callMeta;
	}
	get lastEventId() {
		return this.#given?.lastEventId;
	}
	extend(added) {
		if (typeof added !== "object" || added === null) throw new TypeError("next({ context }) takes an object: next({ context: { tenant } }).");
		for (const [name, value] of Object.entries(added)) {
			if (name in CallScope.prototype || OWN_FIELDS.has(name)) throw new TypeError(`next({ context }) cannot replace context.${name}: choose another name.`);
			Object.defineProperty(this, name, {
				value,
				enumerable: true,
				configurable: true
			});
		}
	}
	get fail() {
		return fail;
	}
};
var FurthestPhase = class {
	#earlier;
	#request;
	constructor(earlier, request) {
		this.#earlier = earlier;
		this.#request = request;
	}
	get phase() {
		return furthestPhase(this.#earlier, this.#request.phase);
	}
};
function forwardCall(context, request) {
	if (context instanceof CallScope) context.passedOnTo(request);
}
// src/shared/json/is-record.ts
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/shared/short-text.ts
function shorten(text, length) {
	if (text.length <= length) return text;
	return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
function counted(count, noun) {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
// src/schema/types/lazy-definitions.ts
const definitionsOf = /* @__PURE__ */ new WeakMap();
const PREFIX = "#/$defs/";
function addLazyDefinitions(schema, definitions) {
	Object.defineProperty(schema, "$defs", {
		configurable: true,
		enumerable: true,
		get: () => definitions.all()
	});
	definitionsOf.set(schema, definitions);
	return schema;
}
function lazyDefinitionsOf(schema) {
	return typeof schema === "object" ? definitionsOf.get(schema) : void 0;
}
function definitionName(ref) {
	if (!ref.startsWith(PREFIX)) return void 0;
	const [, name, ...below] = fromPointer(decodePercent(ref.slice(1)));
	return below.length === 0 ? name : void 0;
}
// src/schema/types/known-documents.ts
const defaultBase = "urn:typebox:root";
const dataKeywords = /* @__PURE__ */ new Set(["const", "enum"]);
function toDocumentReference(ref, base) {
	const start = `${ref}#`.indexOf("#");
	const [uri = ""] = resolveURI(ref.slice(0, start), base).split("#");
	return {
		uri,
		fragment: ref.slice(start + 1)
	};
}
function resolveURI(ref, base) {
	if (URL.canParse(ref, base)) return new URL(ref, base).href;
	return base === "urn:typebox:root" ? `${base}:${ref}` : `${base.slice(0, base.lastIndexOf(":"))}:${ref}`;
}
function withoutDefaultBase(uri) {
	return uri.startsWith(`urn:typebox:root:`) ? uri.slice(17) : uri;
}
const embedded = /* @__PURE__ */ new WeakMap();
function embeddedDocuments(root) {
	let documents = embedded.get(root);
	if (documents === void 0) embedded.set(root, documents = findDocuments(root));
	return documents;
}
function findDocuments(root) {
	const documents = /* @__PURE__ */ new Map([[defaultBase, root]]);
	const met = /* @__PURE__ */ new Set();
	const open = [[root, defaultBase]];
	for (const [part, outer] of open) {
		if (typeof part !== "object" || part === null || met.has(part)) continue;
		met.add(part);
		const { $id } = part;
		const base = typeof $id === "string" ? toDocumentReference($id, outer).uri : outer;
		if (isRecord(part) && typeof $id === "string" && !$id.startsWith("#") && !documents.has(base)) documents.set(base, part);
		for (const [key, value] of Object.entries(part)) if (!dataKeywords.has(key)) open.push([value, base]);
	}
	return documents;
}
// src/schema/types/scope.ts
function isSchema(value) {
	return typeof value === "boolean" || isSchemaObject(value);
}
function isSchemaObject(value) {
	return isRecord(value);
}
function rootScope(root, references = {}) {
	return Stack(references, root);
}
function enterScope(scope, schema) {
	return NextStack(scope, schema);
}
function resolveRef(scope, schema) {
	const { $ref } = schema;
	const isExact = Object.hasOwn(scope.context, $ref);
	if (!isExact && ($ref === "#" || $ref.startsWith("#/"))) return followPointer(scope, $ref);
	if (isExact || $ref.startsWith("#")) return resolveByEngine(scope, $ref);
	const { uri, fragment } = toDocumentReference($ref, scope.referenceBase);
	const document = findDocument(scope, uri);
	if (document === void 0) return void 0;
	if (fragment !== "" && !fragment.startsWith("/")) return resolveByEngine(scope, $ref);
	const root = resolveByEngine(scope, uri);
	if (root === void 0 || root.schema !== document) return void 0;
	return fragment === "" ? root : followPointer(enterScope(root.scope, root.schema), `#${fragment}`);
}
function missingDocument(scope, ref) {
	if (ref.startsWith("#") || Object.hasOwn(scope.context, ref)) return void 0;
	const { uri } = toDocumentReference(ref, scope.referenceBase);
	return findDocument(scope, uri) === void 0 ? withoutDefaultBase(uri) : void 0;
}
function findDocument({ context, schema, lexicalSchema }, uri) {
	if (Object.hasOwn(context, uri)) return context[uri];
	for (const root of [schema, lexicalSchema]) {
		const document = isSchemaObject(root) ? embeddedDocuments(root).get(uri) : void 0;
		if (document !== void 0) return document;
	}
}
function resolveByEngine(scope, $ref) {
	const target = Ref(scope, { $ref });
	return isSchema(target.schema) ? {
		schema: target.schema,
		scope: target.stack
	} : void 0;
}
function resolveDynamicRef(scope, schema) {
	const target = "$dynamicRef" in schema ? DynamicRef(scope, schema) : RecursiveRef(scope, schema);
	return isSchema(target) ? {
		schema: target,
		scope: {
			...scope,
			pendingResource: true
		}
	} : void 0;
}
function followPointer(scope, ref) {
	const definitions = lazyDefinitionsOf(scope.lexicalSchema);
	const name = definitions && definitionName(ref);
	if (definitions !== void 0 && name !== void 0) {
		const schema = definitions.one(name);
		return schema === void 0 ? void 0 : {
			schema,
			scope
		};
	}
	let current = scope.lexicalSchema;
	let inside = scope;
	for (const key of fromPointer(decodePercent(ref.slice(1)))) {
		if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return void 0;
		if (current !== scope.lexicalSchema && opensResource(current)) inside = enterScope(inside, current);
		current = current[key];
	}
	if (!isSchema(current)) return void 0;
	return {
		schema: current,
		scope: current === scope.lexicalSchema ? reenter(scope) : inside
	};
}
function reenter(scope) {
	const root = scope.lexicalSchema;
	if (!isSchemaObject(root) || !opensResource(root) || scope.resourceEntries.has(root)) return scope;
	const entry = {
		base: scope.lexicalBase,
		root
	};
	return {
		...scope,
		resourceEntries: new Map(scope.resourceEntries).set(root, entry)
	};
}
function opensResource(schema) {
	return typeof schema.$id === "string" && !schema.$id.startsWith("#");
}
// src/schema/engine/check-work.ts
const firstLimit = 64;
const worthwhile = 1 / 8;
const growth = 8;
const shortestTrial = 32;
function createWork(settings) {
	return {
		...settings,
		calls: 0,
		limit: firstLimit,
		notes: void 0,
		trial: 0,
		spent: 0,
		saved: 0
	};
}
function resetWork(work) {
	work.calls = 0;
	work.limit = firstLimit;
	work.notes = void 0;
}
function recall(work, check, value) {
	if (postponeNotes(work, value)) return check(value);
	return noted(work, {
		check,
		value,
		answer: () => check(value)
	});
}
function recallEvaluated(work, check, { context, value }) {
	if (postponeNotes(work, value)) return check(context, value);
	const evaluated = noted(work, {
		check,
		value,
		answer: () => check(context, value) && context
	});
	return evaluated === context || evaluated !== false && context.Merge([evaluated]);
}
function postponeNotes(work, value) {
	work.calls++;
	if (work.notes !== void 0 || work.calls * (1 + countMembers(value)) > work.patience) return false;
	work.limit = work.calls * 4;
	return true;
}
function noted(work, { check, value, answer }) {
	const notes = work.notes ??= startTrial(work);
	let known = notes.get(check);
	if (known === void 0) notes.set(check, known = /* @__PURE__ */ new Map());
	let note = known.get(value);
	if (note === void 0) {
		work.spent++;
		const before = work.spent;
		work.spent += countMembers(value);
		known.set(value, note = {
			answer: answer(),
			cost: work.spent - before
		});
	} else work.saved += note.cost;
	if (--work.trial === 0) judgeTrial(work);
	return note.answer;
}
function startTrial(work) {
	work.trial = Math.max(shortestTrial, Math.ceil(work.calls * work.trialShare));
	work.spent = 0;
	work.saved = 0;
	return /* @__PURE__ */ new Map();
}
function judgeTrial(work) {
	if (work.saved >= work.spent * worthwhile) return;
	work.notes = void 0;
	work.limit = work.calls * growth;
}
function countMembers(value) {
	if (Array.isArray(value)) return value.length;
	return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}
// src/schema/engine/check-family.ts
const families = /* @__PURE__ */ new WeakMap();
function familyOf({ lexicalSchema }, settings) {
	if (typeof lexicalSchema !== "object" || lazyDefinitionsOf(lexicalSchema) === void 0) return void 0;
	let family = families.get(lexicalSchema);
	if (family === void 0) families.set(lexicalSchema, family = {
		work: createWork(settings),
		members: /* @__PURE__ */ new Map()
	});
	return family;
}
function laterChecks({ members }, compile) {
	return (ref, scope) => {
		const name = definitionName(ref);
		if (name === void 0) return void 0;
		let member = members.get(name);
		if (member === void 0) {
			const made = {
				check: (value) => (made.check = compile(scope, ref))(value),
				error: () => `must fit ${name}`
			};
			members.set(name, member = made);
		}
		return member;
	};
}
// src/schema/engine/generate-function.ts
function mayGenerateCode() {
	if (!CanEvaluate()) return false;
	try {
		return new Function("return true")() === true;
	} catch {
		return false;
	}
}
let generated = 0;
function generateFunction(parameters, code) {
	const source = `"use strict"; /* ${++generated} */ ${code}`;
	return new Function(...Object.keys(parameters), source)(...Object.values(parameters));
}
// src/schema/patterns/match-linearly.ts
const MAX_WORK = 4e5;
const CHARACTERS_PER_STEP = 64;
const MAX_KEPT = 5e5;
const ASCII$1 = 128;
var TooLongToMatch = class extends Error {};
const [START, END] = [-2, -1];
function createState(ways, before) {
	return {
		ways,
		before,
		followers: [],
		followersBeyondASCII: /* @__PURE__ */ new Map()
	};
}
const [MATCHED, REFUSED] = [createState([], END), createState([], END)];
let tables = /* @__PURE__ */ new WeakMap();
let kept = 0;
let work = 0;
let isCounting = false;
function spend(amount) {
	if (!isCounting) {
		[isCounting, work] = [true, 0];
		queueMicrotask(() => {
			isCounting = false;
		});
	}
	work += amount;
	if (work > MAX_WORK) throw new TooLongToMatch();
}
function matchLinearly(program, text, from = 0) {
	spend(1 + (text.length - from) / CHARACTERS_PER_STEP);
	const { isUnicode } = program;
	let state = stateFor(program, [program.start], from === 0 ? START : standIn(text.charCodeAt(from - 1)));
	for (let at = from; at < text.length; at++) {
		const start = at;
		let code = text.charCodeAt(at);
		if (isUnicode && code >= 55296) {
			code = text.codePointAt(at);
			if (code > 65535) at++;
		}
		const next = (code < ASCII$1 ? state.followers[code] : state.followersBeyondASCII.get(code)) ?? follow(program, state, {
			text,
			at: start,
			code
		});
		if (next === MATCHED) return true;
		if (next === REFUSED) return false;
		state = next;
	}
	return follow(program, state, {
		text,
		at: text.length,
		code: END
	}) === MATCHED;
}
function follow(program, state, next) {
	const { follower, looksAhead } = step(program, state, next);
	const { followers, followersBeyondASCII: beyond } = state;
	if (looksAhead || next.code === END) return follower;
	if (next.code < ASCII$1) return followers[next.code] = follower;
	if (beyond.size >= ASCII$1) beyond.clear();
	beyond.set(next.code, follower);
	return follower;
}
function step(program, { ways, before }, next) {
	const { instructions, start, isAnchored } = program;
	const table = tableOf(program);
	const { visited, reached } = table;
	const mark = ++table.steps;
	const open = [...ways];
	let looksAhead = false;
	const after = [];
	const goOnAt = (way) => {
		if (reached[way] !== mark) after.push(way);
		reached[way] = mark;
	};
	for (let at = open.pop(); at !== void 0; at = open.pop()) {
		if (visited[at] === mark) continue;
		visited[at] = mark;
		spend(1);
		const instruction = instructions[at];
		if (instruction.kind === "match") return {
			follower: MATCHED,
			looksAhead
		};
		if (instruction.kind === "fork") open.push(...instruction.next);
		else if (instruction.kind === "read") {
			if (next.code !== END && instruction.set.has(next.code)) goOnAt(instruction.next);
		} else {
			looksAhead ||= instruction.kind === "look";
			if (holds$1(instruction, before, next)) open.push(instruction.next);
		}
	}
	if (!isAnchored) goOnAt(start);
	return {
		follower: after.length === 0 ? REFUSED : stateFor(program, after, standIn(next.code)),
		looksAhead
	};
}
function holds$1(instruction, before, { text, at, code }) {
	if (instruction.kind === "look") return matchLinearly(instruction.ahead, text, at) !== instruction.negated;
	switch (instruction.sign) {
		case "^": return before === START;
		case "$": return code === END;
		case "\\b": return isWord(before) !== isWord(code);
		default: return isWord(before) === isWord(code);
	}
}
const [UNDERSCORE, SPACE] = [95, 32];
function isWord(code) {
	return code >= 0 && code < ASCII$1 && /\w/.test(String.fromCharCode(code));
}
function standIn(code) {
	return isWord(code) ? UNDERSCORE : SPACE;
}
function stateFor(program, ways, before) {
	const { states } = tableOf(program);
	const key = before + String.fromCharCode(...ways.sort((one, other) => one - other));
	let state = states.get(key);
	if (state === void 0) {
		spend(ways.length);
		kept += ways.length + ASCII$1;
		if (kept > MAX_KEPT) [kept, tables] = [0, /* @__PURE__ */ new WeakMap()];
		states.set(key, state = createState(ways, before));
	}
	return state;
}
function tableOf(program) {
	let table = tables.get(program);
	if (table === void 0) {
		const { length } = program.instructions;
		table = {
			states: /* @__PURE__ */ new Map(),
			visited: new Uint32Array(length),
			reached: new Uint32Array(length),
			steps: 0
		};
		tables.set(program, table);
	}
	return table;
}
// src/schema/engine/unfinished-check.ts
var TooMuchWork = class extends Error {};
let last;
function lastUnfinishedCheck() {
	return last;
}
function refuseUnfinished(error) {
	if (isStackOverflow(error)) last = { why: "it is nested too deeply, or refers to itself" };
	if (error instanceof TooLongToMatch) last = { why: "its texts take too long to compare with the patterns" };
	if (error instanceof TooMuchWork) last = { why: "its schema combines more choices than can be tried" };
	return false;
}
function isStackOverflow(error) {
	return error instanceof Error && /\bstack\b|recursion/i.test(error.message);
}
// src/schema/engine/interpret-check.ts
const interpretedWork = {
	patience: 0,
	trialShare: 1 / 16
};
const maxSteps = 2e4;
function interpretCheck({ targets, usesUnevaluated }) {
	const schemas = {};
	const scope = Stack(schemas, {});
	const interpret = (schema, value) => CheckSchema(scope, new CheckContext(), schema, value);
	const { count, start } = usesUnevaluated ? limitedWork(targets.length) : notedWork(interpret);
	for (const { key, schema } of targets) schemas[key] = count(schema);
	const entry = schemas[targets[0].key];
	return (value) => {
		const end = start(value);
		try {
			return interpret(entry, value);
		} catch (error) {
			return refuseUnfinished(error);
		} finally {
			end();
		}
	};
}
function notedWork(interpret) {
	const work = createWork(interpretedWork);
	const end = () => resetWork(work);
	return {
		count: (schema) => {
			const check = (value) => interpret(schema, value);
			return refinement((value) => work.calls < work.limit ? (work.calls++, check(value)) : recall(work, check, value));
		},
		start: () => end
	};
}
function limitedWork(targets) {
	let [root, steps, limit] = [
		void 0,
		0,
		maxSteps
	];
	const spendSteps = (value) => {
		steps += 1 + countMembers(value);
		if (steps <= limit) return true;
		if (!hasMoreParts(root, steps / (targets * 4))) throw new TooMuchWork();
		limit = steps * 2;
		return true;
	};
	const end = () => {
		root = void 0;
	};
	return {
		count: (schema) => ({
			if: refinement(spendSteps),
			then: schema
		}),
		start: (value) => {
			[root, steps, limit] = [
				value,
				0,
				maxSteps
			];
			return end;
		}
	};
}
function hasMoreParts(root, count) {
	const seen = /* @__PURE__ */ new Set([root]);
	let parts = 1;
	for (const part of seen) {
		if (typeof part !== "object" || part === null) continue;
		const inner = Array.isArray(part) ? part : Object.values(part);
		parts += inner.length;
		if (parts > count) return true;
		for (const each of inner) if (typeof each === "object") seen.add(each);
	}
	return parts > count;
}
function refinement(check) {
	return { "~refine": [{
		check,
		error: () => ""
	}] };
}
// src/shared/json/is-same-json.ts
function isSameJSON(one, other) {
	if (one === other) return true;
	if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
	if (Array.isArray(one) !== Array.isArray(other)) return false;
	const names = Object.keys(one);
	if (names.length !== Object.keys(other).length) return false;
	return names.every((name) => Object.hasOwn(other, name) && isSameJSON(valueAt(one, name), valueAt(other, name)));
}
function valueAt(container, name) {
	return container[name];
}
// src/schema/engine/constants.ts
const longEnum = 50;
function guardConstants(schema) {
	const guarded = ["const", "enum"].filter((keyword) => {
		const constants = constantsOf$1(schema, keyword);
		return constants.length > longEnum || constants.some(holdsArray);
	});
	if (guarded.length === 0) return schema;
	const lowered = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !guarded.includes(keyword)));
	const allOf = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
	const isOneOf = guarded.map((keyword) => oneOf(constantsOf$1(schema, keyword)));
	return {
		...lowered,
		allOf: [...allOf, ...isOneOf]
	};
}
function constantsOf$1(schema, keyword) {
	if (!Object.hasOwn(schema, keyword)) return [];
	if (keyword === "const") return [schema["const"]];
	return Array.isArray(schema["enum"]) ? schema["enum"] : [];
}
function holdsArray(value) {
	if (typeof value !== "object" || value === null) return false;
	return Array.isArray(value) || Object.values(value).some(holdsArray);
}
function oneOf(allowed) {
	const simple = new Set(allowed.filter((choice) => !isContainer$1(choice)));
	const containers = allowed.filter(isContainer$1);
	const check = (value) => isContainer$1(value) ? containers.some((choice) => isSameJSON(choice, value)) : simple.has(value);
	return { "~refine": [{
		check,
		error: () => "must be one of the allowed values"
	}] };
}
function isContainer$1(value) {
	return typeof value === "object" && value !== null;
}
// src/schema/engine/inherited-names.ts
const handledByEngine = /* @__PURE__ */ new Set(["__proto__", "constructor"]);
function isInherited(name) {
	return typeof name === "string" && name in Object.prototype && !handledByEngine.has(name);
}
function guardInheritedNames(schema) {
	return inList(schema["required"]) || inMap(schema["properties"]) || inMap(schema["dependentRequired"]) || inMap(schema["dependentSchemas"]) || inMap(schema["dependencies"]) ? rewrite$1(schema) : schema;
}
function inList(names) {
	return Array.isArray(names) && names.some(isInherited);
}
function inMap(map) {
	if (typeof map !== "object" || map === null) return false;
	return Object.entries(map).some(([name, value]) => isInherited(name) || inList(value));
}
function rewrite$1(schema) {
	const { required, properties, dependentRequired, dependentSchemas, dependencies, ...rest } = schema;
	const requiredNames = Array.isArray(required) ? required : [];
	const conditions = [
		...requiredNames.filter(isInherited).map(hasOwn),
		...splitDependents(dependentRequired),
		...splitDependents(dependentSchemas),
		...splitDependents(dependencies)
	];
	const allOf = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
	return {
		...rest,
		required: requiredNames.filter((name) => !isInherited(name)),
		...splitProperties({
			properties,
			required,
			patternProperties: rest["patternProperties"]
		}),
		allOf: [...allOf, ...conditions]
	};
}
function requireName(name) {
	return isInherited(name) ? hasOwn(name) : { required: [name] };
}
function hasOwn(name) {
	const check = (value) => typeof value !== "object" || value === null || Array.isArray(value) || Object.hasOwn(value, name);
	return { "~refine": [{
		check,
		error: () => `must have the property ${JSON.stringify(name)}`
	}] };
}
function splitDependents(map) {
	if (typeof map !== "object" || map === null) return [];
	return Object.entries(map).map(([name, dependent]) => ({
		if: {
			type: "object",
			allOf: [requireName(name)]
		},
		then: Array.isArray(dependent) ? { allOf: dependent.map(requireName) } : dependent
	}));
}
function splitProperties({ properties, required, patternProperties }) {
	const named = [];
	const patterned = new Map(Object.entries(patternProperties ?? {}));
	for (const [name, schema] of Object.entries(properties ?? {})) {
		if (!isInherited(name)) {
			named.push([name, schema]);
			continue;
		}
		const value = Array.isArray(required) && required.includes(name) ? schema : { anyOf: [schema, { type: "undefined" }] };
		const pattern = `^${name}$`;
		patterned.set(pattern, patterned.has(pattern) ? { allOf: [patterned.get(pattern), value] } : value);
	}
	return {
		...properties !== void 0 && { properties: Object.fromEntries(named) },
		...patterned.size > 0 && { patternProperties: Object.fromEntries(patterned) }
	};
}
// src/schema/types/bundle-references.ts
function bundleReferences(schema, references) {
	if (typeof schema === "boolean") return schema;
	const known = byAddress(references);
	const reached = /* @__PURE__ */ new Map();
	const open = [[schema, defaultBase]];
	for (const [document, base] of open) for (const address of addressesIn(document, base)) {
		const target = known.get(address);
		if (target === void 0 || reached.has(address)) continue;
		reached.set(address, asResource(target, address));
		open.push([target, toDocumentReference(address, defaultBase).uri]);
	}
	if (reached.size === 0) return schema;
	const { $defs } = schema;
	return {
		...schema,
		$defs: {
			...$defs,
			...Object.fromEntries(reached)
		}
	};
}
function byAddress(references) {
	const documents = Object.entries(references);
	const named = documents.flatMap(([, document]) => {
		const own = ownAddress(document);
		return own === void 0 ? [] : [[own.replace(/#$/, ""), document]];
	});
	return new Map([...named, ...documents]);
}
function ownAddress(document) {
	if (typeof document !== "object" || document === null) return void 0;
	const { $id, id } = document;
	const own = $id ?? id;
	return typeof own === "string" ? own : void 0;
}
function asResource(document, $id) {
	if (typeof document === "boolean") return document ? { $id } : {
		$id,
		not: {}
	};
	const { id: _oldId, ...rest } = document;
	return {
		...rest,
		$id
	};
}
function addressesIn(document, base) {
	const found = /* @__PURE__ */ new Set();
	const met = /* @__PURE__ */ new Set();
	const open = [[document, base]];
	for (const [part, outer] of open) {
		if (typeof part !== "object" || part === null || met.has(part)) continue;
		met.add(part);
		const own = ownAddress(part);
		const inner = own === void 0 ? outer : toDocumentReference(own, outer).uri;
		for (const [key, value] of Object.entries(part)) {
			if (typeof value === "string" && /^\$(?:dynamic|recursive)?[rR]ef$/.test(key) && !value.startsWith("#")) found.add(value.split("#")[0]).add(toDocumentReference(value, inner).uri);
			open.push([value, inner]);
		}
	}
	return found;
}
// src/schema/types/legacy-keywords.ts
function isLegacyDialect($schema) {
	return typeof $schema !== "string" || /^https?:\/\/json-schema\.org\/draft-0[34]\//.test($schema);
}
function legacyKeyword(schema) {
	if (typeof schema["required"] === "boolean") return "required";
	if (typeof schema["id"] === "string" && !("$id" in schema)) return "id";
	return [
		"extends",
		"disallow",
		"divisibleBy"
	].find((keyword) => Object.hasOwn(schema, keyword));
}
function withoutLegacy(schema, isNamed) {
	return rewrites.reduce((current, rewrite) => rewrite(current), withoutId(schema, isNamed));
}
const rewrites = [
	withoutRequiredFlags,
	withoutExtends,
	withoutDisallow,
	withoutDivisibleBy,
	withoutSchemasAsTypes,
	withoutSingleDependencies
];
function withoutId(schema, isNamed) {
	const { id, ...rest } = schema;
	if (typeof id !== "string" || "$id" in schema) return schema;
	return isNamed || id.startsWith("#") || URL.canParse(id) ? {
		...rest,
		$id: id
	} : schema;
}
function withoutRequiredFlags(schema) {
	const flagged = (isSchemaObject(schema["properties"]) ? Object.entries(schema["properties"]) : []).filter(([, property]) => isSchemaObject(property) && property["required"] === true);
	const { required, ...rest } = schema;
	const names = [.../* @__PURE__ */ new Set([...Array.isArray(required) ? required : [], ...flagged.map(([name]) => name)])];
	if (flagged.length > 0) return {
		...rest,
		required: names
	};
	return typeof required === "boolean" ? rest : schema;
}
function withoutExtends(schema) {
	if (!Object.hasOwn(schema, "extends")) return schema;
	const { extends: base, ...rest } = schema;
	const bases = Array.isArray(base) ? base : [base];
	return bases.every(isRecord) ? alsoAll(rest, bases) : schema;
}
function withoutDisallow(schema) {
	if (!Object.hasOwn(schema, "disallow")) return schema;
	const { disallow, ...rest } = schema;
	const types = Array.isArray(disallow) ? disallow : [disallow];
	if (!types.every((type) => typeof type === "string" || isRecord(type))) return schema;
	return alsoAll(rest, [{ not: { anyOf: types.map(asSchema) } }]);
}
function asSchema(type) {
	if (type === "any") return {};
	return typeof type === "string" ? { type } : type;
}
function withoutDivisibleBy(schema) {
	const { divisibleBy, ...rest } = schema;
	if (typeof divisibleBy !== "number" || "multipleOf" in schema) return schema;
	return {
		...rest,
		multipleOf: divisibleBy
	};
}
function withoutSchemasAsTypes(schema) {
	const { type, ...rest } = schema;
	if (type === "any") return rest;
	if (!Array.isArray(type) || !type.some((one) => one === "any" || isRecord(one))) return schema;
	return alsoAll(rest, [{ anyOf: type.map(asSchema) }]);
}
function withoutSingleDependencies(schema) {
	const { dependencies } = schema;
	if (!isRecord(dependencies) || !Object.values(dependencies).some((one) => typeof one === "string")) return schema;
	const entries = Object.entries(dependencies).map(([name, one]) => [name, typeof one === "string" ? [one] : one]);
	return {
		...schema,
		dependencies: Object.fromEntries(entries)
	};
}
function alsoAll(schema, more) {
	const allOf = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
	return {
		...schema,
		allOf: [...allOf, ...more]
	};
}
// src/schema/types/schema-keywords.ts
const list = {
	shape: "list",
	inPlace: true
};
const one = {
	shape: "one",
	inPlace: true
};
const map = {
	shape: "map",
	inPlace: true
};
const childOne = {
	shape: "one",
	inPlace: false
};
const childList = {
	shape: "list",
	inPlace: false
};
const childMap = {
	shape: "map",
	inPlace: false
};
const subschemas = {
	allOf: list,
	anyOf: list,
	oneOf: list,
	not: one,
	if: one,
	then: one,
	else: one,
	dependentSchemas: map,
	dependencies: {
		shape: "map-or-names",
		inPlace: true
	},
	properties: childMap,
	patternProperties: childMap,
	additionalProperties: childOne,
	propertyNames: childOne,
	unevaluatedProperties: childOne,
	prefixItems: childList,
	items: {
		shape: "one-or-list",
		inPlace: false
	},
	additionalItems: childOne,
	contains: childOne,
	unevaluatedItems: childOne
};
const assertions = [
	"type",
	"const",
	"enum",
	"required",
	"dependentRequired",
	"minProperties",
	"maxProperties",
	"minItems",
	"maxItems",
	"minContains",
	"maxContains",
	"uniqueItems",
	"minLength",
	"maxLength",
	"format",
	"pattern",
	"minimum",
	"maximum",
	"exclusiveMinimum",
	"exclusiveMaximum",
	"multipleOf"
];
const references = [
	"$ref",
	"$dynamicRef",
	"$recursiveRef"
];
const subschemaKeywords = new Map(Object.entries(subschemas));
const assertionKeywords = new Set(assertions);
const referenceKeywords = new Set(references);
const definitionKeywords = /* @__PURE__ */ new Set(["$defs", "definitions"]);
const annotationKeywords = /* @__PURE__ */ new Set([
	...definitionKeywords,
	"$schema",
	"$id",
	"$anchor",
	"$dynamicAnchor",
	"$recursiveAnchor",
	"$comment",
	"title",
	"description",
	"default",
	"deprecated",
	"readOnly",
	"writeOnly",
	"example",
	"examples"
]);
function isApplied(keyword) {
	return subschemaKeywords.has(keyword) || assertionKeywords.has(keyword) || referenceKeywords.has(keyword);
}
function mapSubschemas(keyword, value, change) {
	const shape = definitionKeywords.has(keyword) ? "map" : subschemaKeywords.get(keyword)?.shape;
	if (shape === void 0) return value;
	const isList = shape === "list" || shape === "one-or-list";
	if (Array.isArray(value)) return isList ? value.map((item, index) => change(item, index)) : value;
	if (shape === "one" || shape === "one-or-list") return change(value);
	if (shape === "list" || !isRecord(value)) return value;
	return mapOwn(value, (item, key) => shape === "map-or-names" && Array.isArray(item) ? item : change(item, key));
}
function forEachSubschema(keyword, value, visit) {
	const shape = definitionKeywords.has(keyword) ? "map" : subschemaKeywords.get(keyword)?.shape;
	if (shape === void 0) return;
	const isList = shape === "list" || shape === "one-or-list";
	if (Array.isArray(value)) {
		if (isList) value.forEach((item, index) => visit(item, index));
	} else if (shape === "one" || shape === "one-or-list") visit(value);
	else if (shape !== "list" && isRecord(value)) for (const key of Object.keys(value)) {
		const item = value[key];
		if (shape !== "map-or-names" || !Array.isArray(item)) visit(item, key);
	}
}
function mapOwn(object, change) {
	return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
const legacyDialect = /^https?:\/\/json-schema\.org\/draft-0[3-7]\//;
function ignoresRefSiblings($schema) {
	return typeof $schema === "string" && legacyDialect.test($schema);
}
// src/schema/types/openapi30-keywords.ts
const opaqueKeywords = [
	"$ref",
	"allOf",
	"oneOf",
	"not",
	"if",
	"$dynamicRef",
	"$recursiveRef"
];
function withoutOpenAPI30(schema) {
	return withoutNullable(withoutBooleanLimits(schema));
}
function withoutNullable(schema) {
	if (!("nullable" in schema) || typeof schema["nullable"] !== "boolean") return schema;
	const { nullable, ...rest } = schema;
	if (!nullable) return rest;
	return opaqueKeywords.some((keyword) => keyword in rest) ? aroundWhole(rest) : widened(rest);
}
function widened(schema) {
	const result = { ...schema };
	if ("type" in schema) result["type"] = addNull(toList(schema["type"]), "null");
	if (Array.isArray(schema["enum"])) result["enum"] = addNull(schema["enum"], null);
	if (Array.isArray(schema["anyOf"])) result["anyOf"] = [...schema["anyOf"], { type: "null" }];
	if ("const" in schema && schema["const"] !== null) {
		delete result["const"];
		result["enum"] = [schema["const"], null];
	}
	return result;
}
function aroundWhole(schema) {
	const entries = Object.entries(schema);
	const outer = Object.fromEntries(entries.filter(([keyword]) => annotationKeywords.has(keyword)));
	const inner = Object.fromEntries(entries.filter(([keyword]) => !annotationKeywords.has(keyword)));
	return {
		...outer,
		anyOf: [inner, { type: "null" }]
	};
}
function toList(value) {
	return Array.isArray(value) ? value : [value];
}
function addNull(list, entry) {
	return list.includes(entry) ? list : [...list, entry];
}
function withoutBooleanLimits(schema) {
	return withoutBooleanLimit(withoutBooleanLimit(schema, "minimum", "exclusiveMinimum"), "maximum", "exclusiveMaximum");
}
function withoutBooleanLimit(schema, limit, exclusive) {
	if (typeof schema[exclusive] !== "boolean") return schema;
	const { [exclusive]: isExclusive, [limit]: bound, ...rest } = schema;
	if (bound === void 0) return rest;
	return {
		...rest,
		[isExclusive === true ? exclusive : limit]: bound
	};
}
// src/schema/types/schema-error.ts
const LONGEST_PATH$1 = 200;
var SchemaError = class extends Error {
	name = "SchemaError";
	path;
	reason;
	constructor(path, reason, options) {
		super(`Unusable schema${path === "" ? "" : ` at ${shorten(path, LONGEST_PATH$1)}`}: ${reason}`, options);
		this.path = path;
		this.reason = reason;
	}
};
// src/schema/types/schema-path.ts
const maxSchemaDepth = 1e3;
function startPath(prefix = "") {
	return {
		parent: void 0,
		key: prefix,
		depth: 0
	};
}
function downPath(parent, key) {
	return {
		parent,
		key: String(key),
		depth: parent.depth + 1
	};
}
function pathToPointer(path) {
	const keys = [];
	let current = path;
	for (; current.parent !== void 0; current = current.parent) keys.push(current.key);
	return current.key + toPointer(keys.toReversed());
}
// src/schema/types/to-typebox.ts
function toTypeBox(keywords) {
	return fromCombination(keywords) ?? fromStructure(keywords) ?? fromValue(keywords) ?? fromRest(keywords);
}
function fromCombination(keywords) {
	const { allOf, anyOf, oneOf } = keywords;
	if (Array.isArray(allOf)) return Intersect(allOf, keywords);
	if (Array.isArray(anyOf)) return Union(anyOf, keywords);
	if (Array.isArray(oneOf)) return exactUnion(oneOf, keywords);
	if (Array.isArray(keywords["enum"])) return exactUnion(keywords["enum"].map(literal), keywords);
}
function exactUnion(branches, keywords) {
	const union = Union(branches, keywords);
	return Object.defineProperty(union, "anyOf", { enumerable: false });
}
function literal(value) {
	if (value === null) return Null();
	return isLiteralValue(value) ? Literal(value) : Unsafe({ const: value });
}
function isLiteralValue(value) {
	return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
}
function fromStructure(keywords) {
	const { type, properties, items } = keywords;
	if (type === "object" && isSchemaObject(properties)) return fromProperties(properties, keywords);
	if (type !== "array" || "prefixItems" in keywords) return void 0;
	if (Array.isArray(items)) return Tuple(items, {
		minItems: 0,
		additionalItems: true,
		...keywords
	});
	if (typeof items === "boolean") {
		const item = items ? Unknown() : Never();
		return _Array_(item, {
			...keywords,
			items: item
		});
	}
	return isSchemaObject(items) ? _Array_(items, keywords) : void 0;
}
function fromProperties(properties, keywords) {
	const required = new Set(Array.isArray(keywords["required"]) ? keywords["required"] : []);
	const marked = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, required.has(name) ? schema : Optional(schema)]));
	return _Object_(marked, {
		...keywords,
		properties: marked
	});
}
function fromValue(keywords) {
	const { const: value, $ref } = keywords;
	if (isLiteralValue(value)) return Literal(value, keywords);
	return typeof $ref === "string" ? Ref$1($ref, keywords) : void 0;
}
function fromRest(keywords) {
	switch (keywords["type"]) {
		case "string": return String$1(keywords);
		case "number": return Number$1(keywords);
		case "integer": return Integer(keywords);
		case "boolean": return Boolean(keywords);
		case "null": return Null(keywords);
		default: return Object.keys(keywords).some((keyword) => asserts(keyword, keywords)) ? Unsafe(keywords) : Unknown(keywords);
	}
}
function asserts(keyword, keywords) {
	if (keyword === "type") return Array.isArray(keywords["type"]) || isStructured(keywords["type"]);
	return isApplied(keyword);
}
function isStructured(type) {
	return type === "object" || type === "array";
}
// src/schema/types/from-schema.ts
function FromSchema(schema, { references } = {}) {
	return convert({
		converted: /* @__PURE__ */ new Map(),
		open: /* @__PURE__ */ new Set()
	}, references === void 0 ? schema : bundleReferences(schema, references), {
		path: startPath(),
		ignoresRefSiblings: false,
		legacy: "assumed"
	});
}
function convert(conversion, schema, outer) {
	if (typeof schema === "boolean") return schema ? Unknown() : Never();
	if (!isSchemaObject(schema)) throw unusable(outer.path, "a schema is an object or a boolean.");
	if (outer.path.depth > 1e3) throw unusable(outer.path, `nested deeper than ${maxSchemaDepth} steps.`);
	if (conversion.open.has(schema)) throw unusable(outer.path, "the object contains itself. Use \"$ref\" for recursion.");
	const context = "$schema" in schema ? {
		...outer,
		...dialectOf$1(schema["$schema"])
	} : outer;
	const known = convertedIn(conversion, context);
	let result = known.get(schema);
	if (result === void 0) {
		conversion.open.add(schema);
		result = toTypeBox(convertKeywords(conversion, plainKeywords(schema, context), context));
		conversion.open.delete(schema);
		known.set(schema, result);
	}
	return result;
}
function dialectOf$1($schema) {
	return {
		ignoresRefSiblings: ignoresRefSiblings($schema),
		legacy: isLegacyDialect($schema) ? "named" : "no"
	};
}
function convertedIn({ converted }, { ignoresRefSiblings: ignores, legacy }) {
	const dialect = `${ignores} ${legacy}`;
	let known = converted.get(dialect);
	if (known === void 0) converted.set(dialect, known = /* @__PURE__ */ new Map());
	return known;
}
function unusable(path, reason) {
	return new SchemaError(pathToPointer(path), reason);
}
function plainKeywords(schema, context) {
	if (typeof schema["$ref"] !== "string" || !context.ignoresRefSiblings) return withoutOpenAPI30(context.legacy === "no" ? schema : withoutLegacy(schema, context.legacy === "named"));
	const isRoot = context.path.depth === 0;
	return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword === "$ref" || !isIgnoredBesideRef(keyword, isRoot)));
}
function isIgnoredBesideRef(keyword, isRoot) {
	if (keyword === "$id") return !isRoot;
	return keyword === "nullable" || isApplied(keyword);
}
function convertKeywords(conversion, keywords, context) {
	return mapOwn(keywords, (value, keyword) => {
		const path = downPath(context.path, keyword);
		return mapSubschemas(keyword, value, (schema, key) => {
			if (key === void 0 && typeof schema === "boolean") return schema;
			return convert(conversion, schema, {
				...context,
				path: key === void 0 ? path : downPath(path, key)
			});
		});
	});
}
// src/schema/patterns/deterministic-pattern.ts
const MAX_UNANCHORED_LENGTH = 32;
function isDeterministic(root) {
	return (isAnchored(root) || longest(root) <= MAX_UNANCHORED_LENGTH) && hasOneWay(root, 0n);
}
function isAnchored(node) {
	if (node.kind === "choice") return node.branches.every(isAnchored);
	if (node.kind === "sequence") return node.parts[0] !== void 0 && isAnchored(node.parts[0]);
	return node.kind === "assertion" && node.sign === "^";
}
function hasOneWay(node, after) {
	switch (node.kind) {
		case "characters":
		case "assertion": return true;
		case "lookahead": return false;
		case "sequence": {
			let following = after;
			return node.parts.toReversed().every((part) => {
				const isFine = hasOneWay(part, following);
				following = isNullable(part) ? following | firstOf(part) : firstOf(part);
				return isFine;
			});
		}
		case "choice": {
			let taken = 0n;
			return node.branches.filter(isNullable).length < 2 && node.branches.every((branch) => {
				const first = isNullable(branch) ? firstOf(branch) | after : firstOf(branch);
				const isFree = (first & taken) === 0n;
				taken |= first;
				return isFree && hasOneWay(branch, after);
			});
		}
		default: return repeatsOneWay(node, after);
	}
}
function repeatsOneWay({ body, min, max }, after) {
	if (max === 0) return true;
	if (isNullable(body)) return false;
	const first = firstOf(body);
	if (!(min === max && longest(body) === shortest(body)) && (first & after) !== 0n) return false;
	return hasOneWay(body, max === 1 ? after : first | after);
}
function firstOf(node) {
	switch (node.kind) {
		case "characters": return node.set.bits;
		case "sequence": {
			let first = 0n;
			for (const part of node.parts) {
				first |= firstOf(part);
				if (!isNullable(part)) break;
			}
			return first;
		}
		case "choice": return node.branches.reduce((first, branch) => first | firstOf(branch), 0n);
		case "repeat": return node.max === 0 ? 0n : firstOf(node.body);
		default: return 0n;
	}
}
function isNullable(node) {
	return shortest(node) === 0;
}
function shortest(node) {
	if (node.kind === "choice") return Math.min(...node.branches.map(shortest));
	return measure(node, (repeat) => repeat.min === 0 ? 0 : repeat.min * shortest(repeat.body), shortest);
}
function longest(node) {
	if (node.kind === "choice") return Math.max(...node.branches.map(longest));
	return measure(node, (repeat) => repeat.max === 0 ? 0 : repeat.max * longest(repeat.body) || 0, longest);
}
function measure(node, ofRepeat, ofPart) {
	if (node.kind === "characters") return 1;
	if (node.kind === "sequence") return node.parts.reduce((sum, part) => sum + ofPart(part), 0);
	return node.kind === "repeat" ? ofRepeat(node) : 0;
}
// src/schema/patterns/pattern-program.ts
function programSize(node) {
	switch (node.kind) {
		case "sequence": return node.parts.reduce((sum, part) => sum + programSize(part), 0);
		case "choice": return node.branches.reduce((sum, branch) => sum + programSize(branch), 1);
		case "repeat": return (node.max === Infinity ? node.min + 1 : node.max) * (programSize(node.body) + 1);
		case "lookahead": return programSize(node.body) + 2;
		default: return 1;
	}
}
function buildProgram({ root, isUnicode }) {
	return assemble(root, {
		isUnicode,
		isAnchored: isAnchored(root)
	});
}
function assemble(root, kind) {
	const instructions = [{ kind: "match" }];
	const add = (instruction) => instructions.push(instruction) - 1;
	const emit = (node, next) => {
		switch (node.kind) {
			case "characters": return add({
				kind: "read",
				set: node.set,
				next
			});
			case "assertion": return add({
				kind: "assert",
				sign: node.sign,
				next
			});
			case "lookahead": {
				const ahead = assemble(node.body, {
					...kind,
					isAnchored: true
				});
				return add({
					kind: "look",
					ahead,
					negated: node.negated,
					next
				});
			}
			case "sequence": return node.parts.reduceRight((after, part) => emit(part, after), next);
			case "choice": return add({
				kind: "fork",
				next: node.branches.map((branch) => emit(branch, next))
			});
			default: return emitRepeat(node, next);
		}
	};
	const emitRepeat = ({ body, min, max }, next) => {
		let entry = next;
		if (max === Infinity) {
			const turns = [];
			entry = add({
				kind: "fork",
				next: turns
			});
			turns.push(emit(body, entry), next);
		} else for (let turn = min; turn < max; turn++) entry = add({
			kind: "fork",
			next: [emit(body, entry), next]
		});
		for (let turn = 0; turn < min; turn++) entry = emit(body, entry);
		return entry;
	};
	return {
		...kind,
		start: emit(root, 0),
		instructions
	};
}
// src/schema/types/compile-pattern.ts
function compilePattern(source) {
	for (const flags of ["u", ""]) try {
		return new RegExp(source, flags);
	} catch {}
}
// src/schema/patterns/character-set.ts
const ASCII = 128;
const ASCII_TEXT = String.fromCharCode(...Array.from({ length: ASCII }, (_, code) => code));
const BEYOND_ASCII = 1n << BigInt(ASCII);
const REACHES_BEYOND_ASCII = /^\.$|^\[\^|\\[SWDpPsux]|[^\0-\x7f]/;
var CharacterSet = class {
	#source;
	#flags;
	#matcher;
	#ascii;
	#bits;
	constructor(source, flags) {
		this.#source = source;
		this.#flags = flags;
	}
	has(code) {
		if (code < ASCII) return (this.#ascii ??= this.#findASCII())[code] === 1;
		this.#matcher ??= new RegExp(`^(?:${this.#source})$`, this.#flags);
		return this.#matcher.test(String.fromCodePoint(code));
	}
	get bits() {
		if (this.#bits !== void 0) return this.#bits;
		const ascii = this.#ascii ??= this.#findASCII();
		let bits = REACHES_BEYOND_ASCII.test(this.#source) ? BEYOND_ASCII : 0n;
		for (const [code, isMember] of ascii.entries()) if (isMember === 1) bits |= 1n << BigInt(code);
		return this.#bits = bits;
	}
	#findASCII() {
		const members = new Uint8Array(ASCII);
		for (const [member] of ASCII_TEXT.matchAll(new RegExp(this.#source, `g${this.#flags}`))) members[member.charCodeAt(0)] = 1;
		return members;
	}
};
// src/schema/patterns/pattern-syntax.ts
const MAX_LENGTH = 1e4;
const MAX_NESTING = 100;
const AMBIGUOUS_WITHOUT_UNICODE = /\\(?:u\{|[pP]|c(?![A-Za-z])|0\d)|[\u{10000}-\u{10ffff}]/u;
function readPattern(source) {
	if (source.length > MAX_LENGTH) return void 0;
	const compiled = compilePattern(source);
	if (compiled === void 0) return void 0;
	if (!compiled.unicode && AMBIGUOUS_WITHOUT_UNICODE.test(source)) return void 0;
	const reader = {
		source,
		flags: compiled.flags,
		at: 0,
		depth: 0
	};
	const root = readChoice(reader);
	if (root === void 0 || reader.at < source.length) return void 0;
	return {
		root,
		isUnicode: compiled.unicode
	};
}
function readChoice(reader) {
	const branches = [];
	for (;;) {
		const branch = readSequence(reader);
		if (branch === void 0) return void 0;
		branches.push(branch);
		if (reader.source[reader.at] !== "|") break;
		reader.at++;
	}
	return branches.length === 1 ? branches[0] : {
		kind: "choice",
		branches
	};
}
function readSequence(reader) {
	const parts = [];
	while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at])) {
		const atom = readAtom(reader);
		if (atom === void 0) return void 0;
		parts.push(readRepeat(reader, atom));
	}
	return {
		kind: "sequence",
		parts
	};
}
const REPEAT = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
function readRepeat(reader, body) {
	const match = take(reader, REPEAT);
	if (match === void 0) return body;
	const [, sign, count, comma, limit] = match;
	if (sign !== void 0) return {
		kind: "repeat",
		body,
		min: sign === "+" ? 1 : 0,
		max: sign === "?" ? 1 : Infinity
	};
	const min = Number(count);
	if (comma === void 0) return {
		kind: "repeat",
		body,
		min,
		max: min
	};
	return {
		kind: "repeat",
		body,
		min,
		max: limit === "" ? Infinity : Number(limit)
	};
}
function readAtom(reader) {
	const sign = reader.source[reader.at];
	if (sign === "(") return readGroup(reader);
	if (sign === "^" || sign === "$") {
		reader.at++;
		return {
			kind: "assertion",
			sign
		};
	}
	return readCharacters(reader);
}
const GROUP_START = /\((?:\?(?:(:)|(=)|(!)|<[A-Za-z_]\w*>)|(?!\?))/y;
function readGroup(reader) {
	const match = take(reader, GROUP_START);
	if (match === void 0 || reader.depth >= MAX_NESTING) return void 0;
	reader.depth++;
	const body = readChoice(reader);
	reader.depth--;
	if (body === void 0 || reader.source[reader.at] !== ")") return void 0;
	reader.at++;
	const [, , isAhead, isNotAhead] = match;
	if (isAhead === void 0 && isNotAhead === void 0) return body;
	return {
		kind: "lookahead",
		body,
		negated: isNotAhead !== void 0
	};
}
const CHARACTERS = /\[\^?(?:\\[^]|[^\]\\])*\]|\\(?:u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^k1-9])|[^\\]/uy;
function readCharacters(reader) {
	const source = take(reader, CHARACTERS)?.[0];
	if (source === void 0) return void 0;
	if (source === "\\b" || source === "\\B") return {
		kind: "assertion",
		sign: source
	};
	return {
		kind: "characters",
		set: new CharacterSet(source, reader.flags)
	};
}
function take(reader, expression) {
	expression.lastIndex = reader.at;
	const match = expression.exec(reader.source);
	if (match === null) return void 0;
	reader.at += match[0].length;
	return match;
}
// src/schema/patterns/safe-pattern.ts
const MAX_PROGRAM = 5e3;
const MAX_NATIVE_LENGTH = 200;
const MAX_KNOWN = 1e3;
const known = /* @__PURE__ */ new Map();
function safePattern(source) {
	if (known.has(source)) return known.get(source);
	const pattern = readPattern(source);
	const safe = pattern !== void 0 && (programSize(pattern.root) <= MAX_PROGRAM || isNative(source, pattern)) ? new SafePattern(source, pattern) : void 0;
	if (known.size >= MAX_KNOWN) known.clear();
	known.set(source, safe);
	return safe;
}
function isLeftToNative(source) {
	const pattern = readPattern(source);
	return pattern !== void 0 && isNative(source, pattern);
}
function isSafeNamePattern(source) {
	return isLeftToNative(source) && readPattern(source)?.isUnicode === true;
}
function isNative(source, { root }) {
	return source.length <= MAX_NATIVE_LENGTH && isDeterministic(root);
}
var SafePattern = class extends RegExp {
	#text;
	#pattern;
	#test;
	constructor(source, pattern) {
		super(source, pattern.isUnicode ? "u" : "");
		this.#text = source;
		this.#pattern = pattern;
	}
	test(text) {
		return (this.#test ??= this.#choose())(text);
	}
	#choose() {
		if (isNative(this.#text, this.#pattern)) return (text) => super.test(text);
		const program = buildProgram(this.#pattern);
		return (text) => matchLinearly(program, text);
	}
};
// src/schema/patterns/foreign-schema.ts
const DATA_KEYWORDS = /* @__PURE__ */ new Set([
	"const",
	"enum",
	"default",
	"examples"
]);
const MAP_KEYWORDS = /* @__PURE__ */ new Set([
	"properties",
	"$defs",
	"definitions",
	"dependentSchemas"
]);
const foreignSchemas = /* @__PURE__ */ new WeakSet();
function isForeign(schema) {
	return foreignSchemas.has(schema);
}
function markForeign(schema) {
	foreignSchemas.add(schema);
	return schema;
}
function fromForeignSchema(source, onWidened) {
	const vetted = new PatternVetting(onWidened).vet(source, 0);
	let schema = vetted;
	try {
		schema = FromSchema(vetted);
	} catch {}
	return typeof schema === "object" && schema !== null ? markForeign(schema) : schema;
}
var PatternVetting = class {
	#onWidened;
	constructor(onWidened) {
		this.#onWidened = onWidened;
	}
	vet(schema, depth) {
		if (typeof schema !== "object" || schema === null || depth > 1e3) return schema;
		if (Array.isArray(schema)) return this.#vetItems(schema, depth);
		let hasChanged = false;
		const entries = [];
		for (const [keyword, value] of Object.entries(schema)) {
			if (keyword === "pattern" && typeof value === "string" && !this.#isUsable(value, safePattern(value))) {
				hasChanged = true;
				continue;
			}
			const next = this.#vetKeyword(keyword, value, depth);
			hasChanged ||= next !== value;
			entries.push([keyword, next]);
		}
		if (!hasChanged) return schema;
		const vetted = Object.fromEntries(entries);
		return countNamePatterns(vetted) < countNamePatterns(schema) ? opened(vetted) : vetted;
	}
	#vetKeyword(keyword, value, depth) {
		if (DATA_KEYWORDS.has(keyword) || typeof value !== "object" || value === null) return value;
		if (keyword === "patternProperties") return this.#vetNamePatterns(value, depth);
		return MAP_KEYWORDS.has(keyword) && !Array.isArray(value) ? this.#vetValues(value, depth) : this.vet(value, depth + 1);
	}
	#vetNamePatterns(properties, depth) {
		const entries = Object.entries(properties);
		const usable = entries.filter(([pattern]) => this.#isUsable(pattern, isSafeNamePattern(pattern)));
		return this.#vetValues(usable.length === entries.length ? properties : Object.fromEntries(usable), depth);
	}
	#vetValues(map, depth) {
		const entries = Object.entries(map);
		const vetted = entries.map(([name, value]) => [name, this.vet(value, depth + 1)]);
		return vetted.some(([, value], index) => value !== entries[index]?.[1]) ? Object.fromEntries(vetted) : map;
	}
	#vetItems(items, depth) {
		const vetted = items.map((item) => this.vet(item, depth + 1));
		return vetted.some((item, index) => item !== items[index]) ? vetted : items;
	}
	#isUsable(pattern, safe) {
		if (safe === void 0 || safe === false) this.#onWidened(pattern);
		return safe !== void 0 && safe !== false;
	}
};
function countNamePatterns(schema) {
	return Object.keys(Object(Reflect.get(schema, "patternProperties"))).length;
}
function opened(schema) {
	const { additionalProperties: _closed, unevaluatedProperties: _alsoClosed, ...open } = schema;
	return {
		...open,
		additionalProperties: true
	};
}
// src/schema/engine/wide-schema.ts
const groupSize = 100;
function groupLongLists(schema) {
	const properties = entriesOf(schema["properties"]);
	const required = Array.isArray(schema["required"]) ? schema["required"] : [];
	const narrow = properties.length > groupSize || required.length > groupSize ? splitNames(schema, properties, new Set(required)) : schema;
	const grouped = ["allOf", "anyOf"].filter((keyword) => isLong(narrow[keyword]));
	if (grouped.length === 0) return narrow;
	return {
		...narrow,
		...Object.fromEntries(grouped.map((keyword) => [keyword, grouping(keyword, narrow[keyword])]))
	};
}
function entriesOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
function isLong(list) {
	return Array.isArray(list) && list.length > groupSize;
}
function grouping(keyword, list) {
	const groups = groupsOf(list).map((group) => ({ [keyword]: group }));
	return isLong(groups) ? grouping(keyword, groups) : groups;
}
function groupsOf(list) {
	return Array.from({ length: Math.ceil(list.length / groupSize) }, (_, index) => list.slice(index * groupSize, (index + 1) * groupSize));
}
function splitNames(schema, properties, required) {
	const { properties: _properties, required: _required, ...rest } = schema;
	const parts = groupsOf(properties).map((group) => {
		const names = group.map(([name]) => name);
		return {
			properties: Object.fromEntries(group),
			required: names.filter((name) => required.delete(name))
		};
	});
	parts.push(...groupsOf([...required]).map((group) => ({ required: group })));
	const allOf = Array.isArray(rest["allOf"]) ? rest["allOf"] : [];
	return {
		...rest,
		...namedBeside(schema, properties),
		allOf: [...allOf, ...parts]
	};
}
function namedBeside(schema, properties) {
	if (!("additionalProperties" in schema) || properties.length === 0) return {};
	const names = properties.map(([name]) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
	const patterns = entriesOf(schema["patternProperties"]);
	return { patternProperties: Object.fromEntries([...patterns, [`^(?:${names.join("|")})$`, true]]) };
}
// src/schema/engine/lower-schema.ts
const maxTargets = 1e4;
const maxScopes = 100;
function lowerSchema(scope, schema, later) {
	const walk = {
		targets: [],
		met: /* @__PURE__ */ new Map(),
		anchorNumbers: /* @__PURE__ */ new Map(),
		later,
		usesUnevaluated: false,
		isForeign: isSchemaObject(scope.schema) && isForeign(scope.schema)
	};
	targetFor(walk, {
		schema,
		scope
	}, startPath());
	for (const target of walk.targets) {
		const context = {
			target,
			scope: target.scope,
			path: target.path,
			inPlace: true
		};
		target.schema = isSchemaObject(target.source) ? lowerObject(walk, target.source, context) : target.source;
	}
	refuseLoops(walk.targets);
	return walk;
}
function targetFor(walk, { schema, scope }, path) {
	const scopeKey = keyOf(walk, scope);
	const known = isSchemaObject(schema) ? walk.met.get(schema)?.get(scopeKey) : void 0;
	if (known !== void 0) return known;
	const target = {
		key: `#${walk.targets.length}`,
		source: schema,
		scope,
		path,
		inPlace: /* @__PURE__ */ new Map(),
		schema: true
	};
	if (walk.targets.push(target) > maxTargets && walk.later !== void 0) throw new SchemaError(pathToPointer(path), "it has more than 10,000 parts, which would take too long to compile.");
	if (!isSchemaObject(schema)) return target;
	if (metAt(walk, schema).set(scopeKey, target).size > maxScopes) throw new SchemaError(pathToPointer(path), "the scope of its references grows with every turn of a recursion.");
	return target;
}
function noteAsMet(walk, schema, scope) {
	const scopes = metAt(walk, schema);
	const scopeKey = keyOf(walk, scope);
	if (scopes.has(scopeKey)) return true;
	scopes.set(scopeKey, void 0);
	return false;
}
function metAt(walk, schema) {
	let scopes = walk.met.get(schema);
	if (scopes === void 0) walk.met.set(schema, scopes = /* @__PURE__ */ new Map());
	return scopes;
}
function keyOf(walk, { lexicalBase, dynamicAnchors, recursiveAnchor }) {
	if (dynamicAnchors.length === 0 && recursiveAnchor === void 0) return lexicalBase;
	const outermost = /* @__PURE__ */ new Map();
	for (const anchor of dynamicAnchors) if (!outermost.has(anchor.$dynamicAnchor)) outermost.set(anchor.$dynamicAnchor, numberOf(walk, anchor));
	const recursive = recursiveAnchor === void 0 ? 0 : numberOf(walk, recursiveAnchor);
	return JSON.stringify([
		lexicalBase,
		recursive,
		...outermost
	]);
}
function numberOf(walk, anchor) {
	let number = walk.anchorNumbers.get(anchor);
	if (number === void 0) walk.anchorNumbers.set(anchor, number = walk.anchorNumbers.size + 1);
	return number;
}
function lowerSubschema(walk, schema, context) {
	if (!isSchemaObject(schema)) return schema;
	if (!Object.keys(schema).some((key) => subschemaKeywords.has(key))) return lowerObject(walk, schema, context);
	const { scope } = context;
	return noteAsMet(walk, schema, scope) ? { $ref: linkTo(walk, {
		schema,
		scope
	}, context) } : lowerObject(walk, schema, context);
}
function linkTo(walk, resolved, at) {
	const target = targetFor(walk, resolved, at.targetPath ?? at.path);
	if (at.inPlace && !at.target.inPlace.has(target)) at.target.inPlace.set(target, at.path);
	return target.key;
}
function lowerObject(walk, schema, outer) {
	if (outer.path.depth > 1e3) throw new SchemaError(pathToPointer(outer.path), `nested deeper than ${maxSchemaDepth} steps.`);
	const { $ref } = schema;
	if (typeof $ref === "string" && ignoresRefSiblings(dialectOf(outer.scope))) {
		const scope = "$id" in schema ? outer.scope : enterScope(outer.scope, schema);
		return { $ref: lowerRef(walk, {
			ref: $ref,
			resolve: () => resolveRef(scope, { $ref })
		}, outer) };
	}
	walk.isForeign ||= isForeign(schema);
	refuseLegacy(schema, outer);
	const isSeen = outer.isSeen === true || "unevaluatedItems" in schema || "unevaluatedProperties" in schema;
	const context = {
		...outer,
		scope: enterScope(outer.scope, schema),
		isSeen
	};
	const lowered = {};
	for (const keyword of Object.keys(schema)) {
		const subschemas = subschemaKeywords.get(keyword);
		const isAssertion = assertionKeywords.has(keyword);
		if (subschemas === void 0 && !isAssertion) continue;
		const value = schema[keyword];
		if (subschemas !== void 0) {
			const inner = {
				...context,
				path: downPath(context.path, keyword),
				inPlace: context.inPlace && subschemas.inPlace,
				isSeen: isSeen && subschemas.inPlace
			};
			if (keyword === "contains" && isSchemaObject(value) && ("minContains" in schema || "maxContains" in schema)) noteAsMet(walk, value, context.scope);
			lowered[keyword] = lowerKeyword(walk, value, inner);
		} else lowered[keyword] = value;
	}
	lowerReferences(walk, schema, {
		context,
		lowered
	});
	lowerPatterns(walk, lowered, context.path);
	if ("~refine" in schema) lowered["~refine"] = joined(lowered["~refine"], schema["~refine"]);
	if ("unevaluatedItems" in lowered || "unevaluatedProperties" in lowered) walk.usesUnevaluated = true;
	separateConditions(lowered);
	return groupLongLists(guardInheritedNames(guardConstants(lowered)));
}
function joined(one, other) {
	return Array.isArray(one) && Array.isArray(other) ? [...one, ...other] : other;
}
function separateConditions(lowered) {
	for (const keyword of [
		"if",
		"then",
		"else"
	]) {
		const schema = lowered[keyword];
		if (isSchemaObject(schema) && ("unevaluatedItems" in schema || "unevaluatedProperties" in schema)) lowered[keyword] = { allOf: [schema] };
	}
}
function refuseLegacy(schema, { scope, path }) {
	const dialect = dialectOf(scope);
	if (dialect === void 0 || !isLegacyDialect(dialect)) return;
	const keyword = legacyKeyword(schema);
	if (keyword === void 0) return;
	const reason = `${JSON.stringify(keyword)} is a keyword of draft 3 or 4. Convert the schema first: FromSchema(schema).`;
	throw new SchemaError(pathToPointer(path), reason);
}
function dialectOf(scope) {
	const { lexicalSchema, schema } = scope;
	return (isSchemaObject(lexicalSchema) ? lexicalSchema["$schema"] : void 0) ?? (isSchemaObject(schema) ? schema["$schema"] : void 0);
}
function lowerKeyword(walk, value, context) {
	return mapSubschemas(context.path.key, value, (schema, key) => {
		const path = key === void 0 ? context.path : downPath(context.path, key);
		if (!isSchema(schema)) throw new SchemaError(pathToPointer(path), "a schema is an object or a boolean.");
		return lowerSubschema(walk, schema, {
			...context,
			path
		});
	});
}
function lowerReferences(walk, schema, { context, lowered }) {
	const { $ref, $dynamicRef, $recursiveRef } = schema;
	const keys = [];
	const { scope } = context;
	const link = (ref, resolve) => {
		keys.push(lowerRef(walk, {
			ref,
			resolve
		}, context));
	};
	const later = typeof $ref === "string" ? laterCheck(walk, $ref, context) : void 0;
	if (later !== void 0) lowered["~refine"] = [later];
	else if (typeof $ref === "string") link($ref, () => resolveRef(scope, { $ref }));
	if (typeof $dynamicRef === "string") link($dynamicRef, () => resolveDynamicRef(scope, { $dynamicRef }));
	if (typeof $recursiveRef === "string") link($recursiveRef, () => resolveDynamicRef(scope, { $recursiveRef }));
	if (keys.length === 1) lowered["$ref"] = keys[0];
	if (keys.length < 2) return;
	lowered["allOf"] = [...Array.isArray(lowered["allOf"]) ? lowered["allOf"] : [], ...keys.map((key) => ({ $ref: key }))];
}
function laterCheck({ later }, ref, { scope, inPlace, isSeen }) {
	return inPlace || isSeen === true ? void 0 : later?.(ref, scope);
}
function lowerRef(walk, { ref, resolve }, context) {
	const missing = missingDocument(context.scope, ref);
	let cause;
	try {
		const resolved = missing === void 0 ? resolve() : void 0;
		const targetPath = startPath(ref.startsWith("#") ? ref.slice(1) : ref);
		if (resolved !== void 0) return linkTo(walk, resolved, {
			...context,
			targetPath
		});
	} catch (error) {
		if (error instanceof SchemaError) throw error;
		cause = error;
	}
	const reason = missing === void 0 ? `the reference ${JSON.stringify(ref)} points at nothing.` : `the reference ${JSON.stringify(ref)} leads into the document ${JSON.stringify(missing)}, which was not given. Pass it: FromSchema(schema, { references: { ${JSON.stringify(missing)}: … } }).`;
	throw new SchemaError(pathToPointer(context.path), reason, cause === void 0 ? void 0 : { cause });
}
function lowerPatterns(walk, lowered, path) {
	const { pattern, patternProperties } = lowered;
	if (typeof pattern === "string") {
		const context = downPath(path, "pattern");
		const native = compilePattern(pattern) ?? unicodePattern(pattern, context);
		lowered["pattern"] = walk.isForeign ? safePattern(pattern) ?? refuseSlow(pattern, context) : native;
	}
	if (isSchemaObject(patternProperties)) {
		const context = downPath(path, "patternProperties");
		for (const text of Object.keys(patternProperties)) {
			unicodePattern(text, context);
			if (walk.isForeign && !isSafeNamePattern(text)) refuseSlow(text, context);
		}
	}
}
function refuseSlow(text, path) {
	const reason = `${JSON.stringify(text)} comes from outside, and could take very long to match.`;
	throw new SchemaError(pathToPointer(path), reason);
}
function unicodePattern(text, path) {
	try {
		return new RegExp(text, "u");
	} catch (cause) {
		const reason = `${JSON.stringify(text)} is not a valid regular expression (with the flag "u").`;
		throw new SchemaError(pathToPointer(path), reason, { cause });
	}
}
function refuseLoops(targets) {
	const state = /* @__PURE__ */ new Map();
	for (const root of targets) {
		if (state.has(root)) continue;
		const stack = [{
			target: root,
			links: root.inPlace.entries()
		}];
		state.set(root, "open");
		for (let top = stack.at(-1); top !== void 0; top = stack.at(-1)) {
			const link = top.links.next();
			if (link.done === true) {
				state.set(top.target, "done");
				stack.pop();
				continue;
			}
			const [next, path] = link.value;
			if (state.get(next) === "open") throw new SchemaError(pathToPointer(path), "this reference leads back to itself with nothing in between, so it describes nothing.");
			if (state.has(next)) continue;
			state.set(next, "open");
			stack.push({
				target: next,
				links: next.inPlace.entries()
			});
		}
	}
}
// src/schema/engine/engine.ts
const plainWork = {
	patience: 1e4,
	trialShare: 1 / 256
};
const evaluatingWork = {
	patience: 2500,
	trialShare: 1 / 16
};
function compileCheck(scope, schema) {
	try {
		const family = familyOf(scope, plainWork);
		return family === void 0 || !mayGenerateCode() ? compileLowered(lowerSchema(scope, schema)) : compileInFamily(scope, schema, {
			family,
			isMember: false
		});
	} catch (cause) {
		if (cause instanceof SchemaError) throw cause;
		throw new SchemaError("", isStackOverflow(cause) ? "it is too large to compile." : `it does not compile: ${String(cause)}`, { cause });
	}
}
function compileInFamily(scope, schema, place) {
	const compileMember = (around, $ref) => {
		const target = resolveRef(around, { $ref });
		if (target === void 0) throw new SchemaError("", `the reference ${JSON.stringify($ref)} points at nothing.`);
		return compileInFamily(target.scope, target.schema, {
			...place,
			isMember: true
		});
	};
	try {
		return buildCheck(lowerSchema(scope, schema, laterChecks(place.family, compileMember)), place);
	} catch (cause) {
		if (cause instanceof SchemaError) throw cause;
		return compileLowered(lowerSchema(scope, schema));
	}
}
function compileLowered(lowered) {
	if (!mayGenerateCode()) return interpretCheck(lowered);
	try {
		return buildCheck(lowered);
	} catch (cause) {
		if (isStackOverflow(cause)) return interpretCheck(lowered);
		throw cause;
	}
}
function buildCheck(lowered, place) {
	const { targets, usesUnevaluated } = lowered;
	ResetUnique();
	ResetExternal();
	ResetFunctions();
	const build = new BuildContext(usesUnevaluated);
	const standIns = Object.fromEntries(targets.map(({ key }) => [key, {}]));
	const scope = Stack(standIns, {});
	const calls = targets.map(({ key }) => CreateFunction(scope, build, standIns[key], "value"));
	return generateCheck(targets.map(({ schema }, index) => {
		const [name, parameters] = splitCall(calls[index]);
		return {
			name,
			parameters,
			body: BuildSchema(scope, build, schema, "value")
		};
	}), {
		entry: calls[0],
		usesUnevaluated,
		place
	});
}
function generateCheck(functions, { entry, usesUnevaluated, place }) {
	const isCounted = place !== void 0 || functions.some(({ body }) => functions.some(({ name }) => body.includes(name)));
	const declarations = functions.map(isCounted ? countedFunction : plainFunction).join(";\n");
	const before = usesUnevaluated ? "const context = new CheckContext(); " : "";
	const after = isCounted ? " finally { resetWork(work) }" : "";
	const code = `${declarations}; return (value) => { ${before}${place?.isMember ? `return ${entry}` : `try { return ${entry} } catch (error) { return refuseUnfinished(error) }${after}`} }`;
	const { identifier, variables } = GetExternal();
	const settings = usesUnevaluated ? evaluatingWork : plainWork;
	const work = isCounted ? {
		work: place?.family.work ?? createWork(settings),
		recall,
		recallEvaluated,
		resetWork
	} : {};
	return generateFunction({
		CheckContext,
		Guard: guard_exports,
		Hashing: hash_exports,
		refuseUnfinished,
		...work,
		[identifier]: variables
	}, code);
}
function plainFunction({ name, parameters, body }) {
	return `const ${name} = ${parameters} => ${body}`;
}
function countedFunction({ name, parameters, body }) {
	const check = `${name}_uncounted`;
	return `const ${check} = ${parameters} => ${body};\nconst ${name} = ${parameters} => ${`work.calls < work.limit ? (work.calls++, ${check}${parameters}) : ${parameters === "(value)" ? `recall(work, ${check}, value)` : `recallEvaluated(work, ${check}, { context, value })`}`}`;
}
function splitCall(call) {
	const start = call.indexOf("(");
	return [call.slice(0, start), call.slice(start)];
}
// src/schema/engine/validator.ts
var LazyValidator = class {
	schema;
	#references;
	#scope;
	#check;
	constructor(schema, references) {
		this.schema = schema;
		this.#references = references;
	}
	get scope() {
		return this.#scope ??= enterScope(this.#root(), this.schema);
	}
	get check() {
		return this.#check ??= compileCheck(this.#root(), this.schema);
	}
	#root() {
		return rootScope(this.schema, this.#references);
	}
};
const noReferences = {};
const validatorsByReferences = /* @__PURE__ */ new WeakMap();
function getValidator(schema, references = noReferences) {
	if (typeof schema === "boolean") return new LazyValidator(schema, references);
	let validators = validatorsByReferences.get(references);
	if (validators === void 0) validatorsByReferences.set(references, validators = /* @__PURE__ */ new WeakMap());
	let validator = validators.get(schema);
	if (validator === void 0) validators.set(schema, validator = new LazyValidator(schema, references));
	return validator;
}
function fitsOnce(schema, value) {
	return interpretCheck(lowerSchema(rootScope(schema), schema))(value);
}
// src/schema/graph/schema-graph.ts
var SchemaGraph = class {
	#refs = /* @__PURE__ */ new WeakMap();
	#idsByObject = /* @__PURE__ */ new WeakMap();
	#idsByText = /* @__PURE__ */ new Map();
	refsOf(schema) {
		let refs = this.#refs.get(schema);
		if (refs === void 0) this.#refs.set(schema, refs = refsIn(schema));
		return refs;
	}
	idOf(schema) {
		let id = this.#idsByObject.get(schema);
		if (id === void 0) {
			const text = JSON.stringify(schema);
			id = this.#idsByText.get(text) ?? this.#idsByText.size;
			this.#idsByText.set(text, id);
			this.#idsByObject.set(schema, id);
		}
		return id;
	}
	reach(schema, root) {
		const reached = /* @__PURE__ */ new Map();
		const open = [schema];
		for (const next of open) for (const ref of this.refsOf(next)) {
			const target = reached.has(ref) ? void 0 : targetOf(root, ref);
			if (target === void 0) continue;
			reached.set(ref, target);
			open.push(target);
		}
		return reached;
	}
	*findPlain(roots) {
		const ids = /* @__PURE__ */ new Map();
		const users = /* @__PURE__ */ new Map();
		const different = /* @__PURE__ */ new Set();
		for (const root of roots) {
			for (const [ref, schema] of this.reach(root, root)) {
				const id = this.idOf(schema);
				if ((ids.get(ref) ?? id) !== id) different.add(ref);
				ids.set(ref, id);
				for (const inner of this.refsOf(schema)) users.set(inner, (users.get(inner) ?? /* @__PURE__ */ new Set()).add(ref));
			}
			yield;
		}
		for (const ref of different) for (const user of users.get(ref) ?? []) different.add(user);
		return new Set([...ids.keys()].filter((ref) => !different.has(ref)));
	}
};
function targetOf(root, ref) {
	const isPointer = ref === "#" || ref.startsWith("#/");
	const target = partAt(root, isPointer ? ref : `#/$defs/${encodeURIComponent(toPointerToken(ref))}`);
	return isSchemaObject(target) ? target : void 0;
}
function refsIn(schema) {
	const refs = /* @__PURE__ */ new Set();
	const visit = (part) => {
		if (!isSchemaObject(part)) return part;
		if (typeof part["$ref"] === "string") refs.add(part["$ref"]);
		for (const [keyword, value] of Object.entries(part)) if (keyword !== "$defs" && keyword !== "definitions") mapSubschemas(keyword, value, visit);
		return part;
	};
	visit(schema);
	return [...refs];
}
// src/schema/print/input-example.ts
const INPUT_EXAMPLES = Symbol("input examples");
const OUTPUT_EXAMPLE = Symbol("output example");
function outputExampleOf(spec) {
	return OUTPUT_EXAMPLE in spec ? spec[OUTPUT_EXAMPLE]() : void 0;
}
function outputExample(schema, given) {
	return [given, ...examplesIn(schema)].find((example) => example !== void 0 && getValidator(schema).check(example));
}
function inputExamplesOf(spec) {
	return INPUT_EXAMPLES in spec ? spec[INPUT_EXAMPLES]() : {};
}
function inputExample(schema, given = {}) {
	const fits = (value) => getValidator(schema).check(value);
	const whole = examplesIn(schema).find(fits);
	if (whole !== void 0) return whole;
	const example = composed(schema, given);
	return example !== void 0 && fits(example) ? example : void 0;
}
function composed(schema, given) {
	const properties = isSchemaObject(schema["properties"]) ? schema["properties"] : {};
	const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
	const example = [];
	let isGiven = false;
	for (const [name, part] of Object.entries(properties)) {
		const property = followed(schema, part);
		const own = Object.hasOwn(given, name) ? given[name] : examplesIn(property)[0];
		if (own !== void 0) {
			example.push([name, own]);
			isGiven = true;
		} else if (required.has(name)) {
			const value = placeholder(name, property);
			if (value === void 0) return void 0;
			example.push([name, value]);
		}
	}
	return isGiven ? Object.fromEntries(example) : void 0;
}
function examplesIn(schema) {
	return Array.isArray(schema["examples"]) ? schema["examples"] : [];
}
function followed(root, part) {
	if (!isSchemaObject(part)) return {};
	const { $ref } = part;
	const target = typeof $ref === "string" ? targetOf(root, $ref) : void 0;
	return isSchemaObject(target) ? {
		...target,
		...part
	} : part;
}
function placeholder(name, schema) {
	const { type, enum: values, const: only, default: preset, minimum } = schema;
	if (only !== void 0) return only;
	if (preset !== void 0) return preset;
	if (Array.isArray(values)) return values[0];
	if (type === "string") return `<${name}>`;
	if (type === "boolean") return true;
	return type === "integer" || type === "number" ? Math.max(1, Number(minimum ?? 1)) : void 0;
}
// src/schema/explain/describe-value.ts
const LONGEST_DESCRIPTION = 60;
const LONGEST_STRING = 40;
const LONGEST_CUT_STRING = 30;
const KEYS_SHOWN = 4;
function describeValue(value) {
	try {
		return shorten(describe$1(value), LONGEST_DESCRIPTION);
	} catch {
		return Array.isArray(value) ? "array" : typeof value;
	}
}
function describe$1(value) {
	switch (typeof value) {
		case "string": return describeString(value);
		case "bigint": return "a bigint";
		case "symbol": return "a symbol";
		case "function": return "a function";
		case "object": return value === null ? "null" : describeObject(value);
		default: return Object.is(value, -0) ? "-0" : String(value);
	}
}
function describeString(value) {
	if (value.length <= LONGEST_STRING) return JSON.stringify(value);
	return `${JSON.stringify(shorten(value, LONGEST_CUT_STRING))} (${value.length} characters)`;
}
function describeObject(value) {
	if (Array.isArray(value)) return value.length === 0 ? "empty array" : `array of ${counted(value.length, "item")}`;
	if (value instanceof Date) return `Date ${Number.isNaN(value.getTime()) ? "(invalid)" : value.toISOString()}`;
	if (value instanceof Map || value instanceof Set) return `${nameOfClass(value)} of size ${value.size}`;
	if (ArrayBuffer.isView(value)) return `${nameOfClass(value)} of ${counted(value.byteLength, "byte")}`;
	const className = nameOfClass(value);
	return className === "Object" ? describeKeys(value) : `${className} object`;
}
function nameOfClass(value) {
	if (Object.getPrototypeOf(value) === null) return "Object";
	const name = value.constructor?.name;
	return Object.hasOwn(value, "constructor") || typeof name !== "string" || name === "" ? "Object" : shorten(name, 30);
}
function describeKeys(value) {
	const keys = [];
	for (const key in value) {
		if (keys.length === KEYS_SHOWN) return `object with ${keys.join(", ")}, …`;
		keys.push(shorten(key, 20));
	}
	return keys.length === 0 ? "empty object" : `object with ${keys.join(", ")}`;
}
// src/schema/types/value-error.ts
const LONGEST_NAME_IN_PATH = 200;
function memberPath(path, key) {
	return `${path}/${typeof key === "number" ? key : pointerToken(key)}`;
}
function pointerToken(key) {
	const name = key.length > LONGEST_NAME_IN_PATH ? shorten(key, LONGEST_NAME_IN_PATH) : key;
	return toPointerToken(name);
}
const listsCutShort = /* @__PURE__ */ new WeakSet();
function markCutShort(errors) {
	listsCutShort.add(errors);
}
function isCutShort(errors) {
	return listsCutShort.has(errors);
}
// src/schema/standard/standard-schema.ts
const MOST_ISSUES = 8;
const LONGEST_MESSAGE = 200;
function isStandardSchema(schema) {
	if (typeof schema !== "object" && typeof schema !== "function" || schema === null) return false;
	const props = schema["~standard"];
	if (typeof props !== "object" || props === null) return false;
	const { version, validate } = props;
	return version === 1 && typeof validate === "function";
}
function runStandardSchema(schema, value) {
	try {
		const result = schema["~standard"].validate(value);
		if (!isPromise(result)) return toOutcome(schema, value, result);
		return Promise.resolve(result).then((settled) => toOutcome(schema, value, settled), (error) => ({ errors: [failure(schema, value, error)] }));
	} catch (error) {
		return { errors: [failure(schema, value, error)] };
	}
}
function isPromise(result) {
	return typeof result === "object" && result !== null && typeof result.then === "function";
}
function toOutcome(schema, value, result) {
	const { issues } = typeof result === "object" && result !== null ? result : {};
	if (Array.isArray(issues)) return { errors: orFailure(standardIssuesToErrors(issues, value), schema, value) };
	if (issues === void 0 && typeof result === "object" && result !== null && "value" in result) return { value: result.value };
	return { errors: [failure(schema, value, /* @__PURE__ */ new Error("it returned neither a value nor a list of issues"))] };
}
function orFailure(errors, schema, value) {
	return errors.length > 0 ? errors : [failure(schema, value, /* @__PURE__ */ new Error("it refused the value without a reason"))];
}
function failure(schema, value, error) {
	const { vendor } = schema["~standard"];
	const library = typeof vendor === "string" ? shorten(vendor, 40) : "unknown";
	return {
		path: "",
		message: `could not be validated by the ${library} schema: ${shorten(error instanceof Error ? error.message : describeValue(error), LONGEST_MESSAGE)}`,
		expected: `a value that fits the ${library} schema`,
		received: describeValue(value),
		keyword: "validate"
	};
}
function standardIssuesToErrors(issues, value) {
	const errors = issues.slice(0, MOST_ISSUES).map((issue) => toError(issue, value));
	if (issues.length > MOST_ISSUES) markCutShort(errors);
	return errors;
}
function toError(issue, root) {
	let path = "";
	let at = root;
	for (const segment of issuePath(issue)) {
		const key = typeof segment === "object" ? segment.key : segment;
		path = memberPath(path, typeof key === "symbol" ? String(key) : key);
		at = readPath(at, key);
	}
	const message = typeof issue?.message === "string" && issue.message !== "" ? issue.message : "is invalid";
	return {
		path,
		message: shorten(message, LONGEST_MESSAGE),
		expected: "a valid value",
		received: describeValue(at),
		keyword: "validate"
	};
}
function issuePath(issue) {
	const path = issue?.path;
	return Array.isArray(path) ? path : [];
}
function readPath(value, key) {
	try {
		return value?.[key];
	} catch {
		return;
	}
}
// src/schema/standard/json-schema-of.ts
const described = {
	input: /* @__PURE__ */ new WeakMap(),
	output: /* @__PURE__ */ new WeakMap()
};
function jsonSchemaOf(schema, direction) {
	if (!isStandardSchema(schema)) return schema;
	const known = described[direction].get(schema);
	if (known !== void 0) return known;
	const result = describe(schema, direction);
	described[direction].set(schema, result);
	return result;
}
const LENIENT = { unrepresentable: "any" };
function describe(schema, direction) {
	const { vendor, jsonSchema } = schema["~standard"];
	const library = typeof vendor === "string" ? shorten(vendor, 40) : "unknown";
	const convert = jsonSchema?.[direction];
	if (typeof convert !== "function") return anything(`Validated by a ${library} schema that has no JSON Schema${library === "valibot" ? "; wrap it with toStandardJsonSchema from @valibot/to-json-schema" : ""}.`);
	let reason;
	for (const libraryOptions of [void 0, LENIENT]) try {
		const options = {
			target: "draft-2020-12",
			...libraryOptions && { libraryOptions }
		};
		const result = Reflect.apply(convert, jsonSchema, [options]);
		if (typeof result === "object" && result !== null && !Array.isArray(result)) return result;
		reason ??= /* @__PURE__ */ new Error("the library returned no JSON Schema");
	} catch (error) {
		reason ??= error;
	}
	return anything(`Validated by a ${library} schema that JSON Schema cannot express: ${reason instanceof Error ? shorten(reason.message, 120) : "unknown reason"}`);
}
function anything(description) {
	return { description };
}
// src/schema/standard/plain-schema.ts
const JSON_TYPES = /* @__PURE__ */ new Set([
	"object",
	"array",
	"string",
	"number",
	"integer",
	"boolean",
	"null"
]);
const ABSENT_TYPES = /* @__PURE__ */ new Set(["undefined", "void"]);
function toPlainSchema(schema, direction) {
	try {
		const copy = JSON.parse(JSON.stringify(jsonSchemaOf(schema, direction)));
		return isSchemaObject(copy) ? copy : copy === false ? { not: {} } : {};
	} catch {
		return { description: "The server validates this: the schema cannot be written as JSON." };
	}
}
function withoutDialect(schema) {
	if (typeof schema["$schema"] === "string" && !schema["$schema"].includes("2020-12")) return schema;
	return mapSchema(schema, (part) => withPrefixItems(withJSONTypes(withoutAbsentChoices(part))));
}
function withoutAbsentChoices(schema) {
	const { anyOf } = schema;
	if (!Array.isArray(anyOf)) return schema;
	const present = anyOf.filter((choice) => !isSchemaObject(choice) || !isAbsent(choice));
	return present.length === 0 || present.length === anyOf.length ? schema : {
		...schema,
		anyOf: present
	};
}
function withJSONTypes(schema) {
	const { type, ...rest } = schema;
	if (type === void 0 || JSON_TYPES.has(type)) return schema;
	if (!Array.isArray(type)) return rest;
	return type.every((one) => JSON_TYPES.has(one)) ? schema : {
		...rest,
		type: type.filter((one) => JSON_TYPES.has(one))
	};
}
function withPrefixItems(schema) {
	if (!Array.isArray(schema["items"])) return schema;
	const { items, additionalItems, ...rest } = schema;
	return {
		...rest,
		prefixItems: items,
		...additionalItems === void 0 ? {} : { items: additionalItems }
	};
}
function mapSchema(schema, change) {
	const changeInner = (part) => isSchemaObject(part) ? mapSchema(part, change) : part;
	return mapOwn(change(schema), (value, keyword) => mapSubschemas(keyword, value, changeInner));
}
function saysNothing(schema) {
	return !Object.keys(schema).some(isApplied);
}
function isAbsent(schema) {
	return ABSENT_TYPES.has(schema["type"]);
}
function mayBeAbsent(schema) {
	return isAbsent(schema) || choicesOf$2(schema).some(mayBeAbsent);
}
function isObjectSchema(schema, root = schema, depth = 0) {
	if (schema["type"] !== void 0) return schema["type"] === "object";
	if (depth > 20) return false;
	const inner = (part) => isObjectSchema(part, root, depth + 1);
	const choices = choicesOf$2(schema);
	const referred = typeof schema["$ref"] === "string" ? partAt(root, schema["$ref"]) : void 0;
	return choices.length > 0 && choices.every(inner) || Array.isArray(schema["allOf"]) && schema["allOf"].some((part) => isSchemaObject(part) && inner(part)) || isSchemaObject(referred) && inner(referred);
}
function choicesOf$2(schema) {
	const choices = schema["anyOf"] ?? schema["oneOf"];
	return Array.isArray(choices) ? choices.map((choice) => isSchemaObject(choice) ? choice : {}) : [];
}
// src/schema/standard/to-json-schema.ts
function toJSONSchema(schema, direction) {
	const plain = toPlainSchema(schema, direction);
	return isAbsent(plain) ? { not: {} } : withoutDialect(plain);
}
// src/registry/operation-filter.ts
function matchesFilter(spec, filter) {
	const { namespace, type, tag, text } = filter;
	return (namespace === void 0 || spec.namespace === namespace || spec.namespace.startsWith(`${namespace}.`)) && (type === void 0 || spec.type === type) && (tag === void 0 || (spec.tags?.includes(tag) ?? false)) && (text === void 0 || matchesText(spec, text));
}
function matchesText(spec, text) {
	const haystack = [
		operationId(spec),
		spec.title,
		spec.description,
		...spec.tags ?? []
	].join("\n").toLowerCase();
	return text.toLowerCase().split(/\s+/).every((word) => haystack.includes(word));
}
// src/shared/deprecation.ts
function toDeprecation(deprecated) {
	return typeof deprecated === "boolean" ? deprecated ? {} : void 0 : deprecated;
}
const LONGEST_REASON = 400;
function deprecationText({ reason = "", successor, since, sunset }) {
	const why = shorten(reason.slice(0, 4 * LONGEST_REASON).replaceAll(/\s+/g, " ").trim(), LONGEST_REASON);
	return [
		successor === void 0 ? "" : `Use ${shorten(successor, 200)} instead.`,
		why === "" || /[.!?…]$/.test(why) ? why : `${why}.`,
		since === void 0 ? "" : `Deprecated since ${since}.`,
		sunset === void 0 ? "" : `It is expected to end on ${sunset}.`
	].filter((sentence) => sentence !== "").join(" ");
}
function deprecationNote(deprecation) {
	const text = deprecationText(deprecation);
	return text === "" ? "Deprecated." : `Deprecated: ${text}`;
}
const DATE = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/i;
function instantOf(text) {
	const [, date] = DATE.exec(text) ?? [];
	const day = Date.parse(`${date}T00:00:00Z`);
	if (date === void 0 || Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return void 0;
	const instant = Date.parse(text.toUpperCase());
	return Number.isNaN(instant) ? void 0 : instant;
}
function notedDescription({ description, deprecated }) {
	const deprecation = toDeprecation(deprecated);
	if (deprecation === void 0) return description;
	return [deprecationNote(deprecation), description].filter((text) => text !== "").join("\n\n");
}
// src/shared/parameter-texts.ts
const PARAMETER_TEXTS = Symbol("parameter texts");
function parameterTextsOf(spec) {
	return PARAMETER_TEXTS in spec ? spec[PARAMETER_TEXTS]() : void 0;
}
// src/operation/define-operation.ts
function defineOperation(definition) {
	return definition;
}
// src/shared/builtin-module.ts
function builtinModule(name) {
	const { process } = globalThis;
	return process?.getBuiltinModule?.(name);
}
// src/shared/short-hash.ts
function shortHash(text) {
	let hash = 2166136261;
	for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
	return (hash >>> 0).toString(16).padStart(8, "0");
}
// src/shared/file-path.ts
const WINDOWS_DRIVE = /^[A-Za-z]:[\\/]/;
const WINDOWS_SHARE = /^\\\\/;
function toAbsolutePath(path, folder) {
	const isAbsolute = path.startsWith("/") || WINDOWS_DRIVE.test(path) || WINDOWS_SHARE.test(path);
	const relative = path.replace(/^(?:\.[\\/]+)+/, "").replace(/^\.$/, "");
	return withoutEndSlash(isAbsolute ? path : `${withoutEndSlash(folder)}/${relative}`) || "/";
}
function toFileURL(path) {
	if (WINDOWS_SHARE.test(path)) return `file:${encodePath(path.replaceAll("\\", "/"))}`;
	if (WINDOWS_DRIVE.test(path)) return `file:///${encodePath(path.replaceAll("\\", "/"))}`;
	return `file://${encodePath(path)}`;
}
function withoutEndSlash(path) {
	return path.replace(/\/+$/, "");
}
function encodePath(path) {
	return encodeURI(path).replaceAll("?", "%3F").replaceAll("#", "%23");
}
// src/schema/explain/keywords.ts
function schemaList(value) {
	return Array.isArray(value) && value.every(isSchema) ? value : void 0;
}
function schemaEntries(value) {
	if (!isRecord(value)) return [];
	const entries = Object.entries(value);
	return entries.every((entry) => isSchema(entry[1])) ? entries : [];
}
function stringList(value) {
	return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : [];
}
function typeNames({ type }) {
	if (typeof type === "string") return [type];
	return Array.isArray(type) && type.every((name) => typeof name === "string") ? type : void 0;
}
function hasProperty(value, key) {
	return key in Object.prototype ? Object.hasOwn(value, key) : key in value;
}
// src/schema/explain/describe-schema.ts
const LONGEST_LIST = 100;
const LONGEST_TITLE = 40;
const ALTERNATIVES_SHOWN = 8;
function describeSchema(schema) {
	if (typeof schema === "boolean") return schema ? "anything" : "nothing";
	const keywords = schema;
	if (typeof keywords.title === "string" && keywords.title !== "") return shorten(keywords.title, LONGEST_TITLE);
	if ("const" in keywords) return describeValue(keywords.const);
	if (Array.isArray(keywords.enum)) return describeChoices(keywords.enum);
	const alternatives = schemaList(keywords.oneOf) ?? schemaList(keywords.anyOf);
	if (alternatives !== void 0) return describeAlternatives(alternatives);
	if (typeof keywords.$ref === "string") return shorten(keywords.$ref.split("/").at(-1) ?? "", LONGEST_TITLE);
	return describeTypes(keywords);
}
function describeAlternatives(schemas) {
	const texts = /* @__PURE__ */ new Set();
	for (const schema of schemas.slice(0, ALTERNATIVES_SHOWN)) texts.add(describeAlternative(schema));
	if (schemas.length > ALTERNATIVES_SHOWN) texts.add("…");
	return shorten([...texts].join(" or "), LONGEST_LIST);
}
function describeAlternative(schema) {
	return typeof schema === "object" && ("anyOf" in schema || "oneOf" in schema) && !("enum" in schema) ? "another union" : describeSchema(schema);
}
function describeChoices(values) {
	const shown = values.slice(0, 16).map(describeValue);
	const [only] = shown;
	if (only !== void 0 && values.length === 1) return only;
	return shorten(`one of ${shown.join(", ")}${values.length > shown.length ? ", …" : ""}`, LONGEST_LIST);
}
function describeTypes(keywords) {
	const types = typeNames(keywords) ?? [];
	const names = schemaEntries(keywords.properties).map(([name]) => name);
	if (names.length > 0 && (types.length === 0 || types.length === 1 && types[0] === "object")) {
		const shown = names.slice(0, 3).map((name) => shorten(name, 20));
		return `object with ${shown.join(", ")}${names.length > shown.length ? ", …" : ""}`;
	}
	return types.length === 0 ? "a value that fits" : shorten(types.join(" or "), LONGEST_LIST);
}
// src/schema/explain/explained-root.ts
const roots = /* @__PURE__ */ new WeakMap();
function explainedRoot(schema) {
	if (typeof schema === "boolean") return compileRoot(schema);
	let root = roots.get(schema);
	if (root === void 0) roots.set(schema, root = compileRoot(schema));
	return root;
}
function compileRoot(schema) {
	return {
		schema,
		scope: rootScope(schema),
		check: getValidator(schema).check,
		subChecks: /* @__PURE__ */ new WeakMap(),
		keywordChecks: /* @__PURE__ */ new WeakMap(),
		refs: /* @__PURE__ */ new WeakMap()
	};
}
function knownSubCheck(root, schema) {
	return schema === root.schema ? root.check : root.subChecks.get(schema);
}
function compileSubCheck(root, standing) {
	const check = compileOrRefuse(standing.scope, standing.schema);
	root.subChecks.set(standing.schema, check);
	return check;
}
function keywordCheck(root, standing, keywords) {
	const [name] = keywords;
	let checks = root.keywordChecks.get(standing.schema);
	if (checks === void 0) root.keywordChecks.set(standing.schema, checks = /* @__PURE__ */ new Map());
	let check = checks.get(name);
	if (check === void 0) {
		const source = standing.schema;
		const alone = Object.fromEntries(keywords.filter((key) => key in source).map((key) => [key, source[key]]));
		checks.set(name, check = compileOrRefuse(standing.scope, alone));
	}
	return check;
}
function resolvedRef(root, scope, schema) {
	let known = root.refs.get(schema);
	if (known === void 0) root.refs.set(schema, known = { target: resolveRef(scope, schema) });
	return known.target;
}
function compileOrRefuse(scope, schema) {
	try {
		return compileCheck(scope, schema);
	} catch {
		return () => false;
	}
}
// src/schema/explain/explanation.ts
const DEEPEST = 250;
function isDone(explanation) {
	return explanation.errors.length >= explanation.limit;
}
function takeStep(explanation, spot) {
	return !isDone(explanation) && spot.depth <= DEEPEST && explanation.budget.steps-- > 0;
}
function addError(explanation, spot, finding) {
	if (isDone(explanation)) return;
	const path = finding.member === void 0 ? spot.path : memberPath(spot.path, finding.member);
	const received = finding.received ?? describeValue(spot.value);
	const message = finding.message ?? `expected ${finding.expected}, received ${received}`;
	if (explanation.errors.some((error) => error.path === path && error.message === message)) return;
	const { keyword, expected } = finding;
	const schemaPath = keyword === "schema" || keyword === "false" ? spot.schemaPath : `${spot.schemaPath}/${keyword}`;
	explanation.errors.push({
		path,
		message,
		expected,
		received,
		keyword,
		schemaPath
	});
}
function addGeneralError(explanation, spot) {
	const expected = describeSchema(spot.schema);
	addError(explanation, spot, {
		keyword: "schema",
		expected,
		message: `does not fit the schema (expected ${expected}), received ${describeValue(spot.value)}`
	});
}
function inPlace$1({ inner: scope, value, path, schemaPath, depth }, sub) {
	return {
		schema: sub.schema,
		scope,
		value,
		path,
		schemaPath: `${schemaPath}/${sub.step}`,
		depth: depth + 1
	};
}
function ofMember(spot, sub, key) {
	const [value, path] = [readMember(spot.value, key), memberPath(spot.path, key)];
	return inPlace$1({
		inner: spot.inner,
		value,
		path,
		schemaPath: spot.schemaPath,
		depth: spot.depth
	}, sub);
}
const UNREADABLE = Object.freeze({});
function readMember(value, key) {
	try {
		return value[key];
	} catch {
		return UNREADABLE;
	}
}
function fits(explanation, spot) {
	const { root, budget } = explanation;
	const { schema, value } = spot;
	if (typeof schema === "boolean") return schema;
	if (!isContainer(value)) return firstError(explanation, spot) === void 0;
	let check = knownSubCheck(root, schema);
	if (check === void 0) {
		if (budget.compilations-- <= 0) return firstError(explanation, spot) === void 0;
		check = compileSubCheck(root, {
			schema,
			scope: spot.scope
		});
	}
	return remembered(budget, check, value);
}
function remembered({ answers }, check, value) {
	let known = answers.get(value);
	if (known === void 0) answers.set(value, known = /* @__PURE__ */ new Map());
	let answer = known.get(check);
	if (answer === void 0) known.set(check, answer = passes(check, value));
	return answer;
}
function passes(check, value) {
	try {
		return check(value);
	} catch {
		return false;
	}
}
function firstError(explanation, spot) {
	const attempt = {
		...explanation,
		errors: [],
		limit: 1
	};
	explanation.explain(attempt, spot);
	return attempt.errors[0];
}
function isContainer(value) {
	return typeof value === "object" && value !== null;
}
function explainUnlessFits(explanation, spot) {
	if (isDone(explanation)) return;
	if (spot.value === UNREADABLE) return addUnreadable(explanation, spot);
	if (!isContainer(spot.value)) explanation.explain(explanation, spot);
	else if (!fits(explanation, spot)) explainMisfit(explanation, spot);
}
function addUnreadable(explanation, spot) {
	const expected = describeSchema(spot.schema);
	addError(explanation, spot, {
		keyword: "schema",
		expected,
		message: `could not be read: its getter throws (expected ${expected})`,
		received: "a getter that throws"
	});
}
function explainMisfit(explanation, spot) {
	const before = explanation.errors.length;
	explanation.explain(explanation, spot);
	if (explanation.errors.length === before) addGeneralError(explanation, spot);
}
// src/schema/explain/find-misfits.ts
const WORTH_COMPILING = 32;
function findMisfits(explanation, spot, members) {
	const { keys } = members;
	const { budget } = explanation;
	const isRange = "from" in keys;
	const keyAt = isRange ? (index) => index : (index) => keys[index];
	const [from, to] = isRange ? [keys.from, keys.to] : [0, keys.length];
	const check = to - from > WORTH_COMPILING ? memberCheck(explanation, spot, members) : void 0;
	for (let index = from; index < to && !isDone(explanation) && budget.members > 0; index++) {
		if (check !== void 0) {
			const next = nextMisfit(spot.value, check, {
				keyAt,
				from: index,
				to: Math.min(to, index + budget.members)
			});
			budget.members -= next - index;
			index = next;
		}
		budget.members--;
		const key = keyAt(index);
		if (index < to && !isHole(spot.value, key)) explainUnlessFits(explanation, ofMember(spot, members, key));
	}
}
function nextMisfit(value, check, { keyAt, from, to }) {
	let index = from;
	try {
		while (index < to && check(value[keyAt(index)])) index++;
	} catch {}
	return index;
}
function memberCheck(explanation, spot, { schema }) {
	if (typeof schema === "boolean") return () => schema;
	const known = knownSubCheck(explanation.root, schema);
	if (known !== void 0 || explanation.budget.compilations-- <= 0) return known;
	return compileSubCheck(explanation.root, {
		schema,
		scope: spot.inner
	});
}
function isHole(value, key) {
	return typeof key === "number" && !(key in value);
}
// src/schema/explain/leaf-keywords.ts
const LONGEST_PATTERN = 60;
const LONGEST_TYPES = 100;
const TYPE_TESTS = {
	array: Array.isArray,
	bigint: (value) => typeof value === "bigint",
	boolean: (value) => typeof value === "boolean",
	function: (value) => typeof value === "function",
	integer: Number.isInteger,
	null: (value) => value === null,
	number: Number.isFinite,
	object: isRecord,
	string: (value) => typeof value === "string",
	symbol: (value) => typeof value === "symbol",
	undefined: (value) => value === void 0,
	void: (value) => value === void 0
};
function isOfType(value, types) {
	return types.some((type) => !Object.hasOwn(TYPE_TESTS, type) || TYPE_TESTS[type]?.(value) === true);
}
function keywordFits(explanation, spot, keywords) {
	return passes(keywordCheck(explanation.root, {
		schema: spot.schema,
		scope: spot.inner
	}, keywords), spot.value);
}
function explainType(explanation, spot, schema) {
	const types = typeNames(schema);
	if (types === void 0) return true;
	const fit = types.includes("constructor") ? keywordFits(explanation, spot, ["type"]) : isOfType(spot.value, types);
	if (!fit) addError(explanation, spot, {
		keyword: "type",
		expected: shorten(types.join(" or "), LONGEST_TYPES)
	});
	return fit;
}
function explainChoice(explanation, spot, schema) {
	if ("const" in schema && !isChoice(explanation, spot, "const")) {
		addError(explanation, spot, {
			keyword: "const",
			expected: describeValue(schema.const)
		});
		return false;
	}
	if (!Array.isArray(schema.enum) || isChoice(explanation, spot, "enum")) return true;
	addError(explanation, spot, choiceFinding(schema.enum, spot.value));
	return false;
}
function choiceFinding(choices, value) {
	const expected = describeChoices(choices);
	const received = describeValue(value);
	const names = choices.filter((choice) => typeof choice === "string");
	const meant = typeof value === "string" ? closestName(value, names) : void 0;
	return {
		keyword: "enum",
		expected,
		received,
		message: `expected ${expected}, received ${received}${meant === void 0 ? "" : ` (did you mean ${describeValue(meant)}?)`}`
	};
}
function isChoice(explanation, spot, keyword) {
	const { value } = spot;
	if (typeof value === "object" && value !== null) return keywordFits(explanation, spot, [keyword]);
	const schema = spot.schema;
	return keyword === "const" ? value === schema.const : schema.enum.some((choice) => choice === value);
}
const NUMBER_LIMITS = [
	[
		"minimum",
		">=",
		(value, limit) => value >= limit
	],
	[
		"maximum",
		"<=",
		(value, limit) => value <= limit
	],
	[
		"exclusiveMinimum",
		">",
		(value, limit) => value > limit
	],
	[
		"exclusiveMaximum",
		"<",
		(value, limit) => value < limit
	]
];
function explainNumber(explanation, spot, schema) {
	const { value } = spot;
	if (!isNumeric(value)) return;
	for (const [keyword, sign, holds] of NUMBER_LIMITS) {
		const limit = schema[keyword];
		if (isNumeric(limit) && !holds(value, limit)) addError(explanation, spot, {
			keyword,
			expected: `${sign} ${limit}`
		});
	}
	if (isNumeric(schema.multipleOf) && !keywordFits(explanation, spot, ["multipleOf"])) addError(explanation, spot, {
		keyword: "multipleOf",
		expected: `a multiple of ${schema.multipleOf}`
	});
}
function isNumeric(value) {
	return typeof value === "bigint" || Number.isFinite(value);
}
function explainString(explanation, spot, schema) {
	if (typeof spot.value !== "string") return;
	const report = (keyword, expected) => {
		if (!keywordFits(explanation, spot, [keyword])) addError(explanation, spot, {
			keyword,
			expected
		});
	};
	const { minLength, maxLength, format, pattern } = schema;
	if (isNumeric(minLength)) report("minLength", `at least ${counted(Number(minLength), "character")}`);
	if (isNumeric(maxLength)) report("maxLength", `at most ${counted(Number(maxLength), "character")}`);
	if (typeof format === "string") report("format", `format ${shorten(format, LONGEST_PATTERN)}`);
	if (typeof pattern === "string" || pattern instanceof RegExp) report("pattern", `a string that matches /${shorten(typeof pattern === "string" ? pattern : pattern.source, LONGEST_PATTERN)}/`);
}
// src/schema/explain/array-keywords.ts
const ITEMS_SEARCHED_FOR_TWINS = 1e3;
function explainArray(explanation, spot, schema) {
	const { value } = spot;
	if (!Array.isArray(value)) return;
	explainLength(explanation, spot, schema);
	explainItems(explanation, spot, schema);
	explainContains(explanation, spot, schema);
	if (schema.uniqueItems === true) explainTwins(explanation, spot, value);
}
function explainLength(explanation, spot, { minItems, maxItems }) {
	const { length } = spot.value;
	if (typeof minItems === "number" && length < minItems) addError(explanation, spot, {
		keyword: "minItems",
		expected: `at least ${counted(minItems, "item")}`
	});
	if (typeof maxItems === "number" && length > maxItems) addError(explanation, spot, {
		keyword: "maxItems",
		expected: `at most ${counted(maxItems, "item")}`
	});
}
function explainItems(explanation, spot, schema) {
	const prefix = schemaList(schema.prefixItems) ?? [];
	explainTuple(explanation, spot, {
		schemas: prefix,
		keyword: "prefixItems"
	});
	const to = spot.value.length;
	if (isSchema(schema.items)) {
		findMisfits(explanation, spot, {
			schema: schema.items,
			step: "items",
			keys: {
				from: prefix.length,
				to
			}
		});
		return;
	}
	const tuple = schemaList(schema.items);
	if (tuple === void 0) return;
	explainTuple(explanation, spot, {
		schemas: tuple,
		keyword: "items"
	});
	if (!isSchema(schema.additionalItems)) return;
	const keys = {
		from: tuple.length,
		to
	};
	findMisfits(explanation, spot, {
		schema: schema.additionalItems,
		step: "additionalItems",
		keys
	});
}
function explainTuple(explanation, spot, { schemas, keyword }) {
	const { length } = spot.value;
	for (const [index, schema] of schemas.slice(0, length).entries()) {
		if (isDone(explanation)) return;
		explainUnlessFits(explanation, ofMember(spot, {
			schema,
			step: `${keyword}/${index}`
		}, index));
	}
}
function explainContains(explanation, spot, schema) {
	if (!isSchema(schema.contains) || keywordFits(explanation, spot, [
		"contains",
		"minContains",
		"maxContains"
	])) return;
	const { minContains, maxContains } = schema;
	addError(explanation, spot, {
		keyword: "contains",
		expected: `${`at least ${counted(typeof minContains === "number" ? minContains : 1, "item")}`}${typeof maxContains === "number" ? ` and at most ${counted(maxContains, "item")}` : ""} like: ${describeSchema(schema.contains)}`
	});
}
function explainTwins(explanation, spot, items) {
	const check = keywordCheck(explanation.root, {
		schema: spot.schema,
		scope: spot.inner
	}, ["uniqueItems"]);
	if (passes(check, items)) return;
	const twins = items.length <= ITEMS_SEARCHED_FOR_TWINS ? findTwins(check, items) : void 0;
	const finding = {
		keyword: "uniqueItems",
		expected: "unique items"
	};
	if (twins === void 0) {
		addError(explanation, spot, {
			...finding,
			message: "holds equal items; all must be different"
		});
		return;
	}
	const [first, second] = twins;
	const message = `is equal to item ${first}; all items must be different`;
	addError(explanation, spot, {
		...finding,
		message,
		received: describeValue(items[second]),
		member: second
	});
}
function findTwins(check, items) {
	let [unique, withTwins] = [0, items.length];
	while (withTwins - unique > 1) {
		const middle = unique + withTwins >> 1;
		if (passes(check, items.slice(0, middle))) unique = middle;
		else withTwins = middle;
	}
	const second = withTwins - 1;
	const first = items.findIndex((item) => !passes(check, [item, items[second]]));
	return first >= 0 && first < second ? [first, second] : void 0;
}
// src/schema/explain/follow-ref.ts
function entered(spot, schema) {
	const { scope, value, path, schemaPath, depth } = spot;
	return {
		schema,
		scope,
		value,
		path,
		schemaPath,
		depth,
		inner: enterScope(scope, schema)
	};
}
function refTarget(explanation, spot) {
	if (!hasRef(spot.schema)) return void 0;
	const target = resolvedRef(explanation.root, spot.inner, spot.schema);
	if (target === void 0) return void 0;
	return {
		...spot,
		...target,
		schemaPath: `${spot.schemaPath}/$ref`,
		depth: spot.depth + 1
	};
}
function hasRef(schema) {
	return typeof schema.$ref === "string";
}
// src/schema/explain/object-keywords.ts
function explainObject(explanation, spot, schema) {
	const { value } = spot;
	if (!isRecord(value)) return;
	explainRequired(explanation, spot, schema);
	explainDependencies(explanation, spot, schema);
	explainAdditional(explanation, spot, schema);
	explainProperties(explanation, spot, schema);
	explainPatterns(explanation, spot, schema);
	explainNames(explanation, spot, schema);
	explainPropertyCount(explanation, spot, schema);
}
function explainRequired(explanation, spot, schema) {
	const properties = new Map(schemaEntries(schema.properties));
	for (const name of stringList(schema.required)) {
		if (isDone(explanation)) return;
		if (hasProperty(spot.value, name)) continue;
		const property = properties.get(name);
		const expected = property === void 0 ? "a value" : describeSchema(property);
		addError(explanation, spot, {
			keyword: "required",
			expected,
			message: property === void 0 ? "is required" : `is required (${expected})`,
			received: "nothing",
			member: name
		});
	}
}
function explainDependencies(explanation, spot, schema) {
	const value = spot.value;
	for (const keyword of [
		"dependentRequired",
		"dependencies",
		"dependentSchemas"
	]) {
		const dependencies = schema[keyword];
		if (!isRecord(dependencies) || namesOf(spot).length === 0) continue;
		for (const [name, dependency] of Object.entries(dependencies)) {
			if (!hasProperty(value, name)) continue;
			if (Array.isArray(dependency)) requireAlso(explanation, spot, {
				keyword,
				name,
				required: stringList(dependency)
			});
			else if (isSchema(dependency) && keyword !== "dependentRequired") explainUnlessFits(explanation, inPlace$1(spot, {
				schema: dependency,
				step: `${keyword}/${pointerToken(name)}`
			}));
		}
	}
}
function requireAlso(explanation, spot, { keyword, name, required }) {
	for (const other of required) {
		if (hasProperty(spot.value, other)) continue;
		addError(explanation, spot, {
			keyword,
			expected: "a value",
			message: `is required when "${shorten(name, 40)}" is present`,
			received: "nothing",
			member: other
		});
	}
}
function explainAdditional(explanation, spot, schema) {
	const additional = schema.additionalProperties;
	if (!isSchema(additional) || additional === true) return;
	const properties = isRecord(schema.properties) ? schema.properties : {};
	const patterns = schemaEntries(schema.patternProperties).map(([pattern]) => new RegExp(pattern, "u"));
	const isNamed = (key) => Object.hasOwn(properties, key) || patterns.some((pattern) => pattern.test(key));
	const keys = namesOf(spot).filter((key) => !isNamed(key));
	if (additional === false) {
		for (const key of keys) {
			if (isDone(explanation)) return;
			addUnexpected(explanation, spot, {
				key,
				keyword: "additionalProperties",
				allowed: Object.keys(properties)
			});
		}
		return;
	}
	findMisfits(explanation, spot, {
		schema: additional,
		step: "additionalProperties",
		keys
	});
}
function addUnexpected(explanation, spot, unexpected) {
	const { key, keyword, allowed } = unexpected;
	const absent = allowed.filter((name) => !hasProperty(spot.value, name));
	const meant = closestName(key, absent);
	const names = shorten(allowed.slice(0, 20).join(", "), 80);
	const hint = meant !== void 0 ? ` (did you mean "${meant}"?)` : allowed.length > 0 ? ` (allowed: ${names})` : "";
	const [expected, received] = ["no such property", describeValue(readMember(spot.value, key))];
	addError(explanation, spot, {
		keyword,
		expected,
		message: `is not allowed${hint}`,
		received,
		member: key
	});
}
function explainProperties(explanation, spot, schema) {
	const required = stringList(schema.required);
	const containers = [];
	for (const [key, property] of schemaEntries(schema.properties)) {
		if (isDone(explanation)) return;
		if (!hasProperty(spot.value, key)) continue;
		const member = ofMember(spot, {
			schema: property,
			step: `properties/${pointerToken(key)}`
		}, key);
		if (isContainer(member.value)) containers.push(member);
		else if (member.value !== void 0 || required.includes(key)) explainUnlessFits(explanation, member);
	}
	for (const member of containers) explainUnlessFits(explanation, member);
}
function explainPatterns(explanation, spot, schema) {
	for (const [source, property] of schemaEntries(schema.patternProperties)) {
		if (isDone(explanation)) return;
		const pattern = new RegExp(source, "u");
		const keys = Object.keys(spot.value).filter((key) => pattern.test(key));
		findMisfits(explanation, spot, {
			schema: property,
			step: `patternProperties/${pointerToken(source)}`,
			keys
		});
	}
}
function explainNames(explanation, spot, schema) {
	if (!isSchema(schema.propertyNames)) return;
	const names = inPlace$1(spot, {
		schema: schema.propertyNames,
		step: "propertyNames"
	});
	for (const key of namesOf(spot)) {
		if (isDone(explanation) || explanation.budget.members-- <= 0) return;
		const error = firstError(explanation, {
			...names,
			value: key
		});
		if (error === void 0) continue;
		const { expected, received } = error;
		addError(explanation, spot, {
			keyword: "propertyNames",
			expected,
			received,
			message: `is not an allowed property name (expected ${expected})`,
			member: key
		});
	}
}
function explainPropertyCount(explanation, spot, schema) {
	const { minProperties, maxProperties } = schema;
	const count = namesOf(spot).length;
	const received = count === 1 ? "1 property" : `${count} properties`;
	if (typeof minProperties === "number" && count < minProperties) addError(explanation, spot, {
		keyword: "minProperties",
		expected: `at least ${minProperties} properties`,
		received
	});
	if (typeof maxProperties === "number" && count > maxProperties) addError(explanation, spot, {
		keyword: "maxProperties",
		expected: `at most ${maxProperties} properties`,
		received
	});
}
function namesOf(spot) {
	try {
		return Object.getOwnPropertyNames(spot.value);
	} catch {
		return [];
	}
}
// src/schema/explain/unevaluated-keywords.ts
function explainUnevaluated(explanation, spot, schema) {
	const { value } = spot;
	const { unevaluatedProperties, unevaluatedItems } = schema;
	if (isSchema(unevaluatedProperties) && isRecord(value)) {
		const tests = applying(explanation, spot).flatMap((other) => nameTests(other, other.schema === spot.schema));
		const keys = namesOf(spot).filter((key) => !tests.some((test) => test(key)));
		for (const key of keys) {
			if (isDone(explanation) || explanation.budget.members-- <= 0) return;
			explainLeftOver(explanation, spot, {
				key,
				schema: unevaluatedProperties
			});
		}
	}
	if (isSchema(unevaluatedItems) && Array.isArray(value)) {
		const tests = applying(explanation, spot).flatMap((other) => indexTests(explanation, other, spot.schema));
		for (let key = 0; key < value.length && !isDone(explanation); key++) {
			if (explanation.budget.members-- <= 0) return;
			if (!tests.some((test) => test(key))) explainLeftOver(explanation, spot, {
				key,
				schema: unevaluatedItems
			});
		}
	}
}
function explainLeftOver(explanation, spot, { key, schema }) {
	const keyword = typeof key === "string" ? "unevaluatedProperties" : "unevaluatedItems";
	if (schema !== false) explainUnlessFits(explanation, ofMember(spot, {
		schema,
		step: keyword
	}, key));
	else if (typeof key === "string") addUnexpected(explanation, spot, {
		key,
		keyword,
		allowed: []
	});
	else addError(explanation, spot, {
		keyword,
		expected: "no such item",
		message: "is not allowed",
		member: key
	});
}
function applying(explanation, spot) {
	const { schema } = spot;
	if (typeof schema === "boolean" || explanation.budget.steps-- <= 0) return [];
	const here = entered(spot, schema);
	const target = refTarget(explanation, here);
	const others = [...always(here, schema), ...whereFitting(explanation, here, schema)];
	if (target !== void 0) others.push(target);
	return [here, ...others.flatMap((other) => applying(explanation, other))];
}
function always(spot, keywords) {
	const present = (isRecord(spot.value) ? schemaEntries(keywords.dependentSchemas) : []).filter(([name]) => hasProperty(spot.value, name)).map(([, schema]) => schema);
	return [...schemaList(keywords.allOf) ?? [], ...present].map((schema) => inPlace$1(spot, {
		schema,
		step: "allOf"
	}));
}
function whereFitting(explanation, spot, keywords) {
	const fitting = [...schemaList(keywords.anyOf) ?? [], ...schemaList(keywords.oneOf) ?? []].map((schema) => inPlace$1(spot, {
		schema,
		step: "anyOf"
	})).filter((branch) => fits(explanation, branch));
	if (!isSchema(keywords.if)) return fitting;
	const condition = inPlace$1(spot, {
		schema: keywords.if,
		step: "if"
	});
	const holds = fits(explanation, condition);
	const consequence = holds ? keywords.then : keywords.else;
	if (holds) fitting.push(condition);
	if (isSchema(consequence)) fitting.push(inPlace$1(spot, {
		schema: consequence,
		step: "then"
	}));
	return fitting;
}
function nameTests(spot, isOwner) {
	const keywords = spot.schema;
	if (isSchema(keywords.additionalProperties)) return [() => true];
	if (!isOwner && isSchema(keywords.unevaluatedProperties)) return [() => true];
	const names = new Set(schemaEntries(keywords.properties).map(([name]) => name));
	const patterns = schemaEntries(keywords.patternProperties).map(([pattern]) => new RegExp(pattern, "u"));
	return [(key) => names.has(key) || patterns.some((pattern) => pattern.test(key))];
}
function indexTests(explanation, spot, owner) {
	const keywords = spot.schema;
	const tuple = schemaList(keywords.items);
	if (isSchema(keywords.items) || tuple !== void 0 && isSchema(keywords.additionalItems)) return [() => true];
	if (spot.schema !== owner && isSchema(keywords.unevaluatedItems)) return [() => true];
	const { length } = tuple ?? schemaList(keywords.prefixItems) ?? [];
	const { contains } = keywords;
	if (!isSchema(contains)) return [(index) => index < length];
	const isContained = (index) => fits(explanation, ofMember(spot, {
		schema: contains,
		step: "contains"
	}, index));
	return [(index) => index < length || isContained(index)];
}
// src/schema/explain/union-keywords.ts
const BRANCHES_TRIED = 12;
const ERRORS_PER_TRIAL = 4;
const STEPS_PER_TRIAL = 100;
const REFS_FOLLOWED = 8;
function explainUnion(explanation, spot, keyword) {
	const schemas = schemaList(spot.schema[keyword]);
	if (schemas === void 0) return;
	const spots = schemas.map((schema, index) => inPlace$1(spot, {
		schema,
		step: `${keyword}/${index}`
	}));
	const fitting = spots.filter((branch) => fits(explanation, branch));
	if (fitting.length === 1 || fitting.length > 0 && keyword === "anyOf") return;
	if (fitting.length > 1) return addAmbiguity(explanation, spot, fitting);
	if (explainMeantBranch(explanation, spot, spots.map((branch) => ({
		spot: branch,
		keywords: keywordsBehindRefs(explanation, branch)
	})))) return;
	addError(explanation, spot, {
		keyword,
		expected: describeAlternatives(schemas)
	});
}
function addAmbiguity(explanation, spot, fitting) {
	const expected = "exactly one of the alternatives";
	const names = describeAlternatives(fitting.map((branch) => branch.schema));
	addError(explanation, spot, {
		keyword: "oneOf",
		expected,
		message: `fits ${fitting.length} of the alternatives (${names}), but must fit exactly one`
	});
}
function explainMeantBranch(explanation, spot, branches) {
	const ofRightType = branches.filter(({ keywords }) => mayBeOfType(keywords, spot.value));
	if (ofRightType.length === 0) return false;
	const choices = branches.map(({ keywords }) => choicesOf$1(keywords));
	if (choices.every((list) => list !== void 0)) {
		addError(explanation, spot, choiceFinding(choices.flat(), spot.value));
		return true;
	}
	const tagged = isRecord(spot.value) ? byTag(explanation, spot, ofRightType) : "no tag";
	if (tagged === "reported") return true;
	const candidates = tagged === "no tag" ? ofRightType.filter(({ keywords }) => !isChoiceList(keywords)) : tagged;
	const [only] = candidates;
	if (only !== void 0 && candidates.length === 1) {
		explainMisfit(explanation, only.spot);
		return true;
	}
	return explainClosest(explanation, candidates);
}
function mayBeOfType(keywords, value) {
	const types = typeNames(keywords);
	return types === void 0 || isOfType(value, types);
}
function choicesOf$1(keywords) {
	if ("const" in keywords) return [keywords.const];
	return Array.isArray(keywords.enum) ? keywords.enum : void 0;
}
function isChoiceList(keywords) {
	return choicesOf$1(keywords) !== void 0;
}
function byTag(explanation, spot, branches) {
	const value = spot.value;
	for (const name of tagNames(branches)) {
		const tagged = branches.map((branch) => ({
			branch,
			choices: tagChoices(branch.keywords, name)
		}));
		if (!hasProperty(value, name)) {
			if (!tagged.every(({ branch, choices }) => choices !== void 0 && isRequired(branch, name))) continue;
			addMissingTag(explanation, spot, {
				name,
				choices: tagged.flatMap(({ choices }) => choices ?? [])
			});
			return "reported";
		}
		const tag = readMember(value, name);
		const matching = tagged.filter(({ choices }) => choices === void 0 || choices.includes(tag));
		if (matching.length > 0 && matching.length < branches.length) return matching.map(({ branch }) => branch);
		if (matching.length > 0) continue;
		addError(explanation, spot, {
			...choiceFinding(tagged.flatMap(({ choices }) => choices ?? []), tag),
			member: name
		});
		return "reported";
	}
	return "no tag";
}
function isRequired({ keywords }, name) {
	return stringList(keywords.required).includes(name);
}
function addMissingTag(explanation, spot, { name, choices }) {
	const expected = describeChoices(choices);
	addError(explanation, spot, {
		keyword: "required",
		expected,
		message: `is required (${expected})`,
		received: "nothing",
		member: name
	});
}
function tagNames(branches) {
	const counts = /* @__PURE__ */ new Map();
	for (const { keywords } of branches) for (const [name, property] of schemaEntries(keywords.properties)) if (typeof property === "object" && isChoiceList(property)) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...counts].filter(([, count]) => count > 1).map(([name]) => name);
}
function tagChoices(keywords, name) {
	const properties = isRecord(keywords.properties) ? keywords.properties : {};
	const property = Object.hasOwn(properties, name) ? properties[name] : void 0;
	return isRecord(property) ? choicesOf$1(property) : void 0;
}
function explainClosest(explanation, branches) {
	const trials = branches.slice(0, BRANCHES_TRIED).map(({ spot }) => tryBranch(explanation, spot));
	trials.sort((left, right) => left.distance - right.distance);
	const [best, next] = trials;
	if (best === void 0 || next !== void 0 && next.distance === best.distance) return false;
	explanation.errors.push(...best.errors.slice(0, explanation.limit - explanation.errors.length));
	return best.errors.length > 0;
}
const SHAPE_KEYWORDS = /* @__PURE__ */ new Set([
	"required",
	"additionalProperties",
	"unevaluatedProperties",
	"dependentRequired"
]);
function tryBranch(explanation, spot) {
	const { budget } = explanation;
	const steps = Math.min(STEPS_PER_TRIAL, budget.steps);
	const attempt = {
		...explanation,
		budget: {
			...budget,
			steps
		},
		errors: [],
		limit: ERRORS_PER_TRIAL
	};
	explainMisfit(attempt, spot);
	budget.steps -= steps - Math.max(attempt.budget.steps, 0);
	budget.members = attempt.budget.members;
	budget.compilations = attempt.budget.compilations;
	const level = spot.path.split("/").length;
	let distance = 0;
	for (const error of attempt.errors) {
		const depth = error.path.split("/").length - level - (SHAPE_KEYWORDS.has(error.keyword) ? 1 : 0);
		distance += 1 / 2 ** depth;
	}
	return {
		errors: attempt.errors,
		distance
	};
}
function keywordsBehindRefs(explanation, branch) {
	let spot = branch;
	for (let hops = 0; hops < REFS_FOLLOWED; hops++) {
		const { schema } = spot;
		if (typeof schema === "boolean") return {};
		const target = refTarget(explanation, entered(spot, schema));
		if (target === void 0) return schema;
		spot = target;
	}
	return {};
}
// src/schema/explain/explain-schema.ts
const LONGEST_CUSTOM_MESSAGE = 120;
function explainSchema(explanation, spot) {
	const { schema } = spot;
	if (!takeStep(explanation, spot) || schema === true) return;
	if (schema === false) {
		addError(explanation, spot, {
			keyword: "false",
			expected: "nothing",
			message: "is not allowed"
		});
		return;
	}
	const here = entered(spot, schema);
	const keywords = schema;
	if (!explainType(explanation, here, keywords) || !explainChoice(explanation, here, keywords)) return;
	const before = explanation.errors.length;
	explainString(explanation, here, keywords);
	explainNumber(explanation, here, keywords);
	explainObject(explanation, here, keywords);
	explainArray(explanation, here, keywords);
	const target = refTarget(explanation, here);
	if (target !== void 0) explainUnlessFits(explanation, target);
	explainConditions(explanation, here, keywords);
	explainUnion(explanation, here, "oneOf");
	if (explanation.errors.length > before) return;
	explainUnion(explanation, here, "anyOf");
	explainDynamicRefs(explanation, here, keywords);
	explainRefinements(explanation, here, keywords);
	if (explanation.errors.length === before) explainUnevaluated(explanation, here, keywords);
}
function explainConditions(explanation, spot, keywords) {
	for (const [index, schema] of (schemaList(keywords.allOf) ?? []).entries()) explainUnlessFits(explanation, inPlace$1(spot, {
		schema,
		step: `allOf/${index}`
	}));
	if (isSchema(keywords.if)) {
		const step = fits(explanation, inPlace$1(spot, {
			schema: keywords.if,
			step: "if"
		})) ? "then" : "else";
		const schema = keywords[step];
		if (isSchema(schema)) explainUnlessFits(explanation, inPlace$1(spot, {
			schema,
			step
		}));
	}
	if (isSchema(keywords.not) && fits(explanation, inPlace$1(spot, {
		schema: keywords.not,
		step: "not"
	}))) addError(explanation, spot, {
		keyword: "not",
		expected: `anything but: ${describeSchema(keywords.not)}`
	});
}
function explainDynamicRefs(explanation, spot, keywords) {
	for (const keyword of ["$dynamicRef", "$recursiveRef"]) {
		const target = keywords[keyword];
		if (typeof target !== "string" || keywordFits(explanation, spot, [keyword])) continue;
		addError(explanation, spot, {
			keyword,
			expected: `a value that fits ${shorten(target, 60)}`
		});
	}
}
function explainRefinements(explanation, spot, keywords) {
	const refinements = keywords["~refine"];
	if (!Array.isArray(refinements)) return;
	for (const refinement of refinements) {
		if (passes((value) => refinement.check(value), spot.value)) continue;
		addError(explanation, spot, {
			keyword: "~refine",
			expected: "a value that passes a custom check",
			message: messageOf(refinement, spot.value)
		});
	}
}
function messageOf(refinement, value) {
	try {
		const message = refinement.error?.(value);
		if (typeof message === "string" && message !== "") return shorten(message, LONGEST_CUSTOM_MESSAGE);
	} catch {}
	return "does not pass a custom check";
}
// src/schema/explain/collect-errors.ts
const DEFAULT_ERROR_LIMIT = 8;
const STEPS = 1e4;
const MEMBERS = 4e6;
const COMPILATIONS = 24;
function collectErrors(schema, value, options = {}) {
	const root = explainedRoot(schema);
	const earlier = lastUnfinishedCheck();
	if (root.check(value)) return [];
	const unfinished = lastUnfinishedCheck();
	if (unfinished !== void 0 && unfinished !== earlier) return [generalError(root.schema, value, `could not be checked: ${unfinished.why}`)];
	const limit = Math.max(1, options.limit ?? DEFAULT_ERROR_LIMIT);
	const errors = explainRefusal(root, value, limit);
	if (errors.length >= limit) markCutShort(errors);
	return errors;
}
function explainRefusal(root, value, limit) {
	const { schema, scope } = root;
	const explanation = {
		root,
		budget: {
			steps: STEPS,
			members: MEMBERS,
			compilations: COMPILATIONS,
			answers: /* @__PURE__ */ new Map()
		},
		errors: [],
		limit,
		explain: explainSchema
	};
	try {
		explainMisfit(explanation, {
			schema,
			scope,
			value,
			path: "",
			schemaPath: "",
			depth: 0
		});
	} catch {
		if (explanation.errors.length === 0) return [generalError(schema, value, "does not fit the schema")];
	}
	return explanation.errors;
}
function generalError(schema, value, message) {
	const [expected, received] = [describeSchema(schema), describeValue(value)];
	return {
		path: "",
		message,
		expected,
		received,
		keyword: "schema",
		schemaPath: ""
	};
}
// src/registry/middleware.ts
function composeMiddleware(outer, inner) {
	return (call, next) => {
		const run = () => {
			try {
				const outcome = inner(call, next);
				return outcome instanceof Promise ? outcome : Promise.resolve(outcome);
			} catch (thrown) {
				return Promise.reject(thrown);
			}
		};
		return outer(call, nextOf(call, run));
	};
}
function composeAll(middlewares) {
	const [first, ...others] = middlewares;
	return first && others.reduce(composeMiddleware, first);
}
function nextOf(call, run) {
	return (options) => {
		if (options?.context === void 0) return run();
		try {
			call.extendContext(options.context);
		} catch (thrown) {
			return Promise.reject(thrown);
		}
		return run();
	};
}
function isStreamOutcome(outcome) {
	return typeof outcome === "object" && outcome !== null && Symbol.asyncIterator in outcome;
}
// src/shared/json/same-in-other-type.ts
function sameInOtherType(value) {
	if (typeof value === "boolean") return String(value);
	if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? String(value) : void 0;
	if (typeof value !== "string") return void 0;
	if (value === "true" || value === "false") return value === "true";
	const number = Number(value);
	return Number.isFinite(number) && String(number) === value ? number : void 0;
}
// src/schema/explain/format-value-errors.ts
const DEFAULT_MAX_LENGTH = 1e3;
const LONGEST_LINE = 300;
const LONGEST_PLACE = 150;
const ROOM_FOR_LAST_LINE = 40;
function formatValueErrors(errors, options = {}) {
	const { prefix = "", maxLength = DEFAULT_MAX_LENGTH } = typeof options === "string" ? { prefix: options } : options;
	const room = maxLength - ROOM_FOR_LAST_LINE;
	const lines = [];
	let length = 0;
	for (const error of errors) {
		const line = formatLine(error, prefix, Math.min(LONGEST_LINE, room));
		if (lines.length > 0 && length + line.length + 1 > room) break;
		lines.push(line);
		length += line.length + 1;
	}
	const left = errors.length - lines.length;
	if (left > 0) lines.push(`… and ${left} more`);
	else if (isCutShort(errors)) lines.push("… and possibly more");
	return lines.join("\n");
}
function formatLine(error, prefix, maxLength) {
	const place = `${prefix}${error.path}`;
	return shorten(`${place === "" ? "input" : shortenPlace(place)}: ${error.message}`, maxLength);
}
function shortenPlace(place) {
	return place.length <= LONGEST_PLACE ? place : `${place.slice(0, 40)}…${place.slice(-80)}`;
}
// src/operation/operation-spec.ts
const StringList = _Array_(String$1());
const OperationSpecSchema = _Object_({
	name: String$1({
		pattern: NAME_PATTERN,
		maxLength: 64
	}),
	namespace: String$1({ pattern: NAMESPACE_PATTERN }),
	version: String$1({ minLength: 1 }),
	type: Union([
		Literal(OperationType.QUERY),
		Literal(OperationType.MUTATION),
		Literal(OperationType.SUBSCRIPTION)
	]),
	title: Optional(String$1()),
	description: String$1(),
	tags: Optional(StringList),
	deprecated: Optional(Union([Boolean(), _Object_({
		reason: Optional(String$1()),
		successor: Optional(String$1()),
		since: Optional(String$1()),
		sunset: Optional(String$1())
	})])),
	inputSchema: Unknown(),
	outputSchema: Unknown(),
	errorSchemas: Optional(Record(String$1(), _Object_({
		description: Optional(String$1()),
		schema: Optional(Unknown()),
		httpStatus: Optional(Integer({
			minimum: 400,
			maximum: 599
		}))
	}))),
	accessControl: _Object_({
		requiredScopes: StringList,
		requiredScopesAny: Optional(StringList),
		resourceType: Optional(String$1({ minLength: 1 })),
		resourceAction: Optional(String$1({ minLength: 1 })),
		resourceId: Optional(String$1({ pattern: "^(?:/(?:[^/~]|~[01])*)*$" }))
	}),
	idempotent: Optional(Boolean()),
	origin: Optional(_Object_({
		source: String$1(),
		location: Optional(String$1()),
		name: Optional(String$1())
	})),
	metadata: Optional(Record(String$1(), Unknown())),
	output: Optional(Union([Literal("strip"), Literal("keep")]))
});
// src/operation/spec-problems.ts
function specProblems(spec) {
	if (typeof spec !== "object" || spec === null) return collectErrors(OperationSpecSchema, spec);
	const candidate = withoutLazySchemas(spec);
	const errors = collectErrors(OperationSpecSchema, candidate);
	if (errors.length > 0) return errors;
	return [
		...schemaProblems(candidate, "inputSchema"),
		...schemaProblems(candidate, "outputSchema"),
		...resourceProblems(candidate["accessControl"]),
		...deprecationProblems(candidate),
		...handlerProblems(spec)
	];
}
function assertValidSpec(spec) {
	const errors = specProblems(spec);
	if (errors.length === 0) return;
	const { namespace, name } = typeof spec === "object" && spec !== null ? spec : {};
	const which = typeof namespace === "string" && typeof name === "string" ? `${namespace}.${name}` : "an operation";
	throw new CallError("VALIDATION_ERROR", `The spec of ${shorten(which, 200)} is invalid: ${formatValueErrors(errors, "spec")}`, { errors });
}
function withoutLazySchemas(spec) {
	const fields = {};
	for (const field of FIELDS) {
		const value = LAZY_FIELDS.has(field) && isGetter(spec, field) ? {} : spec[field];
		if (value !== void 0) fields[field] = value;
	}
	return fields;
}
const FIELDS = Object.keys(OperationSpecSchema.properties);
const LAZY_FIELDS = /* @__PURE__ */ new Set([
	"inputSchema",
	"outputSchema",
	"errorSchemas"
]);
function isGetter(object, field) {
	for (let owner = object; owner !== null; owner = Object.getPrototypeOf(owner)) {
		const descriptor = Object.getOwnPropertyDescriptor(owner, field);
		if (descriptor !== void 0) return descriptor.get !== void 0;
	}
	return false;
}
function schemaProblems(spec, field) {
	const schema = spec[field];
	return typeof schema === "object" && schema !== null || ["function", "boolean"].includes(typeof schema) ? [] : [problem(`/${field}`, "a schema (TypeBox, JSON Schema or Standard Schema)", kindOf(schema))];
}
function resourceProblems({ resourceType, resourceAction, resourceId }) {
	const isOfNoType = resourceId !== void 0 && resourceType === void 0;
	if (resourceType === void 0 === (resourceAction === void 0) && !isOfNoType) return [];
	const missing = resourceType === void 0 ? "resourceType" : "resourceAction";
	const expected = `resourceType and resourceAction together${isOfNoType ? ", and both with resourceId" : ""}`;
	return [problem(`/accessControl/${missing}`, expected, "undefined")];
}
const INSTANT = "a date (2026-03-01) or a time of RFC 3339 (2026-03-01T12:00:00Z)";
function deprecationProblems(spec) {
	const deprecation = toDeprecation(spec.deprecated);
	if (deprecation === void 0) return [];
	const { successor, since, sunset } = deprecation;
	const problems = [];
	if (successor !== void 0 && (!(/* @__PURE__ */ new RegExp("^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+$")).test(successor) || successor === operationId(spec))) problems.push(wrong("successor", "the id of another operation", successor));
	for (const [member, text] of Object.entries({
		since,
		sunset
	})) if (text !== void 0 && instantOf(text) === void 0) problems.push(wrong(member, INSTANT, text));
	if (problems.length === 0 && since !== void 0 && sunset !== void 0 && isBefore(sunset, since)) problems.push(wrong("sunset", `no time before "since" (${since})`, sunset));
	return problems;
}
function wrong(member, expected, value) {
	return problem(`/deprecated/${member}`, expected, JSON.stringify(shorten(value, 50)));
}
function isBefore(one, other) {
	return (instantOf(one) ?? 0) < (instantOf(other) ?? 0);
}
function handlerProblems({ handler, use }) {
	if (handler !== void 0 && typeof handler !== "function") return [problem("/handler", "a function", kindOf(handler))];
	return use === void 0 || Array.isArray(use) && use.every((each) => typeof each === "function") ? [] : [problem("/use", "a list of middlewares", kindOf(use))];
}
function kindOf(value) {
	return value === null ? "null" : typeof value;
}
function problem(path, expected, received) {
	return {
		path,
		expected,
		received,
		message: `expected ${expected}, received ${received}`,
		keyword: "spec"
	};
}
// src/errors/without-stack.ts
function withoutStack(make) {
	const { stackTraceLimit } = Error;
	Reflect.set(Error, "stackTraceLimit", 0);
	try {
		return make();
	} finally {
		Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
	}
}
const STACKS_A_SECOND = 10;
var StackRation = class {
	#second = 0;
	#left = 0;
	make(make, below) {
		const error = withoutStack(make);
		if (this.#take()) Error.captureStackTrace?.(error, below);
		return error;
	}
	#take() {
		const second = Math.floor(Date.now() / 1e3);
		if (second !== this.#second) {
			this.#second = second;
			this.#left = STACKS_A_SECOND;
		}
		return this.#left-- > 0;
	}
};
// src/registry/input-gate.ts
function createInputGate(id, schema) {
	const stacks = new StackRation();
	const refusal = (errors, checked) => {
		const message = `Input of ${id} is invalid: ${formatValueErrors(errors, "input")}`;
		const make = () => new CallError("VALIDATION_ERROR", message, { errors });
		return checked ? withoutStack(make) : stacks.make(make, refusal);
	};
	if (isStandardSchema(schema)) return standardGate(schema, refusal);
	const { check } = getValidator(schema);
	const refuse = (input, checked) => refusal(collectErrors(schema, input), checked);
	return {
		compiled: {
			accepts: check,
			refuse
		},
		admit(input, checked) {
			if (check(input)) return input;
			if (input === void 0 && check({})) return {};
			throw refuse(input, checked);
		}
	};
}
function standardGate(schema, refusal) {
	const admitAs = (input, otherwise) => {
		const result = runStandardSchema(schema, input);
		const settle = (settled) => "errors" in settled ? otherwise(settled.errors) : settled.value;
		return result instanceof Promise ? result.then(settle) : settle(result);
	};
	return {
		compiled: void 0,
		admit(input, checked) {
			const fail = (errors) => {
				throw refusal(errors, checked);
			};
			return admitAs(input, (errors) => input === void 0 ? admitAs({}, () => fail(errors)) : fail(errors));
		}
	};
}
// src/errors/error-table.ts
const ERROR_TABLE = {
	OPERATION_NOT_FOUND: {
		httpStatus: 404,
		jsonRpcCode: -32601,
		retryable: false,
		phase: "notStarted",
		meaning: "No operation has this id, or it has a spec but no handler here.",
		advice: "Check the id (the message suggests a similar one) and that its source is connected."
	},
	OPERATION_QUARANTINED: {
		httpStatus: 423,
		jsonRpcCode: -32015,
		retryable: false,
		phase: "notStarted",
		meaning: "The operation is new or has changed since `operations.lock` was written, and the operator has not accepted that yet.",
		advice: "Look at the change (`operations check`), then accept it: `operations lock --accept <id>`, or in the explorer."
	},
	VALIDATION_ERROR: {
		httpStatus: 400,
		jsonRpcCode: -32602,
		retryable: false,
		phase: "notStarted",
		meaning: "The input does not fit the operation's input schema. `details.errors` names the paths.",
		advice: "Correct the input at those paths."
	},
	OUTPUT_INVALID: {
		httpStatus: 502,
		jsonRpcCode: -32005,
		retryable: false,
		phase: "started",
		meaning: "In strict mode: the result does not fit the operation's output schema, even after normalising. In every mode: the details of a declared error do not fit their schema.",
		advice: "Correct the handler or the schema. Without strict mode a result that does not fit is a warning."
	},
	ACCESS_DENIED: {
		httpStatus: 403,
		jsonRpcCode: -32003,
		retryable: false,
		phase: "notStarted",
		meaning: "The caller is known, but may not call this operation, or the call was not approved.",
		advice: "Request the scopes or resource rights that the operation requires. The message says why a call was not approved."
	},
	LOGIN_REQUIRED: {
		httpStatus: 403,
		jsonRpcCode: -32042,
		retryable: false,
		phase: "notStarted",
		meaning: "The service behind the operation wants a login that is missing or has ended. It is not the caller's login at the hub.",
		advice: "Log in: `operations login <source>`, or at `details.url` where there is one. Then call again."
	},
	UNAUTHENTICATED: {
		httpStatus: 401,
		jsonRpcCode: -32001,
		retryable: false,
		phase: "notStarted",
		meaning: "The operation requires a caller with an identity, and the call has none.",
		advice: "Call with credentials."
	},
	TIMEOUT: {
		httpStatus: 504,
		jsonRpcCode: -32004,
		retryable: true,
		phase: "unknown",
		meaning: "The deadline passed before the call ended.",
		advice: "Allow more time, or try again if the phase or the operation's type makes that safe."
	},
	ABORTED: {
		httpStatus: 499,
		jsonRpcCode: -32800,
		retryable: false,
		phase: "unknown",
		meaning: "The caller gave the call up.",
		advice: "Nothing to do: the caller asked for it."
	},
	EXECUTION_ERROR: {
		httpStatus: 500,
		jsonRpcCode: -32e3,
		retryable: false,
		phase: "started",
		meaning: "The handler failed, an API answered with an error status, or the connection to it failed.",
		advice: "Read the message, `details` and `cause`; `retryable` is set where the source said so."
	},
	NO_RESPONDER: {
		httpStatus: 503,
		jsonRpcCode: -32010,
		retryable: true,
		phase: "notStarted",
		meaning: "No connected peer offers the operation.",
		advice: "Start such a peer, or try again later."
	},
	CONNECTION_LOST: {
		httpStatus: 502,
		jsonRpcCode: -32011,
		retryable: true,
		phase: "unknown",
		meaning: "The connection to the peer or server that ran the call broke.",
		advice: "Try again if the phase or the operation's type makes that safe."
	},
	STREAM_GAP: {
		httpStatus: 502,
		jsonRpcCode: -32012,
		retryable: false,
		phase: "started",
		meaning: "Items of a stream were lost. The stream ends instead of hiding that.",
		advice: "Subscribe again, from the last item that arrived if the operation allows it."
	},
	PAYLOAD_TOO_LARGE: {
		httpStatus: 413,
		jsonRpcCode: -32013,
		retryable: false,
		phase: "unknown",
		meaning: "An input, a result or a frame is larger than its limit.",
		advice: "Send less, or raise the limit that the message names."
	},
	OVERLOADED: {
		httpStatus: 503,
		jsonRpcCode: -32014,
		retryable: true,
		phase: "notStarted",
		meaning: "A limit on running or waiting calls is reached, or a circuit breaker is open.",
		advice: "Wait and try again."
	},
	RATE_LIMITED: {
		httpStatus: 429,
		jsonRpcCode: -32016,
		retryable: true,
		phase: "notStarted",
		meaning: "The caller, or all callers together, made as many calls as a rate limit or quota allows.",
		advice: "Wait for `details.retryAfterMs` milliseconds, then try again."
	},
	PROTOCOL_ERROR: {
		httpStatus: 400,
		jsonRpcCode: -32600,
		retryable: false,
		phase: "notStarted",
		meaning: "A peer or a caller broke a rule of the interface, for example by executing a SUBSCRIPTION.",
		advice: "Correct the caller. The message names the rule."
	}
};
const UNDECLARED = {
	...ERROR_TABLE.EXECUTION_ERROR,
	meaning: "An error that the operation declares itself.",
	advice: "See the operation's `errorSchemas`."
};
function describeError(code) {
	return Object.hasOwn(ERROR_TABLE, code) ? ERROR_TABLE[code] : UNDECLARED;
}
// src/registry/declared-failure.ts
function declaredFailure(spec, error, { passesOn }) {
	const declaration = error.unexpected ? void 0 : declarationOf(spec, error.code);
	if (declaration === void 0) return error.declaredBy === void 0 ? error : copyOf$1(error, { declaredBy: void 0 });
	const declaredBy = operationId(spec);
	const isForgiven = passesOn || Object.hasOwn(ERROR_TABLE, error.code);
	const conclude = (checked) => {
		if ("value" in checked) {
			const message = error.message === error.code ? declaration.description ?? error.message : error.message;
			return copyOf$1(error, {
				declaredBy,
				message,
				details: checked.value
			});
		}
		return isForgiven ? copyOf$1(error, { declaredBy: void 0 }) : invalidDetails(declaredBy, error, checked.errors);
	};
	try {
		const { schema } = declaration;
		const checked = schema === void 0 ? { value: error.details } : checkDetails(schema, error.details);
		return checked instanceof Promise ? checked.then(conclude) : conclude(checked);
	} catch (thrown) {
		if (isForgiven) return copyOf$1(error, { declaredBy: void 0 });
		const message = `${declaredBy} failed with ${error.code}, whose declared schema cannot be used: ${messageOf$1(thrown)}`;
		return new CallError("OUTPUT_INVALID", message, void 0, { cause: error });
	}
}
function declarationOf(spec, code) {
	try {
		const { errorSchemas } = spec;
		return errorSchemas !== void 0 && Object.hasOwn(errorSchemas, code) ? errorSchemas[code] : void 0;
	} catch {
		return;
	}
}
function checkDetails(schema, details) {
	if (isStandardSchema(schema)) return runStandardSchema(schema, details);
	return getValidator(schema).check(details) ? { value: details } : { errors: collectErrors(schema, details) };
}
function invalidDetails(id, error, errors) {
	const why = formatValueErrors(errors, "details");
	const message = `${id} failed with ${error.code}, but the details do not fit the schema that it declares: ${why}`;
	return new CallError("OUTPUT_INVALID", message, { errors }, { cause: error });
}
function copyOf$1(error, changes) {
	if (changes.declaredBy === error.declaredBy) return error;
	const { code, message, details, retryable, phase, unexpected, cause } = error;
	const changed = {
		message,
		details,
		...changes
	};
	return new CallError(code, changed.message, changed.details, {
		retryable,
		phase,
		unexpected,
		declaredBy: changed.declaredBy,
		cause: cause ?? error
	});
}
// src/registry/call.ts
function asThrownHere(thrown) {
	const error = toCallError(thrown);
	return isSettled(error) ? withPhase(error, "started") : error;
}
function toFailure(thrown) {
	return settled(asThrownHere(thrown));
}
async function toHandlerFailure(spec, thrown) {
	return settled(await declare(spec, asThrownHere(thrown)));
}
function toRefusal({ refuse }, input, checked) {
	try {
		return settled(refuse(input, checked));
	} catch (thrown) {
		return toFailure(thrown);
	}
}
function declare(spec, error) {
	return declaredFailure(spec, error, { passesOn: PASSES_ON.has(spec.origin?.source) });
}
const PASSES_ON = /* @__PURE__ */ new Set([
	"remote",
	"openapi",
	"mcp"
]);
var Call = class {
	id;
	spec;
	input;
	context;
	started = false;
	#operation;
	#checked;
	#onStart;
	#resolve;
	#reject;
	#admitted;
	constructor(operation, request, context) {
		this.id = operation.id;
		this.spec = operation.spec;
		this.input = request.input;
		this.context = context;
		this.#operation = operation;
		this.#checked = request.checked;
		this.#onStart = request.onStart;
	}
	get parent() {
		return this.context.parent;
	}
	get phase() {
		if (!this.started) return "notStarted";
		return this.context.forwardedTo?.phase ?? (PASSES_ON.has(this.spec.origin?.source) ? "unknown" : "started");
	}
	async check() {
		await this.#admit();
	}
	continueTrace(trace) {
		this.context.trace = trace;
	}
	extendContext(added) {
		this.context.extend(added);
	}
	execute(middleware) {
		const all = this.#operation.middleware === void 0 ? middleware : this.#withOwn(middleware);
		const { cancellation } = this.context;
		if (cancellation === void 0) return this.#run(all);
		return new Promise((resolve, reject) => {
			this.#resolve = resolve;
			this.#reject = reject;
			cancellation.listen(this);
			if (cancellation.reason !== void 0) return;
			all === void 0 ? this.#settleAlone() : this.#settleThrough(all);
		});
	}
	cancel(reason) {
		queueMicrotask(() => this.#reject?.(this.failure(reason)));
	}
	async #settleAlone() {
		try {
			const admitted = this.#admit();
			const input = admitted instanceof Promise ? await admitted : admitted;
			const { output, handler } = this.#start();
			const finished = output.finish(await handler.call(this.spec, input, this.context));
			const envelope = finished instanceof Promise ? await finished : finished;
			this.#release();
			this.#resolve?.(envelope);
		} catch (thrown) {
			this.#fail(this.started ? await this.#asThrownHere(thrown) : thrown);
		}
	}
	async #settleThrough(middleware) {
		try {
			const envelope = this.#asEnvelope(await this.#pass(middleware));
			this.#release();
			this.#resolve?.(envelope);
		} catch (thrown) {
			this.#fail(thrown);
		}
	}
	#fail(thrown) {
		this.#release();
		this.#reject?.(this.failure(thrown));
	}
	#release() {
		const { cancellation } = this.context;
		cancellation?.unlisten(this);
		cancellation?.release();
	}
	async #run(middleware) {
		try {
			return middleware === void 0 ? await this.#enter() : this.#asEnvelope(await this.#pass(middleware));
		} catch (thrown) {
			throw this.failure(thrown);
		} finally {
			this.context.cancellation?.release();
		}
	}
	async open(middleware) {
		const all = this.#withOwn(middleware);
		const outcome = await (all === void 0 ? this.#enterStream() : all(this, nextOf(this, () => this.#enterStream())));
		if (isStreamOutcome(outcome)) return outcome;
		throw new CallError("EXECUTION_ERROR", `A middleware answered the SUBSCRIPTION ${this.id} with no stream.`);
	}
	failure(thrown) {
		const reason = this.context.cancellation?.reason;
		return settled(reason !== void 0 && thrown === reason ? withPhase(reason, this.phase) : toCallError(thrown));
	}
	#withOwn(middleware) {
		const own = this.#operation.middleware;
		return own === void 0 || middleware === void 0 ? middleware ?? own : composeAll([middleware, own]);
	}
	#pass(middleware) {
		return middleware(this, nextOf(this, () => this.#enter()));
	}
	#asEnvelope(outcome) {
		if (isResponseEnvelope(outcome)) return outcome;
		const what = isStreamOutcome(outcome) ? "a stream" : "no envelope";
		throw new CallError("EXECUTION_ERROR", `A middleware answered ${this.id} with ${what}.`);
	}
	async #enter() {
		const admitted = this.#admit();
		const input = admitted instanceof Promise ? await admitted : admitted;
		const { output, handler } = this.#start();
		let result;
		try {
			result = await handler.call(this.spec, input, this.context);
		} catch (thrown) {
			throw await this.#asThrownHere(thrown);
		}
		return output.finish(result);
	}
	async #enterStream() {
		const input = await this.#admit();
		const { output, handler } = this.#start();
		const asThrown = (thrown) => this.#asThrownHere(thrown);
		let items;
		try {
			items = await handler.call(this.spec, input, this.context);
		} catch (thrown) {
			throw await asThrown(thrown);
		}
		if (isStreamOutcome(items)) return output.finishItems(items, asThrown);
		throw new CallError("EXECUTION_ERROR", `The handler of ${this.id} returned no async iterable.`);
	}
	#start() {
		const prepared = this.#operation.prepared ?? this.#operation.prepare();
		const reason = this.context.cancellation?.reason;
		if (reason !== void 0) throw reason;
		this.started = true;
		if (this.#onStart === void 0) return prepared;
		this.context.startListener = this;
		this.#onStart(this);
		return prepared;
	}
	workStarted() {
		this.#onStart?.(this);
	}
	#asThrownHere(thrown) {
		const reason = this.context.cancellation?.reason;
		return reason !== void 0 && thrown === reason ? reason : declare(this.spec, asThrownHere(thrown));
	}
	#admit() {
		if (this.#admitted !== void 0) return this.#admitted.input;
		if (this.#checked) assertAccess(this.spec, this.context.identity, this);
		const { compiled, admit } = this.#operation.input ?? this.#operation.prepareInput();
		const admitted = compiled?.accepts(this.input) === true ? this.input : admit(this.input, this.#checked);
		if (admitted === this.input) this.#admitted = this;
		else return admitted instanceof Promise ? admitted.then((input) => this.#keep(input)) : this.#keep(admitted);
		return admitted;
	}
	#keep(input) {
		this.#admitted = { input };
		if (this.#checked) assertAccess(this.spec, this.context.identity, this.#admitted);
		return input;
	}
};
// src/registry/change-emitter.ts
var ChangeEmitter = class {
	#listeners = new Listeners();
	#listenersTo = /* @__PURE__ */ new Map();
	#warn;
	#batches = [];
	constructor(warn) {
		this.#warn = warn;
	}
	listen(listener) {
		return this.#listeners.add(listener);
	}
	listenTo(id, listener) {
		const listeners = this.#listenersTo.get(id) ?? new Listeners();
		this.#listenersTo.set(id, listeners);
		const stop = listeners.add(listener);
		return () => {
			stop();
			if (listeners.size === 0 && this.#listenersTo.get(id) === listeners) this.#listenersTo.delete(id);
		};
	}
	emit(changes) {
		if (changes.length === 0) return;
		if (this.#batches.push(changes) > 1) return;
		for (let batch = changes; batch !== void 0; batch = this.#batches[0]) {
			this.#listeners.tell(batch, this.#warnOf);
			if (this.#listenersTo.size > 0) for (const change of batch) this.#listenersTo.get(change.id)?.tell(change, this.#warnOf);
			this.#batches.shift();
		}
	}
	#warnOf = (cause) => this.#warn({
		kind: "listener-failed",
		message: `A change listener threw: ${messageOf$1(cause)}`,
		cause
	});
};
// src/registry/duplicate-id.ts
function duplicateId(taken, refused) {
	return new CallError("VALIDATION_ERROR", `${operationId(refused)} is already registered, from ${describeOrigin(taken)}. The refused one is from ${describeOrigin(refused)}. Give one of them another name or namespace, or pass { replace: true }.`);
}
function describeOrigin({ origin, version }) {
	const { source = "local", location, name } = origin ?? {};
	return `${location === void 0 ? source : `${source} (${location})`}${name === void 0 ? "" : `, where it is called ${name}`}, version ${version}`;
}
// src/registry/finished-items.ts
var FinishedItems = class {
	#iterator;
	#options;
	#reader;
	constructor(iterator, options) {
		this.#iterator = iterator;
		this.#options = options;
	}
	next() {
		return this.#ask().then((item) => this.#finish(item), this.#failed);
	}
	async return() {
		await this.#iterator.return?.();
		return DONE;
	}
	pull(reader) {
		this.#reader = reader;
		this.#ask().then(this.#tell, this.#tellFailed);
	}
	#ask() {
		try {
			return Promise.resolve(this.#iterator.next());
		} catch (thrown) {
			return Promise.reject(thrown);
		}
	}
	#finish(item) {
		if (item.done === true) return DONE;
		const finished = this.#options.finish(item.value);
		return finished instanceof Promise ? finished.then(toItem) : toItem(finished);
	}
	#failed = async (thrown) => {
		throw await this.#options.asThrown(thrown);
	};
	#tell = (item) => {
		const reader = this.#reader;
		let finished;
		try {
			finished = this.#finish(item);
		} catch (thrown) {
			return reader.reject(thrown);
		}
		if (finished instanceof Promise) finished.then(reader.resolve, reader.reject);
		else reader.resolve(finished);
	};
	#tellFailed = (thrown) => {
		const reader = this.#reader;
		this.#failed(thrown).catch(reader.reject);
	};
};
function toItem(value) {
	return {
		done: false,
		value
	};
}
const ITEMS_PER_TURN = 1024;
var OperationSubscription = class {
	#options;
	#call;
	#stopWatching;
	#source;
	#ended = false;
	#unheard;
	#current;
	#behind = [];
	#returned;
	#sinceTurn = 0;
	constructor(options) {
		this.#options = options;
	}
	[Symbol.asyncIterator]() {
		return this;
	}
	next() {
		return new Promise((resolve, reject) => this.pull({
			resolve,
			reject
		}));
	}
	pull(reader) {
		if (this.#current !== void 0) return void this.#behind.push(reader);
		this.#current = reader;
		this.#pull();
	}
	return() {
		return this.#returned ??= this.#stop();
	}
	async [Symbol.asyncDispose]() {
		await this.return();
	}
	#pull() {
		if (this.#ended) return this.#answerEnded();
		const source = this.#source;
		if (source === void 0) {
			this.#open().then(this.#pullFrom, this.#onFailure);
			return;
		}
		if (source instanceof FinishedItems) return source.pull(this.#fromSource);
		try {
			Promise.resolve(source.next()).then(this.#onItem, this.#onFailure);
		} catch (thrown) {
			this.#onFailure(thrown);
		}
	}
	#pullFrom = (source) => {
		this.#source = source;
		if (!this.#ended) this.#pull();
	};
	#onItem = (item) => {
		if (++this.#sinceTurn < ITEMS_PER_TURN) return this.#take(item);
		this.#sinceTurn = 0;
		afterArrivals(() => this.#take(item));
	};
	#take(item) {
		if (this.#ended) return;
		if (typeof item !== "object" || item === null) return this.#onFailure(/* @__PURE__ */ new TypeError("The stream's iterator answered with something that is not an object."));
		if (item.done === true) {
			this.#end();
			this.#answerEnded();
			return;
		}
		const reader = this.#current;
		const next = this.#behind.shift();
		this.#current = next;
		reader?.resolve(item);
		if (next !== void 0) this.#pull();
	}
	#onFailure = (thrown) => {
		if (this.#ended) return;
		this.#end();
		this.#close();
		this.#answerEnded(this.#call?.failure(thrown) ?? thrown);
	};
	#fromSource = {
		resolve: this.#onItem,
		reject: this.#onFailure
	};
	#answerEnded(failure = this.#unheard) {
		this.#unheard = void 0;
		const first = this.#current;
		const others = this.#behind;
		this.#current = void 0;
		this.#behind = [];
		if (failure === void 0) first?.resolve(DONE);
		else first?.reject(failure);
		for (const { resolve } of others) resolve(DONE);
	}
	async #open() {
		const call = this.#options.begin();
		this.#call = call;
		const cancellation = call.context.bound();
		if (cancellation.reason !== void 0) throw cancellation.reason;
		cancellation.onCancel((reason) => {
			if (this.#ended) return;
			this.#end();
			const failure = call.failure(reason);
			if (this.#current === void 0) this.#unheard = failure;
			else this.#answerEnded(failure);
			this.#close();
		});
		this.#stopWatching = this.#options.watchAccess?.(call);
		const source = (await call.open(this.#options.middleware))[Symbol.asyncIterator]();
		if (this.#ended) {
			this.#source = source;
			this.#close();
		}
		return source;
	}
	#end() {
		this.#ended = true;
		this.#stopWatching?.();
		this.#call?.context.cancellation?.release();
	}
	async #stop() {
		this.#unheard = void 0;
		if (!this.#ended) {
			this.#end();
			this.#answerEnded();
			this.#call?.context.cancellation?.cancel(new CallError("ABORTED", "The subscription was stopped."));
		}
		await this.#close();
		return DONE;
	}
	async #close() {
		const source = this.#source;
		if (source?.return === void 0) return;
		const { returnGrace, warn } = this.#options;
		const operationId = this.#call?.id;
		const complain = (what, cause) => warn({
			kind: "cleanup-failed",
			operationId,
			message: `The handler of ${operationId} ${what}`,
			cause
		});
		try {
			if (await within(Promise.resolve(source.return()), returnGrace, "stuck") !== "stuck") return;
			complain(`did not end within ${returnGrace} ms after its subscription was stopped. It should react to context.signal.`);
		} catch (cause) {
			complain("threw while it was being stopped.", cause);
		}
	}
};
// src/registry/quarantine.ts
var Quarantine = class {
	#held = /* @__PURE__ */ new Map();
	#closed = /* @__PURE__ */ new Map();
	add(operation) {
		this.#held.set(operation.id, operation);
	}
	release(operation) {
		if (this.#held.get(operation.id) === operation) this.#held.delete(operation.id);
	}
	get(id) {
		return this.#held.get(id) ?? this.#closed.get(id.slice(0, Math.max(0, id.lastIndexOf("."))));
	}
	close(namespace) {
		this.#closed.set(namespace.namespace, namespace);
	}
	open(namespace) {
		if (this.#closed.get(namespace.namespace) === namespace) this.#closed.delete(namespace.namespace);
	}
	closed() {
		return this.#closed.values();
	}
	all() {
		return this.#held.values();
	}
	errorFor(id) {
		const found = this.get(id);
		if (found === void 0) return void 0;
		if ("error" in found) return found.error;
		const { reason } = found;
		return new CallError("OPERATION_QUARANTINED", `${shorten(id, 200)} is quarantined: ${reason}`);
	}
};
// src/schema/normalise/schema-node.ts
function createGraph(root) {
	return {
		nodes: /* @__PURE__ */ new Map(),
		root
	};
}
function nodeFor(graph, schema, scope) {
	const known = graph.nodes.get(schema);
	if (known !== void 0) return known;
	const node = {
		id: graph.nodes.size,
		schema,
		scope,
		graph
	};
	graph.nodes.set(schema, node);
	return node;
}
function fitsNode(node, value) {
	const { schema, scope } = node;
	node.check ??= typeof schema === "boolean" ? () => schema : compileCheck(scope, schema);
	return node.check(value);
}
function partsOf(node) {
	node.parts ??= readParts(node, typeof node.schema === "boolean" ? {} : node.schema);
	return node.parts;
}
function keyword(node, name) {
	return typeof node.schema === "object" && Object.hasOwn(node.schema, name) ? node.schema[name] : void 0;
}
function reaches(start, predicate) {
	start.reaches ??= /* @__PURE__ */ new Map();
	const known = start.reaches.get(predicate);
	if (known !== void 0) return known;
	const seen = /* @__PURE__ */ new Set([start]);
	let found = false;
	for (const node of seen) {
		found = node.reaches?.get(predicate) ?? predicate(node);
		if (found) break;
		for (const next of neighbours(partsOf(node))) seen.add(next);
	}
	if (found) start.reaches.set(predicate, true);
	else for (const node of seen) (node.reaches ??= /* @__PURE__ */ new Map()).set(predicate, false);
	return found;
}
function* neighbours(parts) {
	yield* parts.always;
	for (const union of parts.unions) yield* union.branches;
	for (const [, node] of parts.dependents) yield node;
	if (parts.properties !== void 0) yield* parts.properties.values();
	for (const [, node] of parts.patterns) yield node;
	yield* parts.prefix;
	const { condition } = parts;
	const single = [
		parts.additional,
		parts.unevaluated,
		parts.rest,
		parts.unevaluatedItems
	];
	for (const node of [
		condition?.test,
		condition?.whenMet,
		condition?.otherwise,
		...single
	]) if (node !== void 0) yield node;
}
function readParts(node, schema) {
	const scope = enterScope(node.scope, schema);
	const read = (name) => keyword(node, name);
	const child = (value) => isSchema(value) ? nodeFor(node.graph, value, scope) : void 0;
	const list = (value) => Array.isArray(value) ? value.map(child).filter((item) => item !== void 0) : [];
	const entries = (value) => isSchemaObject(value) ? Object.entries(value).flatMap(([key, item]) => pair(key, child(item))) : [];
	const items = read("items");
	const target = readTarget(node, scope);
	const test = child(read("if"));
	const isLegacyTuple = Array.isArray(items);
	return {
		always: target === void 0 ? list(read("allOf")) : [target, ...list(read("allOf"))],
		unions: readUnions(schema, list),
		condition: test && {
			test,
			whenMet: child(read("then")),
			otherwise: child(read("else"))
		},
		dependents: [...entries(read("dependentSchemas")), ...entries(read("dependencies"))],
		properties: isSchemaObject(read("properties")) ? new Map(entries(read("properties"))) : void 0,
		patterns: entries(read("patternProperties")).map(([pattern, value]) => [new RegExp(pattern, "u"), value]),
		additional: child(read("additionalProperties")),
		unevaluated: child(read("unevaluatedProperties")),
		prefix: list(isLegacyTuple ? items : read("prefixItems")),
		rest: isLegacyTuple ? child(read("additionalItems")) : child(items),
		unevaluatedItems: child(read("unevaluatedItems")),
		hasContains: read("contains") !== void 0,
		isOpaque: typeof read("$dynamicRef") === "string" || typeof read("$recursiveRef") === "string" || typeof read("$ref") === "string" && target === void 0
	};
}
function readUnions(schema, list) {
	const found = [];
	for (const name of ["anyOf", "oneOf"]) {
		if (Object.getOwnPropertyDescriptor(schema, name)?.enumerable !== true) continue;
		const branches = list(schema[name]);
		if (branches.length > 0) found.push({
			keyword: name,
			branches
		});
	}
	return found;
}
function readTarget(node, scope) {
	const $ref = keyword(node, "$ref");
	if (typeof $ref !== "string") return void 0;
	const target = resolveRef(scope, { $ref });
	return target === void 0 ? void 0 : nodeFor(node.graph, target.schema, target.scope);
}
function pair(key, node) {
	return node === void 0 ? [] : [[key, node]];
}
// src/schema/normalise/json-type.ts
const jsonType = {
	string: 1,
	number: 2,
	boolean: 4,
	null: 8,
	object: 16,
	array: 32,
	other: 64
};
function typeOfValue(value) {
	switch (typeof value) {
		case "string": return jsonType.string;
		case "number": return jsonType.number;
		case "boolean": return jsonType.boolean;
		case "object":
			if (value === null) return jsonType.null;
			return Array.isArray(value) ? jsonType.array : jsonType.object;
		default: return jsonType.other;
	}
}
function typesOfKeyword(node) {
	const type = keyword(node, "type");
	if (typeof type === "string") return typeNamed(type);
	if (!Array.isArray(type)) return 127;
	return type.reduce((types, name) => types | typeNamed(name), 0);
}
function typesOfValues(node) {
	let types = 127;
	if (typeof node.schema === "object" && Object.hasOwn(node.schema, "const")) types &= typeOfValue(keyword(node, "const"));
	const values = keyword(node, "enum");
	if (Array.isArray(values)) types &= values.reduce((all, value) => all | typeOfValue(value), 0);
	return types;
}
const possible = /* @__PURE__ */ new WeakMap();
function possibleTypes(node) {
	if (typeof node.schema === "boolean") return node.schema ? 127 : 0;
	const known = possible.get(node);
	if (known !== void 0) return known;
	possible.set(node, 127);
	const { always, unions } = partsOf(node);
	let types = typesOfKeyword(node) & typesOfValues(node);
	for (const part of always) types &= possibleTypes(part);
	for (const { branches } of unions) types &= branches.reduce((all, branch) => all | possibleTypes(branch), 0);
	possible.set(node, types);
	return types;
}
function typeNamed(name) {
	if (name === "integer") return jsonType.number;
	return Object.entries(jsonType).find(([type]) => type === name && type !== "other")?.[1] ?? 127;
}
// src/schema/normalise/assertions.ts
function assertingKeywords(schema) {
	const found = Object.keys(schema).filter((key) => !annotationKeywords.has(key) && !key.startsWith("~"));
	if (Object.hasOwn(schema, "~refine")) found.push("~refine");
	return found;
}
function fitsByTypeAlone(schema, value) {
	const isEmptyArray = Array.isArray(value) && value.length === 0;
	const others = assertingKeywords(schema).filter((key) => key !== "type" && !(isEmptyArray && key === "items"));
	const type = Reflect.get(schema, "type");
	if (others.length > 0 || typeof type !== "string") return false;
	if (type === "integer") return Number.isInteger(value);
	if (type === "number") return Number.isFinite(value);
	const known = jsonType;
	return Object.hasOwn(known, type) && known[type] === typeOfValue(value);
}
// src/schema/normalise/difference.ts
function differenceOf(before, after) {
	const difference = {
		stripped: 0,
		defaulted: 0,
		upcast: 0
	};
	compare(before, after, difference);
	return difference;
}
function compare(before, after, difference) {
	if (Object.is(before, after)) return;
	if (Array.isArray(before) && Array.isArray(after)) for (let index = 0; index < before.length; index += 1) compare(before[index], after[index], difference);
	else if (isObject(before) && isObject(after)) compareObjects(before, after, difference);
	else difference.upcast += 1;
}
function compareObjects(before, after, difference) {
	let kept = 0;
	for (const key of Object.keys(before)) {
		const old = before[key];
		const now = after[key];
		if (old === now && now !== void 0) kept += 1;
		else if (!Object.hasOwn(after, key)) difference.stripped += 1;
		else if (old === now) kept += 1;
		else if (old !== void 0) {
			kept += 1;
			compare(old, now, difference);
		}
	}
	difference.defaulted += Object.keys(after).length - kept;
}
const maxPaths = 5;
function strippedPathsOf(before, after) {
	const found = [];
	collectPaths(before, after, {
		found,
		pointer: ""
	});
	return found;
}
function collectPaths(before, after, walk) {
	const { found, pointer } = walk;
	if (!isObject(before) || !isObject(after)) return;
	for (const key of Object.keys(before)) {
		const old = before[key];
		const now = after[key];
		if (old === now && now !== void 0) continue;
		if (found.length === maxPaths) return;
		if (!Object.hasOwn(after, key)) found.push(`${pointer}/${toPointerToken(key)}`);
		else if (isObject(old)) collectPaths(old, now, {
			found,
			pointer: `${pointer}/${toPointerToken(key)}`
		});
	}
}
function isObject(value) {
	return typeof value === "object" && value !== null;
}
// src/schema/normalise/site.ts
const role = {
	test: 0,
	names: 1,
	full: 2
};
var Site = class Site {
	table;
	inputs;
	decisions;
	next = /* @__PURE__ */ new Map();
	overlay;
	rewrite;
	#closure;
	#isOpaque;
	#canChange;
	constructor(table, inputs, decisions) {
		this.table = table;
		this.inputs = inputs;
		this.decisions = decisions;
	}
	get members() {
		return this.#readClosure().members;
	}
	get pending() {
		return this.#readClosure().pending;
	}
	get isOpaque() {
		this.#isOpaque ??= this.members.some(({ node }) => partsOf(node).isOpaque) || this.pending !== void 0 && hasDynamicRefs(this.table);
		return this.#isOpaque;
	}
	get canChange() {
		const { strip, definitions } = this.table;
		const changes = strip ? declaresProperties : declaresDefault;
		this.#canChange ??= definitions !== void 0 && this.inputs.some(({ node }) => reaches(node, refers)) || this.inputs.some(({ node }) => reaches(node, changes));
		return this.#canChange;
	}
	get leadsOn() {
		return this.table.definitions !== void 0 && this.inputs.some(({ node }) => refers(node));
	}
	toOpaque() {
		const site = new Site(this.table, this.inputs, this.decisions);
		site.#isOpaque = true;
		site.overlay = () => true;
		site.rewrite = (value) => value;
		return site;
	}
	#readClosure() {
		return this.#closure ??= closureOf(this.inputs, this.decisions);
	}
};
const REFERRING_KEYWORDS = [
	"$ref",
	"allOf",
	"anyOf",
	"oneOf",
	"if"
];
function refers({ schema }) {
	return typeof schema === "object" && REFERRING_KEYWORDS.some((name) => Object.hasOwn(schema, name));
}
function createSiteTable(graph, strip) {
	return {
		graph,
		strip,
		sites: /* @__PURE__ */ new Map(),
		definitions: lazyDefinitionsOf(graph.root)
	};
}
function siteOf(table, applied) {
	const inputs = strongest(applied);
	const key = inputs.map((input) => `${input.node.id}:${input.role}`).join(" ");
	let site = table.sites.get(key);
	if (site === void 0) table.sites.set(key, site = new Site(table, inputs, /* @__PURE__ */ new Map()));
	return site;
}
const maxOutcomes = 256;
function decide(site, outcome) {
	const first = outcome[0];
	const key = outcome.length === 1 && first !== void 0 ? first : outcome.join();
	let next = site.next.get(key);
	if (next === void 0) {
		if (outcome.length > 1 && site.next.size >= maxOutcomes) return site.toOpaque();
		const decisions = new Map(site.decisions);
		if (site.pending !== void 0) decisions.set(site.pending.id, outcome);
		site.next.set(key, next = new Site(site.table, site.inputs, decisions));
	}
	return next;
}
function closureOf(inputs, decisions) {
	const members = [];
	const seen = /* @__PURE__ */ new Set();
	const waiting = /* @__PURE__ */ new Map();
	for (const each of [
		role.full,
		role.names,
		role.test
	]) waiting.set(each, []);
	for (const input of inputs) waiting.get(input.role)?.push(input.node);
	let pending;
	for (const [current, nodes] of waiting) for (const node of nodes) {
		if (seen.has(node)) continue;
		seen.add(node);
		members.push({
			node,
			role: current
		});
		nodes.push(...partsOf(node).always);
		for (const choice of choicesOf(node, current)) {
			const outcome = decisions.get(choice.id);
			if (outcome === void 0) pending ??= choice;
			else for (const added of consequences(choice, outcome)) waiting.get(added.role)?.push(added.node);
		}
	}
	return {
		members,
		pending
	};
}
function declaresProperties(node) {
	return partsOf(node).properties !== void 0;
}
function declaresDefault(node) {
	return typeof node.schema === "object" && Object.hasOwn(node.schema, "default");
}
function strongest(applied) {
	const roles = /* @__PURE__ */ new Map();
	for (const { node, role: given } of applied) if ((roles.get(node) ?? -1) < given) roles.set(node, given);
	return [...roles].map(([node, given]) => ({
		node,
		role: given
	})).sort((a, b) => a.node.id - b.node.id);
}
function choicesOf(node, current) {
	const { condition, dependents, unions } = partsOf(node);
	const choices = [];
	if (condition !== void 0) choices.push({
		kind: "condition",
		id: `${node.id} if`,
		role: current,
		condition
	});
	for (const [index, [key, dependent]] of dependents.entries()) choices.push({
		kind: "dependent",
		id: `${node.id} dependent ${index}`,
		role: current,
		key,
		node: dependent
	});
	for (const union of unions) choices.push({
		kind: "union",
		id: `${node.id} ${union.keyword}`,
		role: current,
		union
	});
	return choices;
}
function consequences(choice, outcome) {
	const weaker = choice.role === role.full ? role.names : choice.role;
	if (choice.kind === "union") {
		const given = outcome.length > 1 ? weaker : choice.role;
		return present(outcome.map((index) => choice.union.branches[index])).map((node) => ({
			node,
			role: given
		}));
	}
	const holds = outcome[0] === 0;
	if (choice.kind === "dependent") return holds ? [{
		node: choice.node,
		role: weaker
	}] : [];
	const { test, whenMet, otherwise } = choice.condition;
	const consequence = present([holds ? whenMet : otherwise]).map((node) => ({
		node,
		role: weaker
	}));
	return holds ? [...consequence, {
		node: test,
		role: role.test
	}] : consequence;
}
function present(nodes) {
	return nodes.filter((node) => node !== void 0);
}
function hasDynamicRefs(table) {
	table.hasDynamicRefs ??= table.definitions === void 0 && mentions(table.graph.root, ["$dynamicRef", "$recursiveRef"]);
	return table.hasDynamicRefs;
}
function mentions(root, keywords) {
	const seen = /* @__PURE__ */ new Set([root]);
	for (const item of seen) {
		if (typeof item !== "object" || item === null) continue;
		if (keywords.some((name) => Object.hasOwn(item, name))) return true;
		for (const value of Object.values(item)) seen.add(value);
	}
	return false;
}
// src/schema/normalise/array-plan.ts
const plans$1 = /* @__PURE__ */ new WeakMap();
function arrayPlanOf(site) {
	if (!plans$1.has(site)) plans$1.set(site, createArrayPlan(site));
	return plans$1.get(site);
}
function createArrayPlan(site) {
	const parts = site.members.map((member) => partsOf(member.node));
	if (parts.some((part) => part.unevaluatedItems !== void 0) && parts.some((part) => part.hasContains)) return void 0;
	const length = Math.max(0, ...parts.map((part) => part.prefix.length));
	const at = (index) => siteOf(site.table, applicable$1(site, index));
	return {
		prefix: Array.from({ length }, (_, index) => at(index)),
		rest: at(length)
	};
}
function applicable$1(site, index) {
	const inputs = [];
	for (const { node, role } of site.members) {
		const { prefix, rest, unevaluatedItems } = partsOf(node);
		const own = prefix[index] ?? rest;
		if (own !== void 0) inputs.push({
			node: own,
			role
		});
		else if (unevaluatedItems !== void 0 && !isEvaluatedWithin$1(site, {
			node,
			role
		}, index)) inputs.push({
			node: unevaluatedItems,
			role
		});
	}
	return inputs;
}
function isEvaluatedWithin$1(site, member, index) {
	return closureOf([member], site.decisions).members.some(({ node }) => {
		const { prefix, rest, unevaluatedItems } = partsOf(node);
		return (prefix[index] ?? rest) !== void 0 || node !== member.node && unevaluatedItems !== void 0;
	});
}
// src/schema/normalise/discriminator.ts
function findDiscriminator(branches) {
	const forObjects = branches.flatMap((branch, index) => (possibleTypes(branch) & jsonType.object) === 0 ? [] : [{
		index,
		constants: constantsOf(branch)
	}]);
	const [first, ...others] = forObjects;
	if (first === void 0 || others.length === 0) return void 0;
	for (const key of first.constants.keys()) {
		const branchOf = /* @__PURE__ */ new Map();
		if (forObjects.every(({ constants, index }) => claim(branchOf, constants.get(key), [index]))) return {
			key,
			branchOf
		};
	}
}
function discriminate({ key, branchOf }, value) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return void 0;
	const constant = value[key];
	return typeof constant === "string" ? branchOf.get(constant) ?? [] : void 0;
}
function claim(branchOf, constants, branch) {
	if (constants === void 0 || constants.some((constant) => branchOf.has(constant))) return false;
	for (const constant of constants) branchOf.set(constant, branch);
	return true;
}
function constantsOf(branch) {
	const found = /* @__PURE__ */ new Map();
	for (const node of inPlace(branch)) for (const [key, property] of partsOf(node).properties ?? []) {
		const constants = stringsOf(property);
		if (constants !== void 0 && !found.has(key)) found.set(key, constants);
	}
	return found;
}
function stringsOf(property) {
	for (const node of inPlace(property)) {
		const constant = keyword(node, "const");
		if (typeof constant === "string") return [constant];
		const values = keyword(node, "enum");
		if (Array.isArray(values) && values.every((value) => typeof value === "string")) return [...new Set(values)];
	}
}
function inPlace(start) {
	const nodes = /* @__PURE__ */ new Set([start]);
	for (const node of nodes) for (const part of partsOf(node).always) nodes.add(part);
	return nodes;
}
// src/schema/normalise/choose.ts
const choosers = /* @__PURE__ */ new WeakMap();
const holds = [0];
const holdsNot = [1];
function chooserOf(choice) {
	let chooser = choosers.get(choice);
	if (chooser === void 0) choosers.set(choice, chooser = createChooser(choice));
	return chooser;
}
function satisfies(union, value) {
	if (union.keyword === "anyOf") return union.branches.some((branch) => fitsNode(branch, value));
	return union.branches.filter((branch) => fitsNode(branch, value)).length === 1;
}
function createChooser(choice) {
	if (choice.kind === "union") return unionChooser(choice);
	return choice.kind === "condition" ? conditionChooser(choice) : dependentChooser(choice);
}
function conditionChooser({ condition }) {
	const { test, whenMet, otherwise } = condition;
	const choose = (value) => fitsNode(test, value) ? holds : holdsNot;
	return {
		choose,
		chooseFitting: areSilent([
			test,
			whenMet,
			otherwise
		]) ? () => holdsNot : choose,
		repairable: () => []
	};
}
function dependentChooser({ key, node }) {
	const choose = (value) => typeof value === "object" && value !== null && Object.hasOwn(value, key) ? holds : holdsNot;
	return {
		choose,
		chooseFitting: areSilent([node]) ? () => holdsNot : choose,
		repairable: () => []
	};
}
function unionChooser({ union }) {
	const { branches } = union;
	const all = branches.map((_, index) => index);
	const byType = candidatesByType(branches);
	const discriminator = findDiscriminator(branches);
	const byProperty = (value) => discriminator && discriminate(discriminator, value);
	const candidates = (value) => byProperty(value) ?? byType[typeOfValue(value)] ?? all;
	const fits = (value) => (index) => {
		const branch = branches[index];
		return branch !== void 0 && fitsNode(branch, value);
	};
	const chooseFitting = (value) => {
		const possible = candidates(value);
		if (possible.length < 2) return possible;
		if (union.keyword === "anyOf") return possible.filter(fits(value));
		const match = possible.find(fits(value));
		return match === void 0 ? [] : [match];
	};
	return {
		choose: (value) => candidates(value).filter(fits(value)),
		chooseFitting: areSilent(branches) ? () => holds : chooseFitting,
		repairable: (value) => byProperty(value) ?? all,
		discriminator
	};
}
function candidatesByType(branches) {
	const types = branches.map((branch) => possibleTypes(branch));
	const possible = (bit) => types.flatMap((type, index) => (type & bit) === 0 ? [] : [index]);
	return Array.from({ length: 127 }, (_, bit) => possible(bit));
}
function areSilent(nodes) {
	return nodes.every((node) => node === void 0 || !reaches(node, names));
}
function names(node) {
	const { properties, patterns, additional, unevaluated, isOpaque } = partsOf(node);
	return properties !== void 0 || patterns.length > 0 || additional !== void 0 || unevaluated !== void 0 || isOpaque;
}
// src/schema/normalise/object-plan.ts
const plans = /* @__PURE__ */ new WeakMap();
function objectPlanOf(site) {
	let plan = plans.get(site);
	if (plan === void 0) plans.set(site, plan = createObjectPlan(site));
	return plan;
}
function createObjectPlan(site) {
	const { members, table } = site;
	const declares = members.some((member) => member.role !== role.test && partsOf(member.node).properties !== void 0);
	const about = indexMembers(members);
	const names = /* @__PURE__ */ new Map();
	for (const name of about.byName.keys()) names.set(name, siteOf(table, applicable(site, name, about).inputs));
	const patterns = members.flatMap(({ node }) => partsOf(node).patterns.map(([pattern]) => pattern));
	const resolve = (name) => {
		const { inputs, isNamed } = applicable(site, name, about);
		return isNamed || !declares || !table.strip ? siteOf(table, inputs) : void 0;
	};
	return {
		names,
		defaults: [...names].flatMap(([name, child]) => declaredDefault(about.byName.get(name) ?? [], name, child)),
		patterns,
		siteOfUndeclared: patterns.length === 0 ? lookUpOnce(resolve) : lookUpByPatterns(patterns, resolve)
	};
}
function indexMembers(members) {
	const byName = /* @__PURE__ */ new Map();
	const general = [];
	for (const [at, { node, role: given }] of members.entries()) {
		const member = {
			node,
			role: given,
			at
		};
		const { properties, patterns, additional, unevaluated } = partsOf(node);
		for (const name of properties?.keys() ?? []) {
			const declaring = byName.get(name);
			if (declaring === void 0) byName.set(name, [member]);
			else declaring.push(member);
		}
		if (patterns.length > 0 || additional !== void 0 || unevaluated !== void 0) general.push(member);
	}
	return {
		byName,
		general
	};
}
function membersAbout(name, { byName, general }) {
	const declaring = byName.get(name) ?? [];
	if (general.length === 0) return declaring;
	if (declaring.length === 0) return general;
	return [.../* @__PURE__ */ new Set([...declaring, ...general])].toSorted((one, other) => one.at - other.at);
}
function lookUpOnce(resolve) {
	let known;
	return (name) => (known ??= { site: resolve(name) }).site;
}
function lookUpByPatterns(patterns, resolve) {
	const known = /* @__PURE__ */ new Map();
	return (name) => {
		const matched = patterns.map((pattern) => pattern.test(name) ? "1" : "0").join("");
		if (!known.has(matched)) known.set(matched, resolve(name));
		return known.get(matched);
	};
}
function applicable(site, name, about) {
	const inputs = [];
	let isNamed = false;
	const add = (member, node) => void inputs.push({
		node,
		role: member.role
	});
	for (const member of membersAbout(name, about)) {
		const { additional, unevaluated } = partsOf(member.node);
		const named = namedBy(member.node, name);
		for (const node of named) add(member, node);
		isNamed ||= named.length > 0;
		if (named.length === 0 && additional !== void 0) {
			add(member, additional);
			isNamed ||= additional.schema !== false;
		} else if (unevaluated !== void 0 && !isEvaluatedWithin(site, member, name)) {
			add(member, unevaluated);
			isNamed ||= unevaluated.schema !== false;
		}
	}
	return {
		inputs,
		isNamed
	};
}
function namedBy(node, name) {
	const { properties, patterns } = partsOf(node);
	const declared = properties?.get(name);
	const matching = patterns.filter(([pattern]) => pattern.test(name)).map(([, value]) => value);
	return declared === void 0 ? matching : [declared, ...matching];
}
function isEvaluatedWithin(site, member, name) {
	return closureOf([member], site.decisions).members.some(({ node }) => {
		const { additional, unevaluated } = partsOf(node);
		if (additional !== void 0 || namedBy(node, name).length > 0) return true;
		return node !== member.node && unevaluated !== void 0;
	});
}
function declaredDefault(declaring, name, child) {
	if (!declaring.some((member) => member.role === role.full)) return [];
	if (!mayDefault(child)) return [];
	for (const member of child.members) {
		if (member.role !== role.full) continue;
		const value = keyword(member.node, "default");
		if (value !== void 0 && fitsItsOwnSchema(child, value)) return [{
			name,
			value,
			site: child
		}];
	}
	return [];
}
function mayDefault({ table: { definitions }, inputs }) {
	return definitions === void 0 || inputs.some(({ node }) => schemaMayDefault(node.schema, definitions));
}
function schemaMayDefault(schema, definitions) {
	if (!isSchemaObject(schema)) return false;
	const { default: value, $ref, allOf } = schema;
	if (value !== void 0) return true;
	const name = typeof $ref === "string" ? definitionName($ref) : void 0;
	if (name !== void 0 && definitions.mayDefault(name)) return true;
	return Array.isArray(allOf) && allOf.some((part) => schemaMayDefault(part, definitions));
}
function fitsItsOwnSchema(child, value) {
	try {
		return child.inputs.every(({ node }) => isSimplyTyped(node, value) || fitsNode(node, value));
	} catch (error) {
		if (error instanceof RangeError) return false;
		throw error;
	}
}
function isSimplyTyped({ schema }, value) {
	return typeof schema === "object" && fitsByTypeAlone(schema, value);
}
// src/schema/normalise/plain.ts
function hasPlainPrototype(value) {
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
function isPlainArray(value) {
	return Array.isArray(value) && Object.getPrototypeOf(value) === Array.prototype;
}
function setOwn(target, key, value) {
	if (key === "__proto__") Object.defineProperty(target, key, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
	else target[key] = value;
}
function lacksValue(target, key) {
	return !Object.hasOwn(target, key) || target[key] === void 0;
}
function hasInheritedNames() {
	for (const _ in {}) return true;
	return false;
}
function emptyLike(original) {
	const copy = Object.getPrototypeOf(original) === null ? Object.create(null) : {};
	for (const symbol of Object.getOwnPropertySymbols(original)) {
		const descriptor = Object.getOwnPropertyDescriptor(original, symbol);
		if (descriptor !== void 0) Object.defineProperty(copy, symbol, descriptor);
	}
	return copy;
}
function cloneData(value) {
	if (typeof value !== "object" || value === null) return value;
	if (isPlainArray(value)) return value.map(cloneData);
	if (!hasPlainPrototype(value)) return value;
	const copy = emptyLike(value);
	for (const key of Object.keys(value)) setOwn(copy, key, cloneData(value[key]));
	return copy;
}
// src/schema/normalise/upcast.ts
function upcast(site, value) {
	const candidate = sameInOtherType(value);
	if (candidate === void 0 || !wantsOtherType(site, typeOfValue(value), typeOfValue(candidate))) return value;
	const fits = (item) => site.inputs.every((input) => fitsNode(input.node, item));
	return !fits(value) && fits(candidate) ? candidate : value;
}
function wantsOtherType(site, from, to) {
	let byKeyword = 127;
	let byValues = 127;
	for (const member of site.members) {
		if (member.role !== role.full) continue;
		byKeyword &= typesOfKeyword(member.node);
		byValues &= typesOfValues(member.node);
	}
	if ((byKeyword & byValues & to) === 0) return false;
	return byKeyword === 127 ? byValues !== 127 : (byKeyword & from) === 0;
}
// src/schema/normalise/rewrite.ts
const maxStepsPerLocation = 1e5;
const maxStepsPerPass = 2e6;
function rewriteAll(site, value, fits) {
	const pass = {
		fits,
		trying: 0,
		stepsHere: 0,
		steps: 0
	};
	const result = rewrite(site, value, pass);
	return pass.steps > maxStepsPerPass ? value : result;
}
function rewrite(site, value, pass) {
	if (site.isOpaque || site.inputs.length === 0 || pass.fits && !site.canChange) return value;
	if (pass.trying > 0) {
		pass.stepsHere += 1;
		pass.steps += 1;
		if (isExhausted(pass)) return value;
	}
	if (site.pending !== void 0) return rewriteChosen({
		site,
		choice: site.pending,
		value
	}, pass);
	if (typeof value !== "object" || value === null) return pass.fits ? value : upcast(site, value);
	if (isPlainArray(value)) return rewriteArray(site, value, pass);
	return !Array.isArray(value) && hasPlainPrototype(value) ? rewriteObject(site, value, pass) : value;
}
function rewriteChosen({ site, choice, value }, pass) {
	const chooser = chooserOf(choice);
	const outcome = pass.fits ? chooser.chooseFitting(value) : chooser.choose(value);
	if (outcome.length > 0) return rewrite(decide(site, outcome), value, pass);
	if (pass.fits || choice.kind !== "union" || choice.role !== role.full) return value;
	return repair({
		site,
		choice,
		value
	}, pass);
}
function repair(attempt, pass) {
	if (pass.trying === 0) pass.stepsHere = 0;
	pass.trying += 1;
	const repaired = repairs(attempt, pass);
	pass.trying -= 1;
	if (isExhausted(pass)) return attempt.value;
	const [first] = repaired;
	const isAmbiguous = attempt.choice.union.keyword === "oneOf" && repaired.length > 1;
	if (first === void 0 || isAmbiguous) return attempt.value;
	return repaired.reduce((best, other) => other.changes < best.changes ? other : best, first).result;
}
function repairs({ site, choice, value }, pass) {
	const found = [];
	for (const index of chooserOf(choice).repairable(value)) {
		const result = rewrite(decide(site, [index]), value, pass);
		if (isExhausted(pass)) return [];
		const branch = choice.union.branches[index];
		if (result === value || branch === void 0 || !fitsNode(branch, result)) continue;
		if (!satisfies(choice.union, result)) continue;
		const { stripped, defaulted, upcast: upcasts } = differenceOf(value, result);
		found.push({
			result,
			changes: stripped + defaulted + upcasts
		});
	}
	return found;
}
function isExhausted(pass) {
	return pass.stepsHere > maxStepsPerLocation || pass.steps > maxStepsPerPass;
}
function rewriteArray(site, value, pass) {
	const plan = arrayPlanOf(site);
	if (plan === void 0) return value;
	let copy;
	for (let index = 0; index < value.length; index += 1) {
		const before = value[index];
		const after = rewrite(plan.prefix[index] ?? plan.rest, before, pass);
		if (Object.is(before, after)) continue;
		copy ??= value.slice();
		copy[index] = after;
	}
	return copy ?? value;
}
function rewriteObject(site, value, pass) {
	const plan = objectPlanOf(site);
	const keys = Object.keys(value);
	let copy;
	for (let position = 0; position < keys.length; position += 1) {
		const key = keys[position] ?? "";
		const before = value[key];
		const child = plan.names.get(key) ?? plan.siteOfUndeclared(key);
		const after = child === void 0 ? void 0 : rewrite(child, before, pass);
		if (child !== void 0 && Object.is(before, after)) {
			if (copy !== void 0) setOwn(copy, key, before);
			continue;
		}
		copy ??= copyOf(value, keys, position);
		if (child !== void 0) setOwn(copy, key, after);
	}
	for (const { name, value: declared, site: child } of plan.defaults) {
		if (!lacksValue(value, name)) continue;
		copy ??= copyOf(value, keys, keys.length);
		setOwn(copy, name, rewrite(child, cloneData(declared), pass));
	}
	return copy ?? value;
}
function copyOf(value, keys, count) {
	const copy = emptyLike(value);
	for (let position = 0; position < count; position += 1) {
		const key = keys[position] ?? "";
		setOwn(copy, key, value[key]);
	}
	return copy;
}
// src/schema/normalise/site-code.ts
function createUnit() {
	return {
		names: /* @__PURE__ */ new Map(),
		trivial: /* @__PURE__ */ new Set(),
		functions: [],
		externals: []
	};
}
function compileUnit({ names, trivial, functions, externals: x }) {
	const sites = [...names].filter(([site]) => !trivial.has(site));
	const code = `${functions.join("\n")}\nreturn [${sites.map(([, name]) => name).join()}];`;
	const compiled = generateFunction({
		x,
		plain: hasPlainPrototype,
		plainArray: isPlainArray,
		set: setOwn,
		hasOwn: Object.hasOwn,
		symbolsOf: Object.getOwnPropertySymbols,
		prototypeOf: Object.getPrototypeOf,
		objectPrototype: Object.prototype
	}, code);
	return new Map(sites.map(([site], index) => [site, compiled[index]]));
}
function isLeftForLater({ names }, site) {
	return names.size > 0 && !names.has(site) && site.leadsOn;
}
function emitFunction(unit, site, parts) {
	const name = nameFor(unit, site);
	const object = parts.object(unit, site);
	const array = parts.array(unit, site);
	if (object === "" && array === "") {
		unit.trivial.add(site);
		return;
	}
	const leave = `return ${parts.otherwise}`;
	const body = `if(typeof v!=="object"||v===null)${leave};if(Array.isArray(v)){${array}${leave}}${object}${leave}`;
	unit.functions.push(`function ${name}(${parts.parameters}){${body}}`);
	return name;
}
function nameFor(unit, site) {
	const name = `s${unit.names.size}`;
	unit.names.set(site, name);
	return name;
}
function external(unit, value) {
	unit.externals.push(value);
	return `x[${unit.externals.length - 1}]`;
}
function emitLack(object, name) {
	const literal = toLiteral(name);
	return `${name in Object.prototype ? `!hasOwn(${object},${literal})||` : ""}${object}[${literal}]===undefined`;
}
function unusedName(names) {
	let name = "";
	while (names.has(name)) name += "_";
	return name;
}
function toLiteral(text) {
	return JSON.stringify(text).replaceAll("\u2028", String.raw`\u2028`).replaceAll("\u2029", String.raw`\u2029`);
}
// src/schema/normalise/generated-rewrite.ts
const keep = (value) => value;
function generatedRewrite(site) {
	site.rewrite ??= mayGenerateCode() ? createRewrite(site) : interpretedRewrite(site);
	return site.rewrite;
}
function createRewrite(site) {
	if (isTrivial(site)) return keep;
	if (site.pending !== void 0) return choiceRewrite(site, site.pending);
	const unit = createUnit();
	if (emit$1(unit, site) !== void 0) for (const [each, compiled] of compileUnit(unit)) each.rewrite = compiled;
	return site.rewrite ?? keep;
}
function interpretedRewrite(site) {
	return (value, tally) => {
		const result = rewriteAll(site, value, true);
		const { stripped, defaulted } = differenceOf(value, result);
		tally.stripped += stripped;
		tally.defaulted += defaulted;
		return result;
	};
}
function isTrivial(site) {
	return site.isOpaque || site.inputs.length === 0 || !site.canChange;
}
function choiceRewrite(site, choice) {
	const { chooseFitting } = chooserOf(choice);
	return (value, tally) => {
		const outcome = chooseFitting(value);
		return outcome.length === 0 ? value : generatedRewrite(decide(site, outcome))(value, tally);
	};
}
function emit$1(unit, site) {
	if (isLeftForLater(unit, site)) {
		const slot = { rewrite: (value, tally) => (slot.rewrite = generatedRewrite(site))(value, tally) };
		return `${external(unit, slot)}.rewrite`;
	}
	if (isTrivial(site) || unit.trivial.has(site)) return void 0;
	const known = unit.names.get(site);
	if (known !== void 0) return known;
	if (site.rewrite !== void 0 || site.pending !== void 0) return external(unit, generatedRewrite(site));
	return emitFunction(unit, site, {
		object: emitObject$1,
		array: emitArray$1,
		parameters: "v,t",
		otherwise: "v"
	});
}
const changed = "a!==b&&a===a";
function emitElement(rewrite) {
	return `{const b=v[i],a=${rewrite}(b,t);if(${changed})(c??=v.slice())[i]=a}`;
}
function emitArray$1(unit, site) {
	const plan = arrayPlanOf(site);
	if (plan === void 0) return "";
	const parts = plan.prefix.map((each, index) => {
		const rewrite = emit$1(unit, each);
		return rewrite === void 0 ? "" : `if(v.length>${index}){const i=${index};${emitElement(rewrite)}}`;
	});
	const rest = emit$1(unit, plan.rest);
	if (rest !== void 0) parts.push(`for(let i=${plan.prefix.length};i<v.length;i++)${emitElement(rest)}`);
	const code = parts.join("");
	return code && `if(!plainArray(v))return v;let c;${code}return c??v;`;
}
function emitObject$1(unit, site) {
	const { names, defaults } = objectPlanOf(site);
	const undeclared = emitUndeclared$1(unit, site);
	const declared = [...names].map(([name, child]) => ({
		name,
		rewrite: emit$1(unit, child)
	}));
	if (undeclared === copyUndeclared && declared.every(({ rewrite }) => rewrite === void 0) && defaults.length === 0) return "";
	const cases = declared.map(({ name, rewrite }) => `case ${toLiteral(name)}:${emitProperty(name, rewrite)}break;`);
	const missing = defaults.map(({ name, value, site: child }) => {
		const create = external(unit, () => rewriteAll(child, cloneData(value), true));
		return `if(${emitLack("c", name)}){n=true;t.defaulted++;set(c,${toLiteral(name)},${create}())}`;
	});
	return `if(prototypeOf(v)!==objectPrototype||symbolsOf(v).length>0)return ${external(unit, interpretedRewrite(site))}(v,t);const c={};let n=false;for(const k in v)switch(k){${cases.join("")}default:${undeclared}}${missing.join("")}return n?c:v;`;
}
function emitProperty(name, rewrite) {
	const literal = toLiteral(name);
	const assign = (value) => name === "__proto__" ? `set(c,${literal},${value});` : `c[${literal}]=${value};`;
	if (rewrite === void 0) return assign(`v[${literal}]`);
	return `{const b=v[${literal}],a=${rewrite}(b,t);${assign("a")}if(${changed})n=true}`;
}
const copyUndeclared = "set(c,k,v[k]);";
const stripUndeclared = "n=true;t.stripped++;";
function emitUndeclared$1(unit, site) {
	const plan = objectPlanOf(site);
	if (plan.patterns.length === 0) {
		const child = plan.siteOfUndeclared(unusedName(plan.names));
		if (child === void 0) return stripUndeclared;
		const rewrite = emit$1(unit, child);
		return rewrite === void 0 ? copyUndeclared : emitUnnamed(`${rewrite}(b,t)`);
	}
	return `{const r=${external(unit, (name) => {
		const child = plan.siteOfUndeclared(name);
		return child && generatedRewrite(child);
	})}(k);if(r===undefined){${stripUndeclared}}else ${emitUnnamed("r(b,t)")}}`;
}
function emitUnnamed(rewritten) {
	return `{const b=v[k],a=${rewritten};set(c,k,a);if(${changed})n=true}`;
}
// src/schema/normalise/overlay.ts
function interpretedOverlay(site) {
	return (value) => Object.is(rewriteAll(site, value, true), value);
}
const alwaysExact = () => true;
function generatedOverlay(site) {
	site.overlay ??= mayGenerateCode() ? createOverlay(site) : interpretedOverlay(site);
	return site.overlay;
}
function createOverlay(site) {
	if (site.isOpaque || !site.canChange) return alwaysExact;
	if (site.pending !== void 0) return choiceOverlay(site, site.pending);
	const unit = createUnit();
	if (emit(unit, site) !== void 0) for (const [each, compiled] of compileUnit(unit)) each.overlay = compiled;
	return site.overlay ?? alwaysExact;
}
function choiceOverlay(site, choice) {
	const { chooseFitting } = chooserOf(choice);
	const single = [];
	return (value) => {
		const outcome = chooseFitting(value);
		const first = outcome[0];
		if (first === void 0) return true;
		if (outcome.length > 1) return generatedOverlay(decide(site, outcome))(value);
		return (single[first] ??= generatedOverlay(decide(site, outcome)))(value);
	};
}
function emit(unit, site) {
	if (isLeftForLater(unit, site)) {
		const slot = { isExact: (value) => (slot.isExact = generatedOverlay(site))(value) };
		return `${external(unit, slot)}.isExact`;
	}
	if (site.isOpaque || !site.canChange || unit.trivial.has(site)) return void 0;
	const known = unit.names.get(site);
	if (known !== void 0) return known;
	if (site.overlay !== void 0) return external(unit, site.overlay);
	if (site.pending !== void 0) return emitChoice(unit, site, site.pending);
	return emitFunction(unit, site, {
		object: emitObject,
		array: emitArray,
		parameters: "v",
		otherwise: "true"
	});
}
function emitChoice(unit, site, choice) {
	const general = external(unit, generatedOverlay(site));
	const { discriminator } = chooserOf(choice);
	if (discriminator === void 0) return general;
	const name = nameFor(unit, site);
	const cases = [...discriminator.branchOf].map(([constant, outcome]) => {
		const slot = { isExact: (value) => (slot.isExact = generatedOverlay(decide(site, outcome)))(value) };
		return `case ${toLiteral(constant)}:return ${external(unit, slot)}.isExact(v);`;
	});
	const isObject = "typeof v===\"object\"&&v!==null&&!Array.isArray(v)";
	const lookUp = `switch(v[${toLiteral(discriminator.key)}]){${cases.join("")}}`;
	unit.functions.push(`function ${name}(v){if(${isObject})${lookUp}return ${general}(v)}`);
	return name;
}
function emitArray(unit, site) {
	const plan = arrayPlanOf(site);
	if (plan === void 0) return "";
	const differs = "return !plainArray(v);";
	const prefix = plan.prefix.map((element, index) => {
		const check = emit(unit, element);
		return check === void 0 ? "" : `if(v.length>${index}&&!${check}(v[${index}]))${differs}`;
	});
	const check = emit(unit, plan.rest);
	const rest = check && `for(let i=${plan.prefix.length};i<v.length;i++)if(!${check}(v[i]))${differs}`;
	return prefix.join("") + (rest ?? "");
}
const differs = "return !plain(v);";
function emitObject(unit, site) {
	const { names, defaults } = objectPlanOf(site);
	const checks = [...names].map(([name, child]) => ({
		literal: toLiteral(name),
		name,
		check: emit(unit, child)
	}));
	const undeclared = emitUndeclared(unit, site);
	const absent = defaults.map(({ name }) => `if(${emitLack("v", name)})${differs}`);
	const visited = checks.filter(({ check }) => check !== void 0);
	if (undeclared === "" && visited.length === 0) return absent.join("");
	const plainNames = checks.filter(({ check }) => check === void 0 && undeclared !== "");
	const known = plainNames.map(({ literal }) => `case ${literal}:`).join("") + (plainNames.length > 0 ? "break;" : "");
	const cases = visited.map(({ literal, check }) => `case ${literal}:if(!${check}(v[${literal}]))${differs}break;`);
	const other = undeclared === "" ? "" : `default:${undeclared}`;
	return `for(const k in v)switch(k){${known}${cases.join("")}${other}}${absent.join("")}`;
}
function emitUndeclared(unit, site) {
	const plan = objectPlanOf(site);
	if (plan.patterns.length === 0) {
		const child = plan.siteOfUndeclared(unusedName(plan.names));
		if (child === void 0) return differs;
		const check = emit(unit, child);
		return check === void 0 ? "" : `if(!${check}(v[k]))${differs}`;
	}
	const isExact = (key, value) => {
		const child = plan.siteOfUndeclared(key);
		return child !== void 0 && generatedOverlay(child)(value);
	};
	return `if(!${external(unit, isExact)}(k,v[k]))${differs}`;
}
// src/schema/normalise/normaliser.ts
const maxPasses = 8;
const cache = /* @__PURE__ */ new WeakMap();
function getNormaliser(schema, options = {}) {
	const strip = options.strip ?? true;
	if (typeof schema === "boolean") return createNormaliser(schema, { strip });
	let known = cache.get(schema);
	if (known === void 0) cache.set(schema, known = /* @__PURE__ */ new Map());
	let normaliser = known.get(strip);
	if (normaliser === void 0) known.set(strip, normaliser = createNormaliser(schema, { strip }));
	return normaliser;
}
function createNormaliser(schema, options) {
	if (assertsNothing(schema)) return {
		isExact: () => true,
		normalise: (value) => unchanged(value, true)
	};
	const compiled = compileNormaliser(schema, options);
	return {
		isExact: compiled.isGenerated ? generatedExactness(compiled) : exactness(compiled),
		normalise: (value) => normaliseWith(compiled, value)
	};
}
function exactness({ check, overlay }) {
	return (value) => {
		try {
			return check(value) && overlay(value);
		} catch {
			return false;
		}
	};
}
function generatedExactness({ check, overlay }) {
	return generateFunction({
		check,
		overlay
	}, "return (value) => { try { return check(value) && overlay(value) } catch { return false } }");
}
function compileNormaliser(schema, { strip, generate }) {
	const { check } = getValidator(schema);
	const node = nodeFor(createGraph(schema), schema, rootScope(schema));
	node.check = check;
	const site = siteOf(createSiteTable(node.graph, strip), [{
		node,
		role: role.full
	}]);
	const isGenerated = generate ?? mayGenerateCode();
	return {
		check,
		overlay: isGenerated ? generatedOverlay(site) : interpretedOverlay(site),
		site,
		isGenerated
	};
}
function normaliseWith(compiled, value) {
	let fits = false;
	try {
		fits = compiled.check(value);
		if (fits && compiled.overlay(value)) return unchanged(value, true);
		return (fits ? settleAtOnce(compiled, value) : void 0) ?? settleInPasses(compiled, {
			value,
			fits
		});
	} catch {
		return unchanged(value, fits);
	}
}
function settleAtOnce({ check, overlay, site, isGenerated }, value) {
	if (!isGenerated || hasInheritedNames()) return void 0;
	const tally = {
		stripped: 0,
		defaulted: 0
	};
	const result = generatedRewrite(site)(value, tally);
	if (Object.is(result, value)) return unchanged(value, true);
	if (!check(result) || !overlay(result)) return void 0;
	const { stripped, defaulted } = tally;
	return {
		value: result,
		fits: true,
		stripped,
		strippedPaths: stripped === 0 ? [] : strippedPathsOf(value, result),
		defaulted,
		upcast: 0
	};
}
function settleInPasses(compiled, start) {
	const { value } = start;
	const result = settle(compiled, start);
	if (Object.is(result.value, value)) return unchanged(value, start.fits);
	return {
		...result,
		...differenceOf(value, result.value),
		strippedPaths: strippedPathsOf(value, result.value)
	};
}
function settle({ check, overlay, site }, start) {
	let current = start;
	for (let count = 0; count < maxPasses; count += 1) {
		const value = rewriteAll(site, current.value, current.fits);
		if (Object.is(value, current.value)) return current;
		const fits = check(value);
		if (current.fits && !fits) return current;
		current = {
			value,
			fits
		};
		if (fits && overlay(value)) return current;
	}
	return start;
}
function unchanged(value, fits) {
	return {
		value,
		fits,
		stripped: 0,
		strippedPaths: [],
		defaulted: 0,
		upcast: 0
	};
}
function assertsNothing(schema) {
	return typeof schema === "boolean" ? schema : assertingKeywords(schema).length === 0;
}
// src/envelope/stripped-members.ts
const MOST_PATHS = 5;
const LONGEST_PATH = 200;
function toStripped(count, paths) {
	return {
		count,
		paths: paths.slice(0, MOST_PATHS).map((path) => shorten(path, LONGEST_PATH))
	};
}
function strippedMembers(meta) {
	const stripped = isRecord(meta) ? meta["stripped"] : void 0;
	if (!isRecord(stripped)) return void 0;
	const { count, paths } = stripped;
	if (!Number.isSafeInteger(count) || count < 1 || !Array.isArray(paths)) return void 0;
	return paths.every((path) => typeof path === "string") ? toStripped(count, paths) : void 0;
}
// src/registry/output-pipeline.ts
var OutputPipeline = class {
	stripped = 0;
	invalidOutputs = 0;
	#id;
	#policy;
	isExact;
	#mend;
	constructor(id, schema, policy) {
		this.#id = id;
		this.#policy = policy;
		if (isStandardSchema(schema)) {
			this.isExact = () => false;
			this.#mend = (data) => {
				const result = runStandardSchema(schema, data);
				const settle = (settled) => "errors" in settled ? {
					value: data,
					stripped: 0,
					strippedPaths: [],
					errors: settled.errors
				} : {
					value: settled.value,
					stripped: 0,
					strippedPaths: [],
					errors: []
				};
				return result instanceof Promise ? result.then(settle) : settle(result);
			};
		} else {
			const normaliser = getNormaliser(schema, { strip: policy.mode === "strip" });
			this.isExact = normaliser.isExact;
			this.#mend = (data) => {
				const { value, fits, stripped, strippedPaths } = normaliser.normalise(data);
				return {
					value,
					stripped,
					strippedPaths,
					errors: fits ? [] : collectErrors(schema, value)
				};
			};
		}
	}
	finish(result) {
		const envelope = isResponseEnvelope(result) ? result.meta.operationId === "" ? this.#named(result) : result : localEnvelope(result, this.#id);
		if (this.isExact(envelope.data) || holdsContentBlocks(envelope)) return envelope;
		const mended = this.#mend(envelope.data);
		return mended instanceof Promise ? mended.then((settled) => this.#conclude(envelope, settled)) : this.#conclude(envelope, mended);
	}
	finishItems(items, asThrown) {
		const finish = (result) => this.finish(result);
		return { [Symbol.asyncIterator]: () => new FinishedItems(items[Symbol.asyncIterator](), {
			finish,
			asThrown
		}) };
	}
	#named(envelope) {
		const { data, meta } = envelope;
		return meta.source === "local" ? {
			data,
			meta: {
				...meta,
				operationId: this.#id
			}
		} : envelope;
	}
	#conclude(envelope, mended) {
		const { value, stripped, errors } = mended;
		this.stripped += stripped;
		if (errors.length > 0) this.#complain(errors);
		if (value === envelope.data) return envelope;
		return {
			data: value,
			meta: stripped === 0 ? envelope.meta : withStripped(envelope.meta, mended)
		};
	}
	#complain(errors) {
		this.invalidOutputs++;
		const message = `Output of ${this.#id} does not fit its schema: ${formatValueErrors(errors, "output")}`;
		if (this.#policy.strict) throw new CallError("OUTPUT_INVALID", message, { errors });
		this.#policy.warn({
			kind: "output-invalid",
			operationId: this.#id,
			message,
			errors
		});
	}
};
function withStripped(meta, { stripped, strippedPaths }) {
	const before = strippedMembers(meta);
	const count = stripped + (before?.count ?? 0);
	return {
		...meta,
		stripped: toStripped(count, [...before?.paths ?? [], ...strippedPaths])
	};
}
function holdsContentBlocks({ data, meta }) {
	if (meta.source !== "mcp") return false;
	return meta.isError || meta.structuredContent === void 0 && isSameContent(data, meta.content);
}
function isSameContent(data, content) {
	return data === content || Array.isArray(data) && data.length === content.length && content.every((block, index) => data[index]?.type === block.type);
}
// src/registry/registered-operation.ts
var RegisteredOperation = class {
	id;
	spec;
	prepared;
	input;
	#handler;
	middleware;
	#policy;
	#output;
	#broken;
	#isWarned = false;
	constructor(operation, handler, policy) {
		this.id = operationId(operation);
		this.spec = operation;
		this.#handler = handler;
		this.middleware = "use" in operation ? composeAll(operation.use ?? []) : void 0;
		this.#policy = policy;
	}
	get handler() {
		return this.#handler;
	}
	set handler(handler) {
		this.#handler = handler;
		this.prepared = void 0;
	}
	prepare() {
		const { spec } = this;
		const { compiled } = this.input ?? this.prepareInput();
		this.#output ??= this.#read("output schema", () => new OutputPipeline(this.id, spec.outputSchema, this.#policy));
		const handler = this.#handler;
		if (handler === void 0) throw new CallError("OPERATION_NOT_FOUND", `${this.id} has a spec but no handler here.`);
		this.#warnOfDeprecation();
		const isPlain = spec.type !== OperationType.SUBSCRIPTION && this.middleware === void 0;
		return this.prepared = {
			spec,
			handler,
			output: this.#output,
			isExact: this.#output.isExact,
			gate: isPlain ? compiled : void 0
		};
	}
	prepareInput() {
		return this.input = this.#read("input schema", () => createInputGate(this.id, this.spec.inputSchema));
	}
	#warnOfDeprecation() {
		const deprecation = toDeprecation(this.spec.deprecated);
		if (deprecation === void 0 || this.#isWarned) return;
		this.#isWarned = true;
		const message = `${this.id} is deprecated. ${deprecationText(deprecation)}`.trimEnd();
		this.#policy.warn({
			kind: "deprecated",
			operationId: this.id,
			message
		});
	}
	get stats() {
		const { stripped = 0, invalidOutputs = 0 } = this.#output ?? {};
		return {
			stripped,
			invalidOutputs
		};
	}
	#read(what, read) {
		if (this.#broken !== void 0) throw this.#broken;
		try {
			return read();
		} catch (thrown) {
			this.#broken = new CallError("EXECUTION_ERROR", `${this.id} cannot be called, because its ${what} cannot be used: ${messageOf$1(thrown)}`, void 0, {
				cause: thrown,
				phase: "notStarted"
			});
			throw this.#broken;
		}
	}
};
// src/registry/wrong-type.ts
function wrongType(spec) {
	const id = operationId(spec);
	return new CallError("PROTOCOL_ERROR", spec.type === OperationType.SUBSCRIPTION ? `${id} is a SUBSCRIPTION: use subscribe(), it cannot be called.` : `${id} is a ${spec.type}: use execute() or call(), it cannot be subscribed to.`);
}
// src/registry/warnings.ts
function createWarnings(onWarning) {
	const print = createConsoleWarnings();
	if (onWarning === void 0) return print;
	return (warning) => tellListener(onWarning, warning, warnOf("onWarning", print));
}
function warnIfThrows(name, listener) {
	const onFailure = warnOf(name, createConsoleWarnings());
	return (event) => tellListener(listener, event, onFailure);
}
function warnOf(name, warn) {
	return (cause) => warn({
		kind: "listener-failed",
		message: `${name} threw: ${messageOf$1(cause)}`,
		cause
	});
}
function createConsoleWarnings() {
	const seen = /* @__PURE__ */ new Set();
	return ({ kind, operationId, message }) => {
		const key = `${kind} ${operationId ?? ""}`;
		if (seen.has(key)) return;
		seen.add(key);
		console.warn(`[operations] ${message} (further warnings of this kind are not shown)`);
	};
}
// src/registry/operation-registry.ts
var OperationRegistry = class {
	#operations = /* @__PURE__ */ new Map();
	quarantine = new Quarantine();
	#changes;
	#options;
	#warn;
	#lastId;
	#last;
	#installed = [];
	#middleware;
	constructor(options = {}) {
		this.#options = options;
		this.#warn = createWarnings(options.onWarning);
		this.#changes = new ChangeEmitter(this.#warn);
	}
	register(operation, options = {}) {
		return this.#add([this.#prepare(operation, handlerOf(operation))], options);
	}
	registerAll(operations, options = {}) {
		return this.#add(Array.from(operations, (operation) => this.#prepare(operation, handlerOf(operation))), options);
	}
	registerSpec(spec, options = {}) {
		return this.#add([this.#prepare(spec, void 0)], options);
	}
	registerHandler(reference, handler, options = {}) {
		const id = referenceId(reference);
		const operation = this.#operations.get(id);
		if (operation === void 0) throw this.#notFound(id);
		if (typeof handler !== "function") throw new CallError("VALIDATION_ERROR", `The handler for ${id} is not a function.`);
		if (operation.handler !== void 0 && options.replace !== true) throw new CallError("VALIDATION_ERROR", `${id} already has a handler: pass { replace: true } to replace it.`);
		operation.handler = handler;
		this.#changes.emit([{
			type: "replaced",
			id,
			spec: operation.spec
		}]);
		return this;
	}
	unregister(id) {
		return this.unregisterAll([id]) === 1;
	}
	unregisterAll(ids) {
		const changes = [];
		for (const id of ids) {
			const operation = this.#operations.get(id);
			if (operation === void 0) continue;
			this.#operations.delete(id);
			changes.push({
				type: "unregistered",
				id,
				spec: operation.spec
			});
		}
		this.#forgetLast();
		this.#changes.emit(changes);
		return changes.length;
	}
	has(id) {
		return this.#operations.has(id);
	}
	getSpec(id) {
		return this.#operations.get(id)?.spec;
	}
	getHandler(id) {
		return this.#operations.get(id)?.handler;
	}
	getStats(id) {
		return this.#operations.get(id)?.stats;
	}
	list(filter = {}) {
		return Array.from(this.#operations.values(), (operation) => operation.spec).filter((spec) => matchesFilter(spec, filter));
	}
	onChange(listener) {
		return this.#changes.listen(listener);
	}
	use(middleware) {
		const entry = { middleware };
		this.#install([...this.#installed, entry]);
		return () => this.#install(this.#installed.filter((other) => other !== entry));
	}
	#install(entries) {
		this.#installed = entries;
		this.#middleware = composeAll(entries.map((entry) => entry.middleware));
	}
	execute(reference, input, context) {
		const id = referenceId(reference);
		return context === void 0 && this.#middleware === void 0 ? this.#run(id, input, context, false) : this.call({
			id,
			input,
			context,
			checked: false
		});
	}
	call(request) {
		const { id, input, context, checked, cancellation, onStart } = request;
		try {
			if (cancellation === void 0 && onStart === void 0 && this.#middleware === void 0 && context?.deadline === void 0) return this.#run(id, input, context, checked);
			return this.#begin(request, "call").execute(this.#middleware);
		} catch (thrown) {
			return Promise.reject(thrown instanceof CallError ? thrown : invalidContext(thrown));
		}
	}
	async #run(id, input, context, checked) {
		const operation = id === this.#lastId ? this.#last : this.#operations.get(id);
		const prepared = operation?.prepared;
		const gate = prepared?.gate;
		if (operation === void 0 || prepared === void 0 || gate === void 0) return this.#begin({
			id,
			input,
			context,
			checked
		}, "call").execute(void 0);
		this.#lastId = id;
		this.#last = operation;
		const scope = context === void 0 ? new CallScope(this, void 0, checked) : this.#scope(context, checked);
		if (scope.cancellation === void 0) {
			try {
				const { spec } = prepared;
				if (checked) assertAccess(spec, scope.identity, spec.accessControl.resourceId === void 0 ? void 0 : { input });
				if (gate.accepts(input)) {
					const result = await prepared.handler.call(prepared.spec, input, scope);
					return result?.meta === void 0 && prepared.isExact(result) ? localEnvelope(result, id) : await prepared.output.finish(result);
				}
			} catch (thrown) {
				throw await toHandlerFailure(prepared.spec, thrown);
			}
			if (input !== void 0) throw await toRefusal(gate, input, checked);
		}
		return new Call(operation, {
			input,
			checked
		}, scope).execute(void 0);
	}
	stream(request) {
		const context = keepDeadline(request.context);
		return new OperationSubscription({
			begin: () => this.#begin({
				...request,
				context
			}, "stream"),
			watchAccess: request.checked ? (call) => this.#watchAccess(call) : void 0,
			middleware: this.#middleware,
			returnGrace: this.#options.returnGrace ?? 1e3,
			warn: this.#warn
		});
	}
	#watchAccess({ id, context, input }) {
		return this.#changes.listenTo(id, () => {
			const spec = this.getSpec(id);
			if (spec === void 0) return;
			try {
				assertAccess(spec, context.identity, { input });
			} catch (thrown) {
				context.bound().cancel(toCallError(thrown));
			}
		});
	}
	isStream(id) {
		return this.#operations.get(id)?.spec.type === OperationType.SUBSCRIPTION;
	}
	#begin(request, wanted) {
		const { id, context, checked, cancellation } = request;
		const operation = this.#operations.get(id);
		if (operation === void 0) throw toFailure(this.#notFound(id));
		const isStream = operation.spec.type === OperationType.SUBSCRIPTION;
		if (isStream !== (wanted === "stream")) throw toFailure(wrongType(operation.spec));
		const scope = this.#scope(context, checked);
		if (cancellation !== void 0) {
			if (isStream || scope.cancellation !== void 0) scope.bound().followParent(cancellation);
			else scope.cancellation = cancellation;
		}
		return new Call(operation, request, scope);
	}
	#scope(context, checked) {
		try {
			return new CallScope(this, context, checked);
		} catch (cause) {
			throw invalidContext(cause);
		}
	}
	#forgetLast() {
		this.#lastId = void 0;
		this.#last = void 0;
	}
	#notFound(id) {
		if (typeof id !== "string") return new CallError("OPERATION_NOT_FOUND", "The id of an operation is a string.");
		const hint = didYouMean(id, this.#operations.keys());
		return this.quarantine.errorFor(id) ?? new CallError("OPERATION_NOT_FOUND", `There is no operation ${shorten(id, 200)}.${hint}`);
	}
	#prepare(spec, handler) {
		assertValidSpec(spec);
		return new RegisteredOperation(spec, handler, {
			mode: spec.output ?? this.#options.output ?? "strip",
			strict: this.#options.strict ?? false,
			warn: this.#warn
		});
	}
	#add(operations, { replace = false }) {
		const added = /* @__PURE__ */ new Map();
		for (const operation of operations) {
			const taken = added.get(operation.id) ?? this.#operations.get(operation.id);
			if (taken !== void 0 && !replace) throw duplicateId(taken.spec, operation.spec);
			added.set(operation.id, operation);
		}
		this.#forgetLast();
		const changes = [];
		for (const [id, operation] of added) {
			changes.push({
				type: this.#operations.has(id) ? "replaced" : "registered",
				id,
				spec: operation.spec
			});
			this.#operations.set(id, operation);
		}
		this.#changes.emit(changes);
		return this;
	}
};
function referenceId(reference) {
	if (typeof reference === "string") return reference;
	return typeof reference === "object" && reference !== null ? operationId(reference) : String(reference);
}
function handlerOf(operation) {
	return typeof operation === "object" && operation !== null && "handler" in operation ? operation.handler : void 0;
}
function invalidContext(cause) {
	const message = `The context of the call is invalid: ${messageOf$1(cause)}`;
	return toFailure(new CallError("VALIDATION_ERROR", message, void 0, { cause }));
}
// src/schema/engine/formats.ts
function registerFormat(name, test) {
	Set$1(name, test);
}
function isCheckedFormat(name) {
	return Has(name);
}
// src/schema/explain/validate-or-throw.ts
function validateOrThrow(schema, value, what = "value") {
	const errors = collectErrors(schema, value);
	if (errors.length === 0) return;
	throw new CallError("VALIDATION_ERROR", `Invalid ${what}: ${formatValueErrors(errors, what)}`, { errors });
}
// src/envelope/envelope-schemas.ts
const MCPAnnotationsSchema = _Object_({
	audience: Optional(_Array_(Union([Literal("user"), Literal("assistant")]))),
	priority: Optional(Number$1()),
	lastModified: Optional(String$1())
});
const annotations = Optional(MCPAnnotationsSchema);
const MCPContentBlockSchema = Union([
	_Object_({
		type: Literal("text"),
		text: String$1(),
		annotations
	}),
	_Object_({
		type: Literal("image"),
		data: String$1(),
		mimeType: String$1(),
		annotations
	}),
	_Object_({
		type: Literal("audio"),
		data: String$1(),
		mimeType: String$1(),
		annotations
	}),
	_Object_({
		type: Literal("resource"),
		resource: _Object_({
			uri: String$1(),
			mimeType: Optional(String$1()),
			text: Optional(String$1()),
			blob: Optional(String$1())
		}),
		annotations
	}),
	_Object_({
		type: Literal("resource_link"),
		uri: String$1(),
		name: String$1(),
		description: Optional(String$1()),
		mimeType: Optional(String$1())
	})
]);
const stripped = Optional(_Object_({
	count: Integer({ minimum: 1 }),
	paths: _Array_(String$1())
}));
const lastEventId = Optional(String$1());
const LocalResponseMetaSchema = _Object_({
	source: Literal("local"),
	stripped,
	lastEventId,
	operationId: String$1(),
	timestamp: Number$1()
});
const HTTPResponseMetaSchema = _Object_({
	source: Literal("http"),
	stripped,
	lastEventId,
	statusCode: Number$1(),
	headers: Record(String$1(), String$1()),
	contentType: String$1(),
	event: Optional(String$1())
});
const MCPResponseMetaSchema = _Object_({
	source: Literal("mcp"),
	stripped,
	lastEventId,
	isError: Boolean(),
	content: _Array_(MCPContentBlockSchema),
	structuredContent: Optional(Unknown()),
	_meta: Optional(Record(String$1(), Unknown()))
});
const ResponseMetaSchema = Union([
	LocalResponseMetaSchema,
	HTTPResponseMetaSchema,
	MCPResponseMetaSchema
]);
const ResponseEnvelopeSchema = _Object_({
	data: Unknown({ description: "Operation output" }),
	meta: ResponseMetaSchema
});
// src/operation/define-prompt.ts
const PromptResultSchema = _Object_({
	description: Optional(String$1()),
	messages: _Array_(_Object_({
		role: Union([Literal("user"), Literal("assistant")]),
		content: Unsafe({ type: "object" })
	}))
});
function definePrompt(definition) {
	const { handler, completedBy, icons, _meta, ...spec } = definition;
	const run = async (input, context) => toResult(await handler(input, context));
	return {
		...spec,
		type: OperationType.QUERY,
		outputSchema: PromptResultSchema,
		metadata: { mcp: {
			prompt: { completedBy },
			...icons && { icons },
			..._meta && { _meta }
		} },
		handler: run
	};
}
function toResult(output) {
	if (typeof output === "string") return { messages: [{
		role: "user",
		content: {
			type: "text",
			text: output
		}
	}] };
	return "messages" in output ? output : { messages: output };
}
// src/operation/uri-template.ts
const EXPRESSION = /\{([^{}]*)\}/g;
const OPERATOR_AND_NAMES = /^([+#./;?&]?)([A-Za-z0-9_]+(?:,[A-Za-z0-9_]+)*)$/;
const SEPARATORS = {
	"": ["", ","],
	"+": ["", ","],
	"#": ["#", ","],
	".": [".", "."],
	"/": ["/", "/"],
	";": [";", ";"],
	"?": ["?", "&"],
	"&": ["&", "&"]
};
function readTemplate(template) {
	return Array.from(template.matchAll(EXPRESSION), ([whole, inner = ""]) => {
		const [, operator, names] = OPERATOR_AND_NAMES.exec(inner) ?? [];
		if (operator === void 0 || names === void 0) {
			const message = `The URI template ${template} has the expression ${whole}: write names of letters, digits and _ (RFC 6570, levels 1 to 3).`;
			throw new CallError("VALIDATION_ERROR", message);
		}
		return {
			operator,
			names: names.split(","),
			isOptional: operator === "?" || operator === "&"
		};
	});
}
function expandTemplate(template, expressions, variables) {
	let index = 0;
	return template.replaceAll(EXPRESSION, () => {
		const { operator, names } = expressions[index++];
		const [first, between] = SEPARATORS[operator];
		const encode = operator === "+" || operator === "#" ? encodeURI : encodeURIComponent;
		const isNamed = operator === "?" || operator === "&" || operator === ";";
		const values = names.filter((name) => variables[name] !== void 0).map((name) => `${isNamed ? `${name}=` : ""}${encode(String(variables[name]))}`);
		return values.length === 0 ? "" : `${first}${values.join(between)}`;
	});
}
// src/operation/define-resource.ts
const ContentsSchema = _Array_(_Object_({
	uri: String$1(),
	mimeType: Optional(String$1()),
	text: Optional(String$1()),
	blob: Optional(String$1()),
	_meta: Optional(Record(String$1(), Unknown()))
}));
function defineResource(definition) {
	const { handler, uri, mimeType, size, watchedBy, completedBy, annotations, icons, _meta, ...spec } = definition;
	const expressions = readTemplate(uri);
	const run = async (variables, context) => {
		return toContents(await handler(variables, context), {
			uri: expandTemplate(uri, expressions, variables),
			mimeType
		});
	};
	const names = expressions.flatMap((expression) => expression.names.map((name) => ({
		name,
		...expression
	})));
	return {
		...spec,
		type: OperationType.QUERY,
		inputSchema: _Object_(Object.fromEntries(names.map(({ name, isOptional }) => [name, isOptional ? Optional(String$1()) : String$1()]))),
		outputSchema: ContentsSchema,
		metadata: { mcp: {
			resource: {
				uri,
				mimeType,
				size,
				watchedBy,
				completedBy
			},
			...annotations && { annotations },
			...icons && { icons },
			..._meta && { _meta }
		} },
		handler: run
	};
}
function toContents(output, { uri, mimeType }) {
	const head = {
		uri,
		...mimeType === void 0 ? {} : { mimeType }
	};
	if (typeof output === "string") return [{
		...head,
		text: output
	}];
	return output instanceof Uint8Array ? [{
		...head,
		blob: toBase64(output)
	}] : [...output];
}
// src/operation/implement.ts
function defineSpec(spec) {
	return spec;
}
function implement(contract, handlers) {
	if (isSpec(contract)) return withHandler(contract, handlers);
	const given = new Map(Object.entries(handlers));
	const operations = Object.entries(contract).filter((entry) => isSpec(entry[1])).map(([name, spec]) => {
		const operation = withHandler(spec, given.get(name), name);
		given.delete(name);
		return operation;
	});
	const [unknown] = given.keys();
	if (unknown !== void 0) throw new CallError("VALIDATION_ERROR", `The contract has no operation "${unknown}".`);
	return operations;
}
function withHandler(spec, handler, name) {
	if (typeof handler === "function") return {
		...spec,
		handler
	};
	const where = name === void 0 ? "" : ` as "${name}"`;
	const told = handler === void 0 ? "is missing" : "is not a function";
	throw new CallError("VALIDATION_ERROR", `The handler of ${operationId(spec)} ${told}: give one to implement()${where}.`);
}
function isSpec(value) {
	const { name, namespace, inputSchema } = value ?? {};
	return typeof name === "string" && typeof namespace === "string" && inputSchema !== void 0;
}
// src/operation/middleware.ts
function defineMiddleware(middleware) {
	return middleware;
}
// src/registry/dispatch.ts
function dispatch(registry, request) {
	const { id, input, context, cancellation, onStart } = request;
	return registry.call({
		id,
		input,
		context,
		checked: true,
		cancellation,
		onStart
	});
}
function dispatchSubscription(registry, request) {
	const { id, input, context, cancellation, onStart } = request;
	return registry.stream({
		id,
		input,
		context,
		checked: true,
		cancellation,
		onStart
	});
}
// src/registry/subscribe.ts
function subscribe(registry, reference, input, context) {
	return registry.stream({
		id: referenceId(reference),
		input,
		context,
		checked: false
	});
}
// src/operation/call-session.ts
var OpenCallSession = class {
	#id;
	#controller;
	#hasEnded = false;
	get id() {
		return this.#id ??= nextRequestId();
	}
	get ended() {
		this.#controller ??= new AbortController();
		if (this.#hasEnded) this.#controller.abort();
		return this.#controller.signal;
	}
	end() {
		this.#hasEnded = true;
		this.#controller?.abort();
	}
};
// src/shared/renewed-map.ts
function renewedMap(map) {
	return new Map(map);
}
// src/operation/identity-claims.ts
const LONGEST_CLAIMS = 8192;
const checkedClaims = /* @__PURE__ */ new WeakSet();
function assertClaims({ id, claims }) {
	if (claims === void 0 || claims === null) return;
	if (typeof claims === "object" && checkedClaims.has(claims)) return;
	const problem = claimsProblem(claims);
	if (problem !== void 0) throw new CallError("VALIDATION_ERROR", `The claims of ${id} ${problem}`);
	checkedClaims.add(claims);
}
function claimsProblem(claims) {
	if (typeof claims !== "object" || claims === null || Array.isArray(claims)) return "are not an object.";
	try {
		const { length } = JSON.stringify(claims);
		if (length <= 8192) return void 0;
		return `take ${length} characters as JSON, and at most ${LONGEST_CLAIMS} travel with a call: keep an id in them, and look the rest up.`;
	} catch (thrown) {
		return `cannot be written as JSON: ${messageOf$1(thrown)}`;
	}
}
// src/shared/events/parse-sse-frames.ts
function parseSSEFrames(buffer) {
	const events = [];
	let position = buffer.startsWith("﻿") ? 1 : 0;
	let start = 0;
	let lines = [];
	let idBefore;
	const lineEnd = /\r\n|\r|\n/g;
	for (;;) {
		lineEnd.lastIndex = position;
		const end = lineEnd.exec(buffer);
		if (end === null) return {
			events,
			remaining: (idBefore === void 0 ? "" : `id: ${idBefore}\n\n`) + buffer.slice(start)
		};
		const line = buffer.slice(position, end.index);
		position = lineEnd.lastIndex;
		if (line !== "") {
			lines.push(line);
			continue;
		}
		const { data, eventType, id = idBefore } = readBlock(lines);
		if (data !== void 0) events.push({
			data,
			eventType,
			lastEventId: id ?? ""
		});
		idBefore = data === void 0 ? id : void 0;
		lines = [];
		start = position;
	}
}
function readBlock(lines) {
	const data = [];
	let eventType = "";
	let id;
	for (const line of lines) {
		const { name, value } = parseField(line);
		if (name === "data") data.push(value);
		else if (name === "event") eventType = value;
		else if (name === "id" && !value.includes("\0")) id = value;
	}
	return {
		...data.length > 0 && { data: data.join("\n") },
		...id !== void 0 && { id },
		eventType: eventType || "message"
	};
}
export { withoutDialect as $, sameInOtherType as A, isSameJSON as At, deprecationNote as B, counted as Bt, describeError as C, definitionKeywords as Ct, specProblems as D, mapSubschemas as Dt, assertValidSpec as E, isApplied as Et, shortHash as F, resolveRef as Ft, matchesFilter as G, buildEnv as Gt, instantOf as H, isRecord as Ht, builtinModule as I, rootScope as It, isObjectSchema as J, toJSONSchema as K, defineOperation as L, addLazyDefinitions as Lt, collectErrors as M, isSchema as Mt, toAbsolutePath as N, isSchemaObject as Nt, OperationSpecSchema as O, referenceKeywords as Ot, toFileURL as P, resolveDynamicRef as Pt, toPlainSchema as Q, PARAMETER_TEXTS as R, definitionName as Rt, ERROR_TABLE as S, assertionKeywords as St, withoutStack as T, ignoresRefSiblings as Tt, notedDescription as U, CallScope as Ut, deprecationText as V, shorten as Vt, toDeprecation as W, forwardCall as Wt, mayBeAbsent as X, mapSchema as Y, saysNothing as Z, isCheckedFormat as _, isSafeNamePattern as _t, OpenCallSession as a, OUTPUT_EXAMPLE as at, warnIfThrows as b, FromSchema as bt, dispatchSubscription as c, outputExample as ct, implement as d, targetOf as dt, jsonSchemaOf as et, defineResource as f, fitsOnce as ft, validateOrThrow as g, markForeign as gt, ResponseMetaSchema as h, fromForeignSchema as ht, renewedMap as i, INPUT_EXAMPLES as it, isStreamOutcome as j, enterScope as jt, formatValueErrors as k, subschemaKeywords as kt, defineMiddleware as l, outputExampleOf as lt, ResponseEnvelopeSchema as m, lowerSchema as mt, assertClaims as n, runStandardSchema as nt, subscribe as o, inputExample as ot, definePrompt as p, getValidator as pt, isAbsent as q, claimsProblem as r, memberPath as rt, dispatch as s, inputExamplesOf as st, parseSSEFrames as t, isStandardSchema as tt, defineSpec as u, SchemaGraph as ut, registerFormat as v, safePattern as vt, createInputGate as w, forEachSubschema as wt, strippedMembers as x, SchemaError as xt, OperationRegistry as y, compilePattern as yt, parameterTextsOf as z, lazyDefinitionsOf as zt };
