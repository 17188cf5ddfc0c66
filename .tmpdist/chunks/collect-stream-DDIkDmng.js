import { At as decodeData, Mt as encodeData, Nt as toBase64, R as toRemoteError, d as OperationType, dt as checkAccess, g as spendTurn, in as LONGEST_DELAY, j as within, ln as CallError, on as Listeners, pn as toCallError, vt as operationId } from "./client-D7eheyo4.js";
import { $ as withoutDialect, F as shortHash, Ht as isRecord, J as isObjectSchema, L as defineOperation, Nt as isSchemaObject, Q as toPlainSchema, U as notedDescription, V as deprecationText, Vt as shorten, W as toDeprecation, X as mayBeAbsent, Y as mapSchema, Z as saysNothing, dt as targetOf, ot as inputExample, pt as getValidator, q as isAbsent, st as inputExamplesOf, x as strippedMembers, y as OperationRegistry } from "./core-CcxVOvtt.js";
import { _ as Optional, b as _Array_, g as _Object_, h as Unknown, m as Unsafe, o as String, p as Enum, u as Integer } from "./typebox-CNAKntqg.js";
import { n as printSignature, t as printPart } from "./print-signature-COBsT1SB.js";
import { c as commentLines } from "./type-names-DJz0Ewcj.js";
import { t as createSearch } from "./create-search-BQuNrLaM.js";
import { i as PART_KEY, t as ANSWER_TOKENS_KEY } from "./mcp-meta-6QK7fgiN.js";
import { a as readResultOperation, c as missingOperation, n as applyDefaults, r as READ_RESULT, t as REQUEST_DEFAULTS } from "./request-options-pa3sJnm0.js";
import { c as describePart$1, d as keepWhole, f as roomBesideNote, h as LeftOutList, l as fitAnswer, m as cutValue, n as isSelect, p as writeAnswer, s as jsonLength, t as SelectSchema, u as isVeryLarge } from "./select-parts-NDqDjxbN.js";
import { t as PacedCall } from "./paced-call-BKFfizSk.js";
// src/serve/mcp/providers/rewrite-uris.ts
function rewriteBlocks(blocks, spec, providers) {
	if (!blocks.some(hasURI)) return blocks;
	return blocks.map((block) => rewriteBlock(block, spec, providers));
}
function rewriteBlock(block, spec, providers) {
	if (!isRecord(block) || !hasURI(block)) return block;
	if (block["type"] === "resource_link") return rewriteField(block, "uri", spec, providers);
	return {
		...block,
		resource: rewriteField(block["resource"], "uri", spec, providers)
	};
}
function rewriteField(object, field, spec, providers) {
	const uri = object[field];
	return typeof uri === "string" ? {
		...object,
		[field]: providers.toClient(uri, spec)
	} : object;
}
const APP_FIELDS = ["ui/resourceUri", "openai/outputTemplate"];
function rewriteToolMeta(meta, spec, providers) {
	let written = meta;
	for (const field of APP_FIELDS) if (field in meta) written = rewriteField(written, field, spec, providers);
	const { ui } = meta;
	return isRecord(ui) ? {
		...written,
		ui: rewriteField(ui, "resourceUri", spec, providers)
	} : written;
}
function pageOf(meta) {
	if (!isRecord(meta)) return void 0;
	return [isRecord(meta["ui"]) ? meta["ui"]["resourceUri"] : void 0, ...APP_FIELDS.map((field) => meta[field])].find((uri) => typeof uri === "string");
}
function hasURI(block) {
	if (!isRecord(block)) return false;
	return block["type"] === "resource_link" || block["type"] === "resource" && isRecord(block["resource"]);
}
// src/schema/standard/wrap-schema.ts
function wrapSchema(inner, { property, list = false }) {
	const { $schema, ...schema } = inner;
	const moved = moveReferences(schema, `#/properties/${property}${list ? "/items" : ""}`);
	return {
		...$schema === void 0 ? {} : { $schema },
		type: "object",
		properties: { [property]: list ? {
			type: "array",
			items: moved
		} : moved },
		required: [property]
	};
}
function moveReferences(schema, place) {
	if (hasOwnBase(schema)) return schema;
	const own = /* @__PURE__ */ new Set();
	mapSchema(schema, (part) => {
		if (hasOwnBase(part)) collect(part, own);
		return part;
	});
	return mapSchema(schema, (part) => {
		const { $ref } = part;
		if (own.has(part) || typeof $ref !== "string" || !/^#(\/|$)/.test($ref)) return part;
		return {
			...part,
			$ref: `${place}${$ref.slice(1)}`
		};
	});
}
function hasOwnBase(schema) {
	const id = schema["$id"];
	return typeof id === "string" && !id.startsWith("#");
}
function collect(value, into) {
	if (Array.isArray(value)) for (const item of value) collect(item, into);
	if (!isSchemaObject(value)) return;
	into.add(value);
	for (const item of Object.values(value)) collect(item, into);
}
// src/serve/mcp/tools/tool-shape.ts
const INPUT = "input";
const shapes = /* @__PURE__ */ new WeakMap();
function toolShapeOf(spec) {
	let shape = shapes.get(spec);
	if (shape === void 0) shapes.set(spec, shape = {
		...inputShape(spec),
		outputSchema: outputSchemaOf(spec)
	});
	return shape;
}
function inputShape(spec) {
	const described = toPlainSchema(spec.inputSchema, "input");
	if (isAbsent(described)) return {
		inputSchema: {
			type: "object",
			properties: {}
		},
		toInput: () => void 0
	};
	const schema = withoutDialect(described);
	const decode = spec.origin?.source === "mcp" ? (given) => given : decodeData;
	if (isObjectSchema(schema) || saysNothing(schema)) return {
		inputSchema: {
			...schema,
			type: "object"
		},
		toInput: (given) => decode(given ?? {})
	};
	return {
		inputSchema: wrapSchema(schema, { property: INPUT }),
		toInput: (given) => decode(given?.[INPUT])
	};
}
function outputSchemaOf(spec) {
	const described = toPlainSchema(spec.outputSchema, "output");
	const schema = withoutDialect(described);
	if (spec.type === OperationType.SUBSCRIPTION) return collectedSchema(schema);
	if (mayBeAbsent(described) || saysNothing(schema)) return void 0;
	return isObjectSchema(schema) ? {
		...schema,
		type: "object"
	} : schema;
}
function collectedSchema(item) {
	const { properties, ...rest } = wrapSchema(item, {
		property: "items",
		list: true
	});
	return {
		...rest,
		properties: {
			...properties,
			complete: {
				type: "boolean",
				description: "Whether the stream ended by itself; if not, there may be more."
			}
		},
		required: ["items", "complete"]
	};
}
// src/serve/mcp/tools/tool-definition.ts
function toolDefinition(name, spec, providers) {
	const { inputSchema, outputSchema } = toolShapeOf(spec);
	const { annotations, icons, execution, _meta } = wordsOf$1(spec);
	const description = notedDescription(spec);
	return {
		name,
		...spec.title === void 0 ? {} : { title: spec.title },
		...description === "" ? {} : { description },
		inputSchema,
		...outputSchema === void 0 ? {} : { outputSchema },
		...isRecord(annotations) ? { annotations } : {},
		...Array.isArray(icons) ? { icons } : {},
		...isRecord(execution) ? { execution } : {},
		...isRecord(_meta) ? { _meta: providers === void 0 ? _meta : rewriteToolMeta(_meta, spec, providers) } : {}
	};
}
function wordsOf$1(spec) {
	const told = spec.metadata?.["mcp"];
	if (isRecord(told)) return told;
	return spec.origin?.source === "mcp" ? {} : { annotations: annotationsOf(spec) };
}
function annotationsOf({ type, idempotent = false }) {
	if (type === OperationType.QUERY) return {
		readOnlyHint: true,
		destructiveHint: false,
		idempotentHint: true
	};
	if (type === OperationType.MUTATION) return {
		readOnlyHint: false,
		destructiveHint: true,
		idempotentHint: idempotent
	};
}
// src/serve/mcp/answers/result-reader.ts
const NAMESPACE = "mcp";
var ResultReader = class {
	definition;
	#own;
	constructor(budget) {
		const roomOf = ({ identity, callMeta }) => budget.roomFor(identity, callMeta?.[ANSWER_TOKENS_KEY]);
		const operation = readResultOperation(budget.kept, roomOf, NAMESPACE);
		this.#own = new OperationRegistry().register(operation);
		const [spec] = this.#own.list();
		this.definition = toolDefinition(READ_RESULT, spec);
	}
	find({ name, given }) {
		const id = `${NAMESPACE}.${READ_RESULT}`;
		const spec = name === "read_result" ? this.#own.getSpec(id) : void 0;
		return spec && {
			registry: this.#own,
			id,
			spec,
			arguments: given
		};
	}
};
// src/serve/mcp/options/serve-mcp-options.ts
const DEFAULTS = {
	...REQUEST_DEFAULTS,
	name: "operations",
	version: "1.0.0",
	pageSize: 200,
	searchAbove: 60,
	maxConcurrentCalls: 100,
	questionTimeout: 6e5,
	maxSuspendedCalls: 100,
	maxSuspendedCallsPerClient: 20,
	maxItems: 100,
	maxStreamDuration: 45e3,
	maxSessions: 1e3,
	sessionIdle: 18e5
};
const LIMITS = {
	pageSize: [1, Infinity],
	searchAbove: [0, Infinity],
	questionTimeout: [1, LONGEST_DELAY],
	maxSuspendedCalls: [1, Infinity],
	maxSuspendedCallsPerClient: [1, Infinity],
	maxItems: [1, Infinity],
	maxStreamDuration: [1, LONGEST_DELAY],
	maxSessions: [1, Infinity],
	sessionIdle: [1, LONGEST_DELAY]
};
function toMCPSettings(options) {
	return applyDefaults(options, DEFAULTS, LIMITS);
}
// src/operation/mcp-marks.ts
function promptMarkOf({ metadata }) {
	const mark = wordsOf(metadata)?.["prompt"];
	return isRecord(mark) ? mark : void 0;
}
function resourceMarkOf({ metadata }) {
	const mark = wordsOf(metadata)?.["resource"];
	return isRecord(mark) && typeof mark["uri"] === "string" ? mark : void 0;
}
function methodMarkOf({ metadata }) {
	const method = wordsOf(metadata)?.["method"];
	return typeof method === "string" && METHODS.has(method) ? method : void 0;
}
function isTool({ metadata }) {
	const words = wordsOf(metadata);
	return words === void 0 || words["prompt"] === void 0 && words["resource"] === void 0 && !METHODS.has(words["method"]);
}
function isPinned({ metadata }) {
	return wordsOf(metadata)?.["pinned"] === true;
}
const METHODS = /* @__PURE__ */ new Set([
	"resources/list",
	"resources/templates/list",
	"resources/read",
	"resources/subscribe",
	"completion/complete"
]);
function wordsOf(metadata) {
	const words = metadata?.["mcp"];
	return isRecord(words) ? words : void 0;
}
// src/serve/mcp/providers/resource-uris.ts
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):(\/\/)?/;
const OWN_SCHEME = "x-mcp";
function withNamespace(uri, namespace) {
	const [head = "", scheme = "", slashes] = SCHEME.exec(uri) ?? [];
	if (scheme === "" || scheme === OWN_SCHEME) return `${OWN_SCHEME}://${namespace}/${uri}`;
	const rest = uri.slice(head.length);
	return slashes === void 0 ? `${scheme}:${namespace}:${rest}` : `${scheme}://${namespace}/${rest}`;
}
function splitNamespace(uri) {
	const [head = "", scheme = "", slashes] = SCHEME.exec(uri) ?? [];
	const rest = uri.slice(head.length);
	const end = rest.indexOf(slashes === void 0 ? ":" : "/");
	if (scheme === "" || end <= 0) return void 0;
	const [namespace, own] = [rest.slice(0, end), rest.slice(end + 1)];
	if (scheme === OWN_SCHEME) return {
		namespace,
		uri: own
	};
	return {
		namespace,
		uri: `${head}${own}`
	};
}
// src/serve/mcp/providers/resource-providers.ts
var ResourceProviders = class {
	#providers = /* @__PURE__ */ new Map();
	#sorted;
	constructor(specs) {
		for (const spec of specs) this.#add(spec);
	}
	update(changes) {
		for (const { type, spec } of changes) if (type === "unregistered") this.#remove(spec);
		else this.#add(spec);
	}
	get all() {
		return this.#sorted ??= [...this.#providers.values()].sort((one, other) => one.namespace < other.namespace ? -1 : 1);
	}
	get(namespace) {
		return this.#providers.get(namespace);
	}
	find(uri) {
		const split = splitNamespace(uri);
		if (split === void 0) return void 0;
		const provider = this.#providers.get(split.namespace) ?? this.#findInOtherCase(split.namespace);
		return provider && {
			provider,
			uri: split.uri
		};
	}
	toClient(uri, spec) {
		const namespace = sourceNamespace(spec);
		return this.#providers.has(namespace) ? withNamespace(uri, namespace) : uri;
	}
	#findInOtherCase(namespace) {
		const found = [...this.#providers.values()].filter((each) => each.namespace.toLowerCase() === namespace);
		return found.length === 1 ? found[0] : void 0;
	}
	#add(spec) {
		const method = methodMarkOf(spec);
		if (method === void 0) return;
		const namespace = sourceNamespace(spec);
		const provider = this.#providers.get(namespace) ?? {
			namespace,
			operations: /* @__PURE__ */ new Map()
		};
		provider.operations.set(method, operationId(spec));
		this.#providers.set(namespace, provider);
		this.#sorted = void 0;
	}
	#remove(spec) {
		const method = methodMarkOf(spec);
		const namespace = sourceNamespace(spec);
		const provider = this.#providers.get(namespace);
		if (method === void 0 || provider?.operations.get(method) !== operationId(spec)) return;
		provider.operations.delete(method);
		if (provider.operations.size === 0) this.#providers.delete(namespace);
		this.#sorted = void 0;
	}
};
const GROUPS = /\.(?:resources|completion|prompts)$/;
function sourceNamespace({ namespace }) {
	return namespace.replace(GROUPS, "");
}
// src/serve/mcp/tools/tool-names.ts
var ToolNames = class {
	#ids = /* @__PURE__ */ new Map();
	ids = this.#ids;
	#tools = /* @__PURE__ */ new Map();
	#wanted;
	#reserved;
	#ranked;
	constructor(specs, { wanted = operationId, reserved = [] } = {}) {
		this.#wanted = wanted;
		this.#reserved = new Set(reserved);
		for (const spec of specs) this.#add(spec);
	}
	has(id) {
		return this.#tools.has(id);
	}
	update(changes) {
		for (const { type, id, spec } of changes) {
			const tool = this.#tools.get(id);
			if (type === "registered") this.#add(spec);
			else if (tool === void 0) continue;
			else if (type === "unregistered") this.#remove(tool);
			else this.#rank(tool, spec);
		}
	}
	get ranked() {
		return this.#ranked ??= [...this.#tools.values()].sort((one, other) => one.rank < other.rank ? -1 : 1);
	}
	#add(spec) {
		const id = operationId(spec);
		const name = this.#free(id, this.#wanted(spec));
		this.#ids.set(name, id);
		this.#rank({
			id,
			name
		}, spec);
	}
	#rank({ id, name }, { deprecated = false }) {
		this.#tools.set(id, {
			id,
			name,
			rank: deprecated === false ? name : `~${name}`
		});
		this.#ranked = void 0;
	}
	#remove({ id, name }) {
		this.#tools.delete(id);
		this.#ids.delete(name);
		this.#ranked = void 0;
	}
	#free(id, wanted) {
		const allowed = toToolName(wanted);
		if (allowed.length <= 64 && !this.#ids.has(allowed) && !this.#reserved.has(allowed)) return allowed;
		for (let salt = 0;; salt++) {
			const suffix = `_${shortHash(`${id}${salt === 0 ? "" : salt}`)}`;
			const name = `${allowed.slice(0, 64 - suffix.length)}${suffix}`;
			if (!this.#ids.has(name)) return name;
		}
	}
};
function toToolName(wanted) {
	return wanted.replaceAll(/[^A-Za-z0-9_-]/g, "_") || "_";
}
// src/serve/mcp/tools/spec-catalog.ts
const PAUSE = 100;
var SpecCatalog = class {
	registry;
	settings;
	#options;
	#names;
	#listeners = new Listeners();
	#stop;
	#announcing = new PacedCall(PAUSE, () => this.#listeners.tell());
	constructor(registry, settings, options) {
		this.registry = registry;
		this.settings = settings;
		this.#options = options;
		this.#names = new ToolNames(registry.list().filter(options.includes), options);
		this.#stop = registry.onChange((changes) => {
			const ours = changes.filter(({ id, spec }) => options.includes(spec) || this.#names.has(id));
			if (ours.length === 0) return;
			this.#names.update(ours.map((change) => {
				if (change.type !== "replaced") return change;
				if (!options.includes(change.spec)) return {
					...change,
					type: "unregistered"
				};
				return this.#names.has(change.id) ? change : {
					...change,
					type: "registered"
				};
			}));
			this.#announcing.request();
		});
	}
	get ranked() {
		return this.#names.ranked;
	}
	idOf(name) {
		return this.#names.ids.get(name);
	}
	findById(id, identity) {
		const spec = this.registry.getSpec(id);
		return spec !== void 0 && isVisible(this.registry, this.settings, {
			id,
			spec,
			identity
		}) ? spec : void 0;
	}
	*visible(identity) {
		for (const { id } of this.#names.ranked) {
			const spec = this.findById(id, identity);
			if (spec !== void 0) yield spec;
		}
	}
	list(identity, cursor) {
		const { ranked } = this.#names;
		const items = [];
		let last = "";
		for (let index = cursor === void 0 ? 0 : firstAfter(ranked, cursor); index < ranked.length; index++) {
			const { id, name, rank } = ranked[index];
			const spec = this.findById(id, identity);
			const item = spec === void 0 ? void 0 : this.#define(name, spec);
			if (item === void 0) continue;
			if (items.length >= this.settings.pageSize) return {
				items,
				nextCursor: last
			};
			items.push(item);
			last = rank;
		}
		return { items };
	}
	onChange(listener) {
		return this.#listeners.add(listener);
	}
	close() {
		this.#stop();
		this.#announcing.stop();
		this.#listeners.clear();
	}
	#define(name, spec) {
		try {
			return this.#options.define(name, spec);
		} catch (error) {
			this.settings.onError?.(error);
			return;
		}
	}
};
function isVisible(registry, settings, { id, spec, identity }) {
	return checkAccess(spec.accessControl, identity) && registry.getHandler(id) !== void 0 && (settings.filter?.(spec) ?? true);
}
function firstAfter(ranked, cursor) {
	let [low, high] = [0, ranked.length];
	while (low < high) {
		const middle = low + high >> 1;
		if (ranked[middle].rank <= cursor) low = middle + 1;
		else high = middle;
	}
	return low;
}
// src/schema/print/schema-part.ts
function partNames(root, schema = root) {
	return [...new Set(variantsOf(root, schema).flatMap(ownNames))];
}
function partOf(root, path) {
	let found = root;
	for (const name of path) {
		const next = variantsOf(root, found).map((variant) => childOf(variant, name)).find(isSchemaObject);
		if (next === void 0) return void 0;
		found = next;
	}
	const { $defs, definitions } = root;
	return {
		...found,
		...$defs === void 0 ? {} : { $defs },
		...definitions === void 0 ? {} : { definitions }
	};
}
const MOST_VARIANTS = 200;
function variantsOf(root, schema) {
	const variants = [schema];
	for (const variant of variants) {
		if (variants.length > MOST_VARIANTS) break;
		const { $ref } = variant;
		const referred = typeof $ref === "string" ? [targetOf(root, $ref)] : [];
		const combined = [
			"allOf",
			"anyOf",
			"oneOf"
		].flatMap((keyword) => variant[keyword] ?? []);
		for (const next of [...referred, ...combined]) if (isSchemaObject(next) && !variants.includes(next)) variants.push(next);
	}
	return variants;
}
function ownNames({ properties, items }) {
	return [...isSchemaObject(properties) ? Object.keys(properties) : [], ...isSchemaObject(items) ? ["items"] : []];
}
function childOf({ properties, items }, name) {
	if (isSchemaObject(properties) && Object.hasOwn(properties, name)) return properties[name];
	return name === "items" ? items : void 0;
}
// src/serve/mcp/search/describe-operations.ts
const INPUT_ROOM = 2600;
const OUTPUT_ROOM = 900;
const ROOM = 32e3;
const LONGEST_DESCRIPTION$1 = 500;
const EXAMPLE_ROOM = 800;
const LONGEST = 4400;
function describeOperations({ catalog, onError }, { ids, part }, identity) {
	return ids.map((id) => {
		const spec = catalog.findById(id, identity);
		if (spec === void 0) return {
			id: shorten(id, 200),
			problem: "There is no such operation."
		};
		try {
			const room = ROOM / ids.length;
			return part === void 0 ? describeOperation(id, spec, room) : describePart({
				id,
				spec,
				part
			}, room);
		} catch (error) {
			onError?.(error);
			return {
				id,
				problem: "Its schemas can't be read."
			};
		}
	});
}
function describeOperation(id, spec, room) {
	const { title, description, annotations, inputSchema, outputSchema } = toolDefinition(id, spec);
	const { text, cut } = printSignature({
		name: id,
		input: inputSchema,
		output: outputSchema,
		isStream: spec.type === OperationType.SUBSCRIPTION
	}, {
		input: Math.min(INPUT_ROOM, room * .7),
		output: Math.min(OUTPUT_ROOM, room * .3)
	});
	const errors = Object.keys(spec.errorSchemas ?? {});
	const deprecation = toDeprecation(spec.deprecated);
	const comment = commentLines(void 0, { deprecated: deprecation && deprecationText(deprecation) });
	const described = {
		id,
		type: spec.type,
		...title === void 0 ? {} : { title },
		...description === void 0 ? {} : { description: shorten(description, LONGEST_DESCRIPTION$1) },
		...annotations === void 0 ? {} : { annotations },
		signature: [...comment, text].join("\n"),
		...errors.length === 0 ? {} : { errors },
		...cut.length === 0 ? {} : { note: noteOf(cut) }
	};
	const left = Math.min(EXAMPLE_ROOM, room, LONGEST - JSON.stringify(described).length);
	const example = left <= 0 ? void 0 : inputExample(inputSchema, inputExamplesOf(spec));
	return example === void 0 || JSON.stringify(example).length > left ? described : {
		...described,
		example
	};
}
function describePart({ id, spec, part }, room) {
	const { inputSchema, outputSchema = {} } = toolDefinition(id, spec);
	const [side, ...path] = part.split("/").filter((name) => name !== "");
	if (side !== "input" && side !== "output") return {
		id,
		problem: "A part begins with input or output: output/items."
	};
	const root = side === "input" ? inputSchema : outputSchema;
	const found = partOf(root, path);
	if (found !== void 0) {
		const { text, isCut } = printPart(found, room);
		return {
			id,
			part,
			type: text,
			...isCut ? { note: noteOf([part]) } : {}
		};
	}
	const known = path.findLastIndex((_, index) => partOf(root, path.slice(0, index)) !== void 0);
	const above = path.slice(0, Math.max(known, 0));
	const names = partNames(root, partOf(root, above) ?? root).slice(0, MOST_NAMES);
	return {
		id,
		problem: `${[side, ...above].join("/")} has no part ${shorten(path[above.length] ?? "", 100)}. It has: ${names.join(", ") || "none"}.`
	};
}
const MOST_NAMES = 100;
function noteOf(cut) {
	return `Only in outline, because it is long: ${cut.join(" and ")}. Give \`part\` to read one part of it in full, such as "output/items".`;
}
// src/serve/mcp/tools/tool-catalog.ts
const SEARCH_OPERATIONS = "search_operations";
const DESCRIBE_OPERATIONS = "describe_operations";
const CALL_OPERATION = "call_operation";
const SEARCH_TOOL_NAMES = [
	SEARCH_OPERATIONS,
	DESCRIBE_OPERATIONS,
	CALL_OPERATION
];
var ToolCatalog = class extends SpecCatalog {
	constructor(registry, settings, providers) {
		super(registry, settings, {
			includes: isTool,
			define: (name, spec) => toolDefinition(name, spec, providers),
			wanted: settings.toolName,
			reserved: [...settings.searchAbove === Infinity ? [] : SEARCH_TOOL_NAMES, ...settings.answerTokens === "all" ? [] : [READ_RESULT]]
		});
	}
	findHidden(name, identity) {
		const spec = this.registry.getSpec(this.idOf(name) ?? "");
		return spec !== void 0 && !checkAccess(spec.accessControl, identity) ? spec.accessControl : void 0;
	}
	findQuarantined(name, identity) {
		for (const { namespace } of this.registry.quarantine.closed()) {
			const prefix = toToolName(`${namespace}.x`).slice(0, -1);
			const error = missingOperation(this.registry, `${namespace}.x`, identity);
			if (name.startsWith(prefix) && error.code !== "OPERATION_NOT_FOUND") return error;
		}
		for (const { id } of this.registry.quarantine.all()) {
			if (toToolName(id) !== name) continue;
			const error = missingOperation(this.registry, id, identity);
			if (error.code === "OPERATION_QUARANTINED") return error;
		}
	}
	pinned(identity) {
		const pinned = [];
		for (const { id, name } of this.ranked) {
			const spec = this.registry.getSpec(id);
			if (spec === void 0 || !isPinned(spec) || this.findById(id, identity) === void 0) continue;
			pinned.push(toolDefinition(name, spec));
		}
		return pinned;
	}
	isSearched(identity) {
		const { searchAbove } = this.settings;
		if (searchAbove === 0) return true;
		if (this.ranked.length <= searchAbove) return false;
		let count = 0;
		for (const _spec of this.visible(identity)) if (++count > searchAbove) return true;
		return false;
	}
};
// src/serve/mcp/search/search-operations.ts
const LONGEST_DESCRIPTION = 160;
const MOST_NAMESPACES = 50;
const CALL_NEXT = `Read the input schema by ${DESCRIBE_OPERATIONS}, then run ${CALL_OPERATION}.`;
const SEARCH_NEXT = `Say what you need to do: ${SEARCH_OPERATIONS} takes a query, and a namespace to search in.`;
const NOTHING_NEXT = `Nothing fits. Try other words, or an empty query to see what there is.`;
async function searchOperations({ catalog, search }, asked, identity) {
	const { query, limit, namespace, type } = asked;
	const fits = (spec) => (type === void 0 || spec.type === type) && (namespace === void 0 || isWithin(spec.namespace, namespace));
	if (query.trim() === "") {
		const specs = [...catalog.visible(identity)].filter(fits);
		return namespace === void 0 && type === void 0 ? namespacesOf(specs) : firstOf(specs, limit);
	}
	const find = (id) => {
		const spec = catalog.findById(id, identity);
		return spec !== void 0 && fits(spec) ? spec : void 0;
	};
	return answerWith((await search.search(query, {
		limit,
		filter: (spec) => find(operationId(spec)) !== void 0
	})).map(({ id }) => find(id)).filter((spec) => spec !== void 0));
}
function answerWith(specs) {
	return {
		operations: specs.map(inShort),
		next: specs.length === 0 ? NOTHING_NEXT : CALL_NEXT
	};
}
function firstOf(specs, limit) {
	return {
		...answerWith(specs.slice(0, limit)),
		...moreThan(specs.length, limit)
	};
}
function namespacesOf(specs) {
	const counts = /* @__PURE__ */ new Map();
	for (const { namespace } of specs) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	return {
		namespaces: Object.fromEntries(sorted.slice(0, MOST_NAMESPACES)),
		...moreThan(sorted.length, MOST_NAMESPACES),
		next: SEARCH_NEXT
	};
}
function moreThan(count, shown) {
	return count > shown ? { more: count - shown } : {};
}
function inShort(spec) {
	const { type, title = "", description } = spec;
	const deprecation = toDeprecation(spec.deprecated);
	const text = title === "" || description.startsWith(title) ? description : `${title}: ${description}`;
	return {
		id: operationId(spec),
		type,
		description: shorten(oneLine(text), LONGEST_DESCRIPTION),
		...deprecation && { deprecated: shorten(deprecationText(deprecation), LONGEST_DESCRIPTION) || true }
	};
}
function oneLine(text) {
	return text.slice(0, 640).replaceAll(/\s+/g, " ").trim();
}
function isWithin(namespace, outer) {
	return namespace === outer || namespace.startsWith(`${outer}.`);
}
// src/serve/mcp/tools/tool-result.ts
const STRIPPED_KEY = "alkdev.operations/stripped";
function envelopeResult({ data, meta }, spec) {
	if (meta.source === "mcp") return proxiedResult(meta);
	if (meta.source === "http" && data instanceof Uint8Array) return bytesResult(data, meta.contentType, spec);
	const stripped = meta.stripped === void 0 ? void 0 : strippedMembers(meta);
	return stripped === void 0 ? dataResult(data) : {
		...dataResult(data),
		_meta: { [STRIPPED_KEY]: stripped }
	};
}
function dataResult(data) {
	if (data === void 0) return { content: [] };
	const { encoded, text } = toJSON(data);
	if (text === void 0) return { content: [] };
	const structuredContent = typeof encoded === "object" && encoded !== null && "toJSON" in encoded ? JSON.parse(text) : encoded;
	return {
		content: [{
			type: "text",
			text: typeof structuredContent === "string" ? structuredContent : text
		}],
		structuredContent
	};
}
function bytesResult(data, contentType, spec) {
	const mimeType = (contentType.split(";")[0] ?? "").trim().toLowerCase() || "application/octet-stream";
	const base64 = toBase64(data);
	if (base64.length > 65536) spendTurn(base64.length);
	const content = [blockOf(base64, mimeType)];
	return spec !== void 0 && toolShapeOf(spec).outputSchema !== void 0 ? {
		...dataResult(data),
		content
	} : { content };
}
function blockOf(data, mimeType) {
	if (mimeType.startsWith("image/")) return {
		type: "image",
		data,
		mimeType
	};
	if (mimeType.startsWith("audio/")) return {
		type: "audio",
		data,
		mimeType
	};
	return {
		type: "resource",
		resource: {
			uri: "urn:operations:answer",
			mimeType,
			blob: data
		}
	};
}
function errorResult(text) {
	return {
		content: [{
			type: "text",
			text
		}],
		isError: true
	};
}
function toJSON(data) {
	try {
		const encoded = encodeData(data);
		const text = JSON.stringify(encoded);
		if (text !== void 0 && text.length > 65536) spendTurn(text.length);
		return {
			encoded,
			text
		};
	} catch (cause) {
		throw new CallError("OUTPUT_INVALID", "The result can't be written as JSON.", void 0, { cause });
	}
}
function proxiedResult({ content, structuredContent, isError, _meta }) {
	return {
		content,
		...structuredContent === void 0 ? {} : { structuredContent },
		...isError ? { isError } : {},
		..._meta === void 0 ? {} : { _meta }
	};
}
function forLegacyEra(result, outputSchema) {
	const { structuredContent } = result;
	const isObject = typeof structuredContent === "object" && structuredContent !== null && !Array.isArray(structuredContent);
	const listedAsObject = outputSchema === void 0 || outputSchema["type"] === "object";
	return isObject && listedAsObject ? result : {
		...result,
		structuredContent: { result: structuredContent }
	};
}
// src/serve/mcp/search/search-tools.ts
const MOST_DESCRIBED = 10;
const base = {
	namespace: "mcp",
	version: "1.0.0",
	accessControl: { requiredScopes: [] }
};
const ID = String({ description: `As ${SEARCH_OPERATIONS} gives it` });
const callSpec = {
	...base,
	name: CALL_OPERATION,
	type: OperationType.MUTATION,
	description: `Runs an operation. Read its signature by ${DESCRIBE_OPERATIONS} first.`,
	inputSchema: _Object_({
		id: ID,
		input: Optional(Unsafe({
			type: "object",
			additionalProperties: true,
			description: "What the operation's signature asks for"
		})),
		select: Optional(SelectSchema)
	}),
	outputSchema: Unknown()
};
const annotations = {
	readOnlyHint: true,
	destructiveHint: false,
	idempotentHint: true,
	openWorldHint: false
};
var SearchTools = class {
	definitions;
	#served;
	#catalog;
	#ownSearch;
	#own;
	constructor({ registry, catalog, settings: { onError, search } }) {
		this.#served = registry;
		this.#catalog = catalog;
		const searched = search ?? createSearch(registry, { onError });
		this.#ownSearch = search === void 0 ? searched : void 0;
		this.#own = new OperationRegistry().registerAll([searchTool({
			catalog,
			search: searched
		}), describeTool({
			catalog,
			onError
		})]);
		this.definitions = [...this.#own.list(), callSpec].map((spec) => toolDefinition(spec.name, spec));
	}
	find({ name, given, identity }) {
		if (name === "call_operation") return this.#findCalled(given ?? {}, identity);
		const id = `${base.namespace}.${name}`;
		const spec = this.#own.getSpec(id);
		return spec && {
			registry: this.#own,
			id,
			spec,
			arguments: given
		};
	}
	close() {
		this.#ownSearch?.close();
	}
	#findCalled(given, identity) {
		const { id, input, select } = given;
		if (typeof id !== "string") return errorResult("VALIDATION_ERROR: /id: must be the id of an operation.");
		if (input !== void 0 && !isSchemaObject(input)) return errorResult("VALIDATION_ERROR: /input: must be an object, as the operation's signature says.");
		if (!isSelect(select)) return errorResult("VALIDATION_ERROR: /select: must be a path, or a list of paths.");
		const spec = this.#catalog.findById(id, identity);
		if (spec !== void 0) return {
			registry: this.#served,
			id,
			spec,
			arguments: input,
			select
		};
		const { code, message } = missingOperation(this.#served, id, identity);
		return errorResult(`${code}: ${message}${code === "OPERATION_NOT_FOUND" ? ` Find one by ${SEARCH_OPERATIONS}.` : ""}`);
	}
};
function searchTool(deps) {
	return defineOperation({
		...base,
		name: SEARCH_OPERATIONS,
		type: OperationType.QUERY,
		description: `Finds operations by what they do. Then read how to call one by ${DESCRIBE_OPERATIONS}, and run it by ${CALL_OPERATION}. An empty query lists the namespaces.`,
		metadata: { mcp: { annotations } },
		inputSchema: _Object_({
			query: String({
				maxLength: 1e3,
				description: "A few words, such as: create an issue"
			}),
			limit: Optional(Integer({
				minimum: 1,
				maximum: 50,
				default: 10
			})),
			namespace: Optional(String({ description: "Only this one, and those below it" })),
			type: Optional(Enum(Object.values(OperationType), { type: "string" }))
		}),
		outputSchema: Unknown(),
		handler: ({ limit = 10, ...asked }, { identity }) => searchOperations(deps, {
			...asked,
			limit
		}, identity)
	});
}
function describeTool(deps) {
	return defineOperation({
		...base,
		name: DESCRIBE_OPERATIONS,
		type: OperationType.QUERY,
		description: "Tells of operations what they do, and their TypeScript signatures: what input they take, and what they answer.",
		metadata: { mcp: { annotations } },
		inputSchema: _Object_({
			ids: _Array_(ID, {
				minItems: 1,
				maxItems: MOST_DESCRIBED
			}),
			part: Optional(String({
				maxLength: 500,
				description: "Only this part of a long type: input/filter, output/items/user"
			}))
		}),
		outputSchema: Unknown(),
		handler: (asked, { identity }) => ({ operations: describeOperations(deps, asked, identity) })
	});
}
// src/serve/mcp/tools/error-text.ts
const LONGEST_MESSAGE = 4e3;
const LONGEST_DETAILS = 2e3;
function errorText(error, options) {
	const { spec, expose, room = Infinity, keep } = options;
	const shown = toRemoteError(error, {
		declared: spec.errorSchemas,
		expose
	});
	const lines = [`${shown.code}: ${shorten(shown.message, Math.min(LONGEST_MESSAGE, Math.floor(room * .4)))}`];
	if (shown.details !== void 0 && shown.code !== "VALIDATION_ERROR") {
		const details = textOf(shown.details, Math.min(LONGEST_DETAILS, Math.floor(room * .4)), keep);
		if (details !== void 0) lines.push(`Details: ${details}`);
	}
	if (shown.retryable) lines.push("Trying again later may help.");
	return lines.join("\n");
}
function textOf(details, room, keep) {
	try {
		const text = JSON.stringify(details);
		if (text === void 0 || text.length <= room) return text;
		const kept = keep?.(text);
		const how = kept === void 0 ? "" : `; ${READ_RESULT} reads them all: ${JSON.stringify({ handle: kept.handle })}`;
		return `${cutValue(details, room).text} (a part of ${text.length} characters${how})`;
	} catch {
		return;
	}
}
// src/serve/mcp/answers/cut-blocks.ts
const IMAGE_LENGTH = 6400;
const LEAST_ROOM = 200;
const PLACEHOLDER = 150;
function blockLength(block) {
	if (block.type === "text") return block.text.length;
	if (block.type === "image") return IMAGE_LENGTH;
	return jsonLength(block, Infinity);
}
function firstThatFit(things, room, { lengthOf, cut }) {
	const left = new LeftOutList();
	const shown = [];
	let free = room;
	for (const [index, thing] of things.entries()) {
		const fitting = lengthOf(thing) <= free ? thing : cut(thing, {
			index,
			room: free,
			left
		});
		if (fitting === void 0) {
			left.add([], "rows", {
				shown: index,
				of: things.length
			});
			break;
		}
		shown.push(fitting);
		free -= lengthOf(fitting);
	}
	return {
		shown,
		length: room - free,
		left
	};
}
const CUT_BLOCKS = {
	lengthOf: blockLength,
	cut: cutBlock
};
function cutBlock(block, { index, room, left }) {
	if (block.type === "text") {
		const text = cutText(block.text, {
			path: [index, "text"],
			room,
			left
		});
		return text === void 0 ? void 0 : {
			...block,
			text
		};
	}
	if (block.type === "resource" && block.resource.text !== void 0) {
		const { text: whole, ...resource } = block.resource;
		const beside = jsonLength({
			...block,
			resource
		}, Infinity) + 20;
		const text = cutText(whole, {
			path: [
				index,
				"resource",
				"text"
			],
			room: Math.floor((room - beside) * .8),
			left
		});
		const cut = text === void 0 ? void 0 : {
			...block,
			resource: {
				...resource,
				text
			}
		};
		return cut !== void 0 && blockLength(cut) <= room ? cut : void 0;
	}
	if (room < PLACEHOLDER) return void 0;
	left.add([index], "bytes", {
		shown: 0,
		of: jsonLength(block, Infinity)
	});
	return {
		type: "text",
		text: `[${block.type}${mimeTypeOf(block)}: left out, because it is too long]`
	};
}
function mimeTypeOf(block) {
	const holder = block.type === "resource" ? block.resource : block;
	const mimeType = isRecord(holder) ? holder["mimeType"] : void 0;
	return typeof mimeType === "string" ? `, ${mimeType.slice(0, 60)}` : "";
}
function cutText(text, { path, room, left }) {
	if (room < LEAST_ROOM) return void 0;
	const value = parsedJSON(text);
	const cut = cutValue(value ?? text, value === void 0 ? room - 2 : room);
	const shown = typeof cut.value === "string" ? cut.value : cut.text;
	left.add(path, "text", {
		shown: value === void 0 ? cut.left[0]?.shown ?? shown.length : 0,
		of: text.length
	});
	return shown;
}
const JSON_START = /^\s*[[{]/;
function parsedJSON(text) {
	if (!JSON_START.test(text)) return void 0;
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
// src/serve/mcp/answers/bounded-result.ts
const PART_MEMBER = "$part";
function boundResult(result, bound) {
	const { content, structuredContent } = result;
	const { room } = bound;
	let length = 0;
	for (const block of content) length += blockLength(block);
	if (length <= room && (structuredContent === void 0 || jsonLength(structuredContent, room) <= room)) return result;
	if (structuredContent === void 0 || result.isError === true) return boundBlocks(result, bound);
	return boundData(structuredContent, writeAnswer(structuredContent), bound, result);
}
function boundData(data, text, bound, { content, _meta } = {}) {
	const fitted = fitAnswer(data, text, fitOptions(bound));
	const told = {
		type: "text",
		text: typeof fitted.value === "string" ? fitted.value : fitted.text
	};
	const note = {
		type: "text",
		text: fitted.note
	};
	const images = (content ?? []).filter(({ type }) => type === "image");
	const meta = {
		..._meta,
		[PART_KEY]: fitted.part
	};
	const structured = structuredPart(fitted, bound.outputSchema());
	if (structured !== void 0) return {
		content: [
			told,
			note,
			...images
		],
		structuredContent: structured.value,
		_meta: meta
	};
	return {
		content: [{
			type: "text",
			text: `PAYLOAD_TOO_LARGE: The call ran, so do not run it again. Its answer is too long, and no part of it fits the tool's output schema.\n${fitted.note}`
		}, told],
		isError: true,
		_meta: meta
	};
}
function structuredPart({ value, note }, schema) {
	const noted = isRecord(value) && !Object.hasOwn(value, "$part") ? {
		...value,
		[PART_MEMBER]: note
	} : void 0;
	if (schema === void 0) return { value: noted ?? value };
	const { check } = getValidator(schema);
	if (noted !== void 0 && check(noted)) return { value: noted };
	return check(value) ? { value } : void 0;
}
function boundBlocks(result, bound) {
	const { content, isError, _meta } = result;
	const options = fitOptions(bound);
	const { shown, length, left } = firstThatFit(content, roomBesideNote(bound.room), CUT_BLOCKS);
	const part = keepWhole(writeAnswer(content), {
		left: left.places,
		more: left.more
	}, bound);
	const note = describePart$1(part, {
		...options,
		shown: length
	});
	return {
		content: [...shown, {
			type: "text",
			text: note
		}],
		...isError === void 0 ? {} : { isError },
		_meta: {
			..._meta,
			[PART_KEY]: part
		}
	};
}
function fitOptions({ room, keep }) {
	return {
		room,
		keep,
		readOn,
		advice: "Call it again for less: with a narrower input, or a smaller page."
	};
}
function readOn(handle, { first, kind, shown }) {
	const at = first === "" || first.endsWith("…") ? {} : { at: first };
	const offset = shown > 0 && kind !== "levels" && !first.endsWith("…") ? { offset: shown } : {};
	const call = JSON.stringify({
		handle,
		...at,
		...offset
	});
	return `Read on by ${READ_RESULT}: ${call}. It also takes select, for some fields only, and search, for words.`;
}
// src/serve/mcp/answers/bound-envelope.ts
function boundEnvelope(envelope, { bound, selection, spec }) {
	if (selection !== void 0) return selectedResult(envelopeResult(envelope, spec), selection, bound);
	if (bound.room === Infinity) return envelopeResult(envelope, spec);
	const { data, meta } = envelope;
	if (meta.source !== "mcp" && !(data instanceof Uint8Array) && isVeryLarge(data)) return boundData(encodeData(data), void 0, bound);
	return boundResult(envelopeResult(envelope, spec), bound);
}
function selectedResult(result, selection, bound) {
	if (result.isError === true) return boundResult(result, bound);
	const whole = wholeOf(result);
	let parts;
	try {
		parts = selection.from(whole);
	} catch (thrown) {
		const { code, message } = toCallError(thrown);
		const kept = bound.keep(JSON.stringify(whole));
		const how = kept && ` Read it by read_result: {"handle":"${kept.handle}"}.`;
		throw new CallError(code, `${message} The call ran.${how ?? ""}`, void 0, {
			cause: thrown,
			phase: "started"
		});
	}
	return boundResult(dataResult(parts), bound);
}
function wholeOf({ structuredContent, content }) {
	if (structuredContent !== void 0) return JSON.parse(JSON.stringify(structuredContent));
	const [only] = content;
	if (content.length === 1 && only?.type === "text") return parsedJSON(only.text) ?? only.text;
	return content;
}
// src/serve/mcp/call/collect-stream.ts
const TIME_UP = Symbol("time up");
async function collectStream(stream, options) {
	const { maxItems, maxDuration, report } = options;
	const items = [];
	const until = performance.now() + maxDuration;
	try {
		while (items.length < maxItems) {
			const step = await within(stream.next(), until - performance.now(), TIME_UP);
			if (step === TIME_UP) break;
			if (step.done === true) return {
				items,
				complete: true
			};
			const { encoded, text } = toJSON(step.value.data);
			items.push(encoded ?? null);
			report({
				progress: items.length,
				message: text ?? "null"
			});
		}
		return {
			items,
			complete: false
		};
	} finally {
		await stream.return();
	}
}
export { rewriteField as A, toMCPSettings as C, pageOf as D, wrapSchema as E, rewriteBlock as O, resourceMarkOf as S, toolShapeOf as T, isVisible as _, cutText as a, methodMarkOf as b, SearchTools as c, forLegacyEra as d, CALL_OPERATION as f, SpecCatalog as g, ToolCatalog as h, IMAGE_LENGTH as i, rewriteBlocks as k, envelopeResult as l, SEARCH_OPERATIONS as m, boundEnvelope as n, firstThatFit as o, DESCRIBE_OPERATIONS as p, fitOptions as r, errorText as s, collectStream as t, errorResult as u, ResourceProviders as v, ResultReader as w, promptMarkOf as x, sourceNamespace as y };
