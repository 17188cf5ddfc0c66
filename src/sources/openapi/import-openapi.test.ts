import { describe, expect, it } from "vitest";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { FromOpenAPI } from "./import-openapi.ts";
import { documentOf, importPaths, jsonResponse, ok } from "./petstore.test-support.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("when a document is imported", () => {
  it("turns each pair of path and method into an operation", () => {
    const { operations, report } = importPaths(
      documentOf({
        "/pets": { get: { operationId: "listPets", summary: "Lists pets", tags: ["pets"], responses: ok } },
        "/pets/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          put: { operationId: "pets/replace", deprecated: true, responses: ok },
          delete: { responses: ok },
        },
      }),
    );
    expect(operations.map(({ name, type, idempotent }) => ({ name, type, idempotent }))).toEqual([
      { name: "listPets", type: "QUERY", idempotent: undefined },
      { name: "pets_replace", type: "MUTATION", idempotent: true },
      { name: "delete_pets_id", type: "MUTATION", idempotent: true },
    ]);
    expect(operations[0]).toMatchObject({
      namespace: "pets",
      version: "2.0.0",
      title: "Lists pets",
      description: "Lists pets",
      tags: ["pets"],
      origin: { source: "openapi", name: "listPets" },
    });
    expect(operations[1]).toMatchObject({ deprecated: true, origin: { name: "pets/replace" } });
    expect(operations[1]?.metadata["parameters"]).toEqual(expect.arrayContaining(["id"]));
    expect(report.summary()).toBe("Pets 2.0.0: 3 operations imported, 0 quarantined");
  });

  it("orders the methods of a path in one way, with additional ones last", () => {
    const operation = { responses: ok };
    const { operations, report } = importPaths(
      documentOf({
        "/pets": {
          summary: "Pets",
          additionalOperations: { COPY: operation, LINK: 7 },
          query: operation,
          delete: operation,
          get: operation,
          post: operation,
        },
      }),
    );
    expect(operations.map(({ metadata }) => metadata["method"])).toEqual(["GET", "POST", "DELETE", "QUERY", "COPY"]);
    expect(report.quarantined).toEqual([{ method: "LINK", path: "/pets", reason: "an operation must be an object" }]);
  });

  it("reads operations beside the reference of a path in their own document", () => {
    const limit = { name: "limit", in: "query", schema: { type: "integer" } };
    const { operations } = importPaths(
      {
        ...documentOf({
          "/pets": {
            $ref: "https://shared.example/paths.json#/pets",
            post: { parameters: [{ $ref: "#/own" }], responses: ok },
          },
        }),
        own: { ...limit, name: "dryRun" },
      },
      {
        documents: {
          "https://shared.example/paths.json": {
            pets: { get: { parameters: [{ $ref: "#/shared" }], responses: ok }, post: { responses: ok } },
            shared: limit,
          },
        },
      },
    );
    expect(operations.map(({ inputSchema }) => plain(inputSchema))).toMatchObject([
      { properties: { limit: { type: "integer" } } },
      { properties: { dryRun: { type: "integer" } } },
    ]);
  });

  it("returns specs that a registry accepts without building a schema", () => {
    const { operations, report } = importPaths(
      documentOf(
        { "/pets": { get: { responses: jsonResponse({ $ref: "#/components/schemas/Pet" }) } } },
        { Pet: { type: "object" } },
      ),
    );
    const registry = new OperationRegistry();
    registry.registerAll(operations);
    expect(registry.has("pets.get_pets")).toBe(true);
    expect(report.convertedSchemas).toBe(0);
    expect(plain(registry.getSpec("pets.get_pets"))).toMatchObject({
      outputSchema: { $ref: "#/$defs/Pet", $defs: { Pet: { type: "object" } } },
    });
  });

  it("returns operations that can be called", async () => {
    const urls: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      urls.push(url);
      return Response.json({ name: "Rex", unnamed: true });
    };
    const Pet = { type: "object", properties: { name: { type: "string" } } };
    const path = { get: { operationId: "pet", responses: jsonResponse({ $ref: "#/components/schemas/Pet" }) } };
    const { operations } = importPaths(documentOf({ "/pets/{id}": path }, { Pet }), { fetch });
    const registry = new OperationRegistry();
    registry.registerAll(operations);
    expect(await registry.execute("pets.pet", { id: "a/b" })).toMatchObject({
      data: { name: "Rex" },
      meta: { statusCode: 200 },
    });
    expect(urls).toEqual(["https://pets.example/pets/a%2Fb"]);
  });

  it("quarantines unreadable operations, and imports the rest", () => {
    const { operations, report } = importPaths(
      documentOf({
        "/good": { get: { responses: ok } },
        "/bad": { get: { parameters: [{ $ref: "#/components/parameters/none" }], responses: ok }, post: 3 },
        __proto__x: { get: { responses: ok } },
        "/trace": { trace: { responses: ok } },
        "/loop": { $ref: "#/paths/~1loop" },
        "/body": { post: { requestBody: { $ref: "#/nowhere" }, responses: ok } },
      }),
    );
    expect(operations.map(({ name }) => name)).toEqual(["get_good"]);
    expect(report.quarantined.map(({ method, path, reason }) => `${method} ${path}: ${reason}`)).toEqual([
      "POST /bad: an operation must be an object",
      "* __proto__x: a path must begin with a slash",
      "* /loop: the path cannot be read: its references lead in a circle",
      'GET /bad: a parameter cannot be read: "#/components/parameters/none" points at nothing',
      "TRACE /trace: fetch does not send TRACE requests",
      'POST /body: its body cannot be read: "#/nowhere" points at nothing',
    ]);
  });

  it("repairs and reports plain mistakes", () => {
    const { operations, report } = importPaths(
      documentOf({
        "/a/{x}": { get: { parameters: [{ name: "f", in: "query", style: "odd", schema: {} }] } },
        "/a/{y}": { get: { parameters: [{ name: "z", in: "path", required: true, schema: {} }], responses: ok } },
      }),
    );
    expect(operations).toHaveLength(2);
    expect(report.findings.map(({ kind, where, why }) => `${kind}: ${where}: ${why}`)).toEqual([
      "repaired: /a/{y}: it is the same address as /a/{x}, and both are kept",
      'repaired: GET /a/{x} path parameter "x": the path names it, but it is not declared, so it is read as text',
      'repaired: GET /a/{x} query parameter "f": a query parameter has no style "odd", so it is sent as "form"',
      "widened: GET /a/{x} responses: none are declared, so any result is accepted",
      'left out: GET /a/{y} path parameter "z": the path has no placeholder for it',
      'repaired: GET /a/{y} path parameter "y": the path names it, but it is not declared, so it is read as text',
    ]);
    expect(report.operation("pets.get_a_x")?.findings).toHaveLength(3);
    expect(report.operation("pets.get_a_y")?.kept).toEqual(['path parameter "y"', "response 200 application/json"]);
  });

  it("gives its report as data too", () => {
    const { report } = importPaths(documentOf({ "/a": { get: { responses: ok }, trace: {} } }));
    expect(plain(report)).toEqual({
      document: "Pets 2.0.0",
      operations: [
        { id: "pets.get_a", method: "GET", path: "/a", kept: ["response 200 application/json"], findings: [] },
      ],
      quarantined: [{ method: "TRACE", path: "/a", reason: "fetch does not send TRACE requests" }],
      findings: [],
    });
  });

  it("leaves out headers that the connection sets, so that an operation that requires them can be called", () => {
    const parameters = ["Content-Length", "host"].map((name) => ({ name, in: "header", required: true, schema: {} }));
    const { operations, report } = importPaths(documentOf({ "/x": { put: { parameters, responses: ok } } }));
    expect(plain(operations[0]!.inputSchema)).toEqual({ type: "object", properties: {}, additionalProperties: false });
    expect(report.findings.map(({ kind, where }) => `${kind}: ${where}`)).toEqual([
      'left out: PUT /x header parameter "Content-Length"',
      'left out: PUT /x header parameter "host"',
    ]);
  });

  it.each([null, [], "text", {}, { openapi: "4.0.0" }, { swagger: "1.2" }])("refuses %j", (document) => {
    expect(() => importPaths(document as never)).toThrow(/not an OpenAPI document/);
  });
});

