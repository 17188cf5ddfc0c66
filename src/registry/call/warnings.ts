import { messageOf } from "../../errors/call-error.ts";
import type { ValueError } from "../../schema/types/value-error.ts";
import { tellListener } from "../../shared/listeners.ts";

/** A problem that did not stop a call, but that the operator should know about. */
export interface OperationWarning {
  readonly kind: "output-invalid" | "listener-failed" | "cleanup-failed" | "deprecated" | "malformed-line";
  /** The operation that the warning is about, if there is one. */
  readonly operationId?: string | undefined;
  readonly message: string;
  readonly errors?: readonly ValueError[] | undefined;
  readonly cause?: unknown;
}

/** Gets the warnings of a registry. */
export type WarningHandler = (warning: OperationWarning) => void;

/** The given handler, or the console. A handler that throws is reported there: it breaks neither a call nor a process. */
export function createWarnings(onWarning: WarningHandler | undefined): WarningHandler {
  const print = createConsoleWarnings();
  if (onWarning === undefined) return print;
  return (warning) => tellListener(onWarning, warning, warnOf("onWarning", print));
}

/** A listener that only watches calls: what it throws is printed once and breaks no call. */
export function warnIfThrows<TEvent>(
  name: string,
  listener: ((event: TEvent) => void) | undefined,
): (event: TEvent) => void {
  const onFailure = warnOf(name, createConsoleWarnings());
  return (event) => tellListener(listener, event, onFailure);
}

function warnOf(name: string, warn: WarningHandler): (cause: unknown) => void {
  return (cause) => warn({ kind: "listener-failed", message: `${name} threw: ${messageOf(cause)}`, cause });
}

/** Prints each kind of warning once per operation, so that a broken API does not flood the log. */
function createConsoleWarnings(): WarningHandler {
  const seen = new Set<string>();
  return ({ kind, operationId, message }) => {
    const key = `${kind} ${operationId ?? ""}`;
    if (seen.has(key)) return;
    seen.add(key);
    // oxlint-disable-next-line no-console -- the default of `onWarning`: silence would lose it
    console.warn(`[operations] ${message} (further warnings of this kind are not shown)`);
  };
}
