import { builtinModule } from "../../shared/builtin-module.ts";
import { CallError } from "../../errors/call-error.ts";

/** The parts of a request that show where it comes from: Node's own request has them. */
export interface AddressedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The part of `node:net` that is used here. */
interface NodeNet {
  isIP(text: string): number;
  readonly BlockList: new () => AddressList;
}

interface AddressList {
  addSubnet(address: string, prefix: number, family: Family): void;
  check(address: string, family: Family): boolean;
}

type Family = "ipv4" | "ipv6";

interface Range {
  readonly address: string;
  readonly family: Family;
  readonly prefix: number;
}

/** No address is longer, with its zone, brackets and port. */
const LONGEST_HOP = 100;
/** More proxies in a row are a mistake, or a lie that costs time. */
const MOST_HOPS = 32;

/**
 * The proxies that are trusted to name their clients. `X-Forwarded-For` is read from its end, where the connected proxy
 * has written. A client may have made up everything before the first address that is not a proxy's.
 */
export class TrustedProxies {
  readonly #proxies: AddressList | undefined;

  /** Addresses and ranges: `127.0.0.1`, `10.0.0.0/8`, `fd00::/8`. Throws for anything else. */
  constructor(entries: readonly string[] = []) {
    // Without entries, a runtime needs no `node:net`.
    if (entries.length === 0) return;
    this.#proxies = new (nodeNet().BlockList)();
    for (const entry of entries) {
      const range = toRange(entry);
      if (typeof range === "string") throw new CallError("VALIDATION_ERROR", `trustedProxies: ${range}.`);
      this.#proxies.addSubnet(range.address, range.prefix, range.family);
    }
  }

  /** The address of the client: the nearest one that is not trusted. Undefined if the connection is gone. */
  clientOf({ socket, headers }: AddressedRequest): string | undefined {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return undefined;
    let client = unmapped(remoteAddress);
    if (!this.#isTrusted(client)) return client;
    for (const hop of hopsFrom(headers["x-forwarded-for"])) {
      const address = readHop(hop);
      // A sender that names no client is the client itself.
      if (address === undefined) break;
      client = address;
      if (!this.#isTrusted(client)) break;
    }
    return client;
  }

  #isTrusted(address: string): boolean {
    return this.#proxies?.check(address, familyOf(address)) === true;
  }
}

/** What is wrong with a text that should be a trusted proxy, if anything. */
export function findProxyMistake(entry: string): string | undefined {
  const range = toRange(entry);
  return typeof range === "string" ? range : undefined;
}

function toRange(entry: string): Range | string {
  const [text = "", bits, ...rest] = entry.split("/");
  const shown = JSON.stringify(entry);
  const address = toAddress(text);
  const most = text.includes(":") ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (address === undefined || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)) || prefix > most) {
    return `${shown} is neither an IP address nor a range such as 10.0.0.0/8`;
  }
  const family = familyOf(address);
  const own = most === 128 && family === "ipv4" ? prefix - MAPPED_BITS : prefix;
  if (own < 1) return `${shown} covers every address: each client could choose its own`;
  return { address, family, prefix: own };
}

/** The nearest first. */
function hopsFrom(header: string | readonly string[] | undefined): string[] {
  const text = typeof header === "string" ? header : (header?.join() ?? "");
  return text.split(",").slice(-MOST_HOPS).reverse();
}

/** Some proxies write the port as well. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

function readHop(hop: string): string | undefined {
  if (hop.length > LONGEST_HOP) return undefined;
  const text = hop.trim();
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  return toAddress(inBrackets ?? beforePort ?? text);
}

/** The address in its canonical spelling, without its zone. Undefined for a text that is not an address. */
function toAddress(text: string): string | undefined {
  const version = nodeNet().isIP(text);
  if (version !== 6) return version === 4 ? text : undefined;
  // Not `SocketAddress`: Bun's leaves the spelling as it is.
  const url = `http://[${text.replace(/%.*$/, "")}]`;
  return URL.canParse(url) ? unmapped(new URL(url).hostname.slice(1, -1)) : undefined;
}

const MAPPED = /^::ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/;
const MAPPED_BITS = 96;

/** A server that accepts both families sees IPv4 addresses in the form of IPv6. */
function unmapped(address: string): string {
  const [, dotted, high, low] = MAPPED.exec(address) ?? [];
  if (high === undefined || low === undefined) return dotted ?? address;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join(".");
}

function familyOf(address: string): Family {
  return address.includes(":") ? "ipv6" : "ipv4";
}

function nodeNet(): NodeNet {
  const net = builtinModule("node:net") as NodeNet | undefined;
  if (net === undefined) throw new Error("trustedProxies needs Node 20.19 or newer, Bun or Deno.");
  return net;
}
