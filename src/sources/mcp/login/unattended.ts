import type { OAuthClientProvider } from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";
import type { LoginRecord } from "../../../vault/login-record.ts";
import { assertionOf, needed } from "../../login/login-assertion.ts";
import { DEFAULT_ALGORITHM } from "../../login/oauth-client.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";
import type { ClientModule } from "../session/load-sdk.ts";
import { authOptions } from "./browser-login.ts";
import type { Challenge, LoginDeps } from "./browser-login.ts";
import { createLoginKey } from "./login-key.ts";
import { toRecord } from "./login-state.ts";
import { WorkloadProvider } from "./workload-provider.ts";

/** Gets a token without a person: with the client's own secret or key, or through an identity provider. */
export async function logInUnattended(deps: LoginDeps, challenge: Challenge): Promise<LoginRecord> {
  const { sdk, name, oauth } = deps;
  const provider = providerFor(name, oauth, sdk);
  const scope = sdk.computeScopeUnion(oauth.scopes?.join(" "), challenge.scope);
  const key = challenge.isBound === true ? await createLoginKey(sdk) : undefined;
  if (key !== undefined) provider.dpop = () => key.session;
  await sdk.auth(provider, authOptions(deps, { ...challenge, scope }));
  const tokens = await provider.tokens();
  if (tokens === undefined) throw new CallError("PROTOCOL_ERROR", `The server of ${name} gave no token.`);
  return toRecord(tokens, { key: key?.key }, scope);
}

function providerFor(name: string, oauth: OAuthConfig, sdk: ClientModule): OAuthClientProvider {
  const { grant, privateKey, algorithm = DEFAULT_ALGORITHM, identityProvider, issuer: expectedIssuer } = oauth;
  const clientId = needed(name, "clientId", oauth.clientId);
  const common = { clientId, clientName: "operations", ...(expectedIssuer === undefined ? {} : { expectedIssuer }) };
  if (grant === "jwt_bearer") {
    const assertion = (): Promise<string> => assertionOf(name, oauth);
    return new WorkloadProvider({
      name,
      clientId,
      clientSecret: oauth.clientSecret,
      issuer: expectedIssuer,
      assertion,
    });
  }
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
