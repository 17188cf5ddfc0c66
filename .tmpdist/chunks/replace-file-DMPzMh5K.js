import { n as LOCK_LEASE, t as LOCK_BEAT } from "./vault-store-CFVFQpvu.js";
// src/vault/file-lock.ts
const LIVING_LEASE = 15e3;
const KEPT_GENERATIONS = 8;
const FREE = /* @__PURE__ */ new Date(0);
async function tryFileLock(folder) {
	const files = process.getBuiltinModule("node:fs/promises");
	await files.mkdir(folder, {
		recursive: true,
		mode: 448
	});
	const [current = 0] = await generationsIn(folder);
	if (current > 0 && await isHeld(fileOf(folder, current))) return void 0;
	const next = current + 1;
	const file = fileOf(folder, next);
	try {
		await files.writeFile(file, JSON.stringify(whoAmI()), {
			flag: "wx",
			mode: 384
		});
	} catch (thrown) {
		if (codeOf(thrown) === "EEXIST") return void 0;
		throw thrown;
	}
	const present = await generationsIn(folder);
	if ((present[0] ?? 0) > next) {
		await files.rm(file, { force: true });
		return;
	}
	const beat = setInterval(() => {
		const now = /* @__PURE__ */ new Date();
		files.utimes(file, now, now).catch(() => void 0);
	}, LOCK_BEAT);
	beat.unref();
	return { async release() {
		clearInterval(beat);
		await files.utimes(file, FREE, FREE).catch(() => void 0);
		const old = present.filter((number) => number < next - KEPT_GENERATIONS);
		await Promise.all(old.map((number) => files.rm(fileOf(folder, number), { force: true })));
	} };
}
async function isHeld(file) {
	const files = process.getBuiltinModule("node:fs/promises");
	try {
		const { mtimeMs } = await files.stat(file);
		if (mtimeMs === 0) return false;
		const age = Date.now() - mtimeMs;
		if (age > LIVING_LEASE) return false;
		const holder = JSON.parse(await files.readFile(file, "utf8"));
		if (holder.place !== whoAmI().place) return age <= LOCK_LEASE;
		return isAlive(holder.pid);
	} catch (thrown) {
		if (codeOf(thrown) === "ENOENT") return false;
		if (thrown instanceof SyntaxError) return await isYoung(file);
		throw thrown;
	}
}
async function isYoung(file) {
	const found = await process.getBuiltinModule("node:fs/promises").stat(file);
	return Date.now() - found.mtimeMs <= LOCK_LEASE;
}
function whoAmI() {
	const { hostname } = process.getBuiltinModule("node:os");
	return {
		pid: process.pid,
		place: place ??= `${hostname()} ${pidNamespace()}`
	};
}
let place;
function pidNamespace() {
	try {
		return process.getBuiltinModule("node:fs").readlinkSync("/proc/self/ns/pid");
	} catch {
		return "";
	}
}
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (thrown) {
		return codeOf(thrown) === "EPERM";
	}
}
async function generationsIn(folder) {
	return (await process.getBuiltinModule("node:fs/promises").readdir(folder)).map(Number).filter((number) => Number.isSafeInteger(number) && number > 0).sort((one, other) => other - one);
}
function fileOf(folder, generation) {
	return `${folder}/${generation}`;
}
function codeOf(thrown) {
	return thrown?.code;
}
// src/vault/replace-file.ts
async function replaceFile(file, text) {
	const files = process.getBuiltinModule("node:fs/promises");
	const draft = `${file}.${process.getBuiltinModule("node:crypto").randomUUID()}`;
	try {
		const handle = await files.open(draft, "wx", 384);
		try {
			await handle.writeFile(text);
			await handle.sync();
		} finally {
			await handle.close();
		}
		await files.rename(draft, file);
	} catch (thrown) {
		await files.rm(draft, { force: true }).catch(() => void 0);
		throw thrown;
	}
	await syncFolder(process.getBuiltinModule("node:path").dirname(file));
}
async function syncFolder(folder) {
	if (process.platform === "win32") return;
	const handle = await process.getBuiltinModule("node:fs/promises").open(folder, "r");
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}
export { syncFolder as n, tryFileLock as r, replaceFile as t };
