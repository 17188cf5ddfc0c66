import { a as UsageError } from "./command-DcVYX5yF.js";
import { rename, rm, writeFile } from "node:fs/promises";
// src/cli/output/replace-file.ts
async function replaceFile(path, text) {
	const draft = `${path}.${process.pid}.tmp`;
	try {
		await writeFile(draft, text);
		await rename(draft, path);
	} catch (cause) {
		await rm(draft, { force: true });
		throw new UsageError(`${path} can't be written: ${cause.message}`);
	}
}
export { replaceFile as t };
