import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { getValidator } from "../engine/validator.ts";
import { addLazyDefinitions } from "../types/lazy-definitions.ts";
import type { JSONSchema } from "../types/scope.ts";
import { anySchema, anyValue } from "./arbitraries.test-support.ts";
import { createNormaliser } from "./normaliser.ts";
import { canonical } from "./oracle.test-support.ts";

const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);

/** The same schema with definitions that are made on demand, and the names of those that were made. */
function lazily(schema: object, mayDefault = true): { readonly schema: object; readonly made: Set<string> } {
  const { $defs, ...root } = schema as { $defs: Record<string, JSONSchema> };
  const made = new Set<string>();
  const lazy = addLazyDefinitions(root, {
    one: (name) => {
      made.add(name);
      return Object.hasOwn($defs, name) ? $defs[name] : undefined;
    },
    all: () => $defs,
    mayDefault: () => mayDefault,
  });
  return { schema: lazy, made };
}

/** Moves the schema of each property and element into its own definition. */
function withDefinitions(root: object): object {
  const $defs: Record<string, unknown> = { ...(root as { $defs?: object }).$defs };
  const define = (schema: unknown): unknown => {
    const name = `D${Object.keys($defs).length}`;
    $defs[name] = true;
    $defs[name] = move(schema);
    return { $ref: `#/$defs/${name}` };
  };
  const move = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(move);
    if (typeof schema !== "object" || schema === null) return schema;
    const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => {
      if (keyword === "properties") {
        const properties = Object.entries(value as object).map(([name, each]) => [name, define(each)] as const);
        return [keyword, Object.fromEntries(properties)];
      }
      if (["items", "additionalProperties"].includes(keyword)) return [keyword, define(value)];
      return ["allOf", "anyOf", "oneOf", "not", "if", "then", "else"].includes(keyword)
        ? [keyword, move(value)]
        : [keyword, value];
    });
    return Object.fromEntries(entries);
  };
  const { $defs: loops, ...rest } = root as { $defs: Record<string, unknown> };
  for (const [name, loop] of Object.entries(loops)) $defs[name] = move(loop);
  return { ...(move(rest) as object), $defs };
}

describe("when definitions are made on demand", () => {
  it("gives the same answers as definitions made beforehand", { timeout: 120_000 * factor }, () => {
    const values = fc.array(anyValue, { minLength: 5, maxLength: 15 });
    const test = (schema: object, given: unknown[]): void => {
      const moved = withDefinitions(schema);
      const eager = createNormaliser(moved, { strip: true });
      const lazy = createNormaliser(lazily(moved).schema, { strip: true });
      const lazyCheck = getValidator(lazily(moved).schema).check;
      for (const value of given) {
        expect(lazyCheck(value)).toBe(getValidator(moved).check(value));
        expect(lazy.isExact(value)).toBe(eager.isExact(value));
        expect(canonical(lazy.normalise(value))).toBe(canonical(eager.normalise(value)));
      }
    };
    fc.assert(fc.property(anySchema({ defaults: true }) as fc.Arbitrary<object>, values, test), {
      numRuns: 150 * factor,
    });
  });

  it("makes only those that a value reaches", () => {
    const number = { type: "number" };
    const properties = { near: { $ref: "#/$defs/Near" }, far: { type: "array", items: { $ref: "#/$defs/Far" } } };
    const $defs = {
      Near: { properties: { id: number, further: { $ref: "#/$defs/Further" } } },
      Further: { properties: { id: number } },
      Far: { properties: { id: number, further: { $ref: "#/$defs/Further" } } },
    };
    const { schema, made } = lazily({ properties, $defs }, false);
    const { isExact, normalise } = createNormaliser(schema, { strip: true });
    expect(isExact({})).toBe(true);
    expect([...made]).toEqual([]);
    expect(normalise({ near: { id: 1, secret: 2 } }).value).toEqual({ near: { id: 1 } });
    expect([...made]).toEqual(["Near"]);
    expect(isExact({ far: [{ id: 1, further: { id: "x" } }] })).toBe(false);
    expect(made.has("Further")).toBe(true);
  });

  it("tells `unevaluatedProperties` what a definition beside it evaluates", () => {
    const { schema } = lazily({
      properties: {
        pet: { allOf: [{ $ref: "#/$defs/Named" }], properties: { age: {} }, unevaluatedProperties: false },
      },
      $defs: { Named: { properties: { name: { $ref: "#/$defs/Name" } } }, Name: { type: "string" } },
    });
    const { check } = getValidator(schema);
    expect(check({ pet: { name: "Rex", age: 3 } })).toBe(true);
    expect(check({ pet: { name: "Rex", owner: "Ada" } })).toBe(false);
    expect(check({ pet: { name: 5 } })).toBe(false);
  });

  it("checks a value of 200 levels that two definitions apply to twice, in finite time", () => {
    const inner = (name: string): object => ({
      type: "object",
      properties: { inner: { anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] } },
      required: ["inner"],
    });
    const text = { type: "string" };
    const { schema } = lazily({
      properties: { value: { $ref: "#/$defs/Odd" } },
      $defs: { Odd: { anyOf: [inner("Even"), text] }, Even: { anyOf: [inner("Odd"), text] } },
    });
    const { check } = getValidator(schema);
    for (const [leaf, fits] of [
      ["leaf", true],
      [5, false],
    ] as const) {
      let value: unknown = leaf;
      for (let level = 0; level < 200; level++) value = { inner: value };
      expect(check({ value })).toBe(fits);
    }
  });
});
