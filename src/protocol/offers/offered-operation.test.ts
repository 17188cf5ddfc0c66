import { Type } from "typebox";
import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { OperationType } from "../../operation/operation-type.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { collectErrors } from "../../schema/explain/collect-errors.ts";
import { fromOffer, toOffer } from "./offered-operation.ts";

function specWith(outputSchema: TSchema, inputSchema: TSchema = Type.Object({})): OperationSpec {
  return {
    name: "remove",
    namespace: "files",
    version: "1.0.0",
    type: OperationType.MUTATION,
    description: "Removes a file",
    inputSchema,
    outputSchema,
    accessControl: { requiredScopes: [] },
  };
}

/** Through JSON, as over a link. */
function travel(spec: OperationSpec): { text: string; spec: OperationSpec } {
  const text = JSON.stringify(toOffer(spec));
  return { text, spec: fromOffer(JSON.parse(text), "peer").spec };
}

function fits(schema: OperationSpec["outputSchema"], value: unknown): boolean {
  return collectErrors(schema, value).length === 0;
}

const Item = Type.Object({ id: Type.String() });

describe("when an offered operation may have no input or result", () => {
  it.each([
    ["never has one", Type.Undefined(), [undefined], [{ id: "a" }, null]],
    ["may have one", Type.Union([Item, Type.Undefined()]), [undefined, { id: "a" }], [null, { id: 1 }]],
    ["always has one", Item, [{ id: "a" }], [undefined, null]],
  ])("keeps that it %s, without a type unknown to JSON", (_how, schema, good, bad) => {
    const { text, spec } = travel(specWith(schema, schema));
    expect(text).not.toContain('"undefined"');
    for (const side of [spec.inputSchema, spec.outputSchema]) {
      expect(good.filter((value) => !fits(side, value))).toEqual([]);
      expect(bad.filter((value) => fits(side, value))).toEqual([]);
    }
  });

  it("keeps references of the schema", () => {
    const schema = { $defs: { Item }, anyOf: [{ $ref: "#/$defs/Item" }, { type: "undefined" }] } as unknown as TSchema;
    const { spec } = travel(specWith(schema));
    expect(fits(spec.outputSchema, { id: "a" })).toBe(true);
    expect(fits(spec.outputSchema, undefined)).toBe(true);
    expect(fits(spec.outputSchema, { id: 1 })).toBe(false);
  });
});
