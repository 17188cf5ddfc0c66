/** Connections that lead no closer than allowed, whatever a name resolves to when the connection is made. */
import { CLOSEST_REACH } from "./address-reach.ts";
import type { AddressReach } from "./address-reach.ts";
import { guardedLookup } from "./guarded-lookup.ts";
import { createNodeAgent } from "./node-agent.ts";
import type { NodeAgent } from "./node-agent.ts";
import { dispatcherWithin, hasProxy } from "./node-dispatcher.ts";

const agents = new Map<AddressReach, NodeAgent | undefined>();

/**
 * Options for the global `fetch`, so that it connects to no address closer than `reach`. Empty if that is not possible:
 * in other runtimes, and where the program has set its own dispatcher, such as one for a proxy. A proxy resolves names
 * itself, and so does one that the environment names.
 */
export function connectWithin(reach: AddressReach): { readonly dispatcher?: unknown } {
  // Only for a proxy, because loading undici takes longer than a request.
  const dispatcher = (hasProxy() ? dispatcherWithin(reach) : undefined) ?? agentWithin(reach);
  return dispatcher === undefined ? {} : { dispatcher };
}

function agentWithin(reach: AddressReach): NodeAgent | undefined {
  if (reach === CLOSEST_REACH) return undefined;
  if (!agents.has(reach)) {
    const lookup = guardedLookup(reach);
    agents.set(reach, lookup && createNodeAgent({ connect: { lookup } }));
  }
  return agents.get(reach);
}
