import { describe, expect, it } from "vitest";
import { getValidator } from "../../../schema/engine/validator.ts";
import type { ImportedDocument } from "../import-openapi.ts";
import { documentOf, importPaths, jsonResponse } from "../petstore.test-support.ts";

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const schemas = {
  Pet: { type: "object", properties: { owner: ref("Person"), friends: { type: "array", items: ref("Pet") } } },
  Person: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  Unused: { type: "object", properties: { pet: ref("Pet") } },
};
const paths = {
  "/pet": { get: { operationId: "pet", responses: jsonResponse(ref("Pet")) } },
  "/person": { get: { operationId: "person", responses: jsonResponse(ref("Person")) } },
};

/** A document that records which schemas are read. */
function watched(): { document: Record<string, unknown>; read: Set<string> } {
  const read = new Set<string>();
  const components = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      new Proxy(schema, {
        get: (target, key) => (read.add(name), Reflect.get(target, key)),
        ownKeys: (target) => (read.add(name), Reflect.ownKeys(target)),
      }),
    ]),
  );
  return { document: documentOf(paths, components), read };
}

describe("when a document is imported", () => {
  it("reads no schema", () => {
    const { document, read } = watched();
    const { operations, report } = importPaths(document);
    expect(operations).toHaveLength(2);
    expect([...read]).toEqual([]);
    expect(report.convertedSchemas).toBe(0);
  });

  it("converts the definitions of a large schema when a value reaches them, and all of them when they are read", () => {
    const many = Array.from({ length: 60 }, (_, index) => `Level${String(index)}`);
    const levels = many.map((name, index) => {
      const properties = { id: { type: "number" }, next: ref(many[index + 1] ?? "End") };
      return [name, { type: "object", properties }] as const;
    });
    const components = {
      ...Object.fromEntries(levels),
      End: { type: "object", properties: { id: { type: "number" } } },
    };
    const list = { "/levels": { get: { operationId: "levels", responses: jsonResponse(ref("Level0")) } } };
    const { operations, report } = importPaths(documentOf(list, components));
    const { outputSchema } = operations[0]!;
    const { check } = getValidator(outputSchema);
    expect(check({ id: 1, next: { id: 2 } })).toBe(true);
    expect(report.convertedSchemas).toBeLessThan(many.length);
    const valueOf = (id: unknown): object => many.reduce<object>((next) => ({ id: 1, next }), { id });
    expect(check(valueOf(1))).toBe(true);
    expect(check(valueOf("one"))).toBe(false);
    expect(Object.keys((outputSchema as { $defs: object }).$defs)).toEqual([...many, "End"]);
    expect(JSON.stringify(outputSchema)).toContain('"Level59"');
    expect(report.convertedSchemas).toBe(many.length + 1);
  });

  it("converts what an operation reaches on its first use, each schema once", () => {
    const { document, read } = watched();
    const { operations, report } = importPaths(document);
    void operations[1]!.outputSchema;
    expect([[...read], report.convertedSchemas]).toEqual([["Person"], 1]);
    void operations[0]!.outputSchema;
    expect([[...read].toSorted(), report.convertedSchemas]).toEqual([["Person", "Pet"], 2]);
    expect(operations[0]!.outputSchema).toBe(operations[0]!.outputSchema);
  });

  it("shares one component between operations", () => {
    const { operations } = importPaths(documentOf(paths, schemas));
    const [pet, person] = operations.map(
      ({ outputSchema }) => (outputSchema as unknown as { $defs: Record<string, unknown> }).$defs,
    );
    expect(pet!["Person"]).toBe(person!["Person"]);
  });

  it("returns schemas that contain what they reach and nothing else", () => {
    const { operations } = importPaths(documentOf(paths, schemas));
    expect(plain(operations[1]!)).toMatchObject({
      name: "person",
      outputSchema: { $ref: "#/$defs/Person", $defs: { Person: schemas.Person } },
    });
    expect(Object.keys((plain(operations[0]!.outputSchema) as { $defs: object }).$defs)).toEqual(["Pet", "Person"]);
  });

  it("validates recursive schemas recursively", () => {
    const { check } = getValidator(importPaths(documentOf(paths, schemas)).operations[0]!.outputSchema);
    expect(check({ friends: [{ friends: [{ owner: { name: "Ada" } }] }] })).toBe(true);
    expect(check({ friends: [{ friends: [{ owner: {} }] }] })).toBe(false);
  });
});

function importOutput(schema: unknown, more = {}): ImportedDocument {
  return importPaths(documentOf({ "/x": { get: { responses: jsonResponse(schema) } } }, { ...schemas, ...more }));
}

