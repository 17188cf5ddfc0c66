import { describe, expect, it } from "vitest";
import { OperationRegistry } from "../registry/operation-registry.ts";
import { lookUp } from "./code-lookup.ts";

describe("when a program describes an operation whose peer is away", () => {
  const registry = new OperationRegistry();
  const until = Date.now() + 60_000;
  registry.quarantine.setAway({ id: "far.add", accessControl: { requiredScopes: ["far"] }, until });
  const lookup = lookUp(registry);

  it("says that it is away, to callers who could call it", async () => {
    const identity = { id: "ada", scopes: ["far"] };
    expect(await lookup.describe(["far.add", "far.other"], identity)).toEqual([
      { id: "far.add", problem: expect.stringContaining("No peer offers far.add now") as string },
      { id: "far.other", problem: "There is no such operation." },
    ]);
    expect(await lookup.describe(["far.add"], undefined)).toEqual([
      { id: "far.add", problem: "There is no such operation." },
    ]);
  });
});
