import { Gt as localEnvelope, d as OperationType, ln as CallError, o as didYouMean, pn as toCallError, vt as operationId, wt as toPointerToken } from "./client-D7eheyo4.js";
import { Ct as definitionKeywords, Et as isApplied, Ht as isRecord, Nt as isSchemaObject, Vt as shorten, Z as saysNothing, _ as isCheckedFormat, c as dispatchSubscription, dt as targetOf, pt as getValidator, s as dispatch, wt as forEachSubschema } from "./core-CcxVOvtt.js";
import { n as nameInReference, o as printType } from "./type-names-DJz0Ewcj.js";
import { t as createSearch } from "./create-search-BQuNrLaM.js";
import { t as ANSWER_TOKENS_KEY } from "./mcp-meta-6QK7fgiN.js";
import { o as AnswerBudget, r as READ_RESULT } from "./request-options-pa3sJnm0.js";
import { r as toSelection } from "./select-parts-NDqDjxbN.js";
import { C as toMCPSettings, E as wrapSchema, T as toolShapeOf, c as SearchTools, h as ToolCatalog, n as boundEnvelope, s as errorText, t as collectStream, u as errorResult, v as ResourceProviders, w as ResultReader } from "./collect-stream-DDIkDmng.js";
import { o as mayShareValues } from "./value-case-DJYOiwtN.js";
// src/tools/providers/result-parts.ts
function partsOf({ content }) {
	return content.map(partOf);
}
function partOf(block) {
	switch (block.type) {
		case "text": return {
			kind: "text",
			text: block.text
		};
		case "image": return {
			kind: "image",
			data: block.data,
			mimeType: block.mimeType,
			name: "image"
		};
		case "audio": return {
			kind: "file",
			data: block.data,
			mimeType: block.mimeType,
			name: "audio"
		};
		case "resource_link": return {
			kind: "text",
			text: `${block.name}: ${block.uri}`
		};
		case "resource": {
			const { uri, mimeType = "application/octet-stream", text, blob } = block.resource;
			if (blob === void 0) return {
				kind: "text",
				text: text ?? uri
			};
			return {
				kind: mimeType.startsWith("image/") ? "image" : "file",
				data: blob,
				mimeType,
				name: uri
			};
		}
		default: return {
			kind: "text",
			text: JSON.stringify(block)
		};
	}
}
function unshown(part) {
	if (part.kind === "text") return part.text;
	return `[${part.name}: ${part.mimeType}, ${Math.floor(part.data.length * 3 / 4)} bytes, which can't be shown here]`;
}
function textOf(outcome) {
	return partsOf(outcome).map(unshown).join("\n");
}
// src/tools/providers/ai-sdk.ts
function toAISDKTools(tools, behaviour) {
	return Object.fromEntries(tools.map((tool) => [tool.name, toTool(tool, behaviour)]));
}
function toTool({ name, title, description, schema, isStrict }, behaviour) {
	const { needsApproval } = behaviour;
	return {
		...title === void 0 ? {} : { title },
		description,
		inputSchema: toAISDKSchema(schema),
		...isStrict ? { strict: true } : {},
		...needsApproval === void 0 ? {} : { needsApproval: (input) => needsApproval(name, input) },
		execute: async (input, { abortSignal }) => {
			const outcome = await behaviour.run(name, input, abortSignal);
			if (outcome.isError === true) throw new Error(textOf(outcome));
			return outcome;
		},
		toModelOutput: ({ output }) => toAISDKOutput(output)
	};
}
function readAISDKCall({ toolName, input }) {
	return {
		name: toolName,
		arguments: input
	};
}
function toAISDKResult({ toolCallId, toolName }, outcome) {
	return {
		type: "tool-result",
		toolCallId,
		toolName,
		output: toAISDKOutput(outcome)
	};
}
function toAISDKOutput(outcome) {
	const parts = partsOf(outcome);
	if (outcome.isError === true) return {
		type: "error-text",
		value: textOf(outcome)
	};
	if (parts.every(({ kind }) => kind === "text")) return {
		type: "text",
		value: textOf(outcome)
	};
	return {
		type: "content",
		value: parts.map(toContent)
	};
}
function toContent(part) {
	if (part.kind === "text") return {
		type: "text",
		text: part.text
	};
	const { kind, data, mimeType: mediaType } = part;
	if (kind === "file" && mediaType !== "application/pdf") return {
		type: "text",
		text: unshown(part)
	};
	return {
		type: kind === "image" ? "image-data" : "file-data",
		data,
		mediaType
	};
}
const OWN = Symbol.for("vercel.ai.schema");
function toAISDKSchema(schema) {
	const jsonSchema = () => ({ ...schema });
	return {
		[OWN]: true,
		jsonSchema: schema,
		validate: (value) => ({
			success: true,
			value
		}),
		"~standard": {
			version: 1,
			vendor: "operations",
			validate: (value) => ({ value }),
			jsonSchema: {
				input: jsonSchema,
				output: jsonSchema
			}
		}
	};
}
// src/tools/providers/anthropic.ts
function toAnthropicTools(tools, isDeferred) {
	const custom = tools.map(({ name, description, schema, isStrict, isPinned }) => {
		const flags = {
			...isStrict ? { strict: true } : {},
			...isDeferred && isPinned !== true ? { defer_loading: true } : {}
		};
		return {
			name,
			description,
			input_schema: {
				...schema,
				type: "object"
			},
			...flags
		};
	});
	if (!isDeferred) return custom;
	return [{
		type: "tool_search_tool_bm25_20251119",
		name: "tool_search_tool_bm25"
	}, ...custom];
}
function readAnthropicCall({ name, input }) {
	return {
		name,
		arguments: input
	};
}
function toAnthropicResult({ id }, outcome) {
	return {
		type: "tool_result",
		tool_use_id: id,
		content: partsOf(outcome).map((part) => outcome.isError === true ? {
			type: "text",
			text: unshown(part)
		} : toBlock(part)),
		...outcome.isError === true ? { is_error: true } : {}
	};
}
const IMAGE_TYPES = /* @__PURE__ */ new Set([
	"image/jpeg",
	"image/png",
	"image/gif",
	"image/webp"
]);
function toBlock(part) {
	if (part.kind === "text") return {
		type: "text",
		text: part.text
	};
	const { data, mimeType } = part;
	if (mimeType === "application/pdf") return {
		type: "document",
		source: {
			type: "base64",
			media_type: "application/pdf",
			data
		}
	};
	if (!IMAGE_TYPES.has(mimeType)) return {
		type: "text",
		text: unshown(part)
	};
	return {
		type: "image",
		source: {
			type: "base64",
			media_type: mimeType,
			data
		}
	};
}
// src/tools/providers/gemini.ts
function toGeminiTools(tools) {
	return tools.map(({ name, description, schema }) => ({
		name,
		description,
		parametersJsonSchema: { ...schema }
	}));
}
function readGeminiCall({ name = "", args = {} }) {
	return {
		name,
		arguments: args
	};
}
function toGeminiResult({ id, name = "" }, outcome) {
	const named = {
		...id === void 0 ? {} : { id },
		name
	};
	if (outcome.isError === true) return { functionResponse: {
		...named,
		response: { error: textOf(outcome) }
	} };
	const parts = partsOf(outcome);
	const media = parts.flatMap((part) => part.kind === "image" ? [{ inlineData: {
		mimeType: part.mimeType,
		data: part.data
	} }] : []);
	const text = parts.filter(({ kind }) => kind !== "image").map(unshown).join("\n");
	const { structuredContent: output = text } = outcome;
	const note = Array.isArray(output) && parts.length > 1 ? { note: parts.slice(1).map(unshown).join("\n") } : {};
	return { functionResponse: {
		...named,
		response: {
			output,
			...note
		},
		...media.length === 0 ? {} : { parts: media }
	} };
}
// src/tools/providers/openai-chat.ts
function toOpenAIChatTools(tools) {
	return tools.map(({ name, description, schema, isStrict }) => ({
		type: "function",
		function: {
			name,
			description,
			parameters: { ...schema },
			strict: isStrict
		}
	}));
}
function readOpenAIChatCall(call) {
	return {
		name: call.function.name,
		arguments: call.function.arguments
	};
}
function toOpenAIChatResult({ id }, outcome) {
	return {
		role: "tool",
		tool_call_id: id,
		content: textOf(outcome)
	};
}
// src/tools/providers/openai.ts
function toOpenAITools(tools, isDeferred) {
	const functions = tools.map(({ name, description, schema, isStrict, isPinned }) => {
		const deferred = isDeferred && isPinned !== true ? { defer_loading: true } : {};
		return {
			type: "function",
			name,
			description,
			parameters: { ...schema },
			strict: isStrict,
			...deferred
		};
	});
	return isDeferred ? [{ type: "tool_search" }, ...functions] : functions;
}
function readOpenAICall({ name, arguments: given }) {
	return {
		name,
		arguments: given
	};
}
function toOpenAIResult({ call_id }, outcome) {
	const parts = partsOf(outcome);
	return {
		type: "function_call_output",
		call_id,
		output: outcome.isError === true || parts.every(({ kind }) => kind === "text") ? textOf(outcome) : parts.map(toItem)
	};
}
function toItem(part) {
	if (part.kind === "text") return {
		type: "input_text",
		text: part.text
	};
	const url = `data:${part.mimeType};base64,${part.data}`;
	if (part.kind === "image") return {
		type: "input_image",
		image_url: url,
		detail: "auto"
	};
	if (part.mimeType !== "application/pdf") return {
		type: "input_text",
		text: unshown(part)
	};
	return {
		type: "input_file",
		file_data: url,
		filename: part.name
	};
}
// src/tools/lowering/json-types.ts
const ALL = [
	"object",
	"array",
	"string",
	"number",
	"boolean",
	"null"
];
const KNOWN = /* @__PURE__ */ new Set([...ALL, "integer"]);
const TYPED_KEYWORDS = {
	object: [
		"properties",
		"required",
		"additionalProperties",
		"patternProperties",
		"propertyNames",
		"minProperties",
		"maxProperties",
		"dependentRequired",
		"dependentSchemas",
		"dependencies",
		"unevaluatedProperties"
	],
	array: [
		"items",
		"prefixItems",
		"additionalItems",
		"minItems",
		"maxItems",
		"uniqueItems",
		"contains",
		"minContains",
		"maxContains",
		"unevaluatedItems"
	],
	string: [
		"minLength",
		"maxLength",
		"pattern",
		"format"
	],
	number: [
		"minimum",
		"maximum",
		"exclusiveMinimum",
		"exclusiveMaximum",
		"multipleOf"
	],
	integer: [
		"minimum",
		"maximum",
		"exclusiveMinimum",
		"exclusiveMaximum",
		"multipleOf"
	],
	boolean: [],
	null: []
};
const TYPE_OF_KEYWORD = new Map(ALL.flatMap((type) => TYPED_KEYWORDS[type].map((keyword) => [keyword, type])));
function typesOf({ type }) {
	const listed = (Array.isArray(type) ? type : [type]).filter((one) => KNOWN.has(one));
	return listed.length === 0 ? ALL : listed;
}
function impliedTypes(schema) {
	if (schema["type"] !== void 0) return typesOf(schema);
	const implied = new Set(Object.keys(schema).filter((keyword) => keyword !== "format").map((keyword) => TYPE_OF_KEYWORD.get(keyword)));
	implied.delete(void 0);
	return implied.size === 0 ? ALL : [...implied];
}
function typeOfValue(value) {
	if (value === null) return "null";
	if (Array.isArray(value)) return "array";
	return typeof value;
}
// src/tools/lowering/schema-rules.ts
function textLength(values) {
	return values.reduce((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}
const ALL_KEYWORDS = [
	"type",
	"enum",
	"const",
	"anyOf",
	"oneOf",
	"allOf",
	"not",
	"if",
	"then",
	"else",
	...Object.values(TYPED_KEYWORDS).flat(),
	"$dynamicRef",
	"$recursiveRef",
	"default",
	"title",
	"examples"
];
// src/tools/providers/anthropic-rules.ts
const structuredOutputs$1 = {
	where: "Structured outputs, https://platform.claude.com/docs/en/build-with-claude/structured-outputs, in an undated copy",
	read: "2026-11-17"
};
const sdk$2 = {
	where: "npm @anthropic-ai/sdk 1.9.0: lib/transform-json-schema",
	read: "2026-11-17"
};
const inputSchema = {
	where: "npm @anthropic-ai/sdk 1.9.0: resources/messages, Tool.input_schema, which is any JSON Schema 2020-12",
	read: "2026-11-17"
};
const names$1 = {
	where: "https://git.drupalcode.org/project/mcp_server/-/work_items/3585896, which quotes the error of Anthropic's own client",
	read: "2026-11-17"
};
const rootAnswer = {
	where: "https://github.com/anthropics/claude-code/issues/5319, which quotes the API's error",
	read: "2026-11-17"
};
const namesAnswer = {
	where: "https://github.com/magemaclean/azure-devops-mcp, docs/TOOL-NAME-VALIDATION.md, which quotes the API's error",
	read: "2026-11-17"
};
const TOOL_NAMES$1 = /^[a-zA-Z0-9_-]{1,64}$/;
const PROPERTY_NAMES = /^[a-zA-Z0-9_.-]{1,64}$/;
const ROOT$1 = [
	"anyOf",
	"oneOf",
	"allOf",
	"$ref"
];
const anthropicStrictRules = {
	rules: {
		keywords: /* @__PURE__ */ new Set([
			"type",
			"enum",
			"const",
			"anyOf",
			"properties",
			"required",
			"additionalProperties",
			"items",
			"minItems",
			"format",
			"default"
		]),
		formats: /* @__PURE__ */ new Set([
			"date-time",
			"time",
			"date",
			"duration",
			"email",
			"hostname",
			"uri",
			"ipv4",
			"ipv6",
			"uuid"
		]),
		patterns: "regular",
		minItems: 1,
		literals: /* @__PURE__ */ new Set([
			"string",
			"number",
			"boolean"
		]),
		literalCase: false,
		typeLists: "nullable",
		untyped: false,
		allRequired: false,
		closed: true,
		references: "acyclic",
		notAtRoot: ROOT$1,
		propertyNames: PROPERTY_NAMES,
		toolNames: TOOL_NAMES$1,
		limits: {
			optionals: 24,
			unions: 16
		}
	},
	sources: {
		keywords: sdk$2,
		formats: structuredOutputs$1,
		patterns: structuredOutputs$1,
		minItems: structuredOutputs$1,
		literals: structuredOutputs$1,
		literalCase: structuredOutputs$1,
		typeLists: structuredOutputs$1,
		untyped: sdk$2,
		allRequired: structuredOutputs$1,
		closed: structuredOutputs$1,
		references: structuredOutputs$1,
		notAtRoot: rootAnswer,
		propertyNames: namesAnswer,
		toolNames: names$1,
		limits: structuredOutputs$1
	}
};
const anthropicRequestLimits = {
	tools: 20,
	optionals: 24,
	unions: 16,
	source: structuredOutputs$1
};
const anthropicRules = {
	rules: {
		keywords: new Set(ALL_KEYWORDS),
		formats: "all",
		patterns: "all",
		minItems: Infinity,
		literals: /* @__PURE__ */ new Set([
			"string",
			"number",
			"boolean",
			"object"
		]),
		literalCase: true,
		typeLists: "any",
		untyped: true,
		allRequired: false,
		closed: false,
		references: "all",
		notAtRoot: ROOT$1,
		propertyNames: PROPERTY_NAMES,
		toolNames: TOOL_NAMES$1,
		limits: {}
	},
	sources: {
		keywords: inputSchema,
		formats: inputSchema,
		patterns: inputSchema,
		minItems: inputSchema,
		literals: inputSchema,
		literalCase: inputSchema,
		typeLists: inputSchema,
		untyped: inputSchema,
		allRequired: inputSchema,
		closed: inputSchema,
		references: inputSchema,
		notAtRoot: rootAnswer,
		propertyNames: namesAnswer,
		toolNames: names$1,
		limits: inputSchema
	}
};
// src/tools/providers/gemini-rules.ts
const schemaSupport = {
	where: "Structured outputs, https://ai.google.dev/gemini-api/docs/structured-output#json_schema_support, in an undated copy that names Gemini 3.1",
	read: "2026-11-17"
};
const sdk$1 = {
	where: "npm @google/genai 2.32.0: GenerateContentConfig.responseJsonSchema, which lists what is read",
	read: "2026-11-17"
};
const declaration = {
	where: "npm @google/genai 2.32.0: FunctionDeclaration.name, .parameters and .parametersJsonSchema",
	read: "2026-11-17"
};
const geminiRules = {
	rules: {
		keywords: /* @__PURE__ */ new Set([
			"type",
			"format",
			"title",
			"enum",
			"items",
			"prefixItems",
			"minItems",
			"maxItems",
			"minimum",
			"maximum",
			"anyOf",
			"properties",
			"additionalProperties",
			"required"
		]),
		formats: /* @__PURE__ */ new Set([
			"date-time",
			"date",
			"time"
		]),
		patterns: "regular",
		minItems: Infinity,
		literals: /* @__PURE__ */ new Set(["string", "number"]),
		literalCase: true,
		typeLists: "nullable",
		untyped: false,
		allRequired: false,
		closed: false,
		references: "optional",
		notAtRoot: [
			"anyOf",
			"enum",
			"$ref"
		],
		propertyNames: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
		toolNames: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/,
		limits: {}
	},
	sources: {
		keywords: sdk$1,
		formats: schemaSupport,
		patterns: sdk$1,
		minItems: sdk$1,
		literals: sdk$1,
		literalCase: schemaSupport,
		typeLists: schemaSupport,
		untyped: schemaSupport,
		allRequired: schemaSupport,
		closed: schemaSupport,
		references: sdk$1,
		notAtRoot: declaration,
		propertyNames: declaration,
		toolNames: declaration,
		limits: sdk$1
	}
};
// src/tools/providers/openai-rules.ts
const structuredOutputs = {
	where: "https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas, in an undated copy",
	read: "2026-11-17"
};
const sdk = {
	where: "npm openai 6.49.0: lib/transform, toStrictJsonSchema",
	read: "2026-11-17"
};
const names = {
	where: "npm openai 6.49.0: resources/shared, FunctionDefinition.name",
	read: "2026-11-17"
};
const plainRoot = {
	where: "https://github.com/langchain-ai/langchainjs/issues/9804, which quotes the API's error",
	read: "2026-11-17"
};
const free = {
	where: "npm openai 6.49.0: resources/shared, FunctionDefinition.parameters, which is any JSON Schema",
	read: "2026-11-17"
};
const TOOL_NAMES = /^[a-zA-Z0-9_-]{1,64}$/;
const LITERALS = /* @__PURE__ */ new Set([
	"string",
	"number",
	"boolean"
]);
const ROOT = [
	"anyOf",
	"oneOf",
	"allOf",
	"enum",
	"not",
	"const",
	"$ref"
];
const openaiStrictRules = {
	rules: {
		keywords: /* @__PURE__ */ new Set([
			"type",
			"enum",
			"const",
			"anyOf",
			"properties",
			"required",
			"additionalProperties",
			"items",
			"minItems",
			"maxItems",
			"pattern",
			"format",
			"minimum",
			"maximum",
			"exclusiveMinimum",
			"exclusiveMaximum",
			"multipleOf"
		]),
		formats: /* @__PURE__ */ new Set([
			"date-time",
			"time",
			"date",
			"duration",
			"email",
			"hostname",
			"ipv4",
			"ipv6",
			"uuid"
		]),
		patterns: "regular",
		minItems: Infinity,
		literals: LITERALS,
		literalCase: true,
		typeLists: "nullable",
		untyped: false,
		allRequired: true,
		closed: true,
		references: "all",
		notAtRoot: ROOT,
		propertyNames: /^[^]*$/,
		toolNames: TOOL_NAMES,
		limits: {
			depth: 10,
			properties: 5e3,
			enumValues: 1e3,
			longEnum: 15e3,
			characters: 12e4
		}
	},
	sources: {
		keywords: structuredOutputs,
		formats: structuredOutputs,
		patterns: structuredOutputs,
		minItems: structuredOutputs,
		literals: structuredOutputs,
		literalCase: structuredOutputs,
		typeLists: structuredOutputs,
		untyped: sdk,
		allRequired: structuredOutputs,
		closed: structuredOutputs,
		references: structuredOutputs,
		notAtRoot: structuredOutputs,
		propertyNames: structuredOutputs,
		toolNames: names,
		limits: structuredOutputs
	}
};
// src/tools/providers/provider-rules.ts
const openaiChat = {
	plain: {
		rules: {
			keywords: new Set(ALL_KEYWORDS),
			formats: "all",
			patterns: "all",
			minItems: Infinity,
			literals: /* @__PURE__ */ new Set([...LITERALS, "object"]),
			literalCase: true,
			typeLists: "any",
			untyped: true,
			allRequired: false,
			closed: false,
			references: "all",
			notAtRoot: ROOT,
			propertyNames: /^[^]*$/,
			toolNames: TOOL_NAMES,
			limits: {}
		},
		sources: {
			keywords: free,
			formats: free,
			patterns: free,
			minItems: free,
			literals: free,
			literalCase: free,
			typeLists: free,
			untyped: free,
			allRequired: free,
			closed: free,
			references: free,
			notAtRoot: plainRoot,
			propertyNames: free,
			toolNames: names,
			limits: free
		}
	}.rules,
	strict: openaiStrictRules.rules
};
const PROVIDER_RULES = {
	openai: {
		...openaiChat,
		hasSearch: true
	},
	"openai-chat": openaiChat,
	anthropic: {
		plain: anthropicRules.rules,
		strict: anthropicStrictRules.rules,
		requestLimits: anthropicRequestLimits,
		hasSearch: true
	},
	gemini: { plain: geminiRules.rules }
};
// src/tools/lowering/merge-schemas.ts
const MOST_PAIRS = 32;
function mergeSchemas(schemas, deps) {
	const expanded = expand(schemas, deps);
	let parts = expanded === false ? false : joinRecords(expanded);
	while (parts !== false && parts.length > 1) parts = mergeNeighbours(parts, deps);
	return parts === false ? false : parts[0] ?? {};
}
const RECORD_KEYWORDS = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"required",
	"title",
	"description"
]);
function joinRecords(parts) {
	const joined = [];
	for (let at = 0; at < parts.length;) {
		let end = at;
		while (end < parts.length && isRecordSchema(parts[end])) end++;
		if (end - at > 1) joined.push(joinedRecord(parts.slice(at, end)));
		else joined.push(parts[at]);
		at = Math.max(end, at + 1);
	}
	return joined;
}
function isRecordSchema(schema) {
	return schema["type"] === "object" && Object.keys(schema).every((keyword) => RECORD_KEYWORDS.has(keyword));
}
function joinedRecord(parts) {
	const members = /* @__PURE__ */ new Map();
	const required = /* @__PURE__ */ new Set();
	const said = {};
	for (const part of parts) {
		for (const [name, schema] of Object.entries(namedIn(part))) {
			const found = members.get(name);
			if (found === void 0) members.set(name, [schema]);
			else found.push(schema);
		}
		if (Array.isArray(part["required"])) for (const name of part["required"]) required.add(name);
		for (const text of ["title", "description"]) if (part[text] !== void 0) said[text] ??= part[text];
	}
	const properties = Array.from(members, ([name, found]) => [name, found.length === 1 ? found[0] : { allOf: found }]);
	return {
		...said,
		type: "object",
		...properties.length === 0 ? {} : { properties: Object.fromEntries(properties) },
		...required.size === 0 ? {} : { required: [...required] }
	};
}
function mergeNeighbours(parts, deps) {
	const merged = [];
	for (let at = 0; at < parts.length; at += 2) {
		const [one, other] = [parts[at], parts[at + 1]];
		const both = other === void 0 ? one : mergePair(one, other, deps);
		if (both === false) return false;
		merged.push(both);
	}
	return merged;
}
function expand(schemas, deps) {
	const parts = [];
	const seen = /* @__PURE__ */ new Set();
	const open = [...schemas];
	for (const schema of open) {
		if (schema === false) return false;
		if (!isSchemaObject(schema) || seen.has(schema)) continue;
		seen.add(schema);
		const { $ref, allOf, ...rest } = schema;
		if ($ref !== void 0) {
			const target = deps.targetOf(schema);
			if (target === void 0) deps.onLoss("$ref");
			else open.push(target);
		}
		if (Array.isArray(allOf)) open.push(...allOf);
		if (Object.keys(rest).length > 0) parts.push(rest);
	}
	return parts;
}
const larger = (one, other) => Math.max(Number(one), Number(other));
const smaller = (one, other) => Math.min(Number(one), Number(other));
const both = (one, other) => ({ allOf: [one, other] });
const either = (one, other) => one === true || other === true;
const first = (one) => one;
const same = (one, other, deps, keyword) => {
	if (JSON.stringify(one) !== JSON.stringify(other)) deps.onLoss(keyword);
	return one;
};
const pairs = (one, other, deps, keyword) => {
	if (!Array.isArray(one) || !Array.isArray(other) || one.length * other.length > MOST_PAIRS) {
		deps.onLoss(keyword);
		return one;
	}
	return one.flatMap((choice) => other.map((more) => ({ allOf: [choice, more] })));
};
const union = (one, other) => [.../* @__PURE__ */ new Set([...one, ...other])];
const COMBINED = {
	required: union,
	items: both,
	minimum: larger,
	exclusiveMinimum: larger,
	minLength: larger,
	minItems: larger,
	minProperties: larger,
	maximum: smaller,
	exclusiveMaximum: smaller,
	maxLength: smaller,
	maxItems: smaller,
	maxProperties: smaller,
	uniqueItems: either,
	anyOf: pairs,
	oneOf: pairs,
	not: (one, other) => ({ anyOf: [one, other] }),
	propertyNames: both
};
const STRUCTURAL = /* @__PURE__ */ new Set([
	"type",
	"properties",
	"additionalProperties",
	"patternProperties",
	"enum",
	"const"
]);
function mergePair(one, other, deps) {
	const types = mergeTypes(typesOf(one), typesOf(other));
	if (types.length === 0) return false;
	const merged = {};
	for (const keyword of /* @__PURE__ */ new Set([...Object.keys(one), ...Object.keys(other)])) {
		if (STRUCTURAL.has(keyword)) continue;
		if (!Object.hasOwn(other, keyword)) merged[keyword] = one[keyword];
		else if (!Object.hasOwn(one, keyword)) merged[keyword] = other[keyword];
		else merged[keyword] = (COMBINED[keyword] ?? (isApplied(keyword) ? same : first))(one[keyword], other[keyword], deps, keyword);
	}
	if (one["type"] !== void 0 || other["type"] !== void 0) merged["type"] = types.length === 1 ? types[0] : types;
	const values = mergeValues(literalsOf(one), literalsOf(other));
	if (values !== void 0) merged["enum"] = values;
	return {
		...merged,
		...mergeMembers(one, other, deps)
	};
}
function mergeTypes(one, other) {
	const types = one.filter((type) => other.includes(type) || type === "integer" && other.includes("number"));
	if (!one.includes("integer") && one.includes("number") && other.includes("integer") && !other.includes("number")) types.push("integer");
	return types;
}
function mergeValues(one, other) {
	if (one === void 0 || other === void 0) return one ?? other;
	const known = new Set(other.map((value) => JSON.stringify(value)));
	return one.filter((value) => known.has(JSON.stringify(value)));
}
function literalsOf(schema) {
	const listed = Array.isArray(schema["enum"]) ? schema["enum"] : void 0;
	if (!Object.hasOwn(schema, "const")) return listed;
	return mergeValues([schema["const"]], listed);
}
function mergeMembers(one, other, deps) {
	const [ours, theirs] = [namedIn(one), namedIn(other)];
	const names = [.../* @__PURE__ */ new Set([...Object.keys(ours), ...Object.keys(theirs)])];
	const properties = names.map((name) => {
		const found = [memberOf(one, ours, name, deps), memberOf(other, theirs, name, deps)].filter((schema) => schema !== void 0 && schema !== true);
		return [name, found.length === 0 ? {} : found.length === 1 ? found[0] : { allOf: found }];
	});
	const further = [one, other].map((part) => part["additionalProperties"]).filter((schema) => schema !== void 0);
	const patterns = [one, other].map((part) => part["patternProperties"]).filter(isSchemaObject);
	if (patterns.length === 2) deps.onLoss("patternProperties");
	return {
		...names.length === 0 ? {} : { properties: Object.fromEntries(properties) },
		...further.length === 0 ? {} : { additionalProperties: further.includes(false) ? false : further.length === 1 ? further[0] : { allOf: further } },
		...patterns[0] === void 0 ? {} : { patternProperties: patterns[0] }
	};
}
function memberOf(part, named, name, deps) {
	if (Object.hasOwn(named, name)) return named[name];
	const further = part["additionalProperties"];
	if (further === void 0 || part["patternProperties"] === void 0) return further;
	deps.onLoss("patternProperties");
}
function namedIn(schema) {
	return isSchemaObject(schema["properties"]) ? schema["properties"] : {};
}
// src/tools/lowering/literal-case.ts
function literalCase(root) {
	return (value) => corrected([root], value, root);
}
function corrected(schemas, value, root) {
	const choices = choicesOf(schemas, root);
	if (typeof value === "string") return correctedText(choices, value);
	if (Array.isArray(value)) {
		const items = choices.map(({ items: own }) => own);
		return value.map((item) => corrected(items, item, root));
	}
	if (!isRecord(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => {
		return [name, corrected(choices.map(({ properties }) => isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : void 0), member, root)];
	}));
}
function correctedText(choices, text) {
	const listed = choices.flatMap((choice) => literalsOf(choice) ?? []);
	if (choices.some((choice) => literalsOf(choice) === void 0 && mayBeText(choice)) || listed.includes(text)) return text;
	const wanted = text.toLowerCase();
	const alike = new Set(listed.filter((literal) => typeof literal === "string" && literal.toLowerCase() === wanted));
	const [only] = alike;
	return alike.size === 1 ? only : text;
}
function mayBeText({ type }) {
	return type === void 0 || type === "string" || Array.isArray(type) && type.includes("string");
}
function choicesOf(schemas, root) {
	const found = /* @__PURE__ */ new Set();
	const seen = /* @__PURE__ */ new Set();
	const add = (schema) => {
		if (!isSchemaObject(schema) || seen.has(schema)) return;
		seen.add(schema);
		const { $ref: reference, anyOf } = schema;
		if (typeof reference === "string") add(targetOf(root, reference));
		else if (Array.isArray(anyOf)) anyOf.forEach(add);
		else found.add(schema);
	};
	schemas.forEach(add);
	return [...found];
}
// src/tools/lowering/lowered.ts
const NEVER = Symbol("never");
var LoweringRefusal = class extends Error {};
const ROOT_PLACE = {
	path: "",
	depth: 0,
	optionals: 0
};
// src/tools/lowering/notes.ts
const LONGEST_VALUE = 200;
function describeWith(schema, notes) {
	const { description, title } = schema;
	const own = typeof description === "string" && description !== "" ? description : title;
	const lines = [...typeof own === "string" && own !== "" ? [own] : [], ...notes];
	return lines.length === 0 ? {} : { description: lines.join("\n") };
}
function noteOf(keyword, value) {
	return `${keyword}: ${shorten(JSON.stringify(value) ?? "", LONGEST_VALUE)}`;
}
// src/tools/lowering/json-text.ts
const LONGEST_TYPE = 500;
function toJSONText(schema) {
	return {
		schema: {
			type: "string",
			...describeWith(schema, [saysNothing(schema) ? "JSON text of any value." : `JSON text of: ${typeText(schema)}`])
		},
		restore: parseText
	};
}
function parseText(value) {
	if (typeof value !== "string") return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}
