import { readFile } from "node:fs/promises";
import { text as readText } from "node:stream/consumers";
import { UsageError } from "../arguments/usage-error.ts";
import type { PlainEnvelope } from "../backend/backend.ts";
import { openBackend } from "../session/open-backend.ts";
import { limitTime } from "../backend/hub/time-limit.ts";
import { ExitCode } from "../output/exit-code.ts";
import { formatResult } from "../output/format-data.ts";
import { noteMissing } from "../output/note-missing.ts";
import { withAdvice } from "../output/with-advice.ts";
import { createApproval, createElicitation } from "../session/approval.ts";
import type { RunCommand } from "../session/command-context.ts";
import { withSpinner } from "../session/interruption.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What the run left besides its result. */
interface Traces {
  readonly logs?: readonly { readonly level: string; readonly text: string }[];
  readonly calls?: readonly { readonly id: string; readonly duration: number; readonly error?: string }[];
}

export const run: RunCommand = async ({ options, terminal }) => {
  const [file = ""] = options.rest;
  const source = await readProgram(file);
  const timeout = options.duration("timeout");
  const deadline = timeout === undefined ? undefined : Date.now() + timeout;
  const [isJSON, withCalls] = [options.has("json"), options.has("calls")];
  return await withSpinner(terminal, async (signal, spinner) => {
    const limit = limitTime(signal, timeout);
    try {
      const approve = createApproval({ terminal, spinner }, options.has("yes"));
      const backend = await openBackend({ options, terminal, spinner, signal: limit.signal, approve });
      try {
        spinner.text = file;
        const onElicitation = createElicitation({ terminal, spinner });
        const envelope = await backend.runCode(source, { signal, deadline, onElicitation }).finally(() => {
          spinner.pause();
        });
        const { result, ...traces } = (envelope.data ?? {}) as Traces & { readonly result?: unknown };
        if (!isJSON) printTraces(traces, terminal, withCalls);
        const shown: PlainEnvelope = { data: isJSON ? envelope.data : result, meta: {} };
        terminal.out(formatResult(shown, { isJSON, isEnvelope: false }, terminal));
        return ExitCode.ok;
      } catch (thrown) {
        const { code, details } = thrown as { code?: unknown; details?: unknown };
        if (code === "CODE_FAILED" && !isJSON) {
          printTraces(details ?? {}, terminal, withCalls);
          await noteMissing(backend, terminal);
        }
        // A program may have called anything.
        throw withAdvice(thrown, {});
      } finally {
        spinner.pause();
        await backend.close();
      }
    } finally {
      limit.release();
    }
  });
};

async function readProgram(file: string): Promise<string> {
  if (file === "-") return await readText(process.stdin);
  return await readFile(file, "utf8").catch((cause: unknown) => {
    throw new UsageError(`The program ${file} can't be read (${String((cause as { code?: unknown }).code)}).`, "run");
  });
}

function printTraces({ logs = [], calls = [] }: Traces, terminal: Terminal, withCalls: boolean): void {
  for (const { text } of logs) terminal.err(`${safeText(text)}\n`);
  if (!withCalls) return;
  for (const { id, duration, error = "ok" } of calls)
    terminal.err(terminal.errorStyle.dim(`${safeText(id)} ${duration} ms ${safeText(error)}\n`));
}
