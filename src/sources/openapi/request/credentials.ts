import { CallError } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type {
  BasicCredential,
  HTTPAuth,
  HTTPCredential,
  HTTPServiceConfig,
  OAuth2ClientCredentials,
  PerIdentity,
} from "../options/http-service-config.ts";
import type { OperationShape, SecurityRequirement, SecuritySchemeShape } from "../operation/operation-shape.ts";
import { headerName, headerText } from "../operation/header-text.ts";
import type { OAuth2Tokens, TokenRequest } from "./oauth2-tokens.ts";
import { encodeUnreserved } from "./percent-encode.ts";
import { base64Text } from "../response/scalar-text.ts";
import { cannotCall } from "./server-url.ts";

/** What a request carries to prove who it is from. */
export interface RequestCredentials {
  readonly headers: Map<string, string>;
  readonly query: Array<readonly [name: string, value: string]>;
  /** `name=value` pairs. */
  readonly cookies: string[];
  /** Texts that must never be shown. */
  readonly secrets: string[];
  /** Tokens that can be renewed if the server refuses them. */
  readonly renewable: Array<{ readonly request: TokenRequest; readonly value: string }>;
}

export interface CredentialOptions {
  readonly config: HTTPServiceConfig;
  readonly identity: Identity | undefined;
  readonly tokens: OAuth2Tokens;
  /** Resolves the document's token URL, or refuses it. */
  readonly tokenUrl: (declared: string | undefined) => string;
}

/** The credentials for one call: the config's `auth`, and those of the first requirement that can be met in full. */
export async function gatherCredentials(
  shape: OperationShape,
  options: CredentialOptions,
): Promise<RequestCredentials> {
  const gathered: RequestCredentials = { headers: new Map(), query: [], cookies: [], secrets: [], renewable: [] };
  await addAuth(gathered, options);
  for (const requirement of shape.security) {
    const met = await meetRequirement(requirement, shape, options);
    if (met === undefined) continue;
    for (const { scheme, credential, scopes } of met)
      await addScheme(gathered, { scheme, credential, scopes, options });
    break;
  }
  return gathered;
}

async function addAuth(gathered: RequestCredentials, { config, identity }: CredentialOptions): Promise<void> {
  const { auth } = config;
  if (auth === undefined) return;
  const token = await resolve(auth.token, identity, "auth.token");
  if (token === undefined) return;
  const name = auth.headerName ?? (auth.type === "apiKey" ? "X-API-Key" : "Authorization");
  setHeader(gathered, name, withPrefix(auth, auth.type === "basic" ? addBasicText(gathered, token) : token));
  gathered.secrets.push(token);
}

function withPrefix({ type, prefix }: HTTPAuth, token: string): string {
  const before = prefix ?? { bearer: "Bearer", basic: "Basic", apiKey: "" }[type];
  return before === "" || before.endsWith(" ") ? `${before}${token}` : `${before} ${token}`;
}

interface MetScheme {
  readonly scheme: SecuritySchemeShape;
  readonly credential: HTTPCredential | undefined;
  readonly scopes: readonly string[];
}

/** Every scheme of a requirement with its credential, or `undefined` when one is missing. */
async function meetRequirement(
  requirement: SecurityRequirement,
  shape: OperationShape,
  { config, identity }: CredentialOptions,
): Promise<MetScheme[] | undefined> {
  const met: MetScheme[] = [];
  for (const [name, scopes] of Object.entries(requirement)) {
    const scheme = Object.hasOwn(shape.securitySchemes, name) ? shape.securitySchemes[name] : undefined;
    if (scheme === undefined) return undefined;
    const given = config.credentials;
    const source = given !== undefined && Object.hasOwn(given, name) ? given[name] : undefined;
    const credential = await resolve(source, identity, `credentials.${name}`);
    // Mutual TLS and the like are the connection's business, not a header's.
    if (credential === undefined && scheme.type !== "other") return undefined;
    met.push({ scheme, credential, scopes });
  }
  return met;
}

async function addScheme(gathered: RequestCredentials, met: MetScheme & { options: CredentialOptions }): Promise<void> {
  const { scheme, credential } = met;
  if (credential === undefined || scheme.type === "other") return;
  if (isClient(credential)) {
    if (scheme.type === "apiKey" || (scheme.type === "http" && scheme.scheme.toLowerCase() !== "bearer")) {
      throw cannotCall("OAuth 2 client credentials cannot serve a security scheme that takes no bearer token.");
    }
    return addToken(gathered, credential, met);
  }
  const text = typeof credential === "string" ? credential : `${credential.username}:${credential.password}`;
  gathered.secrets.push(typeof credential === "string" ? credential : credential.password);
  if (scheme.type === "apiKey") return addApiKey(gathered, scheme, text);
  const name = scheme.type === "http" ? scheme.scheme : "bearer";
  const isBasic = name.toLowerCase() === "basic" || typeof credential !== "string";
  const value = isBasic ? `Basic ${addBasicText(gathered, text)}` : `${capitalised(name)} ${text}`;
  setHeader(gathered, "Authorization", value);
}

async function addToken(
  gathered: RequestCredentials,
  client: OAuth2ClientCredentials,
  { scheme, scopes, options }: MetScheme & { options: CredentialOptions },
): Promise<void> {
  const declared = scheme.type === "oauth2" ? scheme.tokenUrl : undefined;
  const tokenUrl = client.tokenUrl ?? options.tokenUrl(declared);
  const request: TokenRequest = { client, tokenUrl, scopes: client.scopes ?? scopes };
  const value = await options.tokens.get(request);
  gathered.renewable.push({ request, value });
  gathered.secrets.push(client.clientSecret, value);
  setHeader(gathered, "Authorization", `Bearer ${value}`);
}

function addApiKey(
  gathered: RequestCredentials,
  scheme: Extract<SecuritySchemeShape, { type: "apiKey" }>,
  key: string,
): void {
  gathered.secrets.push(encodeUnreserved(key));
  if (scheme.in === "header") setHeader(gathered, scheme.name, key);
  else if (scheme.in === "query") gathered.query.push([scheme.name, key]);
  else gathered.cookies.push(`${encodeUnreserved(scheme.name)}=${encodeUnreserved(key)}`);
}

function setHeader(gathered: RequestCredentials, name: string, value: string): void {
  try {
    gathered.headers.set(headerName(name).toLowerCase(), headerText(value));
  } catch {
    // The reason could show the credential.
    throw cannotCall(
      `A credential cannot be sent in the header ${JSON.stringify(name)}: it holds a character that no header may hold.`,
    );
  }
  gathered.secrets.push(value);
}

/**
 * `user:password` in base64; base64 knows no colon, so what has none is taken as encoded already. A server may repeat
 * either form without the word before it, or the password alone.
 */
function addBasicText({ secrets }: RequestCredentials, token: string): string {
  const colon = token.indexOf(":");
  const text = colon === -1 ? token : base64Text(token);
  secrets.push(text, ...(colon === -1 ? [] : [token.slice(colon + 1)]));
  return text;
}

function capitalised(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}

function isClient(credential: HTTPCredential): credential is OAuth2ClientCredentials {
  return typeof credential === "object" && "clientId" in credential;
}

async function resolve<T extends string | BasicCredential | OAuth2ClientCredentials>(
  source: PerIdentity<T> | undefined,
  identity: Identity | undefined,
  what: string,
): Promise<T | undefined> {
  if (typeof source !== "function") return source;
  try {
    return await source(identity);
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    // The message of a function that handles secrets is not ours to show.
    const message = `The function for ${what} in the config failed.`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted", cause });
  }
}
