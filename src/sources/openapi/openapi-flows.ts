/** How tokens for an API are obtained, kept and revoked. */
import { CallError } from "../../errors/call-error.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";
import { SHARED_IDENTITY } from "../../vault/login-record.ts";
import type { LoginRecord } from "../../vault/login-record.ts";
import { CallerLogins } from "../login/caller-logins.ts";
import { createLoginFetch } from "../login/login-fetch.ts";
import { loginRequired } from "../login/login-required.ts";
import { proofOf } from "../login/oauth-client.ts";
import { isUnattended } from "../login/oauth-config.ts";
import type { OAuthConfig } from "../login/oauth-config.ts";
import { beginByOAuth, finishByOAuth, logInByOAuth, refreshByOAuth } from "../login/oauth-login.ts";
import { findResource } from "../login/oauth-server.ts";
import type { DescribedLogin } from "../login/oauth-server.ts";
import type { OAuthLoginOptions, OAuthState } from "../login/oauth-state.ts";
import { revokeTokens } from "../login/revoke-tokens.ts";
import type { BegunLogin, LoginSteps } from "../login/source-logins.ts";
import { StoredLogin } from "../login/stored-login.ts";
import { askedOptions } from "./asked-flows.ts";
import type { APIWithLogin, Keeping, LoadDocument, LoginOf } from "./api-with-login.ts";
import type { HTTPAuth } from "./options/http-service-config.ts";

/** The steps of a login to an API, and its end. */
export interface APIFlows {
  logIn(steps: LoginSteps, earlier: LoginRecord | undefined): Promise<LoginRecord>;
  begin(redirectUrl: string, earlier: LoginRecord | undefined): Promise<BegunLogin>;
  finish(pending: unknown, answer: URLSearchParams): Promise<LoginRecord>;
  revoke(record: LoginRecord): Promise<boolean>;
}

export function createFlows(login: LoginOf): APIFlows {
  return {
    logIn: async (steps, earlier) => await logInByOAuth(await optionsFor(login), steps, earlier),
    begin: async (redirectUrl, earlier) => await beginByOAuth(await optionsFor(login), redirectUrl, earlier),
    async finish(pending, answer) {
      const { resource } = pending as OAuthState;
      return await finishByOAuth(await optionsFor(login, resource), pending, answer);
    },
    async revoke(record) {
      const { server, client, resource } = record.state as OAuthState;
      const options = await optionsFor(login, resource);
      const proof = await proofOf(options.oauth, client, server);
      return await revokeTokens({ server, client, proof, record, fetch: options.fetch });
    },
  };
}

/** The credential of every call. Throws `LOGIN_REQUIRED` if all callers share a login and it is missing. */
export async function openCredential(login: LoginOf, { key, vault, callers, onLost }: Keeping): Promise<HTTPAuth> {
  const { name, api } = login;
  const options = await optionsFor(login);
  const refresh = async (record: LoginRecord | undefined): Promise<LoginRecord> =>
    await refreshByOAuth(options, record);
  if (api.login === "caller") {
    const logins = new CallerLogins({ name, key, vault, callers, refresh });
    return {
      type: "bearer",
      token: (identity) => logins.token(identity),
      onRefused: (refused, identity) => logins.of(identity).renew(refused),
      onScopesMissing: (scope, refused, identity) => logins.of(identity).widen(scope, refused),
    };
  }
  const stored = new StoredLogin({
    name,
    address: { source: key, identity: SHARED_IDENTITY },
    vault,
    isUnattended: isUnattended(options.oauth),
    refresh,
    onLost,
  });
  const token = (): MaybePromise<string> => {
    const known = stored.token();
    return typeof known === "string" ? known : orFirst(known);
  };
  const orFirst = async (given: MaybePromise<string | undefined>): Promise<string> => {
    const known = await given;
    if (known !== undefined) return known;
    await stored.renew(undefined);
    const first = await stored.token();
    if (first === undefined) throw loginRequired({ source: name });
    return first;
  };
  await token();
  return {
    type: "bearer",
    token,
    onRefused: (refused) => stored.renew(refused),
    onScopesMissing: (scope, refused) => stored.widen(scope, refused),
  };
}

/** `resource` is what a login in progress is for, if that is known. */
async function optionsFor(login: LoginOf, resource?: string): Promise<OAuthLoginOptions> {
  const { name, api, load, signal } = login;
  const { oauth, baseUrl, document, allowPrivateNetwork } = api;
  if (oauth === undefined || oauth === false) return await askedOptions(login, resource);
  // An address from the config itself may be anywhere. One from a document may be no closer than the API.
  const named = oauth.tokenUrl ?? oauth.issuer ?? baseUrl ?? document;
  const isNear = allowPrivateNetwork === true || !URL.canParse(named);
  const service = new URL(isNear ? "http://127.0.0.1" : named);
  const send = createLoginFetch(service, signal);
  return { name, oauth, described: () => describedBy({ ...api, oauth }, load, send), fetch: send };
}

/** The first login that the document describes, or else what the API says about itself (RFC 9728). */
async function describedBy(
  { oauth, baseUrl, allowedOrigins = [] }: APIWithLogin & { readonly oauth: OAuthConfig },
  load: LoadDocument,
  send: typeof fetch,
): Promise<DescribedLogin> {
  const { logins } = await load();
  const found =
    logins.find(({ authorizationUrl, openIdConnectUrl }) => authorizationUrl ?? openIdConnectUrl) ?? logins[0];
  const base = baseUrl !== undefined && URL.canParse(baseUrl) ? baseUrl : undefined;
  const at = (url: string | undefined): string | undefined =>
    url !== undefined && URL.canParse(url, base) ? new URL(url, base).href : undefined;
  const described = {
    authorizationUrl: at(found?.authorizationUrl),
    tokenUrl: at(found?.tokenUrl),
    openIdConnectUrl: at(found?.openIdConnectUrl),
  };
  const isSilent = described.openIdConnectUrl === undefined && described.tokenUrl === undefined;
  const resource = isSilent && base !== undefined ? await findResource(new URL(base), send) : undefined;
  const receiver = described.openIdConnectUrl ?? described.tokenUrl ?? resource?.issuer;
  const trusted = [...(base === undefined ? [] : [base]), ...allowedOrigins].map((url) => new URL(url).origin);
  const secrets = [oauth.clientSecret, oauth.privateKey, oauth.assertion, oauth.assertionFile, oauth.identityProvider];
  const hasSecret = secrets.some((secret) => secret !== undefined);
  if (hasSecret && receiver !== undefined && !trusted.includes(new URL(receiver).origin)) {
    const who = resource === undefined ? "document" : "API";
    const message = `The ${who} would send the client's secret to ${new URL(receiver).origin}: if that is right, set oauth.tokenUrl or oauth.issuer.`;
    throw new CallError("VALIDATION_ERROR", message);
  }
  return { ...described, resource };
}
