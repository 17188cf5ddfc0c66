/** Logins by OAuth 2 and OpenID Connect on `oauth4webapi`, for services that are not MCP servers. */
import type * as OAuth from "oauth4webapi";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { LoginRecord } from "../../vault/login-record.ts";
import { DEVICE_GRANT, logInByDevice } from "./device-login.ts";
import { loginRequired } from "./login-required.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import { isUnattended } from "./oauth-config.ts";
import { findServer } from "./oauth-server.ts";
import type { DescribedLogin } from "./oauth-server.ts";
import type { BegunLogin, LoginSteps } from "./source-logins.ts";

export interface OAuthLoginOptions {
  readonly name: string;
  readonly oauth: OAuthConfig;
  /** What the service's own description says; used only if the config does not say it. */
  readonly described: () => Promise<DescribedLogin>;
  readonly fetch: typeof fetch;
}

/** What the vault keeps beside the tokens. */
interface State {
  readonly server: OAuth.AuthorizationServer;
  readonly client: { readonly client_id: string; readonly client_secret?: string | undefined };
  readonly redirectUrl?: string | undefined;
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;
const FINAL_ERRORS: ReadonlySet<string> = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

/** A login that waits for the person to come back. */
interface Pending extends State {
  readonly redirectUrl: string;
  readonly verifier: string;
  readonly state: string;
  readonly nonce?: string | undefined;
}

/** Logs a person in by their browser, or the client itself if the config says so. */
export async function logInByOAuth(
  options: OAuthLoginOptions,
  steps: LoginSteps,
  earlier: LoginRecord | undefined,
): Promise<LoginRecord> {
  const oauth = await import("oauth4webapi");
  if (isUnattended(options.oauth)) {
    return await logInClient(oauth, options, await findServer(options.oauth, options.described, options.fetch));
  }
  if (steps.showCode !== undefined) return await logInWithCode(oauth, options, { steps, earlier });
  const { address, pending } = await beginByOAuth(options, steps.redirectUrl, earlier);
  return await finishByOAuth(options, pending, await steps.authorize(address));
}

/** Finds the server, gets a client, and makes the address of the page where the person logs in. */
export async function beginByOAuth(
  options: OAuthLoginOptions,
  redirectUrl: string,
  earlier: LoginRecord | undefined,
): Promise<BegunLogin> {
  const { oauth: config, described, name } = options;
  const oauth = await import("oauth4webapi");
  const server = await findServer(config, described, options.fetch);
  if (server.authorization_endpoint === undefined) {
    throw new CallError("VALIDATION_ERROR", `It is not known where people log in to ${name}: set oauth.issuer.`);
  }
  const client = await clientFor(oauth, { options, server, redirectUrl, earlier });
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const scope = config.scopes?.join(" ");
  const isOpenID = config.scopes?.includes("openid") === true;
  const nonce = isOpenID ? oauth.generateRandomNonce() : undefined;
  const address = new URL(server.authorization_endpoint);
  const parameters = {
    client_id: client.client_id,
    redirect_uri: redirectUrl,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    ...(scope === undefined ? {} : { scope }),
    ...(nonce === undefined ? {} : { nonce }),
  };
  for (const [field, value] of Object.entries(parameters)) address.searchParams.set(field, value);
  const pending: Pending = { server, client, redirectUrl, verifier, state, nonce };
  return { address, pending };
}

/** Exchanges the code that the person came back with. */
export async function finishByOAuth(
  { oauth: config, name, fetch: send }: OAuthLoginOptions,
  pending: unknown,
  answer: URLSearchParams,
): Promise<LoginRecord> {
  const { server, client, redirectUrl, verifier, state, nonce } = pending as Pending;
  const oauth = await import("oauth4webapi");
  const request = requestOptions(oauth, send);
  try {
    // Endpoints without metadata do not name the issuer: there is nothing to compare `iss` with.
    if (config.issuer === undefined && server.response_types_supported === undefined) answer.delete("iss");
    const checked = oauth.validateAuthResponse(server, client, answer, state);
    const proof = await proofOf(oauth, config, client);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      proof,
      checked,
      redirectUrl,
      verifier,
      request,
    );
    const expected = nonce === undefined ? {} : { expectedNonce: nonce, requireIdToken: true };
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected);
    return toRecord(tokens, { server, client, redirectUrl }, config.scopes?.join(" "));
  } catch (cause) {
    throw refusal(oauth, name, cause);
  }
}

interface CodeLogin {
  readonly steps: LoginSteps;
  readonly earlier: LoginRecord | undefined;
}

async function logInWithCode(
  oauth: typeof OAuth,
  options: OAuthLoginOptions,
  { steps, earlier }: CodeLogin,
): Promise<LoginRecord> {
  const { name, oauth: config, fetch: send } = options;
  const server = await findServer(config, options.described, send);
  const { redirectUrl } = steps;
  const client = await clientFor(oauth, { options, server, redirectUrl, earlier, grants: [DEVICE_GRANT] });
  const scope = config.scopes?.join(" ");
  const parameters: Record<string, string> = scope === undefined ? {} : { scope };
  const proof = await proofOf(oauth, config, client);
  try {
    const tokens = await logInByDevice({ name, server, client, proof, parameters, fetch: send, steps });
    return toRecord(tokens, { server, client, redirectUrl }, scope);
  } catch (cause) {
    if (cause instanceof CallError || steps.signal.aborted) throw cause;
    throw refusal(oauth, name, cause);
  }
}

