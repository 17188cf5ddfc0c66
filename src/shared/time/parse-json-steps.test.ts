import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJSONSteps } from "./parse-json-steps.ts";
import { atOnce } from "./slices.ts";

const parse = (text: string, levels: number): unknown => atOnce(parseJSONSteps(text, levels));

describe("when JSON is read in steps", () => {
  it("returns what JSON.parse returns, however finely it slices the text", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), fc.constantFrom(undefined, 1, "\t"), (json, levels, space) => {
        const text = JSON.stringify(JSON.parse(json), undefined, space);
        expect(parse(text, levels)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it("refuses exactly what JSON.parse refuses", () => {
    const broken = fc.tuple(
      fc.json(),
      fc.nat(),
      fc.constantFrom("", "{", "}", "]", '"', "\\", ",", ":", "x", " ", "1"),
    );
    fc.assert(
      fc.property(broken, fc.nat(3), ([json, place, insert], levels) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + insert + json.slice(insert === "" ? at + 1 : at);
        expect(outcome(() => parse(text, levels))).toEqual(outcome(() => JSON.parse(text) as unknown));
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps a member named __proto__ a member", () => {
    const value = parse('{"__proto__": {"a": 1}, "a": 2}', 2) as object;
    expect(Object.keys(value)).toEqual(["__proto__", "a"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("takes many steps for a long text, even within one large value", () => {
    const text = JSON.stringify({ a: Array.from({ length: 50_000 }, (_, index) => ({ index })) });
    const steps = parseJSONSteps(text, 1);
    let count = 0;
    while (steps.next().done !== true) count++;
    expect(count).toBeGreaterThan(10);
  });
});

function outcome(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    return (error as Error).name;
  }
}
