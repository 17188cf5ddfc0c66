/** Rules that a schema can't express. */
import { findProxyMistake } from "../../serve/identity/trusted-proxies.ts";
import { findOriginMistake } from "../../serve/identity/origin-mistake.ts";
import { isFieldString } from "../../shared/field-string.ts";
import type { ConfigPath } from "./text/config-text.ts";
import type { HubConfig, KeyConfig, MCPServerConfig, OpenAPISourceConfig, SourcePolicyConfig } from "./hub-config.ts";

export interface RuleBreach {
  readonly path: ConfigPath;
  readonly message: string;
  readonly hint?: string | undefined;
}

const NAMESPACE = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const SHORTEST_KEY = 16;
const SHORTEST_SECRET = 32;

/** Where a config fits its schema but still makes no sense. */
export function findRuleBreaches(config: HubConfig): RuleBreach[] {
  return [
    ...entries(config.mcpServers).flatMap(([name, server]) => [
      ...mcpServerBreaches(["mcpServers", name], server),
      ...namespaceBreaches(["mcpServers", name], server.namespace),
    ]),
    ...entries(config.openapi).flatMap(([name, source]) => [
      ...namespaceBreaches(["openapi", name], source.namespace ?? name),
      ...urlBreaches(["openapi", name, "baseUrl"], source.baseUrl, ["http:", "https:"]),
      ...apiLoginBreaches(["openapi", name], source),
    ]),
    ...entries(config.remotes).flatMap(([name, remote]) => [
      ...(remote.type === "nats" ? [] : urlBreaches(["remotes", name, "url"], remote.url, PROTOCOLS[remote.type])),
      ...secretBreaches(["remotes", name, "identitySecret"], remote.identitySecret),
    ]),
    ...shapeBreaches(["local"], config.local),
    ...(["mcpServers", "openapi", "remotes", "sources"] as const).flatMap((block) =>
      Object.entries<SourcePolicyConfig>(config[block] ?? {}).flatMap(([name, source]) =>
        shapeBreaches([block, name], source),
      ),
    ),
    ...rateLimitBreaches(config.rateLimits),
    ...urlBreaches(["vault", "redis"], config.vault?.redis, PROTOCOLS.redis),
    ...urlBreaches(["approvals", "webhook", "url"], config.approvals?.webhook?.url, ["http:", "https:"]),
    ...secretBreaches(["approvals", "webhook", "secret"], config.approvals?.webhook?.secret),
    ...secretBreaches(["serve", "identitySecret"], config.serve?.identitySecret),
    ...keyBreaches(config.serve?.keys ?? []),
    ...urlBreaches(["serve", "publicUrl"], config.serve?.publicUrl, ["http:", "https:"]),
    ...jwtBreaches(config),
    ...introspectionBreaches(config),
    ...proxyBreaches(config.serve?.trustedProxies ?? []),
    ...originBreaches(config.serve?.cors?.origins ?? []),
  ];
}

const PROTOCOLS = {
  hub: ["ws:", "wss:", "http:", "https:"],
  redis: ["redis:", "rediss:"],
};

function mcpServerBreaches(path: ConfigPath, server: MCPServerConfig): RuleBreach[] {
  const { command, url, type } = server;
  const breaches: RuleBreach[] = [];
  if (command !== undefined && url !== undefined) {
    breaches.push({ path, message: 'has both "command" and "url"', hint: "keep one of them" });
  } else if (command === undefined && url === undefined) {
    breaches.push({ path, message: 'needs a "command" (a program to start) or a "url" (HTTP)' });
  } else if (command === undefined && type === "stdio") {
    breaches.push({ path: [...path, "type"], message: 'is "stdio", which needs a "command"' });
  } else if (url === undefined && type !== undefined && type !== "stdio") {
    breaches.push({ path: [...path, "type"], message: `is ${JSON.stringify(type)}, which needs a "url"` });
  }
  breaches.push(...urlBreaches([...path, "url"], url, ["http:", "https:"]), ...serverOAuthBreaches(path, server));
  const takesLogin = url !== undefined && server.oauth !== false && !hasAuthorization(server.headers);
  if (server.login === "caller" && !takesLogin) {
    const message =
      'is "caller", but this server takes no login: it needs a "url", no headers.Authorization, and no "oauth": false';
    breaches.push({ path: [...path, "login"], message });
  } else breaches.push(...loginBreaches(path, server));
  for (const field of ["maxSessions", "idleMs"] as const) {
    const isIsolated = server.login === "caller" || (server.isolation ?? "shared") !== "shared";
    if (isIsolated || server[field] === undefined) continue;
    breaches.push({ path: [...path, field], message: 'is for servers with "isolation": "caller" or "session"' });
  }
  for (const field of ["args", "env", "cwd"] as const) {
    if (url !== undefined && command === undefined && server[field] !== undefined) {
      breaches.push({ path: [...path, field], message: 'is for servers with a "command"; this one has a "url"' });
    }
  }
  if (command !== undefined && url === undefined && server.headers !== undefined) {
    breaches.push({ path: [...path, "headers"], message: 'are for servers with a "url"; this one has a "command"' });
  }
  return breaches;
}

