/** Each ends in a clear error, a quarantined operation or a widened schema. The runner's timeout limits the time. */
import { describe, expect, it } from "vitest";
import { shapeOf } from "../../../tests/support/http-calls.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { URLTemplate } from "./request/url-template.ts";
import { documentOf, importPaths, jsonResponse } from "./petstore.test-support.ts";

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

function use(schemas: Record<string, unknown>): string {
  const { operations } = importPaths(documentOf({ "/x": { get: { responses: jsonResponse(ref("A")) } } }, schemas));
  try {
    return String(getValidator(operations[0]!.outputSchema).check({ a: "x".repeat(100) }));
  } catch (error) {
    return (error as Error).message;
  }
}

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) schema = wrap(schema);
  return schema;
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${String(index)}`);

describe("when a document is hostile", () => {
  it.each([
    ["a $ref to itself", { A: ref("A") }, /leads back to itself/],
    ["a circle of $refs", { A: ref("B"), B: { allOf: [ref("C")] }, C: ref("A") }, /leads back to itself/],
    ["nesting of 10,000", { A: nested(10_000, (inner) => ({ properties: { a: inner } })) }, /nested deeper/],
    ["lists in lists, 10,000 deep", { A: nested(10_000, (inner) => ({ items: inner })) }, /nested deeper/],
    [
      "100,000 required properties",
      { A: { properties: Object.fromEntries(names(100_000).map((name) => [name, {}])), required: names(100_000) } },
      /more than 10,000 parts/,
    ],
    [
      "a chain of 20,000 $refs",
      Object.fromEntries(names(20_000).map((name, index) => [index === 0 ? "A" : name, ref(`p${String(index + 1)}`)])),
      /more than 10,000 parts/,
    ],
  ])("refuses %s with a reason", (_, schemas, message) => {
    expect(use(schemas)).toMatch(message);
  });

  it("drops a pattern that cannot run in linear time, and does not let it close an object", () => {
    const properties = { a: { type: "string", pattern: "^(?<!y)(x+)+$y" } };
    expect(
      use({ A: { type: "object", properties, patternProperties: { "^(a|a)*$": false }, additionalProperties: false } }),
    ).toBe("true");
  });

  it("accepts an enum of 100,000 values", () => {
    expect(use({ A: { enum: names(100_000) } })).toBe("false");
  });

  it("accepts many large patterns", () => {
    const slow = (index: number): string =>
      `^${Array.from({ length: 60 }, (_, part) => `(?:${String(index)}${String(part)}+b)*`).join("")}$`;
    const anyOf = Array.from({ length: 500 }, (_, index) => ({ type: "number", pattern: slow(index) }));
    expect(use({ A: { anyOf } })).toBe("false");
  });

  it("quarantines only the operation whose schema cannot be used", () => {
    const deep = nested(10_000, (inner) => ({ items: inner }));
    const { operations, report } = importPaths(
      documentOf({
        "/bad": { get: { responses: jsonResponse(deep) } },
        "/good": { get: { responses: jsonResponse({}) } },
      }),
    );
    expect(() => operations[0]!.outputSchema).toThrow(/nested deeper/);
    expect(() => operations[0]!.outputSchema).toThrow(/nested deeper/);
    expect(operations[1]!.outputSchema).toBeDefined();
    expect(report.quarantined).toMatchObject([{ path: "/bad", reason: expect.stringContaining("nested deeper") }]);
  });

  it("treats __proto__ as an ordinary name, and does not change prototypes", () => {
    const document =
      JSON.parse(`{"openapi":"3.1.0","paths":{"__proto__":{"get":{}},"/__proto__":{"get":{"operationId":"__proto__",
      "parameters":[{"name":"__proto__","in":"query","schema":{"type":"string"}}],
      "responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/__proto__"}}}}}}}},
      "components":{"schemas":{"__proto__":{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}}}}`) as Record<
        string,
        unknown
      >;
    const { operations, report } = importPaths(document);
    expect(operations.map(({ name }) => name)).toEqual(["__proto__"]);
    expect(report.quarantined).toMatchObject([{ path: "__proto__" }]);
    const { check } = getValidator(operations[0]!.outputSchema);
    expect([check({}), check(JSON.parse('{"__proto__":"own"}'))]).toEqual([false, true]);
    expect(getValidator(operations[0]!.inputSchema).check({ query___proto__: "x" })).toBe(true);
    expect({}).not.toHaveProperty("type");
  });

  it("reads long runs of one character in linear time", () => {
    const run = 1_000_000;
    const operationId = `a${"_".repeat(run)}!b`;
    const servers = [{ url: `https://pets.example/${"/".repeat(run)}x` }];
    const document = documentOf({ "/x": { get: { operationId, responses: {} } } }, {}, { servers });
    const [operation] = importPaths(document, { baseUrl: undefined }).operations;
    expect(operation!.name).toMatch(/^a_{54}_[0-9a-f]{8}$/);
    const base = new URL(servers[0]!.url);
    expect(new URLTemplate(shapeOf({ path: "/y" }), base).expand({}).pathname.length).toBe(base.pathname.length + 2);
  });

  it("refuses a body of 50,000 media types, each with its own schema", () => {
    const content = Object.fromEntries(names(50_000).map((name) => [`a/${name}+json`, { schema: { title: name } }]));
    const { operations } = importPaths(documentOf({ "/x": { post: { requestBody: { content }, responses: {} } } }));
    expect(() => operations[0]!.inputSchema).toThrow(/more than 10,000 parts/);
  });

  it("refuses an operation with 200,000 parameters", () => {
    const parameters = names(200_000).map((name) => ({ name, in: "query" }));
    const { report } = importPaths(documentOf({ "/x": { get: { parameters, responses: {} } } }));
    expect(report.quarantined[0]?.reason).toBe("it has more than 1,000 parameters");
  });

  it("does not grow with the number of ways through a schema", () => {
    const schemas = Object.fromEntries(
      names(40).map((name, index) => [
        index === 0 ? "A" : name,
        { anyOf: [ref(`p${String(index + 1)}`), { properties: { x: ref(`p${String(index + 1)}`) } }] },
      ]),
    );
    expect(use({ ...schemas, p40: { type: "string" } })).toBe("true");
  });
});
