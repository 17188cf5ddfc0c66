import { describe, expect, it } from "vitest";
import { collectErrors } from "../../../schema/explain/collect-errors.ts";
import { getNormaliser } from "../../../schema/normalise/normaliser.ts";
import { documentOf, importPaths, jsonResponse, ok } from "../petstore.test-support.ts";

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

describe("when a schema that is no child refers to such a base from its allOf", () => {
  const schemas = { Request: request, ViewRequest: child("VIEW", "view"), ListRequest: child("LIST", "list") };
  const view = { exportType: "VIEW", view: "all", format: "CSV" };
  const uses: [how: string, schema: object][] = [
    ["to describe it", { allOf: [ref("Request")], description: "What to export" }],
    ["to allow null, too", { allOf: [ref("Request")], nullable: true }],
    ["to add to it", { allOf: [ref("Request"), { properties: { id: { type: "integer" } } }] }],
  ];

  it.each(uses)("any child is accepted, as what it is, %s", (_how, schema) => {
    const all = { ...schemas, Job: { properties: { request: schema } } };
    expect(errorsOf(all, "Job", { request: view })).toEqual([]);
    expect(errorsOf(all, "Job", { request: { format: "CSV" } })).not.toEqual([]);
  });

  it.each(uses)("an answer keeps the members of the child, %s", (_how, schema) => {
    const document = documentOf({ "/jobs": { get: { responses: jsonResponse(schema) } } }, schemas);
    const [operation] = importPaths(document).operations;
    const { value, stripped } = getNormaliser(operation!.outputSchema).normalise({ ...view, secret: 1 });
    expect([value, stripped]).toEqual([view, 1]);
  });

  it("a child may hold another one", () => {
    const next = { allOf: [ref("Request")], description: "What comes then" };
    const ViewRequest = { allOf: [child("VIEW", "view"), { properties: { next } }] };
    const all = { ...schemas, ViewRequest };
    expect(errorsOf(all, "Request", { ...view, next: { exportType: "LIST", list: "l", format: "CSV" } })).toEqual([]);
    expect(errorsOf(all, "Request", { ...view, next: { exportType: "LIST", format: "CSV" } })).not.toEqual([]);
  });
});

describe("when a child extends its base in another way", () => {
  const kind = (name: string): object => ({ properties: { kind: { const: name } }, required: ["kind"] });
  const Animal = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  it("does so by what stands beside a $ref", () => {
    const cat = { ...ref("Animal"), ...kind("cat") };
    const all = { Animal: { ...Animal, oneOf: [ref("Cat"), ref("Dog")] }, Cat: cat, Dog: { ...cat, ...kind("dog") } };
    expect(errorsOf(all, "Animal", { kind: "dog", name: "Rex" })).toEqual([]);
    expect(errorsOf(all, "Cat", { kind: "cat" })).toEqual(["/body/name"]);
  });

  it("does so below a child that lists it", () => {
    const leaf = (name: string): object => ({ allOf: [ref("Animal"), kind(name)] });
    const all = {
      Animal: { ...Animal, oneOf: [ref("Big"), ref("Cat")] },
      Big: { oneOf: [ref("Lion"), ref("Tiger")] },
      Cat: leaf("cat"),
      Lion: leaf("lion"),
      Tiger: leaf("tiger"),
    };
    for (const name of ["cat", "lion", "tiger"]) expect(errorsOf(all, "Animal", { kind: name, name })).toEqual([]);
    expect(errorsOf(all, "Big", { kind: "lion" })).toEqual(["/body/name"]);
  });

  it("does not by naming the base again", () => {
    const text = { type: "string" };
    expect(() => errorsOf({ Text: { oneOf: [text, ref("Text")] } }, "Text", "x")).toThrow("leads back to itself");
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
