import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getValidator } from "../../src/schema/engine/validator.ts";
import { FromSchema } from "../../src/schema/types/from-schema.ts";
import { printType } from "../../src/schema/print/print-type.ts";
import { compile } from "./compile.ts";
import { anySchema, MISFIT, valueFor } from "./schemas-and-values.ts";
import type { Schema } from "./schemas-and-values.ts";

const SAMPLES = 600;

/** Written as a caller would: literals stay literals, and nothing is said about further members. */
const PRELUDE = "declare function given<T>(value: T): T;\n";

function sample(): Array<{ schema: Schema; value: unknown }> {
  const pairs = anySchema.chain((schema) => valueFor(schema).map((value) => ({ schema, value })));
  return fc
    .sample(pairs, { numRuns: SAMPLES })
    .filter(({ schema, value }) => !holdsMisfit(value) && getValidator(FromSchema(schema)).check(value));
}

function holdsMisfit(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return value === MISFIT;
  return Object.values(value).some(holdsMisfit);
}

/** `__proto__` in a literal would set the prototype. */
function toSource(value: unknown): string {
  return JSON.stringify(value).replaceAll('"__proto__":', '["__proto__"]:');
}

describe("when a schema accepts a value", () => {
  it("prints as a type that accepts it, under every strict flag", async () => {
    const samples = sample();
    expect(samples.length).toBeGreaterThan(SAMPLES / 2);
    const lines = samples.map(
      ({ schema, value }, index) => `export const v${index}: ${printType(schema)} = given(${toSource(value)});`,
    );
    const { errors } = await compile({ "samples.ts": PRELUDE + lines.join("\n") });
    expect(errors.split("\n").slice(0, 5).join("\n")).toBe("");
  });
});

describe("when a schema refuses a value by its types", () => {
  it("prints as a type that refuses it", async () => {
    const schema = {
      type: "object",
      properties: {
        id: { type: "integer" },
        tags: { type: "array", items: { enum: ["a", "b"] } },
        at: { anyOf: [{ type: "string" }, { type: "null" }] },
      },
      required: ["id"],
      additionalProperties: false,
    };
    const wrong = [{}, { id: "1" }, { id: 1, tags: "a" }, { id: 1, tags: ["c"] }, { id: 1, at: 3 }, null, [1]];
    const lines = wrong.map(
      (value, index) =>
        `// @ts-expect-error\nexport const v${index}: ${printType(schema)} = given(${toSource(value)});`,
    );
    expect((await compile({ "wrong.ts": PRELUDE + lines.join("\n") })).errors).toBe("");
  });
});
