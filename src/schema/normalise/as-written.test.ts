import { runInNewContext } from "node:vm";
import * as fc from "fast-check";
import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { anySchema, anyValue } from "./arbitraries.test-support.ts";
import { createNormaliser } from "./normaliser.ts";
import { canonical } from "./oracle.test-support.ts";

const both = [
  ["generated", true],
  ["interpreted", false],
] as const;

class User {
  id = 1;
  password = "hunter2";
  get name(): string {
    return "from the prototype";
  }
}

class Written {
  password = "hunter2";
  toJSON(key: string): unknown {
    return { id: 1, key, secret: true };
  }
}

const symbol: unique symbol = Symbol("s");
const named = Type.Object({ id: Type.Optional(Type.Number()) });
const fromOtherRealm = (code: string): unknown => runInNewContext(code);

describe.each(both)("when code is %s and a result is not plain", (_, generate) => {
  const run = (schema: object, value: unknown, strip = true) =>
    createNormaliser(schema, { strip, generate }).normalise(value);

  it.each<[what: string, make: () => unknown, stripped: string[]]>([
    ["an instance of a class", () => new User(), ["/password"]],
    [
      "a class with private state",
      () =>
        new (class extends User {
          #hidden = 1;
          read = () => this.#hidden;
        })(),
      ["/password"],
    ],
    ["an object of another realm", () => fromOtherRealm("({ id: 1, password: 'x' })"), ["/password"]],
    ["an object without a prototype", () => Object.assign(Object.create(null), new User()), ["/password"]],
    [
      "an object with a prototype of its own",
      () => Object.assign(Object.create({ m() {} }), new User()),
      ["/password"],
    ],
    ["a proxy of an instance", () => new Proxy(new User(), {}), ["/password"]],
    ["an error", () => Object.assign(new Error("message"), { id: 1, password: "x" }), ["/password"]],
    ["a subclass of Map", () => Object.assign(new (class extends Map {})(), { id: 1, password: "x" }), ["/password"]],
    ["an object with a toJSON", () => new Written(), ["/key", "/secret"]],
    ["a plain object with a toJSON", () => ({ toJSON: () => ({ id: 1, password: "x" }) }), ["/password"]],
    [
      "a toJSON that returns its object",
      () => ({
        id: 1,
        password: "x",
        toJSON() {
          return this;
        },
      }),
      ["/password"],
    ],
    ["a toJSON that returns an instance", () => ({ toJSON: () => new User() }), ["/password"]],
    ["a hidden toJSON", () => Object.defineProperty({ id: 1 }, "toJSON", { value: () => new User() }), ["/password"]],
  ])("judges the own members of %s", (__, make, stripped) => {
    expect(createNormaliser(named, { strip: true, generate }).isExact(make())).toBe(false);
    expect(run(named, make())).toMatchObject({
      value: { id: 1 },
      fits: true,
      stripped: stripped.length,
      strippedPaths: stripped,
    });
    const nested = Type.Object({ list: Type.Array(named), one: Type.Record(Type.String(), named) });
    expect(JSON.stringify(run(nested, { list: [make(), { id: 2 }], one: { a: make() } }).value)).toBe(
      '{"list":[{"id":1},{"id":2}],"one":{"a":{"id":1}}}',
    );
  });

  it.each([
    ["a subclass of Array", () => class extends Array<unknown> {}.from([new User()])],
    ["an array of another realm", () => fromOtherRealm("[{ id: 1, password: 'x' }]")],
    ["an array with a toJSON", () => Object.assign([], { toJSON: () => [new User()] })],
  ])("judges the elements of %s", (__, make) => {
    expect(run(Type.Array(named), make())).toMatchObject({
      value: [{ id: 1 }],
      stripped: 1,
      strippedPaths: ["/0/password"],
    });
  });

  it.each([
    ["a union", Type.Union([named, Type.Null()])],
    ["a union by a constant", Type.Union([Type.Object({ id: Type.Literal(1) }), Type.Object({ id: Type.Literal(2) })])],
    ["an intersection", Type.Intersect([named, Type.Object({})])],
    ["a closed object", Type.Object({ id: Type.Number() }, { additionalProperties: false })],
    ["a reference", { $ref: "#/$defs/A", $defs: { A: named } }],
    ["a condition", { if: { required: ["id"] }, then: named, else: { properties: { password: {} } } }],
  ])("judges it in %s", (__, schema) => {
    expect(run(schema, new User())).toMatchObject({ value: { id: 1 }, fits: true, stripped: 1 });
  });

  it.each([
    ["of open objects", { anyOf: [{ type: "null" }, { type: "array", items: { type: "object" } }] }],
    [
      "of records",
      { anyOf: [{ type: "null" }, { type: "array", items: { additionalProperties: { type: "number" } } }] },
    ],
    ["of any branch", { anyOf: [{ minItems: 1 }, { items: { type: "object", required: ["id"] } }] }],
    ["behind a condition", { if: { type: "array" }, then: { items: { type: "object" } } }],
  ])("does not call it exact in a list %s, whose branches name nothing", (__, schema) => {
    const list = [{ toJSON: () => ({ id: 1 }) }];
    expect(createNormaliser(schema, { strip: true, generate }).isExact(list)).toBe(false);
    expect(run(schema, list).value).toStrictEqual([{ id: 1 }]);
  });

  it("does not choose a branch by what is not written", () => {
    const schema = { anyOf: [{ minItems: 1 }, { items: Type.Object({ id: Type.Number() }) }] };
    const list = [{ toJSON: () => ({ id: 1, password: "x" }) }];
    expect(run(schema, list)).toMatchObject({ value: [{ id: 1 }], stripped: 1 });
  });

  it("does not take what a prototype has for what is written", () => {
    const schema = Type.Object({ id: Type.Number(), name: Type.String() });
    expect(run(schema, new User())).toMatchObject({ value: { id: 1 }, fits: false });
    const byPrototype = Type.Union([schema, Type.Object({ id: Type.Number(), password: Type.String() })]);
    expect(run(byPrototype, new User())).toMatchObject({ value: { id: 1, password: "hunter2" }, fits: true });
  });

  it("fills in defaults and upcasts, and keeps all members on request", () => {
    class Sloppy {
      id = "7";
      more = true;
    }
    const schema = Type.Object({ id: Type.Number(), unit: Type.String({ default: "m" }) });
    expect(run(schema, new Sloppy())).toMatchObject({
      value: { id: 7, unit: "m" },
      upcast: 1,
      stripped: 1,
      filledPaths: ["/unit"],
    });
    const kept = run(schema, new Sloppy(), false).value;
    expect(kept).toStrictEqual({ id: 7, more: true, unit: "m" });
  });

  it("judges a date, a URL and a boxed text by the text that is written", () => {
    const schema = Type.Object({
      at: Type.String(),
      by: Type.Union([Type.Null(), Type.String()]),
      text: Type.String(),
    });
    // oxlint-disable-next-line no-new-wrappers -- JSON writes them as primitives
    const value = { at: new Date(0), by: new URL("https://a.example/"), text: new String("a") };
    expect(run(schema, value)).toMatchObject({
      value: { at: "1970-01-01T00:00:00.000Z", by: "https://a.example/", text: "a" },
      fits: true,
      stripped: 0,
    });
    expect(run(named, new Date(0))).toMatchObject({ value: "1970-01-01T00:00:00.000Z", fits: false });
  });

  it.each([
    ["a date", new Date(0), Date],
    ["a URL", new URL("https://a.example"), URL],
    ["a map", new Map([["a", 1]]), Map],
    ["a set", new Set([1]), Set],
    ["a file", new File(["a"], "a.txt"), File],
    ["an instance of a class", new User(), User],
  ])("leaves %s alone where the schema declares it", (__, value, Class) => {
    const declared = Type.Refine(Type.Unknown(), (given) => given instanceof Class);
    for (const schema of [declared, { type: Class.name }, Type.Union([Type.String(), declared]), Type.Unknown(), {}]) {
      const around = { properties: { v: schema } };
      const { isExact, normalise } = createNormaliser(around, { strip: true, generate });
      expect(isExact({ v: value })).toBe(true);
      const result = normalise({ v: value, extra: 1 });
      expect(result).toMatchObject({ fits: true, stripped: 1 });
      expect((result.value as { v: unknown }).v).toBe(value);
    }
  });

  it("leaves bytes alone everywhere", () => {
    const bytes = Buffer.from("abc");
    for (const schema of [{}, { type: "Uint8Array" }, { type: "object" }, named]) {
      expect(createNormaliser({ properties: { v: schema } }, { strip: true, generate }).isExact({ v: bytes })).toBe(
        true,
      );
    }
  });

  it("reads nothing under a schema that says nothing, and no member that it strips", () => {
    const trap = new (class {
      get a(): never {
        throw new Error("read");
      }
      toJSON(): never {
        throw new Error("written");
      }
    })();
    const thrower = Object.defineProperty({}, "boom", { enumerable: true, get: () => trap.a });
    const value = { id: 1, any: [trap, thrower], extra: thrower, users: [new User()] };
    const schema = Type.Object({ id: Type.Number(), any: Type.Unknown(), users: Type.Array(named) });
    const result = run(schema, Object.defineProperty(value, "boom", { enumerable: true, get: () => trap.a }));
    expect(result).toMatchObject({ fits: true, stripped: 3 });
    expect((result.value as typeof value).any).toBe(value.any);
  });

  it("neither changes the result of the handler nor breaks on a frozen one", () => {
    const user = Object.freeze(new User());
    const value = Object.freeze({ users: Object.freeze([user]), id: 1 });
    expect(run(Type.Object({ users: Type.Array(named), id: Type.Number() }), value).value).toStrictEqual({
      users: [{ id: 1 }],
      id: 1,
    });
    expect(user.password).toBe("hunter2");
  });

  it.each<[what: string, make: () => unknown]>([
    [
      "a toJSON that throws",
      () => ({
        toJSON: () => {
          throw new Error("boom");
        },
      }),
    ],
    [
      "an own getter that throws",
      () =>
        Object.defineProperty(new User(), "id", {
          enumerable: true,
          get: () => {
            throw new Error("boom");
          },
        }),
    ],
    [
      "an instance that contains itself",
      () => {
        const self = Object.assign(new User(), { next: {} });
        self.next = self;
        return self;
      },
    ],
    [
      "an object that is nested too deep",
      () => {
        let value: object = new User();
        for (let depth = 0; depth < 50_000; depth += 1) value = { next: value };
        return value;
      },
    ],
  ])("says that it could not read %s", (__, make) => {
    const tree = { $ref: "#/$defs/T", $defs: { T: { properties: { id: {}, next: { $ref: "#/$defs/T" } } } } };
    const value = make();
    const result = run(tree, value);
    expect(result).toMatchObject({ fits: false, unread: { cause: expect.any(Error) as Error } });
    expect(result.value).toBe(value);
  });
});

