import { messageOf } from "../../errors/call-error.ts";
import type { ConfigWarning } from "../config/config-warning.ts";
import { closestName } from "../../shared/closest-name.ts";
import { toNameTest } from "../../shared/name-pattern.ts";
import { showPlace } from "../config/config-place.ts";
import type { HubConfig, MCPServerConfig, RateLimitConfig } from "../config/hub-config.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { keyFileOf } from "../keys/key-file-path.ts";
import { readKeyFile } from "../keys/key-record.ts";
import { EVERYTHING, namesCallers } from "./named-callers.ts";

/** A caller whose id and scopes are known beforehand. */
interface KnownCaller {
  readonly id: string;
  readonly scopes?: readonly string[] | undefined;
}

/**
 * What an operator should know before a config is served. Reads the file of its keys.
 *
 * @example
 * for (const { message } of await configWarnings(await loadConfig())) console.warn(message);
 */
export async function configWarnings(loaded: LoadedConfig): Promise<ConfigWarning[]> {
  const servers = Object.entries(loaded.config.mcpServers ?? {}).filter(([, server]) => isShared(server));
  const rules = Object.entries(loaded.config.rateLimits?.rules ?? {}).filter(
    ([, { callers }]) => callers !== undefined,
  );
  if (servers.length === 0 && rules.length === 0) return [];
  try {
    const callers = await knownCallers(loaded);
    const shared = servers.filter((server) => hasSeveralCallers(loaded, callers, server)).map(([name]) => name);
    const unmatched = rules.flatMap(([name, rule]) => unmatchedCallers(loaded, callers, name, rule));
    if (shared.length === 0) return unmatched;
    const message = `Several callers share one session with ${shared.join(", ")}: the others may see what one of them leaves there. "isolation": "caller" gives each caller its own session and process.`;
    return [{ sources: shared, message }, ...unmatched];
  } catch (thrown) {
    return [{ sources: [], message: messageOf(thrown) }];
  }
}

/** The callers of a rule whom the hub does not know, if it knows all. */
function unmatchedCallers(
  loaded: LoadedConfig,
  callers: readonly KnownCaller[],
  rule: string,
  { callers: named = [] }: RateLimitConfig,
): ConfigWarning[] {
  if (bringsCallers(loaded.config)) return [];
  const ids = ["owner", ...callers.map(({ id }) => id)];
  return named.flatMap((name, index) => {
    if (ids.some(toNameTest(name))) return [];
    const what = name.includes("*") ? "fits this pattern" : "has this id";
    const closest = closestName(name, ids);
    const hint = closest === undefined ? "" : ` (did you mean ${closest}?)`;
    const place = showPlace(loaded, ["rateLimits", "rules", rule, "callers", index]);
    return [{ sources: [], message: `${place}: no caller of this hub ${what}${hint}` }];
  });
}

/** Tokens, and hubs that call for their own callers, may bring any number of identities. */
function bringsCallers({ serve = {} }: HubConfig): boolean {
  const { jwt, introspection, identitySecret } = serve;
  return jwt !== undefined || introspection !== undefined || identitySecret !== undefined;
}

function isShared({ disabled, login, isolation = "shared" }: MCPServerConfig): boolean {
  return disabled !== true && login !== "caller" && isolation === "shared";
}

/** The callers of the config and of the key file, and the owner if the config names no callers. */
async function knownCallers(loaded: LoadedConfig): Promise<KnownCaller[]> {
  const { config } = loaded;
  const file = keyFileOf(loaded);
  const records = (file === undefined ? undefined : await readKeyFile(file)) ?? [];
  const now = Date.now();
  return [
    ...(config.serve?.keys ?? []),
    ...(namesCallers(config) ? [] : [{ id: "owner", scopes: [EVERYTHING] }]),
    ...records
      .filter(({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now)
      .map(({ holder, scopes }) => ({ id: holder, scopes })),
  ];
}

function hasSeveralCallers(
  { config }: LoadedConfig,
  callers: readonly KnownCaller[],
  [name, server]: [string, MCPServerConfig],
): boolean {
  if (bringsCallers(config)) return true;
  const { publicOperations = [] } = config.serve ?? {};
  const isPublic = publicOperations.some((pattern) => mayMatch(pattern, server.namespace ?? name));
  const ids = new Set(callers.filter((caller) => mayCall(caller, server)).map(({ id }) => id));
  return ids.size + (isPublic ? 1 : 0) > 1;
}

function mayCall({ scopes = [CALL_SCOPE] }: KnownCaller, server: MCPServerConfig): boolean {
  const { scopes: required = [], operations = {} } = server;
  const holds = (needed: readonly string[]): boolean =>
    scopes.includes(EVERYTHING) || (needed.length > 0 ? needed : [CALL_SCOPE]).every((scope) => scopes.includes(scope));
  return (
    holds(required) || Object.values(operations).some((shape) => shape.scopes !== undefined && holds(shape.scopes))
  );
}

/** Whether a pattern can match an operation of the namespace. */
function mayMatch(pattern: string, namespace: string): boolean {
  const start = `${namespace}.`;
  const [known = "", ...rest] = pattern.split("*");
  return known.startsWith(start) || (rest.length > 0 && start.startsWith(known));
}
