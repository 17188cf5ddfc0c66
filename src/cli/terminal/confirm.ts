import { ask } from "./ask.ts";
import type { Terminal } from "./terminal.ts";

export interface ConfirmOptions {
  /** What an empty answer means. Default: no. */
  readonly isDefault?: boolean | undefined;
}

/** A yes-or-no question. Without a terminal to ask on, the answer is no. */
export async function confirm(
  terminal: Terminal,
  question: string,
  { isDefault = false }: ConfirmOptions = {},
): Promise<boolean> {
  if (!terminal.canAsk) return false;
  const mark = terminal.errorStyle.yellow("?");
  const answer = await ask(terminal, `${mark} ${question} ${isDefault ? "[Y/n]" : "[y/N]"} `, NEVER);
  if (answer === undefined) return false;
  return answer.trim() === "" ? isDefault : /^y(es)?$/i.test(answer.trim());
}

const NEVER = new AbortController().signal;
