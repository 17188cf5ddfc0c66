import { CallError } from "../../errors/call-error.ts";

export interface RequiredLogin {
  /** The name of the source. */
  readonly source: string;
  /** Why, as the end of a sentence. Default: there is no login. */
  readonly why?: string | undefined;
  /** Where a caller with a browser logs in. */
  readonly url?: string | undefined;
  readonly cause?: unknown;
}

/** What an authorization server says (RFC 6749, 5.2) if only another login helps. */
export const FINAL_ERRORS: ReadonlySet<string> = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/** The error of a call that a service accepts only after a login. */
export function loginRequired({ source, why, url, cause }: RequiredLogin): CallError {
  const command = `operations login ${source}`;
  const action = url === undefined ? `run "${command}"` : `log in at ${url}`;
  const message = `${source} needs a login${why === undefined ? "" : ` (${why})`}: ${action}.`;
  const details = { source, ...(url === undefined ? { command } : { url }) };
  return new CallError("LOGIN_REQUIRED", message, details, { phase: "notStarted", cause });
}

export function isLoginRequired(thrown: unknown): thrown is CallError {
  return (thrown as { code?: unknown } | undefined)?.code === "LOGIN_REQUIRED";
}
