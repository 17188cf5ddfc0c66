import type { CallError } from "./call-error.ts";

const settledErrors = new WeakSet<CallError>();

/** Marks an error that has left its call. Its phase says nothing about a handler that lets it through. */
export function settled(error: CallError): CallError {
  settledErrors.add(error);
  return error;
}

/** Whether an error has left its call. */
export function isSettled(error: CallError): boolean {
  return settledErrors.has(error);
}