function shapeBreaches(source: ConfigPath, { operations }: SourcePolicyConfig = {}): RuleBreach[] {
  const holders = new Map<string, string>();
  return entries(operations).flatMap(([name, { name: given, fixed = {}, defaults = {} }]): RuleBreach[] => {
    const path = [...source, "operations", name];
    const breaches: RuleBreach[] = Object.keys(defaults)
      .filter((argument) => Object.hasOwn(fixed, argument))
      .map((argument) => ({ path: [...path, "defaults", argument], message: "is fixed as well: keep one of them" }));
    const holder = given === undefined ? undefined : holders.get(given);
    if (holder !== undefined) breaches.push({ path: [...path, "name"], message: `is also the name of ${holder}` });
    if (given !== undefined) holders.set(given, name);
    return breaches;
  });
}

function hasAuthorization(headers: Readonly<Record<string, string>> = {}): boolean {
  return Object.keys(headers).some((name) => /^authorization$/i.test(name));
}

/** What an API with a login can't have. */
function apiLoginBreaches(path: ConfigPath, source: OpenAPISourceConfig): RuleBreach[] {
  const { login, oauth, auth, headers } = source;
  const isGiven = oauth === undefined && (auth !== undefined || hasAuthorization(headers));
  if (login !== undefined && (oauth === false || isGiven)) {
    const why =
      oauth === false ? '"oauth" is false' : `${auth === undefined ? "headers.Authorization" : '"auth"'} is given`;
    const hint = "keep one of them";
    return [{ path: [...path, "login"], message: `is for APIs that take logins, but ${why}`, hint }];
  }
  return [...loginBreaches(path, source), ...(oauth ? oauthBreaches([...path, "oauth"], oauth) : [])];
}

/** Only people have their own logins. */
function loginBreaches(
  path: ConfigPath,
  { login, oauth, isolation }: Pick<MCPServerConfig, "login" | "oauth" | "isolation">,
): RuleBreach[] {
  const { grant = "authorization_code" } = oauth || {};
  if (login === "caller" && isolation === "shared") {
    const message = 'is "shared", but "login": "caller" gives each caller its own session';
    return [{ path: [...path, "isolation"], message, hint: "leave it out" }];
  }
  if (login !== "caller" || grant === "authorization_code") return [];
  return [{ path: [...path, "login"], message: `is "caller", but the grant ${grant} logs no person in` }];
}

/** What an MCP server with a login can't have, and what its grant can't do without. */
function serverOAuthBreaches(path: ConfigPath, { url, headers = {}, oauth }: MCPServerConfig): RuleBreach[] {
  if (oauth === undefined || oauth === false) return [];
  const at = [...path, "oauth"];
  if (url === undefined) return [{ path: at, message: 'is for servers with a "url"; this one has a "command"' }];
  if (hasAuthorization(headers)) {
    return [{ path: at, message: "would be ignored: headers.Authorization is given", hint: "keep one of them" }];
  }
  return oauthBreaches(at, oauth);
}

function oauthBreaches(at: ConfigPath, oauth: Exclude<NonNullable<MCPServerConfig["oauth"]>, false>): RuleBreach[] {
  const { grant = "authorization_code", clientId, clientSecret, privateKey, identityProvider } = oauth;
  if (grant === "authorization_code") return [];
  const isByAssertion = grant === "jwt_bearer";
  const hasAssertion = oauth.assertion !== undefined || oauth.assertionFile !== undefined;
  const missing = [
    ...(clientId === undefined ? ["clientId"] : []),
    ...(isByAssertion && !hasAssertion ? ["assertion or assertionFile"] : []),
    ...(!isByAssertion && clientSecret === undefined && privateKey === undefined ? ["clientSecret"] : []),
    ...(grant === "cross_app_access" && identityProvider === undefined ? ["identityProvider"] : []),
  ];
  return missing.map((field) => ({ path: at, message: `needs ${field} for the grant ${grant}` }));
}

