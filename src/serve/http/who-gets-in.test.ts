import { describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { apiKeys } from "../identity/api-keys.ts";
import { until } from "../../../tests/support/until.ts";
import { post, servedUntilAfter, WAYS } from "./fixtures.test-support.ts";
import { serveHTTP } from "./serve-http.ts";

const key = "key-of-ada-0123456789";
const authenticate = apiKeys([{ key, identity: { id: "ada", scopes: ["secret:read"] } }]);

describe.each(WAYS)("served by %s", (way) => {
  const start = servedUntilAfter(way);

  describe("when credentials are required", () => {
    it("accepts a key as a bearer token or in x-api-key", async () => {
      const { send } = await start({ authenticate });
      const headers = [{ authorization: `Bearer ${key}` }, { "x-api-key": key }];
      for (const header of headers) {
        expect(await (await send("/demo/secret", { headers: header })).json()).toBe("the secret");
      }
    });

    it.each([
      ["none", {}],
      ["a wrong one", { authorization: "Bearer wrong-key-0123456789" }],
      ["another scheme", { authorization: `Basic ${key}` }],
    ])("refuses %s with a challenge, wherever the request goes", async (_what, headers) => {
      const { send } = await start({ authenticate, routes: [{ path: "/extra", handle: () => new Response("extra") }] });
      for (const path of [
        "/demo/secret",
        "/demo/add?a=1&b=1",
        "/openapi.json",
        "/~/operations",
        "/~/session",
        "/extra",
        "/none",
      ]) {
        const response = await send(path, { headers });
        expect([path, response.status]).toEqual([path, 401]);
        expect(response.headers.get("www-authenticate")).toMatch(/^Bearer/);
        expect(await response.text()).not.toContain(key);
      }
    });

    it("does not reveal which operations exist through OPTIONS", async () => {
      const { send } = await start({ authenticate });
      const told = async (path: string): Promise<unknown> => {
        const { status, headers } = await send(path, { method: "OPTIONS" });
        return [status, headers.get("allow")];
      };
      const nothing = await told("/demo/none");
      for (const path of ["/demo/echo", "/demo/add", "/demo/secret"]) expect(await told(path)).toEqual(nothing);
    });

    it("does not read the body of a caller that may not call", async () => {
      const { send } = await start({ authenticate, anonymous: true, maxBodySize: 10 });
      for (const body of ["no JSON", `"${"x".repeat(100)}"`]) {
        const response = await send("/demo/secret", { ...post(1), body });
        expect([body, response.status]).toEqual([body, 401]);
      }
    });

    it("serves a request without a credential if that is allowed, but not one with a wrong key", async () => {
      const { send } = await start({ authenticate, anonymous: true });
      expect((await send("/demo/add?a=1&b=1")).status).toBe(200);
      expect((await send("/demo/secret")).status).toBe(401);
      expect((await send("/demo/add?a=1&b=1", { headers: { "x-api-key": "wrong" } })).status).toBe(401);
    });

    it("refuses when the verifier fails, and tells the operator why", async () => {
      const told: unknown[] = [];
      const broken = new Error("no database");
      for (const failing of [
        () => Promise.reject(broken),
        () => {
          throw broken;
        },
      ]) {
        const { send } = await start({ authenticate: failing, onError: (error) => told.push(error) });
        const response = await send("/demo/add", { headers: { "x-api-key": key } });
        expect(response.status).toBe(401);
        expect(await response.text()).not.toContain("database");
      }
      expect(told).toEqual([broken, broken]);
    });

    it("shows each caller what it may call", async () => {
      const { send } = await start({ authenticate, anonymous: true });
      const ids = async (headers: Record<string, string>): Promise<string[]> => {
        const list = (await (await send("/~/operations", { headers })).json()) as { operations: { id: string }[] };
        return list.operations.map(({ id }) => id);
      };
      expect(await ids({})).not.toContain("demo.secret");
      expect(await ids({ "x-api-key": key })).toContain("demo.secret");
      expect((await send("/~/operations/demo.secret")).status).toBe(401);
      const document = (await (await send("/openapi.json")).json()) as { paths: object };
      expect(Object.keys(document.paths)).not.toContain("/demo/secret");
      expect(await (await send("/~/session", { headers: { "x-api-key": key } })).json()).toEqual({
        identity: { id: "ada", scopes: ["secret:read"] },
        service: { name: "operations", version: "1.0.0" },
      });
    });
  });

  describe("when the catalogue is read", () => {
    it("describes an operation with plain schemas", async () => {
      const { send } = await start();
      expect(await (await send("/~/operations/demo.add")).json()).toMatchObject({
        id: "demo.add",
        type: "QUERY",
        inputSchema: { type: "object", required: ["a", "b"] },
      });
      expect((await send("/~/operations/demo.none")).status).toBe(404);
    });

    it.each(["/~/operations", "/openapi.json"])("answers %s with 304 until something changes", async (path) => {
      const { send, registry } = await start();
      const etag = (await send(path)).headers.get("etag") ?? "";
      const again = (): Promise<Response> => send(path, { headers: { "if-none-match": `W/${etag}, "x"` } });
      expect((await again()).status).toBe(304);
      registry.unregister("demo.add");
      expect((await again()).status).toBe(200);
    });

    it("compresses large answers for clients that accept it", async () => {
      const { send } = await start({ compressAbove: 100 });
      for (const coding of ["br", "gzip"]) {
        const response = await send("/openapi.json", { headers: { "accept-encoding": coding } });
        expect(response.headers.get("content-encoding")).toBe(coding);
        expect(response.headers.get("vary")).toContain("accept-encoding");
      }
      const plain = await send("/openapi.json", { headers: { "accept-encoding": "identity, br;q=0" } });
      expect(plain.headers.get("content-encoding")).toBeNull();
    });

    it("answers health checks without credentials", async () => {
      let isReady = false;
      const { send } = await start({ authenticate, isReady: () => isReady, allowedHosts: ["elsewhere.example"] });
      expect(await (await send("/healthz")).json()).toEqual({ status: "ok" });
      expect((await send("/readyz")).status).toBe(503);
      isReady = true;
      expect((await send("/readyz")).status).toBe(200);
    });
  });

  describe("when further routes are given", () => {
    it("gives them the request and its identity; public routes need no credential", async () => {
      const { send } = await start({
        authenticate,
        routes: [
          {
            path: "/who",
            handle: async (request, { identity }) => Response.json([identity?.id, await request.text()]),
          },
          { path: "/files/", public: true, handle: (request) => new Response(new URL(request.url).pathname) },
          { path: "/demo/", public: true, handle: () => new Response("shadowed") },
        ],
      });
      const who = await send("/who", { method: "POST", body: "hello", headers: { "x-api-key": key } });
      expect(await who.json()).toEqual(["ada", "hello"]);
      expect(await (await send("/files/a.js?x=1")).text()).toBe("/files/a.js");
      expect(await (await send("/files")).text()).toBe("/files");
      // Operations come first: a route must not make one of them public.
      expect((await send("/demo/secret")).status).toBe(401);
    });

    it("answers for a failing route, without showing why", async () => {
      const told: unknown[] = [];
      const handle = (): never => {
        throw new Error("hunter2");
      };
      const { send } = await start({ onError: (error) => told.push(error), routes: [{ path: "/bad", handle }] });
      const response = await send("/bad");
      expect([response.status, (await response.text()).includes("hunter2")]).toEqual([500, false]);
      expect(told).toHaveLength(1);
    });
  });

  describe("when a request is malformed", () => {
    it.each([
      ["no JSON", { ...post(1), body: '{"a":1,' }, 400],
      ["another content type", { method: "POST", body: "a=1", headers: { "content-type": "text/plain" } }, 415],
      ["another charset", post(1, { "content-type": "application/json; charset=latin1" }), 415],
      ["a compressed body", post(1, { "content-encoding": "gzip" }), 415],
      ["a method for nothing", { method: "DELETE" }, 405],
      ["a MUTATION by GET", {}, 405],
      ["a body that is too large", post("x".repeat(2000)), 413],
      ["nesting beyond reason", { ...post(1), body: "[".repeat(900) + "]".repeat(900) }, 400],
      ["bytes that are not UTF-8", { ...post(1), body: new Uint8Array([0x22, 0xff, 0x22]) }, 400],
      ["an invalid time limit", post(1, { "operation-timeout-ms": "soon" }), 400],
    ])("refuses %s", async (_what, init, status) => {
      const { send } = await start({ maxBodySize: 1900 });
      const response = await send("/demo/echo", init);
      const problem = (await response.json()) as { status: number };
      expect([response.status, problem.status]).toEqual([status, status]);
      expect(response.headers.get("allow")).toBe(status === 405 ? "POST, OPTIONS" : null);
    });

    it("names the position where JSON is wrong", async () => {
      const { send } = await start();
      const problem = await (await send("/demo/echo", { ...post(1), body: '{"a":1,}' })).json();
      expect(problem).toMatchObject({ code: "VALIDATION_ERROR", details: { position: 7 } });
    });

    it.each(["/demo/%zz", "/demo/add?a=%zz", "/demo/add?input={}&a=1", "/demo/add?input={"])(
      "refuses %s",
      async (path) => {
        const { send } = await start();
        expect((await send(path)).status).toBe(400);
      },
    );

    it("finds no operation by another spelling of its id", async () => {
      const { send } = await start();
      for (const path of ["/demo.add", "/demo/add/", "/demo/add.x", "//demo/add", "/~/nothing", "/x/__proto__"]) {
        expect([path, (await send(path)).status]).toEqual([path, 404]);
      }
    });
  });

  describe("when a web page sends a request", () => {
    const page = { origin: "https://app.example" };

    it("refuses pages of other origins, unless they are allowed", async () => {
      const { send } = await start();
      for (const origin of ["https://evil.example", "null", "nonsense"]) {
        expect((await send("/demo/add?a=1&b=1", { headers: { origin } })).status).toBe(403);
      }
      expect((await send("/demo/add?a=1&b=1", { headers: { origin: "http://localhost:3000" } })).status).toBe(
        way === "fetch" ? 200 : 403,
      );
      const lenient = await start({ allowedOrigins: ["app.example"] });
      const allowed = await lenient.send("/demo/add?a=1&b=1", { headers: page });
      expect([allowed.status, allowed.headers.get("access-control-allow-origin")]).toEqual([200, null]);
    });

    it("answers preflights and names the origin, if cors allows it", async () => {
      const { send } = await start({ authenticate, cors: { origins: [page.origin], credentials: true } });
      const preflight = await send("/demo/echo", {
        method: "OPTIONS",
        headers: { ...page, "access-control-request-method": "POST" },
      });
      expect(preflight.status).toBe(204);
      expect(Object.fromEntries(preflight.headers)).toMatchObject({
        "access-control-allow-origin": page.origin,
        "access-control-allow-credentials": "true",
        "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
        vary: "origin",
      });
      const refused = await send("/demo/echo", { method: "POST", headers: page });
      expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, page.origin]);
    });

    it("lets a page send every header that shapes an answer, and read what the answer says of itself", async () => {
      const { send } = await start({ cors: { origins: [page.origin] } });
      const asked = { "access-control-request-method": "POST" };
      const preflight = await send("/demo/echo", { method: "OPTIONS", headers: { ...page, ...asked } });
      const allowed = preflight.headers.get("access-control-allow-headers")?.split(", ");
      expect(allowed).toEqual(
        expect.arrayContaining(["operation-answer", "operation-answer-tokens", "operation-select", "operation-log"]),
      );
      const { headers } = await send("/demo/add?a=1&b=1", { headers: page });
      const exposed = headers.get("access-control-expose-headers")?.split(", ");
      expect(exposed).toEqual(
        expect.arrayContaining(["operation-request-id", "operation-part", "operation-stripped", "operation-filled"]),
      );
    });

    it("lets a page send any headers to a route, and read its whole response", async () => {
      const handle = (): Response => new Response("ok", { headers: { "mcp-session-id": "1" } });
      const { send } = await start({ cors: { origins: [page.origin] }, routes: [{ path: "/mcp", handle }] });
      const preflight = async (names: string): Promise<string | null> => {
        const asked = { "access-control-request-method": "POST", "access-control-request-headers": names };
        const answer = await send("/mcp", { method: "OPTIONS", headers: { ...page, ...asked } });
        return answer.headers.get("access-control-allow-headers");
      };
      expect(await preflight("authorization,mcp-protocol-version")).toBe("authorization,mcp-protocol-version");
      expect(await preflight("a b")).toContain("authorization, x-api-key");
      const { headers } = await send("/mcp", { method: "POST", headers: page });
      expect(headers.get("access-control-expose-headers")).toBe("content-type, mcp-session-id");
    });

    it("never says * together with credentials", async () => {
      expect(() => serveHTTP(new OperationRegistry(), { cors: { origins: "*", credentials: true } })).toThrow(
        CallError,
      );
      const { send } = await start({ cors: { origins: "*" } });
      const response = await send("/demo/add?a=1&b=1", { headers: page });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    });

    it("refuses hosts that are not its own", async () => {
      const { send } = await start({ allowedHosts: ["api.example"] });
      expect((await send("/demo/add?a=1&b=1")).status).toBe(403);
    });
  });

  describe("when it is closed", () => {
    it("reports that it is not ready, lets calls finish within the grace period, and aborts the rest", async () => {
      const { send, service, witness } = await start();
      const call = send("/demo/wait", post(1));
      await until(() => witness.contexts.length === 1);
      const closing = service.close({ graceMs: 50 });
      const response = await call;
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([502, "CONNECTION_LOST"]);
      await closing;
      expect(witness.aborted).toBe(1);
    });
  });
});

describe("when options make no sense", () => {
  it.each([
    [{ maxBodySize: 0 }, /maxBodySize is 0/],
    [{ callTimeout: Number.NaN }, /callTimeout is NaN/],
    [{ cors: { origins: ["https://app.example/path"] } }, /is not an origin/],
    [{ routes: [{ path: "no-slash", handle: () => new Response() }] }, /begin with/],
  ])("refuses them at once", (options, message) => {
    expect(() => serveHTTP({} as never, options)).toThrow(message);
  });
});
