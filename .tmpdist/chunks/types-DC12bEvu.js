import { t as generateTypes } from "./types-CPBfIUdx.js";
import { n as ExitCode } from "./command-DcVYX5yF.js";
import { t as replaceFile } from "./replace-file-bXRRrpu-.js";
import { t as withAllSources } from "./with-all-sources-YRtqbDQG.js";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
// src/cli/commands/types.ts
const DEFAULT_FILE = "operations.d.ts";
const STANDARD_OUTPUT = "-";
const MISSING = "No types were written: they would lack the operations of these sources.";
const run = (context) => {
	const { options } = context;
	return withAllSources(context, MISSING, async ({ registry }) => {
		const specs = registry.list();
		return await hand(generateTypes(specs, {
			name: options.text("name"),
			register: !options.has("no-register")
		}), specs.length, context);
	});
};
async function hand(text, count, { options, terminal }) {
	const file = options.text("out") ?? DEFAULT_FILE;
	if (file === STANDARD_OUTPUT) {
		terminal.out(text);
		return ExitCode.ok;
	}
	const path = resolve(file);
	const present = await readFile(path, "utf8").catch(() => void 0);
	if (options.has("check")) {
		if (present === text) return ExitCode.ok;
		terminal.err(`${file} is not what the sources say: run "operations types" again.\n`);
		return ExitCode.failed;
	}
	if (present !== text) await replaceFile(path, text);
	const { style } = terminal;
	terminal.out(`${style.green("✔")} ${file}  ${count} operations${present === text ? ", unchanged" : ""}\n`);
	return ExitCode.ok;
}
export { run };