describe("when a type contradicts the values of an enum", () => {
  const asType = (type: string): string =>
    `the values of its enum do not fit the type ${type}, so they are read as that type`;
  const ignored = (type: string): string =>
    `the values of its enum do not fit the type ${type}, so the type is ignored`;

  it.each<[object, { becomes: object; why: string }]>([
    [
      { type: "integer", enum: ["1", "2"] },
      { becomes: { enum: [1, 2] }, why: asType("integer") },
    ],
    [
      { type: "string", enum: [1, true, "a"] },
      { becomes: { enum: ["1", "true", "a"] }, why: asType("string") },
    ],
    [
      { type: "boolean", enum: ["true", true] },
      { becomes: { enum: [true] }, why: asType("boolean") },
    ],
    [
      { type: "integer", enum: ["1", "01"] },
      { becomes: { enum: ["1", "01"] }, why: ignored("integer") },
    ],
    [
      { type: "array", enum: ["a", "b"] },
      { becomes: { enum: ["a", "b"] }, why: ignored("array") },
    ],
    [
      { type: "string", enum: ["a", null] },
      { becomes: { enum: ["a", null] }, why: ignored("string") },
    ],
  ])("reads %j by its values, and reports it", (schema, { becomes, why }) => {
    const { operations, report } = importOutput(schema);
    const { enum: values } = becomes as { enum: unknown[] };
    const { check } = getValidator(operations[0]!.outputSchema);
    expect(plain(operations[0]!.outputSchema)).toMatchObject(becomes);
    expect(report.findings).toEqual([{ kind: "repaired", where: "GET /x response 200", why }]);
    expect([...values, "other", 99].map(check)).toEqual([...values.map(() => true), false, false]);
  });

  it("does the same for a const", () => {
    const { operations, report } = importOutput({ type: "integer", const: "7" });
    expect(getValidator(operations[0]!.outputSchema).check(7)).toBe(true);
    expect(report.findings.map(({ kind }) => kind)).toEqual(["repaired"]);
  });

  it.each([
    { type: "string", enum: ["a"] },
    { type: ["string", "null"], enum: ["a", null] },
    { type: "string", nullable: true, enum: ["a", null] },
    { type: "number", enum: [1, 1.5] },
    { enum: ["a", 1] },
  ])("finds nothing to report in %j", (schema) => {
    const { operations, report } = importOutput(schema);
    expect([operations[0]!.outputSchema, report.findings]).toEqual([expect.anything(), []]);
  });
});

describe("when references are unusual", () => {
  it.each([
    ["a deep pointer", { $ref: "#/components/schemas/Person/properties/name" }],
    ["an anchor", { $ref: "#text" }],
    ["a name that needs escaping", { $ref: "#/components/schemas/A~1B%20%C2%ABC%C2%BB" }],
    ["the schema's own $defs", { $ref: "#/$defs/Own", $defs: { Own: { type: "string" } } }],
  ])("follows %s", (_, schema) => {
    const text = { type: "string" };
    const { operations, report } = importOutput(schema, { "A/B «C»": text, Text: { $anchor: "text", ...text } });
    const { check } = getValidator(operations[0]!.outputSchema);
    expect([check("text"), check(3), report.findings]).toEqual([true, false, []]);
  });

  it("widens and reports references to nothing or to other documents", () => {
    const { operations, report } = importOutput({ anyOf: [ref("None"), { $ref: "other.yaml#/X" }] });
    expect(plain(operations[0]!.outputSchema)).toEqual({ anyOf: [{}, {}] });
    expect(report.findings.map(({ where, why }) => `${where}: ${why}`)).toEqual([
      'GET /x response 200 /anyOf/0: "#/components/schemas/None" points at nothing, so anything is accepted',
      'GET /x response 200 /anyOf/1: "other.yaml#/X" is in another document that is not loaded (bundle both into one or, in a program, set "references"), so anything is accepted',
    ]);
    expect(report.operation("pets.get_x")?.findings).toHaveLength(2);
  });

  it("resolves an operation beside a path's $ref in the document that contains it", () => {
    const theirs = { get: { responses: jsonResponse({ $ref: "#/S" }) } };
    const mine = { responses: jsonResponse({ $ref: "#/components/schemas/Mine" }) };
    const document = documentOf(
      { "/a": { $ref: "other.json#/a", put: mine }, "/b": { $ref: "other.json#/a" } },
      { Mine: { type: "boolean" } },
    );
    const { operations, report } = importPaths(document, {
      location: "https://a.example/main.json",
      documents: { "https://a.example/other.json": { a: theirs, S: { type: "integer" } } },
    });
    const accepts = operations.map(({ outputSchema }) => [true, 1].filter(getValidator(outputSchema).check));
    expect(operations.map(({ name }) => name)).toEqual(["get_a", "put_a", "get_b"]);
    expect(accepts).toEqual([[1], [true], [1]]);
    expect(report.findings).toEqual([]);
  });

  it("follows references into documents that were given", () => {
    const document = documentOf({ "/x": { get: { responses: jsonResponse({ $ref: "other.json#/A" }) } } });
    const other = { A: { type: "object", properties: { b: { $ref: "#/B" } } }, B: { type: "number" } };
    const { operations } = importPaths(document, {
      location: "https://a.example/api/main.json",
      documents: { "https://a.example/api/other.json": other },
    });
    const { check } = getValidator(operations[0]!.outputSchema);
    expect([check({ b: 1 }), check({ b: "1" })]).toEqual([true, false]);
  });
});

describe("when a schema contains invalid JSON Schema", () => {
  it("widens it, and reports where and why", () => {
    const schema = {
      type: "object",
      properties: {
        a: { type: "float" },
        b: { type: "string", pattern: "(" },
        c: 3,
        d: { type: "string", maxLength: "9" },
      },
      required: true,
    };
    const { operations, report } = importPaths(documentOf({ "/x": { get: { responses: jsonResponse(schema) } } }));
    expect(plain(operations[0]!.outputSchema)).toEqual({
      type: "object",
      properties: { a: {}, b: { type: "string" }, c: {}, d: { type: "string" } },
    });
    expect(report.findings.map(({ where }) => where.replace("GET /x response 200 ", ""))).toEqual([
      "/properties/a/type",
      "/properties/b/pattern",
      "/properties/c",
      "/properties/d/maxLength",
      "/required",
    ]);
  });
});
