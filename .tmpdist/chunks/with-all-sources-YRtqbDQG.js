import { t as openSources } from "./hub-sources-fie4hXTD.js";
import { n as ExitCode } from "./command-DcVYX5yF.js";
import { E as waitForSources, O as openConfig, P as safeLine, T as openLog, f as withSpinner } from "./command-call-oK2uQUrh.js";
// src/cli/output/note-unconnected.ts
function noteUnconnected(sources, terminal, consequence) {
	const missing = sources.statuses().filter(({ state }) => state !== "ready");
	for (const { name, error = "it is still connecting" } of missing) terminal.err(`${terminal.errorStyle.red("✘")} ${safeLine(name)}: ${safeLine(error)}\n`);
	if (missing.length > 0) terminal.err(`${consequence}\n`);
	return missing.length > 0;
}
// src/cli/commands/with-all-sources.ts
async function withAllSources({ options, terminal }, consequence, use) {
	const loaded = await openConfig({
		options,
		terminal
	});
	const log = await openLog(loaded, options);
	return await withSpinner(terminal, async (signal, spinner) => {
		const sources = await openSources(loaded, { log });
		try {
			await waitForSources(sources, {
				signal,
				atMost: options.duration("timeout")
			});
			spinner.pause();
			return noteUnconnected(sources, terminal, consequence) ? ExitCode.unavailable : await use(sources);
		} finally {
			await sources.close({ graceMs: 0 });
		}
	});
}
export { withAllSources as t };
