import { bt as decodePercent, xt as fromPointer } from "./client-D7eheyo4.js";
import { Nt as isSchemaObject, Vt as shorten } from "./core-CcxVOvtt.js";
// src/schema/print/print-comment.ts
const LONGEST_DEFAULT = 200;
function commentLines(description, tags = {}) {
	const lines = [...textLines(description ?? ""), ...tagLines(tags)];
	if (lines.length === 0) return [];
	if (lines.length === 1) return [`/** ${lines[0]} */`];
	return [
		"/**",
		...lines.map((line) => line === "" ? " *" : ` * ${line}`),
		" */"
	];
}
function tagLines({ deprecated, default: preset }) {
	const reason = typeof deprecated === "string" ? textLines(deprecated).join(" ") : "";
	const shown = preset === void 0 ? void 0 : textLines(JSON.stringify(preset)).join(" ");
	return [...deprecated === true || typeof deprecated === "string" ? [`@deprecated ${reason}`.trimEnd()] : [], ...shown === void 0 || shown.length > LONGEST_DEFAULT ? [] : [`@default ${shown}`]];
}
function textLines(text) {
	const lines = text.trim().replaceAll("*/", String.raw`*\/`).split(LINE_ENDS).map((line) => line.replaceAll(CONTROLS, " ").trimEnd());
	return lines.length === 1 && lines[0] === "" ? [] : lines;
}
const LINE_ENDS = /\r\n|[\n\r\u2028\u2029]/;
const CONTROLS = /[\u0000-\u001F\u007F\u0080-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
// src/schema/print/print-type.ts
const MAX_DEPTH = 60;
const LINE_LENGTH = 80;
const UNKNOWN = unit("unknown");
const NEVER = unit("never");
const ANY_OBJECT = unit("{ [key: string]: unknown }");
const OBJECT_KEYWORDS = [
	"properties",
	"required",
	"additionalProperties",
	"patternProperties"
];
const ARRAY_KEYWORDS = ["items", "prefixItems"];
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
function printType(schema, options = {}) {
	return new TypePrinter(options).print(schema, 0).text;
}
function printKey(name) {
	return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}
function indent(lines) {
	return lines.map((line) => line === "" ? line : `  ${line}`);
}
var TypePrinter = class {
	#refer;
	#comments;
	#longestComment;
	constructor({ refer = () => void 0, comments = true, longestComment }) {
		this.#refer = refer;
		this.#comments = comments;
		this.#longestComment = longestComment;
	}
	print(schema, depth) {
		if (schema === false) return NEVER;
		if (!isSchemaObject(schema) || depth > MAX_DEPTH) return UNKNOWN;
		const { $ref, allOf, anyOf, oneOf } = schema;
		const printAll = (list) => Array.isArray(list) ? list.map((part) => this.print(part, depth + 1)) : [];
		const own = this.#printOwn(schema, depth);
		const combined = [
			...typeof $ref === "string" ? [this.#printRef($ref)] : [],
			...printAll(allOf),
			...[anyOf, oneOf].filter(isFilled).map((choices) => union(printAll(choices)))
		].filter((part) => part !== UNKNOWN);
		return intersection(own === ANY_OBJECT && combined.length > 0 ? combined : [own, ...combined]);
	}
	#printRef(ref) {
		const name = this.#refer(ref);
		return name === void 0 ? UNKNOWN : unit(name);
	}
	#printOwn(schema, depth) {
		if ("const" in schema) return printLiteral(schema["const"]);
		const nulls = schema["nullable"] === true ? [unit("null")] : [];
		if (isFilled(schema["enum"])) return union([...schema["enum"].map(printLiteral), ...nulls]);
		const types = typesOf(schema);
		if (types.length === 0) return UNKNOWN;
		return union([...types.map((type) => this.#printTyped(type, schema, depth)), ...nulls]);
	}
	#printTyped(type, schema, depth) {
		switch (type) {
			case "string":
			case "number":
			case "boolean":
			case "null":
			case "undefined":
			case "bigint": return unit(type);
			case "integer": return unit("number");
			case "object": return this.#printObject(schema, depth);
			case "array": return this.#printArray(schema, depth);
			default: return UNKNOWN;
		}
	}
	#printObject(schema, depth) {
		const properties = isSchemaObject(schema["properties"]) ? schema["properties"] : {};
		const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
		const members = Object.entries(properties).map(([name, property]) => this.#printMember({
			name,
			property,
			isRequired: required.has(name)
		}, depth));
		for (const name of required) if (typeof name === "string" && !Object.hasOwn(properties, name)) members.push([`${printKey(name)}: unknown;`]);
		const index = this.#printIndex(schema, members.length > 0, depth);
		if (members.length === 0) return index === void 0 ? ANY_OBJECT : unit(`{ [key: string]: ${index} }`);
		return block(index === void 0 ? members : [...members, [`[key: string]: ${index};`]]);
	}
	#printMember(member, depth) {
		const { name, property, isRequired } = member;
		const type = this.print(property, depth + 1).text;
		const line = `${printKey(name)}${isRequired ? "" : "?"}: ${type};`;
		return [...this.#comments ? schemaComment(property, this.#longestComment) : [], ...line.split("\n")];
	}
	#printIndex(schema, hasMembers, depth) {
		const { additionalProperties: more, patternProperties: patterns, unevaluatedProperties: rest } = schema;
		const byPattern = isSchemaObject(patterns) ? Object.values(patterns) : [];
		const isClosed = more === false || more === void 0 && rest === false;
		if (byPattern.length === 0 && isClosed) return hasMembers ? void 0 : "never";
		const isOpen = more === true || isSchemaObject(more) || rest === true || isSchemaObject(rest);
		if (byPattern.length === 0 && !isOpen) return void 0;
		if (hasMembers) return "unknown";
		const others = isClosed ? [] : [more ?? rest ?? true];
		return union([...byPattern, ...others].map((part) => this.print(part, depth + 1))).text;
	}
	#printArray(schema, depth) {
		const { items, prefixItems, additionalItems, minItems } = schema;
		const prefix = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
		const rest = Array.isArray(items) ? additionalItems : items;
		const item = parenthesised(this.print(rest ?? true, depth + 1));
		if (prefix.length === 0) return rest === false ? unit("[]") : unit(`${item}[]`);
		const least = typeof minItems === "number" ? minItems : 0;
		return unit(`[${[...prefix.map((part, index) => {
			const element = this.print(part, depth + 1);
			return index < least ? element.text : `${parenthesised(element)}?`;
		}), ...rest === false ? [] : [`...${item}[]`]].join(", ")}]`);
	}
};
function schemaComment(schema, longest = Infinity) {
	if (!isSchemaObject(schema)) return [];
	const { description, title, deprecated, default: preset } = schema;
	const text = [description, title].find((value) => typeof value === "string" && value !== "");
	return commentLines(text === void 0 ? void 0 : inShort(text, longest), {
		deprecated: deprecated === true,
		default: preset
	});
}
function inShort(text, longest) {
	if (text.length <= longest) return text;
	const [first = ""] = text.trim().split(/\n\s*\n/, 1);
	return shorten(first.replaceAll(/\s+/g, " "), longest);
}
function typesOf(schema) {
	const { type } = schema;
	if (type !== void 0) return Array.isArray(type) ? type : [type];
	const has = (keyword) => schema[keyword] !== void 0;
	return [...OBJECT_KEYWORDS.some(has) ? ["object"] : [], ...ARRAY_KEYWORDS.some(has) ? ["array"] : []];
}
function printLiteral(value, depth = 0) {
	if (depth > MAX_DEPTH) return UNKNOWN;
	if (Array.isArray(value)) return unit(`[${value.map((item) => printLiteral(item, depth + 1).text).join(", ")}]`);
	if (isSchemaObject(value)) {
		const members = Object.entries(value).map(([name, part]) => [`${printKey(name)}: ${printLiteral(part, depth + 1).text};`]);
		return members.length === 0 ? ANY_OBJECT : block(members);
	}
	if (typeof value === "number" && !Number.isFinite(value)) return unit("number");
	return unit(JSON.stringify(value) ?? "undefined");
}
function isFilled(list) {
	return Array.isArray(list) && list.length > 0;
}
function unit(text) {
	return {
		text,
		binding: "unit"
	};
}
function parenthesised({ text, binding }) {
	return binding === "unit" ? text : `(${text})`;
}
function block(members) {
	const line = `{ ${members.map((lines) => lines.join(" ").replace(/;$/, "")).join("; ")} }`;
	if (line.length <= LINE_LENGTH && members.every((lines) => lines.length === 1)) return unit(line);
	return unit([
		"{",
		...indent(members.flat()),
		"}"
	].join("\n"));
}
function union(parts) {
	const distinct = distinctParts(parts.filter(({ text }) => text !== "never"));
	if (distinct.some(({ text }) => text === "unknown")) return UNKNOWN;
	const [first] = distinct;
	if (first === void 0) return NEVER;
	return distinct.length === 1 ? first : {
		text: distinct.map(({ text }) => text).join(" | "),
		binding: "union"
	};
}
function intersection(parts) {
	const distinct = distinctParts(parts.filter(({ text }) => text !== "unknown"));
	if (distinct.some(({ text }) => text === "never")) return NEVER;
	const [first] = distinct;
	if (first === void 0) return UNKNOWN;
	if (distinct.length === 1) return first;
	return {
		text: distinct.map(({ text, binding }) => binding === "union" ? `(${text})` : text).join(" & "),
		binding: "intersection"
	};
}
function distinctParts(parts) {
	return [...new Map(parts.map((part) => [part.text, part])).values()];
}
// src/schema/print/type-names.ts
const RESERVED = new Set("Any Array BigInt Boolean Date Error Function Map Never Null Number Object Omit Partial Pick Promise Readonly Record Required Set String Symbol Undefined Unknown Void".split(" "));
function toTypeName(name) {
	const joined = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "").map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
	const started = /^[A-Z]/.test(joined) ? joined : `T${joined}`;
	return RESERVED.has(started) ? `${started}Type` : started;
}
function nameInReference(ref) {
	if (!ref.startsWith("#")) return ref;
	return fromPointer(decodePercent(ref.slice(1))).at(-1) ?? "Root";
}
var TypeNames = class {
	#taken = /* @__PURE__ */ new Set();
	take(...wishes) {
		const free = wishes.find((wish) => !this.#taken.has(wish));
		const last = wishes.at(-1);
		let name = free ?? last;
		for (let count = 2; this.#taken.has(name); count++) name = `${last}${count}`;
		this.#taken.add(name);
		return name;
	}
};
export { printKey as a, commentLines as c, indent as i, nameInReference as n, printType as o, toTypeName as r, schemaComment as s, TypeNames as t };
