import type { AddClientAuthentication, AuthOptions, OAuthTokens } from "@modelcontextprotocol/client";
import type { AuthorizationServer } from "oauth4webapi";
import { CallError } from "../../../errors/call-error.ts";
import { shorten } from "../../../shared/short-text.ts";
import type { LoginRecord } from "../../../vault/login-record.ts";
import { DEVICE_GRANT, logInByDevice } from "../../login/device-login.ts";
import { DEFAULT_ALGORITHM, isProvedByKey, proofOf } from "../../login/oauth-client.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";
import type { BegunLogin, LoginStart, LoginSteps } from "../../login/source-logins.ts";
import { FINAL_ERRORS, loginRequired } from "../../login/login-required.ts";
import type { ClientModule } from "../session/load-sdk.ts";
import { OWN_CLIENT_INFO } from "../session/own-client-info.ts";
import { asksForBoundTokens, createLoginKey, openLoginKey, takesBoundTokens } from "./login-key.ts";
import type { OpenedKey } from "./login-key.ts";
import { LoginProvider } from "./login-provider.ts";
import { loginState, toRecord } from "./login-state.ts";
import type { LoginState } from "./login-state.ts";

export interface LoginDeps {
  readonly name: string;
  readonly url: URL;
  readonly oauth: OAuthConfig;
  readonly sdk: ClientModule;
  /** For requests to the server itself, and to those that it names. */
  readonly fetch: typeof fetch;
}

/** What a server says when it refuses a request without a login. */
export interface Challenge {
  readonly scope?: string | undefined;
  readonly resourceMetadataUrl?: URL | undefined;
  /** Whether it asks for a token that is bound to a key. */
  readonly isBound?: boolean | undefined;
}

/** What a refusal says. */
export function challengeIn(response: Response, sdk: ClientModule): Challenge {
  return { ...sdk.extractWWWAuthenticateParams(response), isBound: asksForBoundTokens(response) };
}

/** A login that waits for the person to come back. */
interface Pending extends Pick<LoginState, "client" | "discovery" | "resource" | "redirectUrl"> {
  readonly verifier: string;
  readonly challenge: Omit<Challenge, "resourceMetadataUrl">;
  readonly resourceMetadataUrl?: string | undefined;
  /** The scope that was asked for. */
  readonly scope?: string | undefined;
}

/** Logs a person in by their browser, or by a code. */
export async function logInByPerson(
  deps: LoginDeps,
  steps: LoginSteps,
  earlier: LoginRecord | undefined,
): Promise<LoginRecord> {
  if (steps.showCode !== undefined) return await logInWithCode(deps, steps, earlier);
  const { address, pending } = await beginLogin(deps, steps, earlier);
  return await finishLogin(deps, pending, await steps.authorize(address));
}

/** Lets the SDK find the server, get a client, and make the address of the page where the person logs in. */
export async function beginLogin(
  deps: LoginDeps,
  start: LoginStart,
  earlier: LoginRecord | undefined,
): Promise<BegunLogin> {
  const { provider, challenge } = await prepare(deps, start, earlier);
  const { client, discovery, resource, authorizationUrl: address } = provider;
  if (address === undefined) throw new CallError("PROTOCOL_ERROR", `The server of ${deps.name} names no login page.`);
  const { resourceMetadataUrl, ...told } = challenge;
  const pending: Pending = {
    client,
    discovery,
    resource,
    redirectUrl: start.redirectUrl,
    verifier: provider.codeVerifier(),
    challenge: told,
    resourceMetadataUrl: resourceMetadataUrl?.href,
    scope: address.searchParams.get("scope") ?? told.scope,
  };
  return { address, pending };
}

/** Exchanges the code that the person came back with. */
export async function finishLogin(deps: LoginDeps, pending: unknown, answer: URLSearchParams): Promise<LoginRecord> {
  const { sdk, oauth, name } = deps;
  const { client, discovery, resource, redirectUrl = "", scope, verifier, ...begun } = pending as Pending;
  const provider = new LoginProvider(oauth, redirectUrl, { known: client });
  provider.discovery = discovery;
  provider.saveCodeVerifier(verifier);
  Object.assign(provider, keyProof(deps, client));
  let key: Promise<OpenedKey> | undefined;
  provider.dpop = async () => {
    if (!isBound(begun.challenge, discovery)) return undefined;
    return (await (key ??= createLoginKey(sdk))).session;
  };
  const iss = answer.get("iss");
  const code = answer.get("code") ?? undefined;
  if (code === undefined) throw refused(name, provider, answer, sdk);
  const metadata = begun.resourceMetadataUrl;
  const resourceMetadataUrl = metadata === undefined ? undefined : new URL(metadata);
  const options = authOptions(deps, { ...begun.challenge, resourceMetadataUrl });
  await sdk.auth(provider, { ...options, authorizationCode: code, ...(iss === null ? {} : { iss }) });
  const tokens = provider.tokens() as OAuthTokens;
  const state = { client: provider.client, discovery: provider.discovery, resource, redirectUrl };
  return toRecord(tokens, { ...state, key: (await key)?.key }, scope);
}

/** Whether the tokens of a login have to be bound to a key. */
function isBound(challenge: Challenge, discovery: LoginState["discovery"]): boolean {
  return challenge.isBound === true || takesBoundTokens(discovery);
}

/**
 * The SDK finds the server and gets a client. It also makes the address of a page, which the device flow does not use.
 */
