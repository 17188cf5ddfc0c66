import { describe, expect, it } from "vitest";
import { inputExamplesOf } from "../../../schema/print/input-example.ts";
import { FromOpenAPI } from "../import-openapi.ts";

const string = { type: "string" };

/** The examples that the only operation of a document has. */
function examplesOf(operation: object, pathItem: object = {}, components: object = {}): unknown {
  const document = {
    openapi: "3.1.0",
    info: { title: "shop", version: "1" },
    paths: { "/orders": { ...pathItem, post: { responses: { 200: { description: "ok" } }, ...operation } } },
    components,
  };
  const [imported] = FromOpenAPI(document, { namespace: "shop", baseUrl: "https://shop.example" });
  return inputExamplesOf(imported ?? {});
}

describe("the examples of an OpenAPI document", () => {
  it("come from parameters and the body", () => {
    const parameters = [
      { name: "city", in: "query", schema: string, example: "Oslo" },
      { name: "state", in: "query", schema: string, examples: { none: {}, open: { value: "open" } } },
      { name: "none", in: "query", schema: string },
    ];
    const content = {
      "text/plain": { schema: string, example: "text" },
      "application/json": { schema: { type: "object" }, examples: { first: { value: { title: "A" } } } },
    };
    expect(examplesOf({ parameters, requestBody: { content } })).toEqual({
      city: "Oslo",
      state: "open",
      body: { title: "A" },
    });
  });

  it("follow references, and the operation's come before its path's", () => {
    const components = {
      examples: { order: { value: { title: "B" } } },
      parameters: { city: { name: "city", in: "query", schema: string, example: "Rome" } },
    };
    const content = {
      "application/json": { schema: {}, examples: { order: { $ref: "#/components/examples/order" } } },
    };
    const requestBody = { content };
    const path = { parameters: [{ name: "city", in: "query", schema: string, example: "Oslo" }] };
    const parameters = [{ $ref: "#/components/parameters/city" }];
    expect(examplesOf({ parameters, requestBody }, path, components)).toEqual({ city: "Rome", body: { title: "B" } });
    expect(examplesOf({ requestBody: { content: { "application/json": { examples: [1] } } } })).toEqual({});
  });
});
