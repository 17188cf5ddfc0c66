import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";
import type { LoginRecord } from "../../../vault/login-record.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";
import type { ClientModule } from "../session/load-sdk.ts";
import { authOptions } from "./browser-login.ts";
import type { Challenge, LoginDeps } from "./browser-login.ts";
import { toRecord } from "./login-state.ts";

const DEFAULT_ALGORITHM = "ES256";

/** Gets a token without a person: by the client's own secret or key, or by an identity provider's word. */
export async function logInUnattended(deps: LoginDeps, challenge: Challenge): Promise<LoginRecord> {
  const { sdk, name, oauth } = deps;
  const provider = providerFor(name, oauth, sdk);
  const scope = sdk.computeScopeUnion(oauth.scopes?.join(" "), challenge.scope);
  await sdk.auth(provider, authOptions(deps, { ...challenge, scope }));
  const tokens = await provider.tokens();
  if (tokens === undefined) throw new CallError("PROTOCOL_ERROR", `The server of ${name} gave no token.`);
  return toRecord(tokens, {}, scope);
}

function providerFor(name: string, oauth: OAuthConfig, sdk: ClientModule): OAuthClientProvider {
  const { grant, privateKey, algorithm = DEFAULT_ALGORITHM, identityProvider, issuer: expectedIssuer } = oauth;
  const clientId = needed(name, "clientId", oauth.clientId);
  const common = { clientId, clientName: "operations", ...(expectedIssuer === undefined ? {} : { expectedIssuer }) };
  if (grant === "cross_app_access") {
    const idp = needed(name, "identityProvider", identityProvider);
    return new sdk.CrossAppAccessProvider({
      ...common,
      clientSecret: needed(name, "clientSecret", oauth.clientSecret),
      assertion: async ({ authorizationServerUrl: audience, resourceUrl: resource, scope, fetchFn }) => {
        const { clientId: idpClient, clientSecret, idToken, tokenUrl, issuer } = idp;
        const request = {
          audience,
          resource,
          idToken,
          clientId: idpClient,
          fetchFn,
          ...(clientSecret === undefined ? {} : { clientSecret }),
          ...(scope === undefined ? {} : { scope }),
        };
        const granted =
          tokenUrl === undefined
            ? await sdk.discoverAndRequestJwtAuthGrant({
                ...request,
                idpUrl: needed(name, "identityProvider.issuer", issuer),
              })
            : await sdk.requestJwtAuthorizationGrant({ ...request, tokenEndpoint: tokenUrl });
        return granted.jwtAuthGrant;
      },
    });
  }
  if (privateKey !== undefined) return new sdk.PrivateKeyJwtProvider({ ...common, privateKey, algorithm });
  return new sdk.ClientCredentialsProvider({
    ...common,
    clientSecret: needed(name, "clientSecret", oauth.clientSecret),
  });
}

function needed<T>(name: string, field: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw new CallError("VALIDATION_ERROR", `oauth.${field} is missing in the config of ${name}: this grant needs it.`);
}
