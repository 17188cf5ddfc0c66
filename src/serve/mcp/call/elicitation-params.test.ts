import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readElicitationAnswer } from "./elicitation-params.ts";

describe("when a client answers", () => {
  const fields = fc.dictionary(
    fc.string(),
    fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.array(fc.string())),
  );

  it("accepts every form", () => {
    fc.assert(
      fc.property(fields, (content) => {
        expect(readElicitationAnswer({ action: "accept", content })).toEqual({ action: "accept", content });
      }),
    );
  });

  it("ignores content of a refusal, and anything that is not an answer", () => {
    for (const action of ["decline", "cancel"]) {
      expect(readElicitationAnswer({ action, content: { name: "Ada" } })).toEqual({ action });
    }
    expect(readElicitationAnswer({ action: "accept" })).toEqual({ action: "accept" });
    for (const content of [null, [], "x", { a: null }, { a: {} }, { a: [1] }]) {
      expect(readElicitationAnswer({ action: "accept", content })).toBeUndefined();
    }
    for (const given of [undefined, null, "accept", {}, { action: "failed" }, { action: 1 }]) {
      expect(readElicitationAnswer(given)).toBeUndefined();
    }
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (action, content) => {
        const answer = readElicitationAnswer({ action, content });
        expect([undefined, "accept", "decline", "cancel"]).toContain(answer?.action);
      }),
    );
  });
});
