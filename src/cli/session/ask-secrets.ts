import { isRecord } from "../../shared/json/is-record.ts";
import { SchemaReader } from "../../schema/print/schema-view.ts";
import { askSecret } from "../terminal/ask.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Spinner } from "../terminal/spinner.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface AskSecretsContext {
  readonly terminal: Terminal;
  readonly spinner: Spinner;
  readonly signal: AbortSignal;
}

/** Whether a value must not be shown. */
export function isSecret({ format, writeOnly }: Readonly<Record<string, unknown>>): boolean {
  return format === "password" || writeOnly === true;
}

/**
 * Asks the person for required secrets that the input lacks: on the command line, others on this machine could read
 * them, and the shell would remember them.
 */
export async function askSecrets(input: unknown, schema: unknown, context: AskSecretsContext): Promise<unknown> {
  const { terminal, spinner, signal } = context;
  if (!terminal.canAsk || !isRecord(input)) return input;
  const reader = new SchemaReader(schema);
  const { properties, required } = reader.view();
  const secrets: Array<[string, string]> = [];
  for (const [name, part] of properties) {
    const { kind, schema: own } = reader.view(part);
    if (kind !== "text" || !required.has(name) || !isSecret(own) || input[name] !== undefined) continue;
    spinner.pause();
    const answer = await askSecret(terminal, `${terminal.errorStyle.yellow("?")} ${safeLine(name)}: `, signal);
    spinner.resume();
    signal.throwIfAborted();
    if (answer !== undefined) secrets.push([name, answer]);
  }
  return secrets.length === 0 ? input : { ...input, ...Object.fromEntries(secrets) };
}
