/** The agent behind Node's `fetch`, which has its own copy of undici. */
export interface NodeAgent {
  /** Closes its sockets. */
  destroy(): Promise<void>;
}

/**
 * A new agent for the option `dispatcher` of the global `fetch`. Undefined in other runtimes, and where the program has
 * set an agent of its own, such as one for a proxy: that one should stay in use.
 */
export function createNodeAgent(options: object = {}): NodeAgent | undefined {
  // Reading it loads Node's fetch, which is what sets the global agent.
  void new Headers();
  const shared: unknown = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1"));
  const Agent = (shared as { constructor?: { name: string } } | undefined)?.constructor;
  if (typeof Agent !== "function" || Agent.name !== "Agent") return undefined;
  return new (Agent as new (options: object) => NodeAgent)(options);
}
