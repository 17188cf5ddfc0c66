import { describe, expect, it } from "vitest";
import { defaultPhase, isLibraryCode, isRetryable } from "./error-defaults.ts";
import { describeError, ERROR_TABLE } from "./error-table.ts";

describe("when an error does not say how far its call got", () => {
  it.each([...Object.keys(ERROR_TABLE), "DECLARED_BY_AN_OPERATION", "toString"])(
    "uses the table's default for %s",
    (code) => {
      const { phase, retryable } = describeError(code);
      expect({ phase: defaultPhase(code), retryable: isRetryable(code) }).toEqual({ phase, retryable });
      expect(isLibraryCode(code)).toBe(Object.hasOwn(ERROR_TABLE, code));
    },
  );
});
