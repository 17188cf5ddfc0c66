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

describe("when a union is shown", () => {
  test("the value says which branch, even while it is incomplete", () => {
    const { source, root } = formOf({ anyOf: [mail, call] }, { kind: "call" });
    expect(chosenBranch(source, root).index).toBe(1);
  });

  test("somebody's choice counts while the value allows it", () => {
    const schema = {
      anyOf: [{ type: "object", properties: {} }, { type: "object", properties: { a: {} } }, { type: "string" }],
    };
    const choices = new Map([["", 1]]);
    const chosen = formOf(schema, {}, choices);
    expect(chosenBranch(chosen.source, chosen.root).index).toBe(1);
    const changed = formOf(schema, "text", choices);
    expect(chosenBranch(changed.source, changed.root).index).toBe(2);
  });

  test("branches that are unions of each other come to an end", () => {
    const twelve = Array.from({ length: 12 }, () => ({ $ref: "#" }));
    const { source, root } = formOf(
      { type: "object", properties: { a: { $ref: "#" } }, anyOf: twelve },
      { a: { a: { a: 1 } } },
    );
    expect(chosenBranch(source, root).index).toBe(0);
  });

  test("no value has no branch, and a value that fits none stays as it is", () => {
    const absent = formOf({ anyOf: [mail, call] }, undefined);
    expect(chosenBranch(absent.source, absent.root)).toEqual({ index: -1, node: undefined });
    const odd = formOf({ anyOf: [mail, call] }, 5);
    expect(chosenBranch(odd.source, odd.root).node).toBeUndefined();
  });
});

describe("when a value is of another kind than its schema wants", () => {
  test("it is shown as JSON, to be repaired", () => {
    const { source, root } = formOf({ type: "object", properties: { n: { type: "string" } } }, { n: 5, extra: 1 });
    expect(childrenOf(source, root)).toMatchObject([
      { label: "n", control: "json", mismatch: true, value: 5 },
      { label: "extra", control: "json", isNamed: true, value: 1 },
    ]);
  });
});

describe("when a value is only on its way", () => {
  test.each([
    [{ type: "number" }, "-", "number"],
    [{ type: "integer" }, 1.5, "integer"],
    [{ enum: ["a", "b"] }, "c", "enum"],
    [{ type: "number" }, [], "json"],
  ])("for %j, %j stays in a field of kind %s", (schema, value, control) => {
    expect(formOf(schema, value).root).toMatchObject({ control, mismatch: true });
  });
});

describe("when a field says what it is for", () => {
  test.each([
    [{ type: "integer", minimum: 1, maximum: 9, default: 5 }, undefined, "integer, 1 to 9, default 5"],
    [{ type: ["string", "null"], format: "uuid", deprecated: true }, "x", "uuid, or null, deprecated"],
    [{ type: "array" }, [], "list"],
    [{ type: "array", minItems: 1, maxItems: 3 }, [], "list, 1 to 3 items"],
    [{ type: "string", minLength: 1 }, "", "text, not empty"],
    [{ type: "string", minLength: 2, pattern: "^a" }, "", "text, from 2 characters, like ^a"],
    [{ type: "number", exclusiveMinimum: 0, multipleOf: 5 }, 5, "number, more than 0, multiple of 5"],
    [{ not: { type: "null" } }, 5, "any JSON, but not null"],
    [{ type: "string", not: { enum: ["a", "b"] } }, "c", "text, but not a, b"],
    [{ not: { required: ["x"] } }, 5, "any JSON, with exceptions: see the schema"],
    [{ type: "string" }, 5, "does not fit: expected text"],
    [{ enum: ["a", "b"] }, "c", "does not fit: expected one of the choices"],
  ])("%j with %j is %j", (schema, value, hint) => {
    expect(typeHint(formOf(schema, value).root)).toBe(hint);
  });
});
