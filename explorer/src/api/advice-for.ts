import { ERROR_TABLE } from "../../../src/errors/error-table.ts";
import { Problem, UNREACHABLE } from "./problem.ts";

/** Where the table's words are for programs, or it has none. */
const pageAdvice: Readonly<Record<string, string>> = {
  [UNREACHABLE]: "Check that the server runs. The page tries again by itself.",
  // Whoever aborts on the page sees no error: this was the server.
  ABORTED: "Run it again, if it is still wanted.",
  EXECUTION_ERROR: "Where this does not say why, the server's log may.",
};

/** What one can do about an error. */
export function adviceFor(error: unknown): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  const { code } = error;
  if (Object.hasOwn(pageAdvice, code)) return pageAdvice[code];
  const rows: Record<string, { readonly advice: string }> = ERROR_TABLE;
  return Object.hasOwn(rows, code) ? rows[code]?.advice : undefined;
}
