import type { HubConfig, KeyConfig, MCPServerConfig } from "../config/hub-config.ts";
import { CALL_SCOPE } from "../config/hub-scopes.ts";

/** Something in a config that works, but that its operator may not want. */
export interface ConfigWarning {
  /** The sources that it is about. */
  readonly sources: readonly string[];
  readonly message: string;
}

/** What an operator should know before a config is served. */
export function configWarnings(config: HubConfig): ConfigWarning[] {
  const shared = Object.entries(config.mcpServers ?? {})
    .filter(([name, server]) => isShared(server) && hasSeveralCallers(config, server.namespace ?? name, server))
    .map(([name]) => name);
  if (shared.length === 0) return [];
  const message = `Several callers share one session with ${shared.join(", ")}: what one of them leaves there, the others may see. "isolation": "caller" gives each caller a session, with a process of its own.`;
  return [{ sources: shared, message }];
}

function isShared({ disabled, isolation = "shared" }: MCPServerConfig): boolean {
  return disabled !== true && isolation === "shared";
}

/** Tokens, and hubs that call for their own callers, may bring any number of identities. */
function hasSeveralCallers({ serve = {} }: HubConfig, namespace: string, server: MCPServerConfig): boolean {
  const { keys = [], jwt, identitySecret, publicOperations = [] } = serve;
  if (jwt !== undefined || identitySecret !== undefined) return true;
  const isPublic = publicOperations.some((pattern) => mayMatch(pattern, namespace));
  const callers = new Set(keys.filter((key) => mayCall(key, server)).map(({ id }) => id));
  // Without keys there is the hub's own.
  return (keys.length === 0 ? 1 : callers.size) + (isPublic ? 1 : 0) > 1;
}

function mayCall(
  { scopes = [CALL_SCOPE] }: KeyConfig,
  { scopes: required = [], operations = {} }: MCPServerConfig,
): boolean {
  const holds = (needed: readonly string[]): boolean =>
    scopes.includes("*") || (needed.length > 0 ? needed : [CALL_SCOPE]).every((scope) => scopes.includes(scope));
  return (
    holds(required) || Object.values(operations).some((shape) => shape.scopes !== undefined && holds(shape.scopes))
  );
}

/** Whether a pattern may stand for an operation of the namespace. */
function mayMatch(pattern: string, namespace: string): boolean {
  const start = `${namespace}.`;
  const [known = "", ...rest] = pattern.split("*");
  return known.startsWith(start) || (rest.length > 0 && start.startsWith(known));
}
