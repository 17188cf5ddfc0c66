import { afterEach, expect, it, vi } from "vitest";
import { CallError } from "./call-error.ts";
import { StackRation, withoutStack } from "./without-stack.ts";

afterEach(() => vi.useRealTimers());

it("makes an error without its stack, and others as before", () => {
  const refused = withoutStack(() => new CallError("OVERLOADED", "Too many."));
  expect(refused.stack).not.toMatch(/\n\s+at /);
  expect(refused.message).toBe("Too many.");
  expect(() => withoutStack(() => JSON.parse("{"))).toThrow(SyntaxError);
  expect(new CallError("OVERLOADED", "Too many.").stack).toMatch(/\n\s+at /);
});

it("adds a stack to the first errors of each second, which begins where the caller says", () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const stacks = new StackRation();
  const fail = (): CallError => stacks.make(() => new CallError("VALIDATION_ERROR", "Wrong."), fail);
  const hasStack = (): boolean => fail().stack?.includes("at hasStack") === true;
  expect(Array.from({ length: 12 }, hasStack)).toEqual([...Array<boolean>(10).fill(true), false, false]);
  expect(fail().stack).toBe("CallError: Wrong.");
  vi.setSystemTime(1_001_000);
  expect(hasStack()).toBe(true);
  expect(fail().stack).not.toContain("at fail");
});
