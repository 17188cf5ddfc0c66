import { v as toNameTest } from "./hub-shared-evUMSPIC.js";
import { t as openSources } from "./hub-sources-fie4hXTD.js";
import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { E as waitForSources, O as openConfig, P as safeLine, S as hubKey, T as openLog, f as withSpinner, x as hubAddress } from "./command-call-oK2uQUrh.js";
import { t as HubBackend } from "./hub-backend-BV-G7Y2f.js";
import { t as changeReport } from "./change-report-BbRC8P9O.js";
import { t as replaceFile } from "./replace-file-bXRRrpu-.js";
import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
// src/cli/commands/lock.ts
const STANDARD_OUTPUT = "-";
const LOCK = "~/lock";
const run = async (context) => {
	const { options, terminal } = context;
	const [pattern] = options.rest;
	if (pattern !== void 0 && !options.has("accept")) throw new UsageError(`A pattern goes with --accept: operations lock --accept ${pattern}`);
	const accepts = acceptance(options.has("accept"), pattern);
	if (options.text("hub") !== void 0) return await decideAtHub(context, accepts);
	const loaded = await openConfig({
		options,
		terminal
	});
	const log = await openLog(loaded, options);
	return await withSpinner(terminal, async (signal, spinner) => {
		const sources = await openSources(loaded, {
			log,
			forLock: true
		});
		try {
			await waitForSources(sources, {
				signal,
				atMost: options.duration("timeout")
			});
			spinner.pause();
			const left = withoutAccepted(sources.lock.changes(), accepts);
			const dropped = sources.lock.stale;
			await hand(sources.lock, await sources.lock.write(accepts), context);
			const isAbsent = sources.statuses().some(({ state }) => state !== "ready");
			return report(left, {
				...context,
				isAbsent,
				dropped,
				file: sources.lock.file
			});
		} finally {
			await sources.close({ graceMs: 0 });
		}
	});
};
async function decideAtHub(context, accepts) {
	const { options, terminal } = context;
	if (options.has("out")) throw new UsageError("--out does not go with --hub: the hub writes its own lock.");
	const url = hubAddress(options, terminal.env);
	const key = await hubKey(url, options, terminal.env);
	return await withSpinner(terminal, async (signal, spinner) => {
		const hub = new HubBackend({
			url,
			key,
			signal
		});
		const { sources } = await hub.get(LOCK);
		let accepted = 0;
		for (const { source, kind, changes } of sources) for (const { operation, digest } of changes.filter((change) => accepts(source, change.operation))) {
			await hub.send(LOCK, {
				source,
				kind,
				operation,
				digest,
				decision: "accept"
			});
			accepted++;
		}
		spinner.pause();
		if (!options.has("json")) terminal.out(`${terminal.style.green("✔")} ${url.href}  ${accepted} accepted\n`);
		const outcome = {
			...context,
			isAbsent: false,
			dropped: [],
			file: url.href
		};
		return report(withoutAccepted(sources, accepts), outcome);
	});
}
function acceptance(isWanted, pattern = "*") {
	const matches = toNameTest(pattern);
	return (source, operation) => isWanted && (matches(`${source}.${operation}`) || matches(operation));
}
function withoutAccepted(sources, accepts) {
	return sources.filter(({ state }) => state === "locked").map((each) => ({
		...each,
		changes: each.changes.filter(({ operation }) => !accepts(each.source, operation))
	})).filter(({ changes }) => changes.length > 0);
}
async function hand(lock, text, { options, terminal }) {
	const file = options.text("out");
	if (file === STANDARD_OUTPUT) return terminal.out(text);
	const path = file === void 0 ? lock.file : resolve(file);
	const present = await readFile(path, "utf8").catch(() => void 0);
	if (present !== text) await replaceFile(path, text);
	if (options.has("json")) return;
	const name = relative(process.cwd(), path) || path;
	terminal.out(`${terminal.style.green("✔")} ${name}${present === text ? "  unchanged" : ""}\n`);
}
function report(left, { options, terminal, isAbsent, dropped, file }) {
	const isPrinted = options.text("out") === STANDARD_OUTPUT;
	if (options.has("json") && !isPrinted) terminal.out(`${JSON.stringify({
		file,
		unaccepted: left,
		dropped
	})}\n`);
	else {
		for (const name of dropped) terminal.err(`  ${safeLine(name)} dropped: the config no longer has it\n`);
		if (left.length > 0) {
			terminal.err(changeReport(left, terminal));
			terminal.err(`These changes were not taken in: look at them, then run "operations lock --accept".\n`);
		}
	}
	if (isAbsent) return ExitCode.unavailable;
	return left.length > 0 ? ExitCode.failed : ExitCode.ok;
}
export { run };
