import { open, writeFile } from "node:fs/promises";
import type { AnswerTokens } from "../../answers/answer-tokens.ts";
import { decodeData } from "../../shared/json/encode-data.ts";
import { createElicitation } from "../session/approval.ts";
import { UsageError } from "../arguments/usage-error.ts";
import type { PlainEnvelope } from "../backend/backend.ts";
import type { CommandContext, RunCommand } from "../session/command-context.ts";
import { ExitCode } from "../output/exit-code.ts";
import { withInput } from "../session/with-input.ts";
import { bytesOf, formatResult, progressText } from "../output/format-data.ts";
import type { OutputForm } from "../output/format-data.ts";
import { noteMembers } from "../output/note-members.ts";

export const run: RunCommand = async (context) => {
  const { options, terminal } = context;
  return await withInput(context, "call", async ({ backend, operation, input, spinner, signal, before, deadline }) => {
    const { id } = operation;
    await assertWritable(options.text("output"));
    // A hub sends progress only if a person can see it.
    const isWatched = terminal.showsProgress && !options.has("json");
    // Before the call: an unusable part must not cost one.
    const cut = await before(readPart(context));
    const whole = await backend.call({
      id,
      input,
      signal,
      deadline,
      onProgress: isWatched ? (progress) => (spinner.text = `${id} ${progressText(progress)}`) : undefined,
      onElicitation: createElicitation({ terminal, spinner }),
    });
    spinner.pause();
    const envelope = whole.data === undefined ? whole : cut(whole);
    const schema = operation.outputSchema;
    const form = { isJSON: options.has("json"), isEnvelope: options.has("envelope"), schema };
    await print(envelope, form, context);
    await noteMembers(envelope, form, terminal);
    if (envelope.meta["isError"] !== true) return ExitCode.ok;
    terminal.err(`${terminal.errorStyle.red("error:")} ${id} reports that it failed.\n`);
    return ExitCode.failed;
  });
};

/** The part of the result that `--select` and `--answer-tokens` ask for. Standard error says what is missing. */
async function readPart({ options, terminal }: CommandContext): Promise<(whole: PlainEnvelope) => PlainEnvelope> {
  const [select, tokens] = [options.text("select"), options.text("answer-tokens")];
  if (select === undefined && tokens === undefined) return (whole) => whole;
  const { cutTo, readCut } = await import("../../answers/cut-answer.ts");
  const wanted = await readCut({ select, answerTokens: tokens as AnswerTokens | undefined });
  return (whole) => {
    const { data, note } = cutTo(decodeData(whole.data), wanted);
    if (note !== undefined) terminal.err(`${note}\n`);
    return { ...whole, data };
  };
}

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

async function print(
  envelope: PlainEnvelope,
  form: OutputForm & { readonly schema: unknown },
  { options, terminal }: CommandContext,
): Promise<void> {
  const file = options.text("output");
  if (file === undefined) return terminal.out(formatResult(envelope, form, terminal));
  const bytes = form.isJSON || form.isEnvelope ? undefined : bytesOf(envelope.data, form.schema);
  await writeFile(
    file,
    bytes ?? `${JSON.stringify(form.isEnvelope ? envelope : (envelope.data ?? null), undefined, 2)}\n`,
  );
}
