/** The error code of a connection that is refused because its name leads to a forbidden address. */
export const PRIVATE_ADDRESS = "ERR_PRIVATE_ADDRESS";

/** Failures before a connection was established. Nothing was sent. */
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  PRIVATE_ADDRESS,
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

/** The cause of a failed `fetch`: Node hides it behind "fetch failed". */
export function failureCause(thrown: unknown): unknown {
  return thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
}

/** The code of a failed `fetch`, such as `ECONNRESET`; empty if there is none. */
export function failureCode(thrown: unknown): string {
  const { code } = (failureCause(thrown) ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : "";
}

/** Whether `fetch` failed before it could send anything. */
export function failedToConnect(thrown: unknown): boolean {
  return NOT_CONNECTED.has(failureCode(thrown));
}

/** Why a request got no answer, for its caller, who need not know which address the name of the host stands for. */
export function failureInWords(thrown: unknown): string | undefined {
  const code = failureCode(thrown);
  if (!KNOWN_IN_WORDS.has(code)) return code === "" ? undefined : code;
  const { hostname } = failureCause(thrown) as FailedConnection;
  return inWords({ name: "", message: "", code, ...(hostname !== undefined && { hostname }) });
}

const KNOWN_IN_WORDS: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND"]);

/** Why `fetch` got no answer, in words, with the address; undefined if the error has another cause. */
export function connectionProblem(thrown: unknown): string | undefined {
  for (let error = thrown, depth = 0; error instanceof Error && depth < MOST_CAUSES; error = error.cause, depth++) {
    // Node hides the reason in `cause`. For a name with several addresses, `cause` lists one error for each.
    if (error.message !== "fetch failed" || !(error.cause instanceof Error)) continue;
    const { errors } = error.cause as { readonly errors?: readonly unknown[] };
    return inWords(errors?.[0] instanceof Error ? errors[0] : error.cause);
  }
  return undefined;
}

const MOST_CAUSES = 8;

interface FailedConnection extends Error {
  readonly code?: string;
  readonly hostname?: string;
  readonly address?: string;
  readonly port?: number;
}

function inWords({ message, code, hostname, address, port }: FailedConnection): string {
  const where = address === undefined ? "there" : `at ${address}${port === undefined ? "" : `:${port}`}`;
  if (code === undefined) return message;
  if (code === "ECONNREFUSED") return `nothing listens ${where} (${code})`;
  if (code === "ENOTFOUND") return `there is no host ${hostname ?? "of this name"} (${code})`;
  return `${message} (${code})`;
}
