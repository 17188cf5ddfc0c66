import { reachOfAddress } from "./address-reach.ts";
import type { AddressReach } from "./address-reach.ts";
import { builtinModule } from "../builtin-module.ts";
import { PRIVATE_ADDRESS } from "./connection-failure.ts";

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

/**
 * The option `lookup` of Node's sockets, which refuses names that lead closer than `reach`. The address that is checked is
 * the one that is connected to, so a name cannot change in between. Undefined in runtimes without `node:dns`.
 */
export function guardedLookup(reach: AddressReach) {
  const dns = builtinModule("node:dns") as NodeDNS | undefined;
  if (dns === undefined) return undefined;
  return (hostname: string, options: { readonly all?: boolean }, callback: LookupCallback): void =>
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error);
      const close = addresses.find(({ address }) => reachOfAddress(address) > reach);
      if (close !== undefined) return callback(tooClose(hostname, close.address));
      const [first] = addresses;
      return options.all === true ? callback(null, addresses) : callback(null, first?.address, first?.family);
    });
}

function tooClose(hostname: string, address: string): Error {
  const message = `${hostname} is at ${address}, a private address. \`allowPrivateNetwork\` would permit it`;
  return Object.assign(new Error(message), { code: PRIVATE_ADDRESS });
}
