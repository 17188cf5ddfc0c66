import type { HubSources } from "../../entries/hub.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { troubleOf } from "../backend/trouble-of.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Names on standard error the sources that are not connected, and the consequence. Returns whether there are any. */
export function noteUnconnected(sources: HubSources, terminal: Terminal, consequence: string): boolean {
  const missing = sources.statuses().filter(({ state }) => state !== "ready");
  for (const { name, error = "it is still connecting", where } of missing) {
    terminal.err(`${terminal.errorStyle.red("✘")} ${safeLine(name)}: ${safeLine(troubleOf(error, where))}\n`);
  }
  if (missing.length > 0) terminal.err(`${consequence}\n`);
  return missing.length > 0;
}
