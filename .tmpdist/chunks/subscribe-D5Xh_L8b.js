import { a as UsageError, n as ExitCode } from "./command-DcVYX5yF.js";
import { g as askSecrets, i as formatItem, l as readInput, m as createElicitation, n as noteDeprecated, o as withOperation, r as noteStripped } from "./command-call-oK2uQUrh.js";
// src/cli/commands/subscribe.ts
const run = async (context) => {
	const { options, terminal } = context;
	const limit = options.count("limit", 1) ?? Infinity;
	const form = {
		isJSON: options.has("json"),
		isEnvelope: options.has("envelope")
	};
	return await withOperation(context, async ({ backend, operation, spinner, signal, before, deadline }) => {
		const { id, type, inputSchema } = operation;
		if (!options.has("json")) await noteDeprecated(operation, {
			terminal,
			spinner
		});
		if (options.has("help")) {
			const { inputHelp } = await import("./input-help-CbsOhWhM.js");
			spinner.pause();
			terminal.out(await inputHelp(operation, "subscribe", context));
			return ExitCode.ok;
		}
		if (type !== "SUBSCRIPTION") throw new UsageError(`${id} is no stream: use "operations call ${id}".`);
		const given = await before(readInput(options, inputSchema, terminal));
		const input = await before(askSecrets(given, inputSchema, {
			terminal,
			spinner,
			signal
		}));
		const left = new AbortController();
		terminal.onClosed = () => left.abort();
		const onElicitation = createElicitation({
			terminal,
			spinner
		});
		const stop = AbortSignal.any([signal, left.signal]);
		let count = 0;
		let hasNoted = false;
		try {
			for await (const item of backend.subscribe({
				id,
				input,
				signal: stop,
				deadline,
				onElicitation
			})) {
				spinner.pause();
				terminal.out(formatItem(item, form, terminal));
				hasNoted ||= await noteStripped(item, form, terminal);
				await terminal.flush();
				if (++count >= limit || left.signal.aborted) break;
			}
		} catch (thrown) {
			if (!left.signal.aborted) throw thrown;
		}
		return ExitCode.ok;
	});
};
export { run };
