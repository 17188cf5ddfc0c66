import type { AuthInfo } from "@modelcontextprotocol/server";
import type { Identity } from "../../operation/access-control.ts";
import { refuse } from "./refuse.ts";
import type { ServeMCPSettings } from "./serve-mcp-options.ts";

/** Who sends a request: an identity, nobody (undefined), or the answer that refuses the request. */
export async function authenticate(
  request: Request,
  { verifyToken, identity, anonymous = false, onError }: ServeMCPSettings,
): Promise<Identity | undefined | Response> {
  if (verifyToken === undefined) return identity;
  const token = bearerToken(request);
  if (token === undefined) return anonymous ? undefined : unauthorised("The request carries no bearer token.");
  try {
    const verified = await verifyToken(token, request);
    if (verified !== undefined) return verified;
  } catch (error) {
    onError?.(error);
  }
  return unauthorised("The bearer token is not valid.", "invalid_token");
}

/** The SDK hands a request's `authInfo` on to the handlers; the identity travels in it. */
export function toAuthInfo(identity: Identity): AuthInfo {
  // The token itself goes no further than `verifyToken`.
  return { token: "", clientId: identity.id, scopes: [...identity.scopes], extra: { identity } };
}

export function fromAuthInfo(authInfo: AuthInfo | undefined): Identity | undefined {
  return authInfo?.extra?.["identity"] as Identity | undefined;
}

function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

function unauthorised(message: string, error?: string): Response {
  const challenge = error === undefined ? "Bearer" : `Bearer error="${error}"`;
  return refuse({ status: 401, code: -32_001, message, headers: { "www-authenticate": challenge } });
}
