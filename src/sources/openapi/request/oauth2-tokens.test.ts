import { describe, expect, it } from "vitest";

import {
  callAt,
  contextOf,
  deferred,
  failureOf,
  sendJSON,
  shapeOf,
  useServers,
} from "../../../../tests/support/http-calls.ts";
import type { TestServer } from "../../../../tests/support/http-calls.ts";
import type { HTTPCredential, HTTPServiceConfig } from "../options/http-service-config.ts";
import { createCallHandler } from "../call/http-handler.ts";
import { createUpstream } from "./upstream.ts";

const servers = useServers();
const client = { clientId: "me", clientSecret: "s3cret+/" };

/** An API that accepts only the newest token, and issues tokens at `/token`. */
async function startAPI(expiresIn?: number): Promise<TestServer & { revoke(): void }> {
  let issued = 0;
  let isRevoked = false;
  const server = await servers.start((request, response) => {
    if (request.target === "/token") {
      issued += 1;
      isRevoked = false;
      return sendJSON(response, { access_token: `token-${issued}`, token_type: "bearer", expires_in: expiresIn });
    }
    const isGood = !isRevoked && request.headers.authorization === `Bearer token-${issued}`;
    return sendJSON(response, { by: request.headers.authorization }, isGood ? 200 : 401);
  });
  return { ...server, revoke: () => void (isRevoked = true) };
}

function operationAt(origin: string, credential: HTTPCredential, config: Partial<HTTPServiceConfig> = {}) {
  const shape = shapeOf({
    method: "POST",
    body: { required: false, contents: [{ mediaType: "application/json" }] },
    security: [{ oauth: ["read", "write"] }],
    securitySchemes: { oauth: { type: "oauth2", tokenUrl: "/token", scopes: [] } },
  });
  const service = createUpstream({ namespace: "n", baseUrl: origin, credentials: { oauth: credential }, ...config });
  const handler = createCallHandler({ ...shape, stream: undefined }, service);
  return async (signal = new AbortController().signal) => handler({ body: { n: 1 } }, contextOf({ signal }));
}

const tokenRequests = (server: TestServer) => server.seen.filter((request) => request.target === "/token");

describe("when a token comes from OAuth 2 client credentials", () => {
  it("fetches it once for all waiting callers, and keeps it", async () => {
    const api = await startAPI(3600);
    const call = operationAt(api.origin, client);
    await Promise.all([call(), call(), call()]);
    await call();
    expect(tokenRequests(api)).toHaveLength(1);
    const [request] = tokenRequests(api);
    expect(request?.body.toString()).toBe("scope=read+write&grant_type=client_credentials");
    expect(request?.headers.authorization).toBe(`Basic ${btoa("me:s3cret%2B%2F")}`);
  });

  it("sends the client in the body, with further fields, if the config says so", async () => {
    const api = await startAPI();
    await operationAt(api.origin, { ...client, sendIn: "body", scopes: [], parameters: { audience: "api" } })();
    const [request] = tokenRequests(api);
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
      audience: "api",
      grant_type: "client_credentials",
      client_id: "me",
      client_secret: "s3cret+/",
    });
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  it("renews it once when the server refuses it, and sends the body again", async () => {
    const api = await startAPI(3600);
    const call = operationAt(api.origin, client);
    await call();
    api.revoke();
    expect(await call()).toMatchObject({ data: { by: "Bearer token-2" } });
    expect(api.seen.at(-1)?.body.toString()).toBe('{"n":1}');
    expect(tokenRequests(api)).toHaveLength(2);
  });

  it("renews it when it has expired", async () => {
    const api = await startAPI(0.001);
    const call = operationAt(api.origin, client);
    await call();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call();
    expect(tokenRequests(api)).toHaveLength(2);
  });

  it("does not repeat a call that was redirected: the first server may have done the work", async () => {
    const server = await servers.start((request, response) => {
      if (request.target === "/token") return sendJSON(response, { access_token: "t" });
      if (request.method === "POST") return void response.writeHead(303, { location: "/result" }).end();
      return sendJSON(response, {}, 401);
    });
    expect(await failureOf(operationAt(server.origin, client)())).toMatchObject({ details: { status: 401 } });
    expect(server.seen.filter((request) => request.method === "POST" && request.target === "/")).toHaveLength(1);
  });

  it("gives up after one renewal", async () => {
    const server = await servers.start((request, response) =>
      request.target === "/token" ? sendJSON(response, { access_token: "bad" }) : sendJSON(response, {}, 401),
    );
    const error = await failureOf(operationAt(server.origin, client)());
    expect(error.details).toMatchObject({ status: 401 });
    expect(server.seen).toHaveLength(4);
  });

  it("does not fail the other callers when the first one aborts", async () => {
    const released = deferred();
    const server = await servers.start(async (request, response) => {
      if (request.target === "/token") await released.promise;
      sendJSON(response, { access_token: "token" });
    });
    const call = operationAt(server.origin, client);
    const first = new AbortController();
    const aborted = failureOf(call(first.signal));
    const second = call();
    first.abort();
    expect(await aborted).toMatchObject({ code: "ABORTED", phase: "notStarted" });
    released.resolve();
    expect(await second).toMatchObject({ data: { access_token: "token" } });
    expect(tokenRequests(server)).toHaveLength(1);
  });
});

describe("when no token can be obtained", () => {
  it("reports what the endpoint answered, but never the secret", async () => {
    const server = await servers.start((_request, response) =>
      sendJSON(response, { error: "invalid_client", hint: "s3cret+/ is wrong" }, 400),
    );
    const error = await failureOf(operationAt(server.origin, client)());
    expect(error).toMatchObject({
      code: "EXECUTION_ERROR",
      phase: "notStarted",
      retryable: false,
      details: undefined,
      cause: { status: 400, body: { error: "invalid_client" } },
    });
    expect(JSON.stringify([error, error.cause])).not.toContain("s3cret");
  });

  it("retries with the next call", async () => {
    let isDown = true;
    const server = await servers.start((_request, response) =>
      sendJSON(response, { access_token: "t" }, isDown ? 503 : 200),
    );
    const call = operationAt(server.origin, client);
    expect(await failureOf(call())).toMatchObject({ retryable: true, phase: "notStarted" });
    isDown = false;
    expect(await call()).toMatchObject({ meta: { statusCode: 200 } });
  });

  it("does not follow a redirect with the client's secret", async () => {
    const other = await servers.start((_request, response) => sendJSON(response, { access_token: "t" }));
    const server = await servers.start((_request, response) => {
      response.writeHead(307, { location: `${other.origin}/token` }).end();
    });
    expect(await failureOf(operationAt(server.origin, client)())).toMatchObject({ cause: { status: 307 } });
    expect(other.seen).toEqual([]);
  });

  it.each([
    ["https://evil.example/token", "would send the client's secret to https://evil.example. Name `tokenUrl`"],
    ["http://[nowhere", "token endpoint is not a URL. Name `tokenUrl`"],
  ])("asks no token endpoint that only the document chose: %s", async (tokenUrl, message) => {
    const shape = {
      security: [{ oauth: [] }],
      securitySchemes: { oauth: { type: "oauth2", tokenUrl, scopes: [] } },
    } as const;
    const error = await failureOf(callAt("http://127.0.0.1:1", { shape, config: { credentials: { oauth: client } } }));
    expect(error).toMatchObject({ phase: "notStarted", retryable: false });
    expect(error.message).toContain(message);
  });
});
