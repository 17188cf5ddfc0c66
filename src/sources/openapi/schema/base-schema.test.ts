import { describe, expect, it } from "vitest";
import { collectErrors } from "../../../schema/explain/collect-errors.ts";
import { documentOf, importPaths, ok } from "../petstore.test-support.ts";

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** As HubSpot's generator writes it. */
const request = {
  type: "object",
  required: ["format"],
  properties: { format: { enum: ["CSV", "XLSX"] } },
  oneOf: [ref("ViewRequest"), ref("ListRequest")],
};
const child = (type: string, name: string): object => ({
  allOf: [
    ref("Request"),
    { type: "object", required: [name], properties: { exportType: { enum: [type] }, [name]: { type: "string" } } },
  ],
});

function errorsOf(schemas: Record<string, unknown>, name: string, body: unknown): unknown[] {
  const content = { "application/json": { schema: ref(name) } };
  const document = documentOf({ "/exports": { post: { requestBody: { content }, responses: ok } } }, schemas);
  const [operation] = importPaths(document).operations;
  return [...collectErrors(operation!.inputSchema, { body })].map(({ path }) => path);
}

describe("when a base lists its children, and each child extends the base", () => {
  const schemas = { Request: request, ViewRequest: child("VIEW", "view"), ListRequest: child("LIST", "list") };
  const view = { exportType: "VIEW", view: "all", format: "CSV" };

  it("accepts a child as the base", () => {
    expect(errorsOf(schemas, "Request", view)).toEqual([]);
    expect(errorsOf(schemas, "Request", { ...view, exportType: "LIST" })).not.toEqual([]);
  });

  it("asks a child for what the base declares", () => {
    expect(errorsOf(schemas, "ViewRequest", view)).toEqual([]);
    expect(errorsOf(schemas, "ViewRequest", { exportType: "VIEW", view: "all" })).toEqual(["/body/format"]);
    expect(errorsOf(schemas, "ViewRequest", { ...view, format: "PDF" })).toEqual(["/body/format"]);
  });

  it("chooses the child that the discriminator of the base names", () => {
    const discriminator = { propertyName: "exportType", mapping: { VIEW: "ViewRequest", LIST: "ListRequest" } };
    const exportType = { type: "string" };
    const any = { allOf: [ref("Request"), { properties: { view: { type: "string" } } }] };
    const base = { ...request, properties: { ...request.properties, exportType }, discriminator };
    const all = { Request: base, ViewRequest: any, ListRequest: any };
    expect(errorsOf(all, "Request", view)).toEqual([]);
    expect(errorsOf(all, "Request", { ...view, exportType: "ALL" })).not.toEqual([]);
    expect(errorsOf(all, "ViewRequest", { ...view, exportType: "ALL" })).toEqual([]);
  });

  it("does so with a generation in between, and with a discriminator", () => {
    const discriminator = { propertyName: "exportType", mapping: { VIEW: "ViewRequest", LIST: "ListRequest" } };
    const between = { allOf: [ref("Request")], required: ["owner"], properties: { owner: { type: "string" } } };
    const grandchild = { allOf: [ref("Between"), { properties: { view: { type: "string" } }, required: ["view"] }] };
    const all = {
      ...schemas,
      Request: { ...request, discriminator },
      Between: between,
      ViewRequest: grandchild,
    };
    expect(errorsOf(all, "Request", { ...view, owner: "ada" })).toEqual([]);
    expect(errorsOf(all, "ViewRequest", { ...view, owner: "ada" })).toEqual([]);
    expect(errorsOf(all, "ViewRequest", view)).toEqual(["/body/owner"]);
  });
});

it("still reads a base whose list has nothing to do with its children as it stands", () => {
  const schemas = {
    Base: { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    Child: { allOf: [ref("Base"), { properties: { a: { type: "string" } } }] },
  };
  expect(errorsOf(schemas, "Child", { a: "x" })).toEqual([]);
  expect(errorsOf(schemas, "Child", { c: "x" })).not.toEqual([]);
});
