import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Identity } from "../../../operation/access-control.ts";
import type { OnCredentialEnd } from "../../identity/credential-watch.ts";
import { refuse } from "./refuse.ts";
import type { ServeMCPSettings } from "./serve-mcp-options.ts";

/** Who sends a request: an identity, nobody (undefined), or the answer that refuses the request. */
export async function authenticate(
  request: Request,
  { authenticate: ask, identity, anonymous = false, onError }: ServeMCPSettings,
): Promise<Identity | undefined | Response> {
  if (ask === undefined) return identity;
  const token = bearerToken(request);
  if (token === undefined) return anonymous ? undefined : unauthorised("The request carries no bearer token.");
  try {
    const verified = await ask({ token, kind: "bearer" });
    if (verified !== undefined) return verified;
  } catch (error) {
    onError?.(error);
  }
  return unauthorised("The bearer token is not valid.", "invalid_token");
}

/** Who sends a request, as far as that is known. */
export interface Caller {
  readonly identity?: Identity | undefined;
  /** Who counts as one client. */
  readonly client?: string | undefined;
  /** Tells when the credential of the request no longer holds. Returns a way to stop listening. */
  readonly onCredentialEnd?: OnCredentialEnd | undefined;
}

/** The SDK hands a request's `authInfo` on to the handlers; the caller travels in it. */
export function toAuthInfo(caller: Caller): AuthInfo {
  const { id = "", scopes = [] } = caller.identity ?? {};
  // The token itself goes no further than `authenticate`.
  return { token: "", clientId: id, scopes: [...scopes], extra: { caller } };
}

export function fromAuthInfo(authInfo: AuthInfo | undefined): Caller {
  return (authInfo?.extra?.["caller"] as Caller | undefined) ?? {};
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

function unauthorised(message: string, error?: string): Response {
  const challenge = error === undefined ? "Bearer" : `Bearer error="${error}"`;
  return refuse({ status: 401, code: -32_001, message, headers: { "www-authenticate": challenge } });
}
