/**
 * Tells which network a host belongs to, from its text alone. `URL` has already turned decimal, octal and short forms of
 * IPv4 into the usual one. Names are not resolved, so a name that points at a private address (DNS rebinding) passes:
 * only a custom `fetch` that checks the connection can catch it.
 */

/** 0: public; 1: private; 2: this machine, or link-local (where clouds keep their metadata). */
export type AddressReach = 0 | 1 | 2;

/** How close the host of a URL is. A document or a redirect may not lead closer than its own address. */
export function reachOf(url: URL): AddressReach {
  const host = url.hostname.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[")) return reachOfIPv6(host.slice(1, -1));
  if (host === "localhost" || host.endsWith(".localhost")) return 2;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return reachOfIPv4(host.split(".").map(Number));
  // A name without a dot is never public: the search list completes it, or only this network knows it.
  if (host !== "" && !host.includes(".")) return 1;
  return host.endsWith(".local") || host.endsWith(".internal") || host.endsWith(".home.arpa") ? 1 : 0;
}

function reachOfIPv4(bytes: readonly number[]): AddressReach {
  const [a = 0, b = 0] = bytes;
  if (a === 127 || a === 0 || (a === 169 && b === 254)) return 2;
  const isPrivate =
    a === 10 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 198 && (b === 18 || b === 19)) ||
    a >= 224;
  return isPrivate ? 1 : 0;
}

function reachOfIPv6(address: string): AddressReach {
  const groups = groupsOf(address);
  const [first = 0, second = 0] = groups;
  const low = groups.slice(6) as [number, number];
  const isEmbedded =
    // ::/96 holds ::, ::1 and IPv4-compatible addresses, ::ffff:0:0/96 mapped and 64:ff9b::/96 translated ones.
    groups.slice(0, 5).every((group) => group === 0) && (groups[5] === 0 || groups[5] === 0xffff);
  const isTranslated = first === 0x64 && second === 0xff9b;
  if (isEmbedded || isTranslated) return reachOfIPv4([low[0] >> 8, low[0] & 255, low[1] >> 8, low[1] & 255]);
  // 6to4 carries its IPv4 address in the second and third group.
  if (first === 0x2002) return reachOfIPv4([second >> 8, second & 255]);
  if ((first & 0xffc0) === 0xfe80) return 2;
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 || (first & 0xff00) === 0xff00 ? 1 : 0;
}

/** The eight groups of an address as `URL` writes it. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  if (tail === undefined) return parseGroups(head);
  const [before, after] = [parseGroups(head), parseGroups(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function parseGroups(part: string): number[] {
  return part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
}
