import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { OperationSpec } from "../../entries/index.ts";
import type { DescribedOperation } from "../backend/backend.ts";
import { deprecationNote, toDeprecation } from "../../shared/deprecation.ts";
import { findCommand } from "../arguments/command-table.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { exampleValue } from "../json-schema/example-value.ts";
import { outlineSchema } from "../json-schema/outline-schema.ts";
import type { OutlineRow } from "../json-schema/outline-schema.ts";
import { withOperation } from "../session/operation-session.ts";
import { padText } from "../terminal/fit-text.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  return await withOperation(context, async ({ operation, spinner }) => {
    const text = options.has("json")
      ? `${JSON.stringify(operation)}\n`
      : options.has("types")
        ? await typesOf(operation)
        : formatOperation(operation, await validExample(operation.inputSchema), terminal);
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

/** Undefined where no example fits the schema. */
async function validExample(schema: unknown): Promise<unknown> {
  const { collectErrors } = await import("../../entries/index.ts");
  const example = exampleValue(schema);
  try {
    return collectErrors(schema as object, example).length === 0 ? example : undefined;
  } catch {
    return undefined;
  }
}

function formatOperation(operation: DescribedOperation, example: unknown, terminal: Terminal): string {
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
  lines.push(style.bold("Example"), `  ${exampleCommand(operation, example)}`);
  return `${lines.join("\n")}\n`;
}

function exampleCommand({ id, type }: DescribedOperation, example: unknown): string {
  const command = `operations ${type === "SUBSCRIPTION" ? "subscribe" : "call"} ${id}`;
  if (example === undefined || JSON.stringify(example) === "{}") return command;
  return `${command} ${exampleFlags(example) ?? `--input ${shellWord(JSON.stringify(example))}`}`;
}

/** `--city Oslo --days 3`; undefined where JSON is clearer. */
function exampleFlags(example: unknown): string | undefined {
  if (typeof example !== "object" || example === null || Array.isArray(example)) return undefined;
  const flags: string[] = [];
  for (const [name, value] of Object.entries(example)) {
    if (!/^[A-Za-z][\w-]*$/.test(name) || isCallOption(name)) return undefined;
    if (typeof value === "boolean") flags.push(value ? `--${name}` : `--no-${name}`);
    else if (typeof value === "string" || typeof value === "number")
      flags.push(`--${name} ${shellWord(String(value))}`);
    else return undefined;
  }
  return flags.length > MOST_FLAGS ? undefined : flags.join(" ");
}

const MOST_FLAGS = 5;

/** An option of the command takes precedence over a flag of the operation. */
function isCallOption(name: string): boolean {
  return findCommand("call")?.options.some((option) => option.name === name) === true || name === "help";
}

/** One word for a shell. */
function shellWord(text: string): string {
  const word = safeLine(text);
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
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
