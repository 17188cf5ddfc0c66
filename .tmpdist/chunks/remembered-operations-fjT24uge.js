import { N as writeUserFile, j as cacheFile, x as hubAddress } from "./command-call-oK2uQUrh.js";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
// src/cli/backend/remembered-operations.ts
async function rememberOperations(options, env, operations) {
	const text = JSON.stringify(operations.map(({ id, type }) => ({
		id,
		type
	})));
	await writeUserFile(fileFor(options, env), text).catch(() => void 0);
}
async function rememberedOperations(options, env) {
	try {
		const operations = JSON.parse(await readFile(fileFor(options, env), "utf8"));
		return Array.isArray(operations) ? operations : [];
	} catch {
		return [];
	}
}
function fileFor(options, env) {
	const origin = hubAddress(options, env)?.href ?? resolve(options.text("config") ?? ".");
	return cacheFile(`${createHash("sha256").update(origin).digest("hex").slice(0, 16)}.json`, env);
}
export { rememberedOperations as n, rememberOperations as t };
