import { Type } from "typebox";
import { expect, test } from "vitest";
import { quickCheck } from "./validator.ts";

const Setting = Type.Object(
  {
    name: Type.String({ pattern: "^[a-z]+$", maxLength: 5 }),
    port: Type.Optional(Type.Integer({ minimum: 0 })),
    kind: Type.Union([Type.Literal("a"), Type.Object({ b: Type.Record(Type.String(), Type.Boolean()) })]),
  },
  { additionalProperties: false },
);

const fitting = [
  { name: "abc", kind: "a" },
  { name: "abc", port: 7, kind: { b: { x: true, toString: false } } },
];
const refused = [
  undefined,
  [],
  { name: "abc" },
  { name: "ABC", kind: "a" },
  { name: "abcdef", kind: "a" },
  { name: "abc", port: -1, kind: "a" },
  { name: "abc", kind: { b: { x: 1 } } },
  { name: "abc", kind: "a", other: 1 },
];

test("a quick check gives the same answer interpreted and compiled", () => {
  const check = quickCheck(Setting);
  for (let turn = 0; turn < 10; turn++) {
    for (const value of fitting) expect(check(value)).toBe(true);
    for (const value of refused) expect(check(value)).toBe(false);
  }
});
