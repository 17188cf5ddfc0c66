import { request } from "node:http";
import { hostname, networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { keysOfTwo, startedHubs } from "./started-hubs.test-support.ts";

const start = startedHubs();
const keys = { keys: keysOfTwo };
const UNENCRYPTED = /travel unencrypted/;

/** The status of a request with this host name. */
function statusFor(base: string, host: string): Promise<number | undefined> {
  const { hostname: name, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: name, port, path: "/~/session", headers: { host: `${host}:${port}` } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    asked.once("error", reject);
    asked.end();
  });
}

describe("a hub that listens on every address", () => {
  it("answers to this machine's name and addresses, and to no other name", async () => {
    const hub = await start({ serve: { ...keys, host: "0.0.0.0", allowedHosts: ["hub.example"] } });
    const addresses = Object.values(networkInterfaces()).flatMap((each = []) => each);
    const own = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
    expect(hub.hosts).toEqual(expect.arrayContaining(["localhost", hostname().toLowerCase(), ...own, "hub.example"]));
    for (const host of ["localhost", hostname(), ...own, "hub.example"])
      expect([host, await statusFor(hub.endpoints.http, host)]).toEqual([host, 401]);
    expect(await statusFor(hub.endpoints.http, "attacker.example")).toBe(403);
  });

  it("prints addresses that work here", async () => {
    const hub = await start({ serve: { ...keys, host: "0.0.0.0" } });
    expect(hub.endpoints.http).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(hub.endpoints.ws).toMatch(/^ws:\/\/127\.0\.0\.1:/);
  });

  it("warns that nothing is encrypted", async () => {
    const hub = await start({ serve: { ...keys, host: "0.0.0.0" } });
    expect(hub.logged.filter((line) => UNENCRYPTED.test(line))).toHaveLength(1);
  });

  it("does not warn if proxies are named, which hold the certificate", async () => {
    const hub = await start({ serve: { ...keys, host: "0.0.0.0", trustedProxies: ["10.0.0.0/8"] } });
    expect(hub.logged.join("")).not.toMatch(UNENCRYPTED);
  });
});

describe("a hub on loopback", () => {
  it("answers only to names of this machine and of the config, and logs no warning", async () => {
    const hub = await start({ serve: { ...keys, allowedHosts: ["hub.example"] } });
    expect(hub.hosts).toEqual(["localhost", "127.0.0.1", "[::1]", "hub.example"]);
    expect(hub.logged.join("")).not.toMatch(UNENCRYPTED);
  });
});