describe("when an operation offers a stream", () => {
  const events = { "text/event-stream": { schema: { $ref: "#/components/schemas/Chunk" } } };
  const schemas = { Chunk: { type: "object", properties: { text: { type: "string" } } } };

  it("becomes two when it also has a plain result", () => {
    const content = { ...events, "application/json": { schema: { type: "string" } } };
    const document = documentOf(
      { "/chat": { post: { operationId: "chat", responses: { 200: { content } } } } },
      schemas,
    );
    const { operations } = importPaths(document);
    expect(operations.map(({ name, type }) => [name, type])).toEqual([
      ["chat", "MUTATION"],
      ["chat_stream", "SUBSCRIPTION"],
    ]);
    expect(plain(operations[0]!.outputSchema)).toEqual({ type: "string" });
    expect(plain(operations[1]!.outputSchema)).toMatchObject({ $ref: "#/$defs/Chunk" });
  });

  it("uses the schema of `data` if the document describes the event", () => {
    const event = {
      type: "object",
      properties: { event: { type: "string" }, data: { $ref: "#/$defs/D" } },
      $defs: { D: { type: "number" } },
    };
    const document = documentOf({
      "/e": { get: { responses: { 200: { content: { "text/event-stream": { schema: event } } } } } },
    });
    const [operation] = importPaths(document).operations;
    expect(plain(operation!.outputSchema)).toMatchObject({ $defs: expect.anything() });
    const { check } = getValidator(operation!.outputSchema);
    expect([check(3), check({ data: 3 })]).toEqual([true, false]);
  });

  it("reads 3.2's itemSchema, and JSON in `data`", () => {
    const itemSchema = {
      properties: {
        data: { type: "string", contentMediaType: "application/json", contentSchema: { type: "boolean" } },
      },
    };
    const lines = { "application/jsonl": { itemSchema: { type: "integer" } } };
    const { operations } = importPaths(
      documentOf(
        {
          "/e": { get: { responses: { 200: { content: { "text/event-stream": { itemSchema } } } } } },
          "/l": { query: { responses: { 200: { content: lines } } } },
        },
        {},
        { openapi: "3.2.0" },
      ),
    );
    expect(operations.map(({ type, outputSchema }) => [type, plain(outputSchema)])).toEqual([
      ["SUBSCRIPTION", { type: "boolean" }],
      ["SUBSCRIPTION", { type: "integer" }],
    ]);
  });
});

describe("when a document carries x-operation", () => {
  const document = documentOf({
    "/math/add": { post: { "x-operation": { id: "math.add", type: "QUERY", version: "3.1.4" }, responses: ok } },
  });

  it("uses its name, type and version, inside the config's namespace", () => {
    const [operation] = FromOpenAPI(document, { namespace: "hub", baseUrl: "https://hub.example" });
    expect(operation).toMatchObject({ namespace: "hub.math", name: "add", type: "QUERY", version: "3.1.4" });
  });

  it("uses the id unchanged when the config trusts the document", () => {
    const [operation] = importPaths(document, { namespaces: "document" }).operations;
    expect(operation).toMatchObject({ namespace: "math", name: "add" });
  });
});
