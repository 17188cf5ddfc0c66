/**
 * Lowering, tested against each provider's rules. Independent code checks the rules, and an independent validator
 * checks the values.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lowerForProvider } from "../../src/tools/lowering/lower-for-provider.ts";
import type { ProviderSchema } from "../../src/tools/lowering/lower-for-provider.ts";
import { ruleProblems } from "../../src/tools/lowering/rule-problems.ts";
import { anyToolSchema } from "./any-schema.ts";
import type { Schema } from "./any-schema.ts";
import { providers } from "./providers.ts";
import { sampleValue, seededRandom } from "./sample-value.ts";

const SAMPLES = 8;

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  uri: /^[a-z]+:/,
  email: /^[^@]+@[^@]+$/,
  "idn-email": /^[^@]+@[^@]+$/,
  int64: /^/,
};

/** One for all schemas, none of which has an id. */
const ajv = new Ajv2020({ strict: false, formats: FORMATS, validateSchema: false });

/** Whether a value fits, according to Ajv. */
function judge(schema: Schema): (value: unknown) => boolean {
  const fits = ajv.compile(schema) as (value: unknown) => boolean;
  // Ajv keeps every schema otherwise. What it compiled stays usable.
  ajv.removeSchema(schema);
  return fits;
}

describe.each(Object.entries(providers))("when a schema is lowered for %s", (_, { rules, sources }) => {
  it("has a source and a date for each rule", () => {
    for (const rule of Object.keys(rules)) {
      expect(sources).toHaveProperty(rule, {
        where: expect.stringMatching(/\S/) as unknown,
        read: expect.stringMatching(/^2026-/) as unknown,
      });
    }
  });

  it("follows the rules, and accepts only what the original accepts, or the report says that it was weakened", () => {
    let [samples, exact, weakened] = [0, 0, 0];
    fc.assert(
      fc.property(anyToolSchema, fc.integer(), (schema, seed) => {
        const lowered = lowerForProvider(schema, rules);
        if ("refused" in lowered) return;
        expect(ruleProblems(lowered.schema, rules)).toEqual([]);
        const isWeakened = lowered.losses.some(({ effect }) => effect === "weakened");
        if (isWeakened) weakened++;
        else exact++;
        const random = seededRandom(seed);
        const [fitsLowered, fitsOriginal] = [judge(lowered.schema), judge(schema)];
        for (let count = 0; count < SAMPLES; count++) {
          const value = sampleValue({ root: lowered.schema, random });
          if (value === undefined || !fitsLowered(value)) continue;
          samples++;
          const restored = lowered.restore(value);
          if (!isWeakened && !fitsOriginal(restored)) throw new Error(told(schema, lowered, value));
        }
      }),
      { numRuns: 120 },
    );
    // Otherwise the test has tried nothing.
    expect(samples).toBeGreaterThan(100);
    // Strict rules leave one schema in fifteen unchanged.
    expect(exact).toBeGreaterThan(0);
    expect(weakened).toBeGreaterThanOrEqual(rules.closed ? 20 : 0);
  });
});

function told(schema: Schema, lowered: ProviderSchema, value: unknown): string {
  const parts = { schema, lowered: lowered.schema, value, restored: lowered.restore(value) };
  return Object.entries(parts)
    .map(([part, shown]) => `${part}: ${JSON.stringify(shown)}`)
    .join("\n");
}
