import { _ as ask } from "./command-call-oK2uQUrh.js";
import { homedir } from "node:os";
// src/cli/hosts/this-machine.ts
function thisMachine(env) {
	return {
		platform: process.platform,
		home: homedir(),
		folder: process.cwd(),
		env
	};
}
// src/cli/terminal/confirm.ts
async function confirm(terminal, question, { isDefault = false } = {}) {
	if (!terminal.canAsk) return false;
	const mark = terminal.errorStyle.yellow("?");
	const answer = await ask(terminal, `${mark} ${question} ${isDefault ? "[Y/n]" : "[y/N]"} `, NEVER);
	if (answer === void 0) return false;
	return answer.trim() === "" ? isDefault : /^y(es)?$/i.test(answer.trim());
}
const NEVER = new AbortController().signal;
export { thisMachine as n, confirm as t };
