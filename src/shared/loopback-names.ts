/** Names by which only this machine is meant, as they stand in addresses. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];
