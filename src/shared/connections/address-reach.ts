/**
 * Tells which network an address belongs to. `URL` has already turned decimal, octal and short forms of IPv4 into the
 * usual one. Names are judged by their text alone here: `guarded-connection.ts` looks at the addresses behind them.
 */
import ipaddr from "ipaddr.js";

/** 0: public; 1: private; 2: this machine, or link-local (where clouds keep their metadata). */
export type AddressReach = 0 | 1 | 2;

/** A request that may reach this machine may reach everything. */
export const CLOSEST_REACH = 2;

const CLOSEST_RANGES: ReadonlySet<string> = new Set(["loopback", "linkLocal", "unspecified"]);
/** IPv6 ranges whose addresses end with an IPv4 address. */
const EMBEDDING_RANGES: ReadonlySet<string> = new Set(["ipv4Mapped", "rfc6145", "rfc6052"]);

/** How close the host of a URL is. A document or a redirect may not lead closer than its own address. */
export function reachOf(url: URL): AddressReach {
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) return reachOfAddress(host.slice(1, -1));
  if (host === "localhost" || host.endsWith(".localhost")) return CLOSEST_REACH;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return reachOfAddress(host);
  // A name without a dot is never public: the search list completes it, or only this network knows it.
  if (host !== "" && !host.includes(".")) return 1;
  return host.endsWith(".local") || host.endsWith(".internal") || host.endsWith(".home.arpa") ? 1 : 0;
}

/** How close an IPv4 or IPv6 address is. */
export function reachOfAddress(text: string): AddressReach {
  const address = ipaddr.parse(text);
  const range = address.range();
  const bytes = address.toByteArray();
  if (address.kind() === "ipv4") return range === "unicast" ? 0 : reachOfRange(range);
  const embedded = embeddedIPv4(range, bytes);
  // Only 2000::/3 is public at all.
  if (embedded === undefined) return range === "unicast" && bytes[0]! >> 5 === 1 ? 0 : reachOfRange(range);
  // Only this machine or network knows where Teredo and a network's own translation (64:ff9b:1::/48) lead.
  const isOwn = range === "teredo" || (range === "rfc6052" && bytes[5] === 1);
  return Math.max(isOwn ? 1 : 0, reachOfAddress(embedded.join("."))) as AddressReach;
}

function reachOfRange(range: string): AddressReach {
  return CLOSEST_RANGES.has(range) ? CLOSEST_REACH : 1;
}

function embeddedIPv4(range: string, bytes: readonly number[]): readonly number[] | undefined {
  if (range === "6to4") return bytes.slice(2, 6);
  // Teredo inverts its client's address.
  if (range === "teredo") return bytes.slice(12).map((byte) => byte ^ 255);
  // ::/96 holds ::, ::1 and addresses compatible with IPv4.
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0);
  return isCompatible || EMBEDDING_RANGES.has(range) ? bytes.slice(12) : undefined;
}
