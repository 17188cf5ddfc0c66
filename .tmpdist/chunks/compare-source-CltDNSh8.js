import { wt as toPointerToken } from "./client-D7eheyo4.js";
import { At as isSameJSON, Dt as mapSubschemas, Et as isApplied, Nt as isSchemaObject, Ot as referenceKeywords, W as toDeprecation, kt as subschemaKeywords, vt as safePattern } from "./core-CcxVOvtt.js";
import { A as toOperationChange, g as resolveComponent } from "./hub-sources-fie4hXTD.js";
import { a as mayShare, c as splitCase, d as listIn, f as namedIn, i as kindsOf, l as valuesOf, n as finiteValues, r as kindOf, s as requiredOf, t as caseOf, u as flatten } from "./value-case-DJYOiwtN.js";
// src/lock/compare/answer.ts
const YES = { is: "yes" };
function no(path, why) {
	return {
		is: "no",
		path,
		why
	};
}
function unknown(path, why) {
	return {
		is: "unknown",
		path,
		why
	};
}
function every(answers) {
	let result = YES;
	for (const answer of answers) {
		if (answer.is === "no") return answer;
		if (answer.is === "unknown" && result.is === "yes") result = answer;
	}
	return result;
}
function fromTest(fits, path, why) {
	return fits ? YES : no(path, why);
}
// src/lock/compare/choice-rules.ts
const anyOfRule = (comparison, values, part, path) => choose(comparison, values, path, nodesIn(part, "anyOf"));
const oneOfRule = (comparison, values, part, path) => {
	const choices = nodesIn(part, "oneOf");
	const isExclusive = (choice) => choices.every((other) => other === choice || isApart(comparison, values, other, path));
	return choose(comparison, values, path, choices, isExclusive);
};
function choose(comparison, values, path, choices, isExclusive = () => true) {
	const near = choices.filter((choice) => mayShare(values, caseOf([choice]), 0));
	if (near.length === 0) return no(path, "fits none of the choices");
	const answers = near.map((choice) => comparison.caseWithin(values, choice, path));
	const fitting = near.filter((_choice, index) => answers[index]?.is === "yes");
	if (fitting.some(isExclusive)) return YES;
	const [first] = answers;
	if (near.length === 1 && first !== void 0 && first.is !== "yes") return first;
	return unknown(path, fitting.length > 0 ? "may fit several choices, where one is wanted" : "is covered by no single choice");
}
const notRule = (comparison, values, { schema, side }, path) => {
	if (isApart(comparison, values, {
		schema: schema["not"],
		side
	}, path)) return YES;
	return unknown(path, "may be what is ruled out");
};
function isApart(comparison, values, other, path) {
	if (!mayShare(values, caseOf([other]), 0)) return true;
	return values.excluded.some((excluded) => comparison.within([other], excluded, path).is === "yes");
}
function nodesIn({ schema, side }, keyword) {
	return listIn(schema, keyword).map((choice) => ({
		schema: choice,
		side
	}));
}
// src/lock/compare/same-schema.ts
const DEEPEST$1 = 200;
var SameSchemas = class {
	#trail = [];
	#known = /* @__PURE__ */ new Map();
	isSame(one, other, depth = 0) {
		const [left, right] = [one.schema, other.schema];
		if (!isSchemaObject(left) || !isSchemaObject(right)) return left === right;
		if (depth > DEEPEST$1) return false;
		const known = this.#recall(one, other);
		const before = known.get(right);
		if (before !== void 0) return before;
		known.set(right, true);
		const start = this.#trail.push({
			pairs: known,
			key: right
		}) - 1;
		if (this.#compare(left, one.side, right, other.side, depth)) return true;
		for (const { pairs, key } of this.#trail.splice(start)) pairs.delete(key);
		known.set(right, false);
		return false;
	}
	hasSame(one, other, keywords, depth = 0) {
		const [left, right] = [one.schema, other.schema];
		return keywords.every((keyword) => {
			if (!(keyword in left) || !(keyword in right)) return keyword in left === keyword in right;
			return this.#isSameValue(keyword, {
				...one,
				schema: left[keyword]
			}, {
				...other,
				schema: right[keyword]
			}, depth);
		});
	}
	#compare(left, leftSide, right, rightSide, depth) {
		const keywords = new Set([...Object.keys(left), ...Object.keys(right)].filter(isApplied));
		return this.hasSame({
			schema: left,
			side: leftSide
		}, {
			schema: right,
			side: rightSide
		}, [...keywords], depth);
	}
	#isSameValue(keyword, one, other, depth) {
		const [left, right] = [one.schema, other.schema];
		if (keyword === "$ref") return this.#isSameTarget(one, other, depth);
		if (referenceKeywords.has(keyword)) return false;
		const shape = subschemaKeywords.get(keyword)?.shape;
		if (shape === void 0) return keyword === "required" || keyword === "type" ? isSameSet(left, right) : isSameJSON(left, right);
		const same = (first, second) => this.isSame({
			schema: first,
			side: one.side
		}, {
			schema: second,
			side: other.side
		}, depth + 1);
		if (Array.isArray(left) || Array.isArray(right)) {
			if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
			return left.every((item, index) => typeof item === "string" ? item === right[index] : same(item, right[index]));
		}
		if (shape === "one" || shape === "one-or-list" || !isSchemaObject(left) || !isSchemaObject(right)) return same(left, right);
		const names = Object.keys(left);
		if (names.length !== Object.keys(right).length) return false;
		return names.every((name) => {
			if (!Object.hasOwn(right, name)) return false;
			const [first, second] = [left[name], right[name]];
			return Array.isArray(first) ? isSameJSON(first, second) : same(first, second);
		});
	}
	#isSameTarget(one, other, depth) {
		const left = one.side.resolve(String(one.schema));
		const right = other.side.resolve(String(other.schema));
		if (left === void 0 || right === void 0) return false;
		return this.isSame({
			schema: left,
			side: one.side
		}, {
			schema: right,
			side: other.side
		}, depth + 1);
	}
	#recall(one, other) {
		let ofSide = this.#known.get(one.side);
		if (ofSide === void 0) this.#known.set(one.side, ofSide = /* @__PURE__ */ new WeakMap());
		const left = one.schema;
		let ofSchema = ofSide.get(left);
		if (ofSchema === void 0) ofSide.set(left, ofSchema = /* @__PURE__ */ new Map());
		let pairs = ofSchema.get(other.side);
		if (pairs === void 0) ofSchema.set(other.side, pairs = /* @__PURE__ */ new WeakMap());
		return pairs;
	}
};
function isSameSet(left, right) {
	const [one, other] = [toSet(left), toSet(right)];
	return one.size === other.size && [...one].every((item) => other.has(item));
}
function toSet(value) {
	return new Set(Array.isArray(value) ? value : [value]);
}
// src/lock/compare/scalar-rules.ts
const LONGEST_SHOWN = 60;
function shown$1(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
const kindRule = (_comparison, values, { schema }, path) => {
	const allowed = kindsOf({ parts: [{
		schema: { type: schema["type"] },
		side: { resolve: () => void 0 }
	}] });
	const surplus = [...kindsOf(values)].filter((kind) => !allowed.has(kind));
	return fromTest(surplus.length === 0, path, `may be ${surplus.map(nameOf).join(" or ")}, not only ${shown$1(schema["type"])}`);
};
const valueRule = (_comparison, values, { schema }, path) => {
	const allowed = valuesOf(schema) ?? [];
	const finite = finiteValues(values, kindsOf(values));
	if (finite === void 0) return no(path, `may be more than ${shown$1(allowed)}`);
	const surplus = finite.find((value) => !allowed.some((other) => isSameJSON(value, other)));
	return fromTest(surplus === void 0, path, `may be ${shown$1(surplus)}, which is none of ${shown$1(allowed)}`);
};
const boundRule = (_comparison, values, { schema }, path) => {
	const kinds = kindsOf(values);
	if (!kinds.has("integer") && !kinds.has("fraction")) return YES;
	return every(["lower", "upper"].flatMap((end) => {
		const wanted = boundOf([schema], end, false);
		if (wanted === void 0) return [];
		if (wanted === "unreadable") return [unknown(path, `has a bound that is no number`)];
		const why = `may be ${end === "lower" ? "less" : "more"} than ${wanted.limit}`;
		const finite = finiteValues(values, kinds)?.filter((value) => typeof value === "number");
		if (finite !== void 0) return [fromTest(finite.every((value) => isInside(value, wanted, end)), path, why)];
		const given = boundOf(values.parts.map((part) => part.schema), end, !kinds.has("fraction"));
		if (given === void 0 || given === "unreadable") return [no(path, why)];
		const isTight = end === "lower" ? given.limit > wanted.limit : given.limit < wanted.limit;
		const isEqual = given.limit === wanted.limit && (given.isOpen || !wanted.isOpen);
		return [fromTest(isTight || isEqual, path, why)];
	}));
};
function boundOf(schemas, end, isWhole) {
	const [closed, open] = end === "lower" ? ["minimum", "exclusiveMinimum"] : ["maximum", "exclusiveMaximum"];
	let bound;
	for (const schema of schemas) for (const keyword of [closed, open]) {
		const limit = schema[keyword];
		if (limit === void 0) continue;
		if (typeof limit !== "number") return "unreadable";
		const next = {
			limit,
			isOpen: keyword === open
		};
		if (bound === void 0 || isTighter(next, bound, end)) bound = next;
	}
	return bound !== void 0 && isWhole ? wholeBound(bound, end) : bound;
}
function isTighter(one, other, end) {
	if (one.limit === other.limit) return one.isOpen && !other.isOpen;
	return end === "lower" ? one.limit > other.limit : one.limit < other.limit;
}
function wholeBound({ limit, isOpen }, end) {
	const whole = end === "lower" ? Math.ceil(limit) : Math.floor(limit);
	return {
		limit: whole + (isOpen && whole === limit ? end === "lower" ? 1 : -1 : 0),
		isOpen: false
	};
}
function isInside(value, { limit, isOpen }, end) {
	if (value === limit) return !isOpen;
	return end === "lower" ? value > limit : value < limit;
}
const multipleRule = (_comparison, values, { schema }, path) => {
	const kinds = kindsOf(values);
	const wanted = schema["multipleOf"];
	if (!kinds.has("integer") && !kinds.has("fraction")) return YES;
	const given = values.parts.map((part) => part.schema["multipleOf"]);
	const isMultiple = (factor) => factor === wanted || isWhole(factor) && isWhole(wanted) && factor % wanted === 0;
	if (given.some(isMultiple) || wanted === 1 && !kinds.has("fraction")) return YES;
	const why = `may be no multiple of ${shown$1(wanted)}`;
	return given.some((factor) => factor !== void 0) ? unknown(path, why) : no(path, why);
};
function isWhole(value) {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
const lengthRule = countRule("string", "minLength", "maxLength", "characters");
const itemCountRule = countRule("array", "minItems", "maxItems", "items");
function countRule(kind, least, most, what, implied = () => ({})) {
	return (_comparison, values, { schema }, path) => {
		const kinds = kindsOf(values);
		if (!kinds.has(kind)) return YES;
		if (finiteValues(values, kinds)?.every((value) => fitsCount(value, kind, schema, {
			least,
			most
		})) === true) return YES;
		const counts = (keyword) => values.parts.map((part) => part.schema[keyword]).filter((count) => typeof count === "number");
		const given = {
			least: Math.max(0, implied(values).least ?? 0, ...counts(least)),
			most: Math.min(implied(values).most ?? Infinity, ...counts(most))
		};
		const [fewest = 0, highest = Infinity] = [numberIn(schema, least), numberIn(schema, most)];
		return every([fromTest(given.least >= fewest, path, `may have fewer than ${fewest} ${what}`), fromTest(given.most <= highest, path, `may have more than ${highest} ${what}`)]);
	};
}
function numberIn(schema, keyword) {
	const value = schema[keyword];
	return typeof value === "number" ? value : void 0;
}
function fitsCount(value, kind, schema, { least, most }) {
	if (kindOf(value) !== kind || kind === "object") return kind !== "object";
	const count = kind === "string" ? Array.from(value).length : value.length;
	return count >= (numberIn(schema, least) ?? 0) && count <= (numberIn(schema, most) ?? Infinity);
}
const SAMPLES = [
	"",
	"a",
	"Z",
	"0",
	" ",
	"é",
	"-",
	"aaaaaaaa",
	"0000000000",
	"a b",
	"!?"
];
const patternRule = (_comparison, values, { schema }, path) => {
	const pattern = schema["pattern"];
	const kinds = kindsOf(values);
	if (!kinds.has("string") || values.parts.some((part) => part.schema["pattern"] === pattern)) return YES;
	const why = `may not fit the pattern ${shown$1(pattern)}`;
	const test = typeof pattern === "string" ? safePattern(pattern) : void 0;
	if (test === void 0) return unknown(path, why);
	const finite = finiteValues(values, kinds)?.filter((value) => typeof value === "string");
	if (finite !== void 0) return fromTest(finite.every((value) => test.test(value)), path, why);
	return isFreeText(values) && SAMPLES.some((text) => !test.test(text)) ? no(path, why) : unknown(path, why);
};
const formatRule = (_comparison, values, { schema }, path) => {
	const { format } = schema;
	const kinds = kindsOf(values);
	if (![
		"string",
		"integer",
		"fraction"
	].some((kind) => kinds.has(kind))) return YES;
	if (values.parts.some((part) => part.schema["format"] === format)) return YES;
	return unknown(path, `may not have the format ${shown$1(format)}`);
};
function isFreeText({ parts }) {
	return !parts.some(({ schema }) => [
		"pattern",
		"format",
		"minLength",
		"maxLength"
	].some((keyword) => keyword in schema));
}
function nameOf(kind) {
	return kind === "fraction" ? "a fraction" : kind;
}
// src/lock/compare/structure-rules.ts
function isConstant(values) {
	return finiteValues(values, kindsOf(values)) !== void 0;
}
const requiredRule = (_comparison, values, { schema }, path) => {
	if (!kindsOf(values).has("object")) return YES;
	const given = new Set(requiredOf(values));
	const missing = listIn(schema, "required").filter((name) => !given.has(String(name)));
	if (missing.length === 0) return YES;
	const why = `may lack ${missing.map(shown$1).join(", ")}`;
	return isConstant(values) ? unknown(path, why) : no(path, why);
};
const memberCountRule = countRule("object", "minProperties", "maxProperties", "members", (values) => ({
	least: new Set(requiredOf(values)).size,
	most: Math.min(...values.parts.filter(isClosed).map(({ schema }) => Object.keys(namedIn(schema, "properties")).length))
}));
function isClosed({ schema }) {
	return schema["additionalProperties"] === false && Object.keys(namedIn(schema, "patternProperties")).length === 0;
}
const dependentRequiredRule = (_comparison, values, { schema }, path) => {
	if (!kindsOf(values).has("object")) return YES;
	const given = new Set(requiredOf(values));
	return every(Object.entries(namedIn(schema, "dependentRequired")).map(([name, needed]) => {
		const names = Array.isArray(needed) ? needed : [];
		return names.every((each) => given.has(String(each))) ? YES : unknown(path, `may have ${shown$1(name)} without ${shown$1(names)}`);
	}));
};
const memberRule = (comparison, values, part, path) => {
	if (!kindsOf(values).has("object")) return YES;
	if (isConstant(values)) return unknown(path, "is a constant");
	const { schema, side } = part;
	const named = Object.entries(namedIn(schema, "properties"));
	const patterns = Object.entries(namedIn(schema, "patternProperties"));
	const offered = new Set(values.parts.flatMap((each) => Object.keys(namedIn(each.schema, "properties"))));
	const fits = (name, target) => {
		const at = `${path}/${toPointerToken(name)}`;
		const nodes = memberNodes(values, name);
		if (nodes.length > 0) return comparison.withinChild(nodes, {
			schema: target,
			side
		}, at);
		return comparison.withinChild([], {
			schema: target,
			side
		}, at).is === "yes" ? YES : unknown(at, "is a member that only one version describes");
	};
	return every([
		...named.map(([name, target]) => fits(name, target)),
		...patterns.map(([pattern, target]) => patternFits(pattern, target)),
		..."additionalProperties" in schema ? restFits(schema["additionalProperties"]) : []
	]);
	function patternFits(pattern, target) {
		const test = safePattern(pattern);
		if (test === void 0) return unknown(path, `has members by the pattern ${shown$1(pattern)}`);
		const matching = every([...offered].filter((name) => test.test(name)).map((name) => fits(name, target)));
		if (matching.is === "no" || values.parts.some(isClosed)) return matching;
		const nodes = values.parts.flatMap((each) => {
			const same = namedIn(each.schema, "patternProperties");
			if (Object.hasOwn(same, pattern)) return [{
				schema: same[pattern],
				side: each.side
			}];
			return Object.keys(same).length === 0 && "additionalProperties" in each.schema ? [{
				schema: each.schema["additionalProperties"],
				side: each.side
			}] : [];
		});
		const at = `${path}/*`;
		if (nodes.length === 0) return every([matching, unknown(at, `is matched by the pattern ${shown$1(pattern)} in one version only`)]);
		return every([matching, comparison.withinChild(nodes, {
			schema: target,
			side
		}, at)]);
	}
	function restFits(target) {
		const tests = patterns.map(([pattern]) => safePattern(pattern));
		if (tests.includes(void 0)) return [unknown(path, "has members by a pattern that cannot be used")];
		const own = new Set(named.map(([name]) => name));
		const unnamed = [...offered].filter((name) => !own.has(name) && !tests.some((test) => test?.test(name) === true));
		const at = `${path}/*`;
		const foreign = values.parts.flatMap((each) => Object.entries(namedIn(each.schema, "patternProperties")).filter(([pattern]) => !patterns.some(([other]) => other === pattern)).map(([, matched]) => comparison.withinChild([{
			schema: matched,
			side: each.side
		}], {
			schema: target,
			side
		}, at)).map((answer) => answer.is === "no" ? unknown(answer.path, answer.why) : answer));
		const rest = values.parts.filter((each) => "additionalProperties" in each.schema).map((each) => ({
			schema: each.schema["additionalProperties"],
			side: each.side
		}));
		const open = target === false ? no(path, "may have members that are not named") : void 0;
		return [
			...unnamed.map((name) => fits(name, target)),
			...foreign,
			rest.length === 0 && open !== void 0 ? open : comparison.withinChild(rest, {
				schema: target,
				side
			}, at)
		];
	}
};
function memberNodes({ parts }, name) {
	return parts.flatMap(({ schema, side }) => {
		const members = namedIn(schema, "properties");
		const found = Object.hasOwn(members, name) ? [members[name]] : [];
		let isCertain = true;
		for (const [pattern, target] of Object.entries(namedIn(schema, "patternProperties"))) {
			const test = safePattern(pattern);
			if (test === void 0) isCertain = false;
			else if (test.test(name)) found.push(target);
		}
		if (found.length === 0 && isCertain && "additionalProperties" in schema) found.push(schema["additionalProperties"]);
		return found.map((each) => ({
			schema: each,
			side
		}));
	});
}
const itemRule = (comparison, values, part, path) => {
	if (!kindsOf(values).has("array")) return YES;
	if (isConstant(values)) return unknown(path, "is a constant");
	const { side } = part;
	const wanted = itemsOf(part.schema);
	const given = values.parts.map((each) => ({
		...itemsOf(each.schema),
		side: each.side
	}));
	const most = Math.min(...values.parts.map((each) => numberOr(each.schema["maxItems"], Infinity)));
	const longest = Math.max(wanted.first.length, ...given.map(({ first }) => first.length));
	const nodesAt = (index) => given.flatMap(({ first, rest, side: own }) => {
		const schema = index < first.length ? first[index] : rest;
		return schema === void 0 ? [] : [{
			schema,
			side: own
		}];
	});
	const answers = [];
	for (let index = 0; index <= longest && index < most; index++) {
		const target = index < wanted.first.length ? wanted.first[index] : wanted.rest;
		const at = index < longest ? `${path}/${index}` : `${path}/*`;
		if (target !== void 0) answers.push(comparison.withinChild(nodesAt(index), {
			schema: target,
			side
		}, at));
	}
	return every(answers);
};
function itemsOf(schema) {
	const { items, prefixItems, additionalItems } = schema;
	if (Array.isArray(items)) return {
		first: items,
		rest: additionalItems
	};
	return {
		first: Array.isArray(prefixItems) ? prefixItems : [],
		rest: items
	};
}
const uniqueRule = (_comparison, values, { schema }, path) => {
	if (schema["uniqueItems"] !== true || !kindsOf(values).has("array")) return YES;
	return fromTest(values.parts.some((each) => each.schema["uniqueItems"] === true || numberOr(each.schema["maxItems"], 2) < 2), path, "may hold the same item twice");
};
function numberOr(value, otherwise) {
	return typeof value === "number" ? value : otherwise;
}
// src/lock/compare/contained-in.ts
const sameWords = (keywords) => (comparison, values, part, path) => comparison.hasSame(values, part, keywords) ? YES : unknown(path, `depends on ${keywords[0]}`);
const DEMANDS = [
	{
		keywords: ["type"],
		rule: kindRule
	},
	{
		keywords: ["const", "enum"],
		rule: valueRule
	},
	{
		keywords: [
			"minimum",
			"exclusiveMinimum",
			"maximum",
			"exclusiveMaximum"
		],
		rule: boundRule
	},
	{
		keywords: ["multipleOf"],
		rule: multipleRule
	},
	{
		keywords: ["minLength", "maxLength"],
		rule: lengthRule
	},
	{
		keywords: ["pattern"],
		rule: patternRule
	},
	{
		keywords: ["format"],
		rule: formatRule
	},
	{
		keywords: ["required"],
		rule: requiredRule
	},
	{
		keywords: [
			"properties",
			"patternProperties",
			"additionalProperties"
		],
		rule: memberRule
	},
	{
		keywords: ["minProperties", "maxProperties"],
		rule: memberCountRule
	},
	{
		keywords: ["dependentRequired"],
		rule: dependentRequiredRule
	},
	{
		keywords: [
			"prefixItems",
			"items",
			"additionalItems"
		],
		rule: itemRule
	},
	{
		keywords: ["minItems", "maxItems"],
		rule: itemCountRule
	},
	{
		keywords: ["uniqueItems"],
		rule: uniqueRule
	},
	{
		keywords: ["anyOf"],
		rule: anyOfRule
	},
	{
		keywords: ["oneOf"],
		rule: oneOfRule
	},
	{
		keywords: ["not"],
		rule: notRule
	},
	...[
		[
			"contains",
			"minContains",
			"maxContains"
		],
		[
			"if",
			"then",
			"else"
		],
		["propertyNames"],
		["dependentSchemas"],
		["dependencies"]
	].map((keywords) => ({
		keywords,
		rule: sameWords(keywords)
	}))
];
const KNOWN = /* @__PURE__ */ new Set([
	...DEMANDS.flatMap(({ keywords }) => keywords),
	"$ref",
	"allOf"
]);
const MOST_STEPS = 2e4;
const DEEPEST = 60;
function containedIn(inner, outer) {
	try {
		return new Containment().within([inner], outer, "");
	} catch (thrown) {
		if (thrown instanceof RangeError) return unknown("", "is nested too deeply to compare");
		throw thrown;
	}
}
var Containment = class {
	#same = new SameSchemas();
	#ids = /* @__PURE__ */ new Map();
	#known = /* @__PURE__ */ new Map();
	#proven = [];
	#lastId = 0;
	#steps = 0;
	#depth = 0;
	#level = 0;
	withinChild(nodes, target, path) {
		this.#level++;
		const answer = this.within(nodes, target, path);
		this.#level--;
		return answer;
	}
	within(nodes, target, path) {
		if (target.schema === true || nodes.some(({ schema }) => schema === false)) return YES;
		if (isSchemaObject(target.schema) && !Object.keys(target.schema).some(isApplied)) return YES;
		if (nodes.some((node) => this.#same.isSame(node, target))) return YES;
		if (this.#depth > DEEPEST) return unknown(path, "is nested too deeply to compare");
		const key = `${nodes.map((node) => this.#idOf(node)).join(" ")}>${this.#idOf(target)}`;
		const known = this.#known.get(key);
		if (known !== void 0) {
			if ("is" in known) return known;
			return this.#level > known.level ? YES : unknown(path, "refers to itself");
		}
		const since = this.#proven.length;
		this.#known.set(key, { level: this.#level });
		this.#depth++;
		const answer = this.caseWithin(caseOf(nodes), target, path);
		this.#depth--;
		this.#known.set(key, answer);
		if (answer.is === "yes") this.#proven.push(key);
		else for (const relying of this.#proven.splice(since)) this.#known.delete(relying);
		return answer;
	}
	caseWithin(values, target, path) {
		const { parts, isEmpty, isPartial } = flatten([target]);
		if (values.isEmpty) return YES;
		if (isPartial) return unknown(path, "has a reference that leads nowhere");
		if (isEmpty) return values.isVague ? unknown(path, "may be refused") : no(path, "is refused");
		return every(this.#partAnswers(values, parts, path));
	}
	hasSame(values, part, keywords) {
		return values.parts.some((each) => this.#same.hasSame(each, part, keywords));
	}
	*#partAnswers(values, parts, path) {
		for (const part of parts) {
			if (values.parts.some((each) => this.#same.isSame(each, part))) continue;
			const strange = Object.keys(part.schema).find((keyword) => isApplied(keyword) && !KNOWN.has(keyword));
			if (strange !== void 0 || "~refine" in part.schema) yield unknown(path, `depends on ${strange ?? "a program"}`);
			for (const { keywords, rule } of DEMANDS) if (keywords.some((keyword) => keyword in part.schema)) yield this.#meets(values, part, rule, path);
		}
	}
	#meets(values, part, rule, path) {
		if (values.isEmpty) return YES;
		if (++this.#steps > MOST_STEPS) return unknown(path, "is too large to compare");
		const answer = rule(this, values, part, path);
		if (answer.is === "yes") return answer;
		const cases = splitCase(values);
		if (cases !== void 0) return every(this.#eachCase(cases, part, rule, path));
		return answer.is === "no" && values.isVague ? unknown(answer.path, answer.why) : answer;
	}
	*#eachCase(cases, part, rule, path) {
		for (const values of cases) yield this.#meets(values, part, rule, path);
	}
	#idOf({ schema, side }) {
		if (typeof schema !== "object" || schema === null) return String(schema);
		let ids = this.#ids.get(side);
		if (ids === void 0) this.#ids.set(side, ids = /* @__PURE__ */ new WeakMap());
		let id = ids.get(schema);
		if (id === void 0) ids.set(schema, id = ++this.#lastId);
		return String(id);
	}
};
// src/lock/schema-texts.ts
const UNSAID = /* @__PURE__ */ new Set([
	"$defs",
	"definitions",
	"$id",
	"$schema",
	"$anchor"
]);
const MOST_TEXTS = 2e4;
const MOST_SHOWN = 20;
function changedTexts(before, after) {
	const changed = [];
	const seen = new SeenPairs();
	let count = 0;
	const open = [{
		path: "",
		before: [before.schema],
		after: [after.schema]
	}];
	for (const place of open) {
		if (count > MOST_TEXTS || changed.length >= MOST_SHOWN) break;
		const [old, current] = [expand(place.before, before.side), expand(place.after, after.side)];
		if (!seen.add(old, current)) continue;
		const [was, is] = [read(old), read(current)];
		for (const keyword of bothKeys(was.texts, is.texts)) {
			const [one, other] = [was.texts.get(keyword), is.texts.get(keyword)];
			const path = `${place.path}/${toPointerToken(keyword)}`;
			if (!isSameJSON(one, other)) changed.push({
				path,
				before: shown(one),
				after: shown(other)
			});
		}
		for (const step of bothKeys(was.inner, is.inner)) open.push({
			path: place.path + step,
			before: was.inner.get(step) ?? [],
			after: is.inner.get(step) ?? []
		});
		count += 1 + was.texts.size + is.texts.size;
	}
	return changed.slice(0, MOST_SHOWN);
}
function expand(schemas, side) {
	const found = new Set(schemas.filter(isSchemaObject));
	for (const schema of found) {
		const target = typeof schema["$ref"] === "string" ? side.resolve(schema["$ref"]) : void 0;
		if (isSchemaObject(target)) found.add(target);
	}
	return new Set([...found].filter((schema) => Object.keys(schema).some((keyword) => keyword !== "$ref")));
}
function read(schemas) {
	const texts = /* @__PURE__ */ new Map();
	const inner = /* @__PURE__ */ new Map();
	for (const schema of schemas) for (const [keyword, value] of Object.entries(schema)) {
		if (UNSAID.has(keyword)) continue;
		if (!isApplied(keyword)) texts.set(keyword, value);
		mapSubschemas(keyword, value, (below, key) => {
			const step = `/${toPointerToken(keyword)}${key === void 0 ? "" : `/${toPointerToken(key)}`}`;
			inner.set(step, [...inner.get(step) ?? [], below]);
			return below;
		});
	}
	return {
		texts,
		inner
	};
}
function bothKeys(one, other) {
	return /* @__PURE__ */ new Set([...one.keys(), ...other.keys()]);
}
var SeenPairs = class {
	#numbers = /* @__PURE__ */ new Map();
	#seen = /* @__PURE__ */ new Set();
	add(before, after) {
		const pair = `${this.#name(before)}:${this.#name(after)}`;
		if (this.#seen.has(pair)) return false;
		this.#seen.add(pair);
		return true;
	}
	#name(schemas) {
		return Array.from(schemas, (schema) => {
			const number = this.#numbers.get(schema) ?? this.#numbers.size;
			this.#numbers.set(schema, number);
			return number;
		}).join();
	}
};
function shown(value) {
	return value === void 0 || typeof value === "string" ? value : JSON.stringify(value);
}
// src/lock/compare-operation.ts
function compareOperation(before, after) {
	const [old, current] = [before.operation, after.operation];
	const pair = (field) => [{
		schema: old[field],
		side: before.side
	}, {
		schema: current[field],
		side: after.side
	}];
	return [
		...kindChanges(old, current),
		...compareSchemas("input", ...pair("input")),
		...compareSchemas("output", ...pair("output")),
		...errorChanges(before, after),
		...rightsChanges(old, current),
		...old.at === current.at ? [] : [difference("address changed", "look", old.at, current.at)],
		...textChanges(old, current),
		...schemaTextChanges("input", ...pair("input")),
		...schemaTextChanges("output", ...pair("output"))
	];
}
function hasSameSchemas(before, after) {
	const same = new SameSchemas();
	return ["input", "output"].every((field) => same.isSame({
		schema: before.operation[field],
		side: before.side
	}, {
		schema: after.operation[field],
		side: after.side
	}));
}
function compareSchemas(field, before, after) {
	if (new SameSchemas().isSame(before, after)) return [];
	const fitsNew = containedIn(before, after);
	const fitsOld = containedIn(after, before);
	const decisive = field === "input" ? fitsNew : fitsOld;
	const verdict = verdictOf(decisive);
	const isWider = fitsNew.is === "yes";
	const isNarrower = fitsOld.is === "yes";
	if (isWider && isNarrower) return [{
		change: `${field} changed`,
		verdict,
		why: "it says the same in other words"
	}];
	const change = isWider ? `${field} widened` : isNarrower ? `${field} narrowed` : `${field} changed`;
	const shown = decisive.is === "yes" ? field === "input" ? fitsOld : fitsNew : decisive;
	if (shown.is === "yes") return [{
		change,
		verdict
	}];
	const subject = shown === fitsNew ? "what fitted before" : "what comes now";
	const doubt = shown.is === "unknown" ? " (undecided)" : "";
	return [{
		change,
		verdict,
		path: shown.path,
		why: `${subject} ${shown.why}${doubt}`
	}];
}
function verdictOf(answer) {
	if (answer.is === "yes") return "compatible";
	return answer.is === "no" ? "breaking" : "look";
}
function kindChanges(old, current) {
	const changes = [];
	if (old.kind !== current.kind) {
		const isHarmless = old.kind === "MUTATION" && current.kind === "QUERY";
		changes.push(difference("kind changed", isHarmless ? "look" : "breaking", old.kind, current.kind));
	}
	if (old.idempotent !== current.idempotent) {
		const verdict = old.idempotent === true ? "breaking" : "compatible";
		changes.push({
			change: "kind changed",
			verdict,
			why: `it is ${current.idempotent === true ? "now" : "no longer"} idempotent`
		});
	}
	if (!isSameJSON(old.hints ?? {}, current.hints ?? {})) changes.push(difference("kind changed", "look", JSON.stringify(old.hints ?? {}), JSON.stringify(current.hints ?? {})));
	return changes;
}
function rightsChanges({ rights: old = {} }, { rights: current = {} }) {
	if (isSameJSON(old, current)) return [];
	const { requiredScopes: before = [], ...others } = old;
	const { requiredScopes: after = [], ...otherRights } = current;
	return [difference("rights changed", after.some((scope) => !before.includes(scope)) && isSameJSON(others, otherRights) ? "breaking" : "look", JSON.stringify(old), JSON.stringify(current))];
}
function errorChanges(before, after) {
	const [old, current] = [before.operation.errors ?? {}, after.operation.errors ?? {}];
	return [.../* @__PURE__ */ new Set([...Object.keys(old), ...Object.keys(current)])].flatMap((code) => {
		const [one, other] = [errorOf(old, code), errorOf(current, code)];
		if (one === void 0) return [{
			change: "errors changed",
			verdict: "look",
			why: `it may fail with ${code}`
		}];
		if (other === void 0) return [{
			change: "errors changed",
			verdict: "compatible",
			why: `it no longer fails with ${code}`
		}];
		const nodes = [{
			schema: one.schema ?? {},
			side: before.side
		}, {
			schema: other.schema ?? {},
			side: after.side
		}];
		const found = compareSchemas("output", ...nodes).map(({ verdict, path, why }) => {
			return {
				change: "errors changed",
				verdict,
				path,
				why: `the details of ${code}: ${why ?? "another schema"}`
			};
		});
		const status = one.httpStatus === other.httpStatus ? [] : [difference("errors changed", "look", `${code} ${one.httpStatus}`, `${code} ${other.httpStatus}`)];
		const text = one.description === other.description ? [] : [difference("text changed", "look", one.description, other.description)];
		return [
			...found,
			...status,
			...text,
			...schemaTextChanges(code, ...nodes)
		];
	});
}
function errorOf(errors, code) {
	return Object.hasOwn(errors, code) ? errors[code] : void 0;
}
function textChanges(old, current) {
	const texts = ["title", "description"].flatMap((field) => old[field] === current[field] ? [] : [difference("text changed", "look", old[field], current[field], field)]);
	const others = ["tags", "metadata"].flatMap((field) => {
		if (isSameJSON(old[field] ?? {}, current[field] ?? {})) return [];
		return [difference("text changed", "look", JSON.stringify(old[field]), JSON.stringify(current[field]), field)];
	});
	return [
		...texts,
		...others,
		...deprecationChanges(old, current)
	];
}
function deprecationChanges({ deprecated: old }, { deprecated: current }) {
	if (isSameJSON(old, current)) return [];
	const reason = toDeprecation(current)?.reason;
	return [difference("text changed", reason === void 0 || reason === toDeprecation(old)?.reason ? "compatible" : "look", JSON.stringify(old), JSON.stringify(current), "deprecated")];
}
function schemaTextChanges(field, before, after) {
	return changedTexts(before, after).map((text) => difference("text changed", "look", text.before, text.after, `${field}${text.path}`));
}
function difference(change, verdict, before = "", after = "", path) {
	return {
		change,
		verdict,
		...path === void 0 ? {} : { path },
		before,
		after
	};
}
// src/lock/compare-source.ts
const MOST_PAIRS = 5e3;
function* compareSources(before, after) {
	const removed = new Map(Object.entries(before.operations).filter(([name]) => !Object.hasOwn(after.operations, name)));
	const sides = {
		before: sideOf(before),
		after: sideOf(after)
	};
	for (const [name, current] of Object.entries(after.operations)) {
		const old = Object.hasOwn(before.operations, name) ? before.operations[name] : void 0;
		const { digest } = current;
		if (old === void 0) {
			const from = findRenamed(current, removed, sides);
			if (from !== void 0) removed.delete(from);
			yield toOperationChange(name, [from === void 0 ? ADDED : {
				change: "renamed",
				verdict: "breaking",
				before: from,
				after: name
			}], digest);
		} else if (old.digest !== digest) {
			const changes = compareOperation({
				operation: old,
				side: sides.before
			}, {
				operation: current,
				side: sides.after
			});
			yield toOperationChange(name, changes.length > 0 ? changes : UNSEEN, digest);
		}
	}
	for (const name of removed.keys()) yield toOperationChange(name, [{
		change: "removed",
		verdict: "breaking"
	}]);
}
const ADDED = {
	change: "added",
	verdict: "compatible"
};
const UNSEEN = [{
	change: "text changed",
	verdict: "look",
	why: "something that is not compared"
}];
function sideOf(source) {
	return { resolve: (ref) => resolveComponent(source, ref) };
}
function findRenamed(current, removed, sides) {
	const version = {
		operation: current,
		side: sides.after
	};
	let count = 0;
	for (const [name, old] of removed) {
		if (old.digest === current.digest) return name;
		if (++count > MOST_PAIRS / Math.max(1, removed.size) || old.kind !== current.kind || !isTelling(current)) continue;
		if (hasSameSchemas({
			operation: old,
			side: sides.before
		}, version)) return name;
	}
}
function isTelling({ input, output }) {
	const members = input["properties"];
	return "$ref" in input || "$ref" in output || typeof members === "object" && members !== null && Object.keys(members).length > 0;
}
export { compareSources, sideOf };
