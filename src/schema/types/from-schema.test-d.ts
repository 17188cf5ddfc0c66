import { Type } from "typebox";
import type { Static } from "typebox";
import { expectTypeOf } from "vitest";

import { FromSchema } from "./from-schema.ts";

const User = FromSchema({
  type: "object",
  properties: {
    name: { type: "string" },
    age: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    role: { enum: ["admin", "guest"] },
    note: { type: "string", nullable: true },
  },
  required: ["name", "role"],
});
expectTypeOf<Static<typeof User>>().toEqualTypeOf<{
  name: string;
  age?: number;
  tags?: string[];
  role: "admin" | "guest";
  note?: string | null;
}>();

const Composed = Type.Object({ user: User, extra: Type.Optional(FromSchema({ const: 1 })) });
expectTypeOf<Static<typeof Composed>>().toExtend<{ user: { name: string }; extra?: 1 }>();

const Tuple = FromSchema({
  type: "array",
  prefixItems: [{ type: "string" }, { type: "number" }],
  items: false,
  minItems: 2,
});
expectTypeOf<Static<typeof Tuple>>().toEqualTypeOf<[string, number]>();

const OpenTuple = FromSchema({ type: "array", items: [{ type: "string" }, { type: "number" }] });
expectTypeOf<Static<typeof OpenTuple>>().toEqualTypeOf<[string?, number?, ...unknown[]]>();

const Choice = FromSchema({ oneOf: [{ type: "string" }, { type: "object", properties: { a: { type: "null" } } }] });
expectTypeOf<Static<typeof Choice>>().toEqualTypeOf<string | { a?: null }>();

const Both = FromSchema({
  allOf: [
    { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
    { type: "object", properties: { b: { anyOf: [{ type: "number" }, { type: "boolean" }] } }, required: ["b"] },
  ],
});
expectTypeOf<Static<typeof Both>>().toEqualTypeOf<{ a: string; b: number | boolean }>();

const UnionInAllOf = FromSchema({ allOf: [{ type: ["string", "number"] }, { type: ["number", "null"] }] });
expectTypeOf<Static<typeof UnionInAllOf>>().toEqualTypeOf<number>();

const Tree = FromSchema({
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      properties: { value: { type: "number" }, children: { type: "array", items: { $ref: "#/$defs/node" } } },
      required: ["value", "children"],
    },
  },
});
interface Node {
  value: number;
  children: Node[];
}
expectTypeOf<Static<typeof Tree>>().toExtend<Node>();
expectTypeOf<Static<typeof Tree>["children"][number]["children"][number]["value"]>().toEqualTypeOf<number>();

const Numbers = FromSchema({ type: "object", additionalProperties: { type: "number" } });
expectTypeOf<Static<typeof Numbers>>().toExtend<Record<string, number>>();

const Nothing = FromSchema(false);
expectTypeOf<Static<typeof Nothing>>().toEqualTypeOf<never>();

const NullableRef = FromSchema({
  properties: { a: { $ref: "#/$defs/a", nullable: true } },
  $defs: { a: { type: "string" } },
});
expectTypeOf<Static<typeof NullableRef>>().toEqualTypeOf<{ a?: string | null }>();

declare const someObject: object;
declare const someRecord: Record<string, unknown>;
declare const someSchema: object | boolean;
declare const imported: { type: string; properties: { a: { type: string } }; required: string[] };
const FromObject = FromSchema(someObject);
const FromRecord = FromSchema(someRecord);
const FromUnion = FromSchema(someSchema);
const FromImport = FromSchema(imported);
expectTypeOf<Static<typeof FromObject>>().toEqualTypeOf<unknown>();
expectTypeOf<Static<typeof FromRecord>>().toEqualTypeOf<unknown>();
expectTypeOf<Static<typeof FromUnion>>().toEqualTypeOf<unknown>();
expectTypeOf<Static<typeof FromImport>>().toEqualTypeOf<unknown>();
