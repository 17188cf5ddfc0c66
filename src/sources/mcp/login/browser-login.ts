import type { AuthOptions, OAuthTokens } from "@modelcontextprotocol/client";
import type { AuthorizationServer } from "oauth4webapi";
import { CallError } from "../../../errors/call-error.ts";
import { shorten } from "../../../shared/short-text.ts";
import type { LoginRecord } from "../../../vault/login-record.ts";
import { DEVICE_GRANT, logInByDevice } from "../../login/device-login.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";
import type { LoginSteps } from "../../login/source-logins.ts";
import { loginRequired } from "../../login/login-required.ts";
import type { ClientModule } from "../session/load-sdk.ts";
import { asksForBoundTokens, createLoginKey, openLoginKey, takesBoundTokens } from "./login-key.ts";
import type { OpenedKey } from "./login-key.ts";
import { LoginProvider } from "./login-provider.ts";
import { stateOf, toRecord } from "./login-state.ts";

export interface LoginDeps {
  readonly name: string;
  readonly url: URL;
  readonly oauth: OAuthConfig;
  readonly sdk: ClientModule;
  /** For the server itself and for those that it names. */
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

/** Logs a person in by their browser: the SDK finds the server, gets a client, and exchanges the code. */
export async function logInByBrowser(
  deps: LoginDeps,
  steps: LoginSteps,
  earlier: LoginRecord | undefined,
): Promise<LoginRecord> {
  const { sdk, oauth, name } = deps;
  const challenge = await askForChallenge(deps, steps.signal);
  const { client, redirectUrl, wanted } = stateOf(earlier);
  const known = redirectUrl === steps.redirectUrl ? client : undefined;
  const isByCode = steps.showCode !== undefined;
  const provider = new LoginProvider(oauth, steps.redirectUrl, { known, grants: isByCode ? [DEVICE_GRANT] : [] });
  let key: Promise<OpenedKey> | undefined;
  provider.dpop = async () => {
    if (challenge.isBound !== true && !takesBoundTokens(provider.discovery)) return undefined;
    return (await (key ??= createLoginKey(sdk))).session;
  };
  const asked = sdk.computeScopeUnion(oauth.scopes?.join(" ") ?? challenge.scope, wanted);
  const options = authOptions(deps, { ...challenge, scope: asked });
  // The SDK finds the server and gets a client. It would then go on with a redirect.
  const next = await sdk.auth(provider, options);
  if (isByCode) return await logInWithCode(deps, steps, provider);
  if (next === "REDIRECT") {
    const address = provider.authorizationUrl as URL;
    const answer = await steps.authorize(address);
    const iss = answer.get("iss");
    const code = answer.get("code") ?? undefined;
    if (code === undefined) throw refused(name, provider, answer, sdk);
    await sdk.auth(provider, { ...options, authorizationCode: code, ...(iss === null ? {} : { iss }) });
  }
  const tokens = provider.tokens() as OAuthTokens;
  const scope = provider.authorizationUrl?.searchParams.get("scope") ?? asked;
  const { discovery, resource } = provider;
  const state = { client: provider.client, discovery, resource, redirectUrl: steps.redirectUrl };
  return toRecord(tokens, { ...state, key: (await key)?.key }, scope);
}

async function logInWithCode(
  { name, fetch: send }: LoginDeps,
  steps: LoginSteps,
  provider: LoginProvider,
): Promise<LoginRecord> {
  const { discovery, client, resource, authorizationUrl } = provider;
  const server = discovery?.authorizationServerMetadata;
  if (server === undefined || client === undefined) {
    throw new CallError(
      "VALIDATION_ERROR",
      `The server of ${name} says nothing of a device flow: log in without --device.`,
    );
  }
  const oauth = await import("oauth4webapi");
  const { client_id, client_secret } = client;
  const proof = client_secret === undefined ? oauth.None() : oauth.ClientSecretBasic(client_secret);
  const scope = authorizationUrl?.searchParams.get("scope") ?? undefined;
  const parameters = { ...(scope === undefined ? {} : { scope }), ...(resource === undefined ? {} : { resource }) };
  const metadata = server as AuthorizationServer;
  const tokens = await logInByDevice({
    name,
    server: metadata,
    client: { client_id },
    proof,
    parameters,
    fetch: send,
    steps,
  });
  const state = { client, discovery, resource, redirectUrl: steps.redirectUrl };
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

/** One request for another token. Throws `LOGIN_REQUIRED` where only a person can get one. */
export async function refreshLogin(deps: LoginDeps, record: LoginRecord | undefined): Promise<LoginRecord> {
  const { sdk, name, fetch: fetchFn } = deps;
  const state = stateOf(record);
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
    });
    return toRecord(tokens, state, record.scope);
  } catch (cause) {
    if (!isFinal(cause, sdk)) throw cause;
    throw loginRequired({ source: name, why: "the server no longer accepts the last login", cause });
  }
}

const FINAL_CODES: ReadonlySet<string> = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);

function isFinal(thrown: unknown, sdk: ClientModule): boolean {
  return thrown instanceof sdk.OAuthError && FINAL_CODES.has(thrown.code);
}

/** Uses the server without a login, only to be refused: the refusal names the authorization server and the scopes. */
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
  const clientInfo = { name: "alkdev-operations", version: "0.1.0" };
  const client = new sdk.Client(clientInfo, { versionNegotiation: { mode: "auto" } });
  try {
    await client.connect(transport, { signal });
    await client.listTools(undefined, { signal });
  } catch {
    // Whatever else went wrong, the login itself says more about it.
    signal.throwIfAborted();
  } finally {
    await client.close().catch(() => undefined);
  }
  return challenge;
}

/** The text of an answer counts only if it comes from the server that was asked. */
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
