import { St as partAt } from "./client-D7eheyo4.js";
import { Nt as isSchemaObject, Vt as shorten, dt as targetOf } from "./core-CcxVOvtt.js";
import { n as nameInReference, o as printType, r as toTypeName, t as TypeNames } from "./type-names-DJz0Ewcj.js";
// src/schema/print/outline-schema.ts
const DEPTHS = [
	4,
	3,
	2,
	1,
	0
];
const MOST_PARTS = 500;
const MOST_CHOICES = 20;
const LONGEST_DESCRIPTION = 120;
function* outlinesOf(schema) {
	for (const depth of DEPTHS) yield new SchemaOutline(schema).of(schema, depth);
}
var SchemaOutline = class {
	#root;
	#parts = 0;
	constructor(root) {
		this.#root = root;
	}
	of(part, depth) {
		if (!isSchemaObject(part) || ++this.#parts > MOST_PARTS) return {};
		const schema = this.#resolved(part);
		const { type, description, required, const: only, enum: choices } = schema;
		return {
			...type === void 0 ? {} : { type },
			...typeof description === "string" ? { description: shorten(description, LONGEST_DESCRIPTION) } : {},
			...only === void 0 ? {} : { const: only },
			...Array.isArray(choices) && choices.length <= MOST_CHOICES ? { enum: choices } : {},
			...depth === 0 ? {} : this.#inner(schema, depth - 1),
			...depth > 0 && Array.isArray(required) ? { required } : {}
		};
	}
	#inner(schema, depth) {
		const { properties, items } = schema;
		const outline = {};
		if (isSchemaObject(properties)) outline["properties"] = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, this.of(property, depth)]));
		if (isSchemaObject(items)) outline["items"] = this.of(items, depth);
		for (const keyword of [
			"anyOf",
			"oneOf",
			"allOf"
		]) {
			const choices = schema[keyword];
			if (Array.isArray(choices) && choices.length <= MOST_CHOICES) outline[keyword] = choices.map((choice) => this.of(choice, depth));
		}
		return outline;
	}
	#resolved(schema) {
		let [resolved, hops] = [schema, 0];
		while (typeof resolved["$ref"] === "string" && hops++ < 10) {
			const { $ref, ...own } = resolved;
			const target = partAt(this.#root, $ref);
			resolved = {
				...isSchemaObject(target) ? target : {},
				...own
			};
		}
		return resolved;
	}
};
// src/schema/print/print-signature.ts
const LONGEST_COMMENT = 200;
function printSignature(parts, room) {
	const { name, input, output, isStream = false, isEnveloped = false } = parts;
	const given = printFitted(input, room.input);
	const result = output === void 0 ? void 0 : printFitted(output, room.output, given.types);
	const parameter = isEmptyObject(input) ? "" : `input${hasRequired(input) ? "" : "?"}: ${given.text}`;
	const data = result?.text ?? "unknown";
	const item = isEnveloped ? `{ data: ${data} }` : data;
	const answer = isEnveloped ? `Promise<${item}>` : item;
	const types = [...given.types, ...result?.types ?? []].map(([type, text]) => `\n\ntype ${type} = ${text}`);
	return {
		text: `${name}(${parameter}): ${isStream ? `AsyncIterable<${item}>` : answer}${types.join("")}`,
		cut: [...given.isCut ? ["input"] : [], ...result?.isCut === true ? ["output"] : []]
	};
}
function printPart(schema, room) {
	const { text, types, isCut } = printFitted(schema, room);
	return {
		text: [text, ...Array.from(types, ([type, body]) => `type ${type} = ${body}`)].join("\n\n"),
		isCut
	};
}
function printFitted(schema, room, taken = /* @__PURE__ */ new Map()) {
	for (const options of WAYS) {
		const whole = new NamedTypes(schema, taken, options).print(room);
		if (whole !== void 0) return {
			...whole,
			isCut: options !== WITH_COMMENTS
		};
	}
	for (const outline of outlinesOf(schema)) {
		const text = WAYS.map((options) => printType(outline, options)).find(({ length }) => length <= room);
		if (text !== void 0) return {
			text,
			types: /* @__PURE__ */ new Map(),
			isCut: true
		};
	}
	return {
		text: "unknown",
		types: /* @__PURE__ */ new Map(),
		isCut: true
	};
}
const WITH_COMMENTS = { longestComment: LONGEST_COMMENT };
const WAYS = [WITH_COMMENTS, { comments: false }];
var NamedTypes = class NamedTypes {
	#root;
	#taken;
	#used = new TypeNames();
	#names = /* @__PURE__ */ new Map();
	#open = [];
	#options;
	#suffix;
	constructor(root, taken, options, suffix = "") {
		this.#root = root;
		this.#taken = taken;
		this.#suffix = suffix;
		this.#options = {
			...options,
			refer: this.#refer
		};
	}
	print(room) {
		const text = printType(this.#root, this.#options);
		const types = /* @__PURE__ */ new Map();
		let { length } = text;
		for (const ref of this.#open) {
			if (length > room) return void 0;
			const name = this.#names.get(ref);
			const type = printType(targetOf(this.#root, ref), this.#options);
			if (this.#taken.get(name) === type) continue;
			if (this.#taken.has(name)) return new NamedTypes(this.#root, /* @__PURE__ */ new Map(), this.#options, "Result").print(room);
			types.set(name, type);
			length += type.length;
		}
		return length > room ? void 0 : {
			text,
			types
		};
	}
	#refer = (ref) => {
		const known = this.#names.get(ref);
		if (known !== void 0 || targetOf(this.#root, ref) === void 0) return known;
		const name = this.#used.take(`${toTypeName(nameInReference(ref))}${this.#suffix}`);
		this.#names.set(ref, name);
		this.#open.push(ref);
		return name;
	};
};
function isEmptyObject({ type, properties, additionalProperties, $ref, allOf, anyOf, oneOf }) {
	const names = isSchemaObject(properties) ? Object.keys(properties).length : 0;
	return type === "object" && names === 0 && [
		additionalProperties || void 0,
		$ref,
		allOf,
		anyOf,
		oneOf
	].every((keyword) => keyword === void 0);
}
function hasRequired({ type, required }) {
	return type !== "object" || Array.isArray(required) && required.length > 0;
}
export { printSignature as n, printPart as t };
