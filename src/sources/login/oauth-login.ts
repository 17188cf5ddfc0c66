/** Logins by OAuth 2 and OpenID Connect on `oauth4webapi`, for services that are not MCP servers. */
import type * as OAuth from "oauth4webapi";
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { LoginRecord } from "../../vault/login-record.ts";
import { DEVICE_GRANT, logInByDevice } from "./device-login.ts";
import { FINAL_ERRORS, loginRequired } from "./login-required.ts";
import { clientFor, proofOf } from "./oauth-client.ts";
import type { KnownClient } from "./oauth-client.ts";
import { isUnattended } from "./oauth-config.ts";
import { logInByGrant } from "./oauth-grants.ts";
import { findServer } from "./oauth-server.ts";
import type { LoginServer } from "./oauth-server.ts";
import { given, scopeFor, stateOf, toLoginRecord } from "./oauth-state.ts";
import type { OAuthLoginOptions, OAuthState } from "./oauth-state.ts";
import { requestOptions } from "./request-options.ts";
import type { BegunLogin, LoginSteps } from "./source-logins.ts";

/** A login that waits for the person to come back. */
interface Pending extends OAuthState {
  readonly redirectUrl: string;
  readonly verifier: string;
  readonly state: string;
  readonly scope?: string | undefined;
  readonly nonce?: string | undefined;
}

/** Logs a person in by their browser, or the client itself if the config says so. */
export async function logInByOAuth(
  options: OAuthLoginOptions,
  steps: LoginSteps,
  earlier: LoginRecord | undefined,
): Promise<LoginRecord> {
  if (isUnattended(options.oauth)) return await logInByGrant(options, earlier);
  if (steps.showCode !== undefined) return await logInWithCode(options, steps, earlier);
  const { address, pending } = await beginByOAuth(options, steps.redirectUrl, earlier);
  return await finishByOAuth(options, pending, await steps.authorize(address));
}

/** Finds the server, gets a client, and makes the address of the page where the person logs in. */
export async function beginByOAuth(
  options: OAuthLoginOptions,
  redirectUrl: string,
  earlier: LoginRecord | undefined,
): Promise<BegunLogin> {
  const { oauth: config, name } = options;
  const oauth = await import("oauth4webapi");
  const { server, resource, client, scope, wanted } = await prepare(options, { redirectUrl, earlier });
  if (server.authorization_endpoint === undefined) {
    throw new CallError("VALIDATION_ERROR", `It is not known where people log in to ${name}: set oauth.issuer.`);
  }
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const isOpenID = config.scopes?.includes("openid") === true;
  const nonce = isOpenID ? oauth.generateRandomNonce() : undefined;
  const address = new URL(server.authorization_endpoint);
  const fields = given({
    client_id: client.client_id,
    redirect_uri: redirectUrl,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    scope,
    resource,
    nonce,
  });
  for (const [field, value] of Object.entries(fields)) address.searchParams.set(field, value);
  const pending: Pending = { server, client, resource, redirectUrl, wanted, verifier, state, scope, nonce };
  return { address, pending };
}

/** Exchanges the code that the person came back with. */
export async function finishByOAuth(
  { oauth: config, name, fetch: send }: OAuthLoginOptions,
  pending: unknown,
  answer: URLSearchParams,
): Promise<LoginRecord> {
  const { server, client, resource, redirectUrl, wanted, verifier, state, scope, nonce } = pending as Pending;
  const oauth = await import("oauth4webapi");
  const request = { ...requestOptions(oauth, send), additionalParameters: given({ resource }) };
  try {
    // Without metadata the endpoints name no issuer, so there is nothing to compare `iss` with.
    if (config.issuer === undefined && server.response_types_supported === undefined) answer.delete("iss");
    const checked = oauth.validateAuthResponse(server, client, answer, state);
    const proof = await proofOf(config, client, server);
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
    return toLoginRecord(tokens, { server, client, resource, redirectUrl, wanted }, scope);
  } catch (cause) {
    throw refusal(oauth, name, cause);
  }
}

interface Preparation {
  readonly redirectUrl: string;
  readonly earlier: LoginRecord | undefined;
  /** Grants in addition to those of a browser login. */
  readonly grants?: readonly string[];
}

interface Prepared extends LoginServer {
  readonly client: KnownClient;
  readonly scope: string | undefined;
  readonly wanted: string | undefined;
}

async function prepare(options: OAuthLoginOptions, { redirectUrl, earlier, grants }: Preparation): Promise<Prepared> {
  const { name, oauth: config, described, fetch: send } = options;
  const found = await findServer(config, described, send);
  const { server } = found;
  const { client: last, redirectUrl: used, server: known, wanted } = stateOf(earlier);
  const isKnown = used === redirectUrl && known?.issuer === server.issuer;
  const request = { name, config, server, redirectUrl, grants, fetch: send, known: isKnown ? last : undefined };
  return { ...found, client: await clientFor(request), scope: scopeFor(config, found, wanted), wanted };
}

async function logInWithCode(
  options: OAuthLoginOptions,
  steps: LoginSteps,
  earlier: LoginRecord | undefined,
): Promise<LoginRecord> {
  const { name, oauth: config, fetch: send } = options;
  const oauth = await import("oauth4webapi");
  const { redirectUrl } = steps;
  const prepared = await prepare(options, { redirectUrl, earlier, grants: [DEVICE_GRANT] });
  const { server, client, resource, scope, wanted } = prepared;
  const proof = await proofOf(config, client, server);
  const parameters = given({ scope, resource });
  try {
    const tokens = await logInByDevice({ name, server, client, proof, parameters, fetch: send, steps });
    return toLoginRecord(tokens, { server, client, resource, redirectUrl, wanted }, scope);
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
  if (isUnattended(config)) return await logInByGrant(options, record);
  if (record?.refreshToken === undefined) throw loginRequired({ source: name, why: "the login has ended" });
  const oauth = await import("oauth4webapi");
  const state = record.state as OAuthState;
  const { server, client, resource } = state;
  const proof = await proofOf(config, client, server);
  const request = { ...requestOptions(oauth, options.fetch), additionalParameters: given({ resource }) };
  try {
    const response = await oauth.refreshTokenGrantRequest(server, client, proof, record.refreshToken, request);
    const tokens = await oauth.processRefreshTokenResponse(server, client, response);
    // A server that does not rotate refresh tokens sends none.
    return toLoginRecord({ refresh_token: record.refreshToken, ...tokens }, state, record.scope);
  } catch (cause) {
    const isFinal = cause instanceof oauth.ResponseBodyError && FINAL_ERRORS.has(cause.error);
    throw isFinal ? loginRequired({ source: name, why: "the server no longer accepts the last login", cause }) : cause;
  }
}

function refusal(oauth: typeof OAuth, name: string, cause: unknown): CallError {
  const isAnswer = cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError;
  const why = isAnswer ? (cause.error_description ?? cause.error) : messageOf(cause);
  return new CallError("ACCESS_DENIED", `The server of ${name} refused the login: ${why.slice(0, 300)}`, undefined, {
    cause,
  });
}
