/** Asks the person at the terminal for approvals, and for what an operation needs during its work. */
import type { Elicit, ElicitationAnswer } from "../../entries/index.ts";
import type { ApprovalOptions } from "../../entries/middleware.ts";
import { parseFlagValue } from "../input/flag-value.ts";
import { schemaNote } from "../json-schema/outline-schema.ts";
import { SchemaReader } from "../../schema/print/schema-view.ts";
import { ask, askSecret } from "../terminal/ask.ts";
import { isSecret } from "./ask-secrets.ts";
import { safeLine, safeText } from "../terminal/safe-text.ts";
import type { Spinner } from "../terminal/spinner.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface ApprovalContext {
  readonly terminal: Terminal;
  readonly spinner: Spinner;
}

const LONGEST_INPUT = 2000;

/** The person who approves must know that there is more than is shown. */
export function showInput(text: string, atMost: number = LONGEST_INPUT): string {
  const hidden = text.length - atMost;
  return hidden <= 0 ? text : `${text.slice(0, atMost)}… and ${hidden} more characters`;
}

/** `isApproved`: `--yes` approves in advance. */
export function createApproval({ terminal, spinner }: ApprovalContext, isApproved: boolean): ApprovalOptions["ask"] {
  return async ({ id, input, context }) => {
    if (isApproved) return true;
    if (!terminal.canAsk) {
      return { approved: false, reason: "there is no terminal to ask on; --yes approves in advance." };
    }
    const { errorStyle } = terminal;
    const shown = showInput(safeText(JSON.stringify(input, undefined, 2) ?? "no input"));
    spinner.pause();
    const question = `${errorStyle.yellow("?")} Run ${errorStyle.bold(safeLine(id))} with ${shown}\n  [y/N] `;
    const answer = await ask(terminal, question, context.signal);
    spinner.resume();
    return /^y(es)?$/i.test(answer?.trim() ?? "") ? true : { approved: false, reason: "you said no." };
  };
}

/** Undefined without a terminal: the operation then knows that the caller accepts no questions. */
export function createElicitation({ terminal, spinner }: ApprovalContext): Elicit | undefined {
  if (!terminal.canAsk) return undefined;
  return async ({ mode, message, requestedSchema, url }, { signal }) => {
    spinner.pause();
    try {
      terminal.err(`${terminal.errorStyle.yellow("?")} ${safeText(message)}\n`);
      if (mode === "url") return await confirmPage(terminal, url ?? "", signal);
      return await askForm(terminal, requestedSchema, signal);
    } finally {
      spinner.resume();
    }
  };
}

async function confirmPage(terminal: Terminal, url: string, signal: AbortSignal): Promise<ElicitationAnswer> {
  const answer = await ask(terminal, `  ${safeLine(url)}\n  Visit it, then press Enter (n: decline) `, signal);
  if (answer === undefined) return { action: "cancel" };
  return { action: /^n/i.test(answer) ? "decline" : "accept" };
}

type Fields = Record<string, string | number | boolean | string[]>;

/** Asks for each field. An empty answer for a required field declines. */
async function askForm(terminal: Terminal, schema: unknown, signal: AbortSignal): Promise<ElicitationAnswer> {
  const reader = new SchemaReader(schema);
  const { properties, required } = reader.view();
  const content: Fields = {};
  for (const [name, part] of properties) {
    const view = reader.view(part);
    for (;;) {
      const note = safeLine(schemaNote(view.schema));
      const put = isSecret(view.schema) ? askSecret : ask;
      const answer = await put(terminal, `  ${safeLine(name)}${note === "" ? "" : ` (${note})`}: `, signal);
      if (answer === undefined) return { action: "cancel" };
      if (answer === "" && required.has(name) && view.schema["default"] === undefined) return { action: "decline" };
      if (answer === "") break;
      try {
        content[name] = (await parseFlagValue(answer, view, name)) as Fields[string];
        break;
      } catch (thrown) {
        terminal.err(`  ${safeLine((thrown as Error).message)}\n`);
      }
    }
  }
  return { action: "accept", content };
}
