/** Failures before a connection was established. Nothing was sent. */
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** The cause of a failed `fetch`: Node hides it behind "fetch failed". */
export function failureCause(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
}

/** The code of a failed `fetch`, such as `ECONNRESET`; empty where there is none. */
export function failureCode(thrown: unknown): string {
  const { code } = (failureCause(thrown) ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Whether `fetch` failed before it could send anything. */
export function failedToConnect(thrown: unknown): boolean {
  return NOT_CONNECTED.has(failureCode(thrown));
}
