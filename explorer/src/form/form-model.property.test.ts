import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldsOf, formOf, sample, valueOf } from "./form-model.test-support.ts";
import { roughlyFits } from "./roughly-fits.ts";
import { fromPointer } from "../../../src/shared/json/json-pointer.ts";
import { isSameJSON } from "../../../src/shared/json/is-same-json.ts";
import { getAt, setAt } from "../json/json-path.ts";

describe("the form of a valid value", () => {
  test("shows all of it and nothing else", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        const { source, root } = formOf(schema, value);
        expect(isSameJSON(valueOf(source, root), value)).toBe(true);
      }),
    );
  });

  test("does not change when a field writes its own value back", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        const { source, root } = formOf(schema, value);
        for (const field of fieldsOf(source, root)) {
          if (!field.present) continue;
          expect(field.value).toBe(getAt(value, field.path));
          expect(isSameJSON(setAt(value, field.path, field.value), value)).toBe(true);
        }
      }),
    );
  });

  test("gives each field a pointer that leads to its value (RFC 6901)", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        const { source, root } = formOf(schema, value);
        for (const field of fieldsOf(source, root)) expect(follow(value, field.pointer)).toBe(field.value);
      }),
    );
  });

  test("passes the quick check", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        expect(roughlyFits(formOf(schema, value).source.document, schema, value)).toBe(true);
      }),
    );
  });
});

test("the form shows all of any value, valid or not", () => {
  fc.assert(
    fc.property(sample, fc.jsonValue(), ({ schema }, value) => {
      const { source, root } = formOf(schema, value);
      expect(isSameJSON(valueOf(source, root), value)).toBe(true);
    }),
  );
});

function follow(value: unknown, pointer: string): unknown {
  return fromPointer(pointer).reduce<unknown>((at, name) => new Map(Object.entries(at ?? {})).get(name), value);
}
