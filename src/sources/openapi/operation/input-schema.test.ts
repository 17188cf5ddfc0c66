import { describe, expect, it } from "vitest";
import { getValidator } from "../../../schema/engine/validator.ts";
import { importOpenAPI } from "../import-openapi.ts";
import type { ImportedOperation } from "../imported-operation.ts";
import { documentOf, importPaths, ok } from "../petstore.test-support.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function importOne(operation: Record<string, unknown>, schemas = {}, more = {}): ImportedOperation {
  const path = {
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      post: { responses: ok, ...operation },
    },
  };
  const [imported] = importPaths(documentOf(path, schemas, more)).operations;
  return imported!;
}

const json = (schema: unknown): Record<string, unknown> => ({ content: { "application/json": { schema } } });

describe("when the input schema is built", () => {
  it("has parameters at the top level and the body under body", () => {
    const operation = importOne({
      parameters: [{ name: "q", in: "query", description: "What to look for", schema: { type: "string" } }],
      requestBody: { required: true, ...json({ type: "object", properties: { name: { type: "string" } } }) },
    });
    expect(plain(operation.inputSchema)).toEqual({
      type: "object",
      properties: {
        id: { type: "integer" },
        q: { type: "string", description: "What to look for" },
        body: { type: "object", properties: { name: { type: "string" } } },
      },
      required: ["id", "body"],
      additionalProperties: false,
    });
  });

  it("names parameters of the same name by their location, and one called body beside a body", () => {
    const operation = importOne({
      parameters: [
        { name: "id", in: "query", schema: {} },
        { name: "body", in: "header", schema: {} },
        { name: "__proto__", in: "query", schema: {} },
      ],
      requestBody: json({}),
    });
    const { properties } = operation.inputSchema as unknown as { properties: object };
    expect(Object.keys(properties)).toEqual(["path_id", "query_id", "header_body", "query___proto__", "body"]);
  });

  it("lets the operation's parameter override the path's", () => {
    const operation = importOne({
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    });
    expect(plain(operation.inputSchema)).toMatchObject({ properties: { id: { type: "string" } } });
  });

  it("refuses an unknown parameter instead of leaving it out of the request", () => {
    const { check } = getValidator(importOne({}).inputSchema);
    expect([check({ id: 1 }), check({ id: 1, limt: 3 })]).toEqual([true, false]);
  });
});

describe("when properties go one way only", () => {
  const Pet = {
    type: "object",
    properties: {
      id: { $ref: "#/components/schemas/Id" },
      name: { type: "string" },
      secret: { type: "string", writeOnly: true },
    },
    required: ["id", "name", "secret"],
  };
  const operation = importOne(
    {
      requestBody: json({ $ref: "#/components/schemas/Pet" }),
      responses: { 200: json({ $ref: "#/components/schemas/Pet" }) },
    },
    { Pet, Id: { type: "integer", readOnly: true } },
  );

  it("requires no readOnly property in a request, and no writeOnly property in a response", () => {
    const input = getValidator(operation.inputSchema).check;
    const output = getValidator(operation.outputSchema).check;
    expect(input({ id: 1, body: { name: "a", secret: "s" } })).toBe(true);
    expect(input({ id: 1, body: { id: 1, name: "a" } })).toBe(false);
    expect(output({ id: 1, name: "a" })).toBe(true);
    expect(output({ name: "a", secret: "s" })).toBe(false);
  });
});

describe("when a body can take several forms", () => {
  it("accepts any of them, each schema once", () => {
    const schema = { $ref: "#/components/schemas/Pet" };
    const content = {
      "application/json": { schema },
      "application/merge-patch+json": { schema },
      "application/cbor": { schema },
      "text/plain": {},
    };
    const operation = importOne({ requestBody: { content } }, { Pet: { type: "object" } });
    expect(plain(operation.inputSchema)).toMatchObject({
      properties: { body: { anyOf: [{ $ref: "#/$defs/Pet" }, { type: "string" }] } },
    });
  });

  it.each(["application/jwt", "application/token-introspection+jwt", "application/jose"])(
    "accepts the text of %s, whose schema describes the claims inside, and still checks the JSON beside it",
    (mediaType) => {
      const schema = { type: "object", properties: { sub: { type: "string" } }, required: ["sub"] };
      const only = getValidator(importOne({ requestBody: { content: { [mediaType]: { schema } } } }).inputSchema);
      expect(only.check({ id: 1, body: "header.claims.signature" })).toBe(true);
      const content = { "application/json": { schema }, [mediaType]: { schema } };
      const { check } = getValidator(importOne({ requestBody: { content } }).inputSchema);
      const bodies = ["header.claims.signature", { sub: "ada" }, { name: "ada" }];
      expect(bodies.map((body) => check({ id: 1, body }))).toEqual([true, true, false]);
    },
  );

  it.each([{ type: "string" }, { type: ["string", "null"] }, {}])("allows files in a multipart body: %j", (type) => {
    const schema = { type: "object", properties: { file: { ...type, format: "binary" } }, required: ["file"] };
    const { check } = getValidator(
      importOne({ requestBody: { content: { "multipart/form-data": { schema } } } }).inputSchema,
    );
    expect([check({ id: 1, body: { file: new Uint8Array(2) } }), check({ id: 1, body: {} })]).toEqual([true, false]);
  });
});

