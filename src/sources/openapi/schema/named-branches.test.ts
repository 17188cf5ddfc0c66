import { describe, expect, it } from "vitest";
import { collectErrors } from "../../../schema/explain/collect-errors.ts";
import { getNormaliser } from "../../../schema/normalise/normaliser.ts";
import { documentOf, importPaths, ok } from "../petstore.test-support.ts";

const ref = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };

/** Some of Ory's ways to log in: each accepts what the others accept. */
const ways = {
  Password: {
    type: "object",
    required: ["method"],
    properties: { method: text, identifier: text, password: text },
  },
  Code: { type: "object", required: ["method"], properties: { method: text, identifier: text, code: text } },
  Oidc: { type: "object", required: ["method"], properties: { method: text, provider: text } },
};

type Checks = (body: unknown) => boolean;

function checksOf(body: object, schemas: Record<string, unknown> = ways): Checks {
  const content = { "application/json": { schema: ref("Body") } };
  const document = documentOf(
    { "/login": { post: { operationId: "login", requestBody: { required: true, content }, responses: ok } } },
    { ...schemas, Body: body },
  );
  const [operation] = importPaths(document).operations;
  const { inputSchema } = operation!;
  return (value) => [...collectErrors(inputSchema, { body: value })].length === 0;
}

const listed = Object.keys(ways).map(ref);
const mapping = { password: ref("Password").$ref, code: "Code", oidc: ref("Oidc").$ref };

