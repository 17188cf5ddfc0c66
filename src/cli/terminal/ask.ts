import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Terminal } from "./terminal.ts";

/** Asks on the terminal. Undefined: the person ended the input (Ctrl-D), or the signal aborted. */
export async function ask(terminal: Terminal, question: string, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  const { stdin } = terminal.streams;
  // Without the line editor: it would take Ctrl-C for itself.
  const lines = createInterface({ input: stdin, terminal: false });
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
      signal.addEventListener("abort", () => resolve(undefined), { once: true });
      terminal.err(question);
    });
  } finally {
    lines.close();
    await nextTurn();
  }
}
