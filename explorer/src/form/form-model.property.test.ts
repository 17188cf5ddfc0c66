import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldsOf, formOf, sample, valueOf } from "./form-model.test-support.ts";
import { roughlyFits } from "./roughly-fits.ts";
import { isSameJSON } from "../../../src/shared/is-same-json.ts";
import { getAt, setAt } from "../json/json-path.ts";

describe("when a value fits its schema", () => {
  test("the form shows all of it, and nothing else", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        const { source, root } = formOf(schema, value);
        expect(isSameJSON(valueOf(source, root), value)).toBe(true);
      }),
    );
  });

  test("writing a field's own value back changes nothing", () => {
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

  test("each field's pointer leads to its value, by the rules of RFC 6901", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        const { source, root } = formOf(schema, value);
        for (const field of fieldsOf(source, root)) expect(follow(value, field.pointer)).toBe(field.value);
      }),
    );
  });

  test("the quick look agrees that it fits", () => {
    fc.assert(
      fc.property(sample, ({ schema, value }) => {
        expect(roughlyFits(formOf(schema, value).source.document, schema, value)).toBe(true);
      }),
    );
  });
});

describe("when a value is anything", () => {
  test("the form still shows all of it", () => {
    fc.assert(
      fc.property(sample, fc.jsonValue(), ({ schema }, value) => {
        const { source, root } = formOf(schema, value);
        expect(isSameJSON(valueOf(source, root), value)).toBe(true);
      }),
    );
  });
});

function follow(value: unknown, pointer: string): unknown {
  const tokens = pointer.split("/").slice(1);
  return tokens.reduce<unknown>((at, token) => {
    const members = new Map(Object.entries(at ?? {}));
    return members.get(token.replaceAll("~1", "/").replaceAll("~0", "~")) as unknown;
  }, value);
}
