import { messageOf } from "../../errors/call-error.ts";
import type { ConfigWarning } from "../config/config-warning.ts";
import type { MCPServerConfig } from "../config/hub-config.ts";
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
  if (servers.length === 0) return [];
  try {
    const callers = await knownCallers(loaded);
    const shared = servers.filter((server) => hasSeveralCallers(loaded, callers, server)).map(([name]) => name);
    if (shared.length === 0) return [];
    const message = `Several callers share one session with ${shared.join(", ")}: the others may see what one of them leaves there. "isolation": "caller" gives each caller its own session and process.`;
    return [{ sources: shared, message }];
  } catch (thrown) {
    return [{ sources: [], message: messageOf(thrown) }];
  }
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

/** Tokens, and hubs that call for their own callers, may bring any number of identities. */
function hasSeveralCallers(
  { config: { serve = {} } }: LoadedConfig,
  callers: readonly KnownCaller[],
  [name, server]: [string, MCPServerConfig],
): boolean {
  const { jwt, identitySecret, publicOperations = [] } = serve;
  if (jwt !== undefined || identitySecret !== undefined) return true;
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
