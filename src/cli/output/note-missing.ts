import type { Backend } from "../backend/backend.ts";
import { safeLine } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Says on standard error which sources are not there: what they offer is not either. */
export function noteMissing(backend: Backend, terminal: Terminal): void {
  for (const source of backend.missing()) {
    terminal.err(`${terminal.errorStyle.yellow("warning:")} the source ${safeLine(source)}\n`);
  }
}
