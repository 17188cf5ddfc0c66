import { Bt as Cancellation, F as failureCause, I as failureCode, M as PRIVATE_ADDRESS, P as failedToConnect, Tt as valueAt, bt as decodePercent, dn as messageOf, ln as CallError, mn as withPhase, xt as fromPointer } from "./client-D7eheyo4.js";
import { Ut as CallScope } from "./core-CcxVOvtt.js";
// src/sources/login/oauth-config.ts
function isUnattended({ grant = "authorization_code" }) {
	return grant !== "authorization_code";
}
// src/sources/openapi/document/raw-object.ts
function isRawObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function ownValue(object, key) {
	return Object.hasOwn(object, key) ? object[key] : void 0;
}
function ownObject(object, key) {
	const value = ownValue(object, key);
	return isRawObject(value) ? value : void 0;
}
function ownList(object, key) {
	const value = ownValue(object, key);
	return Array.isArray(value) ? value : [];
}
function textOf(value) {
	return typeof value === "string" && value !== "" ? value : void 0;
}
function ownText(object, key) {
	return textOf(ownValue(object, key));
}
function ownTexts(object, key) {
	return ownList(object, key).filter((item) => typeof item === "string");
}
// src/sources/openapi/document/document-references.ts
const MAX_HOPS$1 = 50;
var DocumentReferences = class {
	#documents;
	#followed = /* @__PURE__ */ new Map();
	#anchors = /* @__PURE__ */ new WeakMap();
	constructor(documents = /* @__PURE__ */ new Map()) {
		this.#documents = documents;
	}
	follow(ref, from) {
		let followed = this.#followed.get(from);
		if (followed === void 0) this.#followed.set(from, followed = /* @__PURE__ */ new Map());
		let found = followed.get(ref);
		if (found === void 0) followed.set(ref, found = this.#find(ref, from));
		return found;
	}
	#find(ref, from) {
		const hash = ref.indexOf("#");
		const address = hash === -1 ? ref : ref.slice(0, hash);
		const fragment = hash === -1 ? "" : decodePercent(ref.slice(hash + 1));
		const document = address === "" ? from : this.#documents.get(absoluteUrl(address, from.url));
		if (document === void 0) {
			const byIdentifier = this.#findAnchor(from, address);
			if (byIdentifier !== void 0 && fragment === "") return {
				value: byIdentifier,
				document: from
			};
			return `${JSON.stringify(ref)} is in another document that is not loaded (see the option "references")`;
		}
		const value = fragment === "" || fragment.startsWith("/") ? valueAt(document.root, fromPointer(fragment)) : this.#findAnchor(document, fragment);
		return value === void 0 ? `${JSON.stringify(ref)} points at nothing` : {
			value,
			document
		};
	}
	resolve(value, document) {
		if (isRawObject(value) && typeof value["$ref"] !== "string") return {
			value,
			document
		};
		let current = {
			value,
			document
		};
		for (let hops = 0; hops < MAX_HOPS$1; hops++) {
			if (!isRawObject(current.value)) return "an object is expected here";
			const { $ref } = current.value;
			if (typeof $ref !== "string") return current;
			const next = this.follow($ref, current.document);
			if (typeof next === "string") return next;
			current = next;
		}
		return "its references lead in a circle";
	}
	resolveRoot(value, document) {
		const $ref = isRawObject(value) && Object.keys(value).length === 1 ? value["$ref"] : void 0;
		const found = typeof $ref === "string" ? this.follow($ref, document) : void 0;
		return found === void 0 || typeof found === "string" ? {
			value,
			document
		} : found;
	}
	#findAnchor(document, name) {
		let anchors = this.#anchors.get(document);
		if (anchors === void 0) this.#anchors.set(document, anchors = anchorsOf(document.root));
		return anchors.get(name);
	}
};
function absoluteUrl(address, base) {
	try {
		const url = new URL(address, base);
		url.hash = "";
		return url.href;
	} catch {
		return address;
	}
}
function shownLocation(location) {
	if (location === void 0 || !URL.canParse(location)) return location;
	const url = new URL(location);
	url.username = url.password = url.search = url.hash = "";
	return url.href;
}
function anchorsOf(root) {
	const anchors = /* @__PURE__ */ new Map();
	const seen = /* @__PURE__ */ new Set([root]);
	for (const value of seen) {
		if (typeof value !== "object" || value === null) continue;
		const { $anchor, $dynamicAnchor, $id } = value;
		for (const name of [
			$anchor,
			$dynamicAnchor,
			$id
		]) if (typeof name === "string" && !anchors.has(name)) anchors.set(name, value);
		for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
	}
	return anchors;
}
// src/sources/openapi/schema/schema-direction.ts
const MAX_HOPS = 10;
function requiredIn(translation, schema, required) {
	const properties = ownObject(schema, "properties");
	if (properties === void 0) return required;
	const kept = required.filter((name) => {
		const { readOnly, writeOnly } = flagsOf(translation, ownValue(properties, name));
		if (readOnly || writeOnly) translation.dependsOnDirection = true;
		return translation.direction === "request" ? !readOnly : !writeOnly;
	});
	return kept.length === 0 && required.length > 0 ? void 0 : kept;
}
function flagsOf(translation, property) {
	let { document } = translation;
	let current = property;
	const flags = {
		readOnly: false,
		writeOnly: false
	};
	for (let hops = 0; hops < MAX_HOPS && isRawObject(current); hops++) {
		flags.readOnly ||= current["readOnly"] === true;
		flags.writeOnly ||= current["writeOnly"] === true;
		if (typeof current["$ref"] !== "string") break;
		const target = translation.references.follow(current["$ref"], document);
		if (typeof target === "string") break;
		current = target.value;
		document = target.document;
	}
	return flags;
}
function openBinary(translation, schema) {
	if (!isBinary(schema)) return schema;
	translation.dependsOnDirection = true;
	if (translation.direction === "response") return schema;
	const { type: _, maxLength: _maxLength, minLength: _minLength, ...rest } = schema;
	return rest;
}
const EXACT_TYPES = ["string", "bigint"];
const DIGITS = "^-?[0-9]{1,19}$";
function openInt64(translation, schema) {
	if (schema["format"] !== "int64" || "enum" in schema || "const" in schema) return schema;
	const types = [schema["type"]].flat();
	if (!types.includes("integer") || !types.every((type) => type === "integer" || type === "null")) return schema;
	translation.dependsOnDirection = true;
	if (translation.direction === "response") return schema;
	return {
		...schema,
		type: [...types, ...EXACT_TYPES],
		pattern: DIGITS
	};
}
function isOpenInt64({ format, type }) {
	return format === "int64" && Array.isArray(type) && EXACT_TYPES.every((exact) => type.includes(exact));
}
function isBinary(schema) {
	if (schema["format"] === "binary") {
		const types = [schema["type"] ?? "string"].flat();
		return types.includes("string") && types.every((type) => type === "string" || type === "null");
	}
	return schema["contentMediaType"] === "application/octet-stream" && schema["contentEncoding"] === void 0 && schema["contentSchema"] === void 0;
}
// src/sources/openapi/operation/media-type.ts
function essenceOf(mediaType) {
	const end = mediaType.indexOf(";");
	return (end === -1 ? mediaType : mediaType.slice(0, end)).trim().toLowerCase();
}
function charsetOf(mediaType) {
	return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(mediaType)?.[1]?.toLowerCase();
}
function isJSON(mediaType) {
	const essence = essenceOf(mediaType);
	return essence.endsWith("/json") || essence.endsWith("+json");
}
const TEXT_TYPES = /* @__PURE__ */ new Set([
	"application/xml",
	"application/javascript",
	"application/ecmascript",
	"application/yaml",
	"application/x-yaml",
	"application/graphql",
	"application/sql",
	"application/jsonl",
	"application/x-ndjson",
	"application/x-www-form-urlencoded"
]);
function isText(mediaType) {
	const essence = essenceOf(mediaType);
	return essence.startsWith("text/") || essence.endsWith("+xml") || essence.endsWith("+yaml") || TEXT_TYPES.has(essence);
}
function isForm(mediaType) {
	return essenceOf(mediaType) === "application/x-www-form-urlencoded";
}
function isMultipart(mediaType) {
	return essenceOf(mediaType).startsWith("multipart/");
}
function isRange(mediaType) {
	return essenceOf(mediaType).endsWith("/*");
}
function matchesMediaType(mediaType, range) {
	const actual = essenceOf(mediaType);
	const wanted = essenceOf(range);
	if (wanted === "*/*" || wanted === "*") return true;
	return wanted.endsWith("/*") ? actual.startsWith(wanted.slice(0, -1)) : actual === wanted;
}
const STREAM_TYPES = {
	sse: ["text/event-stream"],
	jsonl: [
		"application/jsonl",
		"application/x-ndjson",
		"application/x-jsonlines",
		"application/json-seq"
	]
};
function streamFormat(mediaType) {
	if (mediaType === "application/json") return void 0;
	const essence = essenceOf(mediaType);
	if (essence === "text/event-stream") return "sse";
	return STREAM_TYPES.jsonl.includes(essence) ? "jsonl" : void 0;
}
// src/sources/openapi/operation/header-text.ts
const FRAMING_HEADERS = /* @__PURE__ */ new Set([
	"host",
	"content-length",
	"transfer-encoding",
	"connection",
	"keep-alive",
	"te",
	"trailer",
	"upgrade",
	"expect",
	"proxy-authorization",
	"proxy-connection"
]);
function headerText(text) {
	if (/[\r\n\0]/.test(text)) throw new TypeError("a header cannot hold a line break or NUL");
	if (/[^\t\x20-\x7e\x80-\xff]/.test(text)) throw new TypeError("a header cannot hold control characters or characters beyond Latin-1");
	return text;
}
function headerName(name) {
	if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not a header name`);
	if (FRAMING_HEADERS.has(name.toLowerCase())) throw new TypeError(`only the connection sets the header ${name}`);
	return name;
}
function cookieText(text) {
	if (/[^\x20-\x7e]/.test(text)) throw new TypeError("a cookie cannot hold control characters or non-ASCII characters");
	return text;
}
// src/sources/openapi/operation/operation-reading.ts
function readingOf({ root, version, references }, { method, path, pathItem, operation, document, operationId }, findings) {
	return {
		root,
		version,
		references,
		method,
		path,
		pathItem,
		operation,
		document,
		operationId,
		findings
	};
}
function note({ findings, method, path }, what, { kind, why }) {
	findings.push({
		kind,
		where: `${method} ${path}${what === "" ? "" : ` ${what}`}`,
		why
	});
}
// src/sources/openapi/operation/swagger-parameters.ts
const FORMATS = {
	csv: {
		style: "form",
		explode: false
	},
	ssv: {
		style: "spaceDelimited",
		explode: false
	},
	tsv: {
		style: "tabDelimited",
		explode: false
	},
	pipes: {
		style: "pipeDelimited",
		explode: false
	},
	multi: {
		style: "form",
		explode: true
	}
};
function readCollectionFormat(raw, location) {
	const style = knownFormat(raw) ?? FORMATS["csv"];
	return location !== "query" && style.style === "form" ? {
		style: "simple",
		explode: false
	} : style;
}
function noteCollectionFormat(reading, raw) {
	if (raw["collectionFormat"] === void 0 || knownFormat(raw) !== void 0) return;
	const why = `there is no collectionFormat ${JSON.stringify(raw["collectionFormat"])}, so it is sent as "csv"`;
	note(reading, `parameter ${JSON.stringify(raw["name"])}`, {
		kind: "repaired",
		why
	});
}
function knownFormat(raw) {
	const format = raw["collectionFormat"] ?? "csv";
	return typeof format === "string" ? ownValue(FORMATS, format) : void 0;
}
const PARAMETER_KEYWORDS = /* @__PURE__ */ new Set([
	"name",
	"in",
	"required",
	"schema",
	"collectionFormat",
	"allowEmptyValue",
	"description"
]);
function swaggerParameterSchema(raw) {
	const entries = Object.entries(raw).filter(([keyword]) => !PARAMETER_KEYWORDS.has(keyword));
	return Object.fromEntries(entries.map(([keyword, value]) => [keyword, keyword === "items" && isRawObject(value) ? swaggerItems(value) : value]));
}
function swaggerItems(items) {
	const { collectionFormat: _, ...schema } = items;
	return schema;
}
// src/sources/openapi/operation/find-parameters.ts
const STYLES = /* @__PURE__ */ new Map([
	["path", [
		"simple",
		"label",
		"matrix"
	]],
	["query", [
		"form",
		"spaceDelimited",
		"pipeDelimited",
		"deepObject"
	]],
	["querystring", ["form"]],
	["header", ["simple"]],
	["cookie", ["form", "cookie"]]
]);
const IGNORED_HEADERS = /* @__PURE__ */ new Set([
	"accept",
	"content-type",
	"authorization"
]);
const MAX_PARAMETERS = 1e3;
const NONE = [];
function findParameters(reading) {
	const own = declaredBy(reading, reading.operation);
	const inherited = declaredBy(reading, reading.pathItem).filter((parameter) => !holds(own, parameter.value));
	if (own.length + inherited.length > MAX_PARAMETERS) throw new Error(`it has more than ${MAX_PARAMETERS.toLocaleString("en")} parameters`);
	const inPath = templateNames(reading.path);
	const usable = [];
	for (const list of [inherited, own]) for (const parameter of list) if (isUsable(reading, parameter.value, inPath)) usable.push(parameter);
	addMissing(reading, usable, inPath);
	const noteWriting = reading.version === "2.0" ? noteCollectionFormat : noteStyle;
	for (const { value } of usable) noteWriting(reading, value);
	return usable;
}
function parameterStyle(raw) {
	const allowed = STYLES.get(raw["in"]);
	const given = raw["style"];
	return (given === void 0 ? void 0 : allowed.find((style) => style === given)) ?? allowed[0];
}
function isInBody(parameter) {
	return parameter["in"] === "body" || parameter["in"] === "formData";
}
function declaredBy(reading, owner) {
	const declared = owner["parameters"];
	if (!Array.isArray(declared) || declared.length === 0) return NONE;
	const parameters = [];
	for (const item of declared) {
		if (parameters.length > MAX_PARAMETERS) break;
		const parameter = reading.references.resolve(item, reading.document);
		if (typeof parameter === "string") throw new Error(`a parameter cannot be read: ${parameter}`);
		if (!holds(parameters, parameter.value)) parameters.push(parameter);
		else note(reading, nameOf(parameter.value), {
			kind: "left out",
			why: "it is declared twice"
		});
	}
	return parameters;
}
function holds(parameters, { name, in: location }) {
	for (const { value } of parameters) if (value["name"] === name && value["in"] === location) return true;
	return false;
}
function nameOf(parameter) {
	return `${String(parameter["in"])} parameter ${JSON.stringify(parameter["name"]) ?? "without a name"}`;
}
function isUsable(reading, parameter, inPath) {
	if (reading.version === "2.0" && isInBody(parameter)) return false;
	const problem = problemWith(parameter, inPath);
	if (problem === void 0) return true;
	if (parameter["required"] === true && parameter["in"] !== "path" && problem.matters) throw new Error(`the required ${nameOf(parameter)} cannot be sent: ${problem.why}`);
	note(reading, nameOf(parameter), {
		kind: "left out",
		why: problem.why
	});
	return false;
}
function problemWith(parameter, inPath) {
	const name = textOf(parameter["name"]);
	const location = parameter["in"];
	if (name === void 0) return {
		why: "it has no name",
		matters: true
	};
	if (!STYLES.has(location)) return {
		why: `there is no parameter location ${JSON.stringify(location) ?? "given"}`,
		matters: true
	};
	if (location === "path" && !inPath.includes(name)) return {
		why: "the path has no placeholder for it",
		matters: false
	};
	if (location !== "header") return void 0;
	const header = name.toLowerCase();
	if (IGNORED_HEADERS.has(header)) return {
		why: "OpenAPI sets this header by other means (credentials, media types)",
		matters: false
	};
	return FRAMING_HEADERS.has(header) ? {
		why: "only the connection sets this header",
		matters: false
	} : void 0;
}
function noteStyle(reading, raw) {
	const given = raw["style"];
	if (given === void 0) return;
	const style = parameterStyle(raw);
	if (style === given) return;
	const why = `a ${String(raw["in"])} parameter has no style ${JSON.stringify(given)}, so it is sent as ${JSON.stringify(style)}`;
	note(reading, nameOf(raw), {
		kind: "repaired",
		why
	});
}
function templateNames(path) {
	let end = path.indexOf("}");
	if (end === -1) return NONE;
	const names = [];
	for (let after = 0; end !== -1; after = end + 1, end = path.indexOf("}", after)) {
		const start = path.lastIndexOf("{", end);
		if (start >= after) names.push(path.slice(start + 1, end));
	}
	return names;
}
function addMissing(reading, parameters, inPath) {
	for (const name of inPath) {
		if (parameters.some(({ value }) => value["name"] === name && value["in"] === "path")) continue;
		const value = {
			name,
			in: "path",
			required: true,
			schema: { type: "string" },
			type: "string"
		};
		note(reading, nameOf(value), {
			kind: "repaired",
			why: "the path names it, but it is not declared, so it is read as text"
		});
		parameters.push({
			value,
			document: reading.document
		});
	}
}
// src/sources/openapi/operation/find-body.ts
const BODILESS_METHODS = /* @__PURE__ */ new Set(["GET", "HEAD"]);
function findBody(reading) {
	const body = reading.version === "2.0" ? findSwaggerBody(reading) : findRequestBody(reading);
	if (body === void 0 || !BODILESS_METHODS.has(reading.method)) return body;
	note(reading, "body", {
		kind: "left out",
		why: `${reading.method} requests have no body`
	});
}
function findRequestBody(reading) {
	const given = reading.operation["requestBody"];
	if (given === void 0 || given === null) return void 0;
	const body = reading.references.resolve(given, reading.document);
	if (typeof body === "string") throw new Error(`its body cannot be read: ${body}`);
	const media = [];
	const content = ownObject(body.value, "content") ?? {};
	for (const mediaType of Object.keys(content)) {
		const entry = reading.references.resolve(content[mediaType], body.document);
		media.push({
			mediaType: meantType(reading, mediaType),
			raw: typeof entry === "string" ? {} : entry.value
		});
	}
	if (media.length === 0) {
		note(reading, "body", {
			kind: "repaired",
			why: "it names no media type, so it is sent as JSON"
		});
		media.push({
			mediaType: "application/json",
			raw: {}
		});
	}
	return {
		kind: "media",
		body,
		media
	};
}
function meantType(reading, mediaType) {
	if (mediaType === "application/json" || essenceOf(mediaType) !== "application/form-data") return mediaType;
	note(reading, "body", {
		kind: "repaired",
		why: `${mediaType} is sent as multipart/form-data`
	});
	return "multipart/form-data";
}
function findSwaggerBody(reading) {
	const declared = swaggerParameters(reading);
	if (declared.length === 0) return void 0;
	const consumes = mediaTypes(reading, "consumes").map((type) => meantType(reading, type));
	const body = declared.find(({ value }) => value["in"] === "body");
	if (body !== void 0) return {
		kind: "parameter",
		body,
		consumes
	};
	const fields = /* @__PURE__ */ new Map();
	for (const field of declared) if (!fields.has(field.value["name"])) fields.set(field.value["name"], field);
	for (const { value } of fields.values()) if (value["type"] === "array") noteCollectionFormat(reading, value);
	return {
		kind: "fields",
		fields: [...fields.values()],
		consumes
	};
}
function swaggerParameters({ operation, pathItem, references, document }) {
	const found = [];
	for (const owner of [operation, pathItem]) for (const item of ownList(owner, "parameters")) {
		const parameter = references.resolve(item, document);
		if (typeof parameter !== "string" && isInBody(parameter.value)) found.push(parameter);
	}
	return found;
}
function mediaTypes(reading, key) {
	return ownTexts(Array.isArray(reading.operation[key]) ? reading.operation : reading.root, key);
}
// src/sources/openapi/operation/read-responses.ts
function readResponses(reading) {
	return findResponses(reading).map(({ status, response }) => {
		if (response === void 0) return {
			status,
			document: reading.document,
			contents: []
		};
		const { value, document } = response;
		return {
			status,
			document,
			description: ownText(value, "description"),
			contents: contentsOf(reading, response)
		};
	});
}
const PLAIN = [void 0];
function findForms(reading) {
	let isPlain = false;
	let stream;
	let other;
	for (const { response } of successes(findResponses(reading))) {
		if (response === void 0) continue;
		for (const mediaType of mediaTypesOf(reading, response.value)) {
			const format = streamFormat(mediaType);
			if (format === void 0) isPlain = true;
			else if (stream === void 0) stream = format;
			else if (stream !== format) other = format;
		}
	}
	if (stream === void 0) return PLAIN;
	if (other !== void 0) note(reading, "response", {
		kind: "left out",
		why: `the stream as ${other}, because ${stream} is used`
	});
	return isPlain ? [void 0, stream] : [stream];
}
function findResponses(reading) {
	const responses = ownObject(reading.operation, "responses") ?? {};
	const statuses = Object.keys(responses);
	if (statuses.length === 0) note(reading, "responses", {
		kind: "widened",
		why: "none are declared, so any result is accepted"
	});
	const found = [];
	for (const status of statuses) {
		if (status.startsWith("x-")) continue;
		const resolved = reading.references.resolve(responses[status], reading.document);
		const isRead = typeof resolved !== "string";
		if (!isRead) note(reading, `response ${status}`, {
			kind: "widened",
			why: `it cannot be read: ${resolved}`
		});
		const shownStatus = status.endsWith("xx") ? status.toUpperCase() : status;
		found.push({
			status: shownStatus,
			response: isRead ? resolved : void 0
		});
	}
	return found;
}
function contentsOf(reading, { value, document }) {
	const types = mediaTypesOf(reading, value);
	if (reading.version === "2.0") return types.map((mediaType) => ({
		mediaType,
		schema: value["schema"]
	}));
	const content = ownObject(value, "content");
	return types.map((mediaType) => {
		const media = reading.references.resolve(content?.[mediaType], document);
		const { schema, itemSchema } = typeof media === "string" ? {} : media.value;
		return isRawObject(itemSchema) ? {
			mediaType,
			schema,
			itemSchema
		} : {
			mediaType,
			schema
		};
	});
}
function mediaTypesOf(reading, response) {
	if (reading.version !== "2.0") return Object.keys(ownObject(response, "content") ?? {});
	const { schema } = response;
	if (schema === void 0) return [];
	const declared = mediaTypes(reading, "produces");
	if (isRawObject(schema) && schema["type"] === "file" && declared.every((type) => isJSON(type))) return ["*/*"];
	return declared.length > 0 ? declared : ["application/json"];
}
function successes(responses) {
	const good = responses.filter(({ status }) => status.length === 3 && status.charCodeAt(0) === 50);
	return good.length > 0 ? good : responses.filter(({ status }) => status === "default");
}
// src/sources/openapi/response/redact.ts
const SHORTEST_SECRET = 4;
const DEEPEST = 20;
function redact(value, secrets) {
	const needles = secrets.filter((secret) => secret.length >= SHORTEST_SECRET);
	return needles.length === 0 ? value : redactValue(value, needles, 0);
}
function redactText(text, secrets) {
	let clean = text;
	for (const secret of secrets) if (secret.length >= SHORTEST_SECRET && secret.length <= clean.length) clean = clean.replaceAll(secret, "[redacted]");
	return clean;
}
function redactValue(value, secrets, depth) {
	if (typeof value === "string") return redactText(value, secrets);
	if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
	if (depth > DEEPEST) return "[redacted]";
	if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets, depth + 1));
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [redactText(key, secrets), redactValue(member, secrets, depth + 1)]));
}
// src/sources/openapi/response/http-exchange.ts
const LONGEST_PATH = 200;
var HTTPExchange = class {
	request;
	redirected = false;
	answered = false;
	cancellation = new Cancellation();
	context;
	#timer;
	constructor(context, timeout) {
		this.context = context;
		if (context instanceof CallScope) this.cancellation.followParent(context.bound());
		else this.cancellation.followSignal(context.signal);
		if (timeout !== void 0) this.#timer = setTimeout(() => this.#expire(timeout), timeout);
	}
	get description() {
		if (this.request === void 0) return "The request";
		const { method, url, secrets } = this.request;
		return redactText(`${method} ${url.origin}${url.pathname.slice(0, LONGEST_PATH)}`, secrets);
	}
	get phase() {
		if (this.answered) return "started";
		return this.request === void 0 ? "notStarted" : "unknown";
	}
	noteStatus(status) {
		this.answered = status !== 401 && (status < 300 || status > 399 || status === 304);
	}
	stopTimer() {
		clearTimeout(this.#timer);
	}
	close(isComplete) {
		clearTimeout(this.#timer);
		if (isComplete) this.cancellation.release();
		else this.cancellation.cancel(new CallError("ABORTED", "The exchange is over."));
	}
	failure(thrown) {
		const error = this.#toCallError(thrown);
		if (this.request === void 0) return withPhase(error, "notStarted");
		return this.redirected && error.phase === "notStarted" ? withPhase(error, "unknown") : error;
	}
	#toCallError(thrown) {
		const { reason } = this.cancellation;
		if (thrown instanceof CallError && thrown !== reason) return thrown;
		return reason === void 0 ? connectionError(thrown, this) : withPhase(reason, this.phase);
	}
	#expire(timeout) {
		const message = `${this.description} was not answered within ${timeout} ms.`;
		this.cancellation.cancel(new CallError("TIMEOUT", message, void 0, { phase: this.phase }));
	}
};
function connectionError(thrown, exchange) {
	const code = failureCode(thrown);
	const problem = exchange.answered ? "was cut off while its answer was read" : "failed";
	const isPrivate = code === PRIVATE_ADDRESS;
	const why = code === "" || isPrivate ? messageOf(failureCause(thrown)) : code;
	const message = `${exchange.description} ${problem}: ${why}`;
	return new CallError("EXECUTION_ERROR", message, void 0, {
		retryable: !isPrivate && !/CERT|TLS|SSL/.test(code),
		phase: failedToConnect(thrown) ? "notStarted" : exchange.phase,
		cause: thrown
	});
}
function responseError(message, details, cause) {
	const options = {
		retryable: false,
		phase: "started"
	};
	return new CallError("EXECUTION_ERROR", message, details, cause === void 0 ? options : {
		...options,
		cause
	});
}
export { openInt64 as A, ownValue as B, isRange as C, isBinary as D, streamFormat as E, isRawObject as F, ownList as I, ownObject as L, DocumentReferences as M, absoluteUrl as N, isOpenInt64 as O, shownLocation as P, ownText as R, isMultipart as S, matchesMediaType as T, isUnattended as V, STREAM_TYPES as _, findForms as a, isForm as b, findBody as c, readCollectionFormat as d, swaggerParameterSchema as f, headerText as g, headerName as h, redactText as i, requiredIn as j, openBinary as k, findParameters as l, cookieText as m, responseError as n, readResponses as o, readingOf as p, redact as r, successes as s, HTTPExchange as t, parameterStyle as u, charsetOf as v, isText as w, isJSON as x, essenceOf as y, ownTexts as z };
