import { createElicitation } from "../session/approval.ts";
import type { RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { withInput } from "../session/with-input.ts";
import { formatItem } from "../output/format-data.ts";
import { noteMembers } from "../output/note-members.ts";

export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  const limit = options.count("limit", 1) ?? Infinity;
  const form = { isJSON: options.has("json"), isEnvelope: options.has("envelope") };
  return await withInput(context, "subscribe", async ({ backend, operation, input, spinner, signal, deadline }) => {
    const { id } = operation;
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
        hasNoted ||= await noteMembers(item, form, terminal);
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
