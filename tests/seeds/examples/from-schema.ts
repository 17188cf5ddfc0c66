// Seed 000, FromSchema, Usage.
import assert from "node:assert/strict";
import { FromSchema } from "@alkdev/operations"
import { Value } from "typebox/value"

const typeboxSchema = FromSchema({
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
})

assert.equal(Value.Check(typeboxSchema, { name: "Ada" }), true);
assert.equal(Value.Check(typeboxSchema, {}), false);
