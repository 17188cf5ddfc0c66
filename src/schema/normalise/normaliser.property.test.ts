import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { anySchema, anyValue, declaredDefaults } from "./arbitraries.test-support.ts";
import { createNormaliser } from "./normaliser.ts";
import { canonical, isValid, stripped } from "./oracle.test-support.ts";
import type { OracleSchema } from "./oracle.test-support.ts";
import { sameInOtherType } from "../../shared/json/same-in-other-type.ts";

/** `FUZZ_FACTOR` multiplies the work, for a long manual run. */
const factor = Number(process.env["FUZZ_FACTOR"] ?? 1);
const numRuns = 200 * factor;
const timeout = 120_000 * factor;

function forEachSchema(defaults: boolean, test: (schema: OracleSchema, values: unknown[]) => void): void {
  const values = fc.array(anyValue, { minLength: 5, maxLength: 20 });
  fc.assert(fc.property(anySchema({ defaults }), values, test), { numRuns });
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
  it("strips exactly what the oracle strips", { timeout }, () => {
    forEachSchema(false, (schema, values) => {
      const { isExact, normalise } = createNormaliser(schema, { strip: true });
      for (const value of values) {
        const fits = isValid(schema, schema, value);
        const expected = canonical(fits ? stripped(schema, value) : undefined);
        const result = normalise(value);
        expect(isExact(value)).toBe(fits && isExact(result.value) && result.value === value);
        expect(fits ? canonical(result.value) : canonical(undefined)).toBe(expected);
        expect(result.fits || !fits).toBe(true);
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

  it.each([true, false])(
    "is idempotent, invents nothing and keeps what fits fitting (strip: %s)",
    { timeout },
    (strip) => {
      forEachSchema(true, (schema, values) => {
        const { isExact, normalise } = createNormaliser(schema, { strip });
        for (const value of values) {
          const before = canonical(value);
          const result = normalise(value);
          const changes = result.stripped + result.filled + result.upcast;
          expect(canonical(value)).toBe(before);
          expect(hasProvenance(result.value, value)).toBe(true);
          expect(normalise(result.value).value).toBe(result.value);
          expect(result.fits).toBe(isValid(schema, schema, result.value));
          expect(result.fits || !isValid(schema, schema, value)).toBe(true);
          expect(result.value === value || !isExact(value)).toBe(true);
          expect(strip || result.stripped === 0).toBe(true);
          expect(changes > 0).toBe(result.value !== value);
        }
      });
    },
  );
});
