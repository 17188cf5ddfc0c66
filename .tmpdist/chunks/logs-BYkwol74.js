import { M as findConfig } from "./hub-sources-fie4hXTD.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { P as safeLine, d as interruptible } from "./command-call-oK2uQUrh.js";
import { n as keptLogFile } from "./kept-log-Bl0eFpqf.js";
import { open, readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
// src/cli/commands/logs.ts
const DEFAULT_LINES = 50;
const LOOK_EVERY = 200;
const LEVELS = {
	trace: 10,
	debug: 20,
	info: 30,
	warn: 40,
	error: 50,
	fatal: 60
};
const COLOURS = {
	debug: "dim",
	warn: "yellow",
	error: "red",
	fatal: "red"
};
const run = async ({ options, terminal }) => {
	const config = options.has("config") ? resolve(options.text("config") ?? "") : await findConfig();
	if (config === void 0) throw new UsageError("There is no config in this folder: name one with --config.", "logs");
	const file = keptLogFile(config, terminal.env);
	const least = LEVELS[options.text("level") ?? "trace"] ?? 0;
	const wanted = (options.rest[0] ?? "").toLowerCase();
	const show = (lines) => {
		const text = lines.map((line) => options.has("json") ? line.text : printed(line, terminal.style));
		if (text.length > 0) terminal.out(`${text.join("\n")}\n`);
	};
	const isShown = ({ level, text }) => level >= least && text.toLowerCase().includes(wanted);
	const before = await readFile(`${file}.1`, "utf8").catch(() => "");
	const now = await readFile(file, "utf8").catch(() => "");
	const isFollowed = options.has("follow");
	if (now === "" && before === "" && !isFollowed) {
		terminal.err("There is no log yet: \"operations serve\" and \"operations mcp\" write one.\n");
		return ExitCode.ok;
	}
	const count = options.count("lines", 0) ?? DEFAULT_LINES;
	const whole = now.slice(0, now.lastIndexOf("\n") + 1);
	const last = parsed(before + whole).filter(isShown);
	show(count === 0 ? [] : last.slice(-count));
	if (!isFollowed) return ExitCode.ok;
	return await interruptible(async (signal) => {
		for await (const lines of follow(file, Buffer.byteLength(whole), signal)) show(parsed(lines).filter(isShown));
		return ExitCode.ok;
	}, { isService: true });
};
async function* follow(file, from, signal) {
	let at = from;
	while (!signal.aborted) {
		await setTimeout(LOOK_EVERY, void 0, { signal }).catch(() => void 0);
		const { size } = await stat(file).catch(() => ({ size: 0 }));
		if (size < at) at = 0;
		if (size === at) continue;
		const handle = await open(file, "r");
		try {
			const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - at), 0, size - at, at);
			const end = buffer.subarray(0, bytesRead).lastIndexOf(10) + 1;
			at += end;
			if (end > 0) yield buffer.toString("utf8", 0, end);
		} finally {
			await handle.close();
		}
	}
}
function parsed(text) {
	return text.split("\n").flatMap((line) => {
		try {
			const { level, time, msg, ...fields } = JSON.parse(line);
			return [{
				level,
				time,
				msg,
				fields,
				text: line
			}];
		} catch {
			return [];
		}
	});
}
function printed({ level, time, msg, fields }, style) {
	const name = Object.keys(LEVELS).findLast((each) => (LEVELS[each] ?? 0) <= level) ?? "info";
	const colour = COLOURS[name];
	const shown = Object.entries(fields).map(([key, value]) => {
		return `${style.dim(`${safeLine(key)}=`)}${safeLine(typeof value === "string" ? value : JSON.stringify(value))}`;
	});
	const label = name.padEnd(5);
	const when = time.slice(0, 19).replace("T", " ");
	return [
		style.dim(when),
		colour === void 0 ? label : style[colour](label),
		safeLine(msg),
		...shown
	].join(" ");
}
export { run };
