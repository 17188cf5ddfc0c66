import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { collectErrors } from "./collect-errors.ts";
import type { JSONSchema } from "../types/scope.ts";

/** Each error as `path: message`. */
function explain(schema: JSONSchema, value: unknown, limit?: number): string[] {
  const errors = collectErrors(schema, value, limit === undefined ? {} : { limit });
  return errors.map((error) => `${error.path}: ${error.message}`);
}

const Person = Type.Object(
  {
    name: Type.String({ minLength: 2 }),
    age: Type.Optional(Type.Integer({ minimum: 0 })),
    role: Type.Optional(Type.Union([Type.Literal("user"), Type.Literal("admin")])),
  },
  { additionalProperties: false },
);

function chain(length: number, end: object): object {
  let value = end;
  for (let index = 0; index < length; index++) value = { v: index, next: value };
  return value;
}

/** An array that counts how often its items are read. */
function counting<T>(items: T[]): { value: T[]; reads: () => number } {
  let reads = 0;
  const value = new Proxy(items, {
    get(target, key, receiver): unknown {
      if (typeof key === "string" && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver);
    },
  });
  return { value, reads: () => reads };
}

function withoutDefs(schema: JSONSchema): JSONSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$defs"));
}

function refuse(): never {
  throw new Error("no");
}

describe("when the value fits", () => {
  it("lists nothing", () => {
    expect(collectErrors(Person, { name: "Ada", role: "admin" })).toEqual([]);
    expect(collectErrors(true, 1)).toEqual([]);
  });
});

describe("when an object does not fit", () => {
  it("returns the whole error as data", () => {
    expect(collectErrors(Type.Object({ name: Type.String() }), { name: 12 })).toEqual([
      {
        path: "/name",
        message: "expected string, received 12",
        expected: "string",
        received: "12",
        keyword: "type",
        schemaPath: "/properties/name/type",
      },
    ]);
  });

  it("reports a missing property at its own path, with what belongs there", () => {
    expect(explain(Person, {})).toEqual(["/name: is required (string)"]);
  });

  it("reports an unexpected property at its own path, with what was probably meant", () => {
    expect(explain(Person, { name: "Ada", aeg: 1 })).toEqual(['/aeg: is not allowed (did you mean "age"?)']);
    expect(explain(Person, { name: "Ada", zoo: 1 })).toEqual(["/zoo: is not allowed (allowed: name, age, role)"]);
  });

  it("reports several errors, those near the surface first", () => {
    const schema = Type.Object({ inner: Type.Object({ a: Type.Number() }), b: Type.Boolean() });
    expect(explain(schema, { inner: { a: "1" }, b: 1 })).toEqual([
      "/b: expected boolean, received 1",
      '/inner/a: expected number, received "1"',
    ]);
  });

  it("escapes names as JSON pointers do", () => {
    expect(explain(Type.Object({ "a/b~c": Type.Number() }), { "a/b~c": "" })).toEqual([
      '/a~1b~0c: expected number, received ""',
    ]);
  });

  it("reads names that objects inherit, and __proto__, as any other name", () => {
    const schema = { required: ["__proto__", "constructor"], additionalProperties: false };
    expect(explain(schema, JSON.parse('{"__proto__": 1, "x": 2}'))).toEqual([
      "/constructor: is required",
      "/__proto__: is not allowed",
      "/x: is not allowed",
    ]);
  });

  it.each([
    [{ patternProperties: { "^n": { type: "number" } } }, { n: "1" }, '/n: expected number, received "1"'],
    [
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      "/ab: is not an allowed property name (expected at most 1 character)",
    ],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, '/b: is required when "a" is present'],
    [{ dependentSchemas: { a: { required: ["b"] } } }, { a: 1 }, "/b: is required"],
    [{ minProperties: 2 }, { a: 1 }, ": expected at least 2 properties, received 1 property"],
    [{ additionalProperties: { type: "number" } }, { a: "x" }, '/a: expected number, received "x"'],
    [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1, b: 2 }, "/b: is not allowed"],
  ])("explains %j", (schema, value, expected) => {
    expect(explain(schema, value)).toEqual([expected]);
  });
});

describe("when an array does not fit", () => {
  it.each([
    [{ items: { type: "number" } }, [1, "2"], '/1: expected number, received "2"'],
    [{ prefixItems: [{ type: "string" }], items: false }, ["a", 2], "/1: is not allowed"],
    [{ minItems: 2 }, [1], ": expected at least 2 items, received array of 1 item"],
    [{ maxItems: 1 }, [1, 2], ": expected at most 1 item, received array of 2 items"],
    [{ uniqueItems: true }, [{ a: 1 }, 2, { a: 1 }], "/2: is equal to item 0; all items must be different"],
    [{ contains: { type: "string" } }, [1], ": expected at least 1 item like: string, received array of 1 item"],
    [{ prefixItems: [true], unevaluatedItems: false }, [1, 2], "/1: is not allowed"],
  ])("explains %j", (schema, value, expected) => {
    expect(explain(schema, value)).toEqual([expected]);
  });
});

