import type { Backend } from "../backend/backend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Names on standard error the sources whose operations are missing. */
export async function noteMissing(backend: Backend, terminal: Terminal): Promise<void> {
  for (const source of await backend.missing()) {
    // Loaded only when there is something to say: the code that measures text takes long to load.
    const { paragraph } = await import("../terminal/paragraph.ts");
    const text = `the source ${safeLine(source)}`;
    terminal.err(paragraph({ label: "warning:", paint: terminal.errorStyle.yellow, text }, terminal));
  }
}
