import { expect, it } from "vitest";
import { CallError } from "./call-error.ts";
import { withoutStack } from "./without-stack.ts";

it("makes an error without its stack, and others as before", () => {
  const refused = withoutStack(() => new CallError("OVERLOADED", "Too many."));
  expect(refused.stack).not.toMatch(/\n\s+at /);
  expect(refused.message).toBe("Too many.");
  expect(() => withoutStack(() => JSON.parse("{"))).toThrow(SyntaxError);
  expect(new CallError("OVERLOADED", "Too many.").stack).toMatch(/\n\s+at /);
});
