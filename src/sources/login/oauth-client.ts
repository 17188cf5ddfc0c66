/** The client that logs in (the config's own, or one that the server gives), and how it proves itself. */
import type * as OAuth from "oauth4webapi";
import { CallError } from "../../errors/call-error.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import { requestOptions } from "./request-options.ts";

/** A client as the vault keeps it. A type, not an interface, so that it can be assigned to the library's `Client`. */
export type KnownClient = {
  readonly client_id: string;
  readonly client_secret?: string | undefined;
  /** How it proves itself, if the server said so at registration. */
  readonly token_endpoint_auth_method?: string | undefined;
};

export const DEFAULT_ALGORITHM = "ES256";

/** Whether the config's key proves this client. A server that registers a client does not know the key. */
export function isProvedByKey(config: OAuthConfig, { client_id }: KnownClient): boolean {
  const { privateKey, clientId, clientMetadataUrl } = config;
  return privateKey !== undefined && (client_id === clientId || client_id === clientMetadataUrl);
}

/** How a client proves to an authorization server that it is this client: by its key, its secret, or not at all. */
export async function proofOf(
  config: OAuthConfig,
  client: KnownClient,
  server: Readonly<Record<string, unknown>> = {},
): Promise<OAuth.ClientAuth> {
  const oauth = await import("oauth4webapi");
  const { privateKey = "", algorithm = DEFAULT_ALGORITHM } = config;
  if (isProvedByKey(config, client)) {
    const { importPKCS8 } = await import("jose");
    return oauth.PrivateKeyJwt(await importPKCS8(privateKey, algorithm));
  }
  const secret = client.client_id === config.clientId ? config.clientSecret : client.client_secret;
  if (secret === undefined) return oauth.None();
  const { token_endpoint_auth_methods_supported: listed } = server;
  const methods = client.token_endpoint_auth_method ?? (Array.isArray(listed) ? listed : []);
  // A server that does not list its methods takes the secret in a header field (RFC 8414).
  const isInBody = methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
  return isInBody ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/** The config's client without its secret, which stays in the config. */
export function ownClient({ clientId }: OAuthConfig): KnownClient | undefined {
  return clientId === undefined ? undefined : { client_id: clientId };
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;

export interface ClientRequest {
  /** The source's name, for messages. */
  readonly name: string;
  readonly config: OAuthConfig;
  readonly server: OAuth.AuthorizationServer;
  readonly redirectUrl: string;
  /** The client of the last login. */
  readonly known: KnownClient | undefined;
  /** Grants in addition to those of a browser login. */
  readonly grants?: readonly string[] | undefined;
  readonly fetch: typeof fetch;
}

/** The config's client, its metadata document if the server takes one, the client of the last login, or a new one. */
export async function clientFor(request: ClientRequest): Promise<KnownClient> {
  const { name, config, server, redirectUrl, known, grants = [] } = request;
  const own = ownClient(config);
  if (own !== undefined) return own;
  const { clientMetadataUrl } = config;
  if (clientMetadataUrl !== undefined && server["client_id_metadata_document_supported"] === true) {
    return { client_id: clientMetadataUrl };
  }
  if (known !== undefined) return known;
  if (server.registration_endpoint === undefined) {
    throw new CallError("VALIDATION_ERROR", `${name} does not register clients: set oauth.clientId.`);
  }
  const oauth = await import("oauth4webapi");
  const metadata = {
    client_name: "operations",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token", ...grants],
    response_types: ["code"],
    application_type: LOOPBACK.test(redirectUrl) ? "native" : "web",
    token_endpoint_auth_method: "none",
  };
  const options = requestOptions(oauth, request.fetch);
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, options);
  const registered = await oauth.processDynamicClientRegistrationResponse(response);
  const { client_id, client_secret, token_endpoint_auth_method: method } = registered;
  return {
    client_id,
    ...(typeof client_secret === "string" ? { client_secret } : {}),
    ...(typeof method === "string" ? { token_endpoint_auth_method: method } : {}),
  };
}
