/** The names in addresses that mean this machine. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Whether only this machine reaches a server with this host. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host) || host === "::1";
}
