/** The whole bridge: every source has the same data, error codes and access rules through every interface. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { watchLeftovers } from "../../src/testing/leftovers.ts";
import { CASES } from "./cases.ts";
import type { Case } from "./cases.ts";
import { DIFFERENCES, differenceIn } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { INTERFACES } from "./interfaces.ts";
import type { InterfaceName } from "./interfaces.ts";
import type { Interface } from "./outcome.ts";
import { openStage, SOURCES } from "./stage.ts";
import type { Stage } from "./stage.ts";

const leftovers = watchLeftovers();
let stage: Stage;
const seen = new Set<Difference>();
const doors = new Map<InterfaceName, Interface>();
beforeAll(async () => {
  stage = await openStage();
  for (const [name, open] of Object.entries(INTERFACES)) doors.set(name as InterfaceName, open(stage));
});
afterAll(async () => {
  for (const door of doors.values()) await door.close();
  await stage.close();
  await leftovers.expectNothingLeft();
});

describe.each(SOURCES)("when an operation of the source %s is called", (source) => {
  describe.each(Object.keys(INTERFACES) as InterfaceName[])("through %s", (name) => {
    it.each<Case>(CASES)("$name: as everywhere else, or as listed", async ({ name: when, run, outcome }) => {
      const got = await run({ source, stage, door: doors.get(name) as Interface });
      const difference = differenceIn({ when, source, door: name });
      if (difference !== undefined) seen.add(difference);
      // A listed difference must really exist.
      expect({ got, differs: !isDeepStrictEqual(got, outcome) }).toEqual({
        got: difference?.outcome ?? outcome,
        differs: difference !== undefined,
      });
    });
  });
});

describe("the list of differences", () => {
  it("names only differences that exist", () => {
    expect(DIFFERENCES.filter((difference) => !seen.has(difference))).toEqual([]);
  });
});
