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
  if (code === "") return undefined;
  const { hostname } = failureCause(thrown) as FailedConnection;
  const words = wordsFor({ code, hostname });
  return words === undefined ? code : `${words} (${code})`;
}

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
  if (code === undefined) return message;
  return `${wordsFor({ code, hostname, address, port }) ?? message} (${code})`;
}

type Facts = { readonly [Name in "code" | "hostname" | "address" | "port"]: FailedConnection[Name] | undefined };

function wordsFor({ code = "", hostname, address, port }: Partial<Facts>): string | undefined {
  const where = address === undefined ? "there" : `at ${address}${port === undefined ? "" : `:${port}`}`;
  if (code === "ECONNREFUSED") return `nothing listens ${where}`;
  if (code === "ENOTFOUND") return `there is no host ${hostname ?? "of this name"}`;
  return WORDS[code];
}

const NO_TLS = "the other side does not speak TLS, so its address may begin with http:";
const SELF_SIGNED = "its certificate is self-signed";
const UNKNOWN_AUTHORITY = "its certificate comes from an unknown authority";

const WORDS: Readonly<Record<string, string>> = {
  ECONNRESET: "the other side reset the connection",
  UND_ERR_SOCKET: "the other side closed the connection",
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};
