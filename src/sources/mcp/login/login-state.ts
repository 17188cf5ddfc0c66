import type { OAuthClientInformationMixed, OAuthDiscoveryState, OAuthTokens } from "@modelcontextprotocol/client";
import type { LoginRecord } from "../../../vault/login-record.ts";
import type { LoginKey } from "./login-key.ts";

/** What the vault keeps in addition to the tokens of an MCP server. */
export interface LoginState {
  readonly client?: OAuthClientInformationMixed | undefined;
  readonly discovery?: OAuthDiscoveryState | undefined;
  /** The resource indicator (RFC 8707). */
  readonly resource?: string | undefined;
  readonly redirectUrl?: string | undefined;
  /** Present if the token is bound to a key. */
  readonly key?: LoginKey | undefined;
  /** Scopes that the server has asked for since. The next login asks for them too. */
  readonly wanted?: string | undefined;
}

export function loginState(record: LoginRecord | undefined): LoginState {
  return record?.state ?? {};
}

/** `asked` is the scope of the request. A server that grants exactly that scope need not repeat it. */
export function toRecord(tokens: OAuthTokens, { key, ...state }: LoginState, asked: string | undefined): LoginRecord {
  const savedAt = Date.now();
  const isBound = tokens.token_type.toLowerCase() === "dpop";
  const { expires_in: seconds } = tokens;
  return {
    accessToken: tokens.access_token,
    savedAt,
    scope: tokens.scope ?? asked,
    state: isBound ? { ...state, key } : state,
    ...(tokens.refresh_token === undefined ? {} : { refreshToken: tokens.refresh_token }),
    ...(seconds === undefined ? {} : { expiresAt: savedAt + seconds * 1000 }),
  };
}
