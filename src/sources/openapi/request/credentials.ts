import { CallError } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import { CLOSEST_REACH } from "../../../shared/connections/address-reach.ts";
import type { MaybePromise } from "../../../shared/maybe-promise.ts";
import { ownValue } from "../document/raw-object.ts";
import type {
  BasicCredential,
  HTTPAuth,
  HTTPCredential,
  HTTPServiceConfig,
  OAuth2ClientCredentials,
  PerIdentity,
} from "../options/http-service-config.ts";
import type { OperationShape, SecurityRequirement, SecuritySchemeShape } from "../operation/operation-shape.ts";
import type { TokenRequest } from "./oauth2-tokens.ts";
import { setHeader } from "./outgoing-request.ts";
import type { OutgoingRequest } from "./outgoing-request.ts";
import { cannotCall } from "./server-url.ts";
import type { Target } from "./server-url.ts";
import type { Upstream } from "./upstream.ts";
import { addQueryPair } from "./url-template.ts";
import { base64Text, encodeUnreserved } from "./wire-text.ts";

export interface CredentialOptions {
  readonly shape: OperationShape;
  readonly upstream: Upstream;
  readonly target: Target;
  readonly identity: Identity | undefined;
  /** The config's `auth`, or the login that the API has asked for. */
  readonly auth: HTTPAuth | undefined;
}

/** A request while credentials are added to it. */
export type RequestDraft = OutgoingRequest & {
  readonly secrets: string[];
  readonly renewable: Array<OutgoingRequest["renewable"][number]>;
};

/**
 * Adds the config's `auth`, and the credentials of the first security requirement that can be met in full. Synchronous
 * if the token is at hand, as it is for nearly every call with a login.
 */
export function addCredentials(draft: RequestDraft, options: CredentialOptions): MaybePromise<OutgoingRequest> {
  const { shape, upstream, target, identity, auth } = options;
  const { credentials } = upstream.config;
  const isAsked = credentials !== undefined && shape.security.length > 0;
  if (!target.trusted && (auth !== undefined || (isAsked && asksForOneOf(shape, credentials)))) {
    throw cannotCall(
      `The document sends this operation to ${target.base.origin}, for which the credentials are not meant. Add it to \`allowedOrigins\`, or name it as \`baseUrl\`.`,
    );
  }
  const added = auth === undefined ? undefined : addAuth(draft, auth, identity);
  if (added === undefined && !isAsked) return draft;
  return addSchemes(draft, options, added);
}

function asksForOneOf(shape: OperationShape, credentials: object): boolean {
  return usableCredentials(shape, credentials).length > 0;
}

function usableCredentials({ security }: OperationShape, credentials: object): string[] {
  return Object.keys(credentials).filter((name) => security.some((requirement) => Object.hasOwn(requirement, name)));
}

/** The names of headers that hold credentials. */
export const SECRET_HEADER = /auth|cookie|key|token|secret|password/i;

/** The settings of the config that give an operation credentials. Those of a login, which are renewed, do not count. */
export function credentialSettings(shape: OperationShape, config: HTTPServiceConfig): string[] {
  const { auth, headers = {}, credentials = {} } = config;
  return [
    ...(auth === undefined || auth.onRefused !== undefined ? [] : ["auth"]),
    ...Object.keys(headers).flatMap((name) => (SECRET_HEADER.test(name) ? [`headers.${name}`] : [])),
    ...usableCredentials(shape, credentials).map((name) => `credentials.${name}`),
  ];
}

async function addSchemes(
  draft: RequestDraft,
  options: CredentialOptions,
  before: Promise<void> | undefined,
): Promise<OutgoingRequest> {
  await before;
  for (const requirement of options.shape.security) {
    const met = await meetRequirement(requirement, options);
    if (met === undefined) continue;
    for (const scheme of met) await addScheme(draft, scheme, options);
    break;
  }
  return draft;
}

function addAuth(draft: RequestDraft, auth: HTTPAuth, identity: Identity | undefined): Promise<void> | undefined {
  const token = resolve(auth.token, identity, "auth.token");
  if (token instanceof Promise) return token.then((text) => setToken(draft, auth, text, identity));
  setToken(draft, auth, token, identity);
  return undefined;
}

function setToken(
  draft: RequestDraft,
  auth: HTTPAuth,
  token: string | undefined,
  identity: Identity | undefined,
): void {
  if (token === undefined) return;
  const name = auth.headerName ?? (auth.type === "apiKey" ? "X-API-Key" : "Authorization");
  setSecretHeader(draft, name, withPrefix(auth, auth.type === "basic" ? addBasicText(draft, token) : token));
  draft.secrets.push(token);
  const { onRefused, onScopesMissing } = auth;
  if (onRefused === undefined && onScopesMissing === undefined) return;
  draft.renewable.push(async (missing) =>
    missing === undefined ? onRefused?.(token, identity) : onScopesMissing?.(missing, token, identity),
  );
}

const PREFIXES = { bearer: "Bearer", basic: "Basic", apiKey: "" };

function withPrefix({ type, prefix }: HTTPAuth, token: string): string {
  const before = prefix ?? PREFIXES[type];
  return before === "" || before.endsWith(" ") ? `${before}${token}` : `${before} ${token}`;
}

