import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import { generateTypes } from "./generate-types.ts";

function spec(parts: Partial<OperationSpec>): OperationSpec {
  return {
    name: "get",
    namespace: "demo",
    version: "1.0.0",
    type: OperationType.QUERY,
    description: "",
    inputSchema: Type.Object({}),
    outputSchema: Type.String(),
    accessControl: { requiredScopes: [] },
    ...parts,
  };
}

/** As another process delivers it: schemas as JSON, with their definitions. */
function foreign(schema: object): OperationSpec["inputSchema"] {
  return JSON.parse(JSON.stringify(schema)) as OperationSpec["inputSchema"];
}

const pet = { type: "object", properties: { name: { type: "string" }, owner: { $ref: "#/$defs/person" } } };
const person = { type: "object", properties: { pets: { type: "array", items: { $ref: "#/$defs/pet" } } } };

describe("when the types of operations are generated", () => {
  it("marks deprecated operations for editors, and their text cannot end the comment", () => {
    const text = generateTypes(
      [
        spec({ name: "bare", description: "Gets.", deprecated: true }),
        spec({ name: "old", description: "Gets.", deprecated: { reason: "Slow */ evil", successor: "demo.get" } }),
        spec({ name: "kept", description: "Gets.", deprecated: false }),
      ],
      { register: false },
    );
    expect(text).toContain(`    /**
     * Gets.
     * @deprecated
     */
    bare: {`);
    expect(text).toContain(String.raw`     * @deprecated Use demo.get instead. Slow *\/ evil.`);
    expect(text).toContain("    /** Gets. */\n    kept: {");
  });

  it("describes kind, input, output and declared errors of each, by namespace and name", () => {
    const refund = defineOperation({
      ...spec({}),
      name: "refund",
      namespace: "shop.orders",
      type: OperationType.MUTATION,
      description: "Pays back.",
      inputSchema: z.object({ id: z.string(), amount: z.number().default(1) }),
      outputSchema: Type.Object({ done: Type.Boolean() }),
      errorSchemas: { TOO_LATE: { description: "After 30 days", schema: Type.Object({ days: Type.Integer() }) } },
      handler: () => ({ done: true }),
    });
    expect(generateTypes([refund], { register: false }))
      .toBe(`// Made by \`operations types\`: changes to this file are lost.
import type { GeneratedOperations } from "@alkdev/operations";

export interface Operations extends GeneratedOperations {
  "shop.orders": {
    /** Pays back. */
    refund: {
      kind: "MUTATION";
      input: {
        id: string;
        /** @default 1 */
        amount?: number;
      };
      output: { done: boolean };
      errors: {
        /** After 30 days */
        TOO_LATE: { days: number };
      };
    };
  };
}
`);
  });

  it("shares a definition between operations, even if each has its own copy", () => {
    const outputSchema = foreign({ $ref: "#/$defs/pet", $defs: { pet, person } });
    const specs = ["get", "list"].map((name) => spec({ name, outputSchema }));
    const text = generateTypes(specs);
    expect(text.match(/output: Demo\.Pet;/g)).toHaveLength(2);
    expect(text.match(/export type /g)).toHaveLength(2);
    expect(text).toContain("export type Person = { pets?: Pet[] };");
  });

  it("separates schemas that share a name but differ, and the schemas that refer to them", () => {
    const required = { ...pet, required: ["name"] };
    const $ref = "#/$defs/person";
    const text = generateTypes([
      spec({
        inputSchema: foreign({ $ref, $defs: { pet, person } }),
        outputSchema: foreign({ $ref, $defs: { pet: required, person } }),
      }),
    ]);
    expect(text).toContain("input: Demo.PersonInput;");
    expect(text).toContain("output: Demo.Person;");
    expect(text).toContain("export type PersonInput = { pets?: PetInput[] };");
    expect(text).toContain("export type Pet = { name: string; owner?: Person };");
  });

  it("gives up on references that only lead back to themselves", () => {
    const $defs = { a: { anyOf: [{ $ref: "#/$defs/b" }, { type: "null" }] }, b: { $ref: "#/$defs/a" } };
    const text = generateTypes([spec({ outputSchema: foreign({ $ref: "#/$defs/a", $defs }) })]);
    expect(text).toContain("export type A = unknown;");
  });

  it("types the rest if the schemas of one operation cannot be used", () => {
    const broken = {
      ...spec({ name: "broken" }),
      get inputSchema(): never {
        throw new Error("no such component");
      },
    };
    const text = generateTypes([spec({}), broken]);
    expect(text).toContain("The schemas of demo.broken can't be used: no such component");
    expect(text).toContain("output: string;");
  });

  it("refuses an invalid interface name, and suggests a valid one", () => {
    expect(() => generateTypes([], { name: "my-types" })).toThrow(
      '"my-types" is not a valid name for an interface: try "MyTypes".',
    );
  });
});
