/** What a client, and the model behind it, gets to read of a failed call. Never a stack or a cause. */
import { cutValue } from "../../../answers/cut-value.ts";
import type { AnswerHandle } from "../../../answers/kept-answers.ts";
import { READ_RESULT } from "../../../answers/read-result.ts";
import { adviceOn } from "../../../errors/advice.ts";
import type { CallError, CallErrorJSON } from "../../../errors/call-error.ts";
import { toRemoteError } from "../../../errors/remote-error.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { passesOn } from "../../../operation/passes-on.ts";
import { encodeData } from "../../../shared/json/encode-data.ts";
import { ERROR_KEY } from "../../../shared/mcp-meta.ts";
import { shorten } from "../../../shared/short-text.ts";
import type { ToolResult } from "./tool-result.ts";

const LONGEST_MESSAGE = 4000;
const LONGEST_DETAILS = 2000;
/** Characters of the JSON of the details in `_meta`, which programs read. */
const LONGEST_META = 16_000;

export interface FailedResultOptions {
  /** The operation that was called, if there is one. */
  readonly spec?: OperationSpec | undefined;
  /** Whether callers see the messages of unexpected exceptions. Default: false. */
  readonly expose?: boolean | undefined;
  /** Characters that the caller can take. Default: no bound. */
  readonly room?: number | undefined;
  /** Keeps the JSON of details that are cut. Absent if the caller can't read on. */
  readonly keep?: ((text: string) => AnswerHandle | undefined) | undefined;
}

/** A failed call as a tool's result: words for a model, and `_meta` for programs. */
export function failedResult(error: CallError, options: FailedResultOptions = {}): ToolResult {
  const shown = shownError(error, options);
  const text = errorText(shown, options);
  return { content: [{ type: "text", text }], isError: true, _meta: { [ERROR_KEY]: toMeta(shown) } };
}

/** A failed call as the message and data of a protocol error, for methods whose results can't be errors. */
export function failedMessage(error: CallError, options: FailedResultOptions): { text: string; meta: CallErrorJSON } {
  const shown = shownError(error, options);
  return { text: errorText(shown, options), meta: toMeta(shown) };
}

function shownError(error: CallError, { spec, expose }: FailedResultOptions): CallErrorJSON {
  return toRemoteError(error, { declared: spec?.errorSchemas, passesOn: spec && passesOn(spec), expose });
}

/** Without details that are too long, or that JSON can't write. */
function toMeta({ details, ...shown }: CallErrorJSON): CallErrorJSON {
  const rest = { ...shown, message: shorten(shown.message, LONGEST_MESSAGE) };
  const encoded = details === undefined ? undefined : writable(details);
  return encoded === undefined ? rest : { ...rest, details: encoded };
}

function writable(details: unknown): unknown {
  try {
    const encoded = encodeData(details);
    return JSON.stringify(encoded).length <= LONGEST_META ? encoded : undefined;
  } catch {
    return undefined;
  }
}

/** Code and message, the details that callers may see, and the advice about repeating the call. */
function errorText(shown: CallErrorJSON, { spec, room = Infinity, keep }: FailedResultOptions): string {
  const lines = [`${shown.code}: ${shorten(shown.message, Math.min(LONGEST_MESSAGE, Math.floor(room * 0.4)))}`];
  // The message of bad input has its paths already.
  if (shown.details !== undefined && shown.code !== "VALIDATION_ERROR") {
    const details = textOf(shown.details, Math.min(LONGEST_DETAILS, Math.floor(room * 0.4)), keep);
    if (details !== undefined) lines.push(`Details: ${details}`);
  }
  const advice = adviceOn(shown, spec ?? {});
  if (advice !== undefined) lines.push(advice);
  return lines.join("\n");
}

/** Details that are too long are cut so that the rest is still JSON. */
function textOf(details: unknown, room: number, keep: FailedResultOptions["keep"]): string | undefined {
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