interface MetScheme {
  readonly scheme: SecuritySchemeShape;
  readonly credential: HTTPCredential | undefined;
  readonly scopes: readonly string[];
}

/** Every scheme of a requirement with its credential, or `undefined` if one is missing. */
async function meetRequirement(
  requirement: SecurityRequirement,
  { shape, upstream, identity }: CredentialOptions,
): Promise<MetScheme[] | undefined> {
  const { credentials = {} } = upstream.config;
  const met: MetScheme[] = [];
  for (const [name, scopes] of Object.entries(requirement)) {
    const scheme = ownValue(shape.securitySchemes, name);
    if (scheme === undefined) return undefined;
    const credential = await resolve(ownValue(credentials, name), identity, `credentials.${name}`);
    // The connection handles mutual TLS and the like, not a header.
    if (credential === undefined && scheme.type !== "other") return undefined;
    met.push({ scheme, credential, scopes });
  }
  return met;
}

async function addScheme(draft: RequestDraft, met: MetScheme, options: CredentialOptions): Promise<void> {
  const { scheme, credential, scopes } = met;
  if (credential === undefined || scheme.type === "other") return;
  if (isClient(credential)) {
    if (scheme.type === "apiKey" || (scheme.type === "http" && scheme.scheme.toLowerCase() !== "bearer")) {
      throw cannotCall("OAuth 2 client credentials cannot be used for a security scheme that takes no bearer token.");
    }
    const declared = scheme.type === "oauth2" ? scheme.tokenUrl : undefined;
    const tokenUrl = credential.tokenUrl ?? trustedTokenUrl(declared, options);
    const reach = credential.tokenUrl === undefined ? options.target.reach : CLOSEST_REACH;
    const request = { client: credential, tokenUrl, scopes: credential.scopes ?? scopes, reach };
    return addToken(draft, request, options.upstream);
  }
  const text = typeof credential === "string" ? credential : `${credential.username}:${credential.password}`;
  draft.secrets.push(typeof credential === "string" ? credential : credential.password);
  if (scheme.type === "apiKey") return addApiKey(draft, scheme, text);
  const name = scheme.type === "http" ? scheme.scheme : "bearer";
  const isBasic = name.toLowerCase() === "basic" || typeof credential !== "string";
  const value = isBasic ? `Basic ${addBasicText(draft, text)}` : `${capitalised(name)} ${text}`;
  setSecretHeader(draft, "Authorization", value);
}

/** The document's token URL. Throws unless it lies on an origin that the config trusts. */
function trustedTokenUrl(declared: string | undefined, { target, upstream }: CredentialOptions): string {
  const remedy = "Name `tokenUrl` with the credential in the config.";
  if (declared === undefined) throw cannotCall(`The document names no token endpoint. ${remedy}`);
  if (!URL.canParse(declared, target.base.href)) {
    throw cannotCall(`The document's token endpoint is not a URL. ${remedy}`);
  }
  const { origin, href } = new URL(declared, target.base);
  if (origin === target.base.origin || upstream.namedOrigins.has(origin)) return href;
  throw cannotCall(`The document would send the client's secret to ${origin}. ${remedy}`);
}

async function addToken(draft: RequestDraft, request: TokenRequest, { tokens }: Upstream): Promise<void> {
  const value = await tokens.get(request);
  draft.renewable.push(async (missing) => (missing === undefined ? tokens.refuse(request, value) : undefined));
  draft.secrets.push(request.client.clientSecret, value);
  setSecretHeader(draft, "Authorization", `Bearer ${value}`);
}

function addApiKey(draft: RequestDraft, scheme: Extract<SecuritySchemeShape, { type: "apiKey" }>, key: string): void {
  const encoded = encodeUnreserved(key);
  draft.secrets.push(encoded);
  if (scheme.in === "header") setSecretHeader(draft, scheme.name, key);
  else if (scheme.in === "query") addQueryPair(draft.url, scheme.name, key);
  else setHeader(draft.headers, "cookie", `${encodeUnreserved(scheme.name)}=${encoded}`);
}

function setSecretHeader(draft: RequestDraft, name: string, value: string): void {
  try {
    setHeader(draft.headers, name, value);
  } catch {
    // The error omits the cause, which could show the credential.
    throw cannotCall(
      `A credential cannot be sent in the header ${JSON.stringify(name)}: it holds a character that no header may hold.`,
    );
  }
  draft.secrets.push(value);
}

/**
 * `user:password` in base64. Base64 has no colon, so a text without one is taken as already encoded. A server may echo
 * either form without the word before it, or the password alone, so all of them are secrets.
 */
function addBasicText({ secrets }: RequestDraft, token: string): string {
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

function resolve<T extends string | BasicCredential | OAuth2ClientCredentials>(
  source: PerIdentity<T> | undefined,
  identity: Identity | undefined,
  what: string,
): MaybePromise<T | undefined> {
  if (typeof source !== "function") return source;
  try {
    const given = source(identity);
    if (given === undefined || typeof given === "string") return given;
    return Promise.resolve(given).catch((cause: unknown) => fail(cause, what));
  } catch (cause) {
    return fail(cause, what);
  }
}

function fail(cause: unknown, what: string): never {
  if (cause instanceof CallError) throw cause;
  // The function handles secrets, so its own message is not shown.
  const message = `The function for ${what} in the config failed.`;
  throw new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted", cause });
}
