import { CallError } from "../../errors/call-error.ts";
import type { LogLevel } from "../observe/create-log.ts";

/** Of a call that has failed: what its caller is told too is in the audit, and nobody else's concern. */
export function failureLevel(error: unknown): LogLevel {
  return error instanceof CallError && !error.unexpected ? "debug" : "error";
}
