import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { F as safeText, R as limitTime, a as formatResult, c as openBackend, f as withSpinner, m as createElicitation, p as createApproval, s as noteMissing } from "./command-call-oK2uQUrh.js";
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
// src/cli/commands/run.ts
const run = async ({ options, terminal }) => {
	const [file = ""] = options.rest;
	const source = await readProgram(file);
	const timeout = options.duration("timeout");
	const deadline = timeout === void 0 ? void 0 : Date.now() + timeout;
	const [isJSON, withCalls] = [options.has("json"), options.has("calls")];
	return await withSpinner(terminal, async (signal, spinner) => {
		const limit = limitTime(signal, timeout);
		try {
			const approve = createApproval({
				terminal,
				spinner
			}, options.has("yes"));
			const backend = await openBackend({
				options,
				terminal,
				spinner,
				signal: limit.signal,
				approve
			});
			try {
				spinner.text = file;
				const onElicitation = createElicitation({
					terminal,
					spinner
				});
				const envelope = await backend.runCode(source, {
					signal,
					deadline,
					onElicitation
				}).finally(() => {
					spinner.pause();
				});
				const { result, ...traces } = envelope.data ?? {};
				if (!isJSON) printTraces(traces, terminal, withCalls);
				const shown = {
					data: isJSON ? envelope.data : result,
					meta: {}
				};
				terminal.out(formatResult(shown, {
					isJSON,
					isEnvelope: false
				}, terminal));
				return ExitCode.ok;
			} catch (thrown) {
				const { code, details } = thrown;
				if (code === "CODE_FAILED" && !isJSON) {
					printTraces(details ?? {}, terminal, withCalls);
					await noteMissing(backend, terminal);
				}
				throw thrown;
			} finally {
				spinner.pause();
				await backend.close();
			}
		} finally {
			limit.release();
		}
	});
};
async function readProgram(file) {
	if (file === "-") return await text(process.stdin);
	return await readFile(file, "utf8").catch((cause) => {
		throw new UsageError(`The program ${file} can't be read (${String(cause.code)}).`, "run");
	});
}
function printTraces({ logs = [], calls = [] }, terminal, withCalls) {
	for (const { text } of logs) terminal.err(`${safeText(text)}\n`);
	if (!withCalls) return;
	for (const { id, duration, error = "ok" } of calls) terminal.err(terminal.errorStyle.dim(`${safeText(id)} ${duration} ms ${safeText(error)}\n`));
}
export { run };
