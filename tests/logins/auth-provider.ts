/** A real authorization server, `oidc-provider`: registration, resource indicators, rotation, revocation. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ensureSubPackage } from "../../scripts/sub-package.ts";

/** The part of `oidc-provider` that we use. */
interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  on(event: string, listener: () => void): void;
  readonly AccessToken: TokenModel;
  readonly ClientCredentials: TokenModel;
}

interface TokenModel {
  find(token: string): Promise<IssuedToken | undefined>;
}

export interface IssuedToken {
  readonly isValid: boolean;
  readonly aud?: string | readonly string[];
  readonly accountId?: string;
  readonly clientId?: string;
  readonly scope?: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly jkt?: string;
  destroy?(): Promise<void>;
}

export interface AuthProvider {
  readonly url: string;
  /**
   * Counts of events: `grant.success`, `grant.error`, `refresh_token.consumed`, `registration_create.success`,
   * `introspection`.
   */
  readonly seen: ReadonlyMap<string, number>;
  /** Ends a token. */
  revoke(token: string): Promise<void>;
  findToken(token: string): Promise<IssuedToken | undefined>;
  /** Delays the next token lookups by this many milliseconds, so that a token may end meanwhile. */
  readonly stalls: number[];
  close(): Promise<void>;
}

export interface AuthProviderOptions {
  /** The lifetime of an access token, in seconds. */
  readonly tokenSeconds?: number;
  /** Clients that need no registration. */
  readonly clients?: readonly object[];
  /** The format of access tokens. Default: opaque, so that only the provider can read them. */
  readonly tokenFormat?: "opaque" | "jwt";
  /** The scopes that clients may request. Default: `notes:read` and `notes:write`. */
  readonly scopes?: readonly string[];
}

const EVENTS = [
  "grant.success",
  "grant.error",
  "grant.revoked",
  "refresh_token.consumed",
  "registration_create.success",
];

export async function startAuthProvider({
  tokenSeconds = 60,
  clients = [],
  tokenFormat = "opaque",
  scopes = ["notes:read", "notes:write"],
}: AuthProviderOptions = {}): Promise<AuthProvider> {
  await ensureSubPackage("tests/logins");
  const server = createServer((request, response) => handle(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Not a literal, because the package is installed only on first use.
  const name: string = "oidc-provider";
  const { default: OIDCProvider } = (await import(name)) as {
    default: new (issuer: string, options: object) => Provider;
  };
  const provider = new OIDCProvider(url, {
    clients,
    scopes: ["openid", "offline_access", ...scopes],
    cookies: { keys: ["a test key"] },
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      introspection: { enabled: true },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      dPoP: { enabled: true, nonceSecret: Buffer.alloc(32, 3), requireNonce: () => true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: scopes.join(" "),
          accessTokenFormat: tokenFormat,
          accessTokenTTL: tokenSeconds,
        }),
        useGrantedResource: () => true,
      },
    },
    ttl: {
      AccessToken: tokenSeconds,
      ClientCredentials: tokenSeconds,
      RefreshToken: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 600,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  const stalls: number[] = [];
  const seen = new Map<string, number>();
  for (const event of EVENTS) provider.on(event, () => void seen.set(event, (seen.get(event) ?? 0) + 1));
  const answer = provider.callback();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url === "/token/introspection") seen.set("introspection", (seen.get("introspection") ?? 0) + 1);
    answer(request, response);
  };
  return {
    url,
    seen,
    revoke: async (token) => await (await provider.AccessToken.find(token))?.destroy?.(),
    stalls,
    async findToken(token) {
      await new Promise((resolve) => void setTimeout(resolve, stalls.shift() ?? 0));
      return (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
