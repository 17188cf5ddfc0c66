/** How much of each long run `npm test` covers. `npm run soak` runs all of them for minutes. */
export const slices = {
  /** For each attack. */
  attackMs: 1000,
  /** For the load on a hub, over each interface. */
  loadSeconds: 2,
  /** Calls through brokers and a hub under faults. */
  chaosCalls: 2000,
  /** Calls over each path to an upstream that breaks. */
  upstreamCalls: 40,
  /** Sessions of MCP clients that fall idle, each with a process of its own. */
  idleSessions: 24,
} as const;
