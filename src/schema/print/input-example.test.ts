import { describe, expect, it } from "vitest";
import { inputExample } from "./input-example.ts";

const string = { type: "string" };

function object(properties: object, required: readonly string[] = [], more: object = {}) {
  return { type: "object", properties, required, additionalProperties: false, ...more };
}

describe("the example of an input", () => {
  it("is the first of the schema's own examples that fits", () => {
    const examples = [{ city: 1 }, { city: "Oslo" }, { city: "Rome" }];
    expect(inputExample(object({ city: string }, ["city"], { examples }))).toEqual({ city: "Oslo" });
  });

  it("consists of its members' examples, with placeholders for required members without one", () => {
    const schema = object(
      {
        owner: string,
        count: { type: "integer", minimum: 5 },
        state: { enum: ["open", "closed"] },
        flag: { type: "boolean" },
        limit: { type: "integer", default: 20 },
        body: object({ title: string }, ["title"]),
        colour: { ...string, examples: ["red"] },
        other: string,
      },
      ["owner", "count", "state", "flag", "limit", "body"],
    );
    expect(inputExample(schema, { body: { title: "A bug" }, unknown: 1 })).toEqual({
      owner: "<owner>",
      count: 5,
      state: "open",
      flag: true,
      limit: 20,
      body: { title: "A bug" },
      colour: "red",
    });
  });

  it("follows references to examples", () => {
    const schema = object({ city: { $ref: "#/$defs/City" } }, ["city"], {
      $defs: { City: { ...string, examples: ["Oslo"] } },
    });
    expect(inputExample(schema)).toEqual({ city: "Oslo" });
  });

  it.each([
    ["has no examples", object({ city: string }, ["city"]), {}],
    ["has only wrong ones", object({ city: string }, ["city"], { examples: [{ city: 1 }, {}] }), {}],
    ["has a wrong example for a member", object({ city: string }), { city: 1 }],
    ["needs a value that cannot be guessed", object({ city: string, place: object({}) }, ["place"]), { city: "Oslo" }],
    [
      "has a pattern that no placeholder fits",
      object({ a: { ...string, pattern: "^x$" }, b: string }, ["a"]),
      { b: "b" },
    ],
  ])("is missing if the schema %s", (_why, schema, given) => {
    expect(inputExample(schema, given)).toBeUndefined();
  });
});
