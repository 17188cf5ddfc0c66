import { describe, expect, it } from "vitest";
import type { Bus } from "../ports/bus.ts";
import { BusEnd } from "./bus-end.ts";
import { createMemoryBroker } from "./memory-bus.ts";
import { toProtocolLimits } from "../wire/protocol-limits.ts";

describe("when a broker does not take what is published", () => {
  it("ends the link whose answers make too many bytes wait", async () => {
    const memory = createMemoryBroker().connect();
    let bufferedBytes = 0;
    const bus: Bus = {
      ...memory,
      state: "connected",
      get bufferedBytes() {
        return bufferedBytes;
      },
    };
    const limits = toProtocolLimits({ maxQueuedBytes: 10_000 });
    const { link } = new BusEnd({ bus, limits, from: "self", peerId: "other", topic: "other" });
    link.send({ type: "peer.heartbeat" });
    await new Promise((resolve) => setImmediate(resolve));
    expect(link.closedBy).toBeUndefined();
    bufferedBytes = 10_001;
    expect(() => link.send({ type: "call.requested", requestId: "a", operationId: "a.b" })).toThrow(/maxQueuedBytes/);
    expect(link.closedBy).toBeUndefined();
    link.send({ type: "call.completed", requestId: "b", seq: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(link.closedBy).toMatchObject({ code: "CONNECTION_LOST", message: expect.stringContaining("10000 bytes") });
  });
});
