import { onTestFinished } from "vitest";
import { TmuxTerminal } from "./tmux.ts";
import type { TerminalOptions, TerminalWorkspace } from "./tmux.ts";

/** Opens a terminal for the test that runs. It closes after the test. */
export async function openTerminal(place: TerminalWorkspace, options?: TerminalOptions): Promise<TmuxTerminal> {
  const terminal = await TmuxTerminal.open(place, options);
  onTestFinished(() => terminal.close());
  return terminal;
}
