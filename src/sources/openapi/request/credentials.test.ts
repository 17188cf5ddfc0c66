import { describe, expect, it } from "vitest";

import { callAt, contextOf, failureOf, sendJSON, shapeOf, useServers } from "../../../../tests/support/http-calls.ts";
import type { SecuritySchemeShape } from "../operation/operation-shape.ts";
import { createCallHandler } from "../call/http-handler.ts";
import { createUpstream } from "./upstream.ts";

const servers = useServers();
const startEcho = () => servers.start((_request, response) => sendJSON(response, {}));

const securitySchemes: Record<string, SecuritySchemeShape> = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  headerKey: { type: "apiKey", name: "X-Key", in: "header" },
  queryKey: { type: "apiKey", name: "api key", in: "query" },
  cookieKey: { type: "apiKey", name: "sid", in: "cookie" },
  oauth: { type: "oauth2", scopes: [] },
  oidc: { type: "openIdConnect", url: "https://id.example.com" },
  tls: { type: "other", name: "mutualTLS" },
};

describe("when the config has one `auth` for the whole service", () => {
  it.each([
    [{ type: "bearer", token: "t0ken" }, "authorization", "Bearer t0ken"],
    [{ type: "bearer", token: "t0ken", prefix: "token" }, "authorization", "token t0ken"],
    [{ type: "bearer", token: "t0ken", headerName: "X-Auth", prefix: "" }, "x-auth", "t0ken"],
    [{ type: "apiKey", token: "k3y" }, "x-api-key", "k3y"],
    [{ type: "apiKey", token: "k3y", headerName: "Api-Key", prefix: "Key " }, "api-key", "Key k3y"],
    [
      { type: "basic", token: "ada:pässword" },
      "authorization",
      `Basic ${Buffer.from("ada:pässword").toString("base64")}`,
    ],
    [{ type: "basic", token: "YTpi" }, "authorization", "Basic YTpi"],
  ] as const)("sends %j in the header %s", async (auth, header, value) => {
    const server = await startEcho();
    await callAt(server.origin, { config: { auth } });
    expect(server.seen[0]?.headers[header]).toBe(value);
  });

  it("asks a function for the caller's own token", async () => {
    const server = await startEcho();
    const auth = { type: "bearer" as const, token: async (identity?: { id: string }) => identity?.id };
    await callAt(server.origin, { config: { auth }, context: { identity: { id: "ada", scopes: [] } } });
    await callAt(server.origin, { config: { auth } });
    expect(server.seen.map((request) => request.headers.authorization)).toEqual(["Bearer ada", undefined]);
  });
});

describe("when the document has security schemes", () => {
  it.each([
    ["bearer", "t0ken", { authorization: "Bearer t0ken" }, "/"],
    ["basic", { username: "ada", password: "p:w" }, { authorization: `Basic ${btoa("ada:p:w")}` }, "/"],
    ["headerKey", "k3y", { "x-key": "k3y" }, "/"],
    ["queryKey", "k&y", {}, "/?api%20key=k%26y"],
    ["cookieKey", "k;y", { cookie: "sid=k%3By" }, "/"],
    ["oauth", "t0ken", { authorization: "Bearer t0ken" }, "/"],
    ["oidc", () => Promise.resolve("t0ken"), { authorization: "Bearer t0ken" }, "/"],
  ] as const)("sends the credential for %s", async (name, credential, headers, target) => {
    const server = await startEcho();
    const shape = { security: [{ [name]: [] }], securitySchemes };
    await callAt(server.origin, { shape, config: { credentials: { [name]: credential } } });
    expect(server.seen[0]?.headers).toMatchObject(headers);
    expect(server.seen[0]?.target).toBe(target);
  });

  it("uses the first alternative that it has every credential for", async () => {
    const server = await startEcho();
    const security = [{ bearer: [], headerKey: [] }, { basic: [] }, { cookieKey: [], queryKey: [], tls: [] }];
    const credentials = { bearer: "t0ken", cookieKey: "c", queryKey: "q", basic: () => undefined };
    await callAt(server.origin, { shape: { security, securitySchemes }, config: { credentials } });
    expect(server.seen[0]).toMatchObject({ target: "/?api%20key=q", headers: { cookie: "sid=c" } });
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });

  it("sends no credential that the operation does not ask for", async () => {
    const server = await startEcho();
    await callAt(server.origin, { shape: { securitySchemes }, config: { credentials: { bearer: "t0ken" } } });
    expect(server.seen[0]?.headers).not.toHaveProperty("authorization");
  });
});

