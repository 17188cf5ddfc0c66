import { Bt as Cancellation, N as connectionProblem, dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { I as builtinModule } from "./core-CcxVOvtt.js";
import { y as sha256 } from "./hub-shared-evUMSPIC.js";
import { B as ownValue, F as isRawObject, N as absoluteUrl, P as shownLocation, R as ownText } from "./sources-shared-BInmFICZ.js";
import { n as readBeginning } from "./read-beginning-CA9c1jt_.js";
import { t as readYAMLTokens } from "./yaml-tokens-C1pmTkl9.js";
// src/sources/openapi/document/merge-keys.ts
const MERGE_KEY = "<<";
const MAX_COPIES = 1e5;
function applyMergeKeys(root) {
	const budget = { copies: MAX_COPIES };
	const seen = /* @__PURE__ */ new Set([root]);
	for (const value of seen) {
		if (typeof value !== "object" || value === null) continue;
		if (isRawObject(value)) merge(value, budget);
		for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
	}
}
function merge(target, budget) {
	const named = [ownValue(target, MERGE_KEY)].flat();
	if (named.length === 0 || !named.every(isRawObject)) return;
	Reflect.deleteProperty(target, MERGE_KEY);
	for (const source of named) {
		merge(source, budget);
		for (const [name, value] of Object.entries(source)) {
			if (--budget.copies < 0) throw new RangeError("its merge keys (<<) copy more than 100,000 properties");
			if (Object.hasOwn(target, name)) continue;
			Object.defineProperty(target, name, {
				value,
				configurable: true,
				enumerable: true,
				writable: true
			});
		}
	}
}
// src/sources/openapi/document/yaml-worker.ts
function parseYAMLText(yaml, text, readTokens) {
	const tokens = readTokens(yaml, text);
	const [document, another] = [...new yaml.Composer({
		uniqueKeys: false,
		prettyErrors: false,
		logLevel: "error"
	}).compose(tokens, true, text.length)];
	if (document === void 0) return null;
	const error = document.errors[0];
	if (error !== void 0) {
		const before = text.slice(0, error.pos[0]).split("\n");
		const position = `line ${String(before.length)}, column ${String(before.at(-1).length + 1)}`;
		throw new SyntaxError(`${error.message} at ${position}`);
	}
	if (another !== void 0) throw new SyntaxError("it holds more than one document");
	return document.toJS({ maxAliasCount: 1e4 });
}
const workerCode = () => `
const { parentPort, workerData } = require("node:worker_threads");
const readTokens = ${readYAMLTokens.toString()};
const parse = ${parseYAMLText.toString()};
const yaml = require(workerData.yaml);
try {
  parentPort.postMessage({ document: parse(yaml, workerData.text, readTokens) });
} catch (error) {
  // A bundler has put a helper into the function, so it cannot run here. Nothing is wrong with the text.
  if (/ is not defined$/.test(error?.message)) throw error;
  parentPort.postMessage({ problem: String(error?.message ?? error) });
}`;
function startYAMLWorker(text) {
	try {
		const threads = builtinModule("node:worker_threads");
		const yaml = builtinModule("node:module")?.createRequire(import.meta.url).resolve("yaml");
		return threads && new threads.Worker(workerCode(), {
			eval: true,
			execArgv: [],
			workerData: {
				text,
				yaml
			}
		});
	} catch {
		return;
	}
}
// src/sources/openapi/document/parse-yaml.ts
const MAX_LENGTH_HERE = 131072;
async function parseYAML(text, signal) {
	const worker = text.length > MAX_LENGTH_HERE ? startYAMLWorker(text) : void 0;
	const document = worker === void 0 ? await parseHere(text) : await parseThere(worker, text, signal);
	if (text.includes("<<")) applyMergeKeys(document);
	return document;
}
async function parseHere(text) {
	return parseYAMLText(await import("yaml"), text, readYAMLTokens);
}
async function parseThere(worker, text, signal) {
	const terminate = () => void worker.terminate();
	signal?.addEventListener("abort", terminate);
	try {
		const outcome = await new Promise((resolve) => {
			worker.once("message", (message) => resolve(message));
			worker.once("error", ({ code, message }) => resolve(code === "ERR_WORKER_OUT_OF_MEMORY" ? { problem: message } : void 0));
			worker.once("exit", () => resolve(void 0));
		});
		signal?.throwIfAborted();
		if (outcome === void 0) return await parseHere(text);
		if ("problem" in outcome) throw new SyntaxError(outcome.problem);
		return outcome.document;
	} finally {
		signal?.removeEventListener("abort", terminate);
		await worker.terminate();
	}
}
// src/sources/openapi/document/parse-document.ts
const MIB = 2 ** 20;
const MAX_BYTES = {
	json: 64 * MIB,
	yaml: 8 * MIB
};
function largestText(maxBytes) {
	return maxBytes ?? MAX_BYTES.json;
}
async function parseDocument(text, { location, maxBytes, signal }) {
	signal?.throwIfAborted();
	const content = text.charCodeAt(0) === 65279 ? text.slice(1) : text;
	const format = /^\s*[{[]/.test(content) ? "json" : "yaml";
	const limit = maxBytes ?? MAX_BYTES[format];
	if (content.length > limit) throw tooLong(location, limit);
	try {
		return format === "json" ? JSON.parse(content) : await parseYAML(content, signal);
	} catch (cause) {
		signal?.throwIfAborted();
		const reason = `${location} is not valid ${format.toUpperCase()}: ${messageOf(cause)}`;
		throw new CallError("VALIDATION_ERROR", reason, void 0, { cause });
	}
}
function tooLong(location, limit) {
	const message = `${location} is larger than ${String(limit)} bytes. Raise "maxBytes" to read it.`;
	return new CallError("PAYLOAD_TOO_LARGE", message, void 0, { phase: "notStarted" });
}
// src/sources/openapi/document/load-references.ts
const MAX_DOCUMENTS = 200;
async function loadReferences(root, location, options) {
	const loaded = /* @__PURE__ */ new Map([[location, root]]);
	const findings = [];
	for (const [from, document] of loaded) for (const url of externalUrls(document, from)) {
		if (loaded.has(url)) continue;
		const outcome = await loadOne(url, loaded.size, options);
		loaded.set(url, "document" in outcome ? outcome.document : void 0);
		if ("why" in outcome) findings.push({
			kind: "left out",
			where: `document ${url}`,
			why: outcome.why
		});
	}
	loaded.delete(location);
	const found = [...loaded].filter(([, document]) => document !== void 0);
	return {
		documents: Object.fromEntries(found),
		findings
	};
}
async function loadOne(url, count, { base, load, maxBytes, signal }) {
	if (!url.startsWith(base)) return { why: `it lies outside ${base}` };
	if (/%2f|%5c|%00/i.test(url)) return { why: "its path contains an encoded slash, which could lead out of the base" };
	if (count > MAX_DOCUMENTS) return { why: `the references lead to more than ${String(MAX_DOCUMENTS)} documents` };
	try {
		return { document: await parseDocument(await load(url), {
			location: url,
			maxBytes,
			signal
		}) };
	} catch (thrown) {
		signal?.throwIfAborted();
		return { why: messageOf(thrown) };
	}
}
function externalUrls(root, location) {
	const urls = /* @__PURE__ */ new Set();
	const seen = /* @__PURE__ */ new Set([root]);
	for (const value of seen) {
		if (typeof value !== "object" || value === null) continue;
		const { $ref } = value;
		if (typeof $ref === "string" && !$ref.startsWith("#")) urls.add(absoluteUrl($ref, location));
		for (const child of Object.values(value)) if (typeof child === "object") seen.add(child);
	}
	urls.delete(location);
	return urls;
}
// src/sources/openapi/document/read-source.ts
const DEFAULT_TIMEOUT_MS = 3e4;
async function fetchText(url, config, { redirected = true } = {}) {
	const { timeout = DEFAULT_TIMEOUT_MS } = config;
	const cancellation = new Cancellation();
	if (config.signal !== void 0) cancellation.followSignal(config.signal);
	cancellation.followDeadline(performance.now() + timeout);
	try {
		const { signal } = cancellation;
		const headers = { accept: "application/json, application/yaml;q=0.9, */*;q=0.5" };
		const { fetchWithin } = await import("./fetch-within-CgO0_SMq.js");
		const { response, reach, url: found } = await fetchWithin(url, {
			config,
			redirected,
			init: {
				signal,
				headers
			}
		});
		if (!response.ok) throw new Error(`the server answered ${String(response.status)}`);
		const limit = largestText(config.maxBytes);
		const { bytes, isComplete } = await readBeginning(response.body, limit);
		if (!isComplete) throw tooLong(shownLocation(url), limit);
		const text = new TextDecoder().decode(bytes);
		if (/^\s*</.test(text)) throw new Error("it is a web page, or XML; give the address of the JSON or YAML itself");
		return {
			text,
			url: found,
			reach
		};
	} catch (thrown) {
		const { reason } = cancellation;
		if (reason === void 0 && thrown instanceof CallError) throw thrown;
		const cause = reason ?? thrown;
		const message = `The document at ${shownLocation(url)} cannot be fetched: ${connectionProblem(cause) ?? messageOf(cause).replaceAll(url, "it")}`;
		throw new CallError(reason?.code ?? "EXECUTION_ERROR", message, void 0, { cause });
	} finally {
		cancellation.release();
	}
}
async function readFileWithin(fileUrl, folder) {
	const { fs, path, url } = nodeFiles();
	const file = await fs.realpath(url.fileURLToPath(fileUrl));
	const root = await fs.realpath(url.fileURLToPath(folder));
	if (!file.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) throw new Error("it is a link out of the base");
	return fs.readFile(file, "utf8");
}
function nodeFiles() {
	const fs = builtinModule("node:fs/promises");
	const path = builtinModule("node:path");
	const url = builtinModule("node:url");
	if (fs === void 0 || path === void 0 || url === void 0) throw new TypeError("There is no file system here. Pass one as the third argument.");
	return {
		fs,
		path,
		url
	};
}
// src/sources/openapi/document/load-document.ts
async function loadFile(path, config, fs) {
	const location = config.location ?? fileLocation(path, fs);
	const text = await readDocumentFile(path, fs);
	if (text.length > largestText(config.maxBytes)) throw tooLong(path, largestText(config.maxBytes));
	const document = await parseDocument(text, {
		...config,
		location: path
	});
	const load = (url, base) => fs === void 0 ? readFileWithin(url, base) : fs.readFile(decodeURIComponent(new URL(url).pathname));
	return {
		...await withReferences(document, {
			...config,
			location
		}, load),
		document,
		revision: revisionOf(text, config)
	};
}
async function loadUrl(url, config) {
	const { text, url: finalUrl, reach } = await fetchText(url, config);
	const document = await parseDocument(text, {
		...config,
		location: shownLocation(url)
	});
	const load = async (address) => (await fetchText(address, config, { redirected: false })).text;
	return {
		...await withReferences(document, {
			...config,
			location: config.location ?? finalUrl,
			reach
		}, load),
		document,
		revision: revisionOf(text, config)
	};
}
function revisionOf(text, config) {
	const isAlone = config.references === void 0 && config.documents === void 0;
	return config.revision === true && isAlone ? sha256(text) : void 0;
}
async function withReferences(document, config, loadByDefault) {
	const { references, location, maxBytes, signal } = config;
	if (references === void 0) return {
		config,
		findings: []
	};
	const base = baseUrl(references.base, location);
	const load = references.load ?? ((url) => loadByDefault(url, base));
	const self = isRawObject(document) ? ownText(document, "$self") : void 0;
	const { documents, findings } = await loadReferences(document, self === void 0 ? location : absoluteUrl(self, location), {
		base,
		load,
		maxBytes,
		signal
	});
	return {
		config: {
			...config,
			documents: {
				...config.documents,
				...documents
			}
		},
		findings
	};
}
function baseUrl(base, location) {
	const folder = base.endsWith("/") ? base : `${base}/`;
	const isPath = !/^[a-z][a-z0-9+.-]+:/i.test(folder);
	try {
		if (!isPath || !location.startsWith("file:")) return new URL(folder, location).href;
		return nodeFiles().url.pathToFileURL(folder).href;
	} catch (cause) {
		const message = `references.base ${JSON.stringify(base)} is neither a URL nor a folder`;
		throw new CallError("VALIDATION_ERROR", message, void 0, { cause });
	}
}
function fileLocation(path, fs) {
	if (fs === void 0) return nodeFiles().url.pathToFileURL(path).href;
	return new URL(encodeURI(path).replaceAll("#", "%23").replaceAll("?", "%3F"), "file:///").href;
}
async function readDocumentFile(path, fs) {
	try {
		return await (fs === void 0 ? nodeFiles().fs.readFile(path, "utf8") : fs.readFile(path));
	} catch (cause) {
		const message = `The document ${path} cannot be read: ${cause.code === "ENOENT" ? "there is no such file" : messageOf(cause)}`;
		throw new CallError("EXECUTION_ERROR", message, void 0, { cause });
	}
}
export { loadFile, loadUrl };
