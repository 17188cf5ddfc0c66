import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { OperationSpec } from "../../entries/index.ts";
import type { DescribedOperation } from "../backend/backend.ts";
import { deprecationNote, toDeprecation } from "../../shared/deprecation.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { fitCommand } from "../arguments/help.ts";
import { exampleCommands } from "../input/example-command.ts";
import { outlineSchema } from "../json-schema/outline-schema.ts";
import type { OutlineRow } from "../json-schema/outline-schema.ts";
import { withOperation } from "../session/operation-session.ts";
import { padText } from "../terminal/fit-text.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { htmlToMarkdown } from "../../shared/html-to-markdown.ts";

export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  return await withOperation(context, async ({ operation, spinner }) => {
    const text = options.has("json")
      ? `${JSON.stringify(operation)}\n`
      : options.has("types")
        ? await typesOf(operation)
        : formatOperation(operation, await exampleCommands(operation), terminal);
    spinner.pause();
    terminal.out(text);
    return ExitCode.ok;
  });
};

/** The same text that `operations types` writes, for one operation. */
async function typesOf(operation: DescribedOperation): Promise<string> {
  const { generateTypes } = await import("../../entries/types.ts");
  return safeText(generateTypes([operation as unknown as OperationSpec], { register: false }));
}

function formatOperation(operation: DescribedOperation, examples: readonly string[], terminal: Terminal): string {
  const { id, type, version, title, description, tags = [], origin, accessControl, errorSchemas = {} } = operation;
  const { style, width } = terminal;
  const facts = [type.toLowerCase(), `version ${version}`, ...(tags.length > 0 ? [tags.join(", ")] : [])];
  if (origin !== undefined)
    facts.push(`from ${origin.source}${origin.location === undefined ? "" : ` ${origin.location}`}`);
  const scopes = accessControl?.requiredScopes ?? [];
  if (scopes.length > 0) facts.push(`needs ${scopes.join(", ")}`);
  const head = `${safeLine(id)}  ${safeLine(facts.join(" · "))}`;
  const lines =
    stringWidth(head) <= width
      ? [`${style.bold(safeLine(id))}  ${style.dim(safeLine(facts.join(" · ")))}`]
      : [style.bold(safeLine(id)), ...facts.map((fact) => style.dim(`  ${safeLine(fact)}`))];
  const deprecation = toDeprecation(operation.deprecated);
  if (deprecation !== undefined)
    lines.push(wrapAnsi(style.yellow(safeLine(deprecationNote(deprecation))), Math.max(40, width)));
  if (title !== undefined && title !== description) lines.push(safeLine(title));
  lines.push(wrapAnsi(safeText(htmlToMarkdown(description)), Math.max(40, width)), "");
  lines.push(style.bold("Input"), ...outlineLines(operation.inputSchema, terminal), "");
  const outcome = type === "SUBSCRIPTION" ? "Each item" : "Output";
  lines.push(style.bold(outcome), ...outlineLines(operation.outputSchema, terminal), "");
  const errors = Object.entries(errorSchemas);
  if (errors.length > 0) {
    lines.push(style.bold("Errors"));
    for (const [code, { description: text = "" }] of errors)
      lines.push(`  ${safeLine(code)}  ${safeLine(htmlToMarkdown(text))}`);
    lines.push("");
  }
  lines.push(
    style.bold(examples.length > 1 ? "Examples" : "Example"),
    ...examples.map((each) => fitCommand(each, terminal)),
  );
  return `${lines.join("\n")}\n`;
}

function outlineLines(schema: unknown, terminal: Terminal): string[] {
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

function labelOf({ depth, name, isRequired }: OutlineRow): string {
  return `${"  ".repeat(depth + 1)}${safeLine(name)}${isRequired ? "*" : ""}`;
}
