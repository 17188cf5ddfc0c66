import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectBus } from "./bus-peer.ts";
import { watchLiveness } from "./liveness.ts";
import { createChannelLink } from "../links/text-link.ts";
import { createChannels } from "../links/channels.test-support.ts";
import { createMemoryBroker } from "../links/memory-bus.ts";
import { newCounters } from "../wire/protocol-counters.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";

const AN_HOUR = 60 * 60 * 1000;
const heartbeatMs = 1000;
const limits = toProtocolLimits({ heartbeatMs });

/** All other timers run as usual. */
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

describe("when the clock is set back by an hour", () => {
  it("still notices that the other side of a connection has gone silent", () => {
    const [channel] = createChannels();
    const link = createChannelLink(channel, { limits, counters: newCounters() });
    const stop = watchLiveness(link, heartbeatMs);
    vi.setSystemTime(Date.now() - AN_HOUR);
    vi.advanceTimersByTime(heartbeatMs);
    expect(link.closedBy).toBeUndefined();
    vi.advanceTimersByTime(3 * heartbeatMs);
    expect(link.closedBy).toMatchObject({ code: "CONNECTION_LOST" });
    stop();
  });

  it("still notices that a peer on a bus has gone silent", async () => {
    const broker = createMemoryBroker();
    const peer = await connectBus({ transport: broker.connect(), limits: { heartbeatMs } });
    const events = [{ type: "peer.heartbeat" }];
    broker.connect().publish("operations.peers", JSON.stringify({ from: "ghost", events }));
    await expect.poll(() => peer.peers(), { interval: 1 }).toEqual(["ghost"]);
    vi.setSystemTime(Date.now() - AN_HOUR);
    vi.advanceTimersByTime(heartbeatMs);
    expect(peer.peers()).toEqual(["ghost"]);
    vi.advanceTimersByTime(3 * heartbeatMs);
    expect(peer.peers()).toEqual([]);
    await peer.close({ graceMs: 0 });
  });
});
