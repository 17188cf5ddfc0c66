import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRuns } from "./item-reader.ts";

const meta = { source: "local", operationId: "a.b", timestamp: 1 };
/** Long enough to be read here. */
const PADDING = "p".repeat(1100);

function runOf(items: readonly unknown[], seq = 1): object {
  const [data, ...more] = items;
  return { type: "call.responded", requestId: PADDING, output: { data, meta }, seq, more };
}

/** What `parseRuns` makes of a text; "invalid" if it is no JSON. */
function readBy(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text);
  } catch {
    return "invalid";
  }
}

const readHere = (text: string): unknown => readBy((given) => parseRuns(given) ?? JSON.parse(given), text);
const parsed = (text: string): unknown => readBy(JSON.parse, text);

const items = Array.from({ length: 50 }, (_, index) => ({ index, label: `item ${index}`, long: "y".repeat(index) }));

describe("when a frame holds a run of items that are alike", () => {
  it("reads them", () => {
    const frame = JSON.stringify([runOf(items)]);
    expect(parseRuns(frame)).toEqual(JSON.parse(frame));
  });

  it("reads several runs, and what is between and behind them", () => {
    const between = { type: "call.accepted", requestId: "r" };
    const frame = JSON.stringify([between, runOf(items), between, runOf(items, 51), between, runOf(items), between]);
    expect(parseRuns(frame)).toEqual(JSON.parse(frame));
    const ending = JSON.stringify([runOf(items), runOf(items)]);
    expect(parseRuns(ending)).toEqual(JSON.parse(ending));
  });

  it("reads negative numbers, zeros and texts of other alphabets as JSON.parse does", () => {
    const values = [
      { a: -0, b: "" },
      { a: -12, b: "é" },
      { a: 0, b: "語 und mehr als dreizehn" },
      { a: 999_999_999, b: "😀" },
    ];
    const frame = JSON.stringify([runOf(values)]).replace('"a":0', '"a":-0');
    expect(parseRuns(frame)).toEqual(JSON.parse(frame));
  });
});

describe("when items are not alike", () => {
  it.each<[string, unknown[]]>([
    ["other members", [{ a: 1 }, { b: 1 }]],
    ["more members", [{ a: 1 }, { a: 1, b: 2 }]],
    ["fewer members", [{ a: 1, b: 2 }, { a: 1 }]],
    ["nested data", [{ a: 1 }, { a: {} }]],
    ["literals", [{ a: 1 }, { a: null }]],
    ["fractions", [{ a: 1 }, { a: 1.5 }]],
    ["escapes", [{ a: "" }, { a: 'a"b' }]],
    ["long integers", [{ a: 1 }, { a: 12_345_678_901 }]],
    ["a first item that is no object", [1, { a: 1 }]],
    ["no members", [{}, {}]],
    ["data that looks like further items", [{ more: [{ a: 1 }] }, { more: [{ a: 1 }] }]],
    ["texts that look like further items", [{ x: ',"more":[{' }, { x: ',"more":[{' }]],
  ])("leaves %s to JSON.parse", (_what, values) => {
    const misleading = { input: { data: { a: 1 }, more: values } };
    for (const events of [[runOf(values)], [misleading, runOf(values)]]) {
      const frame = JSON.stringify(events);
      expect(readHere(frame)).toEqual(parsed(frame));
    }
  });

  it("sets no prototype", () => {
    const frame = `[{"type":"${PADDING}","output":{"data":{"__proto__":1}},"more":[{"__proto__":2}]}]`;
    expect(readHere(frame)).toEqual(parsed(frame));
  });
});

describe("when a frame is broken", () => {
  const frame = JSON.stringify([runOf(items.slice(0, 3)), { type: "x" }]);

  it("is refused where JSON.parse refuses it, wherever it is cut or changed", () => {
    const units = fc.constantFrom("{", "}", "[", "]", ",", ":", '"', "\\", "-", "0", "1", "a", " ", "\n");
    fc.assert(
      fc.property(fc.integer({ min: 1100, max: frame.length }), units, (at, unit) => {
        const [before, after] = [frame.slice(0, at), frame.slice(at)];
        for (const broken of [before, before + unit + after, before + unit + after.slice(1)])
          expect(readHere(broken)).toEqual(parsed(broken));
      }),
    );
  });
});
