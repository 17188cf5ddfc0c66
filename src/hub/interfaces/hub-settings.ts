import type { ServeHTTPOptions } from "../../serve/http/serve-http-options.ts";
import { ClientLimits } from "../../serve/request/client-limits.ts";
import { hostInURL, isEveryAddress } from "../../serve/request/node-http.ts";
import { LOOPBACK_NAMES } from "../../shared/connections/loopback-names.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { node } from "../config/node-modules.ts";

/** The HTTP settings of the config, as options of `serveHTTP`. */
export function httpOptions(config: HubConfig, hosts: readonly string[]): ServeHTTPOptions {
  const { cors, limits, trustedProxies, publicOperations = [] } = config.serve ?? {};
  return {
    anonymous: publicOperations.length > 0,
    protectedResource: protectedResourceOf(config),
    cors,
    allowedHosts: hosts,
    trustedProxies,
    maxBodySize: limits?.bodyBytes,
    callTimeout: limits?.callTimeout,
  };
}

/** Clients can log in by themselves if the issuer of tokens is an address. */
function protectedResourceOf({ serve }: HubConfig): ServeHTTPOptions["protectedResource"] {
  const { jwt, introspection } = serve ?? {};
  const issuers = [jwt?.issuer, introspection?.issuer].filter(
    (issuer): issuer is string => issuer !== undefined && /^https?:/.test(issuer) && URL.canParse(issuer),
  );
  if (issuers.length === 0) return undefined;
  return {
    authorizationServers: [...new Set(issuers)],
    publicUrl: serve?.publicUrl,
    scopes: jwt?.requestScopes ?? introspection?.requestScopes,
    paths: serve?.mcp === false ? [] : ["/mcp"],
  };
}

/** The limits of clients in the config: one share for each, over all interfaces. */
export function clientLimitsOf({ serve }: HubConfig): ClientLimits {
  const { concurrentCalls, callsPerClient, waitingBytes, waitingBytesPerClient, stallTimeout } = serve?.limits ?? {};
  return new ClientLimits({
    maxConcurrentCalls: concurrentCalls,
    maxCallsPerClient: callsPerClient,
    maxWaitingBytes: waitingBytes,
    maxWaitingBytesPerClient: waitingBytesPerClient,
    stallTimeout,
  });
}

/** The names that a hub answers to: those of this machine, the address to listen on, and the names of the config. */
export function allowedHosts({ serve }: HubConfig, host: string): string[] {
  const own = isEveryAddress(host) ? ownNames() : [];
  return [...new Set([...LOOPBACK_NAMES, hostInURL(host), ...own, ...(serve?.allowedHosts ?? [])])];
}

/**
 * The name and the addresses of this machine. No page of another site can make a browser send them by DNS rebinding.
 */
function ownNames(): string[] {
  const { hostname, networkInterfaces } = node.os;
  const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);
  // A URL with a link-local address needs its zone, which browsers do not accept.
  const reachable = addresses.filter(({ address }) => !address.startsWith("fe80:"));
  return [hostname().toLowerCase(), ...reachable.map(({ address }) => hostInURL(address))];
}

/** The names of changed settings that a running hub can't apply. */
export function settingsThatNeedARestart(before: HubConfig, after: HubConfig): string[] {
  const [old, fresh] = [fixedSettings(before), fixedSettings(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(fresh)]);
  return [...names].filter((name) => JSON.stringify(old[name]) !== JSON.stringify(fresh[name]));
}

const CHANGEABLE = new Set(["keys", "jwt", "introspection", "publicOperations", "identitySecret"]);

function fixedSettings(config: HubConfig): Record<string, unknown> {
  const { serve = {}, name, audit, log, rateLimits, codeMode } = config;
  const ofServe = Object.entries(serve).filter(([key]) => !CHANGEABLE.has(key));
  return {
    name,
    audit,
    log,
    codeMode,
    // The rules of limits may change, but not whether there are any.
    rateLimits: rateLimits !== undefined && { redis: rateLimits.redis },
    // Tokens of another issuer are accepted at once, but clients are still sent to the old one.
    "serve.jwt.issuer": protectedResourceOf(config),
    // Whether there are any decides whether callers without credentials are admitted at all.
    "serve.publicOperations": (serve.publicOperations?.length ?? 0) > 0,
    ...Object.fromEntries(ofServe.map(([key, value]) => [`serve.${key}`, value])),
  };
}
