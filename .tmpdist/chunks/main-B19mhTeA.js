import { $ as notSendable, A as unlessAborted, Bt as Cancellation, C as toProtocolLimits, Ct as toPointer, Dt as LONGEST_EVENT_ID, L as fromRemoteError, O as delay, R as toRemoteError, Rt as ownOptions, St as partAt, Tt as valueAt, Wt as isResponseEnvelope, Z as encodeValue, _ as RemoteSubscription, an as onDeadline, ct as isLogLevel, d as OperationType, dn as messageOf, en as keepDeadline, h as roomInTurn, i as tooManyQuestions, in as LONGEST_DELAY, it as LONGEST_TOKEN, j as within, k as endsWithin, ln as CallError, lt as isLogged, m as atEndOfTick, mn as withPhase, n as LONGEST_MESSAGE$1, ot as LOG_LEVELS, p as afterArrivals, pn as toCallError, pt as isMissing, r as tooLongQuestion, rn as toWallTime, rt as isProtocolEvent, sn as tellListener, t as AnsweredQuestions, vt as operationId, wt as toPointerToken, x as PendingCall, xt as fromPointer, zt as preparedBy } from "./client-D7eheyo4.js";
import { A as sameInOtherType, Bt as counted, E as assertValidSpec, F as shortHash, H as instantOf, Ht as isRecord, I as builtinModule, K as toJSONSchema, Lt as addLazyDefinitions, M as collectErrors, Mt as isSchema, N as toAbsolutePath, P as toFileURL, R as PARAMETER_TEXTS, St as assertionKeywords, T as withoutStack, Ut as CallScope, Wt as forwardCall, _t as isSafeNamePattern, a as OpenCallSession, at as OUTPUT_EXAMPLE, bt as FromSchema, gt as markForeign, i as renewedMap, it as INPUT_EXAMPLES, k as formatValueErrors, kt as subschemaKeywords, m as ResponseEnvelopeSchema, n as assertClaims, nt as runStandardSchema, tt as isStandardSchema, vt as safePattern, xt as SchemaError, yt as compilePattern } from "./core-CcxVOvtt.js";
import { _ as Optional, a as Union, b as _Array_, d as Boolean, g as _Object_, h as Unknown, l as Literal, m as Unsafe, n as Undefined, o as String$1, r as Record, s as Number$1, u as Integer } from "./typebox-CNAKntqg.js";
import { A as openInt64, B as ownValue, C as isRange, D as isBinary, E as streamFormat, F as isRawObject, I as ownList, L as ownObject, M as DocumentReferences, N as absoluteUrl, P as shownLocation, R as ownText, S as isMultipart, V as isUnattended, a as findForms, b as isForm, c as findBody, d as readCollectionFormat, f as swaggerParameterSchema, j as requiredIn, k as openBinary, l as findParameters, n as responseError, o as readResponses, p as readingOf, s as successes, u as parameterStyle, w as isText, x as isJSON, z as ownTexts } from "./sources-shared-BInmFICZ.js";
// src/sources/synced-operations.ts
var SyncedOperations = class {
	#registry;
	#ours = /* @__PURE__ */ new Map();
	constructor(registry, operations) {
		this.#registry = registry;
		registry.registerAll(operations);
		for (const operation of operations) this.#ours.set(operationId(operation), operation);
	}
	update(operations) {
		const wanted = new Map(operations.map((operation) => [operationId(operation), operation]));
		this.#remove(Array.from(this.#ours.keys()).filter((id) => !wanted.has(id)));
		const fresh = Array.from(wanted).filter(([id, operation]) => this.#ours.get(id) !== operation).filter(([id]) => !this.#registry.has(id) || this.#isOurs(id));
		this.#registry.registerAll(fresh.map(([, operation]) => operation), { replace: true });
		for (const [id, operation] of fresh) this.#ours.set(id, operation);
	}
	clear() {
		this.#remove(Array.from(this.#ours.keys()));
	}
	#remove(ids) {
		const held = ids.filter((id) => this.#isOurs(id));
		for (const id of ids) this.#ours.delete(id);
		this.#registry.unregisterAll(held);
	}
	#isOurs(id) {
		return this.#ours.has(id) && this.#registry.getSpec(id) === this.#ours.get(id);
	}
};
// src/sources/openapi/call/deferred-http.ts
const NOTHING_SENT = { phase: "notStarted" };
function deferHTTP(config, origin) {
	let upstream;
	const load = async (format, readCall) => {
		const { createCallHandler, createStreamHandler, createUpstream } = await import("./http-handler-KEweis49.js");
		upstream ??= createUpstream(config, origin);
		const create = format === void 0 ? createCallHandler : createStreamHandler;
		const { shape, inputSchema } = readCall();
		return create(shape, upstream, inputSchema);
	};
	return (format, readCall) => {
		let handler;
		if (format === void 0) return (input, context) => {
			if (handler !== void 0) return handler(input, context);
			forwardCall(context, NOTHING_SENT);
			return load(format, readCall).then((loaded) => (handler ??= loaded)(input, context));
		};
		return async function* (input, context) {
			forwardCall(context, NOTHING_SENT);
			handler ??= await load(format, readCall);
			yield* handler(input, context);
		};
	};
}
// src/sources/openapi/schema/definition-reach.ts
var DefinitionReach = class {
	#found;
	#next;
	#convert;
	#reached = /* @__PURE__ */ new Map();
	#nodes;
	constructor(uses, convert, nodes) {
		this.#found = new Set(uses);
		this.#next = this.#found.values();
		this.#convert = convert;
		this.#nodes = nodes;
	}
	get findings() {
		return Array.from(this.#reached.values(), ({ findings }) => findings).flat();
	}
	goOn(limit) {
		while (this.#nodes <= limit) {
			const { done, value: definition } = this.#next.next();
			if (done === true) return true;
			const converted = this.#convert(definition);
			this.#nodes += converted.nodes;
			for (const used of converted.uses) this.#found.add(used);
			this.#reached.set(definition.name, converted);
		}
		return false;
	}
	definitions() {
		const entries = Array.from(this.#found, ({ name }) => [name, this.#reached.get(name)?.schema ?? {}]);
		return Object.fromEntries(entries);
	}
};
// src/sources/openapi/schema/clean-keyword.ts
const TYPES = /* @__PURE__ */ new Set([
	"string",
	"number",
	"integer",
	"boolean",
	"object",
	"array",
	"null"
]);
const FILE_TYPE = "file";
const must = (what, holds) => (value) => holds(value) ? { value } : {
	value: void 0,
	why: `it is not ${what}, so it is ignored`
};
const number = must("a number", Number.isFinite);
const count = must("a whole number", (value) => Number.isInteger(value) && value >= 0);
const list = must("a list", Array.isArray);
const filled = must("a list with at least one item", (value) => Array.isArray(value) && value.length > 0);
const map = must("an object", isRawObject);
const text = must("a text", (value) => typeof value === "string");
const limit = must("a number", (value) => typeof value === "boolean" || Number.isFinite(value));
const VETS = /* @__PURE__ */ new Map([
	["type", cleanType],
	["required", cleanRequired],
	["enum", filled],
	["allOf", filled],
	["anyOf", filled],
	["oneOf", filled],
	["prefixItems", list],
	["properties", map],
	["patternProperties", map],
	["dependentSchemas", map],
	["dependentRequired", map],
	["dependencies", map],
	["pattern", text],
	["format", text],
	["minimum", number],
	["maximum", number],
	["multipleOf", must("a number above 0", (value) => Number.isFinite(value) && value > 0)],
	["exclusiveMinimum", limit],
	["exclusiveMaximum", limit],
	["minLength", count],
	["maxLength", count],
	["minItems", count],
	["maxItems", count],
	["minContains", count],
	["maxContains", count],
	["minProperties", count],
	["maxProperties", count]
]);
function cleanKeyword(keyword, value) {
	return VETS.get(keyword)?.(value) ?? { value };
}
function cleanType(type) {
	if (TYPES.has(type)) return { value: type };
	if (type === FILE_TYPE) return { value: void 0 };
	const known = Array.isArray(type) ? type.filter((item) => TYPES.has(item)) : [];
	if (Array.isArray(type) && known.length === type.length && known.length > 0) return { value: type };
	return {
		value: void 0,
		why: `${JSON.stringify(type) ?? "this"} is not a JSON Schema type, so any type is accepted`
	};
}
function cleanRequired(required) {
	if (!Array.isArray(required)) return {
		value: void 0,
		why: "it is not a list of names, so it is ignored"
	};
	const names = required.filter((name) => typeof name === "string");
	return names.length === required.length ? { value: required } : {
		value: names,
		why: "items that are not names are left out"
	};
}
// src/sources/openapi/schema/schema-translation.ts
function pathBelow(parent, key) {
	return {
		parent,
		key: String(key),
		level: parent.level + 1
	};
}
function pointerOf(path) {
	const keys = [];
	for (let current = path; current.parent !== void 0; current = current.parent) keys.push(current.key);
	return toPointer(keys.toReversed());
}
const MAX_FINDINGS = 100;
function addFinding({ findings, where }, path, { kind, why }) {
	if (findings.length >= MAX_FINDINGS) return;
	const pointer = pointerOf(path);
	findings.push({
		kind,
		where: pointer === "" ? where : `${where} ${pointer}`,
		why
	});
}
// src/sources/openapi/schema/reconcile-constants.ts
function reconcileConstants(translation, schema, path) {
	const keyword = Array.isArray(schema["enum"]) ? "enum" : "const";
	const types = typesOf(schema);
	if (types === void 0 || !Object.hasOwn(schema, keyword)) return schema;
	const values = keyword === "enum" ? schema["enum"] : [schema["const"]];
	if (values.every((value) => isOfType(value, types))) return schema;
	const read = values.map((value) => readAs(value, types));
	const shown = `${keyword === "enum" ? "the values of its enum do" : "its const does"} not fit the type ${types.join(" or ")}`;
	if (read.every((value) => value !== void 0)) {
		addFinding(translation, path, {
			kind: "repaired",
			why: `${shown}, so they are read as that type`
		});
		return {
			...schema,
			[keyword]: keyword === "enum" ? [...new Set(read)] : read[0]
		};
	}
	addFinding(translation, path, {
		kind: "repaired",
		why: `${shown}, so the type is ignored`
	});
	const { type: _type, ...rest } = schema;
	return rest;
}
function typesOf({ type, nullable }) {
	const types = Array.isArray(type) ? type : [type];
	if (!types.every((one) => typeof one === "string")) return void 0;
	return nullable === true ? [...types, "null"] : types;
}
function readAs(value, types) {
	if (isOfType(value, types)) return value;
	const other = sameInOtherType(value);
	return other !== void 0 && isOfType(other, types) ? other : void 0;
}
function isOfType(value, types) {
	return types.some((type) => {
		if (type === "null") return value === null;
		if (type === "array") return Array.isArray(value);
		if (type === "integer") return Number.isInteger(value);
		if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
		return typeof value === type;
	});
}
// src/sources/openapi/schema/vet-patterns.ts
const SHOWN = 80;
const isSafePattern = (pattern) => safePattern(pattern) !== void 0;
function isUsablePattern(translation, pattern, { path, isSafe = isSafePattern }) {
	const problem = problemWith(translation, pattern, isSafe);
	if (problem !== void 0) addFinding(translation, path, {
		kind: "widened",
		why: problem
	});
	return problem === void 0;
}
function usablePatternProperties(translation, properties, path) {
	const usable = Object.entries(properties).filter(([pattern]) => isUsablePattern(translation, pattern, {
		path: pathBelow(path, pattern),
		isSafe: isSafeNamePattern
	}));
	return Object.fromEntries(usable);
}
function losesPatternProperties(translation, schema) {
	const properties = schema["patternProperties"];
	if (!isRawObject(properties)) return false;
	return Object.keys(properties).some((pattern) => problemWith(translation, pattern, isSafeNamePattern) !== void 0);
}
function problemWith({ trustsPatterns }, pattern, isSafe) {
	const shown = JSON.stringify(pattern.length > SHOWN ? `${pattern.slice(0, SHOWN)}…` : pattern);
	if (compilePattern(pattern) === void 0) return `the pattern ${shown} is not a regular expression, so any text is accepted`;
	if (trustsPatterns || isSafe(pattern)) return void 0;
	return `the pattern ${shown} could take very long to match, so any text is accepted (see the option "patterns")`;
}
// src/sources/openapi/schema/translate-schema.ts
const MAX_LEVELS = 900;
const MAX_NODES = 1e4;
const IDENTITY_KEYWORDS = /* @__PURE__ */ new Set([
	"$ref",
	"$dynamicRef",
	"$schema",
	"$id",
	"$anchor",
	"$dynamicAnchor",
	"$recursiveAnchor",
	"$vocabulary",
	"$defs",
	"definitions",
	"id",
	"extends",
	"disallow",
	"divisibleBy"
]);
function translateSchema(translation, schema) {
	return translate(translation, schema, {
		parent: void 0,
		key: "",
		level: 0
	});
}
function definitionRef(name) {
	return `#/$defs/${encodeURIComponent(toPointerToken(name))}`;
}
function tooManyParts(where) {
	const limit = MAX_NODES.toLocaleString("en");
	return new SchemaError("", `${where} has more than ${limit} parts, which would take too long to compile.`);
}
function translate(translation, schema, path) {
	if (typeof schema === "boolean") return schema;
	if (!isRawObject(schema)) {
		addFinding(translation, path, {
			kind: "widened",
			why: "this is not a schema, so anything is accepted"
		});
		return {};
	}
	if (path.level > MAX_LEVELS) throw new SchemaError(pointerOf(path), `${translation.where} is nested deeper than ${String(MAX_LEVELS)} levels.`);
	if (++translation.nodes > 1e4) throw tooManyParts(translation.where);
	const holdsDefinitions = isRawObject(schema["$defs"]) || isRawObject(schema["definitions"]);
	if (holdsDefinitions) translation.enclosing.push(schema);
	const result = translateObject(translation, schema, path);
	if (holdsDefinitions) translation.enclosing.pop();
	return result;
}
function translateObject(translation, schema, path) {
	const reference = referenceOf(schema);
	const entries = [];
	for (const keyword of Object.keys(schema)) {
		if (IDENTITY_KEYWORDS.has(keyword)) continue;
		if (reference !== void 0 && translation.ignoresRefSiblings && isApplied(keyword)) {
			addFinding(translation, path, {
				kind: "left out",
				why: `this version of OpenAPI ignores ${JSON.stringify(keyword)} beside a $ref`
			});
			continue;
		}
		const value = translateKeyword(translation, {
			schema,
			keyword,
			path
		});
		if (value !== void 0) entries.push([keyword, value]);
	}
	const translated = reconcileConstants(translation, renameExample(Object.fromEntries(entries)), path);
	return reference === void 0 ? openInt64(translation, openBinary(translation, translated)) : addReference(translation, {
		translated,
		reference,
		path
	});
}
function referenceOf({ $ref, $dynamicRef }) {
	if (typeof $ref === "string") return $ref;
	return typeof $dynamicRef === "string" ? $dynamicRef : void 0;
}
function isApplied(keyword) {
	return subschemaKeywords.has(keyword) || assertionKeywords.has(keyword);
}
function addReference(translation, { translated, reference, path }) {
	const target = translation.refer(reference, translation);
	if ("name" in target) return {
		...translated,
		$ref: definitionRef(target.name)
	};
	if ("schema" in target) return target.schema ? translated : {
		...translated,
		not: {}
	};
	addFinding(translation, path, {
		kind: "widened",
		why: `${target.missing}, so anything is accepted`
	});
	return translated;
}
function translateKeyword(translation, { schema, keyword, path }) {
	const inner = pathBelow(path, keyword);
	const cleaned = cleanKeyword(keyword, schema[keyword]);
	if (cleaned.why !== void 0) addFinding(translation, inner, {
		kind: "widened",
		why: cleaned.why
	});
	const { value } = cleaned;
	if (value === void 0) return void 0;
	switch (keyword) {
		case "pattern": return isUsablePattern(translation, value, { path: inner }) ? value : void 0;
		case "required": return requiredIn(translation, schema, value);
		case "discriminator": return translateDiscriminator(translation, schema, value);
		case "additionalProperties":
		case "unevaluatedProperties": if (losesPatternProperties(translation, schema)) return void 0;
	}
	const usable = keyword === "patternProperties" ? usablePatternProperties(translation, value, inner) : value;
	const shape = subschemaKeywords.get(keyword)?.shape;
	return shape === void 0 ? usable : translateSubschemas(translation, usable, {
		shape,
		path: inner
	});
}
function translateSubschemas(translation, value, { shape, path }) {
	const at = (schema, key) => translate(translation, schema, pathBelow(path, key));
	if (Array.isArray(value)) return value.map(at);
	if (shape === "one" || shape === "one-or-list") return translate(translation, value, path);
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, Array.isArray(item) ? item : at(item, name)]));
}
function renameExample(schema) {
	if (!("example" in schema)) return schema;
	const { example, ...rest } = schema;
	return "examples" in rest ? rest : {
		...rest,
		examples: [example]
	};
}
function translateDiscriminator(translation, schema, discriminator) {
	if (!isRawObject(discriminator) || !isRawObject(discriminator["mapping"])) return discriminator;
	const branches = [schema["oneOf"], schema["anyOf"]].flatMap((list) => Array.isArray(list) ? list : []);
	const refs = new Set(branches.map((branch) => isRawObject(branch) ? branch["$ref"] : void 0));
	const mapping = Object.entries(discriminator["mapping"]).map(([value, target]) => {
		if (typeof target !== "string" || !target.includes("#")) return [value, target];
		const reference = refs.has(target) ? translation.refer(target, translation) : void 0;
		return [value, reference !== void 0 && "name" in reference ? definitionRef(reference.name) : target.slice(target.lastIndexOf("/") + 1)];
	});
	return {
		...discriminator,
		mapping: Object.fromEntries(mapping)
	};
}
// src/sources/openapi/schema/document-schemas.ts
const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([A-Za-z0-9._-]+)$/;
const EAGER_NODES = 100;
const MAX_REACHED_NODES = 1e5;
const MOST_IN_PLACE = 50;
var DocumentSchemas = class {
	#options;
	#definitions = /* @__PURE__ */ new Map();
	#names = /* @__PURE__ */ new Map();
	constructor(options) {
		this.#options = options;
	}
	draft(direction) {
		const uses = /* @__PURE__ */ new Set();
		const findings = [];
		let nodes = 0;
		return {
			findings,
			translate: (part, { document, where, enclosing: around }) => {
				const enclosing = around === void 0 ? [] : [around];
				const translation = this.#translation({
					document,
					direction,
					where,
					enclosing,
					uses
				});
				const translated = translateSchema(translation, part);
				nodes += translation.nodes;
				if (nodes > 1e4) throw tooManyParts(where);
				findings.push(...translation.findings);
				for (const finding of translation.findings) this.#options.report.addFinding(finding);
				return translated;
			},
			finish: (root) => {
				const converted = FromSchema(root);
				const schema = this.#options.trustsPatterns ? converted : markForeign(converted);
				if (uses.size === 0) return schema;
				let isLate = false;
				const convert = (definition) => isLate ? this.#convertOrOpen(definition, direction) : this.#convert(definition, direction);
				const reach = new DefinitionReach(uses, convert, nodes);
				if (reach.goOn(EAGER_NODES)) {
					findings.push(...reach.findings);
					return Object.assign(schema, { $defs: reach.definitions() });
				}
				isLate = true;
				return this.#addLater(schema, {
					reach,
					direction,
					findings
				});
			}
		};
	}
	#addLater(schema, { reach, direction, findings }) {
		let all;
		return addLazyDefinitions(schema, {
			one: (name) => {
				const definition = this.#definitionOf(name);
				return definition && this.#convertOrOpen(definition, direction).schema;
			},
			all: () => {
				if (all !== void 0) return all;
				if (!reach.goOn(MAX_REACHED_NODES)) {
					const why = `it reaches more than ${MAX_REACHED_NODES.toLocaleString("en")} parts, so the rest is shown as anything`;
					findings.push({
						kind: "widened",
						where: "the definitions of this operation",
						why
					});
				}
				findings.push(...reach.findings);
				return all = reach.definitions();
			},
			mayDefault: (name) => {
				const definition = this.#definitionOf(name);
				return definition !== void 0 && this.#mayDefault(definition);
			}
		});
	}
	#definitionOf(name) {
		const source = this.#names.get(name);
		return source && this.#definitions.get(source);
	}
	#mayDefault({ source, document }) {
		const places = [{
			value: source,
			document
		}];
		for (const { value, document: where } of places) {
			if (!isRawObject(value)) continue;
			if (value["default"] !== void 0 || places.length > MOST_IN_PLACE) return true;
			const { $ref, allOf } = value;
			const target = typeof $ref === "string" ? this.#options.references.follow($ref, where) : void 0;
			if (typeof target === "object") places.push(target);
			if (Array.isArray(allOf)) for (const item of allOf) places.push({
				value: item,
				document: where
			});
		}
		return false;
	}
	#convertOrOpen(definition, direction) {
		try {
			return this.#convert(definition, direction);
		} catch (thrown) {
			const why = `it cannot be used, so anything is accepted: ${messageOf(thrown)}`;
			const finding = {
				kind: "widened",
				where: `schema ${definition.name}`,
				why
			};
			this.#options.report.addFinding(finding);
			return definition.converted[direction] = {
				schema: {},
				uses: /* @__PURE__ */ new Set(),
				nodes: 1,
				findings: [finding]
			};
		}
	}
	#convert(definition, direction) {
		const known = definition.converted[direction];
		if (known !== void 0) return known;
		const uses = /* @__PURE__ */ new Set();
		const { document, enclosing, name, source } = definition;
		const where = `schema ${name}`;
		const translation = this.#translation({
			document,
			direction,
			where,
			enclosing: [...enclosing],
			uses
		});
		const schema = FromSchema(translateSchema(translation, source));
		const { nodes, findings, dependsOnDirection } = translation;
		const converted = {
			schema,
			uses,
			nodes,
			findings
		};
		this.#options.report.countConvertedSchema();
		for (const finding of findings) this.#options.report.addFinding(finding);
		definition.converted[direction] = converted;
		if (!dependsOnDirection) definition.converted.request = definition.converted.response = converted;
		return converted;
	}
	#translation(given) {
		const { uses, ...rest } = given;
		const { references, trustsPatterns, version } = this.#options;
		return {
			...rest,
			references,
			trustsPatterns,
			ignoresRefSiblings: version !== "3.1",
			findings: [],
			nodes: 0,
			dependsOnDirection: false,
			refer: (ref, translation) => this.#refer(ref, translation, uses)
		};
	}
	#refer(ref, translation, uses) {
		const { references, document } = this.#options;
		const found = references.follow(ref, translation.document);
		const target = typeof found === "string" ? localDefinition(ref, translation) : found;
		if (target === void 0) return { missing: typeof found === "string" ? found : `${ref} points at nothing` };
		if (!isSchema(target.value)) return { missing: `${JSON.stringify(ref)} is not a schema` };
		if (typeof target.value === "boolean") return { schema: target.value };
		const source = target.value;
		let definition = this.#definitions.get(source);
		if (definition === void 0) {
			const isMain = target.document === document;
			const name = this.#nameFor(source, isMain ? ref : `${target.document.url ?? ""} ${ref}`);
			const enclosing = [...translation.enclosing];
			definition = {
				name,
				source,
				document: target.document,
				enclosing,
				converted: {}
			};
			this.#definitions.set(source, definition);
		}
		uses.add(definition);
		return { name: definition.name };
	}
	#nameFor(source, ref) {
		let name = COMPONENT.exec(ref)?.[1];
		if (name === void 0 || name === "__proto__") name = `${ref.slice(ref.lastIndexOf("/") + 1).replaceAll(/[^A-Za-z0-9.-]+/g, "_").slice(0, 60)}_${shortHash(ref)}`;
		while (this.#names.has(name)) name += "_";
		this.#names.set(name, source);
		return name;
	}
};
function localDefinition(ref, translation) {
	const match = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref);
	if (match === null) return void 0;
	for (const schema of translation.enclosing.toReversed()) {
		const definitions = ownValue(schema, match[1]);
		const value = isRawObject(definitions) ? ownValue(definitions, match[2]) : void 0;
		if (value !== void 0) return {
			value,
			document: translation.document
		};
	}
}
// src/sources/openapi/document/document-version.ts
function documentVersion(document) {
	if (!isRawObject(document)) throw notADocument("it is not an object");
	const { swagger, openapi } = document;
	if (String(swagger) === "2.0" || swagger === 2) return {
		root: document,
		version: "2.0"
	};
	const text = String(openapi);
	if (/^3\.0(\.|$)/.test(text) || openapi === 3) return {
		root: document,
		version: "3.0"
	};
	if (/^3\.[12](\.|$)/.test(text)) return {
		root: document,
		version: "3.1"
	};
	const found = openapi ?? swagger;
	throw notADocument(found === void 0 ? "it has neither \"openapi\" nor \"swagger\"" : `its version is ${JSON.stringify(found) ?? typeof found}, and only 2.0, 3.0, 3.1 and 3.2 are supported`);
}
function notADocument(reason) {
	return new CallError("VALIDATION_ERROR", `This is not an OpenAPI document that can be imported: ${reason}.`);
}
// src/sources/openapi/options/import-report.ts
const SHOWN_IN_SUMMARY = 20;
var ImportReport = class {
	document;
	#operations = [];
	#operationsById;
	#streams = 0;
	#quarantined = [];
	#findings = [];
	#convertedSchemas = 0;
	constructor(document) {
		this.document = document;
	}
	get operations() {
		return [...this.#operations];
	}
	get quarantined() {
		return this.#quarantined;
	}
	get findings() {
		return this.#findings;
	}
	get convertedSchemas() {
		return this.#convertedSchemas;
	}
	operation(id) {
		this.#operationsById ??= new Map(this.#operations.map((operation) => [operation.id, operation]));
		return this.#operationsById.get(id);
	}
	summary() {
		const streams = this.#streams;
		const lines = [
			`${this.document}: ${counted(this.#operations.length, "operation")} imported${streams > 0 ? ` (${counted(streams, "stream")})` : ""}, ${String(this.#quarantined.length)} quarantined`,
			...this.#quarantined.map(({ method, path, reason }) => `  quarantined: ${method} ${path}: ${reason}`),
			...this.#findings.map(({ kind, where, why }) => `  ${kind}: ${where}: ${why}`)
		];
		const hidden = lines.length - 1 - SHOWN_IN_SUMMARY;
		if (hidden <= 0) return lines.join("\n");
		return [...lines.slice(0, 21), `  and ${String(hidden)} more`].join("\n");
	}
	toJSON() {
		const { document, operations, quarantined, findings } = this;
		return {
			document,
			operations,
			quarantined,
			findings
		};
	}
	addOperation(operation) {
		this.#operations.push(operation);
		this.#operationsById = void 0;
		if (operation.form !== void 0) this.#streams++;
		for (const finding of operation.findings) this.#findings.push(finding);
	}
	addQuarantined(operation) {
		this.#quarantined.push(operation);
	}
	addFinding(finding) {
		this.#findings.push(finding);
	}
	countConvertedSchema() {
		this.#convertedSchemas++;
	}
};
// src/sources/openapi/operation/own-extension.ts
const INPUTS = [
	"body",
	"optional",
	"none"
];
function ownInput(operation) {
	const input = ownObject(operation, "x-operation")?.["input"];
	return INPUTS.includes(input) ? input : void 0;
}
function idInDocument(operation) {
	const own = ownObject(operation, "x-operation");
	return (own && ownText(own, "id")) ?? ownText(operation, "operationId");
}
function ownErrors(operation) {
	const declared = ownObject(ownObject(operation, "x-operation") ?? {}, "errorSchemas");
	if (declared === void 0) return void 0;
	const errors = Object.entries(declared).flatMap(([code, error]) => {
		if (!isRawObject(error)) return [];
		const description = ownText(error, "description");
		const { httpStatus, schema } = error;
		const isStatus = Number.isInteger(httpStatus) && Number(httpStatus) >= 400 && Number(httpStatus) <= 599;
		return [[code, {
			...description !== void 0 && { description },
			...isStatus && { httpStatus: Number(httpStatus) },
			schema
		}]];
	});
	return Object.fromEntries(errors);
}
function choicesIn(branch) {
	if (!isRawObject(branch) || Object.keys(branch).length > 1 || !Array.isArray(branch["anyOf"])) return [branch];
	return branch["anyOf"];
}
// src/sources/openapi/operation/read-deprecation.ts
const NOTHING$5 = {};
function readDeprecation(operation, idOf) {
	if (operation["deprecated"] !== true) return void 0;
	const own = ownObject(ownObject(operation, "x-operation") ?? NOTHING$5, "deprecated") ?? NOTHING$5;
	const reason = ownText(own, "reason") ?? ownText(operation, "x-speakeasy-deprecation-message");
	const replacement = ownText(own, "successor") ?? ownText(operation, "x-speakeasy-deprecation-replacement");
	const successor = replacement !== void 0 && replacement !== idInDocument(operation) ? idOf(replacement) : void 0;
	const since = dateIn(own, "since");
	const sunset = dateIn(own, "sunset") ?? dateIn(operation, "x-sunset");
	const isInOrder = since === void 0 || sunset === void 0 || Number(instantOf(since)) <= Number(instantOf(sunset));
	const known = Object.entries({
		reason,
		successor,
		since,
		sunset: isInOrder ? sunset : void 0
	}).filter(([, value]) => value !== void 0);
	return known.length === 0 ? true : Object.fromEntries(known);
}
function dateIn(object, field) {
	const text = ownText(object, field);
	return text !== void 0 && instantOf(text) !== void 0 ? text : void 0;
}
// src/sources/openapi/operation/read-parameter-texts.ts
const MOST_TEXTS = 200;
const NOTHING$4 = {};
function readParameterTexts({ operation, pathItem, document }, references) {
	const resolved = (value) => {
		const found = references.resolve(value, document);
		return typeof found === "string" ? NOTHING$4 : found.value;
	};
	const texts = /* @__PURE__ */ new Map();
	const add = (name, description) => {
		if (name !== void 0 && texts.size < MOST_TEXTS && !texts.get(name)) texts.set(name, description ?? "");
	};
	const addProperties = (schema) => {
		const properties = ownObject(resolved(schema), "properties") ?? NOTHING$4;
		for (const [name, property] of Object.entries(properties)) add(name, isRawObject(property) ? ownText(property, "description") : void 0);
	};
	for (const given of [...ownList(operation, "parameters"), ...ownList(pathItem, "parameters")]) {
		const parameter = resolved(given);
		if (parameter["in"] === "body") addProperties(parameter["schema"]);
		else add(ownText(parameter, "name"), ownText(parameter, "description"));
	}
	const content = ownObject(resolved(operation["requestBody"]), "content") ?? NOTHING$4;
	for (const media of Object.values(content)) addProperties(resolved(media)["schema"]);
	return Array.from(texts, ([name, description]) => ({
		name,
		description
	}));
}
// src/sources/openapi/operation/read-examples.ts
const NOTHING$3 = {};
function readExamples({ operation, pathItem, document }, references) {
	const resolved = (value) => resolvedIn(references, value, document);
	const exampleOf = (holder) => exampleIn(holder, resolved);
	const examples = [];
	for (const given of [...ownList(pathItem, "parameters"), ...ownList(operation, "parameters")]) {
		const parameter = resolved(given);
		const example = exampleOf(parameter);
		const name = ownText(parameter, "name");
		if (name !== void 0 && example !== void 0) examples.push([name, example]);
	}
	const body = exampleOfContent(resolved(operation["requestBody"]), resolved);
	if (body !== void 0) examples.push(["body", body]);
	return Object.fromEntries(examples);
}
function readOutputExample({ operation, document }, references) {
	const resolved = (value) => resolvedIn(references, value, document);
	return Object.entries(ownObject(operation, "responses") ?? NOTHING$3).filter(([status]) => status.startsWith("2")).map(([, response]) => exampleOfContent(resolved(response), resolved)).find((example) => example !== void 0);
}
function resolvedIn(references, value, document) {
	const found = references.resolve(value, document);
	return typeof found === "string" ? NOTHING$3 : found.value;
}
function exampleOfContent(holder, resolved) {
	return Object.entries(ownObject(holder, "content") ?? NOTHING$3).map(([type, media]) => isJSON(type) ? exampleIn(resolved(media), resolved) : void 0).find((example) => example !== void 0);
}
function exampleIn(holder, resolved) {
	if (holder["example"] !== void 0) return holder["example"];
	return Object.values(ownObject(holder, "examples") ?? NOTHING$3).map((each) => isRawObject(each) ? resolved(each)["value"] : void 0).find((value) => value !== void 0);
}
// src/sources/openapi/imported-operation.ts
const MOST_NAMES = 50;
const NOTHING$2 = {};
const OPEN_TO_ALL = { requiredScopes: [] };
const SAFE_METHODS = /* @__PURE__ */ new Set([
	"GET",
	"HEAD",
	"QUERY",
	"OPTIONS"
]);
const IDEMPOTENT_METHODS = /* @__PURE__ */ new Set(["PUT", "DELETE"]);
const DEFAULT_VERSION = "1.0.0";
var ImportedOperation = class {
	name;
	namespace;
	version;
	type;
	title;
	description;
	tags;
	accessControl;
	idempotent;
	handler;
	#variant;
	#inputSchema;
	#outputSchema;
	#errorSchemas;
	constructor(variant) {
		const { name, namespace, form } = variant;
		const { root, config } = variant.source;
		const { operation, method, path } = variant.candidate;
		const own = ownObject(operation, "x-operation") ?? NOTHING$2;
		const tags = ownTexts(operation, "tags");
		this.name = name;
		this.namespace = namespace;
		this.version = ownText(own, "version") ?? ownText(ownObject(root, "info") ?? NOTHING$2, "version") ?? DEFAULT_VERSION;
		this.type = form === void 0 ? typeOf(method, own) : OperationType.SUBSCRIPTION;
		this.title = ownText(operation, "summary");
		const described = ownText(operation, "description") ?? this.title ?? `${method} ${path}`;
		this.description = typeof own["description"] === "string" ? own["description"] : described;
		this.tags = tags.length > 0 ? tags : void 0;
		this.accessControl = config.accessControl ?? OPEN_TO_ALL;
		const isIdempotent = own["idempotent"] === true || this.type === OperationType.MUTATION && IDEMPOTENT_METHODS.has(method);
		this.idempotent = isIdempotent ? true : void 0;
		this.#variant = variant;
		this.handler = variant.createHandler(() => this.inputSchema);
	}
	get origin() {
		const { method, path, operation, document } = this.#variant.candidate;
		const name = ownText(operation, "operationId") ?? `${method} ${path}`;
		return {
			source: "openapi",
			location: shownLocation(document.url),
			name
		};
	}
	get deprecated() {
		return readDeprecation(this.#variant.candidate.operation, this.#variant.source.idOf);
	}
	get security() {
		const { operation } = this.#variant.candidate;
		return operation["security"] ?? this.#variant.source.root["security"];
	}
	get metadata() {
		const { method, path, operation } = this.#variant.candidate;
		const externalDocs = ownObject(operation, "externalDocs");
		return {
			method,
			path,
			parameters: parameterNames(this.#variant.candidate),
			...externalDocs !== void 0 && { externalDocs },
			...ownObject(ownObject(operation, "x-operation") ?? NOTHING$2, "metadata")
		};
	}
	[PARAMETER_TEXTS]() {
		return readParameterTexts(this.#variant.candidate, this.#variant.source.references);
	}
	[INPUT_EXAMPLES]() {
		return readExamples(this.#variant.candidate, this.#variant.source.references);
	}
	[OUTPUT_EXAMPLE]() {
		return readOutputExample(this.#variant.candidate, this.#variant.source.references);
	}
	get inputSchema() {
		return this.#inputSchema ??= this.#variant.buildInputSchema();
	}
	get outputSchema() {
		return this.#outputSchema ??= this.#variant.buildOutputSchema();
	}
	get errorSchemas() {
		return (this.#errorSchemas ??= { built: this.#variant.buildErrorSchemas() }).built;
	}
	get output() {
		const output = ownObject(this.#variant.candidate.operation, "x-operation")?.["output"];
		return output === "keep" || output === "strip" ? output : void 0;
	}
	toJSON() {
		const { handler: _, ...fields } = this;
		return {
			...fields,
			inputSchema: toJSONSchema(this.inputSchema, "input"),
			outputSchema: toJSONSchema(this.outputSchema, "output"),
			errorSchemas: this.errorSchemas,
			output: this.output,
			deprecated: this.deprecated,
			origin: this.origin,
			metadata: this.metadata
		};
	}
};
function typeOf(method, own) {
	const type = own["type"];
	if (type === OperationType.QUERY || type === OperationType.MUTATION) return type;
	return SAFE_METHODS.has(method) ? OperationType.QUERY : OperationType.MUTATION;
}
function namespaceOf(operation, config) {
	const { namespace, namespaces } = config;
	const id = ownText(ownObject(operation, "x-operation") ?? NOTHING$2, "id");
	const given = id === void 0 ? "" : id.slice(0, Math.max(0, id.lastIndexOf(".")));
	if (given === "" || !(/* @__PURE__ */ new RegExp("^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*$")).test(given)) return namespace;
	if (namespaces === "document" || given === namespace || given.startsWith(`${namespace}.`)) return given;
	return `${namespace}.${given}`;
}
function parameterNames({ operation, pathItem }) {
	const names = [pathItem["parameters"], operation["parameters"]].flatMap((list) => Array.isArray(list) ? list.filter(isRawObject) : []).map((each) => ownText(each, "name") ?? ownText(each, "$ref")?.replace(/^.*\//, "") ?? "");
	const bodies = Object.values(ownObject(ownObject(operation, "requestBody") ?? NOTHING$2, "content") ?? NOTHING$2).flatMap((content) => {
		const schema = isRawObject(content) ? ownObject(content, "schema") : void 0;
		return Object.keys((schema && ownObject(schema, "properties")) ?? NOTHING$2);
	});
	return [.../* @__PURE__ */ new Set([...names, ...bodies])].filter((name) => name !== "").slice(0, MOST_NAMES);
}
// src/sources/openapi/operation/read-parameters.ts
function readParameters(reading, hasBody) {
	const found = findParameters(reading);
	const names = inputNames(found, hasBody);
	return found.map(({ value, document }, index) => ({
		raw: value,
		document,
		shape: shapeOf$1(reading, value, names[index])
	}));
}
function inputNames(parameters, hasBody) {
	const all = parameters.map(({ value }) => value["name"]);
	const isClear = (name) => name !== "__proto__" && !(hasBody && name === "body") && all.indexOf(name) === all.lastIndexOf(name);
	if (all.every(isClear)) return all;
	const taken = /* @__PURE__ */ new Set([...all.filter(isClear), "body"]);
	return parameters.map(({ value }, index) => {
		const name = all[index];
		if (isClear(name)) return name;
		let distinct = `${String(value["in"])}_${name}`;
		while (taken.has(distinct)) distinct += "_";
		taken.add(distinct);
		return distinct;
	});
}
function shapeOf$1({ version }, raw, inputName) {
	const location = raw["in"];
	const required = location === "path" || raw["required"] === true;
	const common = {
		name: raw["name"],
		in: location,
		inputName,
		required
	};
	if (version === "2.0") return {
		...common,
		...readCollectionFormat(raw, location),
		allowReserved: false
	};
	const style = parameterStyle(raw);
	const explode = typeof raw["explode"] === "boolean" ? raw["explode"] : style === "form" || style === "cookie";
	const mediaType = contentType(raw);
	const shape = {
		...common,
		style,
		explode,
		allowReserved: raw["allowReserved"] === true
	};
	return mediaType === void 0 ? shape : {
		...shape,
		mediaType
	};
}
function contentType(raw) {
	const content = ownObject(raw, "content");
	return content === void 0 ? void 0 : Object.keys(content)[0];
}
function parameterSchema(raw) {
	const content = ownObject(raw, "content");
	const [media] = content === void 0 ? [] : Object.values(content);
	return raw["schema"] ?? (isRawObject(media) ? media["schema"] : void 0);
}
// src/sources/openapi/operation/input-schema.ts
function buildInputSchema(draft, sources) {
	const { where, version, parameters, body } = sources;
	if (sources.shape.ownInput !== void 0) return wholeInput(draft, sources);
	const properties = parameters.map(({ shape, raw, document }) => {
		const source = version === "2.0" ? swaggerParameterSchema(raw) : parameterSchema(raw);
		const place = {
			document,
			where: `${where} ${shape.in} parameter ${JSON.stringify(shape.name)}`
		};
		const schema = source === void 0 ? {} : draft.translate(source, place);
		return [shape.inputName, annotate(schema, raw)];
	});
	const required = parameters.filter(({ shape }) => shape.required).map(({ shape }) => shape.inputName);
	if (body !== void 0) {
		const description = body.description === void 0 ? {} : { description: body.description };
		properties.push(["body", annotate(bodySchema(draft, body, sources), description)]);
		if (body.shape.required) required.push("body");
	}
	return draft.finish({
		type: "object",
		properties: Object.fromEntries(properties),
		...required.length > 0 && { required },
		additionalProperties: false
	});
}
function wholeInput(draft, { where, body, shape, references }) {
	const { ownInput } = shape;
	if (ownInput === "none" || body === void 0) return Undefined();
	const [content] = body.contents;
	const schema = content?.schema;
	if (schema === void 0) return Unknown();
	const root = references.resolveRoot(schema, body.document);
	const translated = draft.translate(root.value, {
		document: root.document,
		where: `${where} body`
	});
	const isOptional = ownInput === "optional";
	return draft.finish(isOptional ? { anyOf: [...choicesIn(translated), Undefined()] } : toSchemaObject(translated));
}
function toSchemaObject(schema) {
	if (schema === false) return { not: {} };
	return isRawObject(schema) ? schema : {};
}
function annotate(schema, raw) {
	const description = ownText(raw, "description");
	const isDeprecated = raw["deprecated"] === true;
	if (description === void 0 && !isDeprecated) return schema;
	return {
		...toSchemaObject(schema),
		...description !== void 0 && { description },
		...isDeprecated && { deprecated: true }
	};
}
function bodySchema(draft, { contents, document }, sources) {
	const where = `${sources.where} body`;
	const structured = contents.filter((content) => isStructured(content, {
		...sources,
		document
	}));
	const counted = structured.length > 0 ? contents.filter((content) => structured.includes(content) || isBytes(content)) : contents;
	const branches = /* @__PURE__ */ new Map();
	for (const content of counted) {
		const { mediaType, schema } = content;
		if (!structured.includes(content)) branches.set("bytes", () => ({ description: `The bytes or text of ${mediaType}, sent as they are` }));
		else if (schema === void 0) branches.set(mediaType, () => isText(mediaType) && !isForm(mediaType) ? { type: "string" } : {});
		else {
			const translate = () => draft.translate(schema, {
				document,
				where: `${where} ${mediaType}`
			});
			const isLines = streamFormat(mediaType) === "jsonl";
			branches.set(isLines ? content : identityOf(schema), isLines ? () => linesSchema(content, translate()) : translate);
		}
	}
	const schemas = Array.from(branches.values(), (build) => build());
	return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}
function linesSchema({ describesItem, schema: raw }, schema) {
	const isList = isRawObject(raw) && raw["type"] === "array" && describesItem !== true;
	return { anyOf: [
		isList ? schema : {
			type: "array",
			items: schema
		},
		...isList || describesItem === true ? [] : [schema],
		{ type: "string" }
	] };
}
function isStructured(content, { document, references }) {
	const { mediaType, schema } = content;
	if (isJSON(mediaType) || isForm(mediaType) || isMultipart(mediaType)) return true;
	if (streamFormat(mediaType) === "jsonl") return !isBytes(content);
	if (schema === void 0) return isText(mediaType) && /^text\/(?!xml)/.test(mediaType);
	if (isText(mediaType)) return !isBytes(content) && !describesStructure(references.resolve(schema, document));
	return isRange(mediaType) && !isBytes(content);
}
const STRUCTURE_KEYWORDS = [
	"properties",
	"additionalProperties",
	"items",
	"allOf",
	"anyOf",
	"oneOf",
	"xml"
];
function describesStructure(schema) {
	if (typeof schema === "string") return false;
	const types = [schema.value["type"]].flat();
	if (types.includes("object") || types.includes("array")) return true;
	return types[0] === void 0 && STRUCTURE_KEYWORDS.some((keyword) => Object.hasOwn(schema.value, keyword));
}
function isBytes({ schema }) {
	return schema === void 0 || isRawObject(schema) && isBinary(schema);
}
function identityOf(schema) {
	return isRawObject(schema) && typeof schema["$ref"] === "string" && Object.keys(schema).length === 1 ? schema["$ref"] : schema;
}
// src/sources/openapi/operation/stream-item-schema.ts
const EVENT_FIELDS = /* @__PURE__ */ new Set([
	"event",
	"data",
	"id",
	"retry",
	"comment"
]);
const MAX_DEPTH = 10;
function findItemSchemas({ mediaType, schema, itemSchema }, document, references) {
	const isEvents = streamFormat(mediaType) === "sse";
	const given = itemSchema ?? schema;
	if (given === void 0) return [];
	const resolved = references.resolve(given, document);
	if (typeof resolved === "string") return [{
		value: given,
		document
	}];
	const item = itemSchema === void 0 && resolved.value["type"] === "array" && isRawObject(resolved.value["items"]) ? {
		value: resolved.value["items"],
		document: resolved.document,
		enclosing: resolved.value
	} : {
		value: given,
		document
	};
	return isEvents ? dataSchemas(item, {
		references,
		depth: 0
	}) : [item];
}
function dataSchemas(item, { references, depth }) {
	const resolved = references.resolve(item.value, item.document);
	if (typeof resolved === "string" || depth > MAX_DEPTH) return [item];
	const { value, document } = resolved;
	const branches = [value["oneOf"], value["anyOf"]].find(Array.isArray);
	if (branches !== void 0 && branches.length > 0 && branches.every((branch) => isEvent({
		value: branch,
		document
	}, references))) return branches.flatMap((branch) => dataSchemas({
		value: branch,
		document
	}, {
		references,
		depth: depth + 1
	}));
	if (!isEvent(resolved, references)) return [item];
	const data = ownObject(ownObject(value, "properties"), "data");
	return data === void 0 ? [item] : [{
		value: withoutContent(data),
		document,
		enclosing: value
	}];
}
function isEvent(item, references) {
	const resolved = references.resolve(item.value, item.document);
	const properties = typeof resolved === "string" ? void 0 : ownObject(resolved.value, "properties");
	return properties !== void 0 && Object.hasOwn(properties, "data") && Object.keys(properties).every((name) => EVENT_FIELDS.has(name));
}
function withoutContent(data) {
	const { contentMediaType, contentSchema } = data;
	if (typeof contentMediaType !== "string" || !isJSON(contentMediaType)) return data;
	return contentSchema ?? {};
}
function holdsJSON(items, references) {
	const answers = items.map((item) => isJSONValue(item, {
		references,
		depth: 0
	}));
	if (answers.length === 0 || answers.includes(void 0)) return void 0;
	return answers.includes(true);
}
function isJSONValue(item, { references, depth }) {
	const resolved = references.resolve(item.value, item.document);
	if (typeof resolved === "string" || depth > MAX_DEPTH) return void 0;
	const { value, document } = resolved;
	const { type } = value;
	if (typeof type === "string") return type !== "string";
	if (Array.isArray(type)) return !type.includes("string") || void 0;
	if (isRawObject(value["properties"])) return true;
	const answers = [
		value["oneOf"],
		value["anyOf"],
		value["allOf"]
	].find(Array.isArray)?.map((branch) => isJSONValue({
		value: branch,
		document
	}, {
		references,
		depth: depth + 1
	})) ?? [];
	if (answers.length === 0 || answers.includes(void 0)) return void 0;
	return answers.every((answer) => answer === answers[0]) ? answers[0] : void 0;
}
// src/sources/openapi/operation/output-schema.ts
const ANYTHING = "anything";
const NOTHING$1 = {
	identity: "nothing",
	build: () => Undefined()
};
const TEXT = {
	identity: "text",
	build: () => ({ type: "string" })
};
const EMPTY_STATUS = /* @__PURE__ */ new Set(["204", "205"]);
function buildOutputSchema(draft, sources) {
	const outcomes = sources.shape.stream === void 0 ? plainOutcomes(sources) : itemOutcomes(sources);
	if (outcomes === ANYTHING || outcomes.length === 0) return Unknown();
	const distinct = [...new Map(outcomes.map((outcome) => [outcome.identity, outcome])).values()];
	if (distinct.length === 1 && distinct[0] === NOTHING$1) return Undefined();
	const branches = distinct.map(({ build }) => build(draft));
	if (branches.some((branch) => isRawObject(branch) && Object.keys(branch).length === 0)) return Unknown();
	if (branches.length === 1) return draft.finish(toSchemaObject(branches[0]));
	const isOwn = sources.shape.ownInput !== void 0;
	return draft.finish({ anyOf: isOwn ? branches.flatMap(choicesIn) : branches });
}
function plainOutcomes(sources) {
	const outcomes = [];
	const good = successes(sources.responses);
	for (const response of good) {
		const found = outcomesOf(response, sources);
		if (found === ANYTHING) return ANYTHING;
		if (found.length > 0) outcomes.push(...found);
		else if (good.length > 1) outcomes.push(NOTHING$1);
	}
	return outcomes;
}
function bodyBranches(draft, response, sources) {
	const outcomes = outcomesOf(response, sources);
	return outcomes === ANYTHING ? [] : outcomes.map(({ build }) => build(draft));
}
function outcomesOf(response, sources) {
	const { status, document } = response;
	if (EMPTY_STATUS.has(status)) return [NOTHING$1];
	const contents = response.contents.filter(({ mediaType }) => streamFormat(mediaType) === void 0);
	const json = contents.filter(({ mediaType }) => isJSON(mediaType));
	const counted = json.length > 0 ? json : contents;
	const outcomes = [];
	for (const { mediaType, schema } of counted) {
		const isData = isJSON(mediaType) || isRange(mediaType);
		if (!isData && !isText(mediaType)) return ANYTHING;
		if (!isData) outcomes.push(TEXT);
		else if (schema === void 0) return ANYTHING;
		else outcomes.push(schemaOutcome(schema, {
			document,
			where: `${sources.where} response ${status}`
		}, sources));
	}
	return outcomes;
}
function schemaOutcome(schema, place, { shape, references }) {
	const root = shape.ownInput !== void 0 ? references.resolveRoot(schema, place.document) : {
		value: schema,
		document: place.document
	};
	return {
		identity: identityOf(schema),
		build: (draft) => draft.translate(root.value, {
			...place,
			document: root.document
		})
	};
}
function itemOutcomes(sources) {
	const { responses, shape, where, references } = sources;
	const outcomes = [];
	for (const { status, document, contents } of successes(responses)) for (const content of contents) {
		if (streamFormat(content.mediaType) !== shape.stream) continue;
		const items = findItemSchemas(content, document, references);
		if (items.length === 0) return ANYTHING;
		for (const { value, ...place } of items) outcomes.push(schemaOutcome(value, {
			...place,
			where: `${where} response ${status}`
		}, sources));
	}
	return outcomes;
}
// src/sources/openapi/operation/error-schema.ts
const FIRST = 400;
const LAST = 599;
const ANY_ANSWER = _Object_({
	status: Integer({
		minimum: FIRST,
		maximum: LAST
	}),
	body: Optional(Unknown())
});
function describeAnswers(responses) {
	const declared = errorResponses(responses).map(({ status, description = "" }) => `${status} ${description}`.trim());
	return `The API could not be called, or answered with an error, whose status is in \`details.status\`.${declared.length === 0 ? "" : ` The document declares ${declared.join("; ")}.`}`;
}
function buildAnswersSchema(draft, sources) {
	const declared = errorResponses(sources.responses);
	const branches = declared.map((response) => {
		const { status, description } = response;
		const bodies = bodyBranches(draft, response, sources);
		const body = bodies.length > 1 ? { anyOf: bodies } : bodies[0] ?? {};
		return answer(statusSchema(status, declared), {
			body,
			description
		});
	});
	const other = statusSchema("default", declared);
	if (!declared.some(({ status }) => status === "default") && other !== void 0) branches.push(answer(other, {}));
	return draft.finish(branches.length === 1 ? branches[0] : { anyOf: branches });
}
function errorResponses(responses) {
	const good = successes(responses);
	return responses.filter((response) => /^[45](?:\d\d|XX)$/.test(response.status) || response.status === "default" && !good.includes(response));
}
function answer(status, { body = {}, description }) {
	return {
		type: "object",
		...description !== void 0 && { description },
		properties: {
			status: status ?? {},
			body,
			headers: { type: "object" },
			retryAfterMs: { type: "number" }
		},
		required: ["status"]
	};
}
function statusSchema(status, declared) {
	if (/^\d{3}$/.test(status)) return { const: Number(status) };
	const has = (name) => status === "default" && declared.some((each) => each.status === name);
	const minimum = status === "5XX" || has("4XX") ? 500 : FIRST;
	const maximum = status === "4XX" || has("5XX") ? 499 : LAST;
	if (minimum > maximum) return void 0;
	const exact = declared.map((each) => Number(each.status)).filter((each) => each >= minimum && each <= maximum);
	return {
		type: "integer",
		minimum,
		maximum,
		...exact.length > 0 && { not: { enum: exact } }
	};
}
// src/sources/openapi/operation/read-body.ts
function readRequestBody(reading) {
	const found = findBody(reading);
	if (found === void 0) return void 0;
	if (found.kind === "media") return readMedia(found.body, found.media);
	if (found.kind === "fields") return readForm(found.fields, found.consumes);
	const { body, consumes } = found;
	return bodyOf(consumes.length > 0 ? consumes : ["application/json"], {
		...body,
		required: body.value["required"] === true,
		schema: body.value["schema"]
	});
}
function readMedia({ value, document }, media) {
	return {
		document,
		shape: {
			required: value["required"] === true,
			contents: media.map(readContent)
		},
		contents: media.map(({ mediaType, raw }) => ({
			mediaType,
			schema: raw["schema"] ?? raw["itemSchema"],
			describesItem: raw["schema"] === void 0 && raw["itemSchema"] !== void 0
		})),
		description: ownText(value, "description")
	};
}
function readContent({ mediaType, raw }) {
	const encoding = ownObject(raw, "encoding");
	if (encoding === void 0) return { mediaType };
	const byProperty = Object.entries(encoding).filter((entry) => isRawObject(entry[1]));
	return {
		mediaType,
		encoding: Object.fromEntries(byProperty.map(([name, raw]) => [name, readEncoding(raw)]))
	};
}
const ENCODING_STYLES = [
	"form",
	"spaceDelimited",
	"pipeDelimited",
	"deepObject"
];
function readEncoding(raw) {
	const { style, explode, allowReserved } = raw;
	return {
		contentType: ownText(raw, "contentType"),
		style: ENCODING_STYLES.includes(style) ? style : void 0,
		explode: typeof explode === "boolean" ? explode : void 0,
		allowReserved: typeof allowReserved === "boolean" ? allowReserved : void 0
	};
}
function readForm(fields, consumes) {
	const hasFile = fields.some(({ value }) => value["type"] === "file");
	const forms = consumes.filter((type) => /^(multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type));
	const byDefault = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
	const suitable = hasFile ? forms.filter((type) => /^multipart/i.test(type)) : forms;
	const types = suitable.length > 0 ? suitable : [byDefault];
	const required = fields.some(({ value }) => value["required"] === true);
	const properties = fields.map(({ value }) => [value["name"], fieldSchema(value)]);
	const schema = {
		type: "object",
		properties: Object.fromEntries(properties),
		required: fields.filter(({ value }) => value["required"] === true).map(({ value }) => value["name"])
	};
	const lists = fields.filter(({ value }) => value["type"] === "array");
	const encoding = Object.fromEntries(lists.map(({ value }) => [value["name"], readCollectionFormat(value, "query")]));
	return bodyOf(types, {
		document: fields[0].document,
		value: {},
		required,
		schema,
		encoding
	});
}
function fieldSchema(field) {
	const description = ownText(field, "description");
	return {
		...swaggerParameterSchema(field),
		...description !== void 0 && { description }
	};
}
function bodyOf(types, body) {
	const { document, required, schema, encoding } = body;
	return {
		document,
		shape: {
			required,
			contents: types.map((mediaType) => ({
				mediaType,
				encoding
			}))
		},
		contents: types.map((mediaType) => ({
			mediaType,
			schema
		})),
		description: ownText(body.value, "description")
	};
}
// src/sources/openapi/operation/read-service.ts
function readServers(owner) {
	const servers = ownList(owner, "servers").filter(isRawObject).map(readServer);
	return servers.length > 0 ? servers : void 0;
}
function readServer(raw) {
	const url = ownText(raw, "url") ?? "/";
	const variables = Object.entries(ownObject(raw, "variables") ?? {}).filter((entry) => isRawObject(entry[1]));
	if (variables.length === 0) return { url };
	const read = variables.map(([name, variable]) => {
		const choices = ownTexts(variable, "enum");
		const given = variable["default"];
		return [name, {
			default: typeof given === "string" || typeof given === "number" ? String(given) : choices[0] ?? "",
			...choices.length > 0 && { enum: choices }
		}];
	});
	return {
		url,
		variables: Object.fromEntries(read)
	};
}
function readSwaggerServers(root) {
	const host = ownText(root, "host");
	const basePath = ownText(root, "basePath") ?? "/";
	if (host === void 0) return [{ url: basePath }];
	const schemes = ownTexts(root, "schemes").filter((scheme) => scheme === "https" || scheme === "http");
	return (schemes.length === 0 ? ["https"] : schemes.toSorted().toReversed()).map((scheme) => ({ url: `${scheme}://${host}${basePath === "/" ? "" : basePath}` }));
}
function readSecurity(owner) {
	if (!Array.isArray(owner["security"])) return void 0;
	return owner["security"].filter(isRawObject).map((requirement) => Object.fromEntries(Object.keys(requirement).map((scheme) => [scheme, ownTexts(requirement, scheme)])));
}
function readSecuritySchemes(document, version, references) {
	const { root } = document;
	const schemes = version === "2.0" ? ownObject(root, "securityDefinitions") : ownObject(ownObject(root, "components") ?? {}, "securitySchemes");
	return Object.fromEntries(Object.entries(schemes ?? {}).map(([name, item]) => {
		const resolved = references.resolve(item, document);
		return [name, typeof resolved === "string" ? {
			type: "other",
			name
		} : readScheme(resolved.value, name)];
	}));
}
function readScheme(raw, name) {
	switch (raw["type"]) {
		case "basic": return {
			type: "http",
			scheme: "basic"
		};
		case "http": return {
			type: "http",
			scheme: (ownText(raw, "scheme") ?? "bearer").toLowerCase()
		};
		case "apiKey": {
			const location = raw["in"];
			const key = ownText(raw, "name");
			if (key === void 0 || location !== "header" && location !== "query" && location !== "cookie") break;
			return {
				type: "apiKey",
				name: key,
				in: location
			};
		}
		case "oauth2": return readOAuth2(raw);
		case "openIdConnect": return {
			type: "openIdConnect",
			url: ownText(raw, "openIdConnectUrl") ?? ""
		};
	}
	return {
		type: "other",
		name
	};
}
function readOAuth2(raw) {
	const flows = ownObject(raw, "flows") ?? {};
	const flow = ownObject(flows, "clientCredentials") ?? Object.values(flows).find(isRawObject) ?? raw;
	const scopes = Object.keys(ownObject(flow, "scopes") ?? {});
	const code = ownObject(flows, "authorizationCode") ?? (raw["flow"] === "accessCode" ? raw : void 0);
	const login = code && {
		authorizationUrl: ownText(code, "authorizationUrl"),
		tokenUrl: ownText(code, "tokenUrl")
	};
	return {
		type: "oauth2",
		tokenUrl: ownText(flow, "tokenUrl"),
		scopes,
		...login === void 0 ? {} : { login }
	};
}
// src/sources/openapi/operation/read-operation.ts
const FORBIDDEN_METHODS = /* @__PURE__ */ new Set([
	"CONNECT",
	"TRACE",
	"TRACK"
]);
const METHOD = /^[A-Z0-9!#$%&'*+.^_`|~-]+$/;
function checkOperation(reading) {
	const { method } = reading;
	if (FORBIDDEN_METHODS.has(method)) throw new Error(`fetch does not send ${method} requests`);
	if (!METHOD.test(method)) throw new Error("this is not an HTTP method");
	findBody(reading);
	findParameters(reading);
	return findForms(reading);
}
function readOperation(reading, service, form) {
	const body = readRequestBody(reading);
	const sources = {
		body,
		parameters: readParameters(reading, body !== void 0),
		responses: readResponses(reading)
	};
	return {
		...sources,
		shape: shapeOf(reading, {
			...service,
			...sources
		}, form)
	};
}
function shapeOf({ method, path, operation, pathItem, references }, { parameters, body, responses, ...service }, stream) {
	let known;
	return {
		method,
		path,
		servers: readServers(operation) ?? readServers(pathItem) ?? service.servers,
		parameters: parameters.map(({ shape }) => shape),
		body: body?.shape,
		responses: responseShapes(responses, stream),
		security: readSecurity(operation) ?? service.security,
		securitySchemes: service.securitySchemes,
		ownInput: ownInput(operation),
		stream,
		get jsonItems() {
			return (known ??= { jsonItems: readJSONItems(references, responses, stream) }).jsonItems;
		}
	};
}
function responseShapes(responses, stream) {
	const good = successes(responses);
	return responses.map((response) => {
		const { status, contents } = response;
		return {
			status,
			mediaTypes: (good.includes(response) ? contents.filter(({ mediaType }) => streamFormat(mediaType) === stream) : contents).map(({ mediaType }) => mediaType)
		};
	});
}
function readJSONItems(references, responses, stream) {
	if (stream === void 0) return void 0;
	return holdsJSON(successes(responses).flatMap(({ contents, document }) => contents.filter(({ mediaType }) => streamFormat(mediaType) === stream).flatMap((content) => findItemSchemas(content, document, references))), references);
}
// src/sources/openapi/lazy-variant.ts
var LazyVariant = class {
	namespace;
	name;
	form;
	source;
	candidate;
	#findings;
	#drafts;
	#variant;
	#failures;
	constructor(source, candidate, { namespace, name, form, findings }) {
		this.source = source;
		this.candidate = candidate;
		this.namespace = namespace;
		this.name = name;
		this.form = form;
		this.#findings = findings;
	}
	get id() {
		return operationId(this);
	}
	get method() {
		return this.candidate.method;
	}
	get path() {
		return this.candidate.path;
	}
	get findings() {
		return this.#drafts === void 0 ? this.#findings : [...this.#findings, ...this.#drafts.flatMap(({ findings }) => findings)];
	}
	get kept() {
		const { shape } = this.#read();
		return [
			...shape.stream === void 0 ? [] : ["stream"],
			...shape.parameters.map((parameter) => `${parameter.in} parameter ${JSON.stringify(parameter.name)}`),
			...shape.body?.contents.map(({ mediaType }) => `body ${mediaType}`) ?? [],
			...shape.responses.map(({ status, mediaTypes }) => `response ${[status, ...mediaTypes].join(" ")}`)
		];
	}
	toJSON() {
		const { id, method, path, kept, findings } = this;
		return {
			id,
			method,
			path,
			kept,
			findings
		};
	}
	createHandler(readInputSchema) {
		const readCall = () => ({
			shape: this.#read().shape,
			inputSchema: readInputSchema()
		});
		return this.source.deferHandler(this.form, readCall);
	}
	buildInputSchema() {
		return this.#build("request", (draft) => buildInputSchema(draft, this.#schemaSources()));
	}
	buildOutputSchema() {
		return this.#build("response", (draft) => buildOutputSchema(draft, this.#schemaSources()));
	}
	buildErrorSchemas() {
		const declared = this.#buildOwnErrors();
		const { shape, responses } = this.#read();
		if (shape.ownInput !== void 0) return declared;
		let schema;
		const build = () => schema ??= this.#buildAnswersSchema();
		return {
			EXECUTION_ERROR: {
				description: describeAnswers(responses),
				get schema() {
					return build();
				}
			},
			...declared
		};
	}
	#buildAnswersSchema() {
		try {
			const draft = this.source.schemas.draft("response");
			const schema = buildAnswersSchema(draft, this.#schemaSources());
			(this.#drafts ??= []).push(draft);
			return schema;
		} catch (thrown) {
			const why = `the schemas of its errors cannot be used: ${messageOf(thrown)}`;
			const finding = {
				kind: "widened",
				where: `${this.method} ${this.path} responses`,
				why
			};
			this.#findings.push(finding);
			this.source.report.addFinding(finding);
			return ANY_ANSWER;
		}
	}
	#buildOwnErrors() {
		const declared = ownErrors(this.candidate.operation);
		if (declared === void 0) return void 0;
		const { document } = this.candidate;
		const built = Object.entries(declared).map(([code, { schema, ...rest }]) => {
			if (schema === void 0) return [code, rest];
			const root = this.source.references.resolveRoot(schema, document);
			const place = {
				document: root.document,
				where: `${this.method} ${this.path} error ${code}`
			};
			try {
				const details = this.#build("response", (draft) => draft.finish(draft.translate(root.value, place)));
				return [code, {
					...rest,
					schema: details
				}];
			} catch {
				return [code, rest];
			}
		});
		return Object.fromEntries(built);
	}
	#read() {
		if (this.#variant === void 0) {
			const reading = readingOf(this.source, this.candidate, []);
			this.#variant = readOperation(reading, this.source.shape, this.form);
		}
		return this.#variant;
	}
	#schemaSources() {
		const { version, references } = this.source;
		return {
			...this.#read(),
			where: `${this.method} ${this.path}`,
			version,
			references
		};
	}
	#build(direction, make) {
		const failure = this.#failures?.get(direction);
		if (failure !== void 0) throw failure.thrown;
		const draft = this.source.schemas.draft(direction);
		try {
			const schema = make(draft);
			(this.#drafts ??= []).push(draft);
			return schema;
		} catch (thrown) {
			const { method, path, operationId } = this.candidate;
			const reason = `the schema of its ${direction} cannot be used: ${messageOf(thrown)}`;
			this.source.report.addQuarantined({
				method,
				path,
				operationId,
				reason
			});
			(this.#failures ??= /* @__PURE__ */ new Map()).set(direction, { thrown });
			throw thrown;
		}
	}
};
// src/sources/openapi/operation/operation-names.ts
const HASH_LENGTH = 9;
function wantedName({ method, path, operationId }) {
	const fromId = operationId === void 0 ? "" : toName(operationId);
	if (fromId !== "") return shorten(fromId, 64);
	const parts = path.split(/[^A-Za-z0-9_-]+/).filter((part) => part !== "");
	return shorten(toName([method.toLowerCase(), ...parts].join("_")), 64);
}
function toName(text) {
	if (/^[A-Za-z0-9_-]*$/.test(text)) return text;
	const name = text.replaceAll(/[^A-Za-z0-9_-]+/g, "_");
	let start = 0;
	let end = name.length;
	while (start < end && name[start] === "_") start++;
	while (end > start && name[end - 1] === "_") end--;
	return name.slice(start, end);
}
function shorten(name, length) {
	if (name.length <= length) return name;
	return `${name.slice(0, length - HASH_LENGTH)}_${shortHash(name)}`;
}
var OperationNames = class {
	#owners = /* @__PURE__ */ new Map();
	#wanted = /* @__PURE__ */ new Map();
	#namespaceOf;
	constructor(sources, namespaceOf = () => "") {
		this.#namespaceOf = namespaceOf;
		for (const source of sources) {
			const name = wantedName(source);
			this.#wanted.set(source, name);
			const owner = this.#ownerOf(name, source);
			if (owner === void 0 || owner.operationId !== name && source.operationId === name) this.#give(name, source);
		}
	}
	nameOf(source) {
		const wanted = this.#wanted.get(source) ?? wantedName(source);
		return this.#ownerOf(wanted, source) === source ? wanted : this.#distinct(wanted, source);
	}
	streamNameOf(name, source) {
		const wanted = `${shorten(name, 57)}_stream`;
		return this.#ownerOf(wanted, source) === void 0 ? this.#give(wanted, source) : this.#distinct(wanted, source);
	}
	#distinct(wanted, source) {
		const { method, path } = source;
		const stem = wanted.slice(0, 55);
		let name = `${stem}_${shortHash(`${method} ${path}`)}`;
		for (let count = 2; this.#ownerOf(name, source) !== void 0; count++) name = `${stem}_${shortHash(`${method} ${path} ${String(count)}`)}`;
		return this.#give(name, source);
	}
	#ownerOf(name, source) {
		return this.#owners.get(this.#namespaceOf(source))?.get(name);
	}
	#give(name, source) {
		const namespace = this.#namespaceOf(source);
		const owners = this.#owners.get(namespace);
		if (owners === void 0) this.#owners.set(namespace, /* @__PURE__ */ new Map([[name, source]]));
		else owners.set(name, source);
		return name;
	}
};
// src/sources/openapi/operation/read-paths.ts
const METHODS = [
	"get",
	"put",
	"post",
	"delete",
	"options",
	"head",
	"patch",
	"trace",
	"query"
].map((name) => [name, name.toUpperCase()]);
function readPaths(reading) {
	const { root, document, references, report } = reading;
	const operations = [];
	const templates = /* @__PURE__ */ new Map();
	for (const [path, item] of Object.entries(ownObject(root, "paths") ?? {})) {
		if (path.startsWith("x-")) continue;
		const quarantine = (method, reason) => report.addQuarantined({
			method,
			path,
			reason
		});
		const resolved = references.resolve(item, document);
		if (!path.startsWith("/")) quarantine("*", "a path must begin with a slash");
		else if (typeof resolved === "string") quarantine("*", `the path cannot be read: ${resolved}`);
		else {
			noteEquivalent(report, templates, path);
			const isMerged = isRawObject(item) && item !== resolved.value;
			const pathItem = isMerged ? {
				...resolved.value,
				...item
			} : resolved.value;
			const here = isMerged ? new Set(methodsOf(item).map(([, operation]) => operation)) : void 0;
			for (const [method, operation] of methodsOf(pathItem)) if (!isRawObject(operation)) quarantine(method, "an operation must be an object");
			else {
				const operationId = nameInDocument(operation);
				const where = here?.has(operation) === true ? document : resolved.document;
				operations.push({
					method,
					path,
					pathItem,
					operation,
					document: where,
					operationId
				});
			}
		}
	}
	return operations;
}
function methodsOf(pathItem) {
	const methods = [];
	for (const [name, method] of METHODS) if (pathItem[name] !== void 0) methods.push([method, pathItem[name]]);
	const additional = ownObject(pathItem, "additionalOperations");
	return additional === void 0 ? methods : [...methods, ...Object.entries(additional)];
}
function nameInDocument(operation) {
	const own = ownObject(operation, "x-operation");
	const id = own && ownText(own, "id");
	return id === void 0 ? ownText(operation, "operationId") : id.slice(id.lastIndexOf(".") + 1);
}
function noteEquivalent(report, templates, path) {
	if (!path.includes("{")) return;
	const template = path.replaceAll(/\{[^{}]*\}/g, "{}");
	const other = templates.get(template);
	if (other === void 0) templates.set(template, path);
	else report.addFinding({
		kind: "repaired",
		where: path,
		why: `it is the same address as ${other}, and both are kept`
	});
}
// src/sources/openapi/import-openapi.ts
function importOpenAPI(document, config) {
	return importDocument(document, config);
}
function importDocument(document, config) {
	const source = openDocument(document, config);
	const candidates = readPaths(source);
	const names = new OperationNames(candidates, ({ operation }) => namespaceOf(operation, config));
	const operations = [];
	for (const candidate of candidates) try {
		operations.push(...importOperation(source, candidate, names));
	} catch (thrown) {
		const { method, path, operationId } = candidate;
		source.report.addQuarantined({
			method,
			path,
			operationId,
			reason: messageOf(thrown)
		});
	}
	return {
		operations,
		report: source.report,
		logins: Object.values(source.shape.securitySchemes).flatMap(loginOf)
	};
}
function loginOf(scheme) {
	if (scheme.type === "oauth2") return scheme.login === void 0 ? [{ tokenUrl: scheme.tokenUrl }] : [scheme.login];
	return scheme.type === "openIdConnect" ? [{ openIdConnectUrl: scheme.url }] : [];
}
function FromOpenAPI(spec, config) {
	return importOpenAPI(spec, config).operations;
}
function openDocument(given, config) {
	const { root, version } = documentVersion(given);
	const url = ownText(root, "$self") ?? config.location;
	const document = {
		root,
		url: url === void 0 ? void 0 : absoluteUrl(url, config.location)
	};
	const references = new DocumentReferences(loadedDocuments(document, config));
	const info = ownObject(root, "info") ?? {};
	const report = new ImportReport([ownText(info, "title") ?? "OpenAPI document", ownText(info, "version")].join(" ").trim());
	const variants = [];
	let ids;
	const trustsPatterns = config.patterns === "trust";
	const servers = (version === "2.0" ? readSwaggerServers(root) : readServers(root)) ?? [{ url: "/" }];
	const securitySchemes = readSecuritySchemes(document, version, references);
	return {
		root,
		version,
		document,
		references,
		report,
		config,
		variants,
		idOf: (nameInDocument) => (ids ??= idsOf(variants)).get(nameInDocument),
		schemas: new DocumentSchemas({
			document,
			version,
			references,
			report,
			trustsPatterns
		}),
		shape: {
			servers,
			security: readSecurity(root) ?? [],
			securitySchemes
		},
		deferHandler: deferHTTP(config, {
			documentUrl: document.url,
			foundAt: config.location,
			reach: config.reach,
			documentServers: servers
		})
	};
}
function idsOf(variants) {
	const ids = /* @__PURE__ */ new Map();
	for (const { id, candidate } of variants) {
		const name = idInDocument(candidate.operation);
		if (name !== void 0) ids.set(name, id);
	}
	return ids;
}
function loadedDocuments(main, config) {
	const others = Object.entries(config.documents ?? {}).map(([address, root]) => {
		const url = absoluteUrl(address, config.location);
		return [url, {
			root,
			url
		}];
	});
	return new Map(main.url === void 0 ? others : [...others, [main.url, main]]);
}
function importOperation(source, candidate, names) {
	const findings = [];
	const forms = checkOperation(readingOf(source, candidate, findings));
	const name = names.nameOf(candidate);
	const namespace = namespaceOf(candidate.operation, source.config);
	return forms.map((form, index) => {
		const isSecond = index > 0;
		const ownName = isSecond ? names.streamNameOf(name, candidate) : name;
		const variant = new LazyVariant(source, candidate, {
			namespace,
			name: ownName,
			form,
			findings: isSecond ? [] : findings
		});
		source.report.addOperation(variant);
		if (!isSecond) source.variants.push(variant);
		return new ImportedOperation(variant);
	});
}
// src/sources/openapi/load-openapi.ts
async function importOpenAPIFile(path, config, fs) {
	const { loadFile } = await import("./load-document-B6HR6F5g.js");
	return importLoaded(await loadFile(path, config, fs));
}
async function importOpenAPIUrl(url, config) {
	const { loadUrl } = await import("./load-document-B6HR6F5g.js");
	return importLoaded(await loadUrl(url, config));
}
async function FromOpenAPIFile(path, config, fs) {
	return (await importOpenAPIFile(path, config, fs)).operations;
}
async function FromOpenAPIUrl(url, config) {
	return (await importOpenAPIUrl(url, config)).operations;
}
function importLoaded({ document, config, findings, revision }) {
	const imported = importDocument(document, config);
	for (const finding of findings) imported.report.addFinding(finding);
	return revision === void 0 ? imported : {
		...imported,
		revision
	};
}
// src/sources/openapi/openapi-login.ts
function apiLogin(name, api, load) {
	const { oauth } = api;
	if (oauth === void 0) return void 0;
	const flows = async (signal) => {
		const { createFlows } = await import("./openapi-flows-BiOOtTGk.js");
		return createFlows({
			name,
			api,
			load,
			signal
		});
	};
	return {
		key: keyOf(name, api),
		owner: api.login ?? "shared",
		isUnattended: isUnattended(oauth),
		redirectPort: oauth.redirectPort,
		logIn: async (steps, earlier) => await (await flows(steps.signal)).logIn(steps, earlier),
		begin: async ({ redirectUrl, signal }, earlier) => await (await flows(signal)).begin(redirectUrl, earlier),
		finish: async (pending, answer, signal) => await (await flows(signal)).finish(pending, answer),
		revoke: async (record, signal) => await (await flows(signal)).revoke(record)
	};
}
async function openLogin(api, { name, vault, stateChanged, loginCallers: callers }, load) {
	if (api.oauth === void 0 || vault === void 0) return {};
	const { openCredential } = await import("./openapi-flows-BiOOtTGk.js");
	const key = keyOf(name, api);
	return { auth: await openCredential({
		name,
		api,
		load
	}, {
		key,
		vault,
		callers,
		stateChanged
	}) };
}
function keyOf(name, { baseUrl, document }) {
	return `${name} ${baseUrl ?? document}`;
}
// src/sources/openapi/openapi-source.ts
const openAPISource = {
	configSchema: _Object_({
		document: String$1({ minLength: 1 }),
		namespace: Optional(String$1())
	}),
	login: (options, context) => apiLogin(context.name, options, () => load(options, context)),
	async open(options, context) {
		const login = await openLogin(options, context, () => load(options, context));
		const { operations, report, revision } = await load({
			...options,
			...login
		}, context);
		return {
			operations,
			revision,
			report: () => report,
			close: () => void 0
		};
	}
};
async function load({ document, oauth: _oauth, login: _login, ...options }, { name, folder, signal, isLocked }) {
	const service = {
		...options,
		namespace: options.namespace ?? name,
		signal,
		revision: isLocked
	};
	return await (/^https?:/i.test(document) ? importOpenAPIUrl(document, service) : importOpenAPIFile(toAbsolutePath(document, folder), service));
}
// src/sources/scanner/node-scanner-fs.ts
function nodeScannerFS() {
	const fs = builtinModule("node:fs/promises");
	const process = builtinModule("node:process");
	if (fs === void 0 || process === void 0) throw new Error("nodeScannerFS() needs Node 20.19 or newer, Bun or Deno; elsewhere, give a ScannerFS of your own.");
	return {
		readdir: (path) => readFolder(fs, path),
		realpath: (path) => fs.realpath(path),
		cwd: () => process.cwd()
	};
}
async function* readFolder(fs, path) {
	for await (const entry of await fs.opendir(path)) {
		const kind = entry.isSymbolicLink() ? await followLink(fs, `${path}/${entry.name}`) : entry;
		yield {
			name: entry.name,
			isFile: kind.isFile(),
			isDirectory: kind.isDirectory()
		};
	}
}
async function followLink(fs, path) {
	try {
		return await fs.stat(path);
	} catch {
		return {
			isFile: () => true,
			isDirectory: () => false
		};
	}
}
// src/sources/scanner/find-modules.ts
async function findModules(root, fs, { maxDepth, maxEntries }) {
	const modules = [];
	const problems = [];
	const visited = /* @__PURE__ */ new Map();
	let entriesLeft = maxEntries;
	const visit = async (folder, depth) => {
		try {
			if (depth > maxDepth) throw new Error(`not read: it is more than ${maxDepth} folders deep (maxDepth)`);
			const real = followsLinks(fs) ? await fs.realpath(folder) : folder;
			const first = visited.get(real);
			if (first !== void 0) throw new Error(`not read: a link to a folder that was read already, as ${first}`);
			visited.set(real, folder);
			const entries = await listFolder(fs.readdir(folder), entriesLeft);
			if (entries === void 0) throw new Error(`not read: there are more than ${maxEntries} modules and folders (maxEntries)`);
			entriesLeft -= entries.length;
			for (const { name, isDirectory } of entries) {
				const path = folder === "/" ? `/${name}` : `${folder}/${name}`;
				if (isDirectory) await visit(path, depth + 1);
				else modules.push(path);
			}
		} catch (error) {
			problems.push({
				path: folder,
				message: messageOf(error)
			});
		}
	};
	await visit(root, 0);
	return {
		modules,
		problems
	};
}
async function listFolder(entries, limit) {
	const found = [];
	for await (const entry of entries) {
		const { name, isFile, isDirectory } = entry;
		if (!(isDirectory ? isScannedFolder(name) : isFile && isModuleName(name))) continue;
		if (found.length === limit) return void 0;
		found.push(entry);
	}
	return found.sort((a, b) => a.name < b.name ? -1 : 1);
}
function followsLinks(fs) {
	return "realpath" in fs && typeof fs.realpath === "function";
}
const NO_OPERATION = /\.(?:d|test|spec|test-d)\.(?:ts|js|mjs)$/;
function isModuleName(name) {
	return /\.(?:ts|js|mjs)$/.test(name) && !NO_OPERATION.test(name) && !name.startsWith(".");
}
function isScannedFolder(name) {
	return name !== "node_modules" && !name.startsWith(".");
}
// src/sources/import-by-url.ts
async function importByURL(path) {
	return await (path.startsWith("file:") ? import(path) : import(toFileURL(path)));
}
// src/sources/scanner/scan-operations.ts
const LATE = Symbol("late");
async function scanOperations(dirPath, fs, options = {}) {
	const { onWarning = warn, ...rest } = options;
	const { operations, problems } = await scanManifest(dirPath, fs, rest);
	for (const problem of problems) onWarning(problem);
	return operations.map(({ spec }) => spec);
}
async function scanManifest(dirPath, fs, options = {}) {
	const { importModule = importByURL, timeoutMs = 1e4, maxDepth = 32, maxEntries = 1e4 } = options;
	const { modules, problems } = await findModules(toAbsolutePath(dirPath, fs.cwd()), fs, {
		maxDepth,
		maxEntries
	});
	const found = /* @__PURE__ */ new Map();
	for (const path of modules) try {
		const module = await within(importModule(toFileURL(path)), timeoutMs, LATE);
		if (module === LATE) throw new Error(`it did not finish loading within ${timeoutMs} ms (timeoutMs)`);
		const operation = readDefaultExport(module);
		const id = operationId(operation.spec);
		const other = found.get(id);
		if (other !== void 0) throw new Error(`it defines ${id}, which ${other.path} defines already`);
		found.set(id, {
			path,
			...operation
		});
	} catch (error) {
		problems.push({
			path,
			message: messageOf(error)
		});
	}
	return {
		operations: [...found.values()],
		problems
	};
}
function readDefaultExport(module) {
	const spec = defaultOf(module);
	if (spec === void 0) throw new Error("it has no default export; an operation's module exports its spec as default");
	assertValidSpec(spec);
	const { handler } = spec;
	return handler === void 0 ? { spec } : {
		spec,
		handler
	};
}
function defaultOf(module) {
	const outer = module?.default;
	return typeof outer === "object" && outer !== null && "__esModule" in outer && "default" in outer ? outer.default : outer;
}
function warn({ path, message }) {
	console.warn(`[operations] ${path}: ${message}`);
}
// src/sources/scanner/local-source.ts
const localSource = {
	configSchema: _Object_({
		folders: Optional(_Array_(String$1())),
		modules: Optional(_Array_(String$1()))
	}),
	async open(config, context) {
		const found = {
			operations: /* @__PURE__ */ new Set(),
			quarantined: []
		};
		const paths = (given = []) => given.map((path) => toAbsolutePath(path, context.folder));
		for (const folder of paths(config.folders)) await scanFolder(folder, context, found);
		for (const module of paths(config.modules)) await readModule(module, context, found);
		return {
			operations: [...found.operations],
			report: () => ({
				quarantined: found.quarantined,
				findings: []
			}),
			close: () => void 0
		};
	}
};
async function scanFolder(folder, { importModule }, found) {
	const { operations, problems } = await scanManifest(folder, nodeScannerFS(), { importModule });
	for (const { spec, handler, path: id } of operations) if (handler === void 0) found.quarantined.push({
		id,
		reason: "it has a spec but no handler"
	});
	else found.operations.add(spec);
	found.quarantined.push(...problems.map(({ path: id, message }) => ({
		id,
		reason: message
	})));
}
async function readModule(path, { importModule }, found) {
	try {
		const module = await importModule(path);
		const { default: main } = module;
		const operations = [...Object.values(module), ...isRecord(main) ? Object.values(main) : []].filter(isOperation);
		if (operations.length === 0) throw new Error("none of its exports is an operation with a handler");
		for (const operation of operations) found.operations.add(operation);
	} catch (thrown) {
		found.quarantined.push({
			id: path,
			reason: messageOf(thrown)
		});
	}
}
function isOperation(value) {
	return isRecord(value) && typeof value["name"] === "string" && typeof value["namespace"] === "string" && typeof value["handler"] === "function";
}
// src/sources/check-source-config.ts
async function checkSourceConfig(schema, config) {
	if (schema === void 0) return { value: config };
	if (isStandardSchema(schema)) return await runStandardSchema(schema, config);
	const errors = collectErrors(schema, config);
	return errors.length === 0 ? { value: config } : { errors };
}
// src/sources/source-events.ts
var SourceEvents = class {
	#onChange;
	#onState;
	#held;
	changed = () => this.#onChange?.();
	stateChanged = (change) => {
		if (this.#onState === void 0) this.#held = change;
		else this.#onState(change);
	};
	deliverChanges(listener) {
		this.#onChange = listener;
	}
	deliverStates(listener) {
		this.#onState = listener;
		if (this.#held !== void 0) listener(this.#held);
	}
	stop() {
		this.#onChange = void 0;
		this.#onState = void 0;
	}
};
// src/protocol/identity/delegated-caller.ts
const DELEGATE_SCOPE = "operations:delegate";
function callerByToken(token, holder, tokens) {
	if (tokens === void 0) throw new CallError("UNAUTHENTICATED", "The call names a caller by a token, and this side verifies no tokens: it was given no identity (serve.identitySecret of a hub's config).");
	if (holder?.scopes.includes("operations:delegate") !== true) throw new CallError("ACCESS_DENIED", `${holder?.id ?? "A peer without an identity"} may not call on behalf of others: it needs the scope ${DELEGATE_SCOPE}.`);
	const caller = tokens.identify(token);
	return caller instanceof Promise ? caller.then((known) => commonRights(known, holder)) : caller && commonRights(caller, holder);
}
function commonRights(caller, holder) {
	const held = new Set(holder.scopes);
	const { id, issuer, resources, claims } = caller;
	const scopes = caller.scopes.filter((scope) => held.has(scope));
	const common = {
		id,
		...issuer !== void 0 && { issuer },
		scopes,
		...claims !== void 0 && { claims }
	};
	if (resources === void 0 || holder.resources === void 0) return common;
	return {
		...common,
		resources: commonResources(resources, holder.resources)
	};
}
function commonResources(some, others) {
	const common = /* @__PURE__ */ new Map();
	for (const [one, actions] of Object.entries(some)) for (const [other, allowed] of Object.entries(others)) {
		const narrower = covers(one, other) ? other : one;
		if (narrower === one && !covers(other, one)) continue;
		const both = commonActions(actions, allowed);
		if (both.length > 0) common.set(narrower, [...common.get(narrower) ?? [], ...both]);
	}
	return Object.fromEntries(common);
}
function covers(wider, resource) {
	return resource === wider || resource.startsWith(`${wider}:`);
}
function commonActions(some, others) {
	if (!Array.isArray(some) || !Array.isArray(others)) return [];
	if (some.includes("*")) return others;
	return others.includes("*") ? some : some.filter((action) => others.includes(action));
}
// src/protocol/wire/mid-call-limits.ts
function assertFewQuestions(open) {
	const problem = tooManyQuestions(open);
	if (problem !== void 0) throw new CallError("OVERLOADED", problem);
}
function callEnded() {
	return new CallError("ABORTED", "The call has ended: its caller answers no more questions.", void 0, { phase: "started" });
}
function assertQuestionSize(event) {
	const problem = tooLongQuestion(event, (encodeValue(event) ?? "").length);
	if (problem !== void 0) throw new CallError("PAYLOAD_TOO_LARGE", problem);
}
// src/protocol/responder/asked-questions.ts
var AskedQuestions = class {
	#contact;
	#open = /* @__PURE__ */ new Map();
	#count = 0;
	#isOver = false;
	constructor(contact) {
		this.#contact = contact;
	}
	elicit = ({ mode, message, requestedSchema, url, elicitationId }, { signal }) => this.#ask({
		mode,
		message,
		requestedSchema,
		url,
		elicitationId
	}, signal, readElicitation);
	sample = (params, { signal }) => this.#ask({
		mode: "sampling",
		message: "",
		params
	}, signal, ({ result }) => result);
	listRoots = ({ signal }) => this.#ask({
		mode: "roots",
		message: ""
	}, signal, ({ result }) => result?.["roots"] ?? []);
	#ask(question, signal, read) {
		const answer = new Promise((resolve, reject) => {
			const questionId = String(++this.#count);
			try {
				this.#send(questionId, question, signal);
			} catch (thrown) {
				return reject(withPhase(toCallError(thrown), "started"));
			}
			const cancellation = new Cancellation();
			cancellation.onCancel(() => this.#withdraw(questionId, signal.reason));
			this.#open.set(questionId, {
				resolve,
				reject,
				stop: () => cancellation.release()
			});
			cancellation.followSignal(signal);
		}).then(read);
		answer.catch(() => void 0);
		return answer;
	}
	answer(event) {
		const asked = this.#take(event.questionId);
		if (asked === void 0) return false;
		try {
			assertAnswered(event);
			asked.resolve(event);
		} catch (thrown) {
			asked.reject(withPhase(toCallError(thrown), "started"));
		}
		return true;
	}
	end(reason = callEnded()) {
		this.#isOver = true;
		for (const questionId of this.#open.keys()) this.#take(questionId)?.reject(reason);
	}
	#send(questionId, question, signal) {
		const { requestId, link, accept } = this.#contact;
		if (this.#isOver) throw callEnded();
		signal.throwIfAborted();
		assertFewQuestions(this.#open.size);
		const event = {
			type: "call.question",
			requestId,
			questionId,
			...question
		};
		if (!isProtocolEvent(event)) throw notSendable(event, "question");
		assertQuestionSize(event);
		accept();
		link.send(event);
	}
	#withdraw(questionId, reason) {
		this.#take(questionId)?.reject(reason);
		const { requestId, link } = this.#contact;
		try {
			link.send({
				type: "call.withdrawn",
				requestId,
				questionId
			});
		} catch {}
	}
	#take(questionId) {
		const asked = this.#open.get(questionId);
		this.#open.delete(questionId);
		asked?.stop();
		return asked;
	}
};
function assertAnswered(event) {
	const { action, message = "The caller could not answer." } = event;
	if (action === "failed") throw new CallError("EXECUTION_ERROR", message);
	assertQuestionSize(event);
}
function readElicitation({ action, content }) {
	return content === void 0 ? { action } : {
		action,
		content
	};
}
function toSendableProgress({ progress, total, message }) {
	if (!Number.isFinite(progress)) return void 0;
	return {
		progress,
		total: Number.isFinite(total) ? total : void 0,
		message: typeof message === "string" ? message.slice(0, LONGEST_MESSAGE$1) : void 0
	};
}
var ProgressSender = class {
	#contact;
	#latest;
	#isDue = false;
	#isOver = false;
	#stopTimer;
	constructor(contact) {
		this.#contact = contact;
	}
	report = (progress) => {
		const report = this.#isOver ? void 0 : toSendableProgress(progress);
		if (report === void 0) return;
		this.#latest = report;
		if (this.#isDue) return;
		this.#isDue = true;
		atEndOfTick(this.#sendDue);
	};
	flush() {
		if (this.#isOver || this.#latest === void 0) return;
		this.#contact.accept();
		this.#send();
	}
	end() {
		this.cut();
		this.#send();
	}
	cut() {
		this.#isOver = true;
		this.#stopTimer?.();
		this.#stopTimer = void 0;
	}
	#sendDue = () => {
		if (this.#isOver) return;
		this.#isDue = this.#latest !== void 0;
		if (!this.#isDue) return;
		this.#contact.accept();
		this.#send();
		this.#stopTimer = onDeadline(performance.now() + 50, this.#sendDue);
	};
	#send() {
		const { requestId, link } = this.#contact;
		if (this.#latest === void 0 || link.queuedBytes > 262144) return;
		const report = this.#latest;
		this.#latest = void 0;
		try {
			link.send({
				type: "call.progress",
				requestId,
				...report
			});
		} catch {}
	}
};
// src/protocol/responder/log-sender.ts
const LONGEST_MESSAGE = 65536;
var LogSender = class {
	level;
	#contact;
	#isOver = false;
	constructor(contact, level) {
		this.#contact = contact;
		this.level = level;
	}
	write({ level, data, logger }) {
		const { requestId, link, accept } = this.#contact;
		if (this.#isOver || !isLogged(level, this.level)) return;
		sendLogged(link, {
			type: "call.logged",
			requestId,
			level,
			data,
			logger
		}, accept);
	}
	end() {
		this.#isOver = true;
	}
};
function sendLogged(link, event, accept) {
	if (link.queuedBytes > 262144) return;
	try {
		if (!isProtocolEvent(event) || (encodeValue(event.data) ?? "").length > LONGEST_MESSAGE) return;
		accept?.();
		link.send(event);
	} catch {}
}
// src/protocol/responder/caller-contact.ts
const LOG = "log:";
var CallerContact = class {
	onProgress;
	onElicitation;
	onSampling;
	onRoots;
	callerLog;
	#progress;
	#questions;
	#log;
	constructor(options, wants) {
		const progress = wants.includes("progress") ? new ProgressSender(options) : void 0;
		const accept = () => {
			progress?.flush();
			options.accept();
		};
		this.#progress = progress;
		const takes = (mode) => wants.includes(mode);
		const questions = takes("questions") || takes("sampling") || takes("roots") ? new AskedQuestions({
			...options,
			accept
		}) : void 0;
		this.#questions = questions;
		this.onProgress = progress?.report;
		this.onElicitation = takes("questions") ? questions?.elicit : void 0;
		this.onSampling = takes("sampling") ? questions?.sample : void 0;
		this.onRoots = takes("roots") ? questions?.listRoots : void 0;
		const level = wants.find((want) => want.startsWith(LOG))?.slice(4);
		this.callerLog = isLogLevel(level) ? this.#log = new LogSender(options, level) : void 0;
	}
	answer(event) {
		return this.#questions?.answer(event) ?? false;
	}
	end() {
		this.#progress?.end();
		this.#log?.end();
		this.#questions?.end();
	}
	cut(reason) {
		this.#progress?.cut();
		this.#log?.end();
		this.#questions?.end(reason);
	}
};
// src/protocol/responder/running-call.ts
var Running = class {
	request;
	isOver = false;
	host;
	cancellation = new Cancellation();
	contact;
	#call;
	#hasStarted = false;
	#isAccepted = false;
	constructor(host, request) {
		this.host = host;
		this.request = request;
	}
	credit(_n) {}
	get phase() {
		return this.#call?.phase ?? "notStarted";
	}
	accept(window) {
		if (this.isOver || this.#isAccepted && window === void 0) return;
		this.#isAccepted = true;
		const { callMap, responderId } = this.host;
		const { requestId } = this.request.event;
		const started = this.#hasStarted ? true : void 0;
		try {
			callMap.link.send({
				type: "call.accepted",
				requestId,
				responderId,
				started,
				window
			});
		} catch {}
	}
	abort(reason) {
		this.isOver = true;
		const error = reason === "TIMEOUT" ? new CallError("TIMEOUT", "The deadline has passed.") : new CallError("ABORTED", "The caller gave the call up.");
		this.contact?.cut(error);
		this.cancellation.cancel(error);
	}
	stop() {
		const { callMap } = this.host;
		const { phase } = this;
		const code = phase === "notStarted" ? "NO_RESPONDER" : "CONNECTION_LOST";
		this.abort("ABORTED");
		if (callMap.link.closedBy !== void 0) return;
		const error = new CallError(code, "The responder has stopped.", void 0, { phase });
		callMap.emitError(this.request.event.requestId, error, { seq: this.sent });
	}
	get sent() {}
	toCallRequest(identity) {
		const { event, endsAt } = this.request;
		const { operationId: id, input, requestId, parentRequestId, trace, wants, lastEventId, meta } = event;
		let context = {
			requestId,
			parentRequestId,
			identity,
			trace,
			session: this.host.session
		};
		if (endsAt !== void 0) context = {
			...context,
			deadline: toWallTime(endsAt)
		};
		if (lastEventId !== void 0) context = {
			...context,
			lastEventId
		};
		if (meta !== void 0) context = {
			...context,
			callMeta: meta
		};
		if (wants !== void 0) {
			const { link } = this.host.callMap;
			this.contact = new CallerContact({
				requestId,
				link,
				accept: () => this.accept()
			}, wants);
			const { onProgress, onElicitation, onSampling, onRoots, callerLog } = this.contact;
			context = {
				...context,
				onProgress,
				onElicitation,
				onSampling,
				onRoots,
				callerLog
			};
		}
		return {
			id,
			input,
			context,
			checked: true,
			cancellation: this.cancellation,
			onStart: this.#started
		};
	}
	answer(event) {
		return this.contact?.answer(event) ?? false;
	}
	#started = (call) => {
		this.#call = call;
		if (this.#hasStarted || call.phase !== "started") return;
		this.#hasStarted = true;
		if (!this.#isAccepted) return;
		this.#isAccepted = false;
		this.accept();
	};
	finish() {
		this.isOver = true;
		this.cancellation.release();
		this.host.ended(this.request.event.requestId);
	}
	fail = (thrown) => {
		if (this.isOver) return;
		const error = toCallError(thrown);
		const { callMap, registry, onError } = this.host;
		const { operationId, requestId } = this.request.event;
		onError(error, operationId);
		this.contact?.end();
		this.isOver = true;
		const declared = registry.getSpec(operationId)?.errorSchemas;
		if (callMap.link.closedBy === void 0) callMap.emitError(requestId, error, {
			declared,
			seq: this.sent
		});
		this.finish();
	};
};
function unsendable(thrown) {
	const error = withPhase(toCallError(thrown), "started");
	return error.code === "VALIDATION_ERROR" ? new CallError("OUTPUT_INVALID", "The result cannot be written as JSON.", void 0, { cause: error }) : error;
}
var RunningCall = class extends Running {
	start(identity) {
		const respond = (output, hasRoom) => {
			if (this.isOver) return;
			const room = hasRoom ? void 0 : roomInTurn(this.host.running.size);
			if (room !== void 0) return void room.then(() => respond(output, true));
			this.contact?.end();
			try {
				this.host.callMap.link.send({
					type: "call.responded",
					requestId: this.request.event.requestId,
					output
				});
			} catch (thrown) {
				return this.fail(unsendable(thrown));
			}
			this.finish();
		};
		this.host.registry.call(this.toCallRequest(identity)).then(respond, this.fail);
	}
};
// src/protocol/responder/running-stream.ts
const MOST_QUEUED_BYTES = 1048576;
const LOOK_AGAIN_MS = 5;
const settled = Promise.resolve();
var RunningStream = class extends Running {
	#credit = 0;
	#sent = 0;
	#items;
	#awaitsCredit = false;
	start(identity) {
		const { event, endsAt } = this.request;
		const { window = 0, maxWindow: asked = window } = event;
		const { maxWindow } = this.host.callMap.limits;
		this.credit(window);
		if (asked > maxWindow) this.accept(maxWindow);
		if (endsAt !== void 0) this.cancellation.followDeadline(endsAt);
		this.cancellation.onCancel(() => this.#wake());
		this.#items = this.host.registry.stream(this.toCallRequest(identity));
		this.#askForItem();
	}
	credit(n) {
		this.#credit = Math.min(this.#credit + n, this.host.callMap.limits.maxWindow);
		this.#wake();
	}
	abort(reason) {
		super.abort(reason);
		this.#items?.return();
	}
	get sent() {
		return this.#sent;
	}
	resolve = (item) => {
		if (this.isOver) return;
		try {
			if (item.done === true) return this.#complete();
			const room = roomInTurn();
			if (room === void 0) return this.#send(item.value);
			room.then(() => this.#send(item.value)).catch(this.reject);
		} catch (thrown) {
			this.reject(thrown);
		}
	};
	reject = (thrown) => {
		if (this.isOver) return;
		this.fail(thrown);
		this.#items?.return();
	};
	#askForItem() {
		if (this.isOver) return;
		if (this.#credit === 0 && this.cancellation.reason === void 0) {
			this.#awaitsCredit = true;
			return;
		}
		if (this.host.callMap.link.queuedBytes <= MOST_QUEUED_BYTES) this.#items?.pull(this);
		else this.#room().then(() => {
			if (!this.isOver) this.#items?.pull(this);
		});
	}
	#wake() {
		if (!this.#awaitsCredit) return;
		this.#awaitsCredit = false;
		settled.then(() => this.#askForItem());
	}
	#send(output) {
		if (this.isOver) return;
		const { requestId } = this.request.event;
		try {
			this.host.callMap.link.send({
				type: "call.responded",
				requestId,
				output,
				seq: this.#sent + 1
			});
		} catch (thrown) {
			throw unsendable(thrown);
		}
		this.#credit--;
		this.#sent++;
		this.#askForItem();
	}
	#complete() {
		this.contact?.end();
		this.host.callMap.complete(this.request.event.requestId, this.#sent);
		this.finish();
	}
	async #room() {
		const { link } = this.host.callMap;
		while (!this.isOver && this.cancellation.reason === void 0 && link.queuedBytes > MOST_QUEUED_BYTES) await delay(LOOK_AGAIN_MS);
	}
};
// src/protocol/responder/call-handler.ts
const QUIET_AFTER_STALL = 25;
const MOST_WAITS = 8;
const MOST_STARTED = 64;
var CallHandler = class {
	#options;
	#callMap;
	#stopAnswering;
	#host;
	session = new OpenCallSession();
	#running = /* @__PURE__ */ new Map();
	#ended = 0;
	#arrived = [];
	#arrivedAt = 0;
	#started = [];
	#onDrained = [];
	#isDraining = false;
	constructor(options) {
		const { registry, callMap, responderId = "responder" } = options;
		this.#options = options;
		this.#callMap = callMap;
		this.#stopAnswering = callMap.answerWith(this);
		const running = this.#running;
		const { session } = this;
		this.#host = {
			registry,
			callMap,
			responderId,
			session,
			running,
			onError: this.#report,
			ended: this.#forget
		};
	}
	get size() {
		return this.#running.size;
	}
	receive(event) {
		const { requestId } = event;
		switch (event.type) {
			case "call.requested":
				try {
					const refused = this.#refusalOf(event);
					if (refused !== void 0) throw refused;
					this.#take(event, this.#options.enterCall?.());
				} catch (thrown) {
					this.#refuse(requestId, toCallError(thrown));
				}
				return;
			case "call.aborted":
				this.#running.get(requestId)?.abort(event.reason);
				this.#forget(requestId);
				return;
			case "call.credit":
				this.#running.get(requestId)?.credit(event.n);
				return;
			case "call.answer":
				if (this.#running.get(requestId)?.answer(event) !== true) this.#callMap.counters.strayAnswers++;
				return;
			case "malformed": this.#refuse(requestId, refusal("PROTOCOL_ERROR", event.problem));
		}
	}
	closed() {
		for (const running of this.#running.values()) running.abort("ABORTED");
		this.#clear();
		this.session.end();
	}
	async drain(graceMs = 1e4) {
		this.#isDraining = true;
		const { link } = this.#callMap;
		if (link.closedBy === void 0) link.send({ type: "peer.draining" });
		if (this.size === 0) return;
		const drained = new Promise((resolve) => void this.#onDrained.push(resolve));
		await endsWithin(drained, Math.min(graceMs, LONGEST_DELAY));
	}
	close() {
		this.#stopAnswering();
		for (const running of this.#running.values()) if (!running.isOver) running.stop();
		this.#clear();
		this.session.end();
	}
	#take(event, leave) {
		const { callTimeoutMs = Infinity } = this.#options;
		const { timeoutMs = Infinity, window } = event;
		const allowed = window === void 0 ? Math.min(timeoutMs, callTimeoutMs) : timeoutMs;
		const request = {
			event,
			leave,
			endsAt: allowed === Infinity ? void 0 : performance.now() + allowed
		};
		const running = window === void 0 ? new RunningCall(this.#host, request) : new RunningStream(this.#host, request);
		this.#running.set(event.requestId, running);
		if (this.#arrived.push(running) > 1) return;
		this.#arrivedAt = performance.now();
		(this.#callMap.link.hasDeliveredAll === true ? atEndOfTick : afterArrivals)(this.#startArrived);
	}
	#refusalOf({ requestId, operationId }) {
		const { registry, mayCall } = this.#options;
		const { maxCallsInFlight } = this.#callMap.limits;
		if (this.#running.has(requestId)) return refusal("PROTOCOL_ERROR", "A call of this id is running already.");
		if (this.#isDraining) return refusal("NO_RESPONDER", "The responder is stopping.");
		if (this.#running.size >= maxCallsInFlight) return refusal("OVERLOADED", `${maxCallsInFlight} calls of this peer are running already (maxCallsInFlight).`);
		if (mayCall === void 0) return void 0;
		const spec = registry.getSpec(operationId);
		try {
			if (spec === void 0 || mayCall(spec, operationId)) return void 0;
		} catch (thrown) {
			this.#report(toCallError(thrown), operationId);
		}
		return refusal("OPERATION_NOT_FOUND", `There is no operation ${operationId}.`);
	}
	#refuse(requestId, error) {
		this.#callMap.counters.refusedCalls++;
		if (this.#running.has(requestId) || this.#callMap.link.closedBy !== void 0) return;
		this.#callMap.emitError(requestId, error);
	}
	#report = (error, operationId) => {
		try {
			this.#options.onError?.(error, operationId);
		} catch {}
	};
	#startArrived = () => {
		if (performance.now() - this.#arrivedAt > this.#callMap.limits.heartbeatMs / 2) return this.#startWhenQuiet();
		const starting = this.#arrived;
		this.#arrived = starting.length > MOST_STARTED ? starting.splice(MOST_STARTED) : [];
		if (this.#arrived.length > 0) {
			this.#arrivedAt = performance.now();
			afterArrivals(this.#startArrived);
		}
		for (const running of starting) {
			if (!running.isOver) this.#start(running);
			if (this.#started.push(running) === 1) atEndOfTick(this.#acceptStarted);
		}
	};
	#startWhenQuiet(waits = 1) {
		const count = this.#arrived.length;
		setTimeout(() => {
			this.#arrivedAt = performance.now();
			if (this.#arrived.length > count && waits < MOST_WAITS) this.#startWhenQuiet(waits + 1);
			else this.#startArrived();
		}, QUIET_AFTER_STALL);
	}
	#acceptStarted = () => {
		const started = this.#started;
		this.#started = [];
		for (const running of started) if (!running.isOver) running.accept();
	};
	#start(running) {
		const { identify } = this.#options;
		const { event } = running.request;
		try {
			const identity = identify === void 0 ? identifyCaller(event, this.#callMap.link.peer) : identify(event);
			if (identity instanceof Promise) identity.then((known) => {
				if (!running.isOver) running.start(known);
			}, (thrown) => this.#refuseIdentity(running, thrown));
			else running.start(identity);
		} catch (thrown) {
			this.#refuseIdentity(running, thrown);
		}
	}
	#refuseIdentity(running, thrown) {
		this.#callMap.counters.refusedIdentities++;
		running.fail(thrown);
	}
	#forget = (requestId) => {
		this.#running.get(requestId)?.request.leave?.();
		this.#running.delete(requestId);
		if (++this.#ended > 512 + this.#running.size) {
			this.#ended = 0;
			this.#host.running = this.#running = renewedMap(this.#running);
		}
		if (this.#running.size === 0 && this.#onDrained.length > 0) this.#clear();
	};
	#clear() {
		for (const { request } of this.#running.values()) request.leave?.();
		this.#running.clear();
		for (const resolve of this.#onDrained.splice(0)) resolve();
	}
};
function refusal(code, message) {
	return withoutStack(() => new CallError(code, message));
}
function identifyCaller({ identity, token }, peer, tokens) {
	if (identity === void 0) return token === void 0 ? peer.identity : callerByToken(token, peer.identity, tokens);
	if (peer.isTrusted) return identity;
	throw new CallError("UNAUTHENTICATED", "The connection decides who calls: the call may not claim an identity.");
}
function buildCallHandler(options) {
	return new CallHandler(options);
}
// src/protocol/links/link-base.ts
var LinkBase = class {
	closedBy;
	receivers = [];
	listen(receiver) {
		if (this.closedBy !== void 0) {
			receiver.closed(this.closedBy, false);
			return () => void 0;
		}
		this.receivers = [...this.receivers, receiver];
		return () => {
			this.receivers = this.receivers.filter((listening) => listening !== receiver);
		};
	}
	end(reason, answered = false) {
		if (this.closedBy !== void 0) return false;
		this.closedBy = reason;
		const { receivers } = this;
		this.receivers = [];
		for (const receiver of receivers) receiver.closed(reason, answered);
		return true;
	}
};
function connectionLost(closedBy) {
	return new CallError("CONNECTION_LOST", `The connection is closed: ${closedBy.message}`, void 0, {
		phase: "notStarted",
		cause: closedBy
	});
}
// src/protocol/links/memory-link.ts
function createMemoryLinks(options = {}) {
	const { identity, isTrusted = false } = options;
	const first = new MemoryLink({
		id: "memory-2",
		identity: void 0,
		isTrusted: false
	});
	const second = new MemoryLink({
		id: "memory-1",
		identity,
		isTrusted
	});
	first.other = second;
	second.other = first;
	return [first, second];
}
function createLoopbackLink() {
	const link = new MemoryLink({
		id: "loopback",
		identity: void 0,
		isTrusted: true
	});
	link.other = link;
	return link;
}
var MemoryLink = class extends LinkBase {
	other;
	peer;
	queuedBytes = 0;
	isInProcess = true;
	#arriving = [];
	constructor(peer) {
		super();
		this.peer = peer;
	}
	send(event, delivery) {
		if (this.closedBy !== void 0) throw connectionLost(this.closedBy);
		this.other?.arrive({
			event,
			delivery
		});
	}
	arrive(arriving) {
		if (this.#arriving.push(arriving) > 1) return;
		queueMicrotask(() => {
			const arrived = this.#arriving;
			this.#arriving = [];
			for (const { event, delivery } of arrived) {
				if (this.closedBy !== void 0) return;
				if (delivery?.isWithdrawn === true) continue;
				if (delivery !== void 0) delivery.isSent = true;
				for (const receiver of this.receivers) if (this.closedBy === void 0) receiver.event(event);
			}
		});
	}
	close(reason = new CallError("CONNECTION_LOST", "The link was closed."), answered = false) {
		if (this.end(reason)) queueMicrotask(() => this.other?.end(reason, answered));
	}
};
// src/protocol/wire/protocol-counters.ts
function newCounters() {
	return {
		malformedFrames: 0,
		malformedEvents: 0,
		strayAnswers: 0,
		refusedIdentities: 0,
		refusedCalls: 0,
		refusedOffers: 0,
		refusedHandshakes: 0,
		conflictingPeerIds: 0,
		unsealedTexts: 0
	};
}
// src/protocol/caller/outgoing-calls.ts
const LOOKS = 5;
var OutgoingCalls = class {
	link;
	counters;
	limits;
	#pending = /* @__PURE__ */ new Map();
	#ended = 0;
	#options;
	#resolve;
	#stopListening;
	#nextLook;
	constructor(link, options) {
		this.link = link;
		this.limits = toProtocolLimits(options.limits);
		this.counters = options.counters ?? newCounters();
		this.#options = options;
		const { resolve, prepare } = options;
		this.#resolve = prepare === void 0 ? resolve : (given) => preparedBy(prepare, resolve(given));
		this.#stopListening = link.listen({
			event: this.#receive,
			closed: this.#closed
		});
	}
	get size() {
		return this.#pending.size;
	}
	call(id, input, given) {
		return new Promise((resolve, reject) => {
			const options = this.#resolve(given);
			const call = new PendingCall(this, resolve, reject);
			if (options instanceof Promise) options.then((prepared) => call.begin({
				id,
				input,
				options: prepared
			})).catch(reject);
			else call.begin({
				id,
				input,
				options
			});
		});
	}
	subscribe(id, input, options) {
		const { window = this.limits.window } = options === void 0 || !("window" in options) ? {} : options;
		const kept = keepDeadline(options);
		return new RemoteSubscription({
			host: this,
			id,
			input,
			options: () => this.#resolve(kept),
			window: {
				items: window,
				bytes: this.link.isInProcess === true ? Infinity : this.limits.windowBytes
			},
			maxWaitingBytes: this.limits.maxQueuedBytes
		});
	}
	abort(requestId, message = "The caller gave the call up.") {
		const request = this.#pending.get(requestId);
		request?.cancel(new CallError("ABORTED", message));
		return request !== void 0;
	}
	close(reason = new CallError("CONNECTION_LOST", "This side closed the connection."), answered = false) {
		this.#stopListening?.();
		this.#closed(reason);
		this.link.close(reason, answered);
	}
	add(request) {
		const { maxCallsInFlight } = this.limits;
		if (this.#pending.size >= maxCallsInFlight) throw new CallError("OVERLOADED", `${maxCallsInFlight} calls are in flight already (maxCallsInFlight).`);
		this.#pending.set(request.requestId, request);
		const { acceptWithin } = this.#options;
		if (acceptWithin === void 0) return;
		request.pendingSince = performance.now();
		if (this.#nextLook === void 0) this.#lookLater(acceptWithin);
	}
	remove(request) {
		this.#pending.delete(request.requestId);
		if (++this.#ended <= 512 + this.#pending.size) return;
		this.#ended = 0;
		this.#pending = renewedMap(this.#pending);
	}
	#receive = (event) => {
		switch (event.type) {
			case "call.accepted":
			case "call.responded":
			case "call.completed":
			case "call.error": {
				const request = this.#pending.get(event.requestId);
				if (request === void 0) this.counters.strayAnswers++;
				else request.receive(event);
				return;
			}
			case "call.progress":
			case "call.logged":
			case "call.question":
			case "call.withdrawn": {
				const request = this.#pending.get(event.requestId);
				if (request === void 0) this.counters.strayAnswers++;
				else request.hear(event);
				return;
			}
			default: this.receiveOther(event);
		}
	};
	#closed = (reason, answered = false) => {
		clearTimeout(this.#nextLook);
		for (const request of this.#pending.values()) request.lose(asConnectionLost(reason), answered);
		if (this.#stopListening !== void 0) this.linkClosed(reason);
	};
	#lookLater(acceptWithin) {
		const since = performance.now();
		this.#nextLook = setTimeout(() => {
			this.#nextLook = void 0;
			if (performance.now() - since - acceptWithin / LOOKS > acceptWithin / 4) for (const request of this.#pending.values()) request.pendingSince = performance.now();
			afterArrivals(() => this.#endUntaken(acceptWithin));
		}, acceptWithin / LOOKS);
		this.#nextLook.unref?.();
	}
	#endUntaken(acceptWithin) {
		const now = performance.now();
		let isWaiting = false;
		for (const request of this.#pending.values()) {
			if (request.isTaken) continue;
			if (request.pendingSince + acceptWithin > now) isWaiting = true;
			else request.cancel(new CallError("CONNECTION_LOST", `The peer did not take the call within ${acceptWithin} ms.`));
		}
		if (isWaiting && this.#nextLook === void 0) this.#lookLater(acceptWithin);
	}
};
function asConnectionLost(reason) {
	return reason.code === "CONNECTION_LOST" ? reason : fromRemoteError({
		...reason.toJSON(),
		code: "CONNECTION_LOST"
	});
}
// src/protocol/caller/pending-request-map.ts
var PendingRequestMap = class extends OutgoingCalls {
	#responder;
	#peerListener;
	constructor(link = createLoopbackLink(), options = {}) {
		super(link, {
			...options,
			resolve: resolveOptions
		});
	}
	respond(requestId, envelope, seq) {
		if (!isResponseEnvelope(envelope)) throw new CallError("PROTOCOL_ERROR", "respond() takes an envelope: make one with localEnvelope().");
		this.link.send({
			type: "call.responded",
			requestId,
			output: envelope,
			seq
		});
	}
	emitError(requestId, error, { declared, seq } = {}) {
		sendError(this.link, {
			type: "call.error",
			requestId,
			...toRemoteError(toCallError(error), { declared }),
			seq
		});
	}
	complete(requestId, seq = 0) {
		this.link.send({
			type: "call.completed",
			requestId,
			seq
		});
	}
	answerWith(responder) {
		if (this.#responder !== void 0) throw new CallError("PROTOCOL_ERROR", "This link has a responder already.");
		this.#responder = responder;
		return () => {
			if (this.#responder === responder) this.#responder = void 0;
		};
	}
	followPeer(listener) {
		this.#peerListener = listener;
		if (this.link.closedBy !== void 0) this.linkClosed(this.link.closedBy);
	}
	assertSendable(event) {
		if (!isProtocolEvent(event)) throw notSendable(event, "call");
		if (event.identity?.claims !== void 0) assertClaims(event.identity);
	}
	answerQuestions(options) {
		return new AnsweredQuestions(options);
	}
	receiveOther(event) {
		switch (event.type) {
			case "call.requested":
			case "call.aborted":
			case "call.credit":
			case "call.answer":
			case "malformed":
				if (this.#responder !== void 0) this.#responder.receive(event);
				else this.#refuse(event);
				return;
			default: this.#peerListener?.receive(event);
		}
	}
	linkClosed(reason) {
		this.#responder?.closed(reason);
		const listener = this.#peerListener;
		this.#peerListener = void 0;
		listener?.closed(reason);
	}
	#refuse({ type, requestId }) {
		if (type === "call.requested" || type === "malformed") this.emitError(requestId, new CallError("NO_RESPONDER", "This peer answers no calls."));
		else if (type === "call.answer") this.counters.strayAnswers++;
	}
};
const PHASES = /* @__PURE__ */ new Set([
	"notStarted",
	"started",
	"unknown"
]);
const SHORT_MESSAGE = 100;
function sendError(link, event) {
	if (isProtocolEvent(event) && trySend(link, event)) return;
	const { details: _details, ...plain } = event;
	const message = event.message.slice(0, SHORT_MESSAGE);
	if (isProtocolEvent(plain) && trySend(link, {
		...plain,
		message
	})) return;
	const { requestId, seq, phase: given } = event;
	if (trySend(link, {
		type: "call.error",
		requestId,
		code: "EXECUTION_ERROR",
		message: "The operation failed.",
		retryable: false,
		phase: PHASES.has(given) ? given : "unknown",
		seq
	})) return;
	link.close(new CallError("PROTOCOL_ERROR", "The id of a call is too long to answer it in frames as short as these."));
}
function trySend(link, event) {
	try {
		link.send(event);
		return true;
	} catch (thrown) {
		if (thrown instanceof CallError && thrown.code === "CONNECTION_LOST") throw thrown;
		return false;
	}
}
function resolveOptions(given) {
	if (given !== void 0 && "scope" in given) return optionsOf(given.scope, given);
	if (given instanceof CallScope) return optionsOf(given);
	const own = ownOptions(given);
	return given === void 0 ? own : {
		...own,
		wants: wantsOf(own)
	};
}
const NOTHING = {};
function optionsOf(scope, forwarded) {
	const { identity, endsAt, trace, requestId, cancellation, outermostGiven } = scope;
	const { onElicitation, onSampling, onRoots, callerLog } = outermostGiven ?? NOTHING;
	const { onProgress, callMeta, lastEventId } = forwarded?.scope.ownGiven ?? NOTHING;
	const isHeard = (onProgress ?? onElicitation ?? onSampling ?? onRoots ?? callerLog) !== void 0;
	return {
		identity,
		isAnonymous: scope.checked && isMissing(identity),
		endsAt,
		trace,
		parentRequestId: requestId,
		cancellation,
		onProgress,
		onElicitation,
		onSampling,
		onRoots,
		callerLog,
		callMeta,
		lastEventId,
		wants: isHeard ? wantsOf({
			onProgress,
			onElicitation,
			onSampling,
			onRoots,
			callerLog
		}) : void 0,
		forwarded: forwarded?.scope
	};
}
function wantsOf({ onProgress, onElicitation, onSampling, onRoots, callerLog }) {
	const wants = [
		onProgress && "progress",
		onElicitation && "questions",
		onSampling && "sampling",
		onRoots && "roots",
		callerLog && `log:${callerLog.level}`
	].filter((want) => want !== void 0);
	return wants.length === 0 ? void 0 : wants;
}
// src/protocol/wire/protocol-event.ts
const RequestId = String$1({
	minLength: 1,
	maxLength: 128
});
const Level = Unsafe(Union(LOG_LEVELS.map((level) => Literal(level))));
const Logger = Optional(String$1({ maxLength: 256 }));
const PeerId = String$1({
	minLength: 1,
	maxLength: 128
});
const OperationId = String$1({
	minLength: 1,
	maxLength: 512
});
const Sequence = Integer({ minimum: 0 });
const IdentitySchema = _Object_({
	id: String$1(),
	issuer: Optional(String$1()),
	scopes: _Array_(String$1()),
	resources: Optional(Record(String$1(), _Array_(String$1()))),
	claims: Optional(Record(String$1(), Unknown(), { maxProperties: 1024 }))
});
const QuestionId = String$1({
	minLength: 1,
	maxLength: 128
});
const TraceSchema = _Object_({
	traceparent: String$1({ maxLength: 256 }),
	tracestate: Optional(String$1({ maxLength: 1024 }))
});
const CallEventSchema = {
	"call.requested": _Object_({
		requestId: RequestId,
		operationId: OperationId,
		input: Optional(Unknown()),
		parentRequestId: Optional(RequestId),
		timeoutMs: Optional(Number$1({ minimum: 0 })),
		token: Optional(String$1({ maxLength: LONGEST_TOKEN })),
		identity: Optional(IdentitySchema),
		trace: Optional(TraceSchema),
		window: Optional(Integer({
			minimum: 0,
			maximum: 1e6
		})),
		maxWindow: Optional(Integer({
			minimum: 1,
			maximum: 1e6
		})),
		wants: Optional(_Array_(String$1({ maxLength: 64 }), { maxItems: 16 })),
		lastEventId: Optional(String$1({ maxLength: LONGEST_EVENT_ID })),
		meta: Optional(Record(String$1(), Unknown(), { maxProperties: 1024 }))
	}),
	"call.accepted": _Object_({
		requestId: RequestId,
		responderId: PeerId,
		started: Optional(Boolean()),
		window: Optional(Integer({
			minimum: 1,
			maximum: 1e6
		}))
	}),
	"call.responded": _Object_({
		requestId: RequestId,
		output: ResponseEnvelopeSchema,
		seq: Optional(Integer({ minimum: 1 })),
		more: Optional(_Array_(Unknown()))
	}),
	"call.completed": _Object_({
		requestId: RequestId,
		seq: Sequence
	}),
	"call.error": _Object_({
		requestId: RequestId,
		code: String$1({
			minLength: 1,
			maxLength: 256
		}),
		message: String$1(),
		details: Optional(Unknown()),
		retryable: Boolean(),
		phase: Union([
			Literal("notStarted"),
			Literal("started"),
			Literal("unknown")
		]),
		declaredBy: Optional(OperationId),
		seq: Optional(Sequence)
	}),
	"call.progress": _Object_({
		requestId: RequestId,
		progress: Number$1(),
		total: Optional(Number$1()),
		message: Optional(String$1({ maxLength: 4096 }))
	}),
	"call.logged": _Object_({
		requestId: RequestId,
		level: Level,
		data: Optional(Unknown()),
		logger: Logger
	}),
	"call.question": _Object_({
		requestId: RequestId,
		questionId: QuestionId,
		mode: Union([
			Literal("form"),
			Literal("url"),
			Literal("sampling"),
			Literal("roots")
		]),
		message: String$1(),
		requestedSchema: Optional(Record(String$1(), Unknown())),
		url: Optional(String$1()),
		elicitationId: Optional(String$1()),
		params: Optional(Record(String$1(), Unknown()))
	}),
	"call.withdrawn": _Object_({
		requestId: RequestId,
		questionId: QuestionId
	}),
	"call.answer": _Object_({
		requestId: RequestId,
		questionId: QuestionId,
		action: Union([
			Literal("accept"),
			Literal("decline"),
			Literal("cancel"),
			Literal("failed")
		]),
		content: Optional(Record(String$1(), Union([
			String$1(),
			Number$1(),
			Boolean(),
			_Array_(String$1())
		]))),
		result: Optional(Record(String$1(), Unknown())),
		message: Optional(String$1({ maxLength: 4096 }))
	}),
	"call.aborted": _Object_({
		requestId: RequestId,
		reason: Union([Literal("ABORTED"), Literal("TIMEOUT")])
	}),
	"call.credit": _Object_({
		requestId: RequestId,
		n: Integer({
			minimum: 1,
			maximum: 1e6
		})
	}),
	"peer.hello": _Object_({
		protocol: Integer(),
		peerId: PeerId,
		token: Optional(String$1({ maxLength: LONGEST_TOKEN })),
		heartbeatMs: Optional(Number$1({ minimum: 10 })),
		maxFrameBytes: Optional(Integer({ minimum: 1024 })),
		wantsOperations: Optional(Boolean()),
		wantsLog: Optional(Boolean())
	}),
	"peer.offered": _Object_({ operations: _Array_(Unknown()) }),
	"peer.withdrawn": _Object_({ operationIds: _Array_(OperationId) }),
	"peer.logged": _Object_({
		level: Level,
		data: Optional(Unknown()),
		logger: Logger
	}),
	"peer.heartbeat": _Object_({}),
	"peer.draining": _Object_({}),
	"peer.closed": _Object_({
		code: String$1({ maxLength: 256 }),
		message: String$1({ maxLength: 2048 }),
		answered: Optional(Boolean())
	})
};
// src/sources/open-source.ts
async function openSource(source, config, options) {
	const checked = await checkSourceConfig(source.configSchema, config);
	if ("errors" in checked) {
		const { errors } = checked;
		const message = `The config of the source ${options.name} is invalid: ${formatValueErrors(errors, "config")}`;
		throw new CallError("VALIDATION_ERROR", message, { errors });
	}
	const handle = new RegistrySource(options);
	await handle.open(source, checked.value);
	return handle;
}
var RegistrySource = class {
	#options;
	#opening = new AbortController();
	#events = new SourceEvents();
	#state = "connecting";
	#opened;
	#operations;
	#ended;
	#stopListening = () => void 0;
	constructor(options) {
		this.#options = options;
	}
	get state() {
		return this.#state;
	}
	report() {
		return this.#opened?.report?.() ?? {
			quarantined: [],
			findings: []
		};
	}
	async open(source, config) {
		const { signal } = this.#options;
		signal?.throwIfAborted();
		const abort = () => void this.close().catch(this.#warn);
		signal?.addEventListener("abort", abort, { once: true });
		this.#stopListening = () => signal?.removeEventListener("abort", abort);
		try {
			const started = this.#start(source, config);
			await (signal === void 0 ? started : unlessAborted(started, signal));
		} catch (error) {
			await this.close();
			throw error;
		}
	}
	async close() {
		await (this.#ended ??= this.#end());
	}
	async #start(source, config) {
		const { registry, name, folder = workingFolder(), log = () => void 0 } = this.#options;
		const { importModule = importByURL } = this.#options;
		const { changed, stateChanged } = this.#events;
		const { signal } = this.#opening;
		const context = {
			registry,
			name,
			folder,
			log,
			importModule,
			signal,
			changed,
			stateChanged
		};
		const opened = await source.open(config, context);
		if (signal.aborted) return await opened.close();
		this.#opened = opened;
		this.#operations = new SyncedOperations(registry, opened.operations);
		this.#state = "ready";
		this.#events.deliverChanges(() => this.#update());
		this.#events.deliverStates((change) => this.#enter(change));
	}
	#update() {
		try {
			this.#operations?.update(this.#opened?.operations ?? []);
		} catch (error) {
			this.#warn(error);
		}
	}
	#enter(change) {
		this.#state = change.state;
		if (change.state === "failed") this.close().catch(this.#warn);
		tellListener(this.#options.onState, change, this.#warn);
	}
	async #end() {
		this.#events.stop();
		if (this.#state !== "failed") this.#state = "closed";
		this.#operations?.clear();
		this.#stopListening();
		if (this.#opened === void 0) this.#opening.abort();
		await this.#opened?.close({ graceMs: 0 });
	}
	#warn = (error) => {
		this.#options.log?.("warn", messageOf(error), { source: this.#options.name });
	};
};
function workingFolder() {
	const { process } = globalThis;
	return process?.cwd?.() ?? ".";
}
// src/sources/source.ts
function defineSource(source) {
	return source;
}
// src/sources/openapi/call/paginate.ts
const MOST_HOPS = 10;
async function* paginate(registry, id, input = {}, options = {}) {
	const { cursor, maxPages = Infinity, context } = options;
	const seen = /* @__PURE__ */ new Set();
	let current = input;
	for (let pages = 1;; pages += 1) {
		const page = await registry.execute(id, current, context);
		yield page;
		if (pages >= maxPages) return;
		const next = cursor === void 0 ? inputOfLink(page, current, registry.getSpec(id)) : inputOfCursor(page, cursor);
		if (next === void 0) return;
		const key = JSON.stringify(next);
		if (seen.has(key)) throw responseError(`Page ${pages} of ${id} names a next page that was already read.`, { next });
		seen.add(key);
		current = {
			...current,
			...next
		};
	}
}
function inputOfCursor(page, { input, output }) {
	const value = valueAt(page.data, output.startsWith("/") ? fromPointer(output) : [output]);
	return value === void 0 || value === null || value === "" || value === false ? void 0 : { [input]: value };
}
function inputOfLink(page, current, spec) {
	const link = page.meta.source === "http" ? nextLink(page.meta.headers["link"]) : void 0;
	if (link === void 0) return void 0;
	const query = queryOf(link);
	const schema = spec?.inputSchema;
	const declared = isRawObject(schema) && isRawObject(schema["properties"]) ? schema["properties"] : void 0;
	const changes = [];
	for (const name of new Set(query.keys())) {
		const property = inputNameOf(name, declared);
		if (property === void 0) continue;
		const value = typed(query.getAll(name), definitionOf(declared?.[property], schema), current[property]);
		if (JSON.stringify(value) !== JSON.stringify(current[property])) changes.push([property, value]);
	}
	if (changes.length > 0) return Object.fromEntries(changes);
	const names = [...new Set(query.keys())].join(", ");
	throw responseError(`The next link changes no parameter that the operation declares (it has ${names || "no query"}). Use the \`cursor\` option.`, void 0);
}
function queryOf(link) {
	try {
		return new URL(link, "http://relative.invalid").searchParams;
	} catch {
		throw responseError("The next link is not a URL.", void 0);
	}
}
function inputNameOf(name, declared) {
	if (declared === void 0) return name;
	return [`query_${name}`, name].find((candidate) => Object.hasOwn(declared, candidate));
}
function definitionOf(property, schema) {
	let current = property;
	for (let hops = 0; hops < MOST_HOPS && isRawObject(current); hops += 1) {
		if (typeof current["$ref"] !== "string") break;
		current = partAt(schema, current["$ref"]);
	}
	return current;
}
function typed(values, schema, before) {
	const types = isRawObject(schema) ? [schema["type"]].flat() : [];
	if (types.includes("array") || Array.isArray(before)) return values;
	const value = values.at(-1) ?? "";
	if (types.includes("string")) return value;
	if (value !== "" && String(Number(value)) === value && (types.length === 0 ? before === void 0 || typeof before === "number" : !types.includes("boolean"))) return Number(value);
	if (types.includes("boolean") && (value === "true" || value === "false")) return value === "true";
	return value;
}
function nextLink(header) {
	if (header === void 0) return void 0;
	let position = 0;
	for (;;) {
		const start = header.indexOf("<", position);
		const end = header.indexOf(">", start);
		if (start === -1 || end === -1) return void 0;
		const following = /,\s*</.exec(header.slice(end));
		const stop = following === null ? header.length : end + following.index;
		const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(header.slice(end + 1, stop));
		if ((relation?.[1] ?? relation?.[2] ?? "").toLowerCase().split(/\s+/).includes("next")) return header.slice(start + 1, end);
		position = stop;
	}
}
export { importOpenAPIFile as A, scanManifest as C, openAPISource as D, nodeScannerFS as E, FromOpenAPI as M, importOpenAPI as N, FromOpenAPIFile as O, SyncedOperations as P, localSource as S, importByURL as T, assertQuestionSize as _, PendingRequestMap as a, SourceEvents as b, LinkBase as c, buildCallHandler as d, identifyCaller as f, assertFewQuestions as g, AskedQuestions as h, CallEventSchema as i, importOpenAPIUrl as j, FromOpenAPIUrl as k, connectionLost as l, toSendableProgress as m, defineSource as n, newCounters as o, sendLogged as p, openSource as r, createMemoryLinks as s, paginate as t, CallHandler as u, callEnded as v, scanOperations as w, checkSourceConfig as x, DELEGATE_SCOPE as y };
