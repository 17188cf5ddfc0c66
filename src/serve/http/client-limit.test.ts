import { describe, expect, it, onTestFinished, vi } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { apiKeys } from "../identity/api-keys.ts";
import { operation } from "../../hub/observe/fixtures.test-support.ts";
import { serveHTTP } from "./serve-http.ts";
import type { ServeHTTPOptions } from "./serve-http-options.ts";

vi.setConfig({ testTimeout: 60_000 });

const ADA = "the-key-of-ada-01";
const BOB = "the-key-of-bob-01";
const authenticate = apiKeys([
  { key: ADA, identity: { id: "ada", scopes: [] } },
  { key: BOB, identity: { id: "bob", scopes: [] } },
]);

interface Served {
  /** Sends a request that gets its answer when `release` is called. */
  readonly ask: (path: string, key?: string, init?: RequestInit) => Promise<Response>;
  readonly release: () => void;
  readonly running: () => number;
}

async function serve(options: ServeHTTPOptions): Promise<Served> {
  const registry = new OperationRegistry();
  const released = new AbortController();
  let running = 0;
  const wait = async (): Promise<string> => {
    running++;
    await new Promise((resolve) => {
      if (released.signal.aborted) resolve(undefined);
      released.signal.addEventListener("abort", resolve);
    });
    running--;
    return "done";
  };
  registry.register(operation("wait", wait));
  const routes = [{ path: "/route", handle: async () => new Response(await wait()) }];
  const service = serveHTTP(registry, { authenticate, anonymous: true, routes, ...options });
  const { url } = await service.listen();
  onTestFinished(async () => {
    released.abort();
    await service.close({ graceMs: 0 });
  });
  const ask = (path: string, key?: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, { headers: key === undefined ? {} : { "x-api-key": key }, ...init });
  return { ask, release: () => released.abort(), running: () => running };
}

async function statusOf(asked: Promise<Response>): Promise<number> {
  const answer = await asked;
  await answer.text();
  return answer.status;
}

describe("when a client uses its whole share of calls", () => {
  it("refuses its further calls, says when to retry, and serves other clients", async () => {
    const { ask, release, running } = await serve({ maxCallsPerClient: 2 });
    const first = [ask("/demo/wait", ADA), ask("/route", ADA)];
    await expect.poll(() => running()).toBe(2);
    for (const path of ["/demo/wait", "/route"]) {
      const refused = await ask(path, ADA);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
      expect(await refused.json()).toMatchObject({ code: "OVERLOADED", retryable: true, phase: "notStarted" });
    }
    const others = [ask("/demo/wait", BOB), ask("/demo/wait")];
    await expect.poll(() => running()).toBe(4);
    // Requests that cost nothing are always answered.
    expect(await statusOf(ask("/~/session", ADA))).toBe(200);
    release();
    expect(await Promise.all([...first, ...others].map(statusOf))).toEqual([200, 200, 200, 200]);
    expect(await statusOf(ask("/demo/wait", ADA))).toBe(200);
    expect(await statusOf(ask("/route", ADA))).toBe(200);
  });

  it("counts clients without an identity by their address", async () => {
    const { ask, release, running } = await serve({ maxCallsPerClient: 1 });
    const first = ask("/demo/wait");
    await expect.poll(() => running()).toBe(1);
    expect(await statusOf(ask("/demo/wait"))).toBe(429);
    release();
    expect(await statusOf(first)).toBe(200);
  });

  it("counts clients by the address that a trusted proxy names", async () => {
    const { ask, release, running } = await serve({ maxCallsPerClient: 1, trustedProxies: ["127.0.0.1"] });
    const from = (address: string): RequestInit => ({ headers: { "x-forwarded-for": address } });
    const first = ask("/demo/wait", undefined, from("203.0.113.1"));
    await expect.poll(() => running()).toBe(1);
    for (const path of ["/demo/wait", "/route"]) {
      expect(await statusOf(ask(path, undefined, from("203.0.113.2, 203.0.113.1")))).toBe(429);
    }
    const other = ask("/route", undefined, from("203.0.113.1, 203.0.113.2"));
    await expect.poll(() => running()).toBe(2);
    release();
    expect(await Promise.all([first, other].map(statusOf))).toEqual([200, 200]);
  });

  it("returns the client's address for any request, including upgrades", async () => {
    const service = serveHTTP(new OperationRegistry(), { trustedProxies: ["127.0.0.1"] });
    onTestFinished(() => service.close({ graceMs: 0 }));
    const server = await service.listen();
    const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.1" };
    expect(server.clientAddress({ socket: { remoteAddress: "127.0.0.1" }, headers })).toBe("203.0.113.1");
    expect(server.clientAddress({ socket: { remoteAddress: "192.0.2.1" }, headers })).toBe("192.0.2.1");
    expect(server.clientAddress({ socket: {}, headers })).toBeUndefined();
  });

  it("refuses to listen when a trusted proxy is not an address", async () => {
    await expect(serve({ trustedProxies: ["nginx"] })).rejects.toThrow(
      'trustedProxies: "nginx" is neither an IP address nor a range such as 10.0.0.0/8.',
    );
  });

  it("leaves half of all calls to other clients by default", async () => {
    const { ask, release, running } = await serve({ maxConcurrentCalls: 4 });
    const asked = [ask("/demo/wait", ADA), ask("/demo/wait", ADA)];
    await expect.poll(() => running()).toBe(2);
    expect(await statusOf(ask("/demo/wait", ADA))).toBe(429);
    release();
    expect(await Promise.all(asked.map(statusOf))).toEqual([200, 200]);
  });
});
