import { n as ExitCode } from "./command-DcVYX5yF.js";
import { P as safeLine, d as interruptible } from "./command-call-oK2uQUrh.js";
import { t as openOwnLogins } from "./open-logins-Do9eKDJY.js";
// src/cli/commands/logins.ts
const run = async ({ options, terminal }) => await interruptible(async (signal) => {
	const logins = await openOwnLogins({
		options,
		terminal,
		signal
	});
	try {
		const statuses = await logins.list();
		if (options.has("json")) terminal.out(`${JSON.stringify(statuses)}\n`);
		else if (statuses.length === 0) terminal.out("There is no source that takes a login.\n");
		else for (const status of statuses) terminal.out(`${lineOf(status, terminal)}\n`);
		return ExitCode.ok;
	} finally {
		await logins.close();
	}
});
function lineOf({ source, state, scope, expiresAt, renews }, { style }) {
	const mark = state === "logged in" ? style.green("✔") : style.yellow("○");
	const until = expiresAt === void 0 || renews === true ? "" : `, until ${expiresAt}`;
	const advice = state === "logged in" ? "" : style.dim(`  operations login ${safeLine(source)}`);
	const scopes = scope === void 0 ? "" : style.dim(`  ${safeLine(scope)}`);
	return `${mark} ${style.bold(safeLine(source))}  ${state}${until}${scopes}${advice}`;
}
export { run };