function typeText(schema) {
	return shorten(printType(schema, { comments: false }), LONGEST_TYPE);
}
// src/tools/lowering/lower-scalar.ts
function lowerScalar(lowering, schema, type, place) {
	const kept = {};
	const notes = [];
	const handled = /* @__PURE__ */ new Set(["format"]);
	for (const keyword of TYPED_KEYWORDS[type]) {
		const value = schema[keyword];
		if (value === void 0 || !isAllowed(lowering.rules, keyword, value)) continue;
		kept[keyword] = value;
		handled.add(keyword);
	}
	const { format } = schema;
	if (type === "string" && typeof format === "string" && kept["format"] === void 0) {
		notes.push(noteOf("format", format));
		if (isCheckedFormat(format)) lowering.lose(place, "format");
	}
	notes.push(...lowering.dropOthers(schema, type, place, handled), ...defaultNote(lowering.rules, schema));
	return { schema: {
		type,
		...kept,
		...keptDefault(lowering.rules, schema),
		...describeWith(schema, notes)
	} };
}
function isAllowed(rules, keyword, value) {
	if (!rules.keywords.has(keyword)) return false;
	if (keyword === "format") return rules.formats === "all" || rules.formats.has(String(value));
	if (keyword === "pattern") return rules.patterns === "all" || isRegular(String(value));
	if (keyword === "minItems") return Number(value) <= rules.minItems;
	return true;
}
function isRegular(pattern) {
	return !/\(\?[=!<]|\\[1-9bBpPk]/.test(pattern);
}
function defaultNote(rules, schema) {
	return schema["default"] === void 0 || rules.keywords.has("default") ? [] : [noteOf("default", schema["default"])];
}
function keptDefault(rules, schema) {
	return schema["default"] === void 0 || !rules.keywords.has("default") ? {} : { default: schema["default"] };
}
// src/tools/lowering/lower-union.ts
const MOST_SHARED = 120;
const MOST_COMPARED = 40;
const ANNOTATIONS = [
	"description",
	"title",
	"default"
];
function lowerUnion(lowering, schema, place) {
	const keyword = Array.isArray(schema["anyOf"]) ? "anyOf" : "oneOf";
	const { [keyword]: listed, ...rest } = schema;
	const choices = listed;
	const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => !ANNOTATIONS.includes(name)));
	const isShared = !saysNothing(shared);
	if (isShared && choices.length * Object.keys(namedIn(shared)).length > MOST_SHARED) {
		lowering.lose(place, keyword);
		const noted = describeWith(schema, [noteOf(keyword, choices)]);
		return lowering.lower({
			...rest,
			...noted
		}, place);
	}
	const whole = choices.map((choice) => isShared ? lowering.merge([shared, choice], place) : choice);
	if (keyword === "oneOf" && !areDisjoint(lowering, whole)) lowering.lose(place, "oneOf");
	const lowered = whole.map((choice) => lowering.lower(choice, place)).filter((choice) => choice !== NEVER);
	if (lowered.length === 0) return NEVER;
	const described = describeWith(schema, []);
	const [only] = lowered;
	if (lowered.length === 1 && only !== void 0) return only.schema["$ref"] === void 0 ? {
		...only,
		schema: {
			...only.schema,
			...described
		}
	} : only;
	return uniteLowered(lowering, described, lowered);
}
function areDisjoint(lowering, choices) {
	if (haveTag(lowering, choices)) return true;
	if (choices.length > MOST_COMPARED) return false;
	const side = { resolve: (ref) => lowering.target({ $ref: ref }) };
	return choices.every((one, index) => choices.slice(index + 1).every((other) => !mayShareValues({
		schema: one,
		side
	}, {
		schema: other,
		side
	})));
}
function haveTag(lowering, choices) {
	const targets = choices.map((choice) => isSchemaObject(choice) && typeof choice["$ref"] === "string" ? lowering.target(choice) : choice);
	const [first] = targets;
	if (!isSchemaObject(first)) return false;
	return Object.keys(namedIn(first)).some((name) => isTag(name, targets));
}
function isTag(name, choices) {
	const known = /* @__PURE__ */ new Set();
	return choices.every((choice) => {
		if (!isSchemaObject(choice) || choice["type"] !== "object" || !Array.isArray(choice["required"])) return false;
		const named = namedIn(choice);
		const values = isSchemaObject(named[name]) ? literalsOf(named[name]) : void 0;
		if (values === void 0 || !choice["required"].includes(name)) return false;
		const own = new Set(values.map((value) => JSON.stringify(value)));
		if ([...own].some((value) => known.has(value))) return false;
		for (const value of own) known.add(value);
		return true;
	});
}
function uniteLowered(lowering, described, choices) {
	const [only] = choices;
	if (choices.length === 1 && only !== void 0) return only;
	const { description } = described;
	return {
		schema: {
			anyOf: distinct(choices.map((choice) => choice.schema)),
			...typeof description === "string" ? { description } : {}
		},
		restore: byChoice(lowering, choices)
	};
}
function isLarge(schema) {
	return [
		"properties",
		"items",
		"anyOf"
	].some((keyword) => schema[keyword] !== void 0);
}
function distinct(schemas) {
	return [...new Map(schemas.map((schema) => [isLarge(schema) ? schema : JSON.stringify(schema), schema])).values()];
}
function byChoice(lowering, choices) {
	if (choices.every(({ restore }) => restore === void 0)) return void 0;
	let standalone;
	return (value) => {
		standalone ??= choices.map(({ schema }) => lowering.standalone(schema));
		const restore = choices[standalone.findIndex((schema) => getValidator(schema).check(value))]?.restore;
		return restore === void 0 ? value : restore(value);
	};
}
function nullable({ schema, restore }) {
	return {
		schema: withNull(schema),
		restore: restore === void 0 ? void 0 : (value) => value === null ? null : restore(value)
	};
}
function withNull(schema) {
	const { type, enum: values, anyOf, description, ...rest } = schema;
	const described = description === void 0 ? {} : { description };
	if (typeof type === "string" && values === void 0 && ![
		"object",
		"array",
		"null"
	].includes(type)) return {
		...schema,
		type: [type, "null"]
	};
	const choices = Array.isArray(anyOf) && Object.keys(rest).length === 0 ? anyOf : void 0;
	if (choices === void 0) {
		const { description: _, ...bare } = schema;
		return {
			anyOf: [bare, { type: "null" }],
			...described
		};
	}
	return acceptsNull(schema) ? schema : {
		anyOf: [...choices, { type: "null" }],
		...described
	};
}
function acceptsNull(schema) {
	const { type, anyOf } = schema;
	if (Array.isArray(anyOf)) return anyOf.some((choice) => isSchemaObject(choice) && acceptsNull(choice));
	if (type === void 0) return schema["$ref"] === void 0;
	return Array.isArray(type) ? type.includes("null") : type === "null";
}
// src/tools/lowering/lower-literals.ts
function lowerLiterals(lowering, { schema, values }, place) {
	const { rules } = lowering;
	const fitting = values.filter((value) => fitsRest(lowering, {
		schema,
		value
	}, place));
	if (fitting.length === 0) return NEVER;
	const described = describeWith(schema, defaultNote(rules, schema));
	const present = fitting.filter((value) => value !== null);
	const orNull = (lowered) => present.length === fitting.length ? lowered : nullable(lowered);
	if (present.length === 0) return { schema: {
		type: "null",
		...described
	} };
	const types = [...new Set(present.map(typeOfValue))];
	if (types.length === 1 && isTooLong(lowering, present)) {
		lowering.lose(place, "enum");
		return orNull({ schema: {
			type: types[0],
			...described
		} });
	}
	if (types.length === 1 && types[0] === "boolean" && new Set(present).size === 2) return orNull({ schema: {
		type: "boolean",
		...described
	} });
	if (!types.every((type) => mayList(rules, type))) return orNull(asTexts(present, described));
	return orNull(uniteLowered(lowering, schema, types.map((type) => {
		return { schema: {
			type,
			enum: present.filter((value) => typeOfValue(value) === type),
			...types.length === 1 ? {
				...keptDefault(rules, schema),
				...described
			} : {}
		} };
	})));
}
function isTooLong({ longestEnum, rules: { limits } }, values) {
	if (values.length > longestEnum) return true;
	return values.length > 250 && textLength(values) > (limits.longEnum ?? Infinity);
}
function mayList(rules, type) {
	return rules.literals.has(type === "array" ? "object" : type);
}
function asTexts(values, described) {
	const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
	return {
		schema: {
			type: "string",
			enum: [...byText.keys()],
			...described
		},
		restore: (text) => typeof text === "string" && byText.has(text) ? byText.get(text) : text
	};
}
function fitsRest(lowering, { schema, value }, place) {
	if (Object.keys(schema).every((keyword) => [
		"enum",
		"const",
		"description",
		"title",
		"default"
	].includes(keyword))) return true;
	try {
		return getValidator(schema).check(value);
	} catch {
		lowering.lose(place, "enum");
		return true;
	}
}
// src/tools/lowering/lower-array.ts
const COUNTS = ["minItems", "maxItems"];
function lowerArray(lowering, schema, place) {
	const inside = {
		...place,
		path: `${place.path}/*`,
		depth: place.depth + 1
	};
	const prefix = Array.isArray(schema["prefixItems"]) ? schema["prefixItems"] : [];
	const heads = prefix.map((part) => lowering.lower(part, inside));
	const rest = lowering.lower(schema["items"] ?? {}, inside);
	const handled = /* @__PURE__ */ new Set([
		"items",
		"prefixItems",
		...COUNTS.filter((keyword) => keepsCount(lowering, schema, keyword))
	]);
	if (schema["minItems"] === 0) handled.add("minItems");
	const notes = [...lowering.dropOthers(schema, "array", place, handled), ...defaultNote(lowering.rules, schema)];
	const counts = Object.fromEntries(COUNTS.filter((keyword) => handled.has(keyword) && schema[keyword] !== void 0).map((keyword) => [keyword, schema[keyword]]));
	const described = describeWith(schema, notes);
	if (prefix.length > 0) return lowerTuple(lowering, {
		schema,
		heads,
		rest,
		counts,
		described
	}, place);
	if (rest === NEVER) return isEmptyAllowed(schema) ? lowerLiterals(lowering, {
		schema: {},
		values: [[]]
	}, place) : NEVER;
	return {
		schema: {
			type: "array",
			items: rest.schema,
			...counts,
			...described
		},
		restore: eachItem([], rest.restore)
	};
}
function isEmptyAllowed({ minItems, contains, minContains }) {
	return !(contains !== void 0 && minContains !== 0) && !(typeof minItems === "number" && minItems > 0);
}
function keepsCount({ rules }, schema, keyword) {
	return schema[keyword] !== void 0 && isAllowed(rules, keyword, schema[keyword]);
}
function lowerTuple(lowering, tuple, place) {
	const { schema, heads, rest, counts, described } = tuple;
	const known = heads.filter((head) => head !== NEVER);
	if (lowering.rules.keywords.has("prefixItems") && known.length === heads.length && isSchemaObject(schema["items"]) && rest !== NEVER) {
		const restore = eachItem(known, rest.restore);
		return {
			schema: {
				type: "array",
				prefixItems: known.map((head) => head.schema),
				items: rest.schema,
				...counts,
				...described
			},
			restore
		};
	}
	lowering.lose(place, "prefixItems");
	const items = uniteLowered(lowering, {}, rest === NEVER || schema["items"] === void 0 ? known : [...known, rest]);
	return {
		schema: {
			type: "array",
			items: items.schema,
			...counts,
			...described
		},
		restore: eachItem([], items.restore)
	};
}
function eachItem(heads, rest) {
	if (rest === void 0 && heads.every(({ restore }) => restore === void 0)) return void 0;
	return (value) => {
		if (!Array.isArray(value)) return value;
		return value.map((item, index) => {
			const restore = index < heads.length ? heads[index]?.restore : rest;
			return restore === void 0 ? item : restore(item);
		});
	};
}
// src/tools/lowering/lower-entries.ts
function lowerEntries(lowering, further, place) {
	const value = lowering.lower(further, {
		...place,
		path: `${place.path}/*`,
		depth: place.depth + 2
	});
	if (value === NEVER) return NEVER;
	const { restore } = value;
	return {
		schema: {
			type: "array",
			items: {
				type: "object",
				properties: {
					key: { type: "string" },
					value: value.schema
				},
				required: ["key", "value"],
				additionalProperties: false
			},
			description: "An object, as a list of its keys and values."
		},
		restore: (given) => {
			if (!Array.isArray(given)) return given;
			const entries = given.filter(isRecord).map((entry) => {
				const item = entry["value"];
				return [String(entry["key"]), restore === void 0 ? item : restore(item)];
			});
			return Object.fromEntries(entries);
		}
	};
}
// src/tools/lowering/property-names.ts
const LONGEST = 64;
var PropertyNames = class {
	#pattern;
	#byOriginal = /* @__PURE__ */ new Map();
	#taken;
	#counts = /* @__PURE__ */ new Map();
	constructor(pattern, names) {
		this.#pattern = pattern;
		this.#taken = new Set(names.filter((name) => this.#isRight(name)));
		for (const name of names) this.#byOriginal.set(name, this.#isRight(name) ? name : this.add(name));
	}
	of(original) {
		return this.#byOriginal.get(original) ?? original;
	}
	add(wanted) {
		const plain = wanted.replaceAll(/[^A-Za-z0-9_]/g, "_");
		const started = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
		let name = started.slice(0, LONGEST);
		const stem = started.slice(0, 58);
		let count = this.#counts.get(stem) ?? 2;
		for (; this.#taken.has(name) || name === "__proto__"; count++) name = `${stem}_${count}`;
		this.#counts.set(stem, count);
		this.#taken.add(name);
		return name;
	}
	#isRight(name) {
		return this.#pattern.test(name) && name !== "__proto__";
	}
};
// src/tools/lowering/may-be-null.ts
const DEEPEST = 20;
function mayBeNull(schema, targetOf, depth = 0) {
	if (!isSchemaObject(schema) || depth > DEEPEST) return schema !== false;
	const inner = (part) => mayBeNull(part, targetOf, depth + 1);
	const { $ref, allOf, anyOf, oneOf } = schema;
	if (typeof $ref === "string" && !inner(targetOf(schema))) return false;
	if (Array.isArray(allOf) && !allOf.every(inner)) return false;
	for (const choices of [anyOf, oneOf]) if (Array.isArray(choices) && !choices.some(inner)) return false;
	const literals = literalsOf(schema);
	if (literals !== void 0) return literals.includes(null);
	return impliedTypes(schema).includes("null");
}
// src/tools/lowering/lower-object.ts
const EVERY_LINE = "^.*$";
const HANDLED = [
	"properties",
	"required",
	"additionalProperties",
	"patternProperties"
];
function lowerObject(lowering, schema, place) {
	const { rules } = lowering;
	const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
	const further = furtherOf(lowering, schema, place);
	const named = namedWithRequired(schema, required, further);
	const names = new PropertyNames(rules.propertyNames, Object.keys(named));
	const members = /* @__PURE__ */ new Map();
	for (const [name, part] of Object.entries(named)) {
		const member = lowerMember(lowering, {
			name,
			part,
			isRequired: required.has(name)
		}, place);
		if (member === NEVER && required.has(name)) return NEVER;
		if (member !== NEVER) members.set(names.of(name), member);
	}
	const described = describeWith(schema, [...lowering.dropOthers(schema, "object", place, handledBy(schema, members, further)), ...defaultNote(rules, schema)]);
	const inside = {
		...place,
		path: `${place.path}/*`,
		depth: place.depth + 1
	};
	if (!rules.closed) {
		const rest = further === void 0 || further === false ? void 0 : lowering.lower(further, inside);
		const restFurther = rest === NEVER || further === false ? false : rest?.schema;
		const restore = restoreMembers(members, rest === NEVER ? void 0 : rest?.restore);
		return {
			schema: objectSchema(members, {
				further: restFurther,
				allRequired: rules.allRequired,
				described
			}),
			restore
		};
	}
	const entries = further === void 0 || further === false ? NEVER : lowerEntries(lowering, further, place);
	if (entries === NEVER) return {
		schema: objectSchema(members, {
			further: false,
			allRequired: rules.allRequired,
			described
		}),
		restore: restoreMembers(members, void 0)
	};
	if (members.size === 0) return {
		...entries,
		schema: {
			...entries.schema,
			...describeWith(described, [String(entries.schema["description"])])
		}
	};
	const key = names.add("additional_properties");
	const all = new Map([...members, [key, {
		name: key,
		lowered: entries,
		isRequired: true,
		nullIsAbsent: false
	}]]);
	const restore = restoreMembers(all, void 0);
	return {
		schema: objectSchema(all, {
			further: false,
			allRequired: rules.allRequired,
			described
		}),
		restore: (value) => spreadEntries(restore === void 0 ? value : restore(value), key, new Set(Object.keys(named)))
	};
}
function furtherOf(lowering, schema, place) {
	const { additionalProperties, patternProperties, unevaluatedProperties } = schema;
	const patterns = isSchemaObject(patternProperties) ? Object.values(patternProperties) : [];
	if (patterns.length > 0) {
		if (Object.keys(patternProperties).join() === EVERY_LINE && additionalProperties !== false) return patterns[0];
		lowering.lose(place, "patternProperties");
		const rest = additionalProperties === void 0 || additionalProperties === false ? [] : [additionalProperties];
		return { anyOf: [...patterns, ...rest] };
	}
	if (additionalProperties !== void 0) return additionalProperties;
	if (unevaluatedProperties === false) return false;
	return Object.keys(namedIn(schema)).length === 0 && schema["required"] === void 0 ? true : void 0;
}
function namedWithRequired(schema, required, further) {
	const named = namedIn(schema);
	const missing = [...required].filter((name) => !Object.hasOwn(named, name));
	return Object.fromEntries([...Object.entries(named), ...missing.map((name) => [name, further ?? {}])]);
}
function handledBy(schema, members, further) {
	const handled = new Set(HANDLED);
	const required = [...members.values()].filter(({ isRequired }) => isRequired).length;
	if (Number(schema["minProperties"] ?? 0) <= required) handled.add("minProperties");
	if ((further === void 0 || further === false) && Number(schema["maxProperties"] ?? 0) >= members.size) handled.add("maxProperties");
	if (schema["unevaluatedProperties"] === false) handled.add("unevaluatedProperties");
	return handled;
}
function lowerMember(lowering, { name, part, isRequired }, place) {
	const lowered = lowering.lower(part, {
		path: `${place.path}/${toPointerToken(name)}`,
		depth: place.depth + 1,
		optionals: place.optionals + (isRequired ? 0 : 1)
	});
	if (lowered === NEVER) return NEVER;
	if (isRequired || !lowering.rules.allRequired) return {
		name,
		lowered,
		isRequired,
		nullIsAbsent: false
	};
	return {
		name,
		lowered: nullable((lowered.schema["$ref"] === void 0 ? acceptsNull(lowered.schema) : mayBeNull(part, lowering.target)) ? boxed(lowered) : lowered),
		isRequired,
		nullIsAbsent: true
	};
}
function boxed({ schema, restore }) {
	const { description, ...bare } = schema;
	return {
		schema: {
			type: "object",
			properties: { value: bare },
			required: ["value"],
			additionalProperties: false,
			...describeWith({ description }, ["null: leave it out. { value }: set it, also to null."])
		},
		restore: (box) => {
			if (!isRecord(box) || !Object.hasOwn(box, "value")) return box;
			return restore === void 0 ? box["value"] : restore(box["value"]);
		}
	};
}
function objectSchema(members, { further, allRequired, described }) {
	const required = [...members].filter(([, member]) => allRequired || member.isRequired).map(([key]) => key);
	return {
		type: "object",
		properties: Object.fromEntries([...members].map(([key, member]) => [key, member.lowered.schema])),
		...required.length === 0 && !allRequired ? {} : { required },
		...further === void 0 ? {} : { additionalProperties: further },
		...described
	};
}
function restoreMembers(members, further) {
	const isRight = ([key, { name, lowered, nullIsAbsent }]) => key === name && lowered.restore === void 0 && !nullIsAbsent;
	if (further === void 0 && [...members].every(isRight)) return void 0;
	return (value) => {
		if (!isRecord(value)) return value;
		const entries = Object.entries(value).flatMap(([key, item]) => {
			const member = members.get(key);
			if (member === void 0) return [[key, further === void 0 ? item : further(item)]];
			if (item === null && member.nullIsAbsent) return [];
			return [[member.name, member.lowered.restore === void 0 ? item : member.lowered.restore(item)]];
		});
		return Object.fromEntries(entries);
	};
}
function spreadEntries(value, key, named) {
	if (!isRecord(value)) return value;
	const { [key]: further, ...own } = value;
	if (!isRecord(further)) return own;
	return Object.fromEntries([...Object.entries(further).filter(([name]) => !named.has(name)), ...Object.entries(own)]);
}
// src/tools/lowering/lowering.ts
const MOST_STEPS = 2e4;
const INLINE = 300;
var SchemaLowering = class {
	rules;
	longestEnum;
	#root;
	#definitions = /* @__PURE__ */ new Map();
	#losses = /* @__PURE__ */ new Map();
	#names = /* @__PURE__ */ new Set();
	#steps = 0;
	constructor(root, rules, longestEnum) {
		this.#root = root;
		this.rules = rules;
		this.longestEnum = longestEnum;
	}
	get losses() {
		return [...this.#losses.values()];
	}
	get definitions() {
		const lowered = [...this.#definitions.values()].flatMap(({ name, lowered }) => lowered === void 0 || lowered === NEVER ? [] : [[name, lowered.schema]]);
		return Object.fromEntries(lowered);
	}
	standalone(schema) {
		return this.#definitions.size === 0 ? schema : {
			...schema,
			$defs: this.definitions
		};
	}
	lose({ path }, keyword, effect = "weakened") {
		this.#losses.set(JSON.stringify([
			path,
			keyword,
			effect
		]), {
			path,
			keyword,
			effect
		});
	}
	target = (schema) => {
		const { $ref } = schema;
		return typeof $ref === "string" ? targetOf(this.#root, $ref) : void 0;
	};
	merge(schemas, place) {
		return mergeSchemas(schemas, {
			targetOf: this.target,
			onLoss: (keyword) => this.lose(place, keyword)
		});
	}
	lower(schema, place) {
		if (++this.#steps > MOST_STEPS) throw new LoweringRefusal("It is too large.");
		if (schema === false) return NEVER;
		if (!isSchemaObject(schema) || saysNothing(schema)) return this.#anything(isSchemaObject(schema) ? schema : {});
		if (typeof schema["$dynamicRef"] === "string" || typeof schema["$recursiveRef"] === "string") return this.asText(schema, place, "$dynamicRef");
		if (typeof schema["$ref"] === "string") return this.#lowerReference(schema, place);
		if (Array.isArray(schema["allOf"])) return this.lower(this.merge([schema], place), place);
		if (Array.isArray(schema["anyOf"]) || Array.isArray(schema["oneOf"])) return lowerUnion(this, schema, place);
		const values = literalsOf(schema);
		if (values !== void 0) return lowerLiterals(this, {
			schema,
			values
		}, place);
		return this.#lowerTypes(schema, place);
	}
	#anything(schema) {
		if (!this.rules.untyped) return toJSONText(schema);
		const { description } = schema;
		return { schema: typeof description === "string" ? { description } : {} };
	}
	asText(schema, place, keyword) {
		this.lose(place, keyword);
		return toJSONText(schema);
	}
	dropOthers(schema, type, place, handled) {
		const dropped = Object.keys(schema).filter((keyword) => isApplied(keyword) && !handled.has(keyword) && keyword !== "type" && !isOfOtherType(keyword, type));
		for (const keyword of dropped) this.lose(place, keyword);
		return dropped.map((keyword) => noteOf(keyword, schema[keyword]));
	}
	#lowerTypes(schema, place) {
		const listed = impliedTypes(schema);
		const types = listed.includes("number") ? listed.filter((type) => type !== "integer") : listed;
		const [only] = types;
		if (types.length === 1 && only !== void 0) return this.#lowerType(schema, only, place);
		if (schema["type"] === void 0 && types.length >= 6) {
			this.dropOthers(schema, "null", place, /* @__PURE__ */ new Set());
			return this.#anything(schema);
		}
		const others = types.filter((type) => type !== "null");
		const { description: _, title: __, ...bare } = schema;
		const part = others.length === 1 ? schema : bare;
		const lowered = others.map((type) => this.#lowerType(part, type, place)).filter((one) => one !== NEVER);
		if (lowered.length === 0) return types.includes("null") ? { schema: {
			type: "null",
			...describeWith(schema, [])
		} } : NEVER;
		const united = uniteLowered(this, schema, lowered);
		return types.includes("null") ? nullable(united) : united;
	}
	#lowerType(schema, type, place) {
		if (type !== "object" && type !== "array") return lowerScalar(this, schema, type, place);
		const { depth: most = Infinity } = this.rules.limits;
		if (place.depth >= most) return this.asText({
			...schema,
			type
		}, place, "depth");
		return type === "object" ? lowerObject(this, schema, place) : lowerArray(this, schema, place);
	}
	#lowerReference(schema, place) {
		const target = this.target(schema);
		if (target === void 0) return this.asText(schema, place, "$ref");
		const { $ref, ...siblings } = schema;
		if (!saysNothing(siblings)) return this.lower(this.merge([siblings, target], place), place);
		const known = this.#definitions.get(target);
		if (known === void 0 && isSmall(target)) {
			const { description } = siblings;
			return this.lower(typeof description === "string" ? {
				...target,
				description
			} : target, place);
		}
		if (known === void 0) return this.#define(String($ref), target, place);
		if (known.lowered === void 0) return this.#recur(known, target, place);
		return known.lowered === NEVER ? NEVER : {
			...known.lowered,
			schema: { $ref: `#/$defs/${known.name}` }
		};
	}
	#define(ref, target, place) {
		const definition = {
			name: this.#freeName(ref),
			lowered: void 0,
			optionals: place.optionals
		};
		this.#definitions.set(target, definition);
		const lowered = this.lower(target, {
			...place,
			depth: 0
		});
		definition.lowered = lowered;
		return lowered === NEVER ? NEVER : {
			...lowered,
			schema: { $ref: `#/$defs/${definition.name}` }
		};
	}
	#recur(definition, target, place) {
		const { references } = this.rules;
		if (!(references === "all" || references === "optional" && place.optionals > definition.optionals)) return this.asText(isSchemaObject(target) ? target : {}, place, "recursion");
		const restore = (value) => {
			const { lowered } = definition;
			return lowered === void 0 || lowered === NEVER || lowered.restore === void 0 ? value : lowered.restore(value);
		};
		return {
			schema: { $ref: `#/$defs/${definition.name}` },
			restore
		};
	}
	#freeName(ref) {
		const wanted = nameInReference(ref).replaceAll(/[^A-Za-z0-9_]/g, "_").slice(0, 50) || "type";
		let name = wanted;
		for (let count = 2; this.#names.has(name); count++) name = `${wanted}_${count}`;
		this.#names.add(name);
		return name;
	}
};
function isOfOtherType(keyword, type) {
	if (TYPED_KEYWORDS[type].includes(keyword)) return false;
	return Object.values(TYPED_KEYWORDS).some((keywords) => keywords.includes(keyword));
}
function isSmall(target) {
	const text = JSON.stringify(target);
	return text.length <= INLINE && !text.includes("\"$ref\"");
}
// src/tools/lowering/rule-problems.ts
const ALWAYS = /* @__PURE__ */ new Set([
	"description",
	"$ref",
	"$defs",
	"definitions"
]);
const MOST_SCHEMAS = 5e4;
function ruleProblems(root, rules) {
	const problems = /* @__PURE__ */ new Set();
	if (root["type"] !== "object") problems.add("the root is not of type object");
	for (const keyword of rules.notAtRoot) if (root[keyword] !== void 0) problems.add(`${keyword} at the root`);
	for (const schema of schemasIn(root)) for (const problem of problemsOf(schema, rules)) problems.add(problem);
	for (const problem of recursionProblems(root, rules)) problems.add(problem);
	const size = sizeOf(root);
	for (const [limit, most] of Object.entries(rules.limits)) if (most !== void 0 && size[limit] > most) problems.add(`${size[limit]} ${limit}, where ${most} are allowed`);
	return [...problems];
}
function* problemsOf(schema, rules) {
	const keywords = Object.keys(schema);
	for (const keyword of keywords) {
		if (ALWAYS.has(keyword)) continue;
		if (!rules.keywords.has(keyword)) {
			if (isApplied(keyword) || rules.closed || keyword === "default") yield `the keyword ${keyword}`;
		} else if (!isAllowed(rules, keyword, schema[keyword])) yield `${keyword}: ${JSON.stringify(schema[keyword])}`;
	}
	if (schema["$ref"] !== void 0 && !rules.untyped && keywords.length > 1) yield "keywords beside $ref";
	if (Array.isArray(schema["type"]) && rules.typeLists === "nullable") {
		if (schema["type"].length !== 2 || !schema["type"].includes("null")) yield "a list of types";
	}
	for (const value of [...Array.isArray(schema["enum"]) ? schema["enum"] : [], schema["const"]]) {
		const type = typeOfValue(value === void 0 ? null : value);
		if (type !== "null" && !rules.literals.has(type === "array" ? "object" : type)) yield `a value of type ${type} in a list`;
	}
	const isTyped = [
		"type",
		"anyOf",
		"$ref"
	].some((keyword) => schema[keyword] !== void 0);
	if (!rules.untyped && !isTyped) yield "a schema without a type";
	if (schema["type"] === "array" && schema["items"] === void 0 && !rules.untyped) yield "an array without items";
	if (schema["type"] === "object") yield* objectProblems(schema, rules);
	for (const name of Object.keys(namedIn(schema))) if (!rules.propertyNames.test(name)) yield `the property ${name}`;
}
function* objectProblems(schema, rules) {
	if (rules.closed && schema["additionalProperties"] !== false) yield "an open object";
	const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
	const names = Object.keys(namedIn(schema));
	if (rules.allRequired && !names.every((name) => required.has(name))) yield "an optional property";
}
function* schemasIn(root) {
	const open = [root];
	for (const schema of open) {
		if (open.length > MOST_SCHEMAS) throw new LoweringRefusal("It is too large.");
		yield schema;
		for (const [keyword, value] of Object.entries(schema)) forEachSubschema(keyword, value, (part) => {
			if (isSchemaObject(part)) open.push(part);
		});
	}
}
function* recursionProblems(root, { references }) {
	if (references === "all") return;
	const definitions = isSchemaObject(root["$defs"]) ? root["$defs"] : {};
	const leads = new Map(Object.entries(definitions).map(([name, schema]) => [name, referencesOf(schema, references === "optional")]));
	for (const name of circlesIn(leads)) yield `${name} leads back to itself`;
	if (referencesOf(root, false).has("")) yield "the root leads back to itself";
}
function* circlesIn(leads) {
	const [onWay, done] = [/* @__PURE__ */ new Set(), /* @__PURE__ */ new Set()];
	for (const start of leads.keys()) {
		const way = [];
		const enter = (name) => {
			onWay.add(name);
			way.push({
				name,
				next: (leads.get(name) ?? /* @__PURE__ */ new Set()).values()
			});
		};
		if (!done.has(start)) enter(start);
		for (let last = way.at(-1); last !== void 0; last = way.at(-1)) {
			const { done: isOver, value } = last.next.next();
			if (isOver === true) {
				onWay.delete(last.name);
				done.add(last.name);
				way.pop();
			} else if (onWay.has(value)) yield value;
			else if (!done.has(value)) enter(value);
		}
	}
}
function referencesOf(schema, requiredOnly) {
	const found = /* @__PURE__ */ new Set();
	const visit = (part) => {
		if (!isSchemaObject(part)) return;
		if (typeof part["$ref"] === "string") found.add(part["$ref"].replace(/^#(\/\$defs\/)?/, ""));
		const required = new Set(Array.isArray(part["required"]) ? part["required"] : []);
		for (const [keyword, value] of Object.entries(part)) {
			if (definitionKeywords.has(keyword)) continue;
			forEachSubschema(keyword, value, (inner, key) => {
				if (keyword !== "properties" || !requiredOnly || required.has(key)) visit(inner);
			});
		}
	};
	visit(schema);
	return found;
}
function sizeOf(root) {
	const size = {
		depth: 0,
		properties: 0,
		enumValues: 0,
		longEnum: 0,
		characters: 0,
		optionals: 0,
		unions: 0
	};
	for (const schema of schemasIn(root)) {
		const named = namedIn(schema);
		const required = new Set(Array.isArray(schema["required"]) ? schema["required"] : []);
		for (const [name, part] of Object.entries(named)) {
			size.properties++;
			size.characters += name.length;
			if (!required.has(name)) size.optionals++;
			if (isSchemaObject(part) && (Array.isArray(part["anyOf"]) || Array.isArray(part["type"]))) size.unions++;
		}
		const values = Array.isArray(schema["enum"]) ? schema["enum"] : [];
		size.enumValues += values.length;
		if (values.length > 250) size.longEnum = Math.max(size.longEnum, textLength(values));
		for (const value of [...values, schema["const"]]) if (typeof value === "string") size.characters += value.length;
		if (isSchemaObject(schema["$defs"])) for (const name of Object.keys(schema["$defs"])) size.characters += name.length;
	}
	return {
		...size,
		depth: depthOf(root)
	};
}
function depthOf(schema) {
	let deepest = 0;
	let inDefinitions = 0;
	for (const [keyword, value] of Object.entries(schema)) forEachSubschema(keyword, value, (part) => {
		const depth = isSchemaObject(part) ? depthOf(part) : 0;
		if (definitionKeywords.has(keyword)) inDefinitions = Math.max(inDefinitions, depth);
		else deepest = Math.max(deepest, depth);
	});
	const { type } = schema;
	return Math.max(inDefinitions, deepest + (type === "object" || type === "array" ? 1 : 0));
}
// src/tools/lowering/lower-for-provider.ts
const INPUT = "input";
const SHORT_ENUM = 50;
const keep = (value) => value;
function lowerForProvider(schema, rules) {
	const lowered = lowerToRules(schema, rules);
	if (rules.literalCase || "refused" in lowered) return lowered;
	const correct = literalCase(lowered.schema);
	return {
		...lowered,
		restore: (value) => lowered.restore(correct(value))
	};
}
function lowerToRules(schema, rules) {
	const { $schema: _, ...plain } = schema;
	try {
		if (ruleProblems(plain, rules).length === 0) return {
			schema: plain,
			restore: keep,
			losses: []
		};
		const whole = lowerOnce(plain, rules, Infinity);
		const wrapped = whole.losses.length === 0 ? void 0 : wrapWhole(plain, rules);
		if (wrapped !== void 0) return wrapped;
		const problems = ruleProblems(whole.schema, rules);
		if (problems.length === 0) return whole;
		const hasValues = sizeOf(whole.schema).enumValues > SHORT_ENUM;
		const short = hasValues ? lowerOnce(plain, rules, SHORT_ENUM) : whole;
		const left = hasValues ? ruleProblems(short.schema, rules) : problems;
		return left.length === 0 ? short : { refused: `It still has ${left.slice(0, 3).join(", ")}.` };
	} catch (error) {
		if (error instanceof LoweringRefusal) return { refused: error.message };
		if (error instanceof RangeError) return { refused: "It is nested too deep." };
		throw error;
	}
}
function wrapWhole(plain, rules) {
	const schema = wrapSchema(plain, { property: INPUT });
	if (ruleProblems(schema, rules).length > 0) return void 0;
	return {
		schema,
		restore: unwrap(keep),
		losses: []
	};
}
function unwrap(restore) {
	return (value) => isRecord(value) && Object.hasOwn(value, INPUT) ? restore(value[INPUT]) : value;
}
function lowerOnce(plain, rules, longestEnum) {
	const lowering = new SchemaLowering(plain, rules, longestEnum);
	const lowered = lowerRoot(lowering, plain);
	if (lowered === NEVER) throw new LoweringRefusal("No input fits it.");
	const { schema, restore = keep } = asObject(lowered);
	const { definitions } = lowering;
	return {
		schema: Object.keys(definitions).length > 0 ? {
			...schema,
			$defs: definitions
		} : schema,
		restore,
		losses: lowering.losses
	};
}
function lowerRoot(lowering, plain) {
	if (hasInnerBase(plain, true)) throw new LoweringRefusal("It holds a schema with an $id of its own.");
	if (plain["$ref"] === void 0) return lowering.lower(plain, ROOT_PLACE);
	return lowering.lower(lowering.merge([plain], ROOT_PLACE), ROOT_PLACE);
}
function hasInnerBase(schema, isRoot) {
	const id = schema["$id"];
	if (!isRoot && typeof id === "string" && /[:/]/.test(id)) return true;
	let found = false;
	for (const [keyword, value] of Object.entries(schema)) forEachSubschema(keyword, value, (part) => {
		found ||= isSchemaObject(part) && hasInnerBase(part, false);
	});
	return found;
}
function asObject(lowered) {
	const { schema, restore = keep } = lowered;
	if (schema["type"] === "object") return lowered;
	return {
		schema: {
			type: "object",
			properties: { [INPUT]: schema },
			required: [INPUT],
			additionalProperties: false
		},
		restore: unwrap(restore)
	};
}
// src/tools/prepare-tools.ts
function prepareTools(listed, rules, strict) {
	const tools = [];
	const report = [];
	const room = new StrictRoom(rules.requestLimits);
	for (const tool of listed) {
		const { name, id, isPinned } = tool;
		const wanted = strict && tool.isLoose !== true && rules.strict !== void 0 ? room.take(lowered(tool.inputSchema, rules.strict)) : void 0;
		const isStrict = wanted !== void 0 && "schema" in wanted;
		const found = isStrict ? wanted : lowered(tool.inputSchema, rules.plain);
		const refused = wanted !== void 0 && "refused" in wanted ? { refused: wanted.refused } : {};
		if ("refused" in found) {
			report.push({
				name,
				id,
				strict: false,
				losses: [],
				refused: found.refused,
				leftOut: true
			});
			continue;
		}
		const { schema, restore, losses } = found;
		tools.push({
			name,
			title: tool.title,
			description: tool.description ?? "",
			schema,
			restore,
			isStrict,
			isPinned
		});
		report.push({
			name,
			id,
			strict: isStrict,
			losses,
			...refused
		});
	}
	return {
		tools,
		report
	};
}
var StrictRoom = class {
	#limits;
	#used = {
		tools: 0,
		optionals: 0,
		unions: 0
	};
	constructor(limits) {
		this.#limits = limits;
	}
	take(found) {
		if (this.#limits === void 0 || "refused" in found) return found;
		const { optionals, unions } = sizeOf(found.schema);
		const needed = {
			tools: 1,
			optionals,
			unions
		};
		for (const limit of [
			"tools",
			"optionals",
			"unions"
		]) if (this.#used[limit] + needed[limit] > this.#limits[limit]) return { refused: `The strict tools of a request have at most ${this.#limits[limit]} ${limit} together.` };
		for (const limit of [
			"tools",
			"optionals",
			"unions"
		]) this.#used[limit] += needed[limit];
		return found;
	}
};
const known = /* @__PURE__ */ new WeakMap();
function lowered(schema, rules) {
	let bySchema = known.get(rules);
	if (bySchema === void 0) known.set(rules, bySchema = /* @__PURE__ */ new WeakMap());
	let found = bySchema.get(schema);
	if (found === void 0) bySchema.set(schema, found = lowerForProvider(schema, rules));
	return found;
}
// src/tools/tool-runner.ts
var ToolRunner = class {
	#registry;
	#options;
	#rules;
	#settings;
	#catalog;
	#stop;
	#budget;
	#reader;
	#ownSearch;
	#search;
	#prepared;
	constructor(registry, options, rules) {
		this.#registry = registry;
		this.#options = options;
		this.#rules = rules;
		const { callTimeout, maxItems, maxStreamDuration, onError, answerTokens, search: { above, embedder, vectors, engine } = {} } = options;
		if (engine === void 0 && embedder !== void 0) this.#ownSearch = createSearch(registry, {
			embedder,
			vectors,
			onError
		});
		this.#budget = new AnswerBudget(options);
		this.#reader = new ResultReader(this.#budget);
		this.#settings = toMCPSettings({
			filter: filterOf(options.include),
			toolName: (spec) => nameFor(operationId(spec), rules),
			searchAbove: options.search?.by === "provider" ? Infinity : above,
			search: engine ?? this.#ownSearch,
			pageSize: Number.MAX_SAFE_INTEGER,
			callTimeout,
			maxItems,
			maxStreamDuration,
			onError,
			answerTokens
		});
		this.#catalog = new ToolCatalog(registry, this.#settings, new ResourceProviders([]));
		this.#stop = registry.onChange(() => this.#prepared = void 0);
	}
	get isDeferred() {
		const { by, above } = this.#options.search ?? {};
		const count = this.prepared.tools.filter(({ isPinned }) => isPinned !== true).length;
		return by === "provider" && count > toMCPSettings({ searchAbove: above }).searchAbove;
	}
	get prepared() {
		return this.#prepared ??= this.#prepare();
	}
	async run(call, { signal, approved = false, answerTokens } = {}) {
		let spec;
		try {
			const target = this.#find(call);
			if (!("spec" in target)) return target;
			spec = target.spec;
			const request = this.#requestOf(target, signal, answerTokens);
			if (!approved && await this.#mustBeApproved(target, request.input)) return this.denied(call.name);
			return await this.#dispatch(target, request, answerTokens);
		} catch (thrown) {
			const error = toCallError(thrown);
			this.#options.onError?.(error);
			return spec === void 0 ? errorResult(`${error.code}: ${error.message}`) : this.#failed(spec, error);
		}
	}
	#failed(spec, error) {
		const room = this.#budget.roomFor(this.#options.identity);
		const keep = room === Infinity ? void 0 : this.#keeper(spec);
		return errorResult(errorText(error, {
			spec,
			expose: false,
			room,
			keep
		}));
	}
	#keeper(spec) {
		const { identity, context } = this.#options;
		const owner = {
			identity,
			session: context?.session
		};
		const requires = () => (this.#registry.getSpec(operationId(spec)) ?? spec).accessControl;
		return (text) => this.#budget.kept.keep(text, owner, requires);
	}
	async needsApproval(call) {
		try {
			const target = this.#find(call);
			return "spec" in target && await this.#mustBeApproved(target, this.#requestOf(target, void 0).input);
		} catch (error) {
			this.#options.onError?.(error);
			return this.#options.needsApproval !== void 0;
		}
	}
	denied(name, reason) {
		return errorResult(`ACCESS_DENIED: ${shorten(name, 200)} was not approved${reason === void 0 ? "." : `: ${reason}`}`);
	}
	close() {
		this.#stop();
		this.#catalog.close();
		this.#search?.close();
		this.#budget.close();
	}
	#prepare() {
		const { identity, strict = false } = this.#options;
		const own = this.#budget.isBound(identity) ? [{
			...this.#reader.definition,
			id: READ_RESULT,
			isLoose: true,
			isPinned: true
		}] : [];
		if (this.#catalog.isSearched(identity)) {
			this.#search ??= new SearchTools({
				registry: this.#registry,
				catalog: this.#catalog,
				settings: this.#settings
			});
			return {
				...prepareTools([
					...this.#search.definitions,
					...own,
					...this.#catalog.pinned(identity)
				].map((tool) => ({
					...tool,
					id: tool.name,
					isLoose: tool.name === "call_operation" || tool.name === "read_result"
				})), this.#rules, strict),
				report: []
			};
		}
		const { items } = this.#catalog.list(identity);
		const { tools, report } = prepareTools([...items.map((item) => ({
			...item,
			id: this.#catalog.idOf(item.name) ?? item.name
		})), ...items.length === 0 ? [] : own], this.#rules, strict);
		return {
			tools,
			report: report.filter(({ id }) => id !== READ_RESULT)
		};
	}
	#find(call) {
		const { identity } = this.#options;
		const { tools } = this.prepared;
		const tool = tools.find(({ name }) => name === call.name);
		if (tool === void 0) {
			const hint = didYouMean(call.name, tools.map(({ name }) => name));
			throw new CallError("OPERATION_NOT_FOUND", `There is no tool ${shorten(call.name, 200)}.${hint}`);
		}
		const given = argumentsOf(call, tool);
		const asked = {
			name: tool.name,
			given,
			identity
		};
		const found = this.#reader.find(asked) ?? this.#search?.find(asked);
		if (found !== void 0) return found;
		const id = this.#catalog.idOf(tool.name) ?? "";
		const spec = this.#catalog.findById(id, identity);
		if (spec === void 0) throw new CallError("OPERATION_NOT_FOUND", `There is no operation ${id}.`);
		return {
			registry: this.#registry,
			id,
			spec,
			arguments: given
		};
	}
	#requestOf({ id, spec, arguments: given }, signal, answerTokens) {
		const { identity, context, callTimeout } = this.#options;
		const deadline = callTimeout === void 0 ? void 0 : Date.now() + callTimeout;
		const callMeta = answerTokens === void 0 ? context?.callMeta : {
			...context?.callMeta,
			[ANSWER_TOKENS_KEY]: answerTokens
		};
		return {
			id,
			input: toolShapeOf(spec).toInput(given),
			context: {
				...context,
				identity,
				signal,
				deadline,
				callMeta
			}
		};
	}
	async #mustBeApproved({ id, spec, registry }, input) {
		const { needsApproval } = this.#options;
		if (needsApproval === void 0 || registry !== this.#registry) return false;
		return await needsApproval({
			id,
			spec,
			input
		});
	}
	async #dispatch({ registry, spec, id, select }, request, answerTokens) {
		const how = {
			bound: {
				room: this.#budget.roomFor(this.#options.identity, answerTokens),
				keep: this.#keeper(spec),
				outputSchema: () => void 0
			},
			selection: select === void 0 ? void 0 : await toSelection(select),
			spec
		};
		if (spec.type !== OperationType.SUBSCRIPTION) return boundEnvelope(await dispatch(registry, request), how);
		const { maxItems, maxStreamDuration: maxDuration } = this.#settings;
		const report = request.context?.onProgress ?? (() => {});
		const collected = await collectStream(dispatchSubscription(registry, request), {
			maxItems,
			maxDuration,
			report
		});
		return boundEnvelope(localEnvelope(collected, id), how);
	}
};
function argumentsOf({ arguments: given }, { restore }) {
	const restored = restore(typeof given === "string" ? parsed(given) : given ?? {});
	if (isRecord(restored)) return restored;
	throw new CallError("VALIDATION_ERROR", "The arguments of a tool are an object.");
}
function parsed(text) {
	if (text.trim() === "") return {};
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new CallError("VALIDATION_ERROR", `The arguments are no JSON: ${cause.message}`, void 0, { cause });
	}
}
function nameFor(id, { plain }) {
	return plain.toolNames.test(id.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 1)) ? id : `_${id}`;
}
function filterOf(include) {
	if (include === void 0 || typeof include === "function") return include;
	return (spec) => include.some((name) => operationId(spec) === name || operationId(spec).startsWith(`${name}.`));
}
// src/tools/to-tools.ts
const ADAPTERS = {
	openai: {
		define: ({ prepared, isDeferred }) => toOpenAITools(prepared.tools, isDeferred),
		read: readOpenAICall,
		tell: toOpenAIResult
	},
	"openai-chat": {
		define: ({ prepared }) => toOpenAIChatTools(prepared.tools),
		read: readOpenAIChatCall,
		tell: toOpenAIChatResult
	},
	anthropic: {
		define: ({ prepared, isDeferred }) => toAnthropicTools(prepared.tools, isDeferred),
		read: readAnthropicCall,
		tell: toAnthropicResult
	},
	gemini: {
		define: ({ prepared }) => toGeminiTools(prepared.tools),
		read: readGeminiCall,
		tell: toGeminiResult
	},
	"ai-sdk": {
		define: (runner, { needsApproval }) => toAISDKTools(runner.prepared.tools, {
			run: (name, input, signal) => runner.run({
				name,
				arguments: input
			}, {
				signal,
				approved: true
			}),
			needsApproval: needsApproval && ((name, input) => runner.needsApproval({
				name,
				arguments: input
			}))
		}),
		read: readAISDKCall,
		tell: toAISDKResult
	}
};
function toTools(registry, options) {
	const adapter = Object.hasOwn(ADAPTERS, options.provider) ? ADAPTERS[options.provider] : void 0;
	if (adapter === void 0) {
		const known = Object.keys(ADAPTERS).join(", ");
		throw new CallError("VALIDATION_ERROR", `toTools: provider is ${options.provider}, and not one of ${known}.`);
	}
	const runner = new ToolRunner(registry, options, rulesFor(options));
	return {
		get definitions() {
			return adapter.define(runner, options);
		},
		get report() {
			return runner.prepared.report;
		},
		execute: async (call, given) => adapter.tell(call, await runner.run(adapter.read(call), given)),
		needsApproval: (call) => runner.needsApproval(adapter.read(call)),
		deny: (call, reason) => adapter.tell(call, runner.denied(adapter.read(call).name, reason)),
		close: () => runner.close()
	};
}
function rulesFor({ provider, rulesOf = "openai", search, strict }) {
	const rules = PROVIDER_RULES[provider === "ai-sdk" ? rulesOf : provider];
	if (search?.by === "provider" && (provider === "ai-sdk" || rules.hasSearch !== true)) throw new CallError("VALIDATION_ERROR", `toTools: ${provider} has no search of its own. Leave search.by out.`);
	if (strict === true && rules.strict === void 0) throw new CallError("VALIDATION_ERROR", `toTools: ${provider} has no strict mode. Leave strict out.`);
	return rules;
}
export { toTools as t };
