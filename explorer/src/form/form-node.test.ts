import { describe, expect, test } from "vitest";
import { formOf } from "./form-model.test-support.ts";
import { childrenOf, chosenBranch } from "./form-node.ts";
import { typeHint } from "./type-hint.ts";

const mail = {
  type: "object",
  properties: { kind: { const: "mail" }, to: { type: "string" } },
  required: ["kind", "to"],
};
const call = {
  type: "object",
  properties: { kind: { const: "call" }, number: { type: "string" } },
  required: ["kind", "number"],
};

describe("the branch of a union", () => {
  test("follows the value, even an incomplete one", () => {
    const { source, root } = formOf({ anyOf: [mail, call] }, { kind: "call" });
    expect(chosenBranch(source, root).index).toBe(1);
  });

  test("is the user's choice while the value allows it", () => {
    const schema = {
      anyOf: [{ type: "object", properties: {} }, { type: "object", properties: { a: {} } }, { type: "string" }],
    };
    const choices = new Map([["", 1]]);
    const chosen = formOf(schema, {}, choices);
    expect(chosenBranch(chosen.source, chosen.root).index).toBe(1);
    const changed = formOf(schema, "text", choices);
    expect(chosenBranch(changed.source, changed.root).index).toBe(2);
  });

  test("is found even if the branches are unions of each other", () => {
    const twelve = Array.from({ length: 12 }, () => ({ $ref: "#" }));
    const { source, root } = formOf(
      { type: "object", properties: { a: { $ref: "#" } }, anyOf: twelve },
      { a: { a: { a: 1 } } },
    );
    expect(chosenBranch(source, root).index).toBe(0);
  });

  test("is missing without a value, and for a value that fits no branch", () => {
    const absent = formOf({ anyOf: [mail, call] }, undefined);
    expect(chosenBranch(absent.source, absent.root)).toEqual({ index: -1, node: undefined });
    const odd = formOf({ anyOf: [mail, call] }, 5);
    expect(chosenBranch(odd.source, odd.root).node).toBeUndefined();
  });
});

test("a value of the wrong kind is shown as JSON, so that the user can repair it", () => {
  const { source, root } = formOf({ type: "object", properties: { n: { type: "string" } } }, { n: 5, extra: 1 });
  expect(childrenOf(source, root)).toMatchObject([
    { label: "n", control: "json", mismatch: true, value: 5 },
    { label: "extra", control: "json", isNamed: true, value: 1 },
  ]);
});

describe("a value that the user is still typing", () => {
  test.each([
    [{ type: "number" }, "-", "number"],
    [{ type: "integer" }, 1.5, "integer"],
    [{ enum: ["a", "b"] }, "c", "enum"],
    [{ type: "number" }, [], "json"],
  ])("with the schema %j, %j stays in a field of kind %s", (schema, value, control) => {
    expect(formOf(schema, value).root).toMatchObject({ control, mismatch: true });
  });
});

describe("the hint beside a field", () => {
  test.each([
    [{ type: "integer", minimum: 1, maximum: 9, default: 5 }, undefined, "integer, 1 to 9, default 5"],
    [{ type: ["string", "null"], format: "uuid", deprecated: true }, "x", "uuid, or null, deprecated"],
    [{ type: "array" }, [], "list"],
    [{ type: "array", minItems: 1, maxItems: 3 }, [], "list, 1 to 3 items"],
    [{ type: "string", minLength: 1 }, "", "text, not empty"],
    [{ type: "string", minLength: 2, pattern: "^a" }, "", "text, at least 2 characters, matches ^a"],
    [{ type: "number", exclusiveMinimum: 0, multipleOf: 5 }, 5, "number, more than 0, multiple of 5"],
    [{ not: { type: "null" } }, 5, "any JSON, except null"],
    [{ type: "string", not: { enum: ["a", "b"] } }, "c", "text, except a, b"],
    [{ not: { required: ["x"] } }, 5, "any JSON, with exceptions (see the schema)"],
    [{ type: "string" }, 5, "invalid, expected text"],
    [{ enum: ["a", "b"] }, "c", "invalid, expected one of the choices"],
  ])("%j with %j is %j", (schema, value, hint) => {
    expect(typeHint(formOf(schema, value).root)).toBe(hint);
  });
});
