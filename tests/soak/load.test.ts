/** Runs the load for a few seconds. `npm run soak` runs it for minutes, and judges memory too. */
import { describe, expect, it } from "vitest";
import { loadInterfaces } from "../../bench/hub/load-interfaces.ts";
import { runLoad } from "../../bench/hub/load.ts";
import { slices } from "../support/slices.ts";

describe("when a hub under steady load is told to stop", () => {
  it.each(loadInterfaces)("answers every call over $name, and finishes those in flight", async (chosen) => {
    const options = { seconds: slices.loadSeconds, connectionCount: 40, callsPerSecond: 250, print: () => undefined };
    expect(await runLoad(chosen, options)).toEqual([]);
  });
});
