import type {
  AddClientAuthentication,
  DpopSession,
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";

/** What the SDK's flow needs for one login by a browser. It lives as long as that login takes. */
export class LoginProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl?: string;
  client: OAuthClientInformationMixed | undefined;
  discovery: OAuthDiscoveryState | undefined;
  resource: string | undefined;
  /** Where the person has to go. */
  authorizationUrl: URL | undefined;
  /** What binds the tokens to a key, if the server takes such tokens. */
  dpop?: () => Promise<DpopSession | undefined>;
  /** How a client with a key proves itself. */
  addClientAuthentication?: AddClientAuthentication;
  #tokens: OAuthTokens | undefined;
  #verifier: string | undefined;
  #state: string | undefined;

  constructor(
    oauth: OAuthConfig,
    redirectUrl: string,
    { known, grants = [] }: { known: OAuthClientInformationMixed | undefined; grants?: readonly string[] },
  ) {
    this.redirectUrl = redirectUrl;
    const { clientId, clientSecret, privateKey, issuer, scopes, clientMetadataUrl } = oauth;
    const isSecret = clientSecret !== undefined && privateKey === undefined;
    this.clientMetadata = {
      client_name: "operations",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token", ...grants],
      response_types: ["code"],
      token_endpoint_auth_method: isSecret ? "client_secret_basic" : "none",
      ...(scopes === undefined ? {} : { scope: scopes.join(" ") }),
    };
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
    const own = { client_id: clientId ?? "", ...(isSecret ? { client_secret: clientSecret } : {}) };
    this.client = clientId === undefined ? known : { ...own, ...(issuer === undefined ? {} : { issuer }) };
  }

  state(): string {
    return (this.#state ??= process.getBuiltinModule("node:crypto").randomBytes(24).toString("base64url"));
  }

  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.client;
  }

  saveClientInformation(client: OAuthClientInformationMixed): void {
    this.client = client;
  }

  tokens(): OAuthTokens | undefined {
    return this.#tokens;
  }

  saveTokens(tokens: OAuthTokens): void {
    this.#tokens = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    if (this.#verifier === undefined) throw new CallError("PROTOCOL_ERROR", "The login has not begun.");
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  saveResourceUrl(resource: string): void {
    this.resource = resource;
  }

  /** The SDK calls it if the server no longer knows the client, and registers another one. */
  invalidateCredentials(what: string): void {
    if (what === "client" || what === "all") this.client = undefined;
    if (what === "tokens" || what === "all") this.#tokens = undefined;
  }
}
