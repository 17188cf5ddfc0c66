/** An API's errors, as callers of a hub see them. */
import { describe, expect, it } from "vitest";
import { FromOpenAPI, OperationRegistry } from "../../src/entries/index.ts";
import type { CallError, HTTPServiceConfig, OpenAPISpec } from "../../src/entries/index.ts";
import { serveHTTP } from "../../src/entries/serve-http.ts";
import { failureOf } from "../support/http-calls.ts";

const NotFound = { type: "object", properties: { reason: { type: "string" } }, required: ["reason"] };
const json = (schema: object) => ({ "application/json": { schema } });
const document = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  servers: [{ url: "https://pets.example" }],
  components: { schemas: { NotFound } },
  paths: {
    "/pet": {
      get: {
        operationId: "get",
        responses: {
          200: { description: "A pet", content: json({ type: "object" }) },
          401: { description: "Who are you?" },
          404: { description: "No such pet", content: json({ $ref: "#/components/schemas/NotFound" }) },
          "5XX": { description: "Trouble", content: { "text/plain": {} } },
        },
      },
    },
    "/plain": {
      get: { operationId: "plain", responses: { 200: { description: "Anything" } } },
      post: { operationId: "change", responses: { 200: { description: "Anything" } } },
    },
  },
};

function hubFor(answer: () => Response, config: Partial<HTTPServiceConfig> = {}) {
  const registry = new OperationRegistry();
  registry.registerAll(FromOpenAPI(document, { namespace: "pets", fetch: async () => answer(), ...config }));
  const service = serveHTTP(registry);
  const send = (path: string, method: string): Promise<Response> =>
    service.fetch(new Request(`http://hub.example${path}`, { method }));
  return { registry, get: (path: string) => send(path, "GET"), post: (path: string) => send(path, "POST") };
}

const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });

describe("when an API answers with an error status", () => {
  it.each([
    [404, 404],
    [409, 409],
    [422, 422],
    [429, 429],
    [500, 500],
    [503, 503],
    [401, 502],
    [403, 502],
    [407, 502],
  ])("a status of %i is %i over HTTP, with the API's own status and body in the details", async (status, expected) => {
    const { get } = hubFor(answering(status, { reason: "because" }));
    for (const path of ["/pets/get", "/pets/plain"]) {
      const response = await get(path);
      expect(response.status).toBe(expected);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(await response.json()).toMatchObject({
        status: expected,
        code: "EXECUTION_ERROR",
        details: { status, body: { reason: "because" } },
      });
    }
  });

  it("passes on when to retry, but not for a MUTATION that may have run", async () => {
    const retryAfter = { "retry-after": "7" };
    const [refusing, failing] = [hubFor(answering(429, {}, retryAfter)), hubFor(answering(503, {}, retryAfter))];
    expect((await refusing.get("/pets/get")).headers.get("retry-after")).toBe("7");
    expect((await refusing.post("/pets/change")).headers.get("retry-after")).toBe("7");
    expect((await failing.get("/pets/get")).headers.get("retry-after")).toBe("7");
    const answer = await failing.post("/pets/change");
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(await answer.json()).toMatchObject({ retryable: true, advice: expect.stringMatching(/^It may have run/) });
  });

  it("limits the body, and removes a credential that it echoes", async () => {
    const config = { auth: { type: "bearer", token: "s3cret-token" }, limits: { errorBytes: 100 } } as const;
    const echo = hubFor(answering(400, { seen: "Bearer s3cret-token" }), config);
    const text = await (await echo.get("/pets/get")).text();
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("s3cret");
    const long = hubFor(answering(400, "x".repeat(10_000)), config);
    expect((await (await long.get("/pets/get")).text()).length).toBeLessThan(1000);
  });

  it("tells callers nothing about the answer of a token endpoint", async () => {
    const schemes = { oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } } };
    const secured = {
      ...document,
      security: [{ oauth: [] }],
      components: { ...document.components, securitySchemes: schemes },
    };
    const registry = new OperationRegistry();
    const credentials = { oauth: { clientId: "hub", clientSecret: "s3cret-token" } };
    const fetch = async () => answering(400, { error: "invalid_client" })();
    registry.registerAll(FromOpenAPI(secured, { namespace: "pets", fetch, credentials }));
    const error: CallError = await failureOf(registry.execute("pets.get", {}));
    expect(error).toMatchObject({ phase: "notStarted", details: undefined, cause: { status: 400 } });
    const service = serveHTTP(registry);
    const response = await service.fetch(new Request("http://hub.example/pets/get"));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("invalid_client");
  });
});

describe("when the errors of an API are described", () => {
  it("lists the document's error answers by their status", async () => {
    const { registry, get } = hubFor(answering(200, {}));
    const { EXECUTION_ERROR: declared } = registry.getSpec("pets.get")?.errorSchemas ?? {};
    expect(declared?.description).toContain("401 Who are you?; 404 No such pet; 5XX Trouble");
    expect(declared?.schema).toMatchObject({
      anyOf: [
        { properties: { status: { const: 401 } } },
        { properties: { status: { const: 404 }, body: { $ref: "#/$defs/NotFound" } } },
        { properties: { status: { minimum: 500, maximum: 599 }, body: { type: "string" } } },
        { properties: { status: { minimum: 400, maximum: 499, not: { enum: [401, 404] } } } },
      ],
      $defs: { NotFound: { required: ["reason"] } },
    });
    const served = (await (await get("/openapi.json")).json()) as {
      paths: Record<string, { post: { responses: Record<string, { description: string; content: object }> } }>;
    };
    const { responses } = served.paths["/pets/get"]!.post;
    expect(Object.keys(responses).toSorted()).toEqual(["200", "404", "4XX", "502", "504", "5XX", "default"]);
    expect(responses["404"]?.description).toBe("EXECUTION_ERROR: the API answers 404. No such pet");
    expect(JSON.stringify(responses["404"]?.content)).toContain('"status":{"const":404}');
    expect(responses["502"]?.description).toBe(
      "EXECUTION_ERROR: the API answers 401. Who are you?\n\n" +
        "EXECUTION_ERROR: the API could not be reached, or its answer broke off.",
    );
  });

  it("declares any error status for an operation without declared errors", () => {
    const { registry } = hubFor(answering(200, {}));
    const { EXECUTION_ERROR: declared } = registry.getSpec("pets.plain")?.errorSchemas ?? {};
    expect(declared?.schema).toMatchObject({ properties: { status: { minimum: 400, maximum: 599 } } });
  });

  it("keeps the status and the body through a second hub, and through the document of the first", async () => {
    const { get, registry } = hubFor(answering(404, { reason: "gone" }));
    const first = serveHTTP(registry);
    const spec = (await (await get("/openapi.json")).json()) as OpenAPISpec;
    const second = new OperationRegistry();
    const fetch = (url: string, init: RequestInit) => first.fetch(new Request(url, init));
    second.registerAll(FromOpenAPI(spec, { namespace: "far", baseUrl: "http://hub.example", fetch }));
    const service = serveHTTP(second);
    const response = await service.fetch(new Request("http://far.example/far.pets/get"));
    expect(await response.json()).toMatchObject({ status: 404, details: { status: 404, body: { reason: "gone" } } });
  });
});