describe("when a body is offered only in a format that we do not write", () => {
  const pet = { type: "object", properties: { name: { type: "string" } } };
  const bodyOf = (mediaType: string, schema?: object, more: object = {}) =>
    getValidator(
      importOne({ requestBody: { content: { [mediaType]: { schema, ...more } } } }, { Pet: pet }).inputSchema,
    );

  it.each([
    ["application/xml", pet],
    ["application/xml", { $ref: "#/components/schemas/Pet" }],
    ["application/xml", undefined],
    ["text/xml", { xml: { name: "pet" } }],
    ["application/atom+xml", { type: "array", items: pet }],
    ["application/yaml", pet],
    ["text/csv", pet],
    ["application/vnd.pets", pet],
    ["application/cbor", undefined],
  ])("accepts text and bytes for %s with the schema %j", (mediaType, schema) => {
    const { check } = bodyOf(mediaType, schema);
    expect([check({ id: 1, body: "<pet/>" }), check({ id: 1, body: new Uint8Array(2) })]).toEqual([true, true]);
  });

  it("still checks a text that the document describes", () => {
    const { check } = bodyOf("application/xml", { type: "string", maxLength: 3 });
    expect([check({ id: 1, body: "<a>" }), check({ id: 1, body: "<pet/>" })]).toEqual([true, false]);
  });

  it("accepts a list for JSON Lines, however the document describes it, and text", () => {
    const forms = [
      bodyOf("application/x-ndjson", { type: "array", items: pet }),
      bodyOf("application/jsonl", { $ref: "#/components/schemas/Pet" }),
      bodyOf("application/json-seq", undefined, { itemSchema: pet }),
    ];
    for (const { check } of forms) {
      expect(check({ id: 1, body: [{ name: "Rex" }] })).toBe(true);
      expect(check({ id: 1, body: '{"name":"Rex"}' })).toBe(true);
      expect(check({ id: 1, body: [{ name: 1 }] })).toBe(false);
    }
  });

  it("reads application/form-data as multipart, and reports it", () => {
    const content = { "application/form-data": { schema: pet } };
    const document = { openapi: "3.1.0", paths: { "/pets": { post: { requestBody: { content } } } } };
    const { report } = importOpenAPI(document, { namespace: "pets" });
    expect(report.operations[0]?.kept).toContain("body multipart/form-data");
    expect(report.findings).toContainEqual(expect.objectContaining({ kind: "repaired", where: "POST /pets body" }));
  });
});

describe("when the document is Swagger 2.0", () => {
  const swagger = {
    swagger: "2.0",
    openapi: undefined,
    consumes: ["application/json"],
    produces: ["application/json"],
    host: "api.example",
    basePath: "/v1",
    definitions: { Pet: { type: "object", required: ["name"] } },
  };

  it("reads body, form and query parameters, and responses", () => {
    const body = importOne(
      {
        parameters: [
          { name: "pet", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
          { name: "tags", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" },
        ],
        responses: { 200: { schema: { $ref: "#/definitions/Pet" } } },
      },
      {},
      swagger,
    );
    expect(plain(body.inputSchema)).toMatchObject({
      properties: { tags: { type: "array", items: { type: "string" } }, body: { $ref: "#/$defs/Pet" } },
      required: ["id", "body"],
    });
    expect(plain(body.outputSchema)).toEqual({
      $ref: "#/$defs/Pet",
      $defs: { Pet: { type: "object", required: ["name"] } },
    });
    const form = importOne(
      {
        parameters: [
          { name: "file", in: "formData", type: "file", required: true },
          { name: "n", in: "formData", type: "integer" },
        ],
      },
      {},
      swagger,
    );
    const { check } = getValidator(form.inputSchema);
    expect([check({ id: 1, body: { file: new Blob(["x"]), n: 2 } }), check({ id: 1, body: { n: 2 } })]).toEqual([
      true,
      false,
    ]);
  });
});
