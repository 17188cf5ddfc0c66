import { describe, expect, it } from "vitest";

import type { ParameterStyle } from "../operation/operation-shape.ts";
import { encodeReserved, encodeUnreserved } from "./wire-text.ts";
import { serialiseStyle } from "./serialise-style.ts";

/** The variables of RFC 6570, section 3.2. */
const values: Record<string, unknown> = {
  count: ["one", "two", "three"],
  dom: ["example", "com"],
  dub: "me/too",
  hello: "Hello World!",
  half: "50%",
  var: "value",
  who: "fred",
  base: "http://example.com/home/",
  path: "/foo/bar",
  list: ["red", "green", "blue"],
  keys: { semi: ";", dot: ".", comma: "," },
  v: "6",
  x: "1024",
  y: "768",
  empty: "",
  empty_keys: {},
  empty_list: [],
  undef: undefined,
};

function expand(name: string, style: ParameterStyle, explode = false): string | undefined {
  return serialiseStyle(values[name], { name, style, explode, encode: encodeUnreserved, encodeName: encodeUnreserved });
}

describe("when a value is expanded as in RFC 6570", () => {
  it.each<[string, ParameterStyle, boolean, string | undefined]>([
    ["var", "simple", false, "value"],
    ["hello", "simple", false, "Hello%20World%21"],
    ["half", "simple", false, "50%25"],
    ["empty", "simple", false, ""],
    ["undef", "simple", false, undefined],
    ["list", "simple", false, "red,green,blue"],
    ["list", "simple", true, "red,green,blue"],
    ["keys", "simple", false, "semi,%3B,dot,.,comma,%2C"],
    ["keys", "simple", true, "semi=%3B,dot=.,comma=%2C"],
    ["who", "label", false, ".fred"],
    ["half", "label", false, ".50%25"],
    ["dom", "label", true, ".example.com"],
    ["empty", "label", false, "."],
    ["list", "label", false, ".red,green,blue"],
    ["keys", "label", false, ".semi,%3B,dot,.,comma,%2C"],
    ["keys", "label", true, ".semi=%3B.dot=..comma=%2C"],
    ["empty_keys", "label", true, undefined],
    ["who", "matrix", false, ";who=fred"],
    ["half", "matrix", false, ";half=50%25"],
    ["empty", "matrix", false, ";empty"],
    ["list", "matrix", false, ";list=red,green,blue"],
    ["list", "matrix", true, ";list=red;list=green;list=blue"],
    ["keys", "matrix", false, ";keys=semi,%3B,dot,.,comma,%2C"],
    ["keys", "matrix", true, ";semi=%3B;dot=.;comma=%2C"],
    ["empty_list", "matrix", true, undefined],
    ["who", "form", false, "who=fred"],
    ["half", "form", false, "half=50%25"],
    ["empty", "form", false, "empty="],
    ["undef", "form", false, undefined],
    ["list", "form", false, "list=red,green,blue"],
    ["list", "form", true, "list=red&list=green&list=blue"],
    ["keys", "form", false, "keys=semi,%3B,dot,.,comma,%2C"],
    ["keys", "form", true, "semi=%3B&dot=.&comma=%2C"],
    ["empty_keys", "form", true, undefined],
  ])("expands %s as %s with explode %s", (name, style, explode, expected) => {
    expect(expand(name, style, explode)).toBe(expected);
  });

  it.each([
    ["value", "value"],
    ["Hello World!", "Hello%20World!"],
    ["50%", "50%25"],
    ["50%25", "50%25"],
    ["http://example.com/home/", "http://example.com/home/"],
  ])("keeps reserved characters and triplets of %s where that is allowed", (text, expected) => {
    expect(encodeReserved(text, "query")).toBe(expected);
  });

  it("still encodes characters that would end the value in the URL", () => {
    expect(encodeReserved("a&b#c+d", "query")).toBe("a%26b%23c%2Bd");
    expect(encodeReserved("a/b?c#d&e", "path")).toBe("a%2Fb%3Fc%23d&e");
  });
});

describe("when the specification does not define how to write a value", () => {
  const options = { name: "q", explode: true, encode: encodeUnreserved, encodeName: encodeUnreserved } as const;

  it("writes objects inside objects with brackets in deepObject", () => {
    const value = { a: { b: 1 }, list: [1, 2], gone: undefined, empty: {} };
    expect(serialiseStyle(value, { ...options, style: "deepObject" })).toBe(
      "q%5Ba%5D%5Bb%5D=1&q%5Blist%5D%5B0%5D=1&q%5Blist%5D%5B1%5D=2",
    );
  });

  it("writes objects inside lists as JSON in the other styles", () => {
    expect(serialiseStyle([{ a: 1 }], { ...options, style: "form" })).toBe("q=%7B%22a%22%3A1%7D");
  });

  it("writes dates, big integers and booleans as text, and null as the empty text", () => {
    const value = [new Date(0), 12345678901234567890n, true, null];
    expect(serialiseStyle(value, { ...options, style: "simple" })).toBe(
      "1970-01-01T00%3A00%3A00.000Z,12345678901234567890,true,",
    );
  });

  it("skips members that are undefined", () => {
    expect(serialiseStyle([1, undefined, 2], { ...options, style: "form" })).toBe("q=1&q=2");
    expect(serialiseStyle({ a: undefined, b: 1 }, { ...options, style: "form" })).toBe("b=1");
  });

  it("refuses functions, cycles and endless depth instead of writing nonsense", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    expect(() => serialiseStyle(() => 1, { ...options, style: "form" })).toThrow(
      "a function cannot be written as text",
    );
    expect(() => serialiseStyle([cycle], { ...options, style: "form" })).toThrow(TypeError);
    expect(() => serialiseStyle(cycle, { ...options, style: "deepObject" })).toThrow("nested deeper than 32 levels");
  });
});
