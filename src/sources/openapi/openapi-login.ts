/** Logins to APIs. What talks to their authorisation servers is loaded when a config first asks for a login. */
import { isUnattended } from "../login/oauth-config.ts";
import type { SourceLogin } from "../login/source-logins.ts";
import type { SourceContext } from "../source.ts";
import type { HTTPAuth } from "./options/http-service-config.ts";
import type { APIFlows, APIWithLogin, LoadDocument } from "./openapi-flows.ts";

/** How a person logs in to an API; undefined where the config asks for no login. */
export function apiLogin(name: string, api: APIWithLogin, load: LoadDocument): SourceLogin | undefined {
  const { oauth } = api;
  if (oauth === undefined) return undefined;
  const flows = async (signal: AbortSignal): Promise<APIFlows> => {
    const { createFlows } = await import("./openapi-flows.ts");
    return createFlows({ name, api, load, signal });
  };
  return {
    key: keyOf(name, api),
    owner: api.login ?? "shared",
    isUnattended: isUnattended(oauth),
    redirectPort: oauth.redirectPort,
    logIn: async (steps, earlier) => await (await flows(steps.signal)).logIn(steps, earlier),
    begin: async ({ redirectUrl, signal }, earlier) => await (await flows(signal)).begin(redirectUrl, earlier),
    finish: async (pending, answer, signal) => await (await flows(signal)).finish(pending, answer),
    revoke: async (record, signal) => await (await flows(signal)).revoke(record),
  };
}

/** The credential of every call. Throws `LOGIN_REQUIRED` where all callers share a login that is missing. */
export async function openLogin(
  api: APIWithLogin,
  { name, vault, stateChanged, loginCallers: callers }: SourceContext,
  load: LoadDocument,
): Promise<{ auth?: HTTPAuth }> {
  if (api.oauth === undefined || vault === undefined) return {};
  const { openCredential } = await import("./openapi-flows.ts");
  const key = keyOf(name, api);
  return { auth: await openCredential({ name, api, load }, { key, vault, callers, stateChanged }) };
}

/** Two documents, or two addresses, have two logins, whatever their name. */
function keyOf(name: string, { baseUrl, document }: APIWithLogin): string {
  return `${name} ${baseUrl ?? document}`;
}
