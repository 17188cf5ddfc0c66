import { expect, it, vi } from "vitest";
import { addLazyDefinitions } from "../types/lazy-definitions.ts";
import type { JSONSchema } from "../types/scope.ts";
import * as generation from "./generate-function.ts";
import { getValidator } from "./validator.ts";

const list = (): JSONSchema => ({ type: "array", items: { type: "integer", minimum: 0 } });

it("a first check interprets a small value, and compiles for a large one", () => {
  const generate = vi.spyOn(generation, "generateFunction");
  const { firstCheck } = getValidator(list());
  expect(firstCheck([1, 2, 3])).toBe(true);
  expect(firstCheck([1, -2, 3])).toBe(false);
  expect(generate).not.toHaveBeenCalled();
  expect(firstCheck(Array.from({ length: 1000 }, (_, index) => index))).toBe(true);
  expect(firstCheck([...Array.from({ length: 1000 }, (_, index) => index), -1])).toBe(false);
  expect(generate).toHaveBeenCalledOnce();
});

it("a first check is the compiled one if there is one", () => {
  const validator = getValidator(list());
  const { check } = validator;
  expect(validator.firstCheck).toBe(check);
});

it("a first check refuses an unusable schema, as a compiled one does", () => {
  expect(() => getValidator({ $ref: "#/$defs/none" }).firstCheck).toThrow("points at nothing");
  expect(() => getValidator({ pattern: "(" }).firstCheck).toThrow("not a valid regular expression");
});

it("a first check refuses a value that cannot be read", () => {
  const unreadable = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new Error("not for you");
    },
  });
  expect(getValidator({ properties: { a: { type: "string" } }, required: ["a"] }).firstCheck(unreadable)).toBe(false);
});

it("a definition that is made on demand is interpreted for a few values, and then compiled", () => {
  const generate = vi.spyOn(generation, "generateFunction").mockClear();
  const node: JSONSchema = { type: "object", properties: { next: { $ref: "#/$defs/Node" } }, required: ["id"] };
  const schema = addLazyDefinitions(
    { type: "object", properties: { first: { $ref: "#/$defs/Node" } } },
    { one: (name) => (name === "Node" ? node : undefined), all: () => ({ Node: node }), mayDefault: () => false },
  );
  const { firstCheck } = getValidator(schema);
  expect(firstCheck({ first: { id: 1, next: { id: 2 } } })).toBe(true);
  expect(firstCheck({ first: { id: 1, next: {} } })).toBe(false);
  expect(generate).not.toHaveBeenCalled();
  for (let turn = 0; turn < 8; turn++) expect(firstCheck({ first: { id: 1, next: { id: 2 } } })).toBe(true);
  expect(firstCheck({ first: { id: 1, next: {} } })).toBe(false);
  expect(generate).toHaveBeenCalledOnce();
});
