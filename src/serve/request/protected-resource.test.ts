import { describe, expect, it } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { serveHTTP } from "../http/serve-http.ts";
import { serveMCP } from "../mcp/serve-mcp.ts";
import type { ProtectedResourceOptions } from "./protected-resource.ts";

const AT = "/.well-known/oauth-protected-resource";
const issuer = "https://id.example";

function create(options: Partial<ProtectedResourceOptions> = {}) {
  const service = serveHTTP(new OperationRegistry(), {
    authenticate: ({ token }) => (token === "good" ? { id: "ada", scopes: [] } : undefined),
    protectedResource: {
      authorizationServers: [issuer],
      publicUrl: "https://hub.example",
      paths: ["/mcp"],
      ...options,
    },
  });
  return (path: string, init?: RequestInit): Promise<Response> =>
    service.fetch(new Request(`https://hub.example${path}`, init));
}

describe("a protected resource", () => {
  it("says where to log in without requiring credentials, for itself and for each of its paths", async () => {
    const ask = create({ scopes: ["operations:call"] });
    const response = await ask(AT);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      resource: "https://hub.example",
      authorization_servers: [issuer],
      scopes_supported: ["operations:call"],
      bearer_methods_supported: ["header"],
    });
    expect(await (await ask(`${AT}/mcp`)).json()).toMatchObject({ resource: "https://hub.example/mcp" });
    expect((await ask(`${AT}/other`)).status).toBe(401);
    expect((await ask(AT, { method: "POST" })).status).toBe(405);
  });

  it("names its metadata to clients without a valid credential", async () => {
    const ask = create({ scopes: ["a", "b"] });
    const none = await ask("/demo/run", { method: "POST" });
    expect(none.headers.get("www-authenticate")).toBe(
      `Bearer resource_metadata="https://hub.example${AT}", scope="a b"`,
    );
    const bad = await ask("/mcp", { method: "POST", headers: { authorization: "Bearer bad" } });
    expect(bad.headers.get("www-authenticate")).toBe(
      `Bearer error="invalid_token", resource_metadata="https://hub.example${AT}/mcp", scope="a b"`,
    );
  });

  it("uses the host of the request as its name, if it has no public address", async () => {
    const service = serveHTTP(new OperationRegistry(), {
      authenticate: () => undefined,
      protectedResource: { authorizationServers: [issuer] },
    });
    const server = await service.listen();
    const { url } = server;
    try {
      const response = await fetch(`${url}/x/y`, { method: "POST" });
      expect(response.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${url}${AT}"`);
      expect(await (await fetch(url + AT)).json()).toMatchObject({ resource: url });
    } finally {
      await server.close();
    }
  });

  it("may be an MCP server alone", async () => {
    const service = serveMCP(new OperationRegistry(), {
      authenticate: () => undefined,
      protectedResource: { authorizationServers: [issuer], paths: ["/mcp"] },
    });
    const server = await service.listen();
    const { url } = server;
    try {
      const response = await fetch(url, { method: "POST", body: "{}" });
      expect(response.status).toBe(401);
      const { origin } = new URL(url);
      expect(response.headers.get("www-authenticate")).toContain(`resource_metadata="${origin}${AT}/mcp"`);
      expect(await (await fetch(`${origin}${AT}/mcp`)).json()).toMatchObject({ resource: url });
    } finally {
      await server.close();
      await service.close();
    }
  });

  it.each([
    [{ authorizationServers: ["id.example"] }, /"id.example" is not a web address/],
    [{ publicUrl: "hub" }, /"hub" is not a web address/],
    [{ scopes: ['a"b'] }, /is not a scope/],
  ])("refuses %j at once", (options, message) => {
    expect(() => create(options)).toThrow(message);
  });
});