describe("when a oneOf has a discriminator", () => {
  it("accepts a value that fits several branches, if one of them has its name", () => {
    const accepts = checksOf({ oneOf: listed, discriminator: { propertyName: "method", mapping } });
    expect(accepts({ method: "password", identifier: "ada", password: "secret" })).toBe(true);
    expect(accepts({ method: "oidc", provider: "github" })).toBe(true);
  });

  it("refuses a value that the named branch refuses, and a name that no branch has", () => {
    const accepts = checksOf({ oneOf: listed, discriminator: { propertyName: "method", mapping } });
    expect(accepts({ method: "code", code: 7 })).toBe(false);
    expect(accepts({ method: "telepathy" })).toBe(false);
  });

  it("uses the names of the components that the mapping does not list", () => {
    const discriminator = { propertyName: "method" };
    const accepts = checksOf({ oneOf: listed, discriminator });
    expect(accepts({ method: "Password", identifier: "ada" })).toBe(true);
    expect(accepts({ method: "password", identifier: "ada" })).toBe(false);
  });

  it("keeps the values that a branch declares itself, whatever its name is", () => {
    const dog = { type: "object", properties: { kind: { enum: ["dog", "hound"] } }, required: ["kind"] };
    const cats = { oneOf: [ref("Lion"), ref("Tiger")] };
    const big = (kind: string): object => ({
      type: "object",
      properties: { kind: { const: kind } },
      required: ["kind"],
    });
    const schemas = { Dog: dog, Cat: cats, Lion: big("lion"), Tiger: big("tiger") };
    const accepts = checksOf({ oneOf: [ref("Dog"), ref("Cat")], discriminator: { propertyName: "kind" } }, schemas);
    for (const kind of ["dog", "hound", "lion", "tiger"]) expect([kind, accepts({ kind })]).toEqual([kind, true]);
    expect(accepts({ kind: "Dog" })).toBe(false);
  });

  it("lets a name of a schema that is no branch mean any branch", () => {
    const elsewhere = { ...mapping, oidc: ref("Oidc").$ref, magic: ref("Other").$ref };
    const body = { oneOf: listed, discriminator: { propertyName: "method", mapping: elsewhere } };
    const accepts = checksOf(body, { ...ways, Other: {}, Code: { ...ways.Code, required: ["code"] } });
    expect(accepts({ method: "password" })).toBe(true);
    // Two branches have no more to say about it.
    expect(accepts({ method: "magic" })).toBe(false);
    const strict = { ...ways.Password, required: ["password"] };
    const told = checksOf(body, { ...ways, Other: {}, Code: { ...ways.Code, required: ["code"] }, Password: strict });
    expect(told({ method: "magic" })).toBe(true);
  });

  const kind = { kind: text };
  const family = {
    Cat: { type: "object", properties: kind },
    Poodle: { type: "object", properties: kind },
    Labrador: { type: "object", properties: { ...kind, weight: { type: "integer" } } },
    Dog: { oneOf: [ref("Poodle"), ref("Labrador")], discriminator: { propertyName: "kind" } },
  };

  it("leaves a branch as it is whose own branches are told apart by the same property", () => {
    const oneOf = [ref("Cat"), ref("Dog")];
    const accepts = checksOf({ oneOf, discriminator: { propertyName: "kind" } }, family);
    for (const name of ["Cat", "Poodle", "Labrador"]) expect([name, accepts({ kind: name })]).toEqual([name, true]);
    expect(accepts({ kind: "Dog" })).toBe(false);
    expect(accepts({ kind: "Labrador", weight: "much" })).toBe(false);
  });

  it("lets a name of a schema that one branch lists, or that extends it, mean that branch", () => {
    const names = { cat: "Cat", Poodle: "Poodle", Labrador: "Labrador" };
    const body = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping: names } };
    const extended = {
      ...family,
      Dog: { type: "object", properties: { ...kind, barks: { type: "boolean" } } },
      Poodle: { allOf: [ref("Dog"), { properties: { size: text } }] },
      Labrador: { allOf: [ref("Dog")] },
    };
    for (const schemas of [family, extended]) {
      const accepts = checksOf(body, schemas);
      expect(["cat", "Poodle", "Labrador", "cow"].map((name) => accepts({ kind: name }))).toEqual([
        true,
        true,
        true,
        false,
      ]);
    }
    expect(checksOf(body, extended)({ kind: "Poodle", barks: "loud" })).toBe(false);
  });

  it("takes from each branch the values that name another one, where every branch lists them all", () => {
    const method = { type: "string", enum: ["link", "code", "sms"] };
    const Method = { properties: { method: ref("Methods") } };
    const recovery = {
      Methods: method,
      Link: { type: "object", required: ["method"], properties: { method, email: text } },
      Code: { allOf: [Method, { required: ["method"], properties: { email: text, code: text } }] },
    };
    const oneOf = [ref("Link"), ref("Code")];
    const byMapping = { propertyName: "method", mapping: { link: ref("Link").$ref, code: ref("Code").$ref } };
    const accepts = checksOf({ oneOf, discriminator: byMapping }, recovery);
    expect(accepts({ method: "link", email: "a@example.com" })).toBe(true);
    expect(accepts({ method: "code", email: "a@example.com" })).toBe(true);
    expect(accepts({ method: "code", code: 7 })).toBe(false);
    expect(accepts({ method: "letter" })).toBe(false);
    const components = { ...recovery, Methods: { enum: ["Link", "Code"] }, Link: { allOf: [Method] } };
    const byName = checksOf({ oneOf, discriminator: { propertyName: "method" } }, components);
    expect([byName({ method: "Link" }), byName({ method: "Code" }), byName({ method: "link" })]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("names a branch that stands in an allOf by itself, and keeps what is beside it", () => {
    const described = (name: string): object => ({ allOf: [ref(name)], description: name });
    const method = { description: "Which way", maxLength: 8 };
    const oneOf = [described("Password"), { ...described("Code"), properties: { method } }];
    const accepts = checksOf({ oneOf, discriminator: { propertyName: "method", mapping: { pw: "Password" } } });
    expect([accepts({ method: "pw" }), accepts({ method: "Code" }), accepts({ method: "code" })]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("judges a value without the property as JSON Schema does", () => {
    const optional = {
      A: { properties: { a: text }, required: ["a"] },
      B: { properties: { b: text }, required: ["b"] },
    };
    const accepts = checksOf({ oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "kind" } }, optional);
    expect(accepts({ a: "1" })).toBe(true);
    expect(accepts({ a: "1", b: "2" })).toBe(false);
    expect(accepts({ kind: "B", a: "1", b: "2" })).toBe(true);
  });
});

it("strips an answer as the branch that it names, which keeps the property", () => {
  const schema = { oneOf: listed, discriminator: { propertyName: "method", mapping } };
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "ok", content } };
  const [operation] = importPaths(documentOf({ "/way": { get: { responses } } }, ways)).operations;
  const answer = { method: "oidc", provider: "github", code: "not of this branch" };
  expect(getNormaliser(operation!.outputSchema).normalise(answer).value).toEqual({
    method: "oidc",
    provider: "github",
  });
});
