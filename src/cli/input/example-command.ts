/** Command lines that call an operation as they stand. */
import { isRecord } from "../../shared/json/is-record.ts";
import { COMMON_OPTIONS, findCommand } from "../arguments/command-table.ts";
import { exampleValues } from "../../schema/print/example-value.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { chooseForms } from "./parse-input-flags.ts";

export interface ExampleOf {
  readonly id: string;
  readonly type: string;
  readonly inputSchema: unknown;
}

/** Only inputs that fit the schema; if none does, the command alone. */
export async function exampleCommands(operation: ExampleOf): Promise<string[]> {
  const { collectErrors } = await import("../../entries/index.ts");
  const { inputSchema } = operation;
  const fits = (value: unknown): boolean => {
    try {
      return collectErrors(inputSchema as object, value).length === 0;
    } catch {
      return false;
    }
  };
  const examples = exampleValues(inputSchema).filter(fits);
  const commands = examples.map((example) => exampleCommand(operation, example));
  return commands.length === 0 ? [exampleCommand(operation, undefined)] : [...new Set(commands)];
}

function exampleCommand({ id, type, inputSchema }: ExampleOf, example: unknown): string {
  const command = `operations ${type === "SUBSCRIPTION" ? "subscribe" : "call"} ${id}`;
  if (example === undefined || JSON.stringify(example) === "{}") return command;
  return `${command} ${exampleFlags(example, inputSchema) ?? `--input ${shellWord(JSON.stringify(example))}`}`;
}

const MOST_FLAGS = 6;

/** `--city Oslo --payment.kind card`; undefined if JSON is clearer, or says what flags can't. */
function exampleFlags(example: unknown, schema: unknown): string | undefined {
  const flags = chooseForms(schema, [], example);
  const words: string[] = [];
  const add = (value: unknown, path: readonly string[]): boolean => {
    const name = path.join(".");
    if (isRecord(value) && path.length < 4) {
      return Object.entries(value).every(([key, part]) => /^[A-Za-z][\w-]*$/.test(key) && add(part, [...path, key]));
    }
    const kind = flags.find(name)?.view.kind;
    if (kind === undefined || isCallOption(name)) return false;
    if (typeof value === "boolean") words.push(value ? `--${name}` : `--no-${name}`);
    else if (typeof value === "number" || (typeof value === "string" && kind !== "bytes" && kind !== "any")) {
      words.push(`--${name} ${flagValue(String(value))}`);
    } else if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")) {
      words.push(...value.map((item) => `--${name} ${flagValue(item)}`));
    } else return false;
    return true;
  };
  if (!isRecord(example) || !add(example, [])) return undefined;
  return words.length > MOST_FLAGS || words.some((word) => /^--\S+ (?:--|@)/.test(word)) ? undefined : words.join(" ");
}

function flagValue(text: string): string {
  return text === "" ? "''" : shellWord(text);
}

/** An option of the command takes precedence over a flag of the operation. */
function isCallOption(name: string): boolean {
  const options = [...(findCommand("call")?.options ?? []), ...COMMON_OPTIONS];
  return options.some((option) => option.name === name || option.name === `no-${name}`);
}

/** One word for a shell. */
function shellWord(text: string): string {
  const word = safeLine(text);
  return /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
