/** The HTTP status with which an API answered, in the details of an `EXECUTION_ERROR`. */

/** These are about the credential that this server sent to the API, not about the caller's. */
const ABOUT_CREDENTIALS: ReadonlySet<number> = new Set([401, 403, 407]);
const BAD_GATEWAY = 502;

/** The error status in `details.status`; `undefined` if there is none. */
export function upstreamStatus(details: unknown): number | undefined {
  const { status } = (typeof details === "object" && details !== null ? details : {}) as { readonly status?: unknown };
  return typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599 ? status : undefined;
}

/** The status of our own answer to a caller, after an API has answered us with `status`. */
export function passedOnStatus(status: number): number {
  return ABOUT_CREDENTIALS.has(status) ? BAD_GATEWAY : status;
}
