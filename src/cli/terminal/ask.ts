import type { Terminal } from "./terminal.ts";

/** Asks on the terminal. Undefined: the person ended the input (Ctrl-D), or the signal aborted. */
export async function ask(terminal: Terminal, question: string, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted) return undefined;
  const { stdin } = terminal.streams;
  // Not imported: most commands ask nothing.
  const { createInterface } = process.getBuiltinModule("node:readline");
  // Without the line editor, which would handle Ctrl-C itself.
  const lines = createInterface({ input: stdin, terminal: false });
  const end = new AbortController();
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once("line", resolve);
      lines.once("close", () => resolve(undefined));
      signal.addEventListener("abort", () => resolve(undefined), { once: true, signal: end.signal });
      terminal.err(question);
    });
  } finally {
    end.abort();
    lines.close();
    await new Promise(setImmediate);
  }
}

const [CTRL_C, CTRL_D, ENTER, NEW_LINE, BACKSPACE, DELETE] = ["\u0003", "\u0004", "\r", "\n", "\b", "\u007f"];

/** The same for a secret: what the person types is not shown. */
export async function askSecret(
  terminal: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { stdin } = terminal.streams;
  if (signal.aborted || stdin.setRawMode === undefined) return await ask(terminal, question, signal);
  terminal.err(question);
  stdin.setRawMode(true);
  const end = new AbortController();
  try {
    return await new Promise<string | undefined>((resolve) => {
      let typed: string[] = [];
      const take = (chunk: unknown): void => {
        for (const key of String(chunk)) {
          if (key === ENTER || key === NEW_LINE) return resolve(typed.join(""));
          if (key === CTRL_D && typed.length === 0) return resolve(undefined);
          // In this mode the terminal sends no signal.
          if (key === CTRL_C) return void process.kill(process.pid, "SIGINT");
          if (key === BACKSPACE || key === DELETE) typed = typed.slice(0, -1);
          else if (key >= " ") typed.push(key);
        }
      };
      stdin.on("data", take);
      end.signal.addEventListener("abort", () => stdin.off("data", take));
      signal.addEventListener("abort", () => resolve(undefined), { once: true, signal: end.signal });
      stdin.resume();
    });
  } finally {
    end.abort();
    stdin.setRawMode(false);
    stdin.pause();
    terminal.err("\n");
  }
}
