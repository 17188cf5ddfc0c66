import { Format } from "typebox/format";
import { afterEach, describe, expect, it } from "vitest";

import { registerFormat } from "./formats.ts";
import { getValidator } from "./validator.ts";

describe("when a format is registered", () => {
  afterEach(() => Format.Reset());

  it("is checked, for strings only", () => {
    registerFormat("even-digits", (text) => /^(\d\d)*$/.test(text));
    const { check } = getValidator({ format: "even-digits" });

    expect(["12", "123", 123].map(check)).toEqual([true, false, true]);
  });

  it("accepts every string for an unregistered format", () => {
    expect(getValidator({ format: "no-such-format" }).check("anything")).toBe(true);
  });
});
