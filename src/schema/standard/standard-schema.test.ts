import type { StandardSchemaV1 } from "@standard-schema/spec";
import { type } from "arktype";
import { Type } from "typebox";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { formatValueErrors } from "../explain/format-value-errors.ts";
import { isStandardSchema, runStandardSchema, standardIssuesToErrors } from "./standard-schema.ts";

const zodUser = z.object({ name: z.string(), tags: z.array(z.string()).default([]) });
const valibotUser = v.object({ name: v.string(), tags: v.optional(v.array(v.string()), []) });
const arktypeUser = type({ name: "string", tags: type("string[]").default(() => []) });

/** A schema that answers with the given value. */
function answering(validate: () => unknown): StandardSchemaV1 {
  return { "~standard": { version: 1, vendor: "odd", validate: validate as StandardSchemaV1.Props["validate"] } };
}

describe("when a schema is inspected", () => {
  it("recognises the libraries that speak Standard Schema, functions included", () => {
    expect([zodUser, valibotUser, arktypeUser].map(isStandardSchema)).toEqual([true, true, true]);
  });

  it("recognises nothing else as one", () => {
    const others = [Type.Object({ "~standard": Type.String() }), { type: "string" }, true, null, () => 1];
    const broken = [{ "~standard": { version: 2, validate: () => 1 } }, { "~standard": { version: 1 } }];
    expect([...others, ...broken].map(isStandardSchema)).not.toContain(true);
  });
});

describe.each([
  ["zod", zodUser],
  ["valibot", valibotUser],
  ["arktype", arktypeUser],
])("when a value is validated by %s", (_library, schema) => {
  it("returns the library's output synchronously", () => {
    expect(runStandardSchema(schema, { name: "Ada" })).toEqual({ value: { name: "Ada", tags: [] } });
  });

  it("returns its issues as errors with pointers and received values", () => {
    expect(runStandardSchema(schema, { name: "Ada", tags: ["a", 2] })).toEqual({
      errors: [expect.objectContaining({ path: "/tags/1", received: "2", keyword: "validate" })],
    });
  });
});

describe("when a library validates asynchronously", () => {
  it("returns a promise of the outcome", async () => {
    const schema = z.string().refine((text) => Promise.resolve(text === "x"), "not x");
    const accepted = runStandardSchema(schema, "x");
    expect(accepted).toBeInstanceOf(Promise);
    expect(await accepted).toEqual({ value: "x" });
    expect(await runStandardSchema(schema, "y")).toMatchObject({ errors: [{ message: "not x" }] });
  });

  it("reports a rejection as an error", async () => {
    const outcome = runStandardSchema(
      answering(() => Promise.reject(new Error("down"))),
      1,
    );
    expect(await outcome).toMatchObject({ errors: [{ message: "could not be validated by the odd schema: down" }] });
  });
});

describe("when a library misbehaves", () => {
  it.each<[string, () => unknown]>([
    [
      "boom",
      () => {
        throw new Error("boom");
      },
    ],
    ["neither a value nor", () => undefined],
    ["neither a value nor", () => ({})],
    ["neither a value nor", () => ({ issues: "bad" })],
    ["without a reason", () => ({ issues: [] })],
  ])("says so: %s", (reason, validate) => {
    const outcome = runStandardSchema(answering(validate), 1);
    expect(outcome).toMatchObject({ errors: [{ path: "", message: expect.stringContaining(reason) }] });
  });
});

describe("when issues are odd", () => {
  it("keeps the first eight, and says that there may be more", () => {
    const errors = standardIssuesToErrors(
      Array.from({ length: 20 }, () => ({ message: "no" })),
      1,
    );
    expect(errors).toHaveLength(8);
    expect(formatValueErrors(errors)).toContain("possibly more");
  });

  it("handles segments, symbols, missing messages and unreadable values", () => {
    const value = {
      a: {
        get b(): number {
          throw new Error("boom");
        },
      },
    };
    const issues = [{ message: "", path: [{ key: "a" }, "b", Symbol("c")] }];
    expect(standardIssuesToErrors(issues, value)).toEqual([
      {
        path: "/a/b/Symbol(c)",
        message: "is invalid",
        expected: "a valid value",
        received: "undefined",
        keyword: "validate",
      },
    ]);
  });
});