describe("when a scalar does not fit", () => {
  it.each([
    [{ type: ["string", "null"] }, 1, ": expected string or null, received 1"],
    [{ const: "a" }, "b", ': expected "a", received "b"'],
    [{ enum: ["red", "green"] }, "gren", ': expected one of "red", "green", received "gren" (did you mean "green"?)'],
    [{ minimum: 3 }, 2, ": expected >= 3, received 2"],
    [{ exclusiveMaximum: 3 }, 3, ": expected < 3, received 3"],
    [{ multipleOf: 2 }, 3, ": expected a multiple of 2, received 3"],
    [{ maxLength: 1 }, "ab", ': expected at most 1 character, received "ab"'],
    [{ pattern: "^a" }, "b", ': expected a string that matches /^a/, received "b"'],
    [{ format: "email" }, "b", ': expected format email, received "b"'],
    [{ not: { type: "string" } }, "b", ': expected anything but: string, received "b"'],
    [{ if: { minimum: 5 }, ...JSON.parse('{"then":{"multipleOf":2}}') }, 7, ": expected a multiple of 2, received 7"],
    [false, 7, ": is not allowed"],
  ])("explains %j", (schema, value, expected) => {
    expect(explain(schema, value)).toEqual([expected]);
  });

  it("uses the message of a custom check", () => {
    const schema = Type.Refine(
      Type.String(),
      (text) => text === "x",
      () => "must be x",
    );
    expect(explain(schema, "y")).toEqual([": must be x"]);
  });
});

describe("when no branch of a union fits", () => {
  const Shape = Type.Union([
    Type.Object({ type: Type.Literal("circle"), r: Type.Number() }),
    Type.Object({ type: Type.Literal("box"), w: Type.Number() }),
  ]);

  it("explains the branch that the tag names", () => {
    expect(explain(Shape, { type: "circle", w: 1 })).toEqual(["/r: is required (number)"]);
  });

  it("finds the tag behind references", () => {
    const schema = {
      $defs: Object.fromEntries(Shape.anyOf.map((branch) => [branch.properties.type.const, branch])),
      oneOf: [{ $ref: "#/$defs/circle" }, { $ref: "#/$defs/box" }],
    };
    expect(explain(schema, { type: "box", w: "1" })).toEqual(['/w: expected number, received "1"']);
  });

  it("reports a wrong or missing tag itself", () => {
    expect(explain(Shape, { type: "bax" })).toEqual([
      '/type: expected one of "circle", "box", received "bax" (did you mean "box"?)',
    ]);
    expect(explain(Shape, {})).toEqual(['/type: is required (one of "circle", "box")']);
  });

  it("explains the only branch of the right type", () => {
    const schema = Type.Union([Type.String(), Type.Array(Type.Number())]);
    expect(explain(schema, [1, "2"])).toEqual(['/1: expected number, received "2"']);
  });

  it("explains the branch that is closest", () => {
    const schema = Type.Union([
      Type.Object({ a: Type.String(), b: Type.String() }),
      Type.Object({ c: Type.String(), d: Type.String() }),
    ]);
    expect(explain(schema, { a: "x", b: 2 })).toEqual(["/b: expected string, received 2"]);
  });

  it("lists the alternatives when none is closer", () => {
    expect(explain(Type.Union([Type.String(), Type.Number()]), true)).toEqual([
      ": expected string or number, received true",
    ]);
  });

  it("reports that several branches of oneOf fit", () => {
    expect(explain({ oneOf: [{ type: "number" }, { type: "integer" }] }, 5)).toEqual([
      ": fits 2 of the alternatives (number or integer), but must fit exactly one",
    ]);
  });
});

describe("when the schema refers to itself", () => {
  const Tree = {
    $defs: { node: { type: "object", properties: { v: { type: "number" }, next: { $ref: "#/$defs/node" } } } },
    $ref: "#/$defs/node",
  };

  it("follows the value down", () => {
    expect(explain(Tree, chain(3, { v: "x" }))).toEqual(['/next/next/next/v: expected number, received "x"']);
  });

  it.each([1_000, 10_000, 200_000])("returns one general error for a fault %i levels down", (depth) => {
    const errors = explain(Tree, chain(depth, { v: "x" }));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/does not fit the schema|nested too deeply/);
  });

  it("survives a value that contains itself", () => {
    const value: Record<string, unknown> = { v: 1 };
    value["next"] = value;
    const message = ": could not be checked: it is nested too deeply, or refers to itself";
    expect(explain(Tree, value)).toEqual([message]);
  });
});