async function prepare(
  deps: LoginDeps,
  { redirectUrl, signal }: LoginStart,
  earlier: LoginRecord | undefined,
  grants: readonly string[] = [],
): Promise<{ provider: LoginProvider; challenge: Challenge }> {
  const { sdk, oauth } = deps;
  const challenge = await askForChallenge(deps, signal);
  const { client, redirectUrl: used, wanted } = loginState(earlier);
  const known = used === redirectUrl ? client : undefined;
  const provider = new LoginProvider(oauth, redirectUrl, { known, grants });
  const scope = sdk.computeScopeUnion(oauth.scopes?.join(" ") ?? challenge.scope, wanted);
  const asked = { ...challenge, scope };
  await sdk.auth(provider, authOptions(deps, asked));
  return { provider, challenge: asked };
}

async function logInWithCode(
  deps: LoginDeps,
  steps: LoginSteps,
  earlier: LoginRecord | undefined,
): Promise<LoginRecord> {
  const { name, sdk, fetch: send } = deps;
  const { provider, challenge } = await prepare(deps, steps, earlier, [DEVICE_GRANT]);
  const { discovery, client, resource, authorizationUrl } = provider;
  const server = discovery?.authorizationServerMetadata;
  if (server === undefined || client === undefined) {
    throw new CallError(
      "VALIDATION_ERROR",
      `The server of ${name} does not offer a device flow: log in without --device.`,
    );
  }
  const { client_id } = client;
  const proof = await proofOf(deps.oauth, client, server);
  const scope = authorizationUrl?.searchParams.get("scope") ?? undefined;
  const parameters = { ...(scope === undefined ? {} : { scope }), ...(resource === undefined ? {} : { resource }) };
  const metadata = server as AuthorizationServer;
  const bound = isBound(challenge, discovery) ? await createLoginKey(sdk) : undefined;
  const tokens = await logInByDevice({
    name,
    server: metadata,
    client: { client_id },
    proof,
    parameters,
    fetch: send,
    steps,
    boundTo: bound?.keyPair,
  });
  const state = { client, discovery, resource, redirectUrl: steps.redirectUrl, key: bound?.key };
  return toRecord(tokens, state, scope);
}

/** For the SDK's `auth`. */
export function authOptions(
  { url, fetch: fetchFn }: LoginDeps,
  { scope, resourceMetadataUrl }: Challenge,
): AuthOptions {
  return {
    serverUrl: url,
    fetchFn,
    ...(scope === undefined ? {} : { scope }),
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
  };
}

/** One request for another token. Throws `LOGIN_REQUIRED` if only a person can get one. */
export async function refreshLogin(deps: LoginDeps, record: LoginRecord | undefined): Promise<LoginRecord> {
  const { sdk, name, fetch: fetchFn } = deps;
  const state = loginState(record);
  const { client, discovery, resource, key } = state;
  if (record?.refreshToken === undefined || client === undefined || discovery === undefined) {
    throw loginRequired({ source: name, why: "the login has ended" });
  }
  try {
    const tokens = await sdk.refreshAuthorization(discovery.authorizationServerUrl, {
      clientInformation: client,
      refreshToken: record.refreshToken,
      fetchFn,
      ...(discovery.authorizationServerMetadata === undefined
        ? {}
        : { metadata: discovery.authorizationServerMetadata }),
      ...(resource === undefined ? {} : { resource }),
      ...(key === undefined ? {} : { dpop: await openLoginKey(sdk, key) }),
      ...keyProof(deps, client),
    });
    return toRecord(tokens, state, record.scope);
  } catch (cause) {
    if (!isFinal(cause, sdk)) throw cause;
    throw loginRequired({ source: name, why: "the server no longer accepts the last login", cause });
  }
}

/** How a client with a key proves itself. The SDK handles all others. */
function keyProof(
  { oauth, sdk }: LoginDeps,
  client: LoginState["client"],
): { addClientAuthentication?: AddClientAuthentication } {
  const { privateKey, algorithm: alg = DEFAULT_ALGORITHM } = oauth;
  if (client === undefined || privateKey === undefined || !isProvedByKey(oauth, client)) return {};
  const { client_id: issuer } = client;
  return { addClientAuthentication: sdk.createPrivateKeyJwtAuth({ issuer, subject: issuer, privateKey, alg }) };
}

function isFinal(thrown: unknown, sdk: ClientModule): boolean {
  return thrown instanceof sdk.OAuthError && FINAL_ERRORS.has(thrown.code);
}

/** Uses the server without a login to get a refusal, which names the authorization server and the scopes. */
async function askForChallenge({ url, fetch: send, sdk }: LoginDeps, signal: AbortSignal): Promise<Challenge> {
  let challenge: Challenge = {};
  const transport = new sdk.StreamableHTTPClientTransport(url, {
    fetch: send,
    authProvider: {
      token: async () => undefined,
      onUnauthorized: async ({ response }) => {
        challenge = challengeIn(response, sdk);
        throw new sdk.UnauthorizedError();
      },
    },
  });
  const client = new sdk.Client(OWN_CLIENT_INFO, { versionNegotiation: { mode: "auto" } });
  try {
    await client.connect(transport, { signal });
    await client.listTools(undefined, { signal });
  } catch {
    // If something else went wrong, the login itself will say more about it.
    signal.throwIfAborted();
  } finally {
    await client.close().catch(() => undefined);
  }
  return challenge;
}

/** The error of a login without a code. The text of the answer counts only if the expected server sent it. */
function refused(name: string, { discovery }: LoginProvider, answer: URLSearchParams, sdk: ClientModule): CallError {
  const metadata = discovery?.authorizationServerMetadata;
  sdk.validateAuthorizationResponseIssuer({
    iss: answer.get("iss") ?? undefined,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const why = answer.get("error_description") ?? answer.get("error") ?? "it sent no code";
  return new CallError("ACCESS_DENIED", `The server of ${name} refused the login: ${shorten(why, 300)}`);
}
