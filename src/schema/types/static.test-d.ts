/**
 * Types of plain JSON Schemas and of TypeBox types, checked by `npm run typecheck`: the short way has the same result
 * as TypeBox.
 */
import { Type } from "typebox";
import type { Static, TObject } from "typebox";
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

/** All other keywords of a schema are left to TypeBox. */
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

/** A name in `required` that is not a property changes nothing. */
const all = { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] } as const;
expectTypeOf<InferInput<typeof all>>().toEqualTypeOf<{ a: string }>();
const none = { type: "object", properties: { a: { type: "string" } } } as const;
expectTypeOf<InferInput<typeof none>>().toEqualTypeOf<{ a?: string }>();

const order = Type.Object({
  id: Type.String(),
  count: Type.Optional(Type.Integer()),
  isOpen: Type.Boolean(),
  nothing: Type.Null(),
  anything: Type.Optional(Type.Unknown()),
  lines: Type.Array(Type.Object({ text: Type.String(), size: Type.Optional(Type.Number()) })),
  tags: Type.Optional(Type.Array(Type.Array(Type.String()))),
});
expectTypeOf<InferInput<typeof order>>().toEqualTypeOf<Static<typeof order>>();
expectTypeOf<InferInput<typeof order>>().toEqualTypeOf<{
  id: string;
  count?: number;
  isOpen: boolean;
  nothing: null;
  anything?: unknown;
  lines: { text: string; size?: number }[];
  tags?: string[][];
}>();

/** Kinds and modifiers that are left to TypeBox, alone and within an object. */
const rare = Type.Object({
  either: Type.Union([Type.Literal("a"), Type.Object({ b: Type.Optional(Type.Number()) })]),
  both: Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Number() })]),
  pair: Type.Tuple([Type.String(), Type.Number()]),
  byName: Type.Record(Type.String(), Type.Object({ a: Type.Null() })),
  kind: Type.Enum(["small", "large"]),
  when: Type.Unsafe<Date>({}),
  bytes: Type.Array(Type.Unsafe<Uint8Array>({})),
  coded: Type.Codec(Type.String())
    .Decode((text) => text.length)
    .Encode((length) => "x".repeat(length)),
  next: Type.Optional(Type.This()),
  others: Type.Array(Type.This()),
});
type Rare = Static<typeof rare>;
expectTypeOf<InferInput<typeof rare>["either"]>().toEqualTypeOf<Rare["either"]>();
expectTypeOf<InferInput<typeof rare>["both"]>().toEqualTypeOf<Rare["both"]>();
expectTypeOf<InferInput<typeof rare>["pair"]>().toEqualTypeOf<Rare["pair"]>();
expectTypeOf<InferInput<typeof rare>["byName"]>().toEqualTypeOf<Rare["byName"]>();
expectTypeOf<InferInput<typeof rare>["kind"]>().toEqualTypeOf<"small" | "large">();
expectTypeOf<InferInput<typeof rare>["when"]>().toEqualTypeOf<Date>();
expectTypeOf<InferInput<typeof rare>["bytes"]>().toEqualTypeOf<Uint8Array[]>();
expectTypeOf<InferInput<typeof rare>["coded"]>().toEqualTypeOf<string>();
expectTypeOf<NonNullable<InferInput<typeof rare>["next"]>["kind"]>().toEqualTypeOf<"small" | "large">();
expectTypeOf<InferInput<typeof rare>["others"][0]["pair"]>().toEqualTypeOf<[string, number]>();
expectTypeOf<Rare>().toExtend<InferInput<typeof rare>>();
expectTypeOf<InferInput<typeof rare>>().toExtend<Rare>();

const marked = Type.Object({
  fixed: Type.Readonly(Type.String()),
  fixedOrMissing: Type.Readonly(Type.Optional(Type.Number())),
  missing: Type.Optional(Type.Null()),
  plain: Type.Object({ a: Type.Readonly(Type.Boolean()) }),
});
expectTypeOf<InferInput<typeof marked>>().toEqualTypeOf<Static<typeof marked>>();
const frozen = Type.Object({ list: Type.Immutable(Type.Array(Type.String())) });
expectTypeOf<InferInput<typeof frozen>>().toEqualTypeOf<Static<typeof frozen>>();
const names = Type.Array(Type.Union([Type.String(), Type.Null()]));
expectTypeOf<InferInput<typeof names>>().toEqualTypeOf<(string | null)[]>();
const scalar = Type.String();
expectTypeOf<InferInput<typeof scalar>>().toEqualTypeOf<string>();
const nothingKnown = Type.Object({});
expectTypeOf<InferInput<typeof nothingKnown>>().toEqualTypeOf<object>();
expectTypeOf<InferInput<TObject>>().toEqualTypeOf<Static<TObject>>();
const tree = Type.Cyclic(
  { Node: Type.Object({ name: Type.String(), children: Type.Array(Type.Ref("Node")) }) },
  "Node",
);
expectTypeOf<InferInput<typeof tree>>().toEqualTypeOf<Static<typeof tree>>();
