/** The parts of the config that are about logins to other services, and credentials for them. */
import { Type } from "typebox";
import { choice, closed, text, textByName, texts } from "./config-fields.ts";

const oauthFields = () => ({
  grant: choice(
    ["authorization_code", "client_credentials", "cross_app_access", "jwt_bearer"],
    "authorization_code (the default): a person logs in with a browser. client_credentials: the client itself, by its secret or key. cross_app_access: an identity provider vouches for the user. jwt_bearer: a platform vouches for this workload.",
  ),
  clientId: text("A client of your own. Default: the one that the server gives by registration."),
  clientSecret: text("Its secret."),
  privateKey: text("Its private key in PEM (PKCS #8), instead of a secret: it signs a JWT."),
  algorithm: text("The algorithm of that signature. Default: ES256."),
  clientMetadataUrl: text("The address of a client id metadata document, for servers that take one."),
  scopes: texts("The scopes to ask for. Default: those that the server asks for."),
  issuer: text("The authorization server that the client belongs to: its secret never goes to another."),
  redirectPort: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65_535,
      description:
        "The port of http://127.0.0.1:<port>/callback, for servers that require the redirect in advance. Default: any free one.",
    }),
  ),
  identityProvider: Type.Optional(
    closed(
      {
        issuer: text("Its address; its metadata names the token endpoint."),
        tokenUrl: text("Its token endpoint, instead."),
        clientId: Type.String({ minLength: 1, description: "The client's id there." }),
        clientSecret: text("The client's secret there."),
        idToken: Type.String({ minLength: 1, description: "The ID token of the user." }),
      },
      "For cross_app_access: who vouches for the user.",
    ),
  ),
  assertion: text("For jwt_bearer: the JWT that the platform has given to this workload."),
  assertionFile: text("For jwt_bearer, instead: the file with that JWT, which the platform renews."),
});

const never = () => Type.Literal(false, { description: "Never logs in." });

export const oauth = () =>
  Type.Union([closed(oauthFields(), "How to log in with OAuth, beyond what the server says itself."), never()], {
    description: "How to log in with OAuth, beyond what the server says itself. false: never.",
  });

export const apiOAuth = () =>
  Type.Union(
    [
      closed(
        {
          ...oauthFields(),
          authorizationUrl: text("Where people log in. Default: as the issuer or the document says."),
          tokenUrl: text("Where tokens come from. Default: as the issuer or the document says."),
        },
        "Logs in to the API by OAuth 2 or OpenID Connect.",
      ),
      never(),
    ],
    {
      description:
        "Logs in to the API by OAuth 2 or OpenID Connect. Default: if the API asks for a login, and the config has no other credentials for it. false: never.",
    },
  );

export const whoseLogin = () =>
  choice(
    ["shared", "caller"],
    "Whose login calls use. shared (the default): the operator's, for all callers. caller: each caller's own; a call without one fails with LOGIN_REQUIRED and the address where its caller logs in.",
  );

export const vaultLocation = () =>
  closed(
    {
      folder: text("A folder that only you can read. Default: ~/.local/state/operations/vault."),
      redis: text("Instead: the address of a Redis server, for several hubs. Needs OPERATIONS_VAULT_KEY."),
      prefix: text("What the names of its keys in Redis begin with. Default: operations:vault."),
    },
    "Where the logins to other services are kept, encrypted.",
  );

export const credential = () =>
  Type.Union(
    [
      Type.String({ minLength: 1, description: "A token or key, or user:password." }),
      closed(
        {
          username: Type.String({ description: "The user's name." }),
          password: Type.String({ description: "The user's password." }),
        },
        "For HTTP Basic.",
      ),
      closed(
        {
          clientId: Type.String({ minLength: 1, description: "The client's id." }),
          clientSecret: Type.String({ minLength: 1, description: "The client's secret." }),
          tokenUrl: text("Where to fetch tokens. Default: the document's token URL."),
          scopes: texts("The scopes of the token. Default: those that the operation requires."),
          sendIn: choice(["header", "body"], "Where to send id and secret. Default: header."),
          parameters: textByName("Further fields of the token request, such as audience."),
        },
        "OAuth 2 client credentials.",
      ),
    ],
    { description: "A token or key, a name and password, or OAuth 2 client credentials." },
  );
