import type { ClientAuth } from "oauth4webapi";
import type { LoginRecord } from "../../vault/login-record.ts";
import { requestOptions } from "./request-options.ts";

export interface Revocation {
  /** The metadata of the authorization server. */
  readonly server: { readonly issuer: string; readonly revocation_endpoint?: string | undefined };
  readonly client: { readonly client_id: string };
  /** How the client proves itself. */
  readonly proof: ClientAuth;
  readonly record: LoginRecord;
  readonly fetch: typeof fetch;
}

/** Ends a login at its server (RFC 7009). Answers false if the server has no way to do that. */
export async function revokeTokens({ server, client, proof, record, fetch: send }: Revocation): Promise<boolean> {
  const { issuer, revocation_endpoint } = server;
  if (revocation_endpoint === undefined) return false;
  const oauth = await import("oauth4webapi");
  const { client_id } = client;
  const token = record.refreshToken ?? record.accessToken;
  const hint = record.refreshToken === undefined ? "access_token" : "refresh_token";
  const answer = await oauth.revocationRequest({ issuer, revocation_endpoint }, { client_id }, proof, token, {
    additionalParameters: { token_type_hint: hint },
    ...requestOptions(oauth, send),
  });
  await oauth.processRevocationResponse(answer);
  return true;
}
