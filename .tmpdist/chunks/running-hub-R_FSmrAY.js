import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { createConnection } from "node:net";
// src/cli/backend/running-hub.ts
const LONGEST_PATH = 100;
const MOST_FILES = 5e3;
const PROBE = 1e3;
async function socketFor(loaded, env) {
	if (process.platform === "win32" || loaded.file === void 0 || loaded.config.serve?.http === false) return void 0;
	const folder = await ownFolder(env);
	const path = folder && join(folder, `${(await digestOf(loaded)).slice(0, 32)}.sock`);
	return path === void 0 || Buffer.byteLength(path) > LONGEST_PATH ? void 0 : path;
}
async function ownFolder(env) {
	const runtime = env["XDG_RUNTIME_DIR"];
	const { uid } = userInfo();
	const folder = runtime !== void 0 && isAbsolute(runtime) ? join(runtime, "operations") : join(tmpdir(), `operations-${uid}`);
	try {
		await mkdir(folder, { mode: 448 }).catch((thrown) => {
			if (thrown.code !== "EEXIST") throw thrown;
		});
		const found = await lstat(folder);
		return found.isDirectory() && found.uid === uid && (found.mode & 63) === 0 ? folder : void 0;
	} catch {
		return;
	}
}
async function digestOf({ config, file, folder = "." }) {
	const { local = {} } = config;
	const paths = [...local.modules ?? [], ...local.folders ?? []].map((path) => resolve(folder, path));
	const versions = await Promise.all(paths.map(versionsIn));
	return createHash("sha256").update(JSON.stringify([
		file,
		config,
		versions
	])).digest("hex");
}
async function versionsIn(path) {
	const found = await stat(path).catch(() => void 0);
	if (found === void 0) return [];
	if (!found.isDirectory()) return [`${path} ${found.mtimeMs} ${found.size}`];
	const files = (await readdir(path, { recursive: true }).catch(() => [])).filter((name) => !name.includes("node_modules")).sort();
	return (await Promise.all(files.slice(0, MOST_FILES).map((name) => versionOf(join(path, name))))).flat();
}
async function versionOf(path) {
	const found = await stat(path).catch(() => void 0);
	return found?.isFile() === true ? [`${path} ${found.mtimeMs} ${found.size}`] : [];
}
async function findRunningHub(loaded, query) {
	const { id, env, signal } = query;
	if (asksForApprovals(query.config)) return void 0;
	const socket = await socketFor(loaded, env);
	if (socket === void 0 || await stateOf(socket) !== "open") return void 0;
	const { HubBackend } = await import("./hub-backend-PqJR40Ye.js");
	const backend = new HubBackend({
		url: new URL("http://localhost/"),
		socket,
		signal
	});
	return await backend.describe(id).then(() => backend, () => void 0);
}
function asksForApprovals({ mcpServers = {}, openapi = {}, remotes = {}, sources = {}, local = {} }) {
	return [local, ...[
		mcpServers,
		openapi,
		remotes,
		sources
	].flatMap((block) => Object.values(block))].some(({ approval }) => approval === true || Array.isArray(approval) && approval.length > 0);
}
async function stateOf(socket) {
	return await new Promise((done) => {
		const connection = createConnection(socket);
		const end = (state) => {
			connection.destroy();
			done(state);
		};
		connection.once("connect", () => end("open"));
		connection.once("error", ({ code }) => end(code === "ECONNREFUSED" ? "refused" : "unknown"));
		connection.setTimeout(PROBE, () => end("unknown"));
	});
}
async function removeRefused(folder) {
	const names = (await readdir(folder)).filter((name) => name.endsWith(".sock"));
	for (const path of names.map((name) => join(folder, name))) if (await stateOf(path) === "refused") await rm(path, { force: true });
}
async function announceHub(hub, loaded, env) {
	let [opened, close] = [void 0, void 0];
	const moveTo = async (next) => {
		const path = await socketFor(next, env);
		if (path === opened) return;
		await close?.();
		[opened, close] = [void 0, void 0];
		if (path === void 0) return;
		await removeRefused(dirname(path)).catch(() => void 0);
		close = await hub.openOwnerSocket(path).catch(() => void 0);
		if (close !== void 0) opened = path;
	};
	await moveTo(loaded);
	return { moveTo };
}
export { findRunningHub as n, announceHub as t };
