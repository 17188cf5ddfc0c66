import { describe, expect, it } from "vitest";
import { collectErrors } from "./collect-errors.ts";
import { formatValueErrors } from "./format-value-errors.ts";

const errors = collectErrors({ properties: { a: { type: "string" }, b: { minimum: 3 } } }, { a: 1, b: 2 });
const rootErrors = collectErrors({ type: "string" }, 1);

describe("when errors are formatted", () => {
  it("returns one line per error", () => {
    expect(formatValueErrors(errors)).toBe("/a: expected string, received 1\n/b: expected >= 3, received 2");
  });

  it("calls the value itself input, or by the prefix", () => {
    expect(formatValueErrors(rootErrors)).toBe("input: expected string, received 1");
    expect(formatValueErrors(rootErrors, "output")).toBe("output: expected string, received 1");
    expect(formatValueErrors(errors.slice(1), { prefix: "output" })).toBe("output/b: expected >= 3, received 2");
  });

  it("returns an empty text for no errors", () => {
    expect(formatValueErrors([])).toBe("");
  });

  it("says that there may be more when the limit was reached", () => {
    const text = formatValueErrors(collectErrors({ items: { type: "string" } }, [1, 2, 3], { limit: 2 }));
    expect(text.split("\n").at(-1)).toBe("… and possibly more");
  });

  it("stays within the length, and says how many errors are left out", () => {
    const text = formatValueErrors(errors, { maxLength: 80 });
    expect(text).toBe("/a: expected string, received 1\n… and 1 more");
    const long = errors.map((error) => ({ ...error, path: "/x".repeat(5_000), message: "y".repeat(5_000) }));
    expect(formatValueErrors(long).length).toBeLessThanOrEqual(1_000);
  });

  it("keeps the end of a long path", () => {
    const [error] = rootErrors.map((each) => ({ ...each, path: `/${"next/".repeat(100)}last` }));
    expect(formatValueErrors(error === undefined ? [] : [error])).toContain("/next/last: expected string");
  });
});
