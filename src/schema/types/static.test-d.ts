/** Types of plain JSON Schemas, checked by `npm run typecheck`: the short way gives what TypeBox gives. */
import type { Static } from "typebox";
import { expectTypeOf } from "vitest";
import type { InferInput } from "./static.ts";

const nested = {
  type: "object",
  description: "An order",
  properties: {
    id: { type: "string", pattern: "^[a-z]+$" },
    count: { type: "integer", minimum: 1, default: 1 },
    isOpen: { type: "boolean" },
    nothing: { type: "null" },
    kind: { enum: ["small", "large", 3] },
    version: { const: 1 },
    lines: { type: "array", items: { type: "object", properties: { text: { type: "string" } }, required: ["text"] } },
  },
  required: ["id", "lines", "kind"],
} as const;
type Nested = InferInput<typeof nested>;
expectTypeOf<Nested>().toEqualTypeOf<Static<typeof nested>>();
expectTypeOf<Nested>().toEqualTypeOf<{
  id: string;
  lines: { text: string }[];
  kind: "small" | "large" | 3;
  count?: number;
  isOpen?: boolean;
  nothing?: null;
  version?: 1;
}>();

/** Whatever else a schema says is left to TypeBox. */
const other = {
  type: "object",
  properties: {
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
    many: { type: ["string", "null"] },
  },
  required: ["either", "pair", "many"],
} as const;
expectTypeOf<InferInput<typeof other>>().toEqualTypeOf<Static<typeof other>>();
const open = {
  type: "object",
  properties: { a: { type: "string" } },
  additionalProperties: { type: "number" },
} as const;
expectTypeOf<InferInput<typeof open>>().toEqualTypeOf<Static<typeof open>>();
