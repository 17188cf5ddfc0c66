import { describe, expect, it } from "vitest";
import { useServers } from "../../../tests/support/http-calls.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import { importOpenAPI } from "./import-openapi.ts";

const servers = useServers();

/** Calls the one operation of a Swagger 2.0 document at a server that answers with bytes of this type. */
async function callOperation(paths: Record<string, unknown>, input: Record<string, unknown>, answered = "") {
  const server = await servers.start((_request, response) => {
    response.writeHead(answered === "" ? 204 : 200, { "content-type": answered }).end("%PDF");
  });
  const document = { swagger: "2.0", produces: ["application/json"], paths };
  const { operations } = importOpenAPI(document, { namespace: "old", baseUrl: server.origin });
  const registry = new OperationRegistry().registerAll(operations);
  const { data } = await registry.execute(`old.${operations[0]!.name}`, input);
  return { data, request: server.seen[0]! };
}

describe("when a Swagger 2.0 document has a form", () => {
  const list = (name: string, collectionFormat?: string): Record<string, unknown> => ({
    name,
    in: "formData",
    type: "array",
    items: { type: "string" },
    ...(collectionFormat !== undefined && { collectionFormat }),
  });

  it("writes lists in each collectionFormat", async () => {
    const formats = ["csv", "ssv", "tsv", "pipes", "multi"];
    const parameters = [list("none"), ...formats.map((format) => list(format, format))];
    const names = ["none", ...formats];
    const body = Object.fromEntries(names.map((name) => [name, ["a", "b"]]));
    const { request } = await callOperation({ "/x": { post: { parameters, responses: {} } } }, { body });
    expect(request.body.toString()).toBe("none=a,b&csv=a,b&ssv=a%20b&tsv=a%09b&pipes=a%7Cb&multi=a&multi=b");
  });

  it("lets an operation's own field replace the path's field of the same name", async () => {
    const field = { name: "a", in: "formData", required: true };
    const path = {
      parameters: [{ ...field, type: "integer" }],
      post: { parameters: [{ ...field, type: "string" }], responses: {} },
    };
    const { request } = await callOperation({ "/x": path }, { body: { a: "text" } });
    expect(request.body.toString()).toBe("a=text");
  });
});

describe("when a Swagger 2.0 document answers with a file", () => {
  const responses = { 200: { description: "ok", schema: { type: "file" } } };

  it("returns its bytes, even if the document produces JSON", async () => {
    const { data, request } = await callOperation({ "/x": { get: { responses } } }, {}, "application/pdf");
    expect(data).toEqual(new TextEncoder().encode("%PDF"));
    expect(request.headers.accept).toBe("*/*");
  });

  it("accepts the file's own type if the operation names it", async () => {
    const get = { produces: ["application/pdf"], responses };
    const { request } = await callOperation({ "/x": { get } }, {}, "application/pdf");
    expect(request.headers.accept).toBe("application/pdf");
  });
});
