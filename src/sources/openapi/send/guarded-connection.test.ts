import dns from "node:dns";
import { afterEach, describe, expect, it, vi } from "vitest";
import { failureOf, useServers } from "../../../../tests/support/http-calls.ts";
import { OperationRegistry } from "../../../registry/operation-registry.ts";
import { FromOpenAPI } from "../import-openapi.ts";
import { FromOpenAPIUrl } from "../load-openapi.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";

const servers = useServers();
afterEach(() => vi.restoreAllMocks());

const document = (url: string) => ({
  openapi: "3.1.0",
  servers: [{ url }],
  paths: { "/pets": { get: { operationId: "list", responses: {} } } },
});

/** Answers for every name, with the given addresses one after the other, and then always with the last. */
function resolveNames(...addresses: string[]) {
  const names: string[] = [];
  const lookup = (name: string, options: { all?: boolean }, callback: (...found: unknown[]) => void): void => {
    const address = addresses.length > 1 ? addresses.shift() : addresses[0];
    names.push(name);
    if (options.all === true) callback(null, [{ address, family: 4 }]);
    else callback(null, address, 4);
  };
  vi.spyOn(dns, "lookup").mockImplementation(lookup as unknown as typeof dns.lookup);
  return names;
}

function callAt(url: string, config: Partial<HTTPServiceConfig> = {}): Promise<unknown> {
  const registry = new OperationRegistry();
  registry.registerAll(FromOpenAPI(document(url), { namespace: "pets", ...config }));
  return registry.execute("pets.list", {});
}

const portOf = (origin: string): string => new URL(origin).port;

describe("when a name resolves to a private address", () => {
  it("is not connected to, and nothing is sent", async () => {
    const server = await servers.start((_request, response) => void response.end());
    const names = resolveNames("127.0.0.1");
    const error = await failureOf(callAt(`http://rebound.example:${portOf(server.origin)}`));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "notStarted", retryable: false });
    expect(error.message).toContain("rebound.example is at 127.0.0.1, a private address");
    expect([names, server.seen]).toEqual([["rebound.example"], []]);
  });

  it("is connected to if the config names or allows it", async () => {
    const server = await servers.start((_request, response) => void response.end());
    resolveNames("127.0.0.1");
    const url = `http://named.example:${portOf(server.origin)}`;
    await callAt(url, { allowPrivateNetwork: true });
    await callAt(url, { allowedOrigins: [url] });
    await callAt(url, { baseUrl: url });
    expect(server.seen).toHaveLength(3);
  });

  it("is refused as the target of a redirect", async () => {
    const inner = await servers.start((_request, response) => void response.end());
    const location = `http://inner.example:${portOf(inner.origin)}/`;
    const outer = await servers.start((_request, response) => void response.writeHead(307, { location }).end());
    resolveNames("127.0.0.1");
    const baseUrl = `http://outer.example:${portOf(outer.origin)}`;
    const error = await failureOf(callAt(baseUrl, { baseUrl }));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "unknown", retryable: false });
    expect(error.message).toContain("inner.example is at 127.0.0.1");
    expect([outer.seen.length, inner.seen.length]).toEqual([1, 0]);
  });
});

describe("when a document is fetched", () => {
  const config = { namespace: "pets" };

  it("may point to where it was found, even behind a name", async () => {
    const server = await servers.start(
      (request, response) => void response.end(request.target === "/api.json" ? JSON.stringify(document("/")) : "1"),
    );
    resolveNames("127.0.0.1");
    const registry = new OperationRegistry();
    const url = `http://intranet.example:${portOf(server.origin)}/api.json`;
    registry.registerAll(await FromOpenAPIUrl(url, config));
    await registry.execute("pets.list", {});
    expect(server.seen.map((request) => request.target)).toEqual(["/api.json", "/pets"]);
  });

  it.each(["http://127.0.0.1:9/", "http://[::1]:9/", "http://192.0.0.1/", "http://metadata.google.internal/"])(
    "is not redirected from a public address to %s",
    async (location) => {
      const seen: string[] = [];
      const fetch = async (url: string) => {
        seen.push(url);
        return new Response(null, { status: 302, headers: { location } });
      };
      const failure = FromOpenAPIUrl("https://pets.example/api.json", { ...config, fetch });
      await expect(failure).rejects.toThrow(`redirected to ${new URL(location).origin}, a private address`);
      expect(seen).toEqual(["https://pets.example/api.json"]);
    },
  );

  it("is redirected between public addresses, and where the config allows it", async () => {
    const answers: Record<string, string> = {
      "https://pets.example/api.json": "https://cdn.example/api.json",
      "https://cdn.example/api.json": "http://127.0.0.1:9/api.json",
    };
    const fetch = async (url: string) => {
      const location = answers[url];
      if (location === undefined) return new Response(JSON.stringify(document("/")));
      return new Response(null, { status: 302, headers: { location } });
    };
    const start = "https://pets.example/api.json";
    await expect(FromOpenAPIUrl(start, { ...config, fetch })).rejects.toThrow("redirected to http://127.0.0.1:9");
    expect(await FromOpenAPIUrl(start, { ...config, fetch, allowPrivateNetwork: true })).toHaveLength(1);
  });
});
