import { describe, expect, it } from "vitest";
import { FromOpenAPI } from "../import-openapi.ts";
import { getValidator } from "../../../schema/engine/validator.ts";
import { documentOf, importPaths } from "../petstore.test-support.ts";

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function outputOf(responses: unknown, schemas = {}, more = {}): object {
  const [operation] = importPaths(documentOf({ "/x": { get: { responses } } }, schemas, more)).operations;
  return operation!.outputSchema;
}

const json = (schema: unknown): unknown => ({ content: { "application/json": { schema } } });

describe("when several responses are successes", () => {
  it("is their union, with undefined for 204", () => {
    const schema = outputOf({
      200: json({ type: "string" }),
      201: json({ type: "number" }),
      204: {},
      404: json({ type: "null" }),
    });
    const { check } = getValidator(schema);
    expect(["text", 3, undefined, null, {}].map(check)).toEqual([true, true, true, false, false]);
  });

  it("has one branch for a schema that is named twice", () => {
    const ref = { $ref: "#/components/schemas/A" };
    expect(plain(outputOf({ 200: json(ref), 201: json({ ...ref }) }, { A: { type: "string" } }))).toMatchObject({
      $ref: "#/$defs/A",
    });
  });
});

describe("when an operation is exported as data", () => {
  it("writes no data as plain JSON Schema", () => {
    const content = { "application/json": { schema: { type: "object" } } };
    const handedOut = (responses: object): unknown => {
      const document = { openapi: "3.1.0", paths: { "/x": { get: { responses } } } };
      const [operation] = FromOpenAPI(document, { namespace: "x" });
      return (JSON.parse(JSON.stringify(operation)) as { outputSchema: unknown }).outputSchema;
    };
    expect(handedOut({ 204: {} })).toEqual({ not: {} });
    expect(handedOut({ 200: { content }, 204: {} })).toEqual({ anyOf: [{ type: "object" }] });
  });
});

describe("when a response is not JSON", () => {
  it.each([
    ["text/plain", { type: "string" }],
    ["application/pdf", {}],
    ["application/vnd.api+json", { type: "integer" }],
  ])("%s is described as it arrives", (mediaType, expected) => {
    expect(plain(outputOf({ 200: { content: { [mediaType]: { schema: { type: "integer" } } } } }))).toEqual(expected);
  });

  it("uses default when there is no other success, and accepts anything when nothing is declared", () => {
    expect(plain(outputOf({ default: json({ type: "string" }) }))).toEqual({ type: "string" });
    expect(plain(outputOf({ 200: { description: "ok" } }))).toEqual({});
    expect(plain(outputOf({ 302: {} }))).toEqual({});
  });
});

describe("when the document is OpenAPI 3.0", () => {
  const more = { openapi: "3.0.3" };

  it("reads nullable, boolean limits, example and discriminator, and ignores siblings of $ref", () => {
    const Pet = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" },
      },
    };
    const Cat = {
      type: "object",
      properties: {
        kind: { type: "string", example: "cat" },
        age: { type: "integer", minimum: 0, exclusiveMinimum: true },
        owner: { $ref: "#/components/schemas/Name", nullable: true, maxLength: 1 },
      },
    };
    const schema = outputOf(
      { 200: json({ $ref: "#/components/schemas/Pet" }) },
      { Pet, Cat, Name: { type: "string" } },
      more,
    );
    expect(plain(schema)).toMatchObject({
      $defs: {
        Pet: { discriminator: { mapping: { cat: "#/$defs/Cat", dog: "Dog" } } },
        Cat: { properties: { kind: { examples: ["cat"] }, age: { exclusiveMinimum: 0 } } },
      },
    });
    const { check } = getValidator(schema);
    expect([{ owner: null }, { owner: "long" }, { age: 0 }, { owner: 3 }].map(check)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
