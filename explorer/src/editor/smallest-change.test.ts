import * as fc from "fast-check";
import { expect, test } from "vitest";
import { smallestChange } from "./smallest-change.ts";

test("the smallest change turns one text into the other and touches nothing that both share", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n") });
  fc.assert(
    fc.property(text, text, (from, to) => {
      const change = smallestChange(from, to);
      expect(from.slice(0, change.from) + change.insert + from.slice(change.to)).toBe(to);
      expect(change.insert.length).toBeLessThanOrEqual(to.length);
    }),
  );
});
