import { d as OperationType, vt as operationId } from "./client-D7eheyo4.js";
import { $ as withoutDialect, Ct as definitionKeywords, Ft as resolveRef, It as rootScope, Nt as isSchemaObject, Ot as referenceKeywords, Pt as resolveDynamicRef, U as notedDescription, W as toDeprecation, X as mayBeAbsent, Z as saysNothing, et as jsonSchemaOf, jt as enterScope, kt as subschemaKeywords, q as isAbsent } from "./core-CcxVOvtt.js";
import { C as runInSlices } from "./hub-shared-evUMSPIC.js";
import { t as passedOnStatus } from "./upstream-status-CNAcOKiS.js";
import { i as jsonInSlices, t as callableSpecs } from "./describe-spec-CG8rvz3-.js";
// src/serve/http/openapi/copy-schema.ts
const IDENTITY_KEYWORDS = /* @__PURE__ */ new Set([
	"$schema",
	"$id",
	"$anchor",
	"$dynamicAnchor",
	"$recursiveAnchor",
	"$vocabulary"
]);
function copySchema(schema, options) {
	return typeof schema === "boolean" ? schema : copyObject(schema, options.scope, options);
}
function copyObject(schema, scope, options) {
	const { rewrite, leaveOut } = options;
	const inner = scope && enterScope(scope, schema);
	const copyPart = (part) => isSchemaObject(part) ? copyObject(part, inner, options) : plainValue(part);
	const entries = [];
	let refers = false;
	for (const [keyword, value] of Object.entries(schema)) {
		if (IDENTITY_KEYWORDS.has(keyword) || definitionKeywords.has(keyword) || keyword === leaveOut) continue;
		if (referenceKeywords.has(keyword)) refers = true;
		else if (keyword === "discriminator") entries.push([keyword, copyDiscriminator(value, ($ref) => rewrite({ $ref }, inner))]);
		else {
			const copy = copyKeyword(keyword, value, copyPart);
			if (copy !== void 0) entries.push([keyword, copy]);
		}
	}
	const reference = refers ? rewrite(schema, scope) : void 0;
	if (reference !== void 0) entries.unshift(["$ref", reference]);
	return Object.fromEntries(entries);
}
function copyDiscriminator(value, rewrite) {
	const plain = plainValue(value);
	if (!isSchemaObject(plain) || !isSchemaObject(plain["mapping"])) return plain;
	const mapping = Object.entries(plain["mapping"]).map(([name, target]) => [name, typeof target === "string" && target.startsWith("#") ? rewrite(target) ?? target : target]);
	return {
		...plain,
		mapping: Object.fromEntries(mapping)
	};
}
function copyKeyword(keyword, value, copyPart) {
	const shape = subschemaKeywords.get(keyword)?.shape;
	if (shape === void 0) {
		const plain = plainValue(value);
		return EXAMPLE_KEYWORDS.has(keyword) && holdsReference(plain) ? void 0 : plain;
	}
	if (Array.isArray(value)) return value.map(copyPart);
	if (!isSchemaObject(value)) return plainValue(value);
	if (shape !== "map" && shape !== "map-or-names") return copyPart(value);
	return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyPart(part)]));
}
const EXAMPLE_KEYWORDS = /* @__PURE__ */ new Set(["example", "examples"]);
function holdsReference(value) {
	return typeof value === "object" && value !== null && JSON.stringify(value).includes("\"$ref\"");
}
function plainValue(value) {
	if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
	try {
		const text = JSON.stringify(value);
		return text === void 0 ? void 0 : JSON.parse(text);
	} catch {
		return;
	}
}
// src/serve/http/openapi/simple-references.ts
const known = /* @__PURE__ */ new WeakMap();
const SIMPLE = /^#\/\$defs\/([A-Za-z0-9._-]+)$/;
const TELLING = [
	"$id",
	"$anchor",
	"$dynamicAnchor",
	"$recursiveAnchor",
	"$dynamicRef",
	"$recursiveRef",
	"$schema"
];
function simpleReferences(schema) {
	if (!isSchemaObject(schema)) return typeof schema === "boolean" ? /* @__PURE__ */ new Set() : void 0;
	let entry = known.get(schema);
	if (entry === void 0) {
		const names = /* @__PURE__ */ new Set();
		entry = { references: collect(schema, names, true) ? names : void 0 };
		known.set(schema, entry);
	}
	return entry.references;
}
function collect(schema, names, isRoot) {
	if (!isSchemaObject(schema)) return true;
	if (TELLING.some((keyword) => keyword in schema)) return false;
	for (const [keyword, value] of Object.entries(schema)) if (keyword === "$ref") {
		const name = typeof value === "string" ? SIMPLE.exec(value)?.[1] : void 0;
		if (name === void 0) return false;
		names.add(name);
	} else if (definitionKeywords.has(keyword)) {
		if (!isRoot) return false;
	} else if (!partsOf(keyword, value).every((part) => collect(part, names, false))) return false;
	return true;
}
function partsOf(keyword, value) {
	const shape = subschemaKeywords.get(keyword)?.shape;
	if (shape === void 0) return [];
	if (Array.isArray(value)) return value;
	return isSchemaObject(value) && (shape === "map" || shape === "map-or-names") ? Object.values(value) : [value];
}
// src/serve/http/openapi/component-schemas.ts
var ComponentSchemas = class {
	#schemas = /* @__PURE__ */ new Map();
	#shared = {
		input: {
			sources: /* @__PURE__ */ new Map(),
			components: /* @__PURE__ */ new Map()
		},
		output: {
			sources: /* @__PURE__ */ new Map(),
			components: /* @__PURE__ */ new Map()
		}
	};
	constructor(taken = []) {
		for (const name of taken) this.#reserve(name);
	}
	add(wanted, schema, direction) {
		const root = jsonSchemaOf(schema, direction);
		const name = this.#reserve(wanted);
		const shared = this.#shared[direction];
		const leaveOut = direction === "input" ? "readOnly" : "writeOnly";
		if (isSchemaObject(root) && canShare(root, shared)) this.#addShared(name, root, {
			...shared,
			leaveOut
		});
		else this.#addAlone(name, root, leaveOut);
		return { $ref: refTo(name) };
	}
	toJSON() {
		return Object.fromEntries(this.#schemas);
	}
	#addShared(name, root, shared) {
		const waiting = [[name, root]];
		const definitions = definitionsOf(root);
		const { leaveOut } = shared;
		const rewrite = ({ $ref }) => {
			const key = $ref.slice(DEFINITION.length);
			if (!Object.hasOwn(definitions, key)) return void 0;
			let component = shared.components.get(key);
			if (component === void 0) {
				component = this.#reserve(key);
				shared.components.set(key, component);
				const source = definitions[key];
				shared.sources.set(key, source);
				waiting.push([component, source]);
			}
			return refTo(component);
		};
		for (const [own, source] of waiting) this.#write(own, copySchema(source, {
			rewrite,
			leaveOut
		}));
	}
	#addAlone(name, root, leaveOut) {
		const names = /* @__PURE__ */ new Map([[root, name]]);
		const waiting = [{
			name,
			schema: root,
			scope: rootScope(root)
		}];
		const rewrite = (schema, scope) => {
			const target = scope && follow(schema, scope);
			if (target === void 0) return void 0;
			let own = names.get(target.schema);
			if (own === void 0) {
				own = this.#reserve(`${name}.${waiting.length}`);
				names.set(target.schema, own);
				waiting.push({
					name: own,
					...target
				});
			}
			return refTo(own);
		};
		for (const { name: own, schema, scope } of waiting) this.#write(own, copySchema(schema, {
			rewrite,
			scope,
			leaveOut
		}));
	}
	#write(name, schema) {
		this.#schemas.set(name, isSchemaObject(schema) ? withoutDialect(schema) : schema);
	}
	#reserve(wanted) {
		const clean = wanted.replaceAll(/[^A-Za-z0-9._-]/g, "_");
		let name = clean;
		for (let count = 2; this.#schemas.has(name); count++) name = `${clean}_${count}`;
		this.#schemas.set(name, {});
		return name;
	}
};
const DEFINITION = "#/$defs/";
function refTo(component) {
	return `#/components/schemas/${component}`;
}
function definitionsOf(root) {
	const definitions = root["$defs"];
	return isSchemaObject(definitions) ? definitions : {};
}
function canShare(root, { sources }) {
	const definitions = definitionsOf(root);
	if (root["definitions"] !== void 0) return false;
	const reached = new Set(simpleReferences(root) ?? [""]);
	for (const name of reached) {
		if (!Object.hasOwn(definitions, name)) return false;
		const source = definitions[name];
		if (sources.has(name) && sources.get(name) !== source) return false;
		const further = simpleReferences(source);
		if (further === void 0) return false;
		for (const next of further) reached.add(next);
	}
	return true;
}
function follow(schema, scope) {
	const inner = enterScope(scope, schema);
	if (typeof schema["$ref"] === "string") return resolveRef(inner, { $ref: schema["$ref"] });
	if (typeof schema["$dynamicRef"] === "string") return resolveDynamicRef(inner, { $dynamicRef: schema["$dynamicRef"] });
	if (typeof schema["$recursiveRef"] !== "string") return void 0;
	return resolveDynamicRef(inner, { $recursiveRef: schema["$recursiveRef"] });
}
// src/serve/http/openapi/problem-schema.ts
const NAME = "Problem";
const PROBLEM_SCHEMA = {
	name: NAME,
	schema: {
		type: "object",
		description: "Problem details (RFC 9457) with the code of the error.",
		properties: {
			type: { type: "string" },
			title: { type: "string" },
			status: { type: "integer" },
			detail: { type: "string" },
			code: {
				type: "string",
				description: "What went wrong, for programs."
			},
			phase: {
				enum: [
					"notStarted",
					"started",
					"unknown"
				],
				description: "Whether the operation ran: certainly not, certainly, or unknown."
			},
			retryable: {
				type: "boolean",
				description: "Whether the same call may succeed later, unchanged."
			},
			declaredBy: {
				type: "string",
				description: "The operation that declares the code, and whose schema `details` fit."
			},
			details: { description: "As the operation declares for the code." },
			requestId: { type: "string" }
		},
		required: [
			"type",
			"title",
			"status",
			"detail",
			"code",
			"phase",
			"retryable"
		]
	}
};
const PROBLEM_REF = { $ref: `#/components/schemas/${NAME}` };
const PROBLEM_TYPE = "application/problem+json";
const PROBLEM_RESPONSE = {
	name: NAME,
	response: {
		description: "The call failed.",
		content: { [PROBLEM_TYPE]: { schema: PROBLEM_REF } }
	}
};
const PROBLEM_RESPONSE_REF = { $ref: `#/components/responses/${NAME}` };
// src/serve/http/openapi/describe-operation.ts
const SECURITY_SCHEMES = {
	bearer: {
		type: "http",
		scheme: "bearer",
		description: "A key, or a signed token (JWT)."
	},
	apiKey: {
		type: "apiKey",
		in: "header",
		name: "x-api-key"
	}
};
function securityOf(scopes, credentials) {
	const schemes = Object.keys(SECURITY_SCHEMES).map((name) => ({ [name]: [...scopes] }));
	return credentials === "optional" && scopes.length === 0 ? [{}, ...schemes] : schemes;
}
function describeOperation(spec, { schemas, credentials }) {
	const id = operationId(spec);
	const { title, tags, accessControl } = spec;
	const { requiredScopes } = accessControl;
	const description = notedDescription(spec);
	const input = describeInput(spec, schemas);
	const errors = describeErrors(spec, schemas);
	return {
		operationId: id,
		...title !== void 0 && { summary: title },
		...description !== "" && { description },
		...tags !== void 0 && tags.length > 0 && { tags: [...new Set(tags)] },
		...toDeprecation(spec.deprecated) !== void 0 && { deprecated: true },
		...input.body,
		responses: {
			...describeOutput(spec, schemas),
			...errors.responses,
			default: PROBLEM_RESPONSE_REF
		},
		...credentials !== "none" && requiredScopes.length > 0 && { security: securityOf(requiredScopes, credentials) },
		"x-operation": describeOwn(spec, {
			id,
			input: input.mode,
			errorSchemas: errors.declared
		})
	};
}
function describeOwn(spec, own) {
	const { type, version, idempotent, output, accessControl, origin, metadata } = spec;
	const { id, input, errorSchemas } = own;
	const deprecated = toDeprecation(spec.deprecated);
	const fields = {
		id,
		type,
		version,
		deprecated,
		description: deprecated && spec.description,
		input,
		idempotent,
		output,
		errorSchemas,
		accessControl,
		origin,
		metadata
	};
	return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => {
		const plain = plainValue(value);
		return plain === void 0 ? [] : [[name, plain]];
	}));
}
function describeInput(spec, schemas) {
	const plain = jsonSchemaOf(spec.inputSchema, "input");
	if (isAbsent(plain)) return {
		mode: "none",
		body: {}
	};
	const schema = schemas.add(`${operationId(spec)}.input`, spec.inputSchema, "input");
	const mode = mayBeAbsent(plain) ? "optional" : "body";
	return {
		mode,
		body: { requestBody: {
			content: { "application/json": { schema } },
			required: mode === "body" && !acceptsNothing(plain)
		} }
	};
}
function acceptsNothing(schema) {
	if (saysNothing(schema)) return true;
	const { type, required } = schema;
	return type === "object" && (!Array.isArray(required) || required.length === 0);
}
function describeOutput(spec, schemas) {
	const plain = jsonSchemaOf(spec.outputSchema, "output");
	const hasData = !isAbsent(plain);
	const schema = hasData ? schemas.add(`${operationId(spec)}.output`, spec.outputSchema, "output") : void 0;
	if (spec.type === OperationType.SUBSCRIPTION) return { 200: {
		description: "The items, one event each; `event: complete` ends them, or `event: error` with a problem.",
		content: { "text/event-stream": { schema: eventSchema(schema ?? {}) } }
	} };
	const mayLackData = !hasData || saysNothing(plain) || mayBeAbsent(plain);
	return {
		...schema !== void 0 && { 200: {
			description: "The data.",
			content: { "application/json": { schema } }
		} },
		...mayLackData && { 204: { description: "There is no data." } }
	};
}
function eventSchema(item) {
	return {
		type: "object",
		properties: {
			id: { type: "string" },
			event: { type: "string" },
			data: {
				type: "string",
				contentMediaType: "application/json",
				contentSchema: item
			}
		},
		required: ["data"]
	};
}
const DEFAULT_STATUS = 500;
function describeErrors(spec, schemas) {
	const { errorSchemas } = spec;
	if (errorSchemas === void 0) return {
		responses: {},
		declared: void 0
	};
	const byStatus = /* @__PURE__ */ new Map();
	const declared = Object.entries(errorSchemas).map(([code, { schema, ...rest }]) => {
		const details = schema && schemas.add(`${operationId(spec)}.error.${code}`, schema, "output");
		for (const answer of answersOf(code, {
			schema,
			...rest
		})) {
			const { status, description, details: exact } = answer;
			const text = description === void 0 ? code : `${code}: ${description}`;
			const all = exact === void 0 ? details : { allOf: [details, exact] };
			const own = {
				type: "object",
				properties: {
					code: { const: code },
					...all !== void 0 && { details: all }
				}
			};
			byStatus.set(status, [...byStatus.get(status) ?? [], {
				code,
				text,
				schema: own
			}]);
		}
		return [code, {
			...rest,
			...details !== void 0 && { schema: details }
		}];
	});
	const responses = Array.from(byStatus, ([status, errors]) => {
		const description = errors.map(({ text }) => text).join("\n\n");
		const other = { properties: { code: { not: { enum: [...new Set(errors.map(({ code }) => code))] } } } };
		const schema = { allOf: [PROBLEM_REF, { anyOf: [...errors.map((error) => error.schema), other] }] };
		return [status, {
			description,
			content: { [PROBLEM_TYPE]: { schema } }
		}];
	});
	return {
		responses: Object.fromEntries(responses),
		declared: Object.fromEntries(declared)
	};
}
function answersOf(code, { httpStatus, schema, description }) {
	const plain = schema && httpStatus === void 0 && code === "EXECUTION_ERROR" ? jsonSchemaOf(schema, "output") : {};
	const { anyOf = [plain] } = plain;
	const answers = anyOf.flatMap((branch) => {
		const { properties, description: text = "" } = branch;
		const declared = properties?.["status"] ?? {};
		const { const: exact, minimum = 0, maximum = Infinity } = declared;
		const status = exact === void 0 ? minimum >= 500 ? "5XX" : maximum < 500 ? "4XX" : void 0 : String(passedOnStatus(exact));
		if (status === void 0) return [];
		const details = { properties: { status: exact === void 0 ? declared : { const: exact } } };
		return [{
			status,
			description: `the API answers ${exact ?? status}. ${text}`.trim(),
			details
		}];
	});
	return answers.length > 0 ? answers : [{
		status: String(httpStatus ?? DEFAULT_STATUS),
		description
	}];
}
// src/serve/http/openapi/to-openapi.ts
function toOpenAPI(registry, options = {}) {
	return writeOpenAPI(callableSpecs(registry, options.identity), options);
}
function writeOpenAPI(specs, options) {
	const { head, paths, components } = documentOf(specs, options);
	return {
		...head,
		paths: Object.fromEntries(paths),
		components: components()
	};
}
async function writeOpenAPIInSlices(specs, options) {
	const { head, paths, components } = documentOf(specs, options);
	const texts = [];
	const steps = function* () {
		for (const [path, item] of paths) {
			texts.push(`${JSON.stringify(path)}:${JSON.stringify(item)}`);
			if (texts.length % STEP === 0) yield;
		}
	};
	await runInSlices(steps()).ended;
	const shared = await jsonInSlices(components, 2);
	return `${JSON.stringify(head).slice(0, -1)},"paths":{${texts.join(",")}},"components":${shared}}`;
}
const STEP = 8;
function documentOf(specs, options) {
	const { title = "operations", version = "1.0.0", serverUrl, credentials = "optional" } = options;
	const schemas = new ComponentSchemas([PROBLEM_SCHEMA.name]);
	return {
		head: {
			openapi: "3.1.0",
			info: {
				title,
				version
			},
			...serverUrl !== void 0 && { servers: [{ url: serverUrl }] },
			...credentials !== "none" && { security: securityOf([], credentials) }
		},
		paths: describeAll(specs, {
			schemas,
			credentials
		}),
		components: () => ({
			schemas: {
				...schemas.toJSON(),
				[PROBLEM_SCHEMA.name]: PROBLEM_SCHEMA.schema
			},
			responses: { [PROBLEM_RESPONSE.name]: PROBLEM_RESPONSE.response },
			...credentials !== "none" && { securitySchemes: SECURITY_SCHEMES }
		})
	};
}
function* describeAll(specs, options) {
	for (const spec of specs) {
		let item;
		try {
			item = { post: describeOperation(spec, options) };
		} catch {
			continue;
		}
		yield [`/${spec.namespace}/${spec.name}`, item];
	}
}
export { writeOpenAPI as n, writeOpenAPIInSlices as r, toOpenAPI as t };
