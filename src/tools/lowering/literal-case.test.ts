import { describe, expect, it } from "vitest";
import { anthropicStrictRules } from "../providers/anthropic-rules.ts";
import { openaiStrictRules } from "../providers/openai-rules.ts";
import { lowerForProvider } from "./lower-for-provider.ts";
import { literalCase } from "./literal-case.ts";

const state = { type: "string", enum: ["open", "closed", "Won't fix"] };

describe("when a model gives a listed text in another case", () => {
  it("becomes the listed one, in lists, objects, unions and behind references", () => {
    const correct = literalCase({
      type: "object",
      properties: {
        states: { type: "array", items: { $ref: "#/$defs/state" } },
        either: { anyOf: [{ type: "null" }, { type: "object", properties: { kind: { const: "card" } } }, state] },
      },
      $defs: { state },
    });
    expect(correct({ states: ["Open", "closed", "WON'T FIX"], either: { kind: "Card" } })).toEqual({
      states: ["open", "closed", "Won't fix"],
      either: { kind: "card" },
    });
    expect(correct({ either: "OPEN" })).toEqual({ either: "open" });
  });

  it("stays unchanged if that is a choice: two that differ only in case, or any text", () => {
    const correct = literalCase({
      type: "object",
      properties: {
        twice: { type: "string", enum: ["a", "A", "b"] },
        free: { anyOf: [state, { type: ["string", "null"] }] },
      },
    });
    const given = { twice: "A", free: "Open", other: "Open", number: 1, nothing: null };
    expect(correct(given)).toEqual(given);
    expect(literalCase({ enum: ["aB", "Ab"] })("ab")).toBe("ab");
  });

  it("terminates on circular references", () => {
    const correct = literalCase({ $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } });
    expect(correct({ a: "b" })).toEqual({ a: "b" });
  });
});

describe("when the rules of a provider say that case may change", () => {
  it("restores it, even for schemas that need no lowering, but not for other providers", () => {
    const schema = { type: "object", properties: { state }, required: ["state"], additionalProperties: false };
    const restoredBy = (rules: typeof anthropicStrictRules): unknown => {
      const lowered = lowerForProvider(schema, rules.rules);
      return "refused" in lowered ? lowered.refused : lowered.restore({ state: "OPEN" });
    };
    expect(restoredBy(anthropicStrictRules)).toEqual({ state: "open" });
    expect(restoredBy(openaiStrictRules)).toEqual({ state: "OPEN" });
  });
});
