/** What a client, and the model behind it, gets to read of an error. */
import { cutValue } from "../../../answers/cut-value.ts";
import type { AnswerHandle } from "../../../answers/kept-answers.ts";
import { READ_RESULT } from "../../../answers/read-result.ts";
import { adviceOn } from "../../../errors/advice.ts";
import type { CallError } from "../../../errors/call-error.ts";
import { toRemoteError } from "../../../errors/remote-error.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { passesOn } from "../../../operation/passes-on.ts";
import { shorten } from "../../../shared/short-text.ts";

const LONGEST_MESSAGE = 4000;
const LONGEST_DETAILS = 2000;

export interface ErrorTextOptions {
  readonly spec: OperationSpec;
  /** Whether callers see the messages of unexpected exceptions. */
  readonly expose: boolean;
  /** Characters that the caller can take. Default: no bound. */
  readonly room?: number | undefined;
  /** Keeps the JSON of details that are cut. Absent if the caller can't read on. */
  readonly keep?: ((text: string) => AnswerHandle | undefined) | undefined;
}

/** Code and message, the details that the operation declares, and the advice about repeating the call. Never a stack or a cause. */
export function errorText(error: CallError, options: ErrorTextOptions): string {
  const { spec, expose, room = Infinity, keep } = options;
  const shown = toRemoteError(error, { declared: spec.errorSchemas, passesOn: passesOn(spec), expose });
  const lines = [`${shown.code}: ${shorten(shown.message, Math.min(LONGEST_MESSAGE, Math.floor(room * 0.4)))}`];
  // The message of bad input has its paths already.
  if (shown.details !== undefined && shown.code !== "VALIDATION_ERROR") {
    const details = textOf(shown.details, Math.min(LONGEST_DETAILS, Math.floor(room * 0.4)), keep);
    if (details !== undefined) lines.push(`Details: ${details}`);
  }
  const advice = adviceOn(shown, spec);
  if (advice !== undefined) lines.push(advice);
  return lines.join("\n");
}

/** Details that are too long are cut so that the rest is still JSON. */
function textOf(details: unknown, room: number, keep: ErrorTextOptions["keep"]): string | undefined {
  try {
    const text = JSON.stringify(details) as string | undefined;
    if (text === undefined || text.length <= room) return text;
    const kept = keep?.(text);
    const how = kept === undefined ? "" : `; ${READ_RESULT} reads them all: ${JSON.stringify({ handle: kept.handle })}`;
    return `${cutValue(details, room).text} (a part of ${text.length} characters${how})`;
  } catch {
    return undefined;
  }
}
