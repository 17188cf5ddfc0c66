import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toJSONSchema } from "./to-json-schema.ts";

describe("when a schema goes to another program", () => {
  it("is a plain copy, whatever library it comes from", () => {
    const expected = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    expect(toJSONSchema(Type.Object({ name: Type.String() }), "input")).toEqual(expected);
    expect(toJSONSchema(z.object({ name: z.string() }), "input")).toMatchObject(expected);
  });

  it("shows no type unknown to JSON", () => {
    expect(toJSONSchema(Type.Undefined(), "output")).toEqual({ not: {} });
    expect(toJSONSchema(Type.Void(), "output")).toEqual({ not: {} });
    const optional = Type.Union([Type.Object({ id: Type.BigInt() }), Type.Undefined()]);
    expect(toJSONSchema(optional, "output")).toEqual({
      anyOf: [{ type: "object", required: ["id"], properties: { id: {} } }],
    });
  });
});
