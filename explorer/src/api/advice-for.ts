export { adviceOn } from "../../../src/errors/advice.ts";
export type { RepeatedOperation } from "../../../src/errors/advice.ts";
import { isObject } from "../json/json-path.ts";
import { ApiError, UNREACHABLE } from "./api-error.ts";

/** For codes that the error table lacks, or describes for programs only. */
const pageAdvice: Readonly<Record<string, string>> = {
  [UNREACHABLE]: "Check that the server is running. The page keeps trying.",
  // A user who aborts a run sees no error.
  ABORTED: "The server ended it.",
  RATE_LIMITED: "Wait until then.",
  OPERATION_QUARANTINED: "Review the change on the Sources page, and accept it there.",
  LOGIN_REQUIRED: "Log in as the message says. Your login to this hub is not affected.",
  EXECUTION_ERROR: "If the message does not explain it, look in the server's log.",
};

/** For an API from which no whole answer came: the log of the hub says no more. */
const UNANSWERED =
  "The service behind this operation gave no answer. Check that it runs, and that the hub can reach its address.";

/** What the user can do about an error. */
export function adviceFor(error: unknown): string | undefined | Promise<string | undefined> {
  if (!(error instanceof ApiError)) return undefined;
  const { code, details } = error;
  if (code === "EXECUTION_ERROR" && isObject(details) && typeof details["reason"] === "string") return UNANSWERED;
  return Object.hasOwn(pageAdvice, code) ? pageAdvice[code] : adviceInTable(code);
}

async function adviceInTable(code: string): Promise<string | undefined> {
  const rows: Record<string, { readonly advice: string }> = await loadErrorTable();
  return Object.hasOwn(rows, code) ? rows[code]?.advice : undefined;
}

/** Whether the documentation describes a code. Operations have their own codes. */
export async function isDocumented(code: string): Promise<boolean> {
  return Object.hasOwn(await loadErrorTable(), code);
}

/** Loads the table, which is long, separately from the first view. Once loaded, it stays, even without a server. */
export async function loadErrorTable(): Promise<Record<string, { readonly advice: string }>> {
  return (await import("../../../src/errors/error-table.ts")).ERROR_TABLE;
}
