import { expect, it } from "vitest";
import { createMemoryBroker } from "../links/memory-bus.ts";
import { connectBus } from "./bus-peer.ts";

const MIB = 1024 * 1024;

const frameOf = (event: string, bytes: number): string => {
  const events = Array.from({ length: Math.floor(bytes / (event.length + 1)) }, () => event).join(",");
  return `{"from":"eve","link":"l","n":1,"events":[${events}]}`;
};

it("does not read a bus frame with more values than its size allows", async () => {
  const broker = createMemoryBroker();
  const peer = await connectBus({ transport: broker.connect(), peerId: "ada" });
  const eve = broker.connect();
  try {
    // Short enough to be read, so it begins a link.
    eve.publish("operations.peer.ada", frameOf('{"type":"peer.heartbeat"}', 1000));
    await expect.poll(() => peer.peers()).toEqual(["eve"]);
    expect(peer.counters.malformedFrames).toBe(0);
    for (const event of ["[]", "{}", "1", '{"type":"peer.heartbeat"}']) {
      const before = peer.counters.malformedFrames;
      eve.publish("operations.peer.ada", frameOf(event, 4 * MIB - 1000));
      eve.publish("operations.peers", frameOf(event, 4 * MIB - 1000));
      await expect.poll(() => peer.counters.malformedFrames).toBe(before + 2);
    }
    expect(peer.counters.malformedEvents).toBe(0);
  } finally {
    await peer.close({ graceMs: 0 });
    await eve.close();
  }
});
