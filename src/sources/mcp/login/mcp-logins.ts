import type { LoginRecord } from "../../../vault/login-record.ts";
import type { LoginOwner } from "../../login/caller-logins.ts";
import { createLoginFetch } from "../../login/login-fetch.ts";
import { proofOf } from "../../login/oauth-client.ts";
import { isUnattended } from "../../login/oauth-config.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";
import { revokeTokens } from "../../login/revoke-tokens.ts";
import type { SourceLogin } from "../../login/source-logins.ts";
import { loadClientModule } from "../session/load-sdk.ts";
import { beginLogin, finishLogin, logInByPerson } from "./browser-login.ts";
import type { LoginDeps } from "./browser-login.ts";
import { loginState } from "./login-state.ts";
import { logInUnattended } from "./unattended.ts";

/** What a login needs to know about an MCP server. */
export interface ServerWithLogin {
  readonly url?: string | undefined;
  readonly token?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly oauth?: OAuthConfig | false | undefined;
  readonly login?: LoginOwner | undefined;
}

export function loginKeyOf(name: string, url: string): string {
  return `${name} ${url}`;
}

/** Whether the hub logs in to a server: it has a URL, and its config neither forbids a login nor holds credentials. */
export function canLogIn({ url, token, headers = {}, oauth }: ServerWithLogin): boolean {
  const isGiven = token !== undefined || Object.keys(headers).some((name) => /^authorization$/i.test(name));
  return url !== undefined && oauth !== false && !isGiven;
}

/** How a person logs in to an MCP server; undefined if the config rules that out. */
export function mcpLogin(name: string, config: ServerWithLogin): SourceLogin | undefined {
  const { url, login: owner = "shared" } = config;
  const oauth = config.oauth || {};
  if (url === undefined || !canLogIn(config)) return undefined;
  const deps = async (signal: AbortSignal): Promise<LoginDeps> => ({
    name,
    url: new URL(url),
    oauth,
    sdk: await loadClientModule(),
    fetch: createLoginFetch(new URL(url), signal),
  });
  return {
    key: loginKeyOf(name, url),
    owner,
    isUnattended: isUnattended(oauth),
    redirectPort: oauth.redirectPort,
    async logIn(steps, earlier): Promise<LoginRecord> {
      const given = await deps(steps.signal);
      return isUnattended(oauth) ? await logInUnattended(given, {}) : await logInByPerson(given, steps, earlier);
    },
    begin: async (start, earlier) => await beginLogin(await deps(start.signal), start, earlier),
    finish: async (pending, answer, signal) => await finishLogin(await deps(signal), pending, answer),
    async revoke(record, signal) {
      const { client, discovery } = loginState(record);
      const server = discovery?.authorizationServerMetadata;
      if (client === undefined || server === undefined) return false;
      const proof = await proofOf(oauth, client, server);
      return await revokeTokens({ server, client, proof, record, fetch: (await deps(signal)).fetch });
    },
  };
}
