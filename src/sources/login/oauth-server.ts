import type { AuthorizationServer } from "oauth4webapi";
import { CallError } from "../../errors/call-error.ts";
import type { OAuthConfig } from "./oauth-config.ts";

/** What an API's own description says about its login. */
export interface DescribedLogin {
  readonly authorizationUrl?: string | undefined;
  readonly tokenUrl?: string | undefined;
  /** The address of an OpenID configuration. */
  readonly openIdConnectUrl?: string | undefined;
}

/** The endpoints of the authorization server: those of the config, of its issuer's metadata, or of the description. */
export async function findServer(
  { issuer, authorizationUrl, tokenUrl }: OAuthConfig,
  described: () => Promise<DescribedLogin>,
  send: typeof fetch,
): Promise<AuthorizationServer> {
  const oauth = await import("oauth4webapi");
  const discover = async (address: URL): Promise<AuthorizationServer> => {
    for (const algorithm of ["oidc", "oauth2"] as const) {
      const response = await oauth.discoveryRequest(address, {
        algorithm,
        [oauth.customFetch]: (url, { body: _none, ...init }) => send(url, init),
        [oauth.allowInsecureRequests]: true,
      });
      if (response.status === 200) return await oauth.processDiscoveryResponse(address, response);
      await response.body?.cancel();
    }
    throw new CallError("EXECUTION_ERROR", `${address.href} has no metadata of an authorization server.`);
  };
  if (tokenUrl !== undefined) return endpoints({ authorizationUrl, tokenUrl }, issuer);
  if (issuer !== undefined) return await discover(new URL(issuer));
  const found = await described();
  const { openIdConnectUrl } = found;
  if (openIdConnectUrl !== undefined) {
    return await discover(new URL(openIdConnectUrl.replace(/\/\.well-known\/openid-configuration$/, "") || "/"));
  }
  return endpoints(found, undefined);
}

function endpoints({ authorizationUrl, tokenUrl }: DescribedLogin, issuer: string | undefined): AuthorizationServer {
  if (tokenUrl === undefined || !URL.canParse(tokenUrl)) {
    const message =
      "It is not known where to log in: the document does not say it. Set oauth.issuer, or oauth.tokenUrl.";
    throw new CallError("VALIDATION_ERROR", message);
  }
  return {
    issuer: issuer ?? new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    ...(authorizationUrl === undefined ? {} : { authorization_endpoint: authorizationUrl }),
  };
}
