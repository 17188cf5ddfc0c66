import type { CallError } from "./call-error.ts";

const settledErrors = new WeakSet<CallError>();

/** Marks an error as one that has left its call. If a handler lets it through, its phase says nothing about that handler. */
export function settled(error: CallError): CallError {
  settledErrors.add(error);
  return error;
}

/** Whether an error has left its call. */
export function isSettled(error: CallError): boolean {
  return settledErrors.has(error);
}
