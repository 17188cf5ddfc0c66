import { n as ExitCode } from "./command-DcVYX5yF.js";
import { P as safeLine, d as interruptible } from "./command-call-oK2uQUrh.js";
import { t as openOwnLogins } from "./open-logins-Do9eKDJY.js";
// src/cli/commands/logout.ts
const run = async ({ options, terminal }) => {
	const [source = ""] = options.rest;
	return await interruptible(async (signal) => {
		const logins = await openOwnLogins({
			options,
			terminal,
			signal
		});
		try {
			const result = await logins.logOut(source, signal);
			if (options.has("json")) terminal.out(`${JSON.stringify({
				source,
				...result
			})}\n`);
			else terminal.out(`${textOf(safeLine(source), result)}\n`);
			return ExitCode.ok;
		} finally {
			await logins.close();
		}
	});
};
function textOf(source, { wasLoggedIn, revoked }) {
	if (!wasLoggedIn) return `There was no login to ${source}.`;
	return revoked ? `Logged out of ${source}. The service has ended the login too.` : `Logged out of ${source}. The service could not be told: its own settings may still list the login.`;
}
export { run };
