import type { AuthorizationServer } from "oauth4webapi";
import { CallError, messageOf } from "../../errors/call-error.ts";
import { failureCause } from "../../shared/connections/connection-failure.ts";
import { readBeginning } from "../../shared/read-beginning.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import { requestOptions } from "./request-options.ts";
import { parseJSON } from "../../shared/json/parse-json.ts";
import { isRecord } from "../../shared/json/is-record.ts";

/** What an API's own description says about its login. */
export interface DescribedLogin {
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  /** The address of an OpenID configuration. */
  readonly openIdConnectUrl?: string | undefined;
  /** What the API itself says, if its description says nothing. */
  readonly resource?: ProtectedResource | undefined;
}

/** What a service says about itself (RFC 9728). */
export interface ProtectedResource {
  /** The service that tokens are issued for (RFC 8707). */
  readonly resource: string;
  readonly issuer: string;
  readonly scopes?: readonly string[] | undefined;
}

/** The authorization server of a login, and what to ask it for. */
export interface LoginServer {
  readonly server: AuthorizationServer;
  readonly resource?: string | undefined;
  /** Used if the config names none. */
  readonly scopes?: readonly string[] | undefined;
}

/**
 * The endpoints of the authorization server. They come from the config, the metadata of its issuer, the description, or
 * the issuer that the service itself names.
 */
export async function findServer(
  { issuer, authorizationUrl, tokenUrl }: OAuthConfig,
  described: () => Promise<DescribedLogin>,
  send: typeof fetch,
): Promise<LoginServer> {
  if (tokenUrl !== undefined) return { server: endpoints({ authorizationUrl, tokenUrl }, issuer) };
  if (issuer !== undefined) return { server: await discover(new URL(issuer), send) };
  const found = await described();
  const { openIdConnectUrl, resource } = found;
  if (openIdConnectUrl !== undefined) {
    const address = openIdConnectUrl.replace(/\/\.well-known\/openid-configuration$/, "") || "/";
    return { server: await discover(new URL(address), send) };
  }
  if (resource === undefined) return { server: endpoints(found, undefined) };
  const server = await discover(new URL(resource.issuer), send);
  return { server, resource: resource.resource, scopes: resource.scopes };
}

async function discover(address: URL, send: typeof fetch): Promise<AuthorizationServer> {
  const oauth = await import("oauth4webapi");
  for (const algorithm of ["oidc", "oauth2"] as const) {
    const response = await oauth.discoveryRequest(address, { algorithm, ...requestOptions(oauth, send) });
    if (response.status === 200) return await oauth.processDiscoveryResponse(address, response);
    await response.body?.cancel();
  }
  throw new CallError("EXECUTION_ERROR", `${address.href} has no metadata of an authorization server.`);
}

/** Asks a service who issues its tokens. Undefined if it does not say. */
export async function findResource(service: URL, send: typeof fetch): Promise<ProtectedResource | undefined> {
  const oauth = await import("oauth4webapi");
  const places = new Map([service, new URL("/", service)].map((place) => [place.href, place]));
  for (const place of places.values()) {
    const response = await oauth.resourceDiscoveryRequest(place, requestOptions(oauth, send));
    const isFound = response.status === 200 && /\bjson\b/i.test(response.headers.get("content-type") ?? "");
    if (!isFound) {
      await response.body?.cancel();
      continue;
    }
    const told = await oauth.processResourceDiscoveryResponse(place, response);
    const { resource, authorization_servers: [issuer] = [], scopes_supported: scopes } = told;
    if (issuer !== undefined && URL.canParse(issuer)) return { resource, issuer, scopes };
  }
  return undefined;
}

/** The longest metadata that is read. */
const LONGEST_METADATA = 64 * 1024;

/** What a service says about itself at an address that it has named. Throws, with the reason, if that can't be used. */
export async function readProtectedResource(address: URL, send: typeof fetch): Promise<ProtectedResource> {
  const init = { headers: { accept: "application/json" }, redirect: "manual" } as const;
  const response = await send(address, init).catch((cause: unknown) => {
    throw new TypeError(`its metadata can't be read: ${messageOf(failureCause(cause))}`, { cause });
  });
  const { bytes, isComplete } = await readBeginning(response.body, LONGEST_METADATA);
  if (response.status !== 200) throw new TypeError(`its metadata answers ${response.status}`);
  if (!isComplete) throw new TypeError(`its metadata is longer than ${LONGEST_METADATA} bytes`);
  const { resource, authorization_servers, scopes_supported } = parseMetadata(new TextDecoder().decode(bytes));
  if (typeof resource !== "string") throw new TypeError("its metadata names no resource");
  const [issuer] = textsIn(authorization_servers);
  if (issuer === undefined || !URL.canParse(issuer)) throw new TypeError("its metadata names no authorization server");
  const scopes = textsIn(scopes_supported);
  return { resource, issuer, scopes: scopes.length === 0 ? undefined : scopes };
}

function parseMetadata(text: string): Readonly<Record<string, unknown>> {
  const parsed = parseJSON(text);
  if (isRecord(parsed)) return parsed;
  throw new TypeError("its metadata is not a JSON object");
}

/** Whether a request belongs to a resource: a service must not get tokens that are for another service on its host. */
export function isPartOf(request: URL, resource: string): boolean {
  if (!URL.canParse(resource)) return false;
  const { origin, pathname, search, hash } = new URL(resource);
  const path = pathname.replace(/\/$/, "");
  const isWithin = request.pathname === path || request.pathname.startsWith(`${path}/`);
  return origin === request.origin && isWithin && search === "" && hash === "";
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((text): text is string => typeof text === "string") : [];
}

function endpoints({ authorizationUrl, tokenUrl }: DescribedLogin, issuer: string | undefined): AuthorizationServer {
  if (tokenUrl === undefined || !URL.canParse(tokenUrl)) {
    const message =
      "It is not known where to log in: neither the document nor the API says it. Set oauth.issuer, or oauth.tokenUrl.";
    throw new CallError("VALIDATION_ERROR", message);
  }
  return {
    issuer: issuer ?? new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    ...(authorizationUrl === undefined ? {} : { authorization_endpoint: authorizationUrl }),
  };
}
