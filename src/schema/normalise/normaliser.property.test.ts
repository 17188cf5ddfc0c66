import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anySchema, anyValue, declaredDefaults } from "./arbitraries.test-support.ts";
import { createNormaliser } from "./normaliser.ts";
import { canonical, isValid, stripped } from "./oracle.test-support.ts";
import type { OracleSchema } from "./oracle.test-support.ts";
import { sameInOtherType } from "./upcast.ts";

/** `FUZZ_FACTOR` multiplies the work for a long run by hand. */
const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);
const numRuns = 500 * factor;
const timeout = 30_000 * factor;

/** Random schemas, each with the random values for which the oracle's own validator can tell whether they fit. */
function forEachSchema(defaults: boolean, test: (schema: OracleSchema, values: unknown[]) => void): void {
  const values = fc.array(anyValue, { minLength: 5, maxLength: 20 });
  fc.assert(
    fc.property(anySchema({ defaults }), values, (schema, found) => {
      test(
        schema,
        found.filter((value) => terminates(schema, value)),
      );
    }),
    { numRuns },
  );
}

/** Some of the schemas lead back to themselves in place. */
function terminates(schema: OracleSchema, value: unknown): boolean {
  try {
    isValid(schema, schema, value);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Everything in the result comes from the same place in the input, from a declared default, or is an upcast. */
function hasProvenance(result: unknown, input: unknown): boolean {
  if (Object.is(result, input)) return true;
  if (Array.isArray(result) && Array.isArray(input)) {
    return result.length === input.length && result.every((item, index) => hasProvenance(item, input[index]));
  }
  if (isObject(result) && isObject(input)) {
    return Object.keys(result).every((key) =>
      Object.hasOwn(input, key) ? hasProvenance(result[key], input[key]) : isFromDefaults(result[key]),
    );
  }
  return Object.is(result, sameInOtherType(input));
}

function isFromDefaults(value: unknown): boolean {
  return isObject(value) ? Object.values(value).every(isFromDefaults) : declaredDefaults.includes(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe("when schemas and values are random", () => {
  it("strips what the oracle strips", { timeout }, () => {
    forEachSchema(false, (schema, values) => {
      const { isExact, normalise } = createNormaliser(schema, { strip: true });
      for (const value of values) {
        if (!isValid(schema, schema, value)) {
          expect(isExact(value)).toBe(false);
          continue;
        }
        const expected = canonical(stripped(schema, value));
        const result = normalise(value);
        expect(result.fits).toBe(true);
        expect(canonical(result.value)).toBe(expected);
        if (isExact(value)) expect(canonical(value)).toBe(expected);
      }
    });
  });

  it("answers the same with generated and with interpreted code", { timeout }, () => {
    forEachSchema(true, (schema, values) => {
      const generated = createNormaliser(schema, { strip: true, generate: true });
      const interpreted = createNormaliser(schema, { strip: true, generate: false });
      for (const value of values) {
        expect(generated.isExact(value)).toBe(interpreted.isExact(value));
        expect(canonical(generated.normalise(value))).toBe(canonical(interpreted.normalise(value)));
      }
    });
  });

  it.each([true, false])("is idempotent, invents nothing and keeps what fits fitting (strip: %s)", { timeout }, (strip) => {
    forEachSchema(true, (schema, values) => {
      const { isExact, normalise } = createNormaliser(schema, { strip });
      for (const value of values) {
        const before = canonical(value);
        const result = normalise(value);
        const changes = result.stripped + result.defaulted + result.upcast;
        expect(canonical(value)).toBe(before);
        expect(hasProvenance(result.value, value)).toBe(true);
        expect(normalise(result.value).value).toBe(result.value);
        expect(result.fits).toBe(isValid(schema, schema, result.value));
        if (isValid(schema, schema, value)) expect(result.fits).toBe(true);
        if (isExact(value)) expect(result.value).toBe(value);
        if (!strip) expect(result.stripped).toBe(0);
        expect(changes > 0).toBe(result.value !== value);
      }
    });
  });
});
