import { B as deprecationNote, W as toDeprecation } from "./core-CcxVOvtt.js";
import { n as ExitCode } from "./command-DcVYX5yF.js";
import { n as stringWidth, t as wrapAnsi } from "./wrap-ansi-Bg9j0Cyz.js";
import { r as fitCommand } from "./help-C3byA_A4.js";
import { F as safeText, P as safeLine, o as withOperation, y as outlineSchema } from "./command-call-oK2uQUrh.js";
import { t as exampleCommands } from "./example-command-C1uRFN9j.js";
import { n as padText } from "./fit-text-Dgj2l370.js";
// src/cli/commands/describe.ts
const run = async (context) => {
	const { options, terminal } = context;
	return await withOperation(context, async ({ operation, spinner }) => {
		const text = options.has("json") ? `${JSON.stringify(operation)}\n` : options.has("types") ? await typesOf(operation) : formatOperation(operation, await exampleCommands(operation), terminal);
		spinner.pause();
		terminal.out(text);
		return ExitCode.ok;
	});
};
async function typesOf(operation) {
	const { generateTypes } = await import("../types.js");
	return safeText(generateTypes([operation], { register: false }));
}
function formatOperation(operation, examples, terminal) {
	const { id, type, version, title, description, tags = [], origin, accessControl, errorSchemas = {} } = operation;
	const { style, width } = terminal;
	const facts = [
		type.toLowerCase(),
		`version ${version}`,
		...tags.length > 0 ? [tags.join(", ")] : []
	];
	if (origin !== void 0) facts.push(`from ${origin.source}${origin.location === void 0 ? "" : ` ${origin.location}`}`);
	const scopes = accessControl?.requiredScopes ?? [];
	if (scopes.length > 0) facts.push(`needs ${scopes.join(", ")}`);
	const head = `${safeLine(id)}  ${safeLine(facts.join(" · "))}`;
	const lines = stringWidth(head) <= width ? [`${style.bold(safeLine(id))}  ${style.dim(safeLine(facts.join(" · ")))}`] : [style.bold(safeLine(id)), ...facts.map((fact) => style.dim(`  ${safeLine(fact)}`))];
	const deprecation = toDeprecation(operation.deprecated);
	if (deprecation !== void 0) lines.push(wrapAnsi(style.yellow(safeLine(deprecationNote(deprecation))), Math.max(40, width)));
	if (title !== void 0 && title !== description) lines.push(safeLine(title));
	lines.push(wrapAnsi(safeText(description), Math.max(40, width)), "");
	lines.push(style.bold("Input"), ...outlineLines(operation.inputSchema, terminal), "");
	const outcome = type === "SUBSCRIPTION" ? "Each item" : "Output";
	lines.push(style.bold(outcome), ...outlineLines(operation.outputSchema, terminal), "");
	const errors = Object.entries(errorSchemas);
	if (errors.length > 0) {
		lines.push(style.bold("Errors"));
		for (const [code, { description: text = "" }] of errors) lines.push(`  ${safeLine(code)}  ${safeLine(text)}`);
		lines.push("");
	}
	lines.push(style.bold(examples.length > 1 ? "Examples" : "Example"), ...examples.map((each) => fitCommand(each, terminal)));
	return `${lines.join("\n")}\n`;
}
function outlineLines(schema, terminal) {
	const rows = outlineSchema(schema);
	const nameWidth = Math.min(40, Math.max(...rows.map((row) => stringWidth(labelOf(row))))) + 2;
	const typeWidth = Math.min(24, Math.max(...rows.map(({ type }) => stringWidth(type)))) + 2;
	const { style } = terminal;
	const room = Math.max(24, terminal.width - nameWidth - typeWidth);
	return rows.map((row) => {
		const note = wrapAnsi(safeLine(row.note), room);
		const name = row.name === "" ? "  " : padText(labelOf(row), nameWidth);
		const indented = note.replaceAll("\n", `\n${" ".repeat(nameWidth + typeWidth)}`);
		return `${name}${style.cyan(padText(safeLine(row.type), typeWidth))}${indented}`.trimEnd();
	});
}
function labelOf({ depth, name, isRequired }) {
	return `${"  ".repeat(depth + 1)}${safeLine(name)}${isRequired ? "*" : ""}`;
}
export { run };
