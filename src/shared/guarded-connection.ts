/** Connections that lead no closer than they may, whatever a name resolves to when the connection is made. */
import { CLOSEST_REACH, reachOfAddress } from "./address-reach.ts";
import type { AddressReach } from "./address-reach.ts";
import { builtinModule } from "./builtin-module.ts";
import { PRIVATE_ADDRESS } from "./connection-failure.ts";
import { createNodeAgent } from "./node-agent.ts";
import type { NodeAgent } from "./node-agent.ts";

interface FoundAddress {
  readonly address: string;
  readonly family: number;
}

/** The part of `node:dns` that is used. */
interface NodeDNS {
  lookup(
    hostname: string,
    options: object,
    callback: (error: Error | null, addresses: readonly FoundAddress[]) => void,
  ): void;
}

type LookupCallback = (error: Error | null, found?: string | readonly FoundAddress[], family?: number) => void;

const agents = new Map<AddressReach, NodeAgent | undefined>();

/**
 * Options for the global `fetch`, so that it connects to no address closer than `reach`. The address that is checked is
 * the one that is connected to, so a name cannot change in between. Empty where that is not possible: in other runtimes,
 * and where the program has set a dispatcher of its own, such as one for a proxy, which resolves names itself.
 */
export function connectWithin(reach: AddressReach): { readonly dispatcher?: unknown } {
  if (reach === CLOSEST_REACH) return {};
  if (!agents.has(reach)) agents.set(reach, createAgent(reach));
  const dispatcher = agents.get(reach);
  return dispatcher === undefined ? {} : { dispatcher };
}

function createAgent(reach: AddressReach): NodeAgent | undefined {
  const dns = builtinModule("node:dns") as NodeDNS | undefined;
  if (dns === undefined) return undefined;
  const lookup = (hostname: string, options: { readonly all?: boolean }, callback: LookupCallback): void =>
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error);
      const close = addresses.find(({ address }) => reachOfAddress(address) > reach);
      if (close !== undefined) return callback(tooClose(hostname, close.address));
      const [first] = addresses;
      return options.all === true ? callback(null, addresses) : callback(null, first?.address, first?.family);
    });
  return createNodeAgent({ connect: { lookup } });
}

function tooClose(hostname: string, address: string): Error {
  const message = `${hostname} is at ${address}, a private address. \`allowPrivateNetwork\` would permit it`;
  return Object.assign(new Error(message), { code: PRIVATE_ADDRESS });
}
