import { describe, expect, it } from "vitest";
import { measure, ourClients } from "../../bench/bundle-size.ts";

describe("when a page bundles a client", () => {
  it.each(ourClients)("costs at most $budget bytes for the one $name", async ({ contents, budget }) => {
    const { atStart } = await measure(contents);
    // A bundle without a client would pass too.
    expect(atStart).toBeGreaterThan(4000);
    expect(atStart).toBeLessThanOrEqual(budget);
  });
});
