import { open, writeFile } from "node:fs/promises";
import { createElicitation } from "../session/approval.ts";
import { UsageError } from "../arguments/usage-error.ts";
import type { PlainEnvelope } from "../backend/backend.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { readInput } from "../input/read-input.ts";
import { withOperation } from "../session/operation-session.ts";
import { bytesOf, formatResult, progressText } from "../output/format-data.ts";
import type { OutputForm } from "../output/format-data.ts";
import { noteStripped } from "../output/note-stripped.ts";
import { noteDeprecated } from "../output/note-deprecated.ts";

export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  return await withOperation(context, async ({ backend, operation, spinner, signal, before, deadline }) => {
    const { id, type, inputSchema } = operation;
    // Programs that ask for JSON also read standard error.
    if (!options.has("json")) await noteDeprecated(operation, { terminal, spinner });
    if (options.has("help")) {
      const { inputHelp } = await import("../input/input-help.ts");
      spinner.pause();
      terminal.out(inputHelp(operation, "call", terminal));
      return ExitCode.ok;
    }
    if (type === "SUBSCRIPTION") throw new UsageError(`${id} is a stream: use "operations subscribe ${id}".`);
    const input = await before(readInput(options, inputSchema, terminal));
    await assertWritable(options.text("output"));
    // A hub sends progress only where a person can see it.
    const isWatched = terminal.showsProgress && !options.has("json");
    const envelope = await backend.call({
      id,
      input,
      signal,
      deadline,
      onProgress: isWatched ? (progress) => (spinner.text = `${id} ${progressText(progress)}`) : undefined,
      onElicitation: createElicitation({ terminal, spinner }),
    });
    spinner.pause();
    const form = { isJSON: options.has("json"), isEnvelope: options.has("envelope") };
    await print(envelope, form, context);
    await noteStripped(envelope, form, terminal);
    if (envelope.meta["isError"] !== true) return ExitCode.ok;
    terminal.err(`${terminal.errorStyle.red("error:")} ${id} reports that it failed.\n`);
    return ExitCode.failed;
  });
};

/** Runs before the call: a result that can't be saved would cost a second call. */
async function assertWritable(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  try {
    const handle = await open(file, "a");
    await handle.close();
  } catch (cause) {
    throw new UsageError(`--output can't be written: ${(cause as Error).message}`);
  }
}

async function print(envelope: PlainEnvelope, form: OutputForm, { options, terminal }: CommandContext): Promise<void> {
  const file = options.text("output");
  if (file === undefined) return terminal.out(formatResult(envelope, form, terminal));
  const bytes = form.isJSON || form.isEnvelope ? undefined : bytesOf(envelope.data);
  await writeFile(
    file,
    bytes ?? `${JSON.stringify(form.isEnvelope ? envelope : (envelope.data ?? null), undefined, 2)}\n`,
  );
}
