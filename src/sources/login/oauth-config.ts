import { toAbsolutePath } from "../../shared/file-path.ts";

/** How to log in to a service with OAuth. Every field has a default, or is discovered from the service. */
export interface OAuthConfig {
  /** Default: `authorization_code`, in which a person logs in with a browser. */
  readonly grant?: "authorization_code" | "client_credentials" | "cross_app_access" | "jwt_bearer" | undefined;
  /** Your own client. Default: one that the server accepts by a metadata document, or registers. */
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The client's key in PEM (PKCS #8), instead of a secret: it signs a JWT. */
  readonly privateKey?: string | undefined;
  /** The algorithm of the signature. Default: ES256. */
  readonly algorithm?: string | undefined;
  /** The address of a client id metadata document, for servers that take one. */
  readonly clientMetadataUrl?: string | undefined;
  /** Default: those that the service asks for. */
  readonly scopes?: readonly string[] | undefined;
  /** The authorization server that the client belongs to. Its secret never goes to another. */
  readonly issuer?: string | undefined;
  /** For services that are not MCP servers: where people log in. Default: as the issuer or the document says. */
  readonly authorizationUrl?: string | undefined;
  /** For the same services: where tokens come from. Default: as the issuer or the document says. */
  readonly tokenUrl?: string | undefined;
  /** The port of the redirect on this machine, for servers that must know it in advance. Default: any free one. */
  readonly redirectPort?: number | undefined;
  /** For `cross_app_access`: who vouches for the user. */
  readonly identityProvider?: IdentityProviderConfig | undefined;
  /** For `jwt_bearer`: the JWT that a platform gave to this workload. */
  readonly assertion?: string | undefined;
  /** The file with that JWT, instead of the JWT itself. It is read for each token. */
  readonly assertionFile?: string | undefined;
}

/** An identity provider that exchanges its ID token for one that another service takes. */
export interface IdentityProviderConfig {
  readonly issuer?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly idToken: string;
}

/** Whether a login needs no person. */
export function isUnattended({ grant = "authorization_code" }: OAuthConfig): boolean {
  return grant !== "authorization_code";
}

/** Makes the path of the workload's JWT absolute. It is relative to the folder of the config. */
export function locateAssertion<T extends OAuthConfig | false | undefined>(oauth: T, folder: string): T {
  const { assertionFile } = oauth || {};
  return assertionFile === undefined ? oauth : { ...oauth, assertionFile: toAbsolutePath(assertionFile, folder) };
}
