import { describe, expect, it } from "vitest";
import { PassingSet } from "./passing-set.ts";
import { RENEW_AFTER } from "./renewed-map.ts";

describe("a set of what comes and goes", () => {
  it("holds what is there, however much has left it", () => {
    const set = new PassingSet<number>();
    for (let member = 0; member < 5 * RENEW_AFTER; member++) {
      set.add(member);
      expect(set.delete(member - 2)).toBe(member >= 2);
    }
    expect(set.size).toBe(2);
    expect(set.all()).toEqual([5 * RENEW_AFTER - 2, 5 * RENEW_AFTER - 1]);
    expect(set.delete(0)).toBe(false);
  });

  it("lists what was there, although some of it leaves meanwhile", () => {
    const set = new PassingSet<number>();
    for (let member = 0; member < 2 * RENEW_AFTER; member++) set.add(member);
    for (const member of set.all()) expect(set.delete(member)).toBe(true);
    expect(set.size).toBe(0);
  });
});
