/** What a client, and the model behind it, gets to read of an error. */
import type { CallError } from "../../../errors/call-error.ts";
import { toRemoteError } from "../../../errors/remote-error.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";

const LONGEST_DETAILS = 2000;

export interface ErrorTextOptions {
  readonly spec: OperationSpec;
  /** Whether callers see the messages of unexpected exceptions. */
  readonly expose: boolean;
}

/** Code and message, the details that the operation declares, and whether to try again. Never a stack or a cause. */
export function errorText(error: CallError, { spec, expose }: ErrorTextOptions): string {
  const shown = toRemoteError(error, { declared: spec.errorSchemas, expose });
  const lines = [`${shown.code}: ${shown.message}`];
  // The message of bad input has its paths already.
  if (shown.details !== undefined && shown.code !== "VALIDATION_ERROR") {
    const details = textOf(shown.details);
    if (details !== undefined) lines.push(`Details: ${details}`);
  }
  if (shown.retryable) lines.push("Trying again later may help.");
  return lines.join("\n");
}

function textOf(details: unknown): string | undefined {
  try {
    const text = JSON.stringify(details) as string | undefined;
    return text === undefined || text.length <= LONGEST_DETAILS ? text : `${text.slice(0, LONGEST_DETAILS)}…`;
  } catch {
    return undefined;
  }
}
