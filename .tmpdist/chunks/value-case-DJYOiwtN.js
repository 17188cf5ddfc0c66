import { At as isSameJSON, Nt as isSchemaObject, Tt as ignoresRefSiblings } from "./core-CcxVOvtt.js";
// src/lock/compare/schema-node.ts
function flatten(nodes) {
	const parts = [];
	const seen = /* @__PURE__ */ new Set();
	let [isEmpty, isPartial] = [false, false];
	const open = [...nodes];
	for (const { schema, side } of open) {
		if (schema === false) isEmpty = true;
		if (typeof schema === "boolean" || seen.has(schema)) continue;
		seen.add(schema);
		if (!isSchemaObject(schema)) {
			isPartial = true;
			continue;
		}
		const { $ref, allOf, $schema } = schema;
		if (typeof $ref === "string") {
			const target = side.resolve($ref);
			if (target === void 0) isPartial = true;
			else open.push({
				schema: target,
				side
			});
			if (ignoresRefSiblings($schema)) continue;
		}
		parts.push({
			schema,
			side
		});
		if (Array.isArray(allOf)) open.push(...allOf.map((part) => ({
			schema: part,
			side
		})));
	}
	return {
		parts,
		isEmpty,
		isPartial
	};
}
function namedIn(schema, keyword) {
	const value = schema[keyword];
	return isSchemaObject(value) ? value : {};
}
function listIn(schema, keyword) {
	const value = schema[keyword];
	return Array.isArray(value) ? value : [];
}
// src/lock/compare/value-case.ts
const KINDS = [
	"null",
	"boolean",
	"integer",
	"fraction",
	"string",
	"array",
	"object"
];
const KINDS_OF_TYPE = {
	null: ["null"],
	boolean: ["boolean"],
	integer: ["integer"],
	number: ["integer", "fraction"],
	string: ["string"],
	array: ["array"],
	object: ["object"]
};
const UNREAD = [
	"if",
	"contains",
	"propertyNames",
	"dependentSchemas",
	"dependencies",
	"unevaluatedProperties",
	"unevaluatedItems",
	"$dynamicRef",
	"$recursiveRef"
];
const DEEPEST_CHOICE = 4;
const MOST_VALUES = 500;
function caseOf(nodes, within) {
	const { parts: inner, isEmpty, isPartial } = flatten(nodes);
	const parts = [...within?.parts ?? [], ...inner];
	const isUnread = parts.some(({ schema }) => UNREAD.some((keyword) => keyword in schema));
	const nots = parts.flatMap(({ schema, side }) => "not" in schema ? [{
		schema: schema["not"],
		side
	}] : []);
	return {
		parts,
		excluded: [...within?.excluded ?? [], ...nots],
		isEmpty: isEmpty || kindsOf({ parts }).size === 0,
		isVague: isPartial || isUnread || nots.length > 0
	};
}
function kindsOf({ parts }, depth = 0) {
	let kinds = new Set(KINDS);
	for (const { schema, side } of parts) {
		kinds = common(kinds, kindsOfType(schema["type"]));
		const values = valuesOf(schema);
		if (values !== void 0) kinds = common(kinds, new Set(values.map(kindOf)));
		for (const keyword of depth < DEEPEST_CHOICE ? ["anyOf", "oneOf"] : []) {
			if (!Array.isArray(schema[keyword])) continue;
			const possible = listIn(schema, keyword).map((choice) => flatten([{
				schema: choice,
				side
			}])).filter(({ isEmpty }) => !isEmpty).flatMap((choice) => [...kindsOf(choice, depth + 1)]);
			kinds = common(kinds, new Set(possible));
		}
	}
	return kinds;
}
function kindOf(value) {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
	return typeof value;
}
function finiteValues({ parts }, kinds) {
	const [first, ...others] = parts.flatMap(({ schema }) => {
		const values = valuesOf(schema);
		return values === void 0 ? [] : [values];
	});
	if (first === void 0) {
		if ([...kinds].some((kind) => kind !== "null" && kind !== "boolean")) return void 0;
		return [...kinds.has("null") ? [null] : [], ...kinds.has("boolean") ? [true, false] : []];
	}
	if (first.length > MOST_VALUES) return void 0;
	return first.filter((value) => others.every((list) => list.some((other) => isSameJSON(value, other)))).filter((value) => kinds.has(kindOf(value)));
}
function valuesOf(schema) {
	const listed = Array.isArray(schema["enum"]) ? schema["enum"] : void 0;
	if (!("const" in schema)) return listed;
	const constant = schema["const"];
	return listed === void 0 || listed.some((value) => isSameJSON(value, constant)) ? [constant] : [];
}
function splitCase(values) {
	return splitByChoice(values) ?? splitByValue(values) ?? splitByKind(values);
}
function splitByChoice({ parts, excluded, isVague }) {
	for (const [index, { schema, side }] of parts.entries()) for (const keyword of ["anyOf", "oneOf"]) {
		if (!Array.isArray(schema[keyword])) continue;
		const { [keyword]: _choice, allOf: _allOf, $ref: _ref, ...rest } = schema;
		const others = parts.with(index, {
			schema: rest,
			side
		});
		const choices = listIn(schema, keyword).map((choice) => ({
			schema: choice,
			side
		}));
		return choices.map((choice) => {
			const rivals = keyword === "oneOf" ? choices.filter((other) => other !== choice) : [];
			const inner = caseOf([choice], {
				parts: others,
				excluded
			});
			return {
				...inner,
				excluded: [...inner.excluded, ...rivals],
				isVague: isVague || inner.isVague || rivals.some((rival) => mayShareValues(choice, rival))
			};
		});
	}
}
function splitByValue(values) {
	const finite = finiteValues(values, kindsOf(values));
	return finite === void 0 || finite.length < 2 ? void 0 : finite.map((value) => narrowed(values, { const: value }));
}
function splitByKind(values) {
	const kinds = kindsOf(values);
	const types = Object.keys(KINDS_OF_TYPE).filter((type) => {
		const wanted = KINDS_OF_TYPE[type];
		return !(type === "integer" && kinds.has("fraction")) && wanted.every((kind) => kinds.has(kind));
	});
	return types.length < 2 ? void 0 : types.map((type) => narrowed(values, { type }));
}
function narrowed(values, schema) {
	const side = { resolve: () => void 0 };
	return {
		...values,
		parts: [...values.parts, {
			schema,
			side
		}]
	};
}
function mayShareValues(one, other) {
	return mayShare(caseOf([one]), caseOf([other]), 0);
}
function mayShare(one, other, depth) {
	if (one.isEmpty || other.isEmpty) return false;
	const kinds = common(new Set(kindsOf(one)), kindsOf(other));
	if (kinds.size === 0) return false;
	const both = [finiteValues(one, kinds), finiteValues(other, kinds)];
	if (both[0] !== void 0 && both[1] !== void 0) {
		const [left, right] = both;
		return left.some((value) => right.some((rival) => isSameJSON(value, rival)));
	}
	if (kinds.size > 1 || !kinds.has("object") || depth > DEEPEST_CHOICE) return true;
	return requiredOf(one).filter((name) => requiredOf(other).includes(name)).every((name) => mayShare(memberCase(one, name), memberCase(other, name), depth + 1));
}
function requiredOf({ parts }) {
	return parts.flatMap(({ schema }) => listIn(schema, "required")).filter((name) => typeof name === "string");
}
function memberCase({ parts }, name) {
	return caseOf(parts.flatMap(({ schema, side }) => {
		const members = schema["properties"];
		return isSchemaObject(members) && Object.hasOwn(members, name) ? [{
			schema: members[name],
			side
		}] : [];
	}));
}
function kindsOfType(type) {
	const types = typeof type === "string" ? [type] : Array.isArray(type) ? type : void 0;
	if (types === void 0) return new Set(KINDS);
	return new Set(types.flatMap((name) => KINDS_OF_TYPE[String(name)] ?? []));
}
function common(one, other) {
	return new Set([...one].filter((item) => other.has(item)));
}
export { mayShare as a, splitCase as c, listIn as d, namedIn as f, kindsOf as i, valuesOf as l, finiteValues as n, mayShareValues as o, kindOf as r, requiredOf as s, caseOf as t, flatten as u };
