import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { Type } from "typebox";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { jsonSchemaOf } from "./json-schema-of.ts";

const userSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

describe("when a schema is already JSON Schema", () => {
  it("is returned unchanged", () => {
    const schema = Type.Object({ name: Type.String() });
    expect(jsonSchemaOf(schema, "input")).toBe(schema);
    expect(jsonSchemaOf(false, "output")).toBe(false);
  });
});

describe.each([
  ["zod", z.object({ name: z.string() })],
  ["valibot, wrapped,", toStandardJsonSchema(v.object({ name: v.string() }))],
  ["arktype", type({ name: "string" })],
])("when a %s schema is described", (_library, schema) => {
  it("returns the library's own JSON Schema, once", () => {
    expect(jsonSchemaOf(schema, "input")).toMatchObject(userSchema);
    expect(jsonSchemaOf(schema, "input")).toBe(jsonSchemaOf(schema, "input"));
  });
});

describe("when input and output differ", () => {
  it("describes the requested side", () => {
    const schema = z.object({ size: z.number().default(1) });
    expect(jsonSchemaOf(schema, "input")).not.toHaveProperty("required");
    expect(jsonSchemaOf(schema, "output")).toMatchObject({ required: ["size"] });
  });
});

describe("when a schema can't be expressed", () => {
  it("describes the part as anything, if the library can", () => {
    const schema = z.object({ at: z.date(), name: z.string() });
    expect(jsonSchemaOf(schema, "input")).toMatchObject({ properties: { at: {}, name: { type: "string" } } });
  });

  it("describes the whole as anything otherwise, and says why", () => {
    const schema = toStandardJsonSchema(v.pipe(v.string(), v.transform(Number)));
    expect(jsonSchemaOf(schema, "input")).toMatchObject({ type: "string" });
    expect(jsonSchemaOf(schema, "output")).toEqual({ description: expect.stringContaining("transform") });
  });

  it("says how a plain valibot schema gets a JSON Schema", () => {
    expect(jsonSchemaOf(v.string(), "input")).toEqual({
      description: expect.stringContaining("toStandardJsonSchema from @valibot/to-json-schema"),
    });
  });

  it("never throws, whatever the library does", () => {
    const jsonSchema = {
      input: () => {
        throw new Error("boom");
      },
      output: () => "no",
    };
    const schema = { "~standard": { version: 1 as const, vendor: "odd", validate: () => ({ value: 1 }), jsonSchema } };
    expect(jsonSchemaOf(schema, "input")).toEqual({ description: expect.stringContaining("boom") });
    expect(jsonSchemaOf(schema, "output")).toEqual({ description: expect.stringContaining("returned no JSON Schema") });
  });
});
