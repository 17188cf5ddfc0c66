import { M as stateFile } from "./command-call-oK2uQUrh.js";
import { closeSync, openSync, renameSync, writeSync } from "node:fs";
import { createHash } from "node:crypto";
import { chmod, mkdir, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
// src/cli/backend/kept-log.ts
const LARGEST = 4 * 2 ** 20;
function keptLogFile(config, env) {
	return stateFile(`logs/${createHash("sha256").update(config).digest("hex").slice(0, 16)}.jsonl`, env);
}
async function keepLog({ file }, env) {
	if (file === void 0) return void 0;
	const path = keptLogFile(file, env);
	try {
		await mkdir(dirname(path), {
			recursive: true,
			mode: 448
		});
		await chmod(dirname(path), 448);
		const { size } = await stat(path).catch(() => ({ size: 0 }));
		if (size > LARGEST) await rename(path, `${path}.1`);
		return new KeptLog(path);
	} catch {
		return;
	}
}
var KeptLog = class {
	#path;
	#file;
	#written = 0;
	constructor(path) {
		this.#path = path;
		this.#file = openSync(path, "a", 384);
	}
	write(line) {
		try {
			this.#written += writeSync(this.#file, line);
			if (this.#written > LARGEST) this.#turnOver();
		} catch {}
	}
	#turnOver() {
		this.#written = 0;
		renameSync(this.#path, `${this.#path}.1`);
		closeSync(this.#file);
		this.#file = openSync(this.#path, "a", 384);
	}
};
export { keptLogFile as n, keepLog as t };
