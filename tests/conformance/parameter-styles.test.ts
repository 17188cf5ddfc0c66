import { existsSync, readFileSync } from "node:fs";

import { describe, expect, it } from "vitest";

import { compileParameter, writeParameter } from "../../src/sources/openapi/request/serialise-parameter.ts";
import type { ParameterLocation, ParameterStyle } from "../../src/sources/openapi/operation/operation-shape.ts";

interface Row {
  readonly spec: string;
  readonly style: ParameterStyle;
  /** `null` where the specification says that it does not matter. */
  readonly explode: boolean | null;
  readonly kind: string;
  readonly name: string;
  readonly value: unknown;
  readonly expected: string;
}

const tableUrl = new URL("../../../shared/parameters/oas-style-table.json", import.meta.url);
const tableIsHere = existsSync(tableUrl);
const rows = tableIsHere ? (JSON.parse(readFileSync(tableUrl, "utf8")) as Row[]) : [];
if (!tableIsHere) {
  console.warn("LEFT OUT: OpenAPI's table of styles (../shared/parameters/oas-style-table.json) is not here.");
}

const LOCATIONS: Partial<Record<ParameterStyle, readonly ParameterLocation[]>> = {
  simple: ["path", "header"],
  label: ["path"],
  matrix: ["path"],
  cookie: ["cookie"],
};

const cases = rows.flatMap((row) => (LOCATIONS[row.style] ?? ["query"]).map((location) => ({ ...row, location })));

describe("when parameters are serialised as in OpenAPI's own table", () => {
  it("finds the table beside the project, at least in CI", () => {
    expect({ tableIsHere, inCI: process.env["CI"] === "true" }).not.toEqual({ tableIsHere: false, inCI: true });
  });

  it("knows the four versions of the specification in it", () => {
    const versions = [...new Set(rows.map((row) => row.spec))];
    expect(versions).toEqual(tableIsHere ? ["3.0.4", "3.1.1", "3.1.2", "3.2.0"] : []);
  });

  it.each(cases)("writes $kind in a $location as $style (explode: $explode) as OpenAPI $spec does", (row) => {
    const { name, style } = row;
    const parameter = { name, inputName: name, in: row.location, style, required: true, allowReserved: false };
    for (const explode of row.explode === null ? [true, false] : [row.explode]) {
      // Earlier versions of the table show the question mark that stands before the first pair.
      const written = writeParameter(compileParameter({ ...parameter, explode }), { [name]: row.value });
      expect(written).toBe(row.expected.replace(/^\?/, ""));
    }
  });
});
