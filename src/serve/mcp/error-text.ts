/** What a client, and the model behind it, gets to read of an error. */
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";

const LONGEST_DETAILS = 2000;

export interface ErrorTextOptions {
  readonly spec: OperationSpec;
  /** Whether messages of exceptions that nobody meant for a caller are shown. */
  readonly expose: boolean;
}

/** Code and message, the details that the operation declares, and whether to try again. Never a stack or a cause. */
export function errorText(error: CallError, { spec, expose }: ErrorTextOptions): string {
  const lines = [`${error.code}: ${isUnexpected(error) && !expose ? "The operation failed." : error.message}`];
  const declared = spec.errorSchemas;
  if (error.details !== undefined && declared !== undefined && Object.hasOwn(declared, error.code)) {
    const details = textOf(error.details);
    if (details !== undefined) lines.push(`Details: ${details}`);
  }
  if (error.retryable) lines.push("Trying again later may help.");
  return lines.join("\n");
}

/**
 * Whether an error is an exception that a handler let escape, rather than a `CallError` that somebody worded for a
 * caller. The registry wraps such an exception under its own message.
 */
export function isUnexpected(error: CallError): boolean {
  let first = error;
  while (first.cause instanceof CallError) first = first.cause;
  return first.code === "EXECUTION_ERROR" && "cause" in first && first.message === messageOf(first.cause);
}

function textOf(details: unknown): string | undefined {
  try {
    const text = JSON.stringify(details) as string | undefined;
    return text === undefined || text.length <= LONGEST_DETAILS ? text : `${text.slice(0, LONGEST_DETAILS)}…`;
  } catch {
    return undefined;
  }
}
