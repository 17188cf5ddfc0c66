import type { HubConfig } from "../config/hub-config.ts";

/** In the config of a key: every scope that any operation requires, and every resource. */
export const EVERYTHING = "*";

/** Whether the config itself names callers. */
export function namesCallers({ serve }: HubConfig): boolean {
  const { keys = [], jwt: byJWT, introspection: byIssuer, keysFile } = serve ?? {};
  return keys.length > 0 || byJWT !== undefined || byIssuer !== undefined || keysFile !== undefined;
}
