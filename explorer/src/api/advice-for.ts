import { ERROR_TABLE } from "../../../src/errors/error-table.ts";
import { ApiError, UNREACHABLE } from "./api-error.ts";

/** For codes that the error table lacks, or describes for programs only. */
const pageAdvice: Readonly<Record<string, string>> = {
  [UNREACHABLE]: "Check that the server is running. The page keeps trying.",
  // A user who aborts a run sees no error, so here the server aborted it.
  ABORTED: "Run it again if you still need it.",
  RATE_LIMITED: "Wait until then, and run it again.",
  OPERATION_QUARANTINED: "Look at the change among the sources, and accept it there.",
  LOGIN_REQUIRED: "Log in as the message says, then run it again. Your login at this hub is not affected.",
  EXECUTION_ERROR: "If the message does not explain it, look in the server's log.",
};

/** What the user can do about an error. */
export function adviceFor(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code } = error;
  if (Object.hasOwn(pageAdvice, code)) return pageAdvice[code];
  const rows: Record<string, { readonly advice: string }> = ERROR_TABLE;
  return Object.hasOwn(rows, code) ? rows[code]?.advice : undefined;
}
