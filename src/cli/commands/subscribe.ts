import { createElicitation } from "../session/approval.ts";
import { UsageError } from "../arguments/usage-error.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { readInput } from "../input/read-input.ts";
import { askSecrets } from "../session/ask-secrets.ts";
import { withOperation } from "../session/operation-session.ts";
import { formatItem } from "../output/format-data.ts";
import { noteStripped } from "../output/note-stripped.ts";
import { noteDeprecated } from "../output/note-deprecated.ts";

export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  const limit = options.count("limit", 1) ?? Infinity;
  const form = { isJSON: options.has("json"), isEnvelope: options.has("envelope") };
  return await withOperation(context, async ({ backend, operation, spinner, signal, before, deadline }) => {
    const { id, type, inputSchema } = operation;
    // Programs that ask for JSON also read standard error.
    if (!options.has("json")) await noteDeprecated(operation, { terminal, spinner });
    if (options.has("help")) {
      const { inputHelp } = await import("../input/input-help.ts");
      spinner.pause();
      terminal.out(await inputHelp(operation, "subscribe", context));
      return ExitCode.ok;
    }
    if (type !== "SUBSCRIPTION") throw new UsageError(`${id} is not a stream: use "operations call ${id}".`);
    const given = await before(readInput(options, inputSchema, terminal));
    const input = await before(askSecrets(given, inputSchema, { terminal, spinner, signal }));
    const left = new AbortController();
    // The reader has gone, as `head` does: that ends the stream, and is not a failure.
    terminal.onClosed = () => left.abort();
    const onElicitation = createElicitation({ terminal, spinner });
    const stop = AbortSignal.any([signal, left.signal]);
    let count = 0;
    let hasNoted = false;
    try {
      for await (const item of backend.subscribe({ id, input, signal: stop, deadline, onElicitation })) {
        spinner.pause();
        terminal.out(formatItem(item, form, terminal));
        hasNoted ||= await noteStripped(item, form, terminal);
        // A slow reader slows the stream.
        await terminal.flush();
        if (++count >= limit || left.signal.aborted) break;
      }
    } catch (thrown) {
      if (!left.signal.aborted) throw thrown;
    }
    return ExitCode.ok;
  });
};
