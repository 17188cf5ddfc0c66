/** An integer in a header field has at most 15 digits (RFC 9651). */
const LONGEST_WAIT = 1e15;

/** The milliseconds after which a call may be tried again, if the details of its error name them. */
export function retryAfterOf(details: unknown): number | undefined {
  const { retryAfterMs } = (details ?? {}) as { readonly retryAfterMs?: unknown };
  const isWait = typeof retryAfterMs === "number" && retryAfterMs >= 0 && retryAfterMs < LONGEST_WAIT;
  return isWait ? retryAfterMs : undefined;
}