function rateLimitBreaches({ rules, redis }: NonNullable<HubConfig["rateLimits"]> = {}): RuleBreach[] {
  const message =
    "is not a valid name for a limit: use up to 64 printable ASCII characters without quotes and backslashes";
  return [
    ...Object.keys(rules ?? {}).flatMap((name) =>
      isFieldString(name) ? [] : [{ path: ["rateLimits", "rules", name], message }],
    ),
    ...urlBreaches(["rateLimits", "redis"], redis, PROTOCOLS.redis),
  ];
}

function namespaceBreaches(path: ConfigPath, namespace: string | undefined): RuleBreach[] {
  if (namespace === undefined || NAMESPACE.test(namespace)) return [];
  return [
    {
      path: [...path, "namespace"],
      message: `${JSON.stringify(namespace)} is not a namespace: use letters, digits, "_" and "-", in parts joined by dots`,
    },
  ];
}

function urlBreaches(path: ConfigPath, url: string | undefined, protocols: readonly string[]): RuleBreach[] {
  if (url === undefined) return [];
  if (URL.canParse(url) && protocols.includes(new URL(url).protocol)) return [];
  // Without the text itself: an address may hold a password.
  return [{ path, message: `is not an address that starts with ${protocols.map((each) => `${each}//`).join(" or ")}` }];
}

function secretBreaches(path: ConfigPath, secret: string | undefined): RuleBreach[] {
  if (secret === undefined || secret.length >= SHORTEST_SECRET) return [];
  return [{ path, message: `has fewer than ${SHORTEST_SECRET} characters: it could be guessed` }];
}

function keyBreaches(keys: readonly KeyConfig[]): RuleBreach[] {
  return keys.flatMap(({ key, sha256 }, index): RuleBreach[] => {
    const path = ["serve", "keys", index];
    if ((key === undefined) === (sha256 === undefined)) {
      return [{ path, message: 'needs either "key" or "sha256"' }];
    }
    if (key !== undefined && key.length < SHORTEST_KEY) {
      return [{ path: [...path, "key"], message: `has fewer than ${SHORTEST_KEY} characters: it could be guessed` }];
    }
    return [];
  });
}

function proxyBreaches(proxies: readonly string[]): RuleBreach[] {
  return proxies.flatMap((proxy, index): RuleBreach[] => {
    const message = findProxyMistake(proxy);
    const hint = "name the addresses that your proxies connect from";
    return message === undefined ? [] : [{ path: ["serve", "trustedProxies", index], message, hint }];
  });
}

function originBreaches(origins: readonly string[]): RuleBreach[] {
  return origins.flatMap((origin, index): RuleBreach[] => {
    const message = findOriginMistake(origin);
    return message === undefined ? [] : [{ path: ["serve", "cors", "origins", index], message }];
  });
}

function jwtBreaches({ serve }: HubConfig): RuleBreach[] {
  const jwt = serve?.jwt;
  if (jwt === undefined) return [];
  const path = ["serve", "jwt"];
  const keys = [jwt.jwksUrl, jwt.secret, jwt.publicKey].filter((key) => key !== undefined);
  if (keys.length > 1) return [{ path, message: 'has more than one of "jwksUrl", "secret" and "publicKey"' }];
  if (keys.length === 0 && urlBreaches(path, jwt.issuer, ["http:", "https:"]).length > 0) {
    const hint = "or make the issuer an address, whose metadata says where its keys are";
    return [{ path, message: 'needs one of "jwksUrl", "secret" and "publicKey"', hint }];
  }
  if (jwt.audience === undefined && serve?.publicUrl === undefined) {
    return [{ path, message: 'needs an "audience", or "publicUrl" beside it' }];
  }
  if (jwt.secret !== undefined && jwt.secret.length < SHORTEST_SECRET) {
    return [{ path: [...path, "secret"], message: "has fewer than 32 characters, which HS256 needs" }];
  }
  return urlBreaches([...path, "jwksUrl"], jwt.jwksUrl, ["http:", "https:"]);
}

function introspectionBreaches({ serve }: HubConfig): RuleBreach[] {
  const { introspection } = serve ?? {};
  if (introspection === undefined) return [];
  const path = ["serve", "introspection"];
  if (introspection.audience === undefined && serve?.publicUrl === undefined) {
    return [{ path, message: 'needs an "audience", or "publicUrl" beside it' }];
  }
  return [
    ...urlBreaches([...path, "issuer"], introspection.issuer, ["http:", "https:"]),
    ...urlBreaches([...path, "endpoint"], introspection.endpoint, ["http:", "https:"]),
  ];
}

function entries<T>(record: Readonly<Record<string, T>> | undefined): Array<[string, T]> {
  return Object.entries(record ?? {});
}