describe("when the schema itself is unusable", () => {
  it.each([
    ["#/$defs/gone", "points at nothing"],
    ["#", "leads back to itself"],
  ])("throws for a reference to %s instead of blaming the value", ($ref, reason) => {
    expect(() => collectErrors({ $ref }, 1)).toThrow(reason);
  });
});

describe("when the value is hostile", () => {
  it("reports a getter that throws at its path", () => {
    const value = {
      get a(): number {
        throw new Error("boom");
      },
    };
    expect(explain(Type.Object({ a: Type.Number() }), value)).toEqual([
      "/a: could not be read: its getter throws (expected number)",
    ]);
  });

  it("survives a proxy that throws on everything", () => {
    const value = new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse });
    expect(explain(Person, value)).toHaveLength(1);
    expect(explain({ type: "string" }, value)).toEqual([": expected string, received object"]);
  });

  it("survives a bigint that the engine can't calculate with", () => {
    expect(explain({ multipleOf: 0.5 }, 3n)).toEqual([": expected a multiple of 0.5, received a bigint"]);
  });

  it("cuts names that would make a path long", () => {
    const [error] = collectErrors({ additionalProperties: false }, { ["k".repeat(1_000_000)]: 1 });
    expect(error?.path).toHaveLength(201);
  });
});

describe("when the value is huge", () => {
  const List = Type.Array(Type.Object({ id: Type.Number() }));

  it("stops at the limit", () => {
    const { value, reads } = counting(Array.from({ length: 10_000 }, () => ({})));
    expect(collectErrors(List, value)).toHaveLength(8);
    expect(reads()).toBeLessThan(50);
    expect(collectErrors(List, value, { limit: 2 })).toHaveLength(2);
  });

  it("reads each item about as often as the check does, to find the last error", () => {
    const items: object[] = Array.from({ length: 10_000 }, (_, id) => ({ id }));
    items.push({ id: "x" });
    const { value, reads } = counting(items);
    expect(explain(List, value)).toEqual(['/10000/id: expected number, received "x"']);
    expect(reads()).toBeLessThan(3 * items.length);
  });

  it("terminates on unions within unions", () => {
    let schema: JSONSchema = { type: "string" };
    let value: unknown = 1;
    for (let level = 0; level < 12; level++) {
      const properties = { a: { $ref: `#/$defs/${level}` } };
      schema = {
        $defs: { ...(schema as { $defs?: object }).$defs, [level]: withoutDefs(schema) },
        anyOf: [
          { properties, required: ["a"] },
          { properties, required: ["a"], minProperties: 1 },
        ],
      };
      value = { a: value };
    }
    expect(explain(schema, value).length).toBeGreaterThan(0);
  });
});

describe("when the branches of a oneOf are told apart beside their $ref", () => {
  const branch = (name: string, kind: string): object => ({
    $ref: `#/$defs/${name}`,
    properties: { kind: { const: kind } },
  });
  const Pet = {
    $defs: {
      Cat: { type: "object", properties: { kind: { type: "string" }, name: { type: "string" } } },
      Dog: { allOf: [{ $ref: "#/$defs/Cat" }, { properties: { barks: { type: "integer" } } }] },
    },
    oneOf: [branch("Cat", "cat"), branch("Dog", "dog")],
  };

  it("names the choices", () => {
    expect(explain(Pet, { kind: "cow" })).toEqual(['/kind: expected one of "cat", "dog", received "cow"']);
    expect(explain(Pet, { kind: "dgo" })).toEqual([
      '/kind: expected one of "cat", "dog", received "dgo" (did you mean "dog"?)',
    ]);
  });

  it("names them where the property is missing, and the value could be any", () => {
    expect(explain(Pet, { name: "Tom" })).toEqual([
      ': fits 2 of the alternatives (Cat or Dog), but must fit exactly one: kind tells which (one of "cat", "dog")',
    ]);
  });

  it("explains the branch that is named", () => {
    expect(explain(Pet, { kind: "dog", barks: "loud" })).toEqual(['/barks: expected integer, received "loud"']);
  });

  it("finds the property in an allOf, too", () => {
    const parts = (kind: string): object => ({
      allOf: [{ $ref: "#/$defs/Cat" }, { properties: { kind: { enum: [kind, "any"] } }, required: ["kind"] }],
    });
    const inParts = { $defs: Pet.$defs, oneOf: [parts("cat"), parts("dog")] };
    expect(explain(inParts, { kind: "dog", name: 7 })).toEqual(["/name: expected string, received 7"]);
    expect(explain(inParts, {})[0]).toBe('/kind: is required (one of "cat", "any", "dog")');
  });
});