describe("when something goes wrong with a credential", () => {
  it("fails without showing it, if it cannot be a header", async () => {
    const server = await startEcho();
    const error = await failureOf(
      callAt(server.origin, { config: { auth: { type: "bearer", token: "s3cret\r\nX: 1" } } }),
    );
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "notStarted" });
    expect(JSON.stringify(error)).not.toContain("s3cret");
    expect(server.seen).toEqual([]);
  });

  it("fails without showing the message of the function that threw", async () => {
    const auth = { type: "bearer", token: () => Promise.reject(new Error("vault says s3cret")) } as const;
    const error = await failureOf(callAt("https://api.example.com", { config: { auth } }));
    expect(error).toMatchObject({ phase: "notStarted", message: "The function for auth.token in the config failed." });
  });

  it("removes a credential that a server echoes from messages, details and meta", async () => {
    const server = await servers.start((request, response) => {
      response.setHeader("x-echo", `${request.headers.authorization}`);
      response.setHeader("set-cookie", "sid=s3cret");
      sendJSON(
        response,
        { message: `bad ${request.headers.authorization}`, list: [request.target, request.headers["x-auth-token"]] },
        request.target.startsWith("/ok") ? 200 : 403,
      );
    });
    const shape = { security: [{ bearer: [], queryKey: [] }], securitySchemes };
    const headers = { "X-Auth-Token": "s3cret-header" };
    const config = { headers, credentials: { bearer: "s3cret-token", queryKey: "s3cret key" } };
    const error = await failureOf(callAt(server.origin, { shape, config }));
    expect(error).toMatchObject({ details: { status: 403 }, message: expect.stringContaining("[redacted]") });
    expect(JSON.stringify(error)).not.toContain("s3cret");
    const { meta } = await callAt(server.origin, { shape: { ...shape, path: "/ok" }, config });
    expect(JSON.stringify(meta)).not.toContain("s3cret");
  });

  it.each([
    { auth: { type: "basic" as const, token: "ada:s3cret" } },
    { credentials: { basic: "ada:s3cret" } },
    { credentials: { basic: { username: "ada", password: "s3cret" } } },
  ])("removes a password in each of its forms: %j", async (config) => {
    const server = await servers.start((request, response) => {
      const encoded = request.headers.authorization?.slice("Basic ".length) ?? "";
      response.setHeader("authorization", "Bearer n3w");
      sendJSON(response, { message: `${encoded} is no good: s3cret` }, 403);
    });
    const shape = { security: [{ basic: [] }], securitySchemes };
    const shown = JSON.stringify(await failureOf(callAt(server.origin, { shape, config })));
    for (const secret of ["s3cret", btoa("ada:s3cret"), "n3w"]) expect(shown).not.toContain(secret);
  });

  it("refuses to send it to a server that only the document named", async () => {
    const server = await startEcho();
    const service = createUpstream(
      { namespace: "n", allowPrivateNetwork: true, auth: { type: "bearer", token: "t0ken" } },
      { documentServers: [{ url: "https://api.example.com" }] },
    );
    const handler = createCallHandler(
      { ...shapeOf({ servers: [{ url: server.origin }] }), stream: undefined },
      service,
    );
    const error = await failureOf(Promise.resolve(handler({}, contextOf())));
    expect(error).toMatchObject({ code: "EXECUTION_ERROR", phase: "notStarted", retryable: false });
    expect(error.message).toContain("allowedOrigins");
    expect(server.seen).toEqual([]);
  });
});
