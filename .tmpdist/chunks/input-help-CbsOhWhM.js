import { c as findCommand, s as COMMON_OPTIONS } from "./command-DcVYX5yF.js";
import { t as wrapAnsi } from "./wrap-ansi-Bg9j0Cyz.js";
import { n as describeRows, r as fitCommand } from "./help-C3byA_A4.js";
import { F as safeText, P as safeLine, b as kindName, u as chooseForms, v as noteOf } from "./command-call-oK2uQUrh.js";
import { t as exampleCommands } from "./example-command-C1uRFN9j.js";
// src/cli/input/input-help.ts
const NARROWEST = 20;
async function inputHelp(operation, command, { terminal, options }) {
	const { id, description, inputSchema } = operation;
	const { style } = terminal;
	const flags = chooseForms(inputSchema, options.rest.slice(1));
	const lines = [`${wrapped(safeText(description), terminal)}\n`, `${wrapped(`${style.bold("Usage:")} operations ${command} ${id} [input flags] [options]`, terminal)}\n`];
	if (flags.isEmpty) {
		const none = flags.root.kind === "object" || flags.root.kind === "nothing";
		const how = `Its input is no object: give it with --input (${kindName(flags.root)}).`;
		lines.push(wrapped(none ? "It takes no input." : how, terminal));
	} else {
		const own = new Set([...findCommand(command)?.options ?? [], ...COMMON_OPTIONS].map(({ name }) => name));
		lines.push(style.bold("Input:"), describeRows(flags.list().map((flag) => flagRow(flag, flags, own)), terminal));
	}
	const examples = await exampleCommands(operation);
	lines.push("", style.bold(examples.length > 1 ? "Examples:" : "Example:"), ...examples.map((each) => fitCommand(each, terminal)));
	lines.push(`\n${wrapped(`"operations ${command} --help" shows the options.`, terminal)}`);
	return `${lines.join("\n")}\n`;
}
function wrapped(text, { width }) {
	return wrapAnsi(text, Math.max(NARROWEST, width));
}
function noteOfForm({ isRequired, of = [] }) {
	const form = of.length === 0 ? "" : `with ${of.join(" or ")}`;
	const parts = [isRequired ? "required" : "", form].filter((part) => part !== "");
	return parts.length === 0 ? "" : `(${parts.join(" ")})`;
}
function flagRow(flag, flags, own) {
	const { name, view } = flag;
	const isList = view.kind === "list";
	const value = isList ? kindName(flags.itemOf(view)) : kindName(view);
	const label = view.kind === "boolean" ? `--[no-]${name}` : `--${name} <${value}>`;
	const notes = [
		noteOf(view.schema),
		isList ? "(may be repeated)" : "",
		noteOfForm(flag)
	];
	return [safeLine(own.has(name) || own.has(`no-${name}`) ? `-- ${label}` : label), safeLine(notes.filter((note) => note !== "").join(" "))];
}
export { inputHelp };
