import { n as ExitCode, r as exitCodeOf } from "./command-DcVYX5yF.js";
import { F as safeText } from "./command-call-oK2uQUrh.js";
import { t as paragraph } from "./paragraph-DXYnNX4_.js";
// src/cli/output/report-failure.ts
function reportFailure(thrown, { terminal, isJSON }) {
	const failure = toFailure(thrown);
	terminal.err(isJSON ? `${JSON.stringify({ error: failure })}\n` : forPeople(failure, terminal));
	return failure.exitCode;
}
function toFailure(thrown) {
	const error = thrown instanceof Error ? thrown : new Error(String(thrown));
	const { name, message } = error;
	if (name === "UsageError") {
		const { command } = error;
		return {
			code: "USAGE",
			message: message + (command === void 0 ? "" : ` ("operations ${command} --help" says more.)`),
			exitCode: ExitCode.usage
		};
	}
	if (name === "ConfigError") {
		const { problems } = error;
		return {
			code: "CONFIG",
			message,
			details: { problems },
			exitCode: ExitCode.usage
		};
	}
	const { code, details, retryable, phase } = error;
	if (typeof code !== "string" || !/^[A-Z][A-Z0-9_]*$/.test(code)) return {
		code: "EXECUTION_ERROR",
		message,
		exitCode: ExitCode.failed
	};
	return {
		code,
		message,
		details,
		retryable,
		phase,
		exitCode: exitCodeOf(code)
	};
}
function forPeople({ code, message }, terminal) {
	const text = terminal.errorWidth === void 0 ? message : safeText(message);
	const suffix = code === "USAGE" || code === "CONFIG" ? void 0 : `[${code}]`;
	return paragraph({
		label: "error:",
		paint: terminal.errorStyle.red,
		text,
		suffix
	}, terminal);
}
export { reportFailure };
