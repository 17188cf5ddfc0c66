import { ln as CallError } from "./client-D7eheyo4.js";
import { n as ExitCode } from "./command-DcVYX5yF.js";
import { P as safeLine, d as interruptible } from "./command-call-oK2uQUrh.js";
import { t as openOwnLogins } from "./open-logins-Do9eKDJY.js";
import { t as openBrowser } from "./open-browser-Btkg80uj.js";
// src/cli/commands/login.ts
const DEFAULT_TIMEOUT = 3e5;
const run = async ({ options, terminal }) => {
	const [source = ""] = options.rest;
	const atMost = options.duration("timeout") ?? DEFAULT_TIMEOUT;
	return await interruptible(async (interrupted) => {
		const logins = await openOwnLogins({
			options,
			terminal,
			signal: interrupted
		});
		const late = new AbortController();
		const timer = setTimeout(() => {
			late.abort(new CallError("TIMEOUT", `There was no login within ${Math.round(atMost / 1e3)} s.`));
		}, atMost);
		try {
			const showCode = ({ url, code, complete }) => {
				const also = complete === void 0 ? "" : `  or go to\n\n  ${safeLine(complete.href)}\n\n`;
				terminal.err(`On any device, go to\n\n  ${safeLine(url.href)}\n\n  and enter ${safeLine(code)}\n\n${also}`);
			};
			const status = await logins.logIn(source, {
				...options.has("device") ? { showCode } : {},
				signal: AbortSignal.any([interrupted, late.signal]),
				show: async (address) => {
					const text = !options.has("no-browser") && await openBrowser(address, terminal.env) ? "Your browser opens. If it does not, go to" : "To log in, go to";
					terminal.err(`${text}\n\n  ${safeLine(address.href)}\n\n`);
				}
			});
			if (options.has("json")) terminal.out(`${JSON.stringify(status)}\n`);
			else terminal.out(`${terminal.style.green("✔")} logged in to ${safeLine(source)}\n`);
			return ExitCode.ok;
		} finally {
			clearTimeout(timer);
			await logins.close();
		}
	});
};
export { run };
