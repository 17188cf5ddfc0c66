/** Tokens without a person: the client itself, an identity provider or a platform vouches for the request. */
import type * as OAuth from "oauth4webapi";
import type { LoginRecord } from "../../vault/login-record.ts";
import { assertionOf, needed } from "./login-assertion.ts";
import { ownClient, proofOf } from "./oauth-client.ts";
import type { IdentityProviderConfig } from "./oauth-config.ts";
import { findServer } from "./oauth-server.ts";
import type { LoginServer } from "./oauth-server.ts";
import { given, scopeFor, stateOf, toLoginRecord } from "./oauth-state.ts";
import type { OAuthLoginOptions } from "./oauth-state.ts";
import { requestOptions } from "./request-options.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
/** The identity assertion of cross-app access, which the service's own authorization server takes. */
const ID_JAG = "urn:ietf:params:oauth:token-type:id-jag";

/** Gets a token as the config's grant says. `earlier`: the login that it replaces. */
export async function logInByGrant(options: OAuthLoginOptions, earlier: LoginRecord | undefined): Promise<LoginRecord> {
  const { name, oauth: config, fetch: send } = options;
  const oauth = await import("oauth4webapi");
  const found = await findServer(config, options.described, send);
  const { server, resource } = found;
  const client = needed(name, "clientId", ownClient(config));
  const proof = await proofOf(config, client, server);
  const { wanted } = stateOf(earlier);
  const scope = scopeFor(config, found, wanted);
  const request = requestOptions(oauth, send);
  const state = { server, client, resource, wanted };
  if (config.grant === "client_credentials") {
    const fields = given({ scope, resource });
    const response = await oauth.clientCredentialsGrantRequest(server, client, proof, fields, request);
    return toLoginRecord(await oauth.processClientCredentialsResponse(server, client, response), state, scope);
  }
  const assertion =
    config.grant === "cross_app_access"
      ? await exchangeIdToken(oauth, options, { found, scope })
      : await assertionOf(name, config);
  const fields = given({ assertion, scope, resource });
  const response = await oauth.genericTokenEndpointRequest(server, client, proof, JWT_BEARER, fields, request);
  return toLoginRecord(await oauth.processGenericTokenEndpointResponse(server, client, response), state, scope);
}

/** Asks the identity provider to vouch for the user at the service's authorization server (RFC 8693). */
async function exchangeIdToken(
  oauth: typeof OAuth,
  { name, oauth: config, fetch: send }: OAuthLoginOptions,
  { found, scope }: { readonly found: LoginServer; readonly scope: string | undefined },
): Promise<string> {
  const idp: IdentityProviderConfig = needed(name, "identityProvider", config.identityProvider);
  const { server } = await findServer(idp, () => Promise.resolve({}), send);
  const client = { client_id: idp.clientId };
  const fields = given({
    requested_token_type: ID_JAG,
    audience: found.server.issuer,
    resource: found.resource,
    subject_token: idp.idToken,
    subject_token_type: ID_TOKEN,
    scope,
  });
  const proof = await proofOf(idp, client, server);
  const request = requestOptions(oauth, send);
  const response = await oauth.genericTokenEndpointRequest(server, client, proof, TOKEN_EXCHANGE, fields, request);
  // It is not an access token, and its type says so.
  const recognizedTokenTypes = { n_a: () => undefined };
  const answer = await oauth.processGenericTokenEndpointResponse(server, client, response, { recognizedTokenTypes });
  return answer.access_token;
}
