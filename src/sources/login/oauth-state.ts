import type * as OAuth from "oauth4webapi";
import type { LoginRecord } from "../../vault/login-record.ts";
import { joinScopes } from "./join-scopes.ts";
import type { KnownClient } from "./oauth-client.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import type { DescribedLogin, LoginServer } from "./oauth-server.ts";

export interface OAuthLoginOptions {
  readonly name: string;
  readonly oauth: OAuthConfig;
  /** What the service's own description says; used only if the config does not say it. */
  readonly described: () => Promise<DescribedLogin>;
  readonly fetch: typeof fetch;
}

/** What the vault keeps in addition to the tokens. */
export interface OAuthState extends Pick<LoginServer, "server" | "resource"> {
  readonly client: KnownClient;
  readonly redirectUrl?: string | undefined;
  /** Scopes that the service has asked for since. The next login asks for them too. */
  readonly wanted?: string | undefined;
}

export function stateOf(record: LoginRecord | undefined): Partial<OAuthState> {
  return record?.state ?? {};
}

/** The scopes to ask for: those of the config or of the service, and those that the service has asked for since. */
export function scopeFor(oauth: OAuthConfig, found: LoginServer, wanted: string | undefined): string | undefined {
  return joinScopes((oauth.scopes ?? found.scopes)?.join(" "), wanted);
}

/** Fields of a request, without those that are absent. */
export function given(fields: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined),
  );
}

/** `asked` is the scope of the request. A server that grants exactly that scope need not repeat it. */
export function toLoginRecord(
  tokens: OAuth.TokenEndpointResponse,
  state: OAuthState,
  asked: string | undefined,
): LoginRecord {
  const savedAt = Date.now();
  const { access_token, refresh_token, expires_in, scope = asked } = tokens;
  return {
    accessToken: access_token,
    savedAt,
    state,
    ...(scope === undefined ? {} : { scope }),
    ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
    ...(expires_in === undefined ? {} : { expiresAt: savedAt + expires_in * 1000 }),
  };
}
