import { o as COMMANDS, s as COMMON_OPTIONS } from "./command-DcVYX5yF.js";
import { t as wrapAnsi } from "./wrap-ansi-Bg9j0Cyz.js";
// src/cli/terminal/fill-lines.ts
function fillLines(parts, room) {
	const lines = [];
	let line = "";
	for (const part of parts) {
		if (line !== "" && (line + part).trimEnd().length > room) {
			lines.push(line.trimEnd());
			line = "";
		}
		line += part;
	}
	return [...lines, line.trimEnd()];
}
// src/cli/arguments/help.ts
const LONGEST_LABEL = 28;
const LEAST_ROOM = 24;
const NARROW_INDENT = 6;
function overviewHelp(terminal) {
	const { style } = terminal;
	const room = Math.max(LEAST_ROOM, terminal.width);
	const rows = COMMANDS.filter(({ hidden }) => hidden !== true).map(({ name, operands, summary }) => [[name, ...operands].join(" "), summary]);
	return [
		`${wrapAnsi("Call MCP servers, HTTP APIs and scripts in one way.", room)}\n`,
		`${style.bold("Usage:")} operations <command> [options]\n`,
		style.bold("Commands:"),
		describeRows(rows, terminal),
		"",
		wrapAnsi("\"operations <command> --help\" shows the options of a command.", room),
		`${wrapAnsi("\"operations call <id> --help\" shows the input of an operation.", room)}\n`
	].join("\n");
}
function commandHelp(command, terminal) {
	const { name, operands, takesInput, summary, options, examples = [] } = command;
	const { style } = terminal;
	const wrap = (text) => wrapAnsi(text, Math.max(LEAST_ROOM, terminal.width));
	const usage = [
		"operations",
		name,
		...operands,
		...takesInput ? ["[input flags]"] : [],
		"[options]"
	].join(" ");
	const lines = [
		wrap(summary),
		"",
		wrap(`${style.bold("Usage:")} ${usage}`),
		"",
		style.bold("Options:")
	];
	lines.push(describeRows([...options, ...COMMON_OPTIONS].map(optionRow), terminal));
	if (examples.length > 0) lines.push("", style.bold("Examples:"), ...examples.map((example) => fitCommand(example, terminal)));
	return `${lines.join("\n")}\n`;
}
function optionRow({ name, short, value, choices, summary }) {
	return [`${short === void 0 ? "" : `-${short}, `}--${name}${value === void 0 ? "" : ` ${value}`}`, choices === void 0 ? summary : `${summary} (${choices.join(", ")})`];
}
function describeRows(rows, { width }) {
	const fitting = rows.map(([label]) => label.length).filter((length) => length <= LONGEST_LABEL);
	const beside = Math.max(0, ...fitting) + 4;
	const isNarrow = width - beside < LEAST_ROOM;
	const column = isNarrow ? NARROW_INDENT : beside;
	const indent = " ".repeat(column);
	return rows.map(([label, text]) => {
		const isBelow = isNarrow || label.length > LONGEST_LABEL;
		const fitted = fillLines(label.split(/(?<=[|\s])/), Math.max(LEAST_ROOM, width - 4)).join("\n    ");
		return ((isBelow ? `  ${fitted}\n${indent}` : `  ${label}`.padEnd(column)) + wrapAnsi(text, Math.max(LEAST_ROOM, width - column)).replaceAll("\n", `\n${indent}`)).trimEnd();
	}).join("\n");
}
function fitCommand(example, { width, isInteractive }) {
	const room = Math.max(LEAST_ROOM, width) - 6;
	if (!isInteractive || example.length <= room) return `  ${example}`;
	const [command = "", remark] = example.split(/ +# /);
	const lines = fillLines(command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+ ?/g) ?? [], room).map((line, index) => `${index === 0 ? "  " : "    "}${line}`);
	return [...(remark === void 0 ? [] : wrapAnsi(remark, room).split("\n")).map((line) => `  # ${line}`), lines.join(" \\\n")].join("\n");
}
export { overviewHelp as i, describeRows as n, fitCommand as r, commandHelp as t };