/** One request for another token. Throws `LOGIN_REQUIRED` if only a person can get one. */
export async function refreshByOAuth(
  options: OAuthLoginOptions,
  record: LoginRecord | undefined,
): Promise<LoginRecord> {
  const { name, oauth: config } = options;
  const oauth = await import("oauth4webapi");
  if (isUnattended(config)) {
    return await logInClient(oauth, options, await findServer(config, options.described, options.fetch));
  }
  if (record?.refreshToken === undefined) throw loginRequired({ source: name, why: "the login has ended" });
  const state = record.state as State;
  const { server, client } = state;
  const proof = await proofOf(oauth, config, client);
  const request = requestOptions(oauth, options.fetch);
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, proof, record.refreshToken, request);
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    // A server that does not rotate refresh tokens sends none.
    return toRecord({ refresh_token: record.refreshToken, ...tokens }, state, record.scope);
  } catch (cause) {
    const isFinal = cause instanceof oauth.ResponseBodyError && FINAL_ERRORS.has(cause.error);
    throw isFinal ? loginRequired({ source: name, why: "the server no longer accepts the last login", cause }) : cause;
  }
}

async function logInClient(
  oauth: typeof OAuth,
  { oauth: config, fetch: send, name }: OAuthLoginOptions,
  server: OAuth.AuthorizationServer,
): Promise<LoginRecord> {
  const client = ownClient(config);
  if (client === undefined)
    throw new CallError("VALIDATION_ERROR", `oauth.clientId is missing in the config of ${name}.`);
  const scope = config.scopes?.join(" ");
  const parameters: Record<string, string> = scope === undefined ? {} : { scope };
  const proof = await proofOf(oauth, config, client);
  const request = requestOptions(oauth, send);
  const response = await oauth.clientCredentialsGrantRequest(server, client, proof, parameters, request);
  const tokens = await oauth.processClientCredentialsResponse(server, client, response);
  return toRecord(tokens, { server, client }, scope);
}

interface ClientRequest {
  readonly options: OAuthLoginOptions;
  readonly server: OAuth.AuthorizationServer;
  readonly redirectUrl: string;
  readonly earlier: LoginRecord | undefined;
  /** Besides those of a browser. */
  readonly grants?: readonly string[] | undefined;
}

/** The config's client, the one of the last login, or a new one by registration. */
async function clientFor(
  oauth: typeof OAuth,
  { options, server, redirectUrl, earlier, grants = [] }: ClientRequest,
): Promise<State["client"]> {
  const own = ownClient(options.oauth);
  if (own !== undefined) return own;
  const known = earlier?.state as State | undefined;
  if (known?.redirectUrl === redirectUrl && known.server.issuer === server.issuer) return known.client;
  if (server.registration_endpoint === undefined) {
    throw new CallError("VALIDATION_ERROR", `${options.name} gives no client by registration: set oauth.clientId.`);
  }
  const metadata = {
    client_name: "operations",
    redirect_uris: [redirectUrl],
    grant_types: ["authorization_code", "refresh_token", ...grants],
    response_types: ["code"],
    application_type: LOOPBACK.test(redirectUrl) ? "native" : "web",
    token_endpoint_auth_method: "none",
  };
  const response = await oauth.dynamicClientRegistrationRequest(server, metadata, {
    [oauth.customFetch]: (url, init) => options.fetch(url, init),
    [oauth.allowInsecureRequests]: true,
  });
  const { client_id, client_secret } = await oauth.processDynamicClientRegistrationResponse(response);
  return { client_id, ...(typeof client_secret === "string" ? { client_secret } : {}) };
}

/** Without its secret, which stays in the config. */
function ownClient({ clientId }: OAuthConfig): State["client"] | undefined {
  return clientId === undefined ? undefined : { client_id: clientId };
}

async function proofOf(oauth: typeof OAuth, config: OAuthConfig, client: State["client"]): Promise<OAuth.ClientAuth> {
  const { privateKey, algorithm = "ES256", clientSecret = client.client_secret } = config;
  if (privateKey !== undefined) {
    const { importPKCS8 } = await import("jose");
    return oauth.PrivateKeyJwt(await importPKCS8(privateKey, algorithm));
  }
  return clientSecret === undefined ? oauth.None() : oauth.ClientSecretBasic(clientSecret);
}

function requestOptions(oauth: typeof OAuth, send: typeof fetch): OAuth.TokenEndpointRequestOptions {
  return {
    [oauth.customFetch]: (url, init) => send(url, init),
    // Servers on this machine need no TLS; `fetch` sees to the others.
    [oauth.allowInsecureRequests]: true,
  };
}

function toRecord(tokens: OAuth.TokenEndpointResponse, state: State, asked: string | undefined): LoginRecord {
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

function refusal(oauth: typeof OAuth, name: string, cause: unknown): CallError {
  const isAnswer = cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError;
  const why = isAnswer ? (cause.error_description ?? cause.error) : messageOf(cause);
  return new CallError("ACCESS_DENIED", `The server of ${name} refused the login: ${why.slice(0, 300)}`, undefined, {
    cause,
  });
}
