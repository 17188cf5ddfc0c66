/** What a config connects to, and what it sends there: all that its sources and its hub may reach. */
import type { HubConfig } from "../../entries/hub.ts";

export type Values = Readonly<Record<string, string>>;

/** An address, or the servers that a document names: which they are is known only once it is read. */
export type ConnectionTarget = string | { readonly serversOf: string };

export interface Connection {
  readonly to: ConnectionTarget;
  readonly headers?: Values | undefined;
  /** Texts that prove who calls. */
  readonly credentials?: Values | undefined;
  /** The operations that the other side may call here. */
  readonly lets?: readonly string[] | undefined;
}

type OpenAPISource = NonNullable<HubConfig["openapi"]>[string];
type OAuth = OpenAPISource["oauth"];

export function connectionsOf(config: HubConfig): Connection[] {
  const { mcpServers = {}, openapi = {}, remotes = {} } = config;
  return [
    ...Object.values(mcpServers).flatMap((server) => {
      const { url, headers, oauth } = server;
      return server.disabled === true || url === undefined ? [] : [{ to: url, headers }, ...loginsOf(oauth)];
    }),
    ...Object.values(openapi).flatMap((source) => (source.disabled === true ? [] : ofAPI(source))),
    ...Object.values(remotes).flatMap((remote) => {
      if (remote.disabled === true) return [];
      const token = remote.type === "redis" ? undefined : remote.token;
      const addresses = remote.type === "nats" ? [remote.servers].flat() : [remote.url];
      return addresses.map((to) => ({ to, credentials: present({ token }), lets: remote.offer }));
    }),
    ...ofHub(config),
  ];
}

function ofAPI({ document, baseUrl, headers, auth, credentials = {}, oauth }: OpenAPISource): Connection[] {
  const given = Object.entries(credentials);
  const own = given.flatMap(([name, each]): Array<[string, string]> => {
    if (typeof each === "string") return [[name, each]];
    return "password" in each ? [[name, each.password]] : [];
  });
  const clients = given.flatMap(([, each]) => (typeof each === "object" && "clientSecret" in each ? [each] : []));
  return [
    // A document may also be a file.
    ...(/^https?:/i.test(document) ? [{ to: document }] : []),
    {
      to: baseUrl ?? { serversOf: document },
      headers,
      credentials: present({ token: auth?.token, ...Object.fromEntries(own) }),
    },
    ...clients.map(({ tokenUrl, clientSecret }) => ({
      to: tokenUrl ?? { serversOf: document },
      credentials: { clientSecret },
    })),
    ...loginsOf(oauth, document),
  ];
}

/** Where a login goes that the config describes. Without an address, the other server or the document names one. */
function loginsOf(oauth: OAuth, document?: string): Connection[] {
  if (oauth === undefined || oauth === false) return [];
  const { issuer, tokenUrl, clientSecret, privateKey, assertion, assertionFile, identityProvider } = oauth;
  const credentials = present({ clientSecret, privateKey, assertion, assertionFile });
  const to = tokenUrl ?? issuer ?? (document === undefined ? undefined : { serversOf: document });
  const provider = identityProvider?.tokenUrl ?? identityProvider?.issuer;
  return [
    ...(to === undefined ? [] : [{ to, credentials }]),
    ...(identityProvider === undefined || provider === undefined
      ? []
      : [
          {
            to: provider,
            credentials: present({ clientSecret: identityProvider.clientSecret, idToken: identityProvider.idToken }),
          },
        ]),
  ];
}

function ofHub({ serve = {}, approvals, vault, rateLimits }: HubConfig): Connection[] {
  const { jwt, introspection } = serve;
  const keys = jwt?.secret === undefined && jwt?.publicKey === undefined ? (jwt?.jwksUrl ?? jwt?.issuer) : undefined;
  const asked = introspection && (introspection.endpoint ?? introspection.issuer);
  const addresses = [approvals?.webhook?.url, keys, vault?.redis, rateLimits?.redis];
  return [
    ...addresses.flatMap((to) => (to === undefined ? [] : [{ to }])),
    ...(asked === undefined
      ? []
      : [{ to: asked, credentials: present({ clientSecret: introspection?.clientSecret }) }]),
  ];
}

function present(texts: Readonly<Record<string, string | undefined>>): Values {
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
