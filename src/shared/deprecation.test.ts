import { describe, expect, it } from "vitest";
import { deprecationNote, deprecationText, instantOf, toDeprecation } from "./deprecation.ts";

describe("when an operation is deprecated", () => {
  it("says what to call instead, why, and until when, in this order", () => {
    expect(
      deprecationNote({
        reason: "Prices lack a currency",
        successor: "shop.v2.order",
        since: "2026-03-01",
        sunset: "2027-01-01",
      }),
    ).toBe(
      "Deprecated: Use shop.v2.order instead. Prices lack a currency. Deprecated since 2026-03-01. It is expected to end on 2027-01-01.",
    );
  });

  it("says only that it is deprecated if nothing else is known", () => {
    expect(deprecationNote({})).toBe("Deprecated.");
    expect(deprecationText({ reason: " \n " })).toBe("");
  });

  it("keeps the reason short and on one line", () => {
    const text = deprecationText({ reason: `One\n\ntwo. ${"long ".repeat(10_000)}` });
    expect(text).toMatch(/^One two\. long /);
    expect(text.length).toBeLessThanOrEqual(400);
  });

  it("treats `true` as a deprecation without details, and `false` as none", () => {
    expect([true, false, undefined, { reason: "x" }].map(toDeprecation)).toEqual([
      {},
      undefined,
      undefined,
      { reason: "x" },
    ]);
  });
});

describe("when a date is read", () => {
  it("accepts days and times of RFC 3339", () => {
    expect(instantOf("2026-03-01")).toBe(Date.UTC(2026, 2, 1));
    expect(instantOf("2024-02-29T12:30:00.5+02:00")).toBe(Date.UTC(2024, 1, 29, 10, 30, 0, 500));
    expect(instantOf("2026-03-01t00:00:00z")).toBe(Date.UTC(2026, 2, 1));
  });

  it.each([
    "2026-02-31",
    "2025-02-29",
    "2026-13-01",
    "tomorrow",
    "",
    "2026-03-01T12:00",
    "2026-03-01T25:00:00Z",
    "1. 3. 2026",
  ])("refuses %j", (text) => {
    expect(instantOf(text)).toBeUndefined();
  });
});
