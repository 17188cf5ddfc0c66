import { existsSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { compileParameter, writeParameter } from "../../src/sources/openapi/request/serialise-parameter.ts";
import type { ParameterLocation, ParameterStyle } from "../../src/sources/openapi/operation/operation-shape.ts";

interface Row {
  readonly spec: string;
  readonly style: ParameterStyle;
  /** `null` if the specification leaves it open. */
  readonly explode: boolean | null;
  readonly kind: string;
  readonly name: string;
  readonly value: unknown;
  readonly expected: string;
}

/** The specification's values of the parameter `color`. `null` stands for its column "undefined". */
const values = {
  undefined: null,
  string: "blue",
  array: ["blue", "black", "brown"],
  object: { R: 100, G: 200, B: 150 },
};

type Texts = Partial<Record<keyof typeof values, string>>;

/** The table of OpenAPI 3.2, "Style Examples". A kind that the specification leaves open has no text. */
const table: ReadonlyArray<readonly [style: ParameterStyle, explode: boolean | null, texts: Texts]> = [
  [
    "matrix",
    false,
    {
      undefined: ";color",
      string: ";color=blue",
      array: ";color=blue,black,brown",
      object: ";color=R,100,G,200,B,150",
    },
  ],
  [
    "matrix",
    true,
    {
      undefined: ";color",
      string: ";color=blue",
      array: ";color=blue;color=black;color=brown",
      object: ";R=100;G=200;B=150",
    },
  ],
  ["label", false, { undefined: ".", string: ".blue", array: ".blue,black,brown", object: ".R,100,G,200,B,150" }],
  ["label", true, { undefined: ".", string: ".blue", array: ".blue.black.brown", object: ".R=100.G=200.B=150" }],
  ["simple", false, { undefined: "", string: "blue", array: "blue,black,brown", object: "R,100,G,200,B,150" }],
  ["simple", true, { undefined: "", string: "blue", array: "blue,black,brown", object: "R=100,G=200,B=150" }],
  [
    "form",
    false,
    {
      undefined: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  ],
  [
    "form",
    true,
    {
      undefined: "color=",
      string: "color=blue",
      array: "color=blue&color=black&color=brown",
      object: "R=100&G=200&B=150",
    },
  ],
  ["spaceDelimited", false, { array: "color=blue%20black%20brown", object: "color=R%20100%20G%20200%20B%20150" }],
  ["pipeDelimited", false, { array: "color=blue%7Cblack%7Cbrown", object: "color=R%7C100%7CG%7C200%7CB%7C150" }],
  ["deepObject", null, { object: "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150" }],
  [
    "cookie",
    false,
    {
      undefined: "color=",
      string: "color=blue",
      array: "color=blue,black,brown",
      object: "color=R,100,G,200,B,150",
    },
  ],
  [
    "cookie",
    true,
    {
      undefined: "color=",
      string: "color=blue",
      array: "color=blue; color=black; color=brown",
      object: "R=100; G=200; B=150",
    },
  ],
];

const ownRows = table.flatMap(([style, explode, texts]) =>
  (Object.keys(texts) as Array<keyof typeof values>).map((kind): Row => ({
    spec: "3.2",
    style,
    explode,
    kind,
    name: "color",
    value: values[kind],
    expected: texts[kind] ?? "",
  })),
);

/** The tables of four versions of the specification, from `../shared` if that exists. */
function readRowsBeside(): Row[] {
  const url = new URL("../../../shared/parameters/oas-style-table.json", import.meta.url);
  return existsSync(url) ? (JSON.parse(readFileSync(url, "utf8")) as Row[]) : [];
}

const LOCATIONS: Partial<Record<ParameterStyle, readonly ParameterLocation[]>> = {
  simple: ["path", "header"],
  label: ["path"],
  matrix: ["path"],
  cookie: ["cookie"],
};

const cases = [...ownRows, ...readRowsBeside()].flatMap((row) =>
  (LOCATIONS[row.style] ?? ["query"]).map((location) => ({ ...row, location })),
);

describe("when parameters are serialised as in OpenAPI's own table", () => {
  it.each(cases)("writes $kind in a $location as $style (explode: $explode) as OpenAPI $spec does", (row) => {
    const { name, style } = row;
    const parameter = { name, inputName: name, in: row.location, style, required: true, allowReserved: false };
    for (const explode of row.explode === null ? [true, false] : [row.explode]) {
      // Earlier versions of the table show the question mark before the first pair.
      const written = writeParameter(compileParameter({ ...parameter, explode }), { [name]: row.value });
      expect(written).toBe(row.expected.replace(/^\?/, ""));
    }
  });
});
