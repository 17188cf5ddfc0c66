/** Logins to APIs whose configs name none: only the API itself says where to log in. */
import { CallError, messageOf } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { CLOSEST_REACH } from "../../shared/connections/address-reach.ts";
import type { AddressReach } from "../../shared/connections/address-reach.ts";
import type { MaybePromise } from "../../shared/maybe-promise.ts";
import { SHARED_IDENTITY } from "../../vault/login-record.ts";
import type { LoginRecord } from "../../vault/login-record.ts";
import { CallerLogins, loginOf } from "../login/caller-logins.ts";
import { checkLoginAddress, createLoginFetch } from "../login/login-fetch.ts";
import { loginRequired } from "../login/login-required.ts";
import { refreshByOAuth } from "../login/oauth-login.ts";
import { findResource, readProtectedResource } from "../login/oauth-server.ts";
import type { DescribedLogin, ProtectedResource } from "../login/oauth-server.ts";
import { stateOf } from "../login/oauth-state.ts";
import type { OAuthLoginOptions } from "../login/oauth-state.ts";
import { StoredLogin } from "../login/stored-login.ts";
import type { AskedEntry } from "./asked-entry.ts";
import type { APIWithLogin, Keeping, LoginOf } from "./api-with-login.ts";
import type { HTTPAuth } from "./options/http-service-config.ts";

/** The credential of calls to an API that has asked for a login, or may ask. Without a token, calls carry none. */
export interface KeptCredential {
  readonly auth: HTTPAuth & { readonly token: (identity: Identity | undefined) => MaybePromise<string | undefined> };
  /** Looks for a login that was made meanwhile. Throws `LOGIN_REQUIRED` if there is none, or if it has ended. */
  readonly look: (identity: Identity | undefined) => Promise<void>;
}

export async function openAskedCredential(
  login: LoginOf,
  { key, vault, callers, onLost }: Keeping,
): Promise<KeptCredential> {
  const { name, api, load } = login;
  const { origin } = await (await load()).server();
  const refresh = async (record: LoginRecord | undefined): Promise<LoginRecord> =>
    await refreshByOAuth(await askedOptions(login), record);
  const address = { source: key, identity: SHARED_IDENTITY };
  const shared = new StoredLogin({ name, address, vault, refresh, onLost, isUnattended: false });
  const logins = new CallerLogins({ name, key, vault, callers, refresh, isRequired: false });
  const isShared = api.login !== "caller";
  const of = (identity: Identity | undefined): StoredLogin => (isShared ? shared : logins.of(identity));
  const isMeant = ({ known }: StoredLogin): boolean => known !== undefined && originOf(known) === origin;
  return {
    auth: {
      type: "bearer",
      token(identity) {
        const stored = of(identity);
        const token = stored.token();
        // The document may name another server since the login. That server must not get the token.
        if (token instanceof Promise) return token.then((text) => (isMeant(stored) ? text : undefined));
        return isMeant(stored) ? token : undefined;
      },
      onRefused: (refused, identity) => of(identity).renew(refused),
      onScopesMissing: (scope, refused, identity) => of(identity).widen(scope, refused),
    },
    async look(identity) {
      const stored = of(identity);
      await stored.renew(undefined);
      if (isMeant(stored)) return;
      const url = isShared ? undefined : loginOf(name, identity, callers).page();
      const error = loginRequired({ source: name, why: "the last login is for another address", url });
      if (isShared) onLost?.(error);
      throw error;
    },
  };
}

const origins = new WeakMap<LoginRecord, string>();

/** The origin of the service that a login is for. Cached, because each call asks for it. */
function originOf(record: LoginRecord): string {
  const known = origins.get(record);
  if (known !== undefined) return known;
  const { resource = "" } = stateOf(record);
  const origin = URL.canParse(resource) ? new URL(resource).origin : "";
  origins.set(record, origin);
  return origin;
}

/** Reads the metadata that a refusal names. Throws, with the reason, if it may not be used for a login. */
export async function readAsked({ api, load, signal }: LoginOf, metadata: string): Promise<ProtectedResource> {
  const service = await (await load()).server();
  if (!URL.canParse(metadata)) throw new TypeError("the address of its metadata is not a URL");
  const { origin, href } = new URL(metadata);
  if (origin !== service.origin) throw new TypeError(`its metadata is at ${origin}, which is not its own address`);
  const reach = reachFor(api);
  const found = await readProtectedResource(new URL(href), createLoginFetch(service, signal, reach));
  const { resource } = found;
  if (!URL.canParse(resource) || new URL(resource).origin !== service.origin) {
    throw new TypeError(`its metadata is about ${resource}`);
  }
  checkLoginAddress(new URL(found.issuer), service, reach);
  return found;
}

/** How close a login may lead; by default as close as the API itself. */
function reachFor({ allowPrivateNetwork }: APIWithLogin): AddressReach | undefined {
  return allowPrivateNetwork === true ? CLOSEST_REACH : undefined;
}

/** `resource` is what a login in progress is for. It saves reading the document again, which may be large. */
export async function askedOptions(login: LoginOf, resource?: string): Promise<OAuthLoginOptions> {
  const { name, api, load, signal } = login;
  const service = resource === undefined ? await (await load()).server() : new URL(resource);
  const send = createLoginFetch(service, signal, reachFor(api));
  const described = async (): Promise<DescribedLogin> => ({ resource: await ownResource(login, service, send) });
  return { name, oauth: {}, described, fetch: send };
}

async function ownResource(
  { name, asked }: LoginOf,
  service: URL,
  send: OAuthLoginOptions["fetch"],
): Promise<ProtectedResource> {
  const noted = (asked === undefined ? {} : JSON.parse(asked)) as Partial<AskedEntry>;
  const { metadata = "", resource = "" } = noted;
  // The document may name another server since then.
  const isOwn = [metadata, resource].every((url) => URL.canParse(url) && new URL(url).origin === service.origin);
  let found: ProtectedResource | undefined;
  try {
    found = isOwn ? await readProtectedResource(new URL(metadata), send) : await findResource(service, send);
  } catch (cause) {
    const message = `${name} does not say where to log in: ${messageOf(cause)}`;
    throw new CallError("EXECUTION_ERROR", message, undefined, { cause });
  }
  if (found !== undefined && (!isOwn || found.resource === resource)) return found;
  const why = isOwn
    ? `its metadata is no longer about ${resource}. Call one of its operations, and log in then.`
    : 'it has no protected resource metadata (RFC 9728). If it takes logins, set "oauth" in the config of its source.';
  throw new CallError("VALIDATION_ERROR", `${name} does not say where to log in: ${why}`);
}
