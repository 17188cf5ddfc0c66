import { Type } from "typebox";
import { Value } from "typebox/value";
import { expect, it, vi } from "vitest";
import { madeLater, OBJECT_MEMBERS } from "./made-later.ts";

it("makes its members when one is first read, and once", () => {
  const make = vi.fn<() => { a: object; b: object }>(() => ({ a: {}, b: {} }));
  const later = madeLater(["a", "b"], make);
  expect(Object.keys(later)).toEqual(["a", "b"]);
  expect(make).not.toHaveBeenCalled();
  expect(later.a).toBe(later.a);
  expect(later.b).toBe(later.b);
  expect(make).toHaveBeenCalledOnce();
});

it("is a schema like any other", () => {
  const make = () => Type.Object({ name: Type.String(), age: Type.Optional(Type.Integer()) });
  const later = madeLater(OBJECT_MEMBERS, make);
  expect(later).toEqual(make());
  expect(structuredClone(later)).toEqual(structuredClone(make()));
  expect(JSON.stringify(later)).toBe(JSON.stringify(make()));
  expect(Type.IsObject(later)).toBe(true);
  expect(Value.Check(Type.Partial(later), {})).toBe(true);
  expect(Value.Check(Type.Object({ inner: Type.Optional(later) }), { inner: { name: 1 } })).toBe(false);
});
