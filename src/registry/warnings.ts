import { messageOf } from "../errors/call-error.ts";
import type { ValueError } from "../schema/types/value-error.ts";

/** Something that did not stop a call, and that somebody should know. */
export interface OperationWarning {
  readonly kind: "output-invalid" | "listener-failed" | "cleanup-failed";
  /** Of the operation that it is about, if it is about one. */
  readonly operationId?: string | undefined;
  readonly message: string;
  readonly errors?: readonly ValueError[] | undefined;
  readonly cause?: unknown;
}

export type WarningHandler = (warning: OperationWarning) => void;

/** The user's handler, or the console. One that throws is told of there: it must break neither a call nor a process. */
export function createWarnings(onWarning: WarningHandler | undefined): WarningHandler {
  const print = createConsoleWarnings();
  if (onWarning === undefined) return print;
  return (warning) => {
    try {
      onWarning(warning);
    } catch (cause) {
      print({ kind: "listener-failed", message: `onWarning threw: ${messageOf(cause)}`, cause });
    }
  };
}

/** Prints each kind of warning once per operation: a broken API must not flood a log. */
export function createConsoleWarnings(): WarningHandler {
  const seen = new Set<string>();
  return ({ kind, operationId, message }) => {
    const key = `${kind} ${operationId ?? ""}`;
    if (seen.has(key)) return;
    seen.add(key);
    // oxlint-disable-next-line no-console -- the default of `onWarning`: silence would lose it
    console.warn(`[operations] ${message} (further warnings of this kind are not shown)`);
  };
}