describe("when exact data is plain", () => {
  it.each(both)("stays the same object, with a null prototype too: code is %s", (_, generate) => {
    const schema = Type.Object({
      list: Type.Array(named),
      open: Type.Record(Type.String(), Type.Array(Type.Number())),
    });
    const value = { list: [Object.assign(Object.create(null), { id: 1 })], open: { a: [1] } };
    const { isExact, normalise } = createNormaliser(schema, { strip: true, generate });
    expect(isExact(value)).toBe(true);
    expect(normalise(value).value).toBe(value);
  });
});

/** The same JSON with other prototypes, with things that JSON does not write, or behind a `toJSON`. */
function disguised(value: unknown, disguise: () => number): unknown {
  if (Array.isArray(value))
    return disguiseList(
      value.map((item) => disguised(item, disguise)),
      disguise(),
    );
  if (typeof value !== "object" || value === null) return value;
  const members: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value))
    Object.defineProperty(members, key, {
      value: disguised(item, disguise),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return disguiseObject(members, disguise());
}

function disguiseList(items: unknown[], kind: number): unknown {
  if (kind === 1) return Object.setPrototypeOf(items, class extends Array {}.prototype);
  if (kind === 2) return Object.assign(fromOtherRealm("[]") as unknown[], items);
  return kind === 3 ? { a: 1, toJSON: () => items } : items;
}

function disguiseObject(members: object, kind: number): unknown {
  const withMembers = (target: object): object =>
    Object.defineProperties(target, Object.getOwnPropertyDescriptors(members));
  if (kind === 1)
    return withMembers(
      Object.create({
        a: 5,
        b: "inherited",
        get c() {
          return 1;
        },
      }),
    );
  if (kind === 2) return withMembers(fromOtherRealm("({})") as object);
  if (kind === 3) return { a: 1, secret: 2, toJSON: () => members };
  if (kind === 4)
    return withMembers(
      new (class {
        #private = 1;
        method = (): number => this.#private;
        [symbol] = 1;
      })(),
    );
  if (kind === 5) return withMembers(Object.create(null));
  return kind === 6 ? new Proxy(withMembers(Object.create({ method() {} }) as object), {}) : members;
}

describe("when schemas, values and prototypes are random", () => {
  const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);

  it("what leaves is what leaves for the plain twin", { timeout: 120_000 * factor }, () => {
    const disguises = fc.infiniteStream(fc.integer({ min: 0, max: 8 }));
    const values = fc.array(fc.tuple(anyValue, disguises), { minLength: 3, maxLength: 10 });
    fc.assert(
      fc.property(anySchema({ defaults: true }), fc.boolean(), values, (schema, strip, pairs) => {
        for (const generate of [true, false]) {
          const { isExact, normalise } = createNormaliser(schema, { strip, generate });
          for (const [value, kinds] of pairs) {
            const twin = normalise(value);
            const result = normalise(disguised(value, () => kinds.next().value));
            const leaves = (data: unknown): string => canonical(JSON.parse(JSON.stringify(data)));
            expect(leaves(result.value)).toBe(leaves(twin.value));
            expect(result.fits).toBe(twin.fits);
            expect(normalise(result.value).value).toBe(result.value);
            expect(isExact(result.value)).toBe(isExact(twin.value));
            const { stripped, filled, upcast, strippedPaths, filledPaths } = result;
            expect({ stripped, filled, upcast, strippedPaths, filledPaths }).toEqual({
              stripped: twin.stripped,
              filled: twin.filled,
              upcast: twin.upcast,
              strippedPaths: twin.strippedPaths,
              filledPaths: twin.filledPaths,
            });
          }
        }
      }),
      { numRuns: 60 * factor },
    );
  });
});
