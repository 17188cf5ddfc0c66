/** Logins to APIs. Code for authorization servers is loaded when a config or an API first asks for a login. */
import { isUnattended } from "../login/oauth-config.ts";
import type { SourceLogin } from "../login/source-logins.ts";
import type { SourceContext } from "../source.ts";
import type { LoginOnDemand } from "./login-on-demand.ts";
import type { HTTPAuth } from "./options/http-service-config.ts";
import type { APIFlows } from "./openapi-flows.ts";
import type { APIWithLogin, LoadDocument } from "./api-with-login.ts";

/** How a person logs in to an API; undefined if the config rules that out. */
export function apiLogin(name: string, api: APIWithLogin, load: LoadDocument): SourceLogin | undefined {
  const { oauth } = api;
  if (oauth === false || !canLogIn(api)) return undefined;
  const key = keyOf(name, api);
  const flows = async (signal: AbortSignal, asked?: string): Promise<APIFlows> => {
    const { createFlows } = await import("./openapi-flows.ts");
    return createFlows({ name, api, load, signal, asked });
  };
  return {
    key,
    owner: api.login ?? "shared",
    isUnattended: isUnattended(oauth ?? {}),
    redirectPort: oauth?.redirectPort,
    ...(oauth === undefined && {
      asked: async (vault) => await (await import("./asked-entry.ts")).findAsked(vault, key),
    }),
    logIn: async (steps, earlier) => await (await flows(steps.signal, steps.asked)).logIn(steps, earlier),
    begin: async ({ redirectUrl, signal, asked }, earlier) =>
      await (await flows(signal, asked)).begin(redirectUrl, earlier),
    finish: async (pending, answer, signal) => await (await flows(signal)).finish(pending, answer),
    revoke: async (record, signal) => await (await flows(signal)).revoke(record),
  };
}

/** The login of an open API. */
export interface OpenedLogin {
  readonly auth?: HTTPAuth;
  readonly askedLogin?: LoginOnDemand;
  readonly refusesLogins?: boolean;
}

/**
 * With `oauth` in the config: the credential of every call. Throws `LOGIN_REQUIRED` if all callers share a login and it
 * is missing. Without `oauth`: a login that begins when the API asks for one.
 */
export async function openLogin(
  api: APIWithLogin,
  { name, vault, stateChanged, log, loginCallers: callers }: SourceContext,
  load: LoadDocument,
): Promise<OpenedLogin> {
  if (api.oauth === false) return { refusesLogins: true };
  if (!canLogIn(api) || vault === undefined) return {};
  const key = keyOf(name, api);
  if (api.oauth === undefined) {
    const { LoginOnDemand: OnDemand } = await import("./login-on-demand.ts");
    return { askedLogin: new OnDemand({ name, api, load, key, vault, callers, stateChanged, log }) };
  }
  const { openCredential } = await import("./openapi-flows.ts");
  // A little later: the call that discovers it gets its own error first.
  const onLost = (error: unknown): void => void setTimeout(() => stateChanged({ state: "failed", error }));
  return { auth: await openCredential({ name, api, load }, { key, vault, callers, onLost }) };
}

/** Whether a login makes sense: the config asks for one, or has no other credential for the whole API. */
function canLogIn({ oauth, auth, headers = {} }: APIWithLogin): boolean {
  if (oauth !== undefined) return true;
  return auth === undefined && !Object.keys(headers).some((header) => /^authorization$/i.test(header));
}

/** Two documents or two addresses have two logins, even under one name. */
function keyOf(name: string, { baseUrl, document }: APIWithLogin): string {
  return `${name} ${baseUrl ?? document}`;
}
