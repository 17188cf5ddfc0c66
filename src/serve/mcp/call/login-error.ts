import { isSafeToRepeat } from "../../../errors/advice.ts";
import type { RepeatedOperation } from "../../../errors/advice.ts";
import type { CallError } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { ServerSDK } from "../options/load-sdk.ts";
import type { ServeMCPSettings } from "../options/serve-mcp-options.ts";

/** The only revision with the error -32042. The next one has questions in its place. */
const REVISION = "2025-11-25";

export interface LoginErrorOptions {
  readonly sdk: ServerSDK;
  readonly settings: Pick<ServeMCPSettings, "loginPage">;
  readonly operation: RepeatedOperation;
  /** The revision that the client has agreed to, up to 2025-11-25. */
  readonly revision: string | undefined;
  readonly identity: Identity | undefined;
}

/**
 * The error that sends a client to the page where its person logs in. Undefined if the client knows no such error, if
 * it must not call again, which this error asks of it, or if the address is not our own: another server must not make us
 * send people to its pages.
 */
export function toLoginError(error: CallError, options: LoginErrorOptions): Error | undefined {
  const { code, message, details, phase } = error;
  const { sdk, settings, operation, revision, identity } = options;
  if (code !== "LOGIN_REQUIRED" || revision !== REVISION || identity === undefined) return undefined;
  if (!isSafeToRepeat(operation, phase)) return undefined;
  const { source, url } = (details ?? {}) as { source?: unknown; url?: unknown };
  if (typeof source !== "string" || typeof url !== "string") return undefined;
  if (url !== settings.loginPage?.(source, identity)) return undefined;
  const why = `${source} needs your login. Log in there, then call again.`;
  const elicitation = { mode: "url" as const, elicitationId: crypto.randomUUID(), url, message: why };
  return new sdk.UrlElicitationRequiredError([elicitation], message);
}
