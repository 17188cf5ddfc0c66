import { Ht as isRecord } from "./core-CcxVOvtt.js";
import { t as SchemaReader } from "./hub-shared-evUMSPIC.js";
import { c as findCommand, s as COMMON_OPTIONS } from "./command-DcVYX5yF.js";
import { P as safeLine, u as chooseForms } from "./command-call-oK2uQUrh.js";
// src/schema/print/example-value.ts
const DEEPEST = 6;
const MOST_OPTIONAL = 3;
const MOST_PARTS = 500;
const MOST_EXAMPLES = 3;
const TEXT_BY_FORMAT = {
	date: "2026-01-31",
	"date-time": "2026-01-31T12:00:00Z",
	time: "12:00:00Z",
	email: "ada@example.com",
	uri: "https://example.com/",
	url: "https://example.com/",
	uuid: "123e4567-e89b-12d3-a456-426614174000",
	ipv4: "192.0.2.1",
	ipv6: "2001:db8::1",
	hostname: "example.com"
};
function exampleValues(schema) {
	const maker = new ExampleMaker(schema);
	const reader = new SchemaReader(schema);
	const view = reader.view();
	const given = view.schema["examples"];
	if (Array.isArray(given) && given.length > 0) return given.slice(0, MOST_EXAMPLES);
	if (view.union !== void 0) return view.union.variants.slice(0, MOST_EXAMPLES).map((form) => maker.of(form.schema, 0));
	const whole = maker.of(schema, 0);
	const part = Object.keys(isRecord(whole) ? whole : {}).find((name) => reader.view(view.properties.get(name)).union);
	if (part === void 0) return [whole];
	return (reader.view(view.properties.get(part)).union?.variants ?? []).slice(0, MOST_EXAMPLES).map((form) => ({
		...whole,
		[part]: maker.of(form.schema, 1)
	}));
}
var ExampleMaker = class {
	#reader;
	#parts = 0;
	constructor(root) {
		this.#reader = new SchemaReader(root);
	}
	of(part, depth) {
		const view = this.#reader.view(part);
		const { schema, choices } = view;
		const [given] = Array.isArray(schema["examples"]) ? schema["examples"] : [schema["example"]];
		if (given !== void 0) return given;
		if (schema["default"] !== void 0) return schema["default"];
		const [form] = view.union?.variants ?? [];
		if (form !== void 0) return this.of(form.schema, depth);
		const isDeep = depth >= DEEPEST || ++this.#parts > MOST_PARTS;
		switch (view.kind) {
			case "choice": return choices[0];
			case "boolean": return true;
			case "number":
			case "integer": return exampleNumber(view);
			case "text":
			case "base64": return exampleText(view);
			case "bytes": return { $bytes: "SGVsbG8=" };
			case "list": return isDeep ? [] : this.#list(view, depth);
			case "object": return isDeep ? {} : this.#object(view, depth);
			case "nothing": return;
			case "any": return view.types.includes("string") || view.types.length === 0 ? "text" : 1;
		}
	}
	#list({ schema, items }, depth) {
		const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
		return Array.from({ length: Math.min(Math.max(1, least), 3) }, () => this.of(items, depth + 1));
	}
	#object({ properties, required }, depth) {
		const names = [...properties.keys()].filter((name) => required.has(name));
		const shown = names.length > 0 || depth > 0 ? names : [...properties.keys()].slice(0, MOST_OPTIONAL);
		return Object.fromEntries(shown.map((name) => [name, this.of(properties.get(name), depth + 1)]));
	}
};
function exampleNumber({ schema, kind }) {
	const { minimum, exclusiveMinimum, maximum, multipleOf } = schema;
	if (typeof multipleOf === "number") return multipleOf;
	if (typeof minimum === "number") return kind === "integer" ? Math.ceil(minimum) : minimum;
	if (typeof exclusiveMinimum === "number") return Math.floor(exclusiveMinimum) + 1;
	return typeof maximum === "number" ? Math.min(1, Math.floor(maximum)) : 1;
}
function exampleText({ schema, kind }) {
	const { format, minLength, maxLength } = schema;
	const text = kind === "base64" ? "SGVsbG8=" : typeof format === "string" && TEXT_BY_FORMAT[format] || "text";
	const long = typeof minLength === "number" ? text.padEnd(Math.min(minLength, 1e3), "x") : text;
	return typeof maxLength === "number" ? long.slice(0, maxLength) : long;
}
// src/cli/input/example-command.ts
async function exampleCommands(operation) {
	const { collectErrors } = await import("../index.js");
	const { inputSchema } = operation;
	const fits = (value) => {
		try {
			return collectErrors(inputSchema, value).length === 0;
		} catch {
			return false;
		}
	};
	const commands = exampleValues(inputSchema).filter(fits).map((example) => exampleCommand(operation, example));
	return commands.length === 0 ? [exampleCommand(operation, void 0)] : [...new Set(commands)];
}
function exampleCommand({ id, type, inputSchema }, example) {
	const command = `operations ${type === "SUBSCRIPTION" ? "subscribe" : "call"} ${id}`;
	if (example === void 0 || JSON.stringify(example) === "{}") return command;
	return `${command} ${exampleFlags(example, inputSchema) ?? `--input ${shellWord(JSON.stringify(example))}`}`;
}
const MOST_FLAGS = 6;
function exampleFlags(example, schema) {
	const flags = chooseForms(schema, [], example);
	const words = [];
	const add = (value, path) => {
		const name = path.join(".");
		if (isRecord(value) && path.length < 4) return Object.entries(value).every(([key, part]) => /^[A-Za-z][\w-]*$/.test(key) && add(part, [...path, key]));
		const kind = flags.find(name)?.view.kind;
		if (kind === void 0 || isCallOption(name)) return false;
		if (typeof value === "boolean") words.push(value ? `--${name}` : `--no-${name}`);
		else if (typeof value === "number" || typeof value === "string" && kind !== "bytes" && kind !== "any") words.push(`--${name} ${flagValue(String(value))}`);
		else if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")) words.push(...value.map((item) => `--${name} ${flagValue(item)}`));
		else return false;
		return true;
	};
	if (!isRecord(example) || !add(example, [])) return void 0;
	return words.length > MOST_FLAGS || words.some((word) => /^--\S+ (?:--|@)/.test(word)) ? void 0 : words.join(" ");
}
function flagValue(text) {
	return text === "" ? "''" : shellWord(text);
}
function isCallOption(name) {
	return [...findCommand("call")?.options ?? [], ...COMMON_OPTIONS].some((option) => option.name === name || option.name === `no-${name}`);
}
function shellWord(text) {
	const word = safeLine(text);
	return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
export { exampleCommands as t };
