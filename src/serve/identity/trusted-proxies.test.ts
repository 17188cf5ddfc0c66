import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findProxyMistake, TrustedProxies } from "./trusted-proxies.ts";

const CLIENT = "203.0.113.9";

function clientOf(proxies: readonly string[], peer: string | undefined, forwarded?: string | string[]) {
  return new TrustedProxies(proxies).clientOf({
    socket: { remoteAddress: peer },
    headers: { "x-forwarded-for": forwarded },
  });
}

describe("when no proxy is trusted", () => {
  it("uses the address of the connection, whatever a header says", () => {
    expect(clientOf([], "127.0.0.1", CLIENT)).toBe("127.0.0.1");
    expect(clientOf([], "::1", CLIENT)).toBe("::1");
    expect(clientOf([], undefined, CLIENT)).toBeUndefined();
  });

  it("gives an IPv4 client one address, even on a server of both families", () => {
    expect(clientOf([], "::ffff:203.0.113.9")).toBe(CLIENT);
  });
});

describe("when a proxy is trusted", () => {
  it("uses the client that it names", () => {
    expect(clientOf(["127.0.0.1"], "127.0.0.1", CLIENT)).toBe(CLIENT);
    expect(clientOf(["127.0.0.1"], "::ffff:127.0.0.1", CLIENT)).toBe(CLIENT);
    expect(clientOf(["::ffff:127.0.0.1"], "127.0.0.1", CLIENT)).toBe(CLIENT);
    expect(clientOf(["10.0.0.0/8"], "10.20.30.40", CLIENT)).toBe(CLIENT);
    expect(clientOf(["::ffff:10.0.0.0/104"], "10.20.30.40", CLIENT)).toBe(CLIENT);
    expect(clientOf(["fd00::/8"], "fd12::7", CLIENT)).toBe(CLIENT);
    expect(clientOf(["fe80::/10"], "fe80::1%eth0", CLIENT)).toBe(CLIENT);
  });

  it("ignores clients that other senders name", () => {
    expect(clientOf(["10.0.0.0/8"], "11.0.0.1", CLIENT)).toBe("11.0.0.1");
    expect(clientOf(["127.0.0.1"], "127.0.0.2", CLIENT)).toBe("127.0.0.2");
    expect(clientOf(["127.0.0.1"], "::1", CLIENT)).toBe("::1");
  });

  it("ignores entries that a client itself wrote into the header", () => {
    expect(clientOf(["127.0.0.1"], "127.0.0.1", `198.51.100.1, ${CLIENT}`)).toBe(CLIENT);
    expect(clientOf(["127.0.0.1"], "127.0.0.1", `127.0.0.1, ${CLIENT}`)).toBe(CLIENT);
    expect(clientOf(["127.0.0.1"], "127.0.0.1", ["198.51.100.1", CLIENT])).toBe(CLIENT);
  });

  it("skips several proxies to the first address that is not a proxy", () => {
    const proxies = ["127.0.0.1", "10.0.0.0/8"];
    expect(clientOf(proxies, "127.0.0.1", `198.51.100.1, ${CLIENT}, 10.0.0.2,10.0.0.1`)).toBe(CLIENT);
    expect(clientOf(proxies, "127.0.0.1", "10.0.0.3, 10.0.0.1")).toBe("10.0.0.3");
  });

  it("reads ports, brackets and every spelling of an address", () => {
    const seen = (forwarded: string): string | undefined => clientOf(["127.0.0.1"], "127.0.0.1", forwarded);
    expect(seen("203.0.113.9:51234")).toBe(CLIENT);
    expect(seen("::FFFF:203.0.113.9")).toBe(CLIENT);
    expect(seen("0:0:0:0:0:ffff:cb00:7109")).toBe(CLIENT);
    expect(seen("[2001:DB8:0:0::1]:443")).toBe("2001:db8::1");
    expect(seen("[2001:db8::1]")).toBe("2001:db8::1");
    expect(seen(" 2001:db8::1\t")).toBe("2001:db8::1");
  });

  it.each([
    ["no header", undefined],
    ["an empty one", ""],
    ["commas", ",,, ,"],
    ["a word", "unknown"],
    ["a hidden client", "_secret"],
    ["a name", "client.example"],
    ["half an address", "203.0.113"],
    ["leading zeros", "203.0.113.009"],
    ["an address and more", "203.0.113.9 or so"],
    ["a bracket that stays open", "[2001:db8::1"],
    ["something huge", "1".repeat(1_000_000)],
    ["something huge before a comma", `${"1".repeat(1_000_000)},`],
    ["`__proto__`", "__proto__"],
  ])("treats the proxy itself as the client if the header is %s", (_what, forwarded) => {
    expect(clientOf(["127.0.0.1"], "127.0.0.1", forwarded)).toBe("127.0.0.1");
  });

  it("treats a proxy as the client if the hop before it is unreadable", () => {
    const proxies = ["127.0.0.1", "10.0.0.0/8"];
    expect(clientOf(proxies, "127.0.0.1", `${CLIENT}, unknown, 10.0.0.1`)).toBe("10.0.0.1");
  });

  it("follows a limited number of hops", () => {
    const hops = [CLIENT, ...Array.from({ length: 100_000 }, () => "127.0.0.1")];
    expect(clientOf(["127.0.0.1"], "127.0.0.1", hops.join())).toBe("127.0.0.1");
  });

  it("returns the address that the proxy wrote, whatever a client put before it", () => {
    const proxies = new TrustedProxies(["127.0.0.1", "fd00::/8"]);
    const forged = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant("127.0.0.1"))).map((hops) => hops.join(", ")),
    );
    fc.assert(
      fc.property(forged, (header) => {
        const headers = { "x-forwarded-for": `${header}, ${CLIENT}` };
        expect(proxies.clientOf({ socket: { remoteAddress: "127.0.0.1" }, headers })).toBe(CLIENT);
      }),
    );
  });

  it("returns an address, whatever the header is", () => {
    const proxies = new TrustedProxies(["127.0.0.1"]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123456789abcdef.:,[]% \u00e9")) }), (header) => {
        const headers = { "x-forwarded-for": header };
        const client = proxies.clientOf({ socket: { remoteAddress: "127.0.0.1" }, headers });
        expect(client).toMatch(/^[\da-f.:]+$/);
      }),
    );
  });
});

describe("when a config names proxies", () => {
  it.each(["127.0.0.1", "::1", "10.0.0.0/8", "10.1.2.3/8", "fd00::/8", "::ffff:10.0.0.0/104", "0.0.0.0/1"])(
    "accepts %s",
    (entry) => expect(findProxyMistake(entry)).toBeUndefined(),
  );

  it.each([
    "",
    "nginx",
    "localhost",
    "10.0.0",
    "10.0.0.0/",
    "10.0.0.0/33",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/8.5",
    "fd00::/129",
    "10.0.0.0/0x8",
    "010.0.0.1",
    "10.0.0.1:80",
    "*",
    "10.0.0.0/255.0.0.0",
    " 10.0.0.1",
  ])("refuses %j, and says what it expects", (entry) => {
    expect(findProxyMistake(entry)).toBe(
      `${JSON.stringify(entry)} is neither an IP address nor a range such as 10.0.0.0/8`,
    );
    expect(() => new TrustedProxies([entry])).toThrow("trustedProxies: ");
  });

  it.each(["0.0.0.0/0", "::/0", "::ffff:0:0/96", "::ffff:0:0/1"])("refuses %s, which covers every address", (entry) => {
    expect(findProxyMistake(entry)).toContain("covers every address");
  });
});
