/** What the details of an `EXECUTION_ERROR` say about the server behind an operation. */

/** These are about the credential that this server sent to the API, not about the caller's. */
const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([401, 403, 407]);
const BAD_GATEWAY = 502;
const GATEWAY_TIMEOUT = 504;
/** With these, an API cannot take calls now, or did not answer. */
const UNAVAILABLE: ReadonlySet<number> = new Set([429, BAD_GATEWAY, 503, GATEWAY_TIMEOUT]);
const TIMEOUTS: ReadonlySet<string> = new Set([
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
]);

/** Characters of the JSON of a server's error data that callers may see. Longer data stays inside. */
export const LONGEST_ERROR_DATA = 4000;
const LONGEST_REASON = 64;

/** The error status in `details.status`; `undefined` if there is none. */
export function upstreamStatus(details: unknown): number | undefined {
  const { status } = asMembers(details);
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

/** The status of our own answer to a caller, after an API has answered us with `status`. */
export function passedOnStatus(status: number): number {
  return ABOUT_CREDENTIALS.has(status) ? BAD_GATEWAY : status;
}

/** Whether the API behind the operation is down or overloaded, as the details say. */
export function isUnavailable(details: unknown): boolean {
  return UNAVAILABLE.has(upstreamStatus(details) ?? 0);
}

/** The details of an error where no whole answer came: the status that a gateway would give, and why. */
export function unanswered(reason: string): { readonly status: number; readonly reason: string } {
  return { status: TIMEOUTS.has(reason) ? GATEWAY_TIMEOUT : BAD_GATEWAY, reason: reason === "" ? "NO_ANSWER" : reason };
}

/**
 * The part of undeclared details that callers may see. That an API is down, they see from every operation. An operation
 * that only passes its calls on also shows the status of any answer, and the code and data of a JSON-RPC error, which its
 * server has written for clients.
 */
export function shownUpstream(details: unknown, passesOn: boolean): object | undefined {
  const status = upstreamStatus(details);
  const { reason, code, data } = asMembers(details);
  if (status !== undefined) {
    if (!passesOn && !isUnavailable(details)) return undefined;
    return typeof reason === "string" && reason.length <= LONGEST_REASON ? { status, reason } : { status };
  }
  if (!passesOn || !Number.isInteger(code)) return undefined;
  return data !== undefined && isShort(data) ? { code, data } : { code };
}

function isShort(data: unknown): boolean {
  try {
    return ((JSON.stringify(data) as string | undefined)?.length ?? Infinity) <= LONGEST_ERROR_DATA;
  } catch {
    return false;
  }
}

function asMembers(details: unknown): Readonly<Record<string, unknown>> {
  return typeof details === "object" && details !== null ? (details as Readonly<Record<string, unknown>>) : {};
}
