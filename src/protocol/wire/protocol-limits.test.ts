import { describe, expect, it } from "vitest";
import { toProtocolLimits } from "./protocol-limits.ts";

describe("when limits are given", () => {
  it("keeps them, and uses defaults for the others", () => {
    expect(toProtocolLimits({ window: 7 })).toEqual({ ...toProtocolLimits(), window: 7 });
  });

  it.each([
    { window: 0 },
    { window: 1.5 },
    { window: 2_000_000 },
    { maxWindow: Infinity },
    { maxFrameBytes: 100 },
    { maxCallsInFlight: Number.NaN },
    { maxCallsInFlight: "9" as never },
    { heartbeatMs: 1 },
    { handshakeMs: 2 ** 40 },
  ])("refuses %j, and says which limit and why", (limits) => {
    const [name] = Object.keys(limits);
    expect(() => toProtocolLimits(limits)).toThrow(new RegExp(`^${name} is .*: give a whole number from`));
  });
});
