import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusalLog } from "./refusal-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A log of refusals, and what it wrote: `code about number`. */
function refusalLog() {
  const lines: string[] = [];
  const log = new RefusalLog((_level, _message, fields) => {
    const { code, about, refused } = fields as { code: string; about: string; refused: number };
    lines.push(`${code} ${about} ${refused}`);
  });
  const refuse = (code: string, about: string): void => log.note({ code, error: "no", about });
  return { log, lines, refuse };
}

describe("when many connections are refused", () => {
  it("logs the first at once, and the number of the others every ten seconds", () => {
    const { log, lines, refuse } = refusalLog();
    for (const about of ["a", "b", "c"]) refuse("OVERLOADED", about);
    expect(lines).toEqual(["OVERLOADED a 1"]);
    vi.advanceTimersByTime(9999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toEqual(["OVERLOADED a 1", "OVERLOADED c 2"]);
    refuse("OVERLOADED", "d");
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(10_000);
    expect(lines.at(-1)).toBe("OVERLOADED d 1");
    log.close();
  });

  it("starts over after a pause without refusals, and leaves no timer", () => {
    const { lines, refuse } = refusalLog();
    refuse("OVERLOADED", "a");
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
    refuse("OVERLOADED", "b");
    expect(lines).toEqual(["OVERLOADED a 1", "OVERLOADED b 1"]);
    vi.advanceTimersByTime(10_000);
  });

  it("does not let one code hide another", () => {
    const { log, lines, refuse } = refusalLog();
    refuse("OVERLOADED", "a");
    refuse("UNAUTHENTICATED", "b");
    expect(lines).toEqual(["OVERLOADED a 1", "UNAUTHENTICATED b 1"]);
    log.close();
  });

  it("reports the rest when it closes", () => {
    const { log, lines, refuse } = refusalLog();
    refuse("OVERLOADED", "a");
    refuse("OVERLOADED", "b");
    log.close();
    expect(lines).toEqual(["OVERLOADED a 1", "OVERLOADED b 1"]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
