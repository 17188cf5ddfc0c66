/** Answers of an HTTP API that are errors. */
import { CallError, messageOf } from "../errors/call-error.ts";
import { foreignError } from "../errors/foreign-status.ts";
import { readError } from "../errors/remote-error.ts";
import { failedToConnect } from "../shared/connections/connection-failure.ts";
import { decodeData } from "../shared/json/encode-data.ts";
import { parseJSON } from "../shared/json/parse-json.ts";

/** The error of a problem document (RFC 9457), as our own servers write it; undefined for anything else. */
export function readProblem(text: string): CallError | undefined {
  const problem = parseJSON(text) as Readonly<Record<string, unknown>> | null | undefined;
  if (typeof problem !== "object" || problem === null) return undefined;
  const { code, detail, details } = problem;
  return readError({ ...problem, message: typeof detail === "string" ? detail : code, details: decodeData(details) });
}

export async function errorOf(response: Response): Promise<CallError> {
  const text = await response.text().catch(() => "");
  const { status } = response;
  const message = `The server answered with status ${status}.`;
  const { code, phase } = foreignError(status);
  return readProblem(text) ?? new CallError(code, message, { status }, { phase });
}

/** The error of a `fetch` that got no answer. */
export function unreachable(thrown: unknown): CallError {
  const phase = failedToConnect(thrown) ? "notStarted" : "unknown";
  const message = `The server could not be reached: ${messageOf(thrown)}`;
  return new CallError("CONNECTION_LOST", message, undefined, { phase, cause: thrown });
}
