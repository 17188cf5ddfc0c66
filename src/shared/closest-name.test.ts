import { describe, expect, it } from "vitest";
import { closestName } from "./closest-name.ts";

describe("when a name is not known", () => {
  it.each([
    ["nmae", "name"],
    ["user_id", "userId"],
    ["Name", "name"],
    ["descripton", "description"],
    ["zebra", undefined],
    ["x", undefined],
    ["n".repeat(1_000), undefined],
  ])("recognises %s as %s", (name, meant) => {
    expect(closestName(name, ["name", "userId", "description", "y"])).toBe(meant);
  });
});
