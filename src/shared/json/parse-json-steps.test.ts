import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atOnce } from "../time/slices.ts";
import { parseExactly } from "./exact-json.ts";
import { cutJSON } from "./cut-json.ts";
import { parseJSONSteps } from "./parse-json-steps.ts";

const UTF8 = new TextEncoder();
/** Cut at every comma at the least. */
const segmentBytes = fc.constantFrom(0, 1, 5, 40);

const parse = (text: string, segment: number): unknown =>
  atOnce(parseJSONSteps(UTF8.encode(text), { segmentBytes: segment }));

/** With names and numbers that are special somewhere on the way. */
const anyJSON = fc.oneof(
  fc.json(),
  fc
    .jsonValue({ maxDepth: 6 })
    .map((value) => JSON.stringify([value, { "": value, __proto__: 1, 7: [value], "a,]}": [value, { b: value }] }])),
  fc
    .array(
      fc.constantFrom('{"a":[', "[[", '{"7":{"":', "1,", "]", "}", '"x,",', '"__proto__":', '"a":', "0", "null", ","),
    )
    .map((parts) => parts.join("")),
);

describe("when JSON is read in steps", () => {
  it("returns what JSON.parse returns, wherever it cuts the text", () => {
    fc.assert(
      fc.property(fc.json(), anyJSON, segmentBytes, fc.constantFrom(undefined, 1, "\t"), (one, two, segment, space) => {
        const texts = [one, two].flatMap((json) => {
          const { value } = outcome(() => JSON.parse(json) as unknown) as { value?: unknown };
          return value === undefined ? [] : [json, JSON.stringify(value, undefined, space)];
        });
        for (const text of texts) {
          const value = parse(text, segment);
          expect(value).toEqual(parseExactly(text));
          // Members in the same order, too.
          expect(JSON.stringify(value)).toBe(JSON.stringify(parseExactly(text)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["a long name", `{"${"n".repeat(16_000_000)}":"`],
    ["a long space", `{"n":${" ".repeat(16_000_000)}"`],
  ])("takes no longer for a text behind %s than for a text of that length", (_what, before) => {
    const timeOf = (beginning: string, size: number): number => {
      const bytes = UTF8.encode(`${beginning}${"t".repeat(size)}"}`);
      const begun = process.cpuUsage();
      const [text] = Object.values(atOnce(parseJSONSteps(bytes)) as Record<string, string>);
      expect(text).toHaveLength(size);
      return process.cpuUsage(begun).user;
    };
    timeOf('{"n":"', 100_000);
    // It took 7 to 13 times as long.
    expect(timeOf(before, 16_000_000)).toBeLessThan(4 * timeOf('{"n":"', 32_000_000));
  });

  it("refuses exactly what JSON.parse refuses", () => {
    const broken = fc.tuple(
      anyJSON,
      fc.nat(),
      fc.constantFrom("", "{", "}", "]", "[", '"', "\\", ",", ":", "x", " ", "1", "],[", "},{", '":"'),
    );
    fc.assert(
      fc.property(broken, segmentBytes, ([json, place, insert], segment) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + insert + json.slice(insert === "" ? at + 1 : at);
        expect(outcome(() => parse(text, segment))).toEqual(outcome(() => parseExactly(text)));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    "[1,]",
    "[,1]",
    "[1,2",
    "[1],[2]",
    "[1,2],",
    '{"a":1,}',
    '{"a":1,"b"}',
    "[1,2}",
    '{"a":1]',
    "[[1,2],3]]",
    "",
  ])("refuses %s", (text) => {
    expect(() => parse(text, 0)).toThrow(SyntaxError);
  });

  it("keeps a member named __proto__ a member", () => {
    const value = parse('{"b": 1, "__proto__": {"a": 1, "c": [1, 2]}, "a": 2}', 0) as object;
    expect(Object.keys(value)).toEqual(["b", "__proto__", "a"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it("keeps the digits of long integers", () => {
    expect(parse("[1, 12345678901234567890, [2, 12345678901234567891]]", 0)).toEqual([
      1,
      "12345678901234567890",
      [2, "12345678901234567891"],
    ]);
  });

  it("says where the text is wrong", () => {
    expect(() => parse('[1, 2, {"a": 1 "b"}]', 0)).toThrow("position 15");
  });

  it("takes many steps for a long text, even within one large value", () => {
    const text = JSON.stringify({ a: Array.from({ length: 50_000 }, (_, index) => ({ index })) });
    expect(stepsOf(text)).toBeGreaterThan(10);
  });

  it("parses nothing of a text with too many values", () => {
    const steps = parseJSONSteps(UTF8.encode(`[${"{},".repeat(100_000)}`), { most: 100_000 });
    expect(() => atOnce(steps)).toThrow("more values than the limit of 100000");
  });

  it("counts no value in a string", () => {
    const text = JSON.stringify([`"${"[{,".repeat(100_000)}\\`, { 'a"': "," }]);
    expect(atOnce(parseJSONSteps(UTF8.encode(text), { most: 20 }))).toEqual(JSON.parse(text));
  });

  it("counts 50 more for each member of an object beyond the first 1,000, but not for items", () => {
    const wide = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;
    const valuesOf = (text: string): number =>
      atOnce(cutJSON(UTF8.encode(text), { most: Infinity, segmentBytes: Infinity })).values;
    expect(valuesOf(wide(1000))).toBe(1007);
    expect(valuesOf(wide(1010))).toBe(1017 + 10 * 50);
    expect(valuesOf(`[${wide(999)},${wide(999)},${"1,".repeat(2000)}1]`)).toBe(7 + 2 * 1006 + 2001);
    expect(valuesOf(`{"a":${wide(1001)},"b":[${"1,".repeat(2000)}1]}`)).toBe(7 + 1008 + 50 + 7 + 2001);
  });

  it("joins the pieces of strings, wherever it cuts them", () => {
    const piece = fc.constantFrom(
      "a",
      "é",
      "\u{1f600}",
      '\\"',
      "\\\\",
      "\\n",
      "\\u00e9",
      "\\ud83d\\ude00",
      "{",
      ",",
      "12345678901234567",
    );
    const string = fc.array(piece, { maxLength: 30 }).map((parts) => `"${parts.join("")}"`);
    const json = fc
      .tuple(string, string, string)
      .map(([one, two, three]) => [
        one,
        `[${one},[${two}],${three}]`,
        `{ "__proto__" : ${one}, ${two}: {"a":${two}}, "a":${three}, "b" :[{"c":${one}},{"c":${three}}]}`,
      ]);
    fc.assert(
      fc.property(json, segmentBytes, (texts, segment) => {
        for (const text of texts) expect(parse(text, segment)).toEqual(parseExactly(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("decodes broken characters as if it did not cut", () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 0x80, max: 0xff, maxLength: 60 }), segmentBytes, (inside, segment) => {
        const bytes = new Uint8Array([0x5b, 0x22, ...inside, 0x22, 0x5d]);
        const value = atOnce(parseJSONSteps(bytes, { segmentBytes: segment }));
        expect(value).toEqual(JSON.parse(new TextDecoder().decode(bytes)));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['"', '"'],
    ['["', '"]'],
    ['{"a":"', '"}'],
    ['[[{"a":{"b":"', '"}}]]'],
  ])("takes many steps for a long string within %s and %s", (before, after) => {
    // Without cuts within it, it is looked at in 31 steps and parsed in one.
    expect(stepsOf(before + "a".repeat(2_000_000) + after)).toBeGreaterThan(40);
  });

  it("parses nothing of a text that is too deep", () => {
    const steps = parseJSONSteps(UTF8.encode("[".repeat(100_000)), { mostLevels: 10_000 });
    expect(() => atOnce(steps)).toThrow("nested more than 10000 levels");
  });

  it("takes time in proportion to the length, however deep the text", () => {
    const deep = "[".repeat(100_000);
    const text = `[${deep}${"]".repeat(100_000)},${"1,".repeat(10_000)}${deep}1${",1]".repeat(100_000)}]`;
    // With copies of everything that is open at each of the cuts, it would need gigabytes.
    expect(JSON.stringify(stepsOf(text, 100))).toBeDefined();
  });
});

function stepsOf(text: string, segment?: number): number {
  const steps = parseJSONSteps(UTF8.encode(text), { segmentBytes: segment });
  let count = 0;
  while (steps.next().done !== true) count++;
  return count;
}

function outcome(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    return (error as Error).name;
  }
}
