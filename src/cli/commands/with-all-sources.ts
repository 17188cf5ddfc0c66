import { openSources } from "../../entries/hub.ts";
import type { HubSources } from "../../entries/hub.ts";
import { openConfig } from "../config/open-config.ts";
import { ExitCode } from "../output/exit-code.ts";
import { noteUnconnected } from "../output/note-unconnected.ts";
import type { CommandContext } from "../session/command-context.ts";
import { withSpinner } from "../session/interruption.ts";
import { openLog } from "../backend/local/open-log.ts";
import { waitForSources } from "../backend/local/wait-for-sources.ts";

/**
 * Opens the sources of the config for a command whose result needs all of them. If one is missing, the command works with
 * the others, says which one and what follows from that, and ends with the exit code for it.
 */
export async function withAllSources(
  { options, terminal }: Pick<CommandContext, "options" | "terminal">,
  consequence: string,
  use: (sources: HubSources, isWhole: boolean) => number | Promise<number>,
): Promise<number> {
  const loaded = await openConfig({ options, terminal });
  const log = await openLog(loaded, options);
  return await withSpinner(terminal, async (signal, spinner) => {
    const sources = await openSources(loaded, { log });
    try {
      await waitForSources(sources, { signal, atMost: options.duration("timeout") });
      spinner.pause();
      const isWhole = !noteUnconnected(sources, terminal, consequence);
      const code = await use(sources, isWhole);
      return isWhole || code !== ExitCode.ok ? code : ExitCode.unavailable;
    } finally {
      await sources.close({ graceMs: 0 });
    }
  });
}
